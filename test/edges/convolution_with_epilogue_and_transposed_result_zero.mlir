// Convolution with epilogue and transposed result, zero batch.
// DIMS: n,h,w
// SIZES: 1 2 3 4 5
func.func @main(%x: tensor<?x?x?xf32>) -> (tensor<?x?x?x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %h = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %w = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %s = tensor.from_elements %n, %h, %w, %c1 : tensor<4xindex>
  %k = stablehlo.constant dense<0.5> : tensor<3x3x1x2xf32>
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<?x?x?xf32>, tensor<4xindex>) -> tensor<?x?x?x1xf32>
  %e = stablehlo.tanh %y : tensor<?x?x?x1xf32>
  %c = stablehlo.convolution(%e, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x1xf32>, tensor<3x3x1x2xf32>) -> tensor<?x?x?x2xf32>
  %r = stablehlo.negate %c : tensor<?x?x?x2xf32>
  %v = stablehlo.reverse %r, dims = [1] : tensor<?x?x?x2xf32>
  return %v : tensor<?x?x?x2xf32>
}
