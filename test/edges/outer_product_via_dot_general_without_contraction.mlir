// Outer product via dot_general without contraction, with batch.
// DIMS: b,n | b,m
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?x?xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.tanh %x : tensor<?x?xf32>
  %p = stablehlo.dot_general %a, %y, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  %r = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %n = stablehlo.negate %p : tensor<?x?x?xf32>
  return %r, %n : tensor<?x?xf32>, tensor<?x?x?xf32>
}
