// Guard between producer and consumer, equality only by guard.
// DIMS: n | m
// SIZES: 2 3 2 0
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %a = stablehlo.tanh %x : tensor<?xf32>
  %b = stablehlo.negate %y : tensor<?xf32>
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %e = arith.cmpi eq, %n, %m : index
  cf.assert %e, "sizes differ"
  %c = stablehlo.add %a, %b : tensor<?xf32>
  %d = stablehlo.multiply %a, %x : tensor<?xf32>
  return %c, %d : tensor<?xf32>, tensor<?xf32>
}
