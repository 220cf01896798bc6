// RUN: disc-opt %s --split-input-file -p export-stablehlo | filecheck %s

// A selection is a gather: XLA infers no sizes of selections.
// CHECK:      func.func @selected(%x: tensor<9x4xf32>, %i: tensor<?xi32>) -> tensor<?x4xf32> {
// CHECK-NEXT: %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<9x4xf32>, tensor<?xi32>) -> tensor<?x4xf32>
// CHECK-NEXT: func.return %r : tensor<?x4xf32>
// CHECK-NEXT: }
func.func @selected(%x: tensor<9x4xf32>, %i: tensor<?xi32>) -> tensor<?x4xf32> {
  %r = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<9x4xf32>, tensor<?xi32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// Batches run together.
// CHECK:      func.func @selected_in_batches(%x: tensor<?x5x?xf32>, %i: tensor<?x?xi32>) -> tensor<?x5x?xf32> {
// CHECK-NEXT: %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 5, 1>}> : (tensor<?x5x?xf32>, tensor<?x?xi32>) -> tensor<?x5x?xf32>
// CHECK-NEXT: func.return %r : tensor<?x5x?xf32>
// CHECK-NEXT: }
func.func @selected_in_batches(%x: tensor<?x5x?xf32>, %i: tensor<?x?xi32>) -> tensor<?x5x?xf32> {
  %r = "stablehlo.torch_index_select"(%x, %i) <{dim = 2 : i64, batch_dims = 1 : i64}> : (tensor<?x5x?xf32>, tensor<?x?xi32>) -> tensor<?x5x?xf32>
  return %r : tensor<?x5x?xf32>
}

// -----

// Slices are of sizes that are computed.
// CHECK:      func.func @open(%x: tensor<?x?xf32>, %i: tensor<?x?xi32>) -> tensor<?x?x?xf32> {
// CHECK-NEXT: %r = stablehlo.constant dense<1> : tensor<i64>
// CHECK-NEXT: %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
// CHECK-NEXT: %r_1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
// CHECK-NEXT: %1 = stablehlo.reshape %r : (tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %2 = stablehlo.reshape %r_1 : (tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %r_2 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
// CHECK-NEXT: %r_3 = "stablehlo.dynamic_gather"(%x, %i, %r_2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>}> : (tensor<?x?xf32>, tensor<?x?xi32>, tensor<2xi64>) -> tensor<?x?x?xf32>
// CHECK-NEXT: func.return %r_3 : tensor<?x?x?xf32>
// CHECK-NEXT: }
func.func @open(%x: tensor<?x?xf32>, %i: tensor<?x?xi32>) -> tensor<?x?x?xf32> {
  %r = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<?x?xf32>, tensor<?x?xi32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
