// the logarithm of a sum of exponentials: rows once, two loops inside, although the maximum is asked whether it is finite
func.func @main(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %x1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %rows = tensor.from_elements %x0 : tensor<1xindex>
  %s = tensor.from_elements %x0, %x1 : tensor<2xindex>
  %ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %f = stablehlo.is_finite %m : (tensor<?xf32>) -> tensor<?xi1>
  %zb = stablehlo.dynamic_broadcast_in_dim %z, %rows, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %k = stablehlo.select %f, %m, %zb : tensor<?xi1>, tensor<?xf32>
  %kb = stablehlo.dynamic_broadcast_in_dim %k, %s, dims = [0] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = stablehlo.subtract %x, %kb : tensor<?x?xf32>
  %e = stablehlo.exponential %d : tensor<?x?xf32>
  %u = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %l = stablehlo.log %u : tensor<?xf32>
  %r = stablehlo.add %l, %k : tensor<?xf32>
  func.return %r : tensor<?xf32>
}
