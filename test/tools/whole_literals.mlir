// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s
// Whole numbers are elements of float types too, as several printers write them; MLIR itself asks for
// a point, which what is printed has. Booleans are none.

// CHECK: %{{.*}} = arith.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK-NEXT: %{{.*}} = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %{{.*}} = arith.constant 2.000000e+00 : f64
// CHECK-NEXT: %{{.*}} = arith.constant dense<[0x7f800000, -1.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %{{.*}} = arith.constant dense<(1,2)> : tensor<1xcomplex<i32>>
func.func @whole() {
  %0 = arith.constant dense<1> : tensor<2xf32>
  %1 = arith.constant dense<[1.0, -1]> : tensor<2xf32>
  %2 = arith.constant 2 : f64
  %3 = arith.constant dense<[0x7F800000, -1.0]> : tensor<2xf32>
  %4 = arith.constant dense<[(1, 2)]> : tensor<1xcomplex<i32>>
  func.return
}

// -----

// CHECK: whole_literals.mlir:23:29: error: expected a number for bf16, got true
func.func @boolean() {
  %0 = arith.constant dense<true> : tensor<2xbf16>
  func.return
}
