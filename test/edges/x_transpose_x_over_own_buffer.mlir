// X + transpose(x) over own buffer.
// DIMS: n,n
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %e = stablehlo.tanh %x : tensor<?x?xf32>
  %r = stablehlo.dot_general %e, %e, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = stablehlo.transpose %r, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.subtract %r, %t : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
