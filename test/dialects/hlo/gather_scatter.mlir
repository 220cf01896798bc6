// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Reading and writing slices at indices.

// CHECK: func.func @gather(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %b: tensor<2x3x4x2xi32>, %j: tensor<2x2x3x2xi64>, %s: tensor<3xi32>, %d: tensor<?x?x2xi64>) {
func.func @gather(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %b: tensor<2x3x4x2xi32>, %j: tensor<2x2x3x2xi64>, %s: tensor<3xi32>, %d: tensor<?x?x2xi64>) {
  // CHECK-NEXT: %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // CHECK-NEXT: %1 = "stablehlo.gather"(%b, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  %1 = "stablehlo.gather"(%b, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  // CHECK-NEXT: %2 = "stablehlo.dynamic_gather"(%a, %d, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xi32>, tensor<?x?x2xi64>, tensor<3xi32>) -> tensor<?x?x?x?xi32>
  %2 = "stablehlo.dynamic_gather"(%a, %d, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xi32>, tensor<?x?x2xi64>, tensor<3xi32>) -> tensor<?x?x?x?xi32>
  // CHECK-NEXT: %3 = "stablehlo.torch_index_select"(%a, %s) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4x2xi32>, tensor<3xi32>) -> tensor<3x3x2xi32>
  %3 = "stablehlo.torch_index_select"(%a, %s) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4x2xi32>, tensor<3xi32>) -> tensor<3x3x2xi32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @scatter(%a: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>, %f: tensor<200x100x300xf32>, %fi: tensor<10x2xi32>, %fu: tensor<10x300xf32>) {
func.func @scatter(%a: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>, %f: tensor<200x100x300xf32>, %fi: tensor<10x2xi32>, %fu: tensor<10x300xf32>) {
  // CHECK-NEXT: %0 = "stablehlo.scatter"(%a, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = false}> ({
  %0 = "stablehlo.scatter"(%a, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = false}> ({
  // CHECK-NEXT: ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    // CHECK-NEXT: %1 = stablehlo.add %x, %y : tensor<i64>
    %1 = stablehlo.add %x, %y : tensor<i64>
    // CHECK-NEXT: stablehlo.return %1 : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  // CHECK-NEXT: }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  // CHECK-NEXT: %2, %3 = "stablehlo.scatter"(%f, %f, %fi, %fu, %fu) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  %2, %3 = "stablehlo.scatter"(%f, %f, %fi, %fu, %fu) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  // CHECK-NEXT: ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
  ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    // CHECK-NEXT: stablehlo.return %x_1, %z : tensor<f32>, tensor<f32>
    stablehlo.return %x_1, %z : tensor<f32>, tensor<f32>
  // CHECK-NEXT: }) : (tensor<200x100x300xf32>, tensor<200x100x300xf32>, tensor<10x2xi32>, tensor<10x300xf32>, tensor<10x300xf32>) -> (tensor<200x100x300xf32>, tensor<200x100x300xf32>)
  }) : (tensor<200x100x300xf32>, tensor<200x100x300xf32>, tensor<10x2xi32>, tensor<10x300xf32>, tensor<10x300xf32>) -> (tensor<200x100x300xf32>, tensor<200x100x300xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
