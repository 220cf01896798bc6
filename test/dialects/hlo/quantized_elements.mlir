// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Operations that compute in the expressed numbers take operands of different scales; those that
// move elements keep the scale.

// CHECK: func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, %b: tensor<2x!quant.uniform<i8:f32, 2.000000e+00:5>>, %c: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00, 2.000000e+00, 3.000000e+00}>>) {
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, %b: tensor<2x!quant.uniform<i8:f32, 2.000000e+00:5>>, %c: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00, 2.000000e+00, 3.000000e+00}>>) {
  // CHECK-NEXT: %0 = stablehlo.add %a, %b : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2x!quant.uniform<i8:f32, 2.000000e+00:5>>) -> tensor<2x!quant.uniform<i8:f32, 3.000000e+00>>
  %0 = stablehlo.add %a, %b : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2x!quant.uniform<i8:f32, 2.000000e+00:5>>) -> tensor<2x!quant.uniform<i8:f32, 3.000000e+00>>
  // CHECK-NEXT: %1 = stablehlo.add %a, %a : tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
  %1 = stablehlo.add %a, %a : tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
  // CHECK-NEXT: %2 = stablehlo.constant() {value = dense<1> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
  %2 = stablehlo.constant() {value = dense<1> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
  // CHECK-NEXT: %3 = stablehlo.reshape %a : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x1x!quant.uniform<i8:f32, 1.000000e+00>>
  %3 = stablehlo.reshape %a : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x1x!quant.uniform<i8:f32, 1.000000e+00>>
  // CHECK-NEXT: %4 = stablehlo.abs %a : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00>>
  %4 = stablehlo.abs %a : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00>>
  // CHECK-NEXT: %5 = stablehlo.compare LT, %a, %b : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2x!quant.uniform<i8:f32, 2.000000e+00:5>>) -> tensor<2xi1>
  %5 = stablehlo.compare LT, %a, %b : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2x!quant.uniform<i8:f32, 2.000000e+00:5>>) -> tensor<2xi1>
  // CHECK-NEXT: %6 = stablehlo.transpose %c, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00, 2.000000e+00, 3.000000e+00}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {1.000000e+00, 2.000000e+00, 3.000000e+00}>>
  %6 = stablehlo.transpose %c, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00, 2.000000e+00, 3.000000e+00}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {1.000000e+00, 2.000000e+00, 3.000000e+00}>>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
