// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// Elements would be read after they have been written.
// CHECK:      func.func @overwritten(%x: memref<?xf32>) {
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @overwritten(%x: memref<?xf32>) {
  lmhlo.reverse ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) {dimensions = array<i64: 0>}
  func.return
}

// -----

// In place at the same index they are not.
// CHECK:      func.func @in_place(%x: memref<?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%1: index):
// CHECK-NEXT: %2 = memref.load %x[%1] : memref<?xf32>
// CHECK-NEXT: %3 = math.tanh %2 : f32
// CHECK-NEXT: memref.store %3, %x[%1] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @in_place(%x: memref<?xf32>) {
  lmhlo.tanh ins(%x : memref<?xf32>) outs(%x : memref<?xf32>)
  func.return
}

// -----

// A part of the buffer that is written may overlap.
// CHECK:      func.func @part(%x: memref<?xf32>, %n: index) {
// CHECK-NEXT: %0 = memref.subview %x[1] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
// CHECK-NEXT: %1 = memref.subview %x[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: lmhlo.tanh ins(%0 : memref<?xf32, strided<[1], offset: 1>>) outs(%1 : memref<?xf32, strided<[1]>>)
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @part(%x: memref<?xf32>, %n: index) {
  %0 = memref.subview %x[1] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
  %1 = memref.subview %x[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  lmhlo.tanh ins(%0 : memref<?xf32, strided<[1], offset: 1>>) outs(%1 : memref<?xf32, strided<[1]>>)
  func.return
}

// -----

// Complex numbers are no scalars of arith and math.
// CHECK:      func.func @complex(%x: memref<?xcomplex<f32>>, %out: memref<?xcomplex<f32>>) {
// CHECK-NEXT: lmhlo.tanh ins(%x : memref<?xcomplex<f32>>) outs(%out : memref<?xcomplex<f32>>)
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @complex(%x: memref<?xcomplex<f32>>, %out: memref<?xcomplex<f32>>) {
  lmhlo.tanh ins(%x : memref<?xcomplex<f32>>) outs(%out : memref<?xcomplex<f32>>)
  func.return
}

// -----

// Unsigned elements are computed with as such.
// CHECK:      func.func @unsigned(%x: memref<?xui8>, %y: memref<?xui8>, %out: memref<?xui8>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?xui8>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%1: index):
// CHECK-NEXT: %2 = memref.load %x[%1] : memref<?xui8>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : ui8 to i8
// CHECK-NEXT: %4 = memref.load %y[%1] : memref<?xui8>
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %4 : ui8 to i8
// CHECK-NEXT: %6 = arith.maxui %3, %5 : i8
// CHECK-NEXT: %7 = builtin.unrealized_conversion_cast %6 : i8 to ui8
// CHECK-NEXT: memref.store %7, %out[%1] : memref<?xui8>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @unsigned(%x: memref<?xui8>, %y: memref<?xui8>, %out: memref<?xui8>) {
  lmhlo.maximum ins(%x, %y : memref<?xui8>, memref<?xui8>) outs(%out : memref<?xui8>)
  func.return
}

// -----

// There are too many scalars to choose from.
// CHECK:      func.func @many_scalars(%x: memref<17xi64>, %a0: i64, %a1: i64, %a2: i64, %a3: i64, %a4: i64, %a5: i64, %a6: i64, %a7: i64, %a8: i64, %a9: i64, %a10: i64, %a11: i64, %a12: i64, %a13: i64, %a14: i64, %a15: i64, %a16: i64, %out: memref<17xi64>) {
// CHECK-NEXT: lmhlo.fusion ins(%x : memref<17xi64>) outs(%out : memref<17xi64>) ({
// CHECK-NEXT: ^bb0(%y: tensor<17xi64>):
// CHECK-NEXT: %z = tensor.from_elements %a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16 : tensor<17xi64>
// CHECK-NEXT: %r = stablehlo.minimum %y, %z : tensor<17xi64>
// CHECK-NEXT: mhlo.return %r : tensor<17xi64>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @many_scalars(%x: memref<17xi64>, %a0: i64, %a1: i64, %a2: i64, %a3: i64, %a4: i64, %a5: i64, %a6: i64, %a7: i64, %a8: i64, %a9: i64, %a10: i64, %a11: i64, %a12: i64, %a13: i64, %a14: i64, %a15: i64, %a16: i64, %out: memref<17xi64>) {
  lmhlo.fusion ins(%x : memref<17xi64>) outs(%out : memref<17xi64>) ({
  ^bb0(%y: tensor<17xi64>):
    %z = tensor.from_elements %a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16 : tensor<17xi64>
    %r = stablehlo.minimum %y, %z : tensor<17xi64>
    mhlo.return %r : tensor<17xi64>
  })
  func.return
}
