// Reverse and self, then slice of it.
// DIMS: n,m
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.sine %x : tensor<?x?xf32>
  %d = stablehlo.dot_general %e, %e, contracting_dims = [1] x [1] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = stablehlo.reverse %d, dims = [1] : tensor<?x?xf32>
  %1 = stablehlo.subtract %d, %t : tensor<?x?xf32>
  %s = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %1, %s : tensor<?x?xf32>, tensor<?xf32>
}
