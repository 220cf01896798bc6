// Calls that swap what they are given.
// DIMS: n | n
// SIZES: 0 1 2 3 5 17
func.func private @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
  %b = stablehlo.subtract %a, %y : tensor<?xf32>
  %c = stablehlo.reverse %b, dims = [0] : tensor<?xf32>
  %d = stablehlo.add %c, %b : tensor<?xf32>
  return %d, %x : tensor<?xf32>, tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = func.call @f(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %1:2 = func.call @f(%0#1, %0#0) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %2:2 = func.call @f(%1#0, %1#0) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %2#0, %2#1 : tensor<?xf32>, tensor<?xf32>
}
