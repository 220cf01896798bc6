// RUN: disc-opt %s -p 'shape-optimization{keep-tie-shape=true inline=false},mhlo-to-lmhlo' | filecheck %s
// RUN: disc-opt %s -p 'shape-optimization{keep-tie-shape=true inline=false},mhlo-to-lmhlo{results=out-params}' | filecheck %s --check-prefix=OUT

// What a called function takes, and what a call gives, is cast to symbols, of which only sizes are
// read: the cast goes, the symbols stay.
// CHECK: func.call @like(%x) {disc_shape.dims = [@C1, @S0]} : (memref<1x?xf64>) -> memref<1x?xf32>
// CHECK: func.func private @like(%a: memref<1x?xf64> {disc_shape.dims = [@C1, @S1]})
// CHECK-SAME: -> (memref<1x?xf32> {disc_shape.dims = [@C1, @S1]})
// OUT: func.func private @like(%a: memref<1x?xf64> {disc_shape.dims = [@C1, @S1]}, %out: memref<1x?xf32> {
func.func @main(%x: tensor<1x?xf64>) -> tensor<1x?xf32> {
  %0 = func.call @like(%x) : (tensor<1x?xf64>) -> tensor<1x?xf32>
  %1 = func.call @like(%x) : (tensor<1x?xf64>) -> tensor<1x?xf32>
  %2 = stablehlo.add %0, %1 : tensor<1x?xf32>
  return %2 : tensor<1x?xf32>
}
func.func private @like(%a: tensor<1x?xf64>) -> tensor<1x?xf32> {
  %c = stablehlo.constant dense<1.5> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %a, dim = 1 : (tensor<1x?xf64>) -> tensor<i32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %one, %s, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %c, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}
