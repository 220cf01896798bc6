// Guard after kernels whose equality rests on it.
// DIMS: n | m
// SIZES: 2 3 2 0
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<f32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.tanh %x : tensor<?xf32>
  %b = stablehlo.negate %y : tensor<?xf32>
  %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  %s = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  %t = stablehlo.add %r, %s : tensor<f32>
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %e = arith.cmpi eq, %n, %m : index
  cf.assert %e, "sizes differ"
  return %t, %s : tensor<f32>, tensor<f32>
}
