// Cycle: through a sort.
// DIMS: n
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %t = stablehlo.sine %x : tensor<?xf32>
  %s = "stablehlo.sort"(%t) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %l = stablehlo.compare LT, %p, %q, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  %u = stablehlo.exponential %t : tensor<?xf32>
  %a = stablehlo.add %s, %u : tensor<?xf32>
  %b = stablehlo.multiply %u, %t : tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}
