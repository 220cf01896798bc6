// Column zero-size-known broadcast expand of row vector over own buffer with n maybe 1.
// DIMS: n,m | 1,m
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?xf32>, %y: tensor<1x?xf32>) -> (tensor<?x?xf32>, tensor<1x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %t = stablehlo.tanh %y : tensor<1x?xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %t, %s, dims = [0, 1] : (tensor<1x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = stablehlo.divide %b, %x : tensor<?x?xf32>
  return %d, %t : tensor<?x?xf32>, tensor<1x?xf32>
}
