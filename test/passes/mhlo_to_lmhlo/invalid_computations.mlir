// RUN: not disc-opt %s -p mhlo-to-lmhlo 2>&1 | filecheck %s

// CHECK: error: @body is called, but is also a computation of scalars
func.func public @main(%x: tensor<3xf32>, %s: tensor<f32>, %n: tensor<1xi32>, %p: tensor<1x2xi32>) -> (tensor<?xf32>, tensor<f32>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %s, %n, %n, %n, %n, %p) {called_computations = [@body]} : (tensor<3xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  %1 = func.call @body(%s, %s) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<?xf32>, tensor<f32>
}
func.func private @body(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
