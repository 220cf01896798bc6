// Guard on data.
// DIMS: n | n
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.tanh %x : tensor<?xf32>
  %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  %p = stablehlo.compare GE, %r, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %q = tensor.extract %p[] : tensor<i1>
  cf.assert %q, "negative sum"
  %d = stablehlo.multiply %a, %y : tensor<?xf32>
  return %d : tensor<?xf32>
}
