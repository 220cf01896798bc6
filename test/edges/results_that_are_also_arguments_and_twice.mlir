// Results that are also arguments, and twice the same.
// DIMS: n
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.negate %x : tensor<?xf32>
  %1 = stablehlo.negate %0 : tensor<?xf32>
  return %x, %0, %0, %1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
