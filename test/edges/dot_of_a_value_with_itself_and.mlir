// Dot of a value with itself and its transpose, epilogue reads operand.
// DIMS: n,n
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %e = stablehlo.tanh %x : tensor<?x?xf32>
  %t = stablehlo.transpose %e, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = stablehlo.dot_general %e, %t, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.add %0, %e : tensor<?x?xf32>
  %2 = stablehlo.add %1, %t : tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
