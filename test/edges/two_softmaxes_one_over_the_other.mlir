// Two softmaxes one over the other.
// DIMS: n,m
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %h = stablehlo.reverse %x, dims = [0] : tensor<?x?xf32>
  %e = stablehlo.exponential %h : tensor<?x?xf32>
  %r = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %r, %s, dims = [0] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = stablehlo.divide %e, %b : tensor<?x?xf32>
  %r2 = stablehlo.reduce(%d init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %b2 = stablehlo.dynamic_broadcast_in_dim %r2, %s, dims = [0] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d2 = stablehlo.subtract %d, %b2 : tensor<?x?xf32>
  %e2 = stablehlo.exponential %d2 : tensor<?x?xf32>
  %r3 = stablehlo.reduce(%e2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %b3 = stablehlo.dynamic_broadcast_in_dim %r3, %s, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d3 = stablehlo.divide %e2, %b3 : tensor<?x?xf32>
  return %d3, %d : tensor<?x?xf32>, tensor<?x?xf32>
}
