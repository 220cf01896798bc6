// Dot then pad, pad alone and pad result read by reverse.
// DIMS: n,m | m,k
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %g = stablehlo.constant dense<1.5> : tensor<f32>
  %a = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %b = stablehlo.pad %a, %g, low = [1, 2], high = [3, 0], interior = [0, 0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %p = stablehlo.pad %x, %g, low = [1, 2], high = [3, 0], interior = [0, 0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %b, %p : tensor<?x?xf32>, tensor<?x?xf32>
}
