// Gather negative and large indices with producer and consumer.
// DIMS: n,4 | k
// SIZES: 1 2 3 5
func.func @main(%x: tensor<?x4xf32>, %i: tensor<?xi32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %a = stablehlo.tanh %x : tensor<?x4xf32>
  %b0 = stablehlo.negate %x : tensor<?x4xf32>
  %j = stablehlo.multiply %i, %i : tensor<?xi32>
  %g = "stablehlo.gather"(%b0, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false} : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<?x4xf32>
  %b = stablehlo.add %g, %g : tensor<?x4xf32>
  return %b, %a : tensor<?x4xf32>, tensor<?x4xf32>
}
