// Size-1 broadcast that may expand.
// DIMS: n,m | n,m | p,q
// SIZES: 0 1 2 3
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %v: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %0 = stablehlo.tanh %v : tensor<?x?xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = stablehlo.divide %x, %b : tensor<?x?xf32>
  %e = stablehlo.add %d, %y : tensor<?x?xf32>
  %r = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %e, %r : tensor<?x?xf32>, tensor<?xf32>
}
