// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// A slice of everything starts at zero, wherever it was asked to start.
// CHECK-LABEL: func.func @whole_slice
// CHECK-NEXT:  return %x
func.func @whole_slice(%x: tensor<4x2xf32>, %i: tensor<i32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [4, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @part
// CHECK:       dynamic_slice
func.func @part(%x: tensor<4x2xf32>, %i: tensor<i32>) -> tensor<3x2xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [3, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @whole_update
// CHECK-NOT:   dynamic_update_slice
// CHECK:       return %y
func.func @whole_update(%x: tensor<?x2xf32>, %y: tensor<?x2xf32>, %i: tensor<i32>) -> tensor<?x2xf32> {
  %s = stablehlo.add %x, %y : tensor<?x2xf32>
  %0 = stablehlo.dynamic_update_slice %s, %y, %i, %i : (tensor<?x2xf32>, tensor<?x2xf32>, tensor<i32>, tensor<i32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// The update may be smaller.
// CHECK-LABEL: func.func @some_update
// CHECK:       dynamic_update_slice
func.func @some_update(%x: tensor<?x2xf32>, %y: tensor<?x2xf32>, %i: tensor<i32>) -> tensor<?x2xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i, %i : (tensor<?x2xf32>, tensor<?x2xf32>, tensor<i32>, tensor<i32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// CHECK-LABEL: func.func @empty_update
// CHECK-NOT:   dynamic_update_slice
// CHECK:       return %x
func.func @empty_update(%x: tensor<?x2xf32>, %y: tensor<?x0xf32>, %i: tensor<i32>) -> tensor<?x2xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i, %i : (tensor<?x2xf32>, tensor<?x0xf32>, tensor<i32>, tensor<i32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// CHECK-LABEL: func.func @known_slices
// CHECK:       "stablehlo.gather"(%x, %i)
// CHECK-SAME:  slice_sizes = array<i64: 1, 8>
func.func @known_slices(%x: tensor<?x8xf32>, %i: tensor<?x1xi32>) -> tensor<?x8xf32> {
  %c = stablehlo.constant dense<[1, 8]> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// CHECK-LABEL: func.func @unknown_slices
// CHECK:       "stablehlo.dynamic_gather"
func.func @unknown_slices(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %v = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %s = stablehlo.concatenate %one, %v, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @known_padding
// CHECK:       stablehlo.convolution(%x, %k)
// CHECK-SAME{LITERAL}: pad = [[1, 1], [0, 2]]
func.func @known_padding(%x: tensor<?x6x6x2xf32>, %k: tensor<3x3x2x4xf32>) -> tensor<?x6x6x4xf32> {
  %p = stablehlo.constant dense<[[1, 1], [0, 2]]> : tensor<2x2xi32>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<?x6x6x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi32>) -> tensor<?x6x6x4xf32>
  return %0 : tensor<?x6x6x4xf32>
}
