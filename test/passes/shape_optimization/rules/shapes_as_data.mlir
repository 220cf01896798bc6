// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// Shapes that are data are read from the earliest values that have them.

// CHECK-LABEL: @returned_shape
// CHECK-NOT: tanh
// CHECK: shape.shape_of %x
func.func @returned_shape(%x: tensor<?x?xf32>) -> tensor<2xindex> {
  %0 = stablehlo.tanh %x : tensor<?x?xf32>
  %1 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<2xindex>
  return %1 : tensor<2xindex>
}

// -----

// The addition makes both arguments one shape; each is as early as the other.
// CHECK-LABEL: @shape_of_sum
// CHECK-NOT: stablehlo
// CHECK: shape.shape_of %x : tensor<?x1xf32, [@S0, @C1]>
func.func @shape_of_sum(%x: tensor<?x1xf32>, %y: tensor<?x1xf32>) -> tensor<2xindex> {
  %0 = stablehlo.tanh %y : tensor<?x1xf32>
  %1 = stablehlo.add %x, %0 : tensor<?x1xf32>
  %2 = shape.shape_of %1 : tensor<?x1xf32> -> tensor<2xindex>
  return %2 : tensor<2xindex>
}

// -----

// The sizes of a tensor of which nothing else is used are computed from other values.
// CHECK-LABEL: @transposed_shape
// CHECK-NOT: stablehlo
// CHECK-DAG: [[D0:%.+]] = tensor.dim %x, %c0
// CHECK-DAG: [[D1:%.+]] = tensor.dim %x, %c1
// CHECK: tensor.from_elements [[D1]], [[D0]] : tensor<2xindex>
func.func @transposed_shape(%x: tensor<?x?xf32>) -> tensor<2xindex> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.tanh %0 : tensor<?x?xf32>
  %2 = shape.shape_of %1 : tensor<?x?xf32> -> tensor<2xindex>
  return %2 : tensor<2xindex>
}

// -----

// CHECK-LABEL: @size_as_number
// CHECK-NOT: tanh
// CHECK: [[N:%.+]] = stablehlo.get_dimension_size %x, dim = 1
// CHECK: stablehlo.add [[N]], [[N]]
func.func @size_as_number(%x: tensor<4x?xf32>) -> tensor<i32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x?xf32>) -> tensor<?x4xf32>
  %1 = stablehlo.tanh %0 : tensor<?x4xf32>
  %2 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %3 = stablehlo.add %2, %2 : tensor<i32>
  return %3 : tensor<i32>
}

// -----

// Another order of the sizes is another shape.
// CHECK-LABEL: @returned_transpose
// CHECK: [[T:%.+]] = stablehlo.transpose
// CHECK: shape.shape_of [[T]]
func.func @returned_transpose(%x: tensor<?x?xf32>) -> (tensor<2xindex>, tensor<?x?xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.tanh %0 : tensor<?x?xf32>
  %2 = shape.shape_of %1 : tensor<?x?xf32> -> tensor<2xindex>
  return %2, %0 : tensor<2xindex>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @shape_of_product
// CHECK-NOT: dot_general
// CHECK: [[M:%.+]] = tensor.dim %x, %c0
// CHECK: [[N:%.+]] = tensor.dim %y, %c1
// CHECK: [[S:%.+]] = tensor.from_elements [[M]], [[N]] : tensor<2xindex>
// CHECK: return [[S]]
func.func @shape_of_product(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<2xindex> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = mhlo.tanh %0 : tensor<?x?xf32>
  %2 = stablehlo.slice %1 [0:0, 0:0] : (tensor<?x?xf32>) -> tensor<0x0xf32>
  %3 = shape.shape_of %1 : tensor<?x?xf32> -> tensor<2xindex>
  return %3 : tensor<2xindex>
}

// -----

// CHECK-LABEL: @shape_as_shape
// CHECK-NOT: concatenate
// CHECK: [[N:%.+]] = arith.addi
// CHECK: [[V:%.+]] = tensor.from_elements [[N]], %c3 : tensor<2xindex>
// CHECK: shape.from_extent_tensor [[V]]
func.func @shape_as_shape(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> !shape.shape {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = shape.shape_of %0 : tensor<?x3xf32> -> !shape.shape
  return %1 : !shape.shape
}

// -----

// CHECK-LABEL: @size_of_concatenation
// CHECK-NOT: concatenate
// CHECK: [[N:%.+]] = arith.addi
// CHECK: [[I:%.+]] = arith.index_cast [[N]] : index to i32
// CHECK: tensor.from_elements [[I]] : tensor<i32>
func.func @size_of_concatenation(%x: tensor<?xf32>, %y: tensor<1xf32>) -> tensor<i32> {
  %0 = mhlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  %1 = mhlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// -----

// A loop must run to know the size of its result.
// CHECK-LABEL: @shape_of_loop
// CHECK: scf.for
// CHECK: shape.shape_of
func.func @shape_of_loop(%x: tensor<?xf32>, %n: index) -> tensor<1xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %b = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  %1 = shape.shape_of %0 : tensor<?xf32> -> tensor<1xindex>
  return %1 : tensor<1xindex>
}

// -----

// Broadcasts of known sizes are decided by types.
// CHECK-LABEL: @decided_broadcast
// CHECK-NOT: shape.broadcast
// CHECK: [[M:%.+]] = tensor.dim %x, %c0
// CHECK: [[N:%.+]] = tensor.dim %y, %c1
// CHECK: tensor.from_elements [[M]], [[N]], %c5 : tensor<3xindex>
func.func @decided_broadcast(%x: tensor<?x1x?xf32>, %y: tensor<1x?x5xf32>) -> tensor<?xindex> {
  %0 = shape.shape_of %x : tensor<?x1x?xf32> -> tensor<?xindex>
  %1 = shape.shape_of %y : tensor<1x?x5xf32> -> tensor<?xindex>
  %2 = shape.broadcast %0, %1 : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return %2 : tensor<?xindex>
}

// -----

// CHECK-LABEL: @decided_shape
// CHECK-NOT: shape.broadcast
// CHECK: shape.from_extent_tensor
func.func @decided_shape(%x: tensor<?x1xf32>, %y: tensor<1x?xf32>) -> !shape.shape {
  %0 = shape.shape_of %x : tensor<?x1xf32> -> !shape.shape
  %1 = shape.shape_of %y : tensor<1x?xf32> -> !shape.shape
  %2 = shape.broadcast %0, %1 : !shape.shape, !shape.shape -> !shape.shape
  return %2 : !shape.shape
}

// -----

// Which of two unknown sizes is 1 is decided when the program runs.
// CHECK-LABEL: @open_broadcast
// CHECK: shape.broadcast
func.func @open_broadcast(%x: tensor<?x1xf32>, %y: tensor<?x?xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %x : tensor<?x1xf32> -> tensor<2xindex>
  %1 = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %2 : tensor<2xindex>
}

// -----

// What a check of values of the shape dialect says of sizes is guarded.
// CHECK-LABEL: @check_of_shapes
// CHECK: shape.cstr_eq
// CHECK: tie_predicate_eq %S1, %S0 {guarded}
func.func @check_of_shapes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = shape.shape_of %x : tensor<?xf32> -> !shape.shape
  %1 = shape.shape_of %y : tensor<?xf32> -> !shape.shape
  %w = shape.cstr_eq %0, %1 : !shape.shape, !shape.shape
  %r = shape.assuming %w -> (tensor<?xf32>) {
    %2 = stablehlo.add %x, %x : tensor<?xf32>
    shape.assuming_yield %2 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
