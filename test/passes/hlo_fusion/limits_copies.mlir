// RUN: disc-opt %s --split-input-file -p 'hlo-fusion{copies=1}' | filecheck %s

// A cheap operation is stored instead of copied.
// CHECK:      func.func @copied(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.negate %x_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: mhlo.return %2, %3 : tensor<?xf32, [@n]>, tensor<f32>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>)
// CHECK-NEXT: stablehlo.custom_call @effect(%1) {has_side_effect = true} : (tensor<f32>) -> ()
// CHECK-NEXT: %4 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %4, %1 : tensor<?xf32, [@n]>, tensor<f32>
// CHECK-NEXT: }
func.func @copied(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %x : tensor<?xf32, [@n]>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
  stablehlo.custom_call @effect(%1) {has_side_effect = true} : (tensor<f32>) -> ()
  %2 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
  func.return %2, %1 : tensor<?xf32, [@n]>, tensor<f32>
}
disc_shape.SymbolDim @n
