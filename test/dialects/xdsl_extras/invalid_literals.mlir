// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s
// A number without a point is no element of a float type, as in MLIR.

// CHECK: invalid_literals.mlir:6:29: error: expected a number with a point for f32, got 1
func.func @splat() {
  %0 = arith.constant dense<1> : tensor<2xf32>
  func.return
}

// -----

// CHECK: error: expected a number with a point for f32, got -1
func.func @element() {
  %0 = arith.constant dense<[1.0, -1]> : tensor<2xf32>
  func.return
}

// -----

// CHECK: error: expected a number with a point for bf16, got true
func.func @boolean() {
  %0 = arith.constant dense<true> : tensor<2xbf16>
  func.return
}

// -----

// CHECK: error: expected a number with a point for f32, got 1
func.func @complex() {
  %0 = arith.constant dense<(1, 1.0)> : tensor<complex<f32>>
  func.return
}

// -----

// CHECK: invalid_literals.mlir:38:23: error: expected a number with a point for f64, got 2
func.func @scalar() {
  %0 = arith.constant 2 : f64
  func.return
}

// -----

// CHECK: dense<[0x7f800000, -1.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %{{.*}} = arith.constant 0x7f800000 : f32
// CHECK-NEXT: %{{.*}} = arith.constant dense<(1,2)> : tensor<1xcomplex<i32>>
func.func @right() {
  %0 = arith.constant dense<[0x7F800000, -1.0]> : tensor<2xf32>
  %1 = arith.constant 0x7F800000 : f32
  %2 = arith.constant dense<[(1, 2)]> : tensor<1xcomplex<i32>>
  func.return
}
