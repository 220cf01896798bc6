// RUN: disc-opt %s --split-input-file -p 'lmhlo-to-loops{contractions=keep}' | filecheck %s

// A dot is left to a later pass.
// CHECK:      func.func @dot(%x: memref<?x8xf32>, %w: memref<8x?xf32>, %out: memref<?x?xf32>) {
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x8xf32>, memref<8x?xf32>) outs(%out : memref<?x?xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @dot(%x: memref<?x8xf32>, %w: memref<8x?xf32>, %out: memref<?x?xf32>) {
  lmhlo.dot_general ins(%x, %w : memref<?x8xf32>, memref<8x?xf32>) outs(%out : memref<?x?xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}
