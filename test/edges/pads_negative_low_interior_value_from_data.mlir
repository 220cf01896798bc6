// Pads: negative low, interior, value from data.
// DIMS: n,m |
// SIZES: 2 3 4 5
func.func @main(%x: tensor<?x?xf32>, %f: tensor<f32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %a = stablehlo.tanh %x : tensor<?x?xf32>
  %g = stablehlo.negate %f : tensor<f32>
  %b = stablehlo.pad %a, %g, low = [-1, 2], high = [3, -1], interior = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %c = stablehlo.pad %a, %g, low = [0, 2], high = [3, 0], interior = [0, 0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %d = stablehlo.reverse %c, dims = [1] : tensor<?x?xf32>
  %e = stablehlo.negate %b : tensor<?x?xf32>
  return %e, %d : tensor<?x?xf32>, tensor<?x?xf32>
}
