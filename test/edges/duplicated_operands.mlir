// Duplicated operands.
// DIMS: n,n
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %t = stablehlo.tanh %x : tensor<?x?xf32>
  %m = stablehlo.multiply %t, %t : tensor<?x?xf32>
  %p = stablehlo.compare LT, %m, %m : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>
  %s = stablehlo.select %p, %m, %m : tensor<?x?xi1>, tensor<?x?xf32>
  %c = stablehlo.clamp %s, %s, %s : tensor<?x?xf32>
  %d = stablehlo.dot_general %c, %c, contracting_dims = [1] x [1] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = stablehlo.add %d, %d : tensor<?x?xf32>
  return %e, %e : tensor<?x?xf32>, tensor<?x?xf32>
}
