// Data-dependent sizes: real_dynamic_slice and dynamic_iota by data.
// DIMS: n |
// SIZES: 6 7 8
func.func @main(%x: tensor<?xf32>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %o = stablehlo.constant dense<1> : tensor<1xi32>
  %kk = stablehlo.multiply %k, %k : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %m = stablehlo.minimum %kk, %six : tensor<i32>
  %l = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.constant dense<0> : tensor<1xi32>
  %t = stablehlo.tanh %x : tensor<?xf32>
  %s = stablehlo.real_dynamic_slice %t, %z, %l, %o : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %i = stablehlo.dynamic_iota %l, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %a = stablehlo.add %s, %i : tensor<?xf32>
  %d = stablehlo.divide %a, %s : tensor<?xf32>
  return %a, %d : tensor<?xf32>, tensor<?xf32>
}
