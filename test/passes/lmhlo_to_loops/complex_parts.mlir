// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// The parts of complex numbers are read one by one.
// CHECK:      func.func @part(%x: memref<2x4xcomplex<f32>>, %y: memref<2x4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: "scf.parallel"(%c0, %c0, %c2, %c4, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// CHECK-NEXT: ^bb0(%0: index, %1: index):
// CHECK-NEXT: %2 = memref.load %x[%0, %1] : memref<2x4xcomplex<f32>>
// CHECK-NEXT: %3 = complex.im %2 : complex<f32>
// CHECK-NEXT: memref.store %3, %y[%0, %1] : memref<2x4xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index, index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @part(%x: memref<2x4xcomplex<f32>>, %y: memref<2x4xf32>) {
  lmhlo.imag ins(%x : memref<2x4xcomplex<f32>>) outs(%y : memref<2x4xf32>)
  func.return
}

// -----

// A complex number is made of its parts.
// CHECK:      func.func @number(%x: memref<3xf64>, %y: memref<3xf64>, %z: memref<3xcomplex<f64>>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: "scf.parallel"(%c0, %c3, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%0: index):
// CHECK-NEXT: %1 = memref.load %x[%0] : memref<3xf64>
// CHECK-NEXT: %2 = memref.load %y[%0] : memref<3xf64>
// CHECK-NEXT: %3 = complex.create %1, %2 : complex<f64>
// CHECK-NEXT: memref.store %3, %z[%0] : memref<3xcomplex<f64>>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @number(%x: memref<3xf64>, %y: memref<3xf64>, %z: memref<3xcomplex<f64>>) {
  lmhlo.complex ins(%x, %y : memref<3xf64>, memref<3xf64>) outs(%z : memref<3xcomplex<f64>>)
  func.return
}

// -----

// A real number has no parts that are numbers of another type.
// CHECK:      func.func @real(%x: memref<?xf32>, %y: memref<?xf32>) {
// CHECK-NEXT: lmhlo.imag ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @real(%x: memref<?xf32>, %y: memref<?xf32>) {
  lmhlo.imag ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  func.return
}
