// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Quantized types in all their forms, and the operations that make and read them.

// CHECK: func.func @stablehlo(%a: tensor<4x?xf32>, %q: tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
func.func @stablehlo(%a: tensor<4x?xf32>, %q: tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  // CHECK-NEXT: %0 = stablehlo.uniform_quantize %a : (tensor<4x?xf32>) -> tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %0 = stablehlo.uniform_quantize %a : (tensor<4x?xf32>) -> tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>
  // CHECK-NEXT: %1 = stablehlo.uniform_dequantize %0 : (tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<4x?xf32>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<4x?xf32>
  // CHECK-NEXT: %2 = stablehlo.uniform_quantize %q : (tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<4x?x!quant.uniform<i8<-127:127>:f32:0, {1.000000e-01, 2.000000e-01:3, 5.000000e-01, 1.000000e+00:-3}>>
  %2 = stablehlo.uniform_quantize %q : (tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<4x?x!quant.uniform<i8<-127:127>:f32:0, {1.000000e-01, 2.000000e-01:3, 5.000000e-01, 1.000000e+00:-3}>>
  // CHECK-NEXT: %3 = stablehlo.uniform_quantize %q : tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %3 = stablehlo.uniform_quantize %q : tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>
  // CHECK-NEXT: %4 = stablehlo.add %q, %q : tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %4 = stablehlo.add %q, %q : tensor<4x?x!quant.uniform<i8:f32, 2.000000e+00:15>>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%a: tensor<4x?xf32>) {
func.func @mhlo(%a: tensor<4x?xf32>) {
  // CHECK-NEXT: %0 = mhlo.uniform_quantize %a : (tensor<4x?xf32>) -> tensor<4x?x!quant.uniform<u4:f32, 2.500000e-01>>
  %0 = mhlo.uniform_quantize %a : (tensor<4x?xf32>) -> tensor<4x?x!quant.uniform<u4:f32, 2.500000e-01>>
  // CHECK-NEXT: %1 = mhlo.uniform_dequantize %0 : (tensor<4x?x!quant.uniform<u4:f32, 2.500000e-01>>) -> tensor<4x?xf32>
  %1 = mhlo.uniform_dequantize %0 : (tensor<4x?x!quant.uniform<u4:f32, 2.500000e-01>>) -> tensor<4x?xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func private @types(tensor<4x4x!quant.uniform<i8:f32:{0:2, 1:2}, {{\{\{}}1.000000e-01:1, 2.000000e-01}, {3.000000e-01, 4.000000e-01}}>>, tensor<2x!quant.any<i8<-8:7>:f32>>, tensor<2x!quant.any<u16>>, tensor<2x!quant.calibrated<f32<-9.980000e-01:1.232100e+00>>>, tensor<2x!quant.uniform<i4:bf16, 1.2345678e-05>>) -> ()
func.func private @types(tensor<4x4x!quant.uniform<i8:f32:{0:2, 1:2}, {{1.000000e-01:1, 2.000000e-01}, {3.000000e-01, 4.000000e-01}}>>, tensor<2x!quant.any<i8<-8:7>:f32>>, tensor<2x!quant.any<u16>>, tensor<2x!quant.calibrated<f32<-9.980000e-01:1.232100e+00>>>, tensor<2x!quant.uniform<i4:bf16, 1.2345678e-05>>) -> ()
