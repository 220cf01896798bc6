// While that yields one value twice, and pure swap.
// DIMS: n | n |
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %r:4 = stablehlo.while(%i = %z, %a = %x, %b = %x, %q = %y) : tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %c = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i32>
    %s = stablehlo.multiply %a, %q : tensor<?xf32>
    %t = stablehlo.tanh %s : tensor<?xf32>
    stablehlo.return %j, %t, %t, %b : tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  return %r#1, %r#2, %r#3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
