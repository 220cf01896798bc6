// Several outputs, one reached through a reverse.
// DIMS: n
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %t = stablehlo.sine %x : tensor<?xf32>
  %r = stablehlo.reverse %t, dims = [0] : tensor<?xf32>
  %a = stablehlo.exponential %r : tensor<?xf32>
  %b = stablehlo.multiply %a, %t : tensor<?xf32>
  %c = stablehlo.reverse %b, dims = [0] : tensor<?xf32>
  %d = stablehlo.add %c, %a : tensor<?xf32>
  return %t, %b, %d : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
