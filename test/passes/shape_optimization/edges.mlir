// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p shape-optimization | disc-opt --split-input-file --allow-unregistered-dialect -p shape-optimization | filecheck %s
// RUN: sed 's/stablehlo\./mhlo./g' %s | disc-opt --split-input-file --allow-unregistered-dialect -p shape-optimization | filecheck %s

// CHECK-LABEL: func.func @size_zero(%a: tensor<?x0xf32, [@S0, @C0]>, %b: tensor<?x0xf32, [@S0, @C0]>) -> tensor<?x0xf32, [@S0, @C0]>
func.func @size_zero(%a: tensor<?x0xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?x0xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// a * b == a * m does not give b == m: a may be zero.
// CHECK-LABEL: func.func @maybe_zero
// CHECK-SAME: %a: tensor<?x?xf32, [@S0, @S1]>, %m: index) -> tensor<?x?xf32, [@S0, @S2]>
// CHECK: dynamic_reshape
// CHECK: tie_predicate_group_mul_eq [%S0, %S1], [%S0, %S2]
func.func @maybe_zero(%a: tensor<?x?xf32>, %m: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %s = tensor.from_elements %d0, %m : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// With a guard that a is positive it does.
// CHECK-LABEL: func.func @not_zero(%a: tensor<?x?xf32, [@S0, @S1]>, %m: index) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK: cf.assert
// CHECK-NOT: dynamic_reshape
// CHECK: tie_predicate "d0 >= 1"(%S0) {guarded}
func.func @not_zero(%a: tensor<?x?xf32>, %m: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %ok = arith.cmpi sge, %d0, %c1 : index
  cf.assert %ok, "positive"
  %s = tensor.from_elements %d0, %m : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A broadcast of size one stays, since the result may be larger; its other size may be one too.
// CHECK-LABEL: func.func @size_one(%a: tensor<1x?xf32, [@C1, @S0]>, %b: tensor<?x?xf32, [@S1, @S2]>) -> tensor<?x?xf32, [@S1, @S2]>
// CHECK: dynamic_broadcast_in_dim
// CHECK-NOT: known_nonexpanding
// CHECK: return
func.func @size_one(%a: tensor<1x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %b : tensor<?x?xf32> -> tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<1x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = stablehlo.add %0, %b : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @rank_zero(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32>
// CHECK-NOT: disc_shape
func.func @rank_zero(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @all_static(%a: tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NOT: disc_shape
func.func @all_static(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.tanh %a : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @unranked(%a: tensor<*xf32>, %b: tensor<?xf32, [@S0]>) -> (tensor<*xf32>, tensor<?xf32, [@S0]>)
// CHECK: tensor.cast %a : tensor<*xf32> to tensor<?xf32, [@S0]>
func.func @unranked(%a: tensor<*xf32>, %b: tensor<?xf32>) -> (tensor<*xf32>, tensor<?xf32>) {
  %0 = tensor.cast %a : tensor<*xf32> to tensor<?xf32>
  %1 = stablehlo.add %0, %b : tensor<?xf32>
  %2 = tensor.cast %1 : tensor<?xf32> to tensor<*xf32>
  return %2, %1 : tensor<*xf32>, tensor<?xf32>
}

// -----

// A module of nothing, and a function of nothing.
// CHECK-LABEL: func.func @nothing() {
// CHECK-NEXT: return
// CHECK-NOT: disc_shape
func.func @nothing() {
  return
}
func.func private @declared(tensor<?xf32>) -> tensor<?xf32>

// -----

// The symbols of two functions have nothing to do with each other.
// CHECK-LABEL: func.func @first(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>)
// CHECK: func.func @second(%x: tensor<4xf32>, %c: tensor<4xf32>)
func.func @first(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<?xf32> {
  %1 = "stablehlo.add"(%y, %x) : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @second(%x: tensor<?xf32, [@S0]>, %c: tensor<4xf32>) -> tensor<?xf32> {
  %1 = "stablehlo.add"(%x, %c) : (tensor<?xf32, [@S0]>, tensor<4xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
disc_shape.SymbolDim @S0

// -----

// Calls of functions without a body stay, with the types of the callee.
// CHECK-LABEL: func.func @external(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]>
// CHECK: [[X:%[0-9]+]] = tensor.cast %x : tensor<?xf32, [@S0]> to tensor<?xf32>
// CHECK: call @declared([[X]]) : (tensor<?xf32>) -> tensor<?xf32>
func.func private @declared(tensor<?xf32>) -> tensor<?xf32>
func.func @external(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @declared(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// A recursive function stays and keeps its signature.
// CHECK-LABEL: func.func @recursive(%x: tensor<?xf32, [@S0]>)
// CHECK: func.func private @again(%x: tensor<?xf32>) -> tensor<?xf32>
// CHECK: call @again
func.func @recursive(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @again(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.add %0, %x : tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @again(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @again(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// An unknown operation: results have sizes of their own, unless their users imply others.
// CHECK-LABEL: func.func @unregistered(%x: tensor<?xf32, [@S0]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>)
// CHECK: "foo.bar"(%x) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK: "foo.baz"(%x) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]>
func.func @unregistered(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = "foo.bar"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.add %0, %x : tensor<?xf32>
  %2 = "foo.baz"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}

// -----

// An operation with an effect stays, whether or not its result has uses.
// CHECK:      func.func @effects(%x: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:   %0 = {{stablehlo|mhlo}}.custom_call @log(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<i32>
// CHECK-NEXT:   func.return %x : tensor<4xf32>
func.func @effects(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<i32>
  func.return %x : tensor<4xf32>
}

// -----

// An element of a tuple that was made elsewhere.
// CHECK-LABEL: func.func @from_argument
// CHECK-NEXT:    get_tuple_element %t[1]
func.func @from_argument(%t: tuple<tensor<2xf32>, tensor<?xf32>>) -> tensor<?xf32> {
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tensor<?xf32>>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// An element has the sizes of what was put into the tuple, through tuples of tuples too, and only
// those of its own place.
// CHECK-LABEL: func.func @tuples
// CHECK-SAME: %a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>
// CHECK-SAME: -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S0]>)
func.func @tuples(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.tuple %a, %b : tuple<tensor<?xf32>, tensor<?xf32>>
  %1 = stablehlo.tuple %b, %0 : tuple<tensor<?xf32>, tuple<tensor<?xf32>, tensor<?xf32>>>
  %2 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<?xf32>, tuple<tensor<?xf32>, tensor<?xf32>>>) -> tuple<tensor<?xf32>, tensor<?xf32>>
  %3 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  %4 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  return %3, %4 : tensor<?xf32>, tensor<?xf32>
}

// -----

// The sizes to reshape to are known through the tuple: nothing is left to do.
// CHECK-LABEL: func.func @shape_in_a_tuple
// CHECK-NEXT: return %a
func.func @shape_in_a_tuple(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %s = stablehlo.concatenate %n1, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.tuple %a, %s : tuple<tensor<?x4xf32>, tensor<2xi32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<?x4xf32>, tensor<2xi32>>) -> tensor<?x4xf32>
  %2 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<?x4xf32>, tensor<2xi32>>) -> tensor<2xi32>
  %3 = stablehlo.dynamic_reshape %1, %2 : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}

// -----

// The operation that makes the tuple is unknown: nothing is inferred.
// CHECK-LABEL: func.func @tuple_of_others
// CHECK-SAME: -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S0]>)
func.func @tuple_of_others(%a: tensor<?xf32>, %t: tuple<tensor<?xf32>, tensor<?xf32>>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  return %0, %a : tensor<?xf32>, tensor<?xf32>
}
