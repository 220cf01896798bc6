// Call in a loop, body allocates.
// DIMS: n | n |
// SIZES: 0 1 2 3 5 17
func.func private @step(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = stablehlo.add %a, %b : tensor<?xf32>
  %t = stablehlo.tanh %s : tensor<?xf32>
  %r = stablehlo.reverse %t, dims = [0] : tensor<?xf32>
  return %r, %a : tensor<?xf32>, tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %z, %a = %x, %b = %y) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i32>
    %n:2 = func.call @step(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
    stablehlo.return %j, %n#0, %n#1 : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  return %r#1, %r#2 : tensor<?xf32>, tensor<?xf32>
}
