// Case that yields one buffer twice or an argument.
// DIMS: n | n |
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %t = stablehlo.tanh %x : tensor<?xf32>
  %r:2 = "stablehlo.case"(%k) ({
    stablehlo.return %t, %t : tensor<?xf32>, tensor<?xf32>
  }, {
    %a = stablehlo.add %t, %y : tensor<?xf32>
    stablehlo.return %a, %y : tensor<?xf32>, tensor<?xf32>
  }, {
    %a = stablehlo.add %t, %y : tensor<?xf32>
    %b = stablehlo.add %a, %y : tensor<?xf32>
    stablehlo.return %b, %b : tensor<?xf32>, tensor<?xf32>
  }) : (tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  %s = stablehlo.negate %r#0 : tensor<?xf32>
  %u = stablehlo.add %r#1, %s : tensor<?xf32>
  return %u, %r#1 : tensor<?xf32>, tensor<?xf32>
}
