// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of gather
// CHECK: 'stablehlo.gather' has 1 offset, collapsed and batching dimensions, expected 2
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c2) of gather
// CHECK: index_vector_dim 3 of 'stablehlo.gather' is out of range: expected 0 to 2
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c3) of gather
// CHECK: start_index_map of 'stablehlo.gather' has 2 entries, expected 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c4), repeated of gather
// CHECK: offset_dims of 'stablehlo.gather' repeat a dimension: [1, 1]
func.func @f(%a0: tensor<3x4x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4, 4>}> : (tensor<3x4x4xf32>, tensor<5x1xi32>) -> tensor<5x4x4xf32>
  func.return
}

// -----

// (c4), order of gather
// CHECK: offset_dims of 'stablehlo.gather' are not ascending: [2, 1]
func.func @f(%a0: tensor<3x4x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4, 4>}> : (tensor<3x4x4xf32>, tensor<5x1xi32>) -> tensor<5x4x4xf32>
  func.return
}

// -----

// (c5) of gather
// CHECK: offset_dims entry 2 of 'stablehlo.gather' is out of range: expected 0 to 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c6) of gather
// CHECK: collapsed and batching dimensions of 'stablehlo.gather' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<3x4x4xf32>, %a1: tensor<3x5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x4x4xf32>, tensor<3x5x1xi32>) -> tensor<3x5x4xf32>
  func.return
}

// -----

// (c7) of gather
// CHECK: collapsed_slice_dims of 'stablehlo.gather' are not ascending: [1, 0]
func.func @f(%a0: tensor<3x4x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x4x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c8) of gather
// CHECK: collapsed_slice_dims entry 2 of 'stablehlo.gather' is out of range: expected 0 to 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c9) of gather
// CHECK: slice size 0 of 'stablehlo.gather' is 2, expected at most 1 for one of collapsed_slice_dims
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c10) of gather
// CHECK: operand_batching_dims of 'stablehlo.gather' are not ascending: [1, 0]
func.func @f(%a0: tensor<3x4x4xf32>, %a1: tensor<3x4x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x4x4xf32>, tensor<3x4x1xi32>) -> tensor<3x4x4xf32>
  func.return
}

// -----

// (c11) of gather
// CHECK: operand_batching_dims entry 2 of 'stablehlo.gather' is out of range: expected 0 to 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c12) of gather
// CHECK: slice size 0 of 'stablehlo.gather' is 2, expected at most 1 for one of operand_batching_dims
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>}> : (tensor<3x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c13) of gather
// CHECK: batching dimensions of the indices of 'stablehlo.gather' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<3x3x4xf32>, %a1: tensor<3x3x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x3x4xf32>, tensor<3x3x1xi32>) -> tensor<3x3x4xf32>
  func.return
}

// -----

// (c14) of gather
// CHECK: batching dimension of the indices 2 of 'stablehlo.gather' is out of range: expected 0 to 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c15) of gather
// CHECK: index_vector_dim 1 of 'stablehlo.gather' is a batching dimension
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c16) of gather
// CHECK: 'stablehlo.gather' has 0 batching dimensions of the indices, expected 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c17) of gather
// CHECK: batching dimension 0 of 'stablehlo.gather' operand and 0 of its indices differ: 3 and 5
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c18) of gather
// CHECK: start_index_map and batching dimensions of 'stablehlo.gather' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x2xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<5x2xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c19) of gather
// CHECK: start index map entry 2 of 'stablehlo.gather' is out of range: expected 0 to 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c20) of gather
// CHECK: 'stablehlo.gather' has 1 slice_sizes, expected 2
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c21) of gather
// CHECK: slice size 1 of 'stablehlo.gather' is 5, beyond the operand's size 4
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c22) of gather
// CHECK: dimension 1 of 'stablehlo.gather' slices and result differ: 4 and 3
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  func.return
}

// -----

// (c23) of gather
// CHECK: element types of 'stablehlo.gather' operand and result differ: f32 and i32
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xi32>
  func.return
}

// -----

// (c20) of dynamic_gather
// CHECK: slice_sizes of 'stablehlo.dynamic_gather' has 1 elements, expected 2
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<1xi32>) {
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>}> : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c1) of dynamic_gather
// CHECK: 'stablehlo.dynamic_gather' has 1 offset, collapsed and batching dimensions, expected 2
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<2xi32>) {
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>}> : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// (c22) of dynamic_gather
// CHECK: dimension 0 of 'stablehlo.dynamic_gather' slices and result differ: 5 and 6
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<2xi32>) {
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>}> : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<6x4xf32>
  func.return
}

// -----

