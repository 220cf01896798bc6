// RUN: disc-opt %s -p mhlo-to-lmhlo,deallocate-buffers | filecheck %s
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --input 'x=[[1,2],[3,4],[5,6]]' --check | filecheck %s --check-prefix VALUE
// RUN: disc-run %s --input 'x=[[1,2],[3,4],[5,6]]' | filecheck %s --check-prefix VALUE

// VALUE: result 0: 2x2 float32 {{\[\[}} 4.  6.] [ 8. 10.]]

// A function that a custom call runs on scalars, as it would a region, stays on tensors.
// CHECK-LABEL: func.func public @sums
// CHECK:         lmhlo.custom_call
// CHECK-SAME:    called_computations = [@body]
// CHECK:       func.func private @body(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:    %0 = stablehlo.add %a, %b : tensor<f32>
// CHECK-NEXT:    func.return %0 : tensor<f32>
func.func public @sums(%x: tensor<3x2xf32>) -> tensor<?x?xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %less = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %sizes = stablehlo.add %less, %ones : tensor<2xi32>
  %pad = stablehlo.constant dense<0> : tensor<2x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %sizes, %ones, %ones, %ones, %pad) {called_computations = [@body]} : (tensor<3x2xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func private @body(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
