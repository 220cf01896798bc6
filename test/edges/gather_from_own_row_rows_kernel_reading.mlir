// Gather from own row (rows kernel reading by data).
// DIMS: n,n | n
// SIZES: 0 1 2 3 5
func.func @main(%x: tensor<?x?xf32>, %i: tensor<?xi32>) -> (tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %s = tensor.from_elements %n, %n : tensor<2xindex>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %v = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %r, %s, dims = [0] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = stablehlo.subtract %a, %b : tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}