// (c1) of scatter
// CHECK: dimension 1 of 'stablehlo.scatter' inputs differ: 4 and 5
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5xf32>, %a2: tensor<5x1xi32>, %a3: tensor<5x4xf32>, %a4: tensor<5x4xf32>) {
  %r0, %r1 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>, %b2: tensor<f32>, %b3: tensor<f32>):
    stablehlo.return %b0, %b1 : tensor<f32>, tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x5xf32>, tensor<5x1xi32>, tensor<5x4xf32>, tensor<5x4xf32>) -> (tensor<3x4xf32>, tensor<3x5xf32>)
  func.return
}

// -----

// (c2) of scatter
// CHECK: 'stablehlo.scatter' has 1 window, inserted and batching dimensions, expected 2
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c3) of scatter
// CHECK: dimension 1 of 'stablehlo.scatter' updates differ: 4 and 3
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x4xf32>, %a2: tensor<5x1xi32>, %a3: tensor<5x4xf32>, %a4: tensor<5x3xf32>) {
  %r0, %r1 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>, %b2: tensor<f32>, %b3: tensor<f32>):
    stablehlo.return %b0, %b1 : tensor<f32>, tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>, tensor<5x3xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>)
  func.return
}

// -----

// (c4), window of scatter
// CHECK: dimension 1 of 'stablehlo.scatter' updates has size 5, beyond the input's size 4
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x5xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x5xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c4), indices of scatter
// CHECK: dimension 0 of 'stablehlo.scatter' updates has size 6, expected 5 as the indices have
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<6x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<6x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c4), rank of scatter
// CHECK: 'stablehlo.scatter' has 3 dimensions in the updates, expected 2
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4x1xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4x1xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c5) of scatter
// CHECK: 'stablehlo.scatter' has no inputs, expected at least 1
func.func @f(%a0: tensor<5x1xi32>) {
  "stablehlo.scatter"(%a0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x1xi32>) -> ()
  func.return
}

// -----

// (c6) of scatter
// CHECK: element types of 'stablehlo.scatter' input and update differ: f32 and i32
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xi32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xi32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c7) of scatter
// CHECK: update_window_dims of 'stablehlo.scatter' are not ascending: [2, 1]
func.func @f(%a0: tensor<3x4x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4x4xf32>, tensor<5x1xi32>, tensor<5x4x4xf32>) -> tensor<3x4x4xf32>
  func.return
}

// -----

// (c8) of scatter
// CHECK: update_window_dims entry 2 of 'stablehlo.scatter' is out of range: expected 0 to 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c9) of scatter
// CHECK: inserted and batching dimensions of 'stablehlo.scatter' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<3x4x4xf32>, %a1: tensor<3x5x1xi32>, %a2: tensor<3x5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4x4xf32>, tensor<3x5x1xi32>, tensor<3x5x4xf32>) -> tensor<3x4x4xf32>
  func.return
}

// -----

// (c10) of scatter
// CHECK: inserted_window_dims of 'stablehlo.scatter' are not ascending: [1, 0]
func.func @f(%a0: tensor<3x4x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<3x4x4xf32>
  func.return
}

// -----

// (c11) of scatter
// CHECK: inserted_window_dims entry 2 of 'stablehlo.scatter' is out of range: expected 0 to 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c12) of scatter
// CHECK: input_batching_dims of 'stablehlo.scatter' are not ascending: [1, 0]
func.func @f(%a0: tensor<3x3x4xf32>, %a1: tensor<3x3x1xi32>, %a2: tensor<3x3x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x3x4xf32>, tensor<3x3x1xi32>, tensor<3x3x4xf32>) -> tensor<3x3x4xf32>
  func.return
}

// -----

// (c13) of scatter
// CHECK: input_batching_dims entry 2 of 'stablehlo.scatter' is out of range: expected 0 to 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x1xi32>, %a2: tensor<3x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c14) of scatter
// CHECK: batching dimensions of the indices of 'stablehlo.scatter' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<3x3x4xf32>, %a1: tensor<3x3x1xi32>, %a2: tensor<3x3x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x3x4xf32>, tensor<3x3x1xi32>, tensor<3x3x4xf32>) -> tensor<3x3x4xf32>
  func.return
}

// -----

