func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %s = tensor.from_elements %n : tensor<1xindex>
  %zz = stablehlo.dynamic_broadcast_in_dim %z, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %0 = stablehlo.add %a, %b : tensor<?xf32>
  %1 = stablehlo.minimum %0, %zz : tensor<?xf32>
  %2 = stablehlo.exponential %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}
