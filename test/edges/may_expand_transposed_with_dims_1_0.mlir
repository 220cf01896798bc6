// May expand, transposed with dims [1,0].
// DIMS: n,m | p,q
// SIZES: 0 1 2 3
func.func @main(%x: tensor<?x?xf32>, %v: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %vt = stablehlo.transpose %v, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %vt, %s, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = stablehlo.divide %x, %b : tensor<?x?xf32>
  %rev = stablehlo.reverse %d, dims = [0] : tensor<?x?xf32>
  %e = stablehlo.add %rev, %b : tensor<?x?xf32>
  return %e : tensor<?x?xf32>
}
