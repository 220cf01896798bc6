// RUN: disc-opt %s -p 'shape-optimization{inline=false}' --split-input-file | filecheck %s

// What all calls agree on holds inside: a size, a size equal to another, and a size computed from
// another.

// CHECK-LABEL: func.func private @f(
// CHECK:         tensor.cast %x : tensor<?x?x?x?xf32> to tensor<4x?x?x?xf32, [@C4, @[[A:.*]], @[[A]], @[[B:.*]]]>
// CHECK:       tie_predicate_affine_eq %[[B]], affine_map<(d0) -> (d0 * 3)>(%[[A]])
func.func @main(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %cst = stablehlo.constant dense<1.0> : tensor<f32>
  %m = tensor.dim %a, %c0 : tensor<?x4xf32>
  %m3 = arith.muli %m, %c3 : index
  %0 = tensor.from_elements %c4, %m, %m, %m3 : tensor<4xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %cst, %0, dims = [] : (tensor<f32>, tensor<4xindex>) -> tensor<?x?x?x?xf32>
  %2 = func.call @f(%1) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %n = tensor.dim %b, %c0 : tensor<?x4xf32>
  %n3 = arith.muli %n, %c3 : index
  %3 = tensor.from_elements %c4, %n, %n, %n3 : tensor<4xindex>
  %4 = stablehlo.dynamic_broadcast_in_dim %cst, %3, dims = [] : (tensor<f32>, tensor<4xindex>) -> tensor<?x?x?x?xf32>
  %5 = func.call @f(%4) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %2, %5 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>
}
func.func private @f(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = stablehlo.tanh %x : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// An integer passed as data is the size that it is at every call.

// CHECK-LABEL: func.func private @fill(
// CHECK-NOT:     dynamic_broadcast_in_dim %x
// CHECK:         stablehlo.add %{{.*}}, %x_1 : tensor<?xf32, [@S1]>
func.func @integers(%a: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = func.call @fill(%n, %a) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @fill(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %cst = stablehlo.constant dense<1.0> : tensor<f32>
  %v = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %cst, %v, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %v, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.add %0, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Calls that do not agree say nothing together, but for bounds: both sizes are at least 2.

// CHECK-LABEL: func.func private @g(
// CHECK:         tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@S4]>
// CHECK:         tensor.cast %y : tensor<?xf32> to tensor<?xf32, [@S5]>
// CHECK:       disc_shape.SymbolDim @S4 {ranges = {{\[\[}}2, 3]]
// CHECK-NOT:   ranges
func.func @disagree(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %two = stablehlo.constant dense<2.0> : tensor<2xf32>
  %three = stablehlo.constant dense<3.0> : tensor<3xf32>
  %0 = tensor.cast %two : tensor<2xf32> to tensor<?xf32>
  %1 = tensor.cast %three : tensor<3xf32> to tensor<?xf32>
  %2 = func.call @g(%0, %a) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = func.call @g(%1, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2, %3 : tensor<?xf32>, tensor<?xf32>
}
func.func private @g(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A function that is not private may be called by others, and so may one that an attribute names.

// CHECK-LABEL: func.func @open(
// CHECK:         tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@{{.*}}]>
// CHECK-LABEL: func.func private @named(
// CHECK:         tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@{{.*}}]>
func.func @all_the_same(%a: tensor<3xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
  %1 = func.call @open(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = func.call @named(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = stablehlo.composite "x.y" %0 {decomposition = @named} : (tensor<?xf32>) -> tensor<?xf32>
  return %1, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func @open(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @named(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A function that calls itself has call sites that are not analysed yet.

// CHECK-LABEL: func.func private @loop(
// CHECK:         tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@{{.*}}]>
func.func @start(%a: tensor<3xf32>, %p: i1) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
  %1 = func.call @loop(%0, %p) : (tensor<?xf32>, i1) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @loop(%x: tensor<?xf32>, %p: i1) -> tensor<?xf32> {
  %false = arith.constant false
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %2 = func.call @loop(%1, %false) : (tensor<?xf32>, i1) -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// A call in a loop is met with other sizes in each iteration.

// CHECK-LABEL: func.func private @body(
// CHECK:         tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@{{.*}}]>
func.func @rounds(%a: tensor<3xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %0) -> (tensor<?xf32>) {
    %2 = func.call @body(%x) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  return %1 : tensor<?xf32>
}
func.func private @body(%x: tensor<?xf32>) -> tensor<?xf32> {
  %cst = stablehlo.constant dense<1.0> : tensor<1xf32>
  %0 = stablehlo.concatenate %x, %cst, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
