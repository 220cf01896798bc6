// RUN: disc-opt %s -p 'shape-optimization{inline=false}' --split-input-file | filecheck %s

// What a function says is instantiated for each call: sizes flow in, out, and between arguments.

// CHECK-LABEL: func.func @main(%a: tensor<?x8xf32, [@S0, @C8]>, %b: tensor<?x8xf32, [@S0, @C8]>, %c: tensor<?x8xf32, [@S1, @C8]>)
// CHECK:         %{{.*}} = tensor.cast %{{.*}} : tensor<?x8xf32> to tensor<?x8xf32, [@S0, @C8]>
// CHECK:         %{{.*}} = tensor.cast %{{.*}} : tensor<?x8xf32> to tensor<?x8xf32, [@S2, @C8]>
// CHECK:         %{{.*}} = tensor.cast %{{.*}} : tensor<?x8xf32> to tensor<?x8xf32, [@S3, @C8]>
// CHECK:       disc_shape.tie_predicate_affine_eq %S2, affine_map<(d0) -> (d0 * 2)>(%S0)
// CHECK:       disc_shape.tie_predicate_affine_eq %S3, affine_map<(d0) -> (d0 * 2)>(%S1)
func.func @main(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %c: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) {
  %0 = func.call @add(%a, %b) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = func.call @twice(%a) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %2 = func.call @twice(%c) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0, %1, %2 : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>
}
func.func private @add(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = stablehlo.add %a, %b : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
func.func private @twice(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// Size arithmetic after a call is understood as well.

// CHECK-LABEL: func.func @sizes(%a: tensor<?xf32, [@S0]>)
// CHECK:         %[[HALF:.*]] = arith.floordivsi %{{.*}}, %c2 : index
// CHECK:         tensor.from_elements %[[HALF]] : tensor<1xindex>
// CHECK:       disc_shape.tie_predicate "d1 == d0//2"(%S0, %S1)
func.func @sizes(%a: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %h = func.call @half(%s) : (tensor<i32>) -> tensor<i32>
  %v = stablehlo.reshape %h : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %v, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @half(%a: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.divide %a, %c : tensor<i32>
  return %0 : tensor<i32>
}

// -----

// What a callee only checks is no fact of its caller, and a call inside a branch says nothing outside.

// CHECK-LABEL: func.func @guarded(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>, %p: tensor<i1>)
func.func @guarded(%a: tensor<?xf32>, %b: tensor<?xf32>, %p: tensor<i1>) {
  func.call @check(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> ()
  %0 = "stablehlo.if"(%p) ({
    %1 = func.call @sum(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %a : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return
}
func.func private @check(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %a, %c0 : tensor<?xf32>
  %1 = tensor.dim %b, %c0 : tensor<?xf32>
  %2 = arith.cmpi eq, %0, %1 : index
  cf.assert %2, "sizes differ"
  return
}
func.func private @sum(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A recursive function is opaque where it calls itself; its other operations still speak.

// CHECK-LABEL: func.func @outer(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S0]>)
func.func @outer(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @again(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @again(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @again(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.add %a, %b : tensor<?xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
