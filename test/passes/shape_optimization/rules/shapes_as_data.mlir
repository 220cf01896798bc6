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

// Another order of the sizes is another shape.
// CHECK-LABEL: @transposed_shape
// CHECK: [[T:%.+]] = stablehlo.transpose
// CHECK: shape.shape_of [[T]]
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
