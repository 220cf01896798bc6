// Nested loops with branches, and buffers of their bodies.
// DIMS: n | n |
// SIZES: 0 1 2 3
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %t0 = stablehlo.tanh %x : tensor<?xf32>
  %r:3 = stablehlo.while(%i = %z, %a = %t0, %b = %y) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i32>
    %rev = stablehlo.reverse %a, dims = [0] : tensor<?xf32>
    %q:2 = stablehlo.while(%l = %z, %c = %rev) : tensor<i32>, tensor<?xf32>
    cond {
      %p = stablehlo.compare LT, %l, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %m = stablehlo.add %l, %o : tensor<i32>
      %u = stablehlo.add %c, %a : tensor<?xf32>
      %w = stablehlo.reverse %u, dims = [0] : tensor<?xf32>
      %v = stablehlo.subtract %w, %u : tensor<?xf32>
      stablehlo.return %m, %v : tensor<i32>, tensor<?xf32>
    }
    %even = stablehlo.remainder %i, %k : tensor<i32>
    %s = "stablehlo.case"(%even) ({
      %e = stablehlo.add %q#1, %b : tensor<?xf32>
      %f = stablehlo.reverse %e, dims = [0] : tensor<?xf32>
      %g = stablehlo.subtract %f, %e : tensor<?xf32>
      stablehlo.return %g : tensor<?xf32>
    }, {
      stablehlo.return %a : tensor<?xf32>
    }, {
      stablehlo.return %b : tensor<?xf32>
    }) : (tensor<i32>) -> tensor<?xf32>
    stablehlo.return %j, %s, %a : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  return %r#1, %r#2 : tensor<?xf32>, tensor<?xf32>
}
