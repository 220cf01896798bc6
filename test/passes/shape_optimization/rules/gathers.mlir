// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// What is picked out of a list is the piece that was put there.
// CHECK-LABEL: func.func @picked
// CHECK-NEXT:  func.return %b, %a : tensor<1xf32>, tensor<1xf32>
func.func @picked(%a: tensor<1xf32>, %b: tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %l = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %one = stablehlo.constant dense<1> : tensor<1x1xi32>
  %0 = "stablehlo.gather"(%l, %one) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xf32>, tensor<1x1xi32>) -> tensor<1xf32>
  %below = stablehlo.constant dense<-3> : tensor<1x1xi32>
  %1 = "stablehlo.gather"(%l, %below) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xf32>, tensor<1x1xi32>) -> tensor<1xf32>
  return %0, %1 : tensor<1xf32>, tensor<1xf32>
}

// -----

// An index beyond the end takes the last piece, and that has two elements.
// CHECK-LABEL: func.func @part_of_a_piece
// CHECK:       stablehlo.gather
func.func @part_of_a_piece(%a: tensor<1xf32>, %b: tensor<2xf32>) -> tensor<1xf32> {
  %l = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
  %far = stablehlo.constant dense<9> : tensor<1x1xi32>
  %0 = "stablehlo.gather"(%l, %far) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<1x1xi32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

// Which one is unknown.
// CHECK-LABEL: func.func @somewhere
// CHECK:       stablehlo.gather
func.func @somewhere(%a: tensor<1xf32>, %b: tensor<1xf32>, %i: tensor<1x1xi32>) -> tensor<1xf32> {
  %l = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %0 = "stablehlo.gather"(%l, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xf32>, tensor<1x1xi32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
