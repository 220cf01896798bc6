// RUN: disc-opt %s --split-input-file -p 'lmhlo-to-loops,widen-contractions' | filecheck %s

// Three rows read each element of the right operand three times.
// CHECK-LABEL: func.func @few_rows(
// CHECK-NOT:     memref.alloc
// CHECK:         arith.extf
// CHECK-NOT:     memref.alloc
func.func @few_rows(%x: memref<3x8xbf16>, %w: memref<8x16xbf16>, %y: memref<3x16xbf16>) {
  lmhlo.dot_general ins(%x, %w : memref<3x8xbf16>, memref<8x16xbf16>) outs(%y : memref<3x16xbf16>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// A product with a vector has no rows.
// CHECK-LABEL: func.func @vector(
// CHECK-NOT:     memref.alloc
// CHECK:         arith.extf
// CHECK-NOT:     memref.alloc
func.func @vector(%x: memref<?x?xbf16>, %w: memref<?xbf16>, %y: memref<?xbf16>) {
  lmhlo.dot_general ins(%x, %w : memref<?x?xbf16>, memref<?xbf16>) outs(%y : memref<?xbf16>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// No float holds each sum of products of two integers of 32 bits, nor one of 16 bits of many terms.
// CHECK-LABEL: func.func @integers(
// CHECK-NOT:     memref.alloc
// CHECK:         arith.extsi
// CHECK-NOT:     memref.alloc
func.func @integers(%x: memref<?x?xi16>, %w: memref<?x?xi16>, %y: memref<?x?xi32>) {
  lmhlo.dot_general ins(%x, %w : memref<?x?xi16>, memref<?x?xi16>) outs(%y : memref<?x?xi32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// A sum of bytes that wraps to 8 bits converts nothing.
// CHECK-LABEL: func.func @wraps(
// CHECK-NOT:     memref.alloc
// CHECK:         arith.muli %{{.*}} : i8
// CHECK-NOT:     memref.alloc
func.func @wraps(%x: memref<32x8xi8>, %w: memref<8x16xi8>, %y: memref<32x16xi8>) {
  lmhlo.dot_general ins(%x, %w : memref<32x8xi8>, memref<8x16xi8>) outs(%y : memref<32x16xi8>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// A product of f32 is one already.
// CHECK-LABEL: func.func @floats(
// CHECK-NOT:     memref.alloc
// CHECK:         arith.mulf
// CHECK-NOT:     memref.alloc
func.func @floats(%x: memref<32x8xf32>, %w: memref<8x16xf32>, %y: memref<32x16xf32>) {
  lmhlo.dot_general ins(%x, %w : memref<32x8xf32>, memref<8x16xf32>) outs(%y : memref<32x16xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}
