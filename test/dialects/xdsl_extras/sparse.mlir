// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// Sparse literals are read as the dense ones they stand for.

// CHECK-LABEL: func.func @literals
func.func @literals() {
  // CHECK: arith.constant dense<{{\[\[}}1, 0, 0, 0], [0, 0, 5, 0], [0, 0, 0, 0]]> : tensor<3x4xi32>
  %0 = arith.constant sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
  // CHECK: arith.constant dense<[7.000000e+00, 0.000000e+00, 7.000000e+00]> : tensor<3xf32>
  %1 = arith.constant sparse<[[0], [2]], 7.0> : tensor<3xf32>
  // CHECK: arith.constant dense<{{\[\[}}0, 0], [0, 9]]> : tensor<2x2xi8>
  %2 = arith.constant sparse<1, 9> : tensor<2x2xi8>
  // CHECK: arith.constant dense<false> : tensor<4xi1>
  %3 = arith.constant sparse<> : tensor<4xi1>
  // CHECK: arith.constant dense<[(0.000000e+00,0.000000e+00), (1.000000e+00,2.000000e+00)]> : tensor<2xcomplex<f32>>
  %4 = arith.constant sparse<[[1]], [(1.0, 2.0)]> : tensor<2xcomplex<f32>>
  func.return
}

// Encodings stay as they are written.

#rows = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>

// CHECK-LABEL: func.func @encodings
// CHECK-SAME: tensor<?x?xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>>
func.func @encodings(%a: tensor<?x?xf32, #rows>) -> tensor<?x?xf32, #rows> {
  func.return %a : tensor<?x?xf32, #rows>
}
