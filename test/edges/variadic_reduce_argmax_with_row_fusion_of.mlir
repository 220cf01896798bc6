// Variadic reduce (argmax) with row fusion of its result.
// DIMS: n,m
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zi = stablehlo.constant dense<0> : tensor<i32>
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %h = stablehlo.reverse %x, dims = [1] : tensor<?x?xf32>
  %i = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xindex>) -> tensor<?x?xi32>
  %r:2 = stablehlo.reduce(%h init: %low), (%i init: %zi) across dimensions = [1] : (tensor<?x?xf32>, tensor<?x?xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %g = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %g, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  %b = stablehlo.dynamic_broadcast_in_dim %r#0, %s, dims = [0] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = stablehlo.subtract %h, %b : tensor<?x?xf32>
  %bi = stablehlo.dynamic_broadcast_in_dim %r#1, %s, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x?xi32>
  %cmp = stablehlo.compare EQ, %bi, %i : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
  %e = stablehlo.select %cmp, %d, %h : tensor<?x?xi1>, tensor<?x?xf32>
  return %r#0, %r#1, %e : tensor<?xf32>, tensor<?xi32>, tensor<?x?xf32>
}
