// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP
// RUN: disc-run %s --input 'a=[0.3, 1.0, 1000.0, nan]' --input 'b=zeros(0)' --check | filecheck %s --check-prefix EMPTY
// RUN: disc-run %s -p shape-optimization --input 'a=[0.3, 1.0, 1000.0, nan]' --input 'b=[1.0, 2.5]' --check | filecheck %s --check-prefix OPT

// Quantized elements that are stored as narrow floating-point numbers.

// The nearest stored number, within the range: 0.6, 2 and 448, each times the scale.
// EMPTY: [ 0.3125 1. 224. nan]
// EMPTY: 0 float32
// OPT: [ 0.3125 1. 224. nan]
// OPT: [0.5 0.5]
// CHECK: func.func @main(%a: tensor<4xf32>, %b: tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
func.func @main(%a: tensor<4xf32>, %b: tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
  // CHECK-NEXT: %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<f8E4M3FN:f32, 5.000000e-01>>
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<f8E4M3FN<-448:448>:f32, 0.5>>
  // CHECK-NEXT: %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<f8E4M3FN:f32, 5.000000e-01>>) -> tensor<4xf32>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<f8E4M3FN:f32, 0.5>>) -> tensor<4xf32>
  // CHECK-NEXT: %2 = stablehlo.uniform_quantize %b : (tensor<?xf32>) -> tensor<?x!quant.uniform<f4E2M1FN<-1:3>:f32, 5.000000e-01:2>>
  %2 = stablehlo.uniform_quantize %b : (tensor<?xf32>) -> tensor<?x!quant.uniform<f4E2M1FN<-1:3>:f32, 0.5:2>>
  // CHECK-NEXT: %3 = stablehlo.uniform_dequantize %2 : (tensor<?x!quant.uniform<f4E2M1FN<-1:3>:f32, 5.000000e-01:2>>) -> tensor<?xf32>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<?x!quant.uniform<f4E2M1FN<-1:3>:f32, 0.5:2>>) -> tensor<?xf32>
  // CHECK-NEXT: func.return
  func.return %1, %3 : tensor<4xf32>, tensor<?xf32>
}
