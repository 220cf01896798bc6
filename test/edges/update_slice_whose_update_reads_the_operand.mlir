// Update slice whose update reads the operand elementwise fused.
// DIMS: n | |
// SIZES: 3 4 5
func.func @main(%x: tensor<?xf32>, %i: tensor<i32>, %j: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a = stablehlo.tanh %x : tensor<?xf32>
  %s = stablehlo.dynamic_slice %a, %i, sizes = [3] : (tensor<?xf32>, tensor<i32>) -> tensor<3xf32>
  %r = stablehlo.reverse %s, dims = [0] : tensor<3xf32>
  %n = stablehlo.negate %r : tensor<3xf32>
  %c = stablehlo.dynamic_update_slice %a, %n, %j : (tensor<?xf32>, tensor<3xf32>, tensor<i32>) -> tensor<?xf32>
  %d = stablehlo.add %c, %a : tensor<?xf32>
  return %c, %d : tensor<?xf32>, tensor<?xf32>
}
