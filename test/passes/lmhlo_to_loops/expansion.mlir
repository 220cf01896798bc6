// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// An outer axis that may expand: its stride is chosen once.
// CHECK:      func.func @outer(%x: memref<?x4xf32>, %out: memref<?x4xf32>, %s: memref<2xindex>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %2 = arith.cmpi eq, %1, %c1 : index
// CHECK-NEXT: %3 = arith.select %2, %c0, %c1 : index
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%4: index):
// CHECK-NEXT: %5 = arith.muli %4, %3 : index
// CHECK-NEXT: scf.for %6 = %c0 to %c4 step %c1 {
// CHECK-NEXT: %7 = memref.load %x[%5, %6] : memref<?x4xf32>
// CHECK-NEXT: memref.store %7, %out[%4, %6] : memref<?x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @outer(%x: memref<?x4xf32>, %out: memref<?x4xf32>, %s: memref<2xindex>) {
  lmhlo.dynamic_broadcast_in_dim ins(%x, %s : memref<?x4xf32>, memref<2xindex>) outs(%out : memref<?x4xf32>) {broadcast_dimensions = array<i64: 0, 1>}
  func.return
}

// -----

// An innermost one: two versions.
// CHECK:      func.func @inner(%x: memref<?xf32>, %out: memref<?x?xf32>, %s: memref<2xindex>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %3 = arith.cmpi eq, %2, %c1 : index
// CHECK-NEXT: %4 = arith.select %3, %c0, %c1 : index
// CHECK-NEXT: %5 = arith.cmpi eq, %2, %1 : index
// CHECK-NEXT: scf.if %5 {
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%6: index):
// CHECK-NEXT: scf.for %7 = %c0 to %1 step %c1 {
// CHECK-NEXT: %8 = memref.load %x[%7] : memref<?xf32>
// CHECK-NEXT: memref.store %8, %out[%6, %7] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%9: index):
// CHECK-NEXT: scf.for %10 = %c0 to %1 step %c1 {
// CHECK-NEXT: %11 = arith.muli %10, %4 : index
// CHECK-NEXT: %12 = memref.load %x[%11] : memref<?xf32>
// CHECK-NEXT: memref.store %12, %out[%9, %10] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @inner(%x: memref<?xf32>, %out: memref<?x?xf32>, %s: memref<2xindex>) {
  lmhlo.dynamic_broadcast_in_dim ins(%x, %s : memref<?xf32>, memref<2xindex>) outs(%out : memref<?x?xf32>) {broadcast_dimensions = array<i64: 1>}
  func.return
}

// -----

// Known to expand, known not to.
// CHECK:      func.func @known(%x: memref<?x?xf32>, %out: memref<?x?xf32>, %s: memref<2xindex>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index):
// CHECK-NEXT: scf.for %3 = %c0 to %1 step %c1 {
// CHECK-NEXT: %4 = memref.load %x[%c0, %3] : memref<?x?xf32>
// CHECK-NEXT: memref.store %4, %out[%2, %3] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @known(%x: memref<?x?xf32>, %out: memref<?x?xf32>, %s: memref<2xindex>) {
  lmhlo.dynamic_broadcast_in_dim ins(%x, %s : memref<?x?xf32>, memref<2xindex>) outs(%out : memref<?x?xf32>) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>}
  func.return
}

// -----

// Equal symbols: it does not expand.
// CHECK:      func.func @equal(%x: memref<?xf32> {disc_shape.dims = [@N]}, %out: memref<?x?xf32> {disc_shape.dims = [@M, @N]}, %s: memref<2xindex>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index):
// CHECK-NEXT: scf.for %3 = %c0 to %0 step %c1 {
// CHECK-NEXT: %4 = memref.load %x[%3] : memref<?xf32>
// CHECK-NEXT: memref.store %4, %out[%2, %3] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @equal(%x: memref<?xf32> {disc_shape.dims = [@N]}, %out: memref<?x?xf32> {disc_shape.dims = [@M, @N]}, %s: memref<2xindex>) {
  lmhlo.dynamic_broadcast_in_dim ins(%x, %s : memref<?xf32>, memref<2xindex>) outs(%out : memref<?x?xf32>) {broadcast_dimensions = array<i64: 1>}
  func.return
}
disc_shape.SymbolDim @N
disc_shape.SymbolDim @M