// (c15) of scatter
// CHECK: batching dimension of the indices 2 of 'stablehlo.scatter' is out of range: expected 0 to 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x1xi32>, %a2: tensor<3x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c16) of scatter
// CHECK: index_vector_dim 1 of 'stablehlo.scatter' is a batching dimension
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x1xi32>, %a2: tensor<3x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c17) of scatter
// CHECK: 'stablehlo.scatter' has 0 batching dimensions of the indices, expected 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x1xi32>, %a2: tensor<3x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c18) of scatter
// CHECK: batching dimension 0 of 'stablehlo.scatter' operand and 0 of its indices differ: 3 and 5
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c19) of scatter
// CHECK: scatter_dims_to_operand_dims of 'stablehlo.scatter' has 2 entries, expected 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c20) of scatter
// CHECK: scatter_dims_to_operand_dims and batching dimensions of 'stablehlo.scatter' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x2xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c21) of scatter
// CHECK: scatter dimension 2 of 'stablehlo.scatter' is out of range: expected 0 to 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c22) of scatter
// CHECK: index_vector_dim 3 of 'stablehlo.scatter' is out of range: expected 0 to 2
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c23) of scatter
// CHECK: 'stablehlo.scatter' has 1 body arguments, expected 2
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>):
    stablehlo.return %b0 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c24) of scatter
// CHECK: dimension 1 of 'stablehlo.scatter' inputs and results differ: 4 and 5
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<3x5xf32>
  func.return
}

// -----

// (c25) of scatter
// CHECK: element types of 'stablehlo.scatter' body and result 0 differ: f32 and f64
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<3x4xf64>
  func.return
}

// -----

// (c1) of torch_index_select
// CHECK: dim 2 of 'stablehlo.torch_index_select' is out of range: expected 0 to 1
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<2xi32>) {
  %r0 = "stablehlo.torch_index_select"(%a0, %a1) <{batch_dims = 0 : i64, dim = 2 : i64}> : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c2) of torch_index_select
// CHECK: batch_dims of 'stablehlo.torch_index_select' is 1, expected 0 to 0
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<2xi32>) {
  %r0 = "stablehlo.torch_index_select"(%a0, %a1) <{batch_dims = 1 : i64, dim = 0 : i64}> : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c3) of torch_index_select
// CHECK: element types of 'stablehlo.torch_index_select' operand and result differ: f32 and i32
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<2xi32>) {
  %r0 = "stablehlo.torch_index_select"(%a0, %a1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<2x4xi32>
  func.return
}

// -----

// (c9) of dynamic_gather
// CHECK: slice size 0 of 'stablehlo.dynamic_gather' is 2, expected at most 1 for one of collapsed_slice_dims
func.func @dynamic_gather_of_constant_sizes(%a: tensor<2x4x9xi32>, %b: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  %sizes = stablehlo.constant dense<[2, 1, 8]> : tensor<3xi32>
  %0 = "stablehlo.dynamic_gather"(%a, %b, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>}> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<3xi32>) -> tensor<1x5x8xi32>
  return %0 : tensor<1x5x8xi32>
}

// -----

// (c12) of dynamic_gather
// CHECK: slice size 0 of 'stablehlo.dynamic_gather' is 2, expected at most 1 for one of operand_batching_dims
func.func @dynamic_gather_of_constant_batch(%a: tensor<2x9xi32>, %b: tensor<2x1xi32>) -> tensor<2x8xi32> {
  %sizes = stablehlo.constant dense<[2, 8]> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%a, %b, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>}> : (tensor<2x9xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x8xi32>
  return %0 : tensor<2x8xi32>
}

// -----

// (c21) of dynamic_gather
// CHECK: slice size 2 of 'stablehlo.dynamic_gather' is 10, beyond the operand's size 9
func.func @dynamic_gather_of_constant_sizes(%a: tensor<2x4x9xi32>, %b: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  %sizes = stablehlo.constant dense<[1, 1, 10]> : tensor<3xi32>
  %0 = "stablehlo.dynamic_gather"(%a, %b, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>}> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<3xi32>) -> tensor<1x5x8xi32>
  return %0 : tensor<1x5x8xi32>
}

// -----

// (c21), negative, of dynamic_gather
// CHECK: slice size 2 of 'stablehlo.dynamic_gather' is -1, expected at least 0
func.func @dynamic_gather_of_constant_sizes(%a: tensor<2x4x9xi32>, %b: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  %sizes = stablehlo.constant dense<[1, 1, -1]> : tensor<3xi32>
  %0 = "stablehlo.dynamic_gather"(%a, %b, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>}> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<3xi32>) -> tensor<1x5x8xi32>
  return %0 : tensor<1x5x8xi32>
}

// -----

// (c22), sizes of a constant, of dynamic_gather
// CHECK: dimension 2 of 'stablehlo.dynamic_gather' slices and result differ: 7 and 8
func.func @dynamic_gather_of_constant_sizes(%a: tensor<2x4x9xi32>, %b: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  %sizes = stablehlo.constant dense<[1, 1, 7]> : tensor<3xi32>
  %0 = "stablehlo.dynamic_gather"(%a, %b, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>}> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<3xi32>) -> tensor<1x5x8xi32>
  return %0 : tensor<1x5x8xi32>
}
