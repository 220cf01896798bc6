// Update slices overlapping.
// DIMS: n | m | m |  |
// SIZES: 2 3 4 5
func.func @main(%x: tensor<?xf32>, %u: tensor<2xf32>, %v: tensor<2xf32>, %i: tensor<i32>, %j: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a = stablehlo.tanh %x : tensor<?xf32>
  %u1 = stablehlo.negate %u : tensor<2xf32>
  %b = stablehlo.dynamic_update_slice %a, %u1, %i : (tensor<?xf32>, tensor<2xf32>, tensor<i32>) -> tensor<?xf32>
  %c = stablehlo.dynamic_update_slice %b, %v, %j : (tensor<?xf32>, tensor<2xf32>, tensor<i32>) -> tensor<?xf32>
  %d = stablehlo.subtract %c, %b : tensor<?xf32>
  return %c, %d : tensor<?xf32>, tensor<?xf32>
}
