// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// Programs that were once optimized wrongly.

// That a reshape has as many elements is a check, which stays where nothing proves it.
// CHECK-LABEL: func.func @reshapable
// CHECK: [[W:%[a-z0-9_]+]] = stablehlo.cstr_reshapable
// CHECK: shape.assuming [[W]]
func.func @reshapable(%x: tensor<?x?xf32>, %n: index) -> tensor<?xf32> {
  %s = tensor.from_elements %n : tensor<1xindex>
  %d = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %c = shape.num_elements %d : tensor<2xindex> -> index
  %w = stablehlo.cstr_reshapable %c, %s : (index, tensor<1xindex>) -> !shape.witness
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    %1 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// Equal products with one factor in common: the others differ where that is zero.
// CHECK-LABEL: func.func @empty(%x: tensor<?x1x?xf32, [@S0, @C1, @S1]>, %y: tensor<?xf32, [@S2]>)
// CHECK: stablehlo.dynamic_reshape {{.*}} -> tensor<1x?x?xf32, [@C1, @S1, @S2]>
// CHECK: tie_predicate_group_mul_eq
func.func @empty(%x: tensor<?x1x?xf32>, %y: tensor<?xf32>) -> (tensor<?x1x?xf32>, tensor<1x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k = tensor.dim %x, %c2 : tensor<?x1x?xf32>
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %s = tensor.from_elements %c1, %k, %n : tensor<3xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x1x?xf32>, tensor<3xindex>) -> tensor<1x?x?xf32>
  return %x, %0 : tensor<?x1x?xf32>, tensor<1x?x?xf32>
}

// -----

// The second part of a tuple, whose first one has the same rank and other sizes.
// CHECK-LABEL: func.func @tuple(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<1x?xf32, [@C1, @S2]>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT: return %x
func.func @tuple(%x: tensor<?x?xf32>, %y: tensor<1x?xf32>) -> tensor<?x?xf32> {
  %t = "stablehlo.tuple"(%y, %x) : (tensor<1x?xf32>, tensor<?x?xf32>) -> tuple<tensor<1x?xf32>, tensor<?x?xf32>>
  %0 = "stablehlo.get_tuple_element"(%t) <{index = 1 : i32}> : (tuple<tensor<1x?xf32>, tensor<?x?xf32>>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The larger one of n - 1 and 0 is data: n may be the smallest number there is, and n - 1 wraps.
// CHECK-LABEL: func.func @data
// CHECK: [[LESS:%[a-z0-9_]+]] = arith.subi %n, %c1
// CHECK: [[MOST:%[a-z0-9_]+]] = arith.maxsi [[LESS]], %c0
// CHECK: arith.addi [[MOST]], %c1
func.func @data(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.subi %n, %c1 : index
  %1 = arith.maxsi %0, %c0 : index
  %2 = arith.addi %1, %c1 : index
  return %2 : index
}

// -----

// The shape operands of one operation have one type of elements, before and after.
// CHECK-LABEL: func.func @together
// CHECK: stablehlo.dynamic_pad {{.*}} : (tensor<?xf32, {{.*}}>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
func.func @together(%x: tensor<?xf32>, %v: tensor<f32>, %l: tensor<1xi32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0> : tensor<1xi32>
  %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %h = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %v, %l, %h, %z : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
