// RUN: disc-opt %s | disc-opt | filecheck %s

// Decimal numbers that their float type does not hold are infinite, and storage types of quantized
// tensors have MLIR's names too.

// CHECK: func.func @numbers(%a: tensor<4x!quant.uniform<u8:f32, 2.000000e+00:16>>, %b: tensor<4x!quant.uniform<i8:f32, 2.000000e+00:16>>) {
func.func @numbers(%a: tensor<4x!quant.uniform<ui8:f32, 2.0:16>>, %b: tensor<4x!quant.uniform<si8:f32, 2.0:16>>) {
  // CHECK-NEXT: arith.constant 0x7f800000 : f32
  %0 = arith.constant 1.0e300 : f32
  // CHECK-NEXT: arith.constant 0xff800000 : f32
  %1 = arith.constant -1.0e300 : f32
  // CHECK-NEXT: arith.constant 0x7c00 : f16
  %2 = arith.constant 7.0e4 : f16
  // CHECK-NEXT: arith.constant 1.000000e+300 : f64
  %3 = arith.constant 1.0e300 : f64
  func.return
}
