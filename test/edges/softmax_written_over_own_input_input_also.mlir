// Softmax written over own input, input also read by reverse of row.
// DIMS: n,m | m,k
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %n = tensor.dim %h, %c0 : tensor<?x?xf32>
  %m = tensor.dim %h, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %e = stablehlo.exponential %h : tensor<?x?xf32>
  %r = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %r, %s, dims = [0] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = stablehlo.divide %e, %b : tensor<?x?xf32>
  %v = stablehlo.reverse %h, dims = [1] : tensor<?x?xf32>
  %q = stablehlo.add %d, %v : tensor<?x?xf32>
  return %q : tensor<?x?xf32>
}
