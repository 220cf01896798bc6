// While with cache update in place, cache read reversed.
// DIMS: n,m | m |
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?xf32>, %v: tensor<?xf32>, %k: tensor<i32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r:3 = stablehlo.while(%i = %z, %c = %x, %w = %v) : tensor<i32>, tensor<?x?xf32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i32>
    %s = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    %t = stablehlo.add %s, %w : tensor<?xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %d = tensor.dim %w, %c0 : tensor<?xf32>
    %sh = tensor.from_elements %c1, %d : tensor<2xindex>
    %row = stablehlo.dynamic_reshape %t, %sh : (tensor<?xf32>, tensor<2xindex>) -> tensor<1x?xf32>
    %n = stablehlo.dynamic_update_slice %c, %row, %i, %z : (tensor<?x?xf32>, tensor<1x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
    stablehlo.return %j, %n, %t : tensor<i32>, tensor<?x?xf32>, tensor<?xf32>
  }
  return %r#1, %r#2 : tensor<?x?xf32>, tensor<?xf32>
}
