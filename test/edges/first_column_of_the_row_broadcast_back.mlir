// First column of the row broadcast back and subtracted.
// DIMS: n,4
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %s = tensor.from_elements %n, %c4 : tensor<2xindex>
  %w = stablehlo.constant dense<[[1.0,2.0,3.0,4.0],[0.0,1.0,0.0,1.0],[1.0,0.0,2.0,1.0],[1.0,1.0,1.0,2.0]]> : tensor<4x4xf32>
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  %st = tensor.from_elements %c0, %c1 : tensor<2xindex>
  %c2 = arith.constant 2 : index
  %li = tensor.from_elements %n, %c2 : tensor<2xindex>
  %on = tensor.from_elements %c1, %c1 : tensor<2xindex>
  %l = stablehlo.real_dynamic_slice %a, %st, %li, %on : (tensor<?x4xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x1xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %l, %s, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  %d = stablehlo.subtract %a, %b : tensor<?x4xf32>
  return %d : tensor<?x4xf32>
}
