// all but the first column of a padded value: the start is clamped at run time, and the loop along columns is split where the padding begins
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %from = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %m1 = stablehlo.add %m, %one : tensor<i32>
  %n0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m0 = stablehlo.reshape %m1 : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n0, %m0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.pad %x, %z, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %1 = "stablehlo.dynamic_gather"(%0, %from, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %2 = stablehlo.negate %1 : tensor<?x?xf32>
  func.return %2 : tensor<?x?xf32>
}
