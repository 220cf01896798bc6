// RUN: disc-opt %s --split-input-file -p 'lmhlo-to-loops' | filecheck %s

// Products of half precision are added up in single precision and rounded once.
// CHECK:      func.func @half(%x: memref<4x?xf16> {disc_shape.dims = [@C4, @k]}, %w: memref<?x4xf16> {disc_shape.dims = [@k, @C4]}, %y: memref<4x4xf16>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %1 = memref.dim %x, %c1 : memref<4x?xf16>
// CHECK-NEXT: "scf.parallel"(%c0, %c0, %c4, %c4, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index, %3: index):
// CHECK-NEXT: %4 = scf.for %5 = %c0 to %1 step %c1 iter_args(%6 = %0) -> (f32) {
// CHECK-NEXT: %7 = memref.load %x[%2, %5] : memref<4x?xf16>
// CHECK-NEXT: %8 = memref.load %w[%5, %3] : memref<?x4xf16>
// CHECK-NEXT: %9 = arith.extf %7 : f16 to f32
// CHECK-NEXT: %10 = arith.extf %8 : f16 to f32
// CHECK-NEXT: %11 = arith.mulf %9, %10 : f32
// CHECK-NEXT: %12 = arith.addf %6, %11 : f32
// CHECK-NEXT: scf.yield %12 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %13 = arith.truncf %4 : f32 to f16
// CHECK-NEXT: memref.store %13, %y[%2, %3] : memref<4x4xf16>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index, index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @half(%x: memref<4x?xf16> {disc_shape.dims = [@C4, @k]}, %w: memref<?x4xf16> {disc_shape.dims = [@k, @C4]}, %y: memref<4x4xf16>) {
  lmhlo.dot_general ins(%x, %w : memref<4x?xf16>, memref<?x4xf16>) outs(%y : memref<4x4xf16>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}
disc_shape.SymbolDim @C4 {value = 4}
disc_shape.SymbolDim @k

// -----

// Products of integers wrap in the type of the result.
// CHECK:      func.func @integers(%x: memref<4x?xi8> {disc_shape.dims = [@C4, @k]}, %w: memref<?x4xi8> {disc_shape.dims = [@k, @C4]}, %y: memref<4x4xi8>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 0 : i8
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %1 = memref.dim %x, %c1 : memref<4x?xi8>
// CHECK-NEXT: "scf.parallel"(%c0, %c0, %c4, %c4, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index, %3: index):
// CHECK-NEXT: %4 = scf.for %5 = %c0 to %1 step %c1 iter_args(%6 = %0) -> (i8) {
// CHECK-NEXT: %7 = memref.load %x[%2, %5] : memref<4x?xi8>
// CHECK-NEXT: %8 = memref.load %w[%5, %3] : memref<?x4xi8>
// CHECK-NEXT: %9 = arith.muli %7, %8 : i8
// CHECK-NEXT: %10 = arith.addi %6, %9 : i8
// CHECK-NEXT: scf.yield %10 : i8
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %4, %y[%2, %3] : memref<4x4xi8>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index, index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @integers(%x: memref<4x?xi8> {disc_shape.dims = [@C4, @k]}, %w: memref<?x4xi8> {disc_shape.dims = [@k, @C4]}, %y: memref<4x4xi8>) {
  lmhlo.dot_general ins(%x, %w : memref<4x?xi8>, memref<?x4xi8>) outs(%y : memref<4x4xi8>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}
disc_shape.SymbolDim @C4 {value = 4}
disc_shape.SymbolDim @k
