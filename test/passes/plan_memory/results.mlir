// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p 'plan-memory' | filecheck %s
// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p 'test-print-memory-plan' | filecheck %s --check-prefix=PLAN

// The result is alive beside two buffers when it is written, so its memory serves for one before.
// PLAN:      // function @chain: peak == 4*S0 + 64*ceildiv(4*S0, 64)
// PLAN-NEXT: //   arena: 64*ceildiv(4*S0, 64)
// PLAN-NEXT: //     64*ceildiv(4*S0, 64) bytes at 0 from lmhlo.reverse to lmhlo.reverse
// PLAN-NEXT: //     64*ceildiv(4*S0, 64) bytes at 0 from lmhlo.reverse to lmhlo.reverse
// PLAN-NEXT: //   memory of a result:
// PLAN-NEXT: //     from lmhlo.reverse to lmhlo.reverse
// CHECK:      func.func @chain
// CHECK:      %0 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK:      %arena = memref.alloc
// CHECK-NEXT: %5 = memref.view %arena[%c0][%n] {disc_shape.lifetime, disc_shape.dims = [@S0]} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?xf32>) outs(%5 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %6 = memref.reinterpret_cast %0 to offset: [0], sizes: [%n], strides: [1] {disc_shape.lifetime, disc_shape.dims = [@S0]} : memref<?xf32> to memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%5 : memref<?xf32>) outs(%6 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %7 = memref.view %arena[%c0][%n] {disc_shape.lifetime, disc_shape.dims = [@S0]} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%6 : memref<?xf32>) outs(%7 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: lmhlo.reverse ins(%7 : memref<?xf32>) outs(%0 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return %0 : memref<?xf32>
func.func @chain(%x: memref<?xf32> {disc_shape.dims = [@S0]}) -> (memref<?xf32> {disc_shape.dims = [@S0]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xf32>
  lmhlo.reverse ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>) {dimensions = array<i64: 0>}
  %1 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xf32>
  lmhlo.reverse ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %0 : memref<?xf32>
  %2 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xf32>
  lmhlo.reverse ins(%1 : memref<?xf32>) outs(%2 : memref<?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %1 : memref<?xf32>
  %3 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xf32>
  lmhlo.reverse ins(%2 : memref<?xf32>) outs(%3 : memref<?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %2 : memref<?xf32>
  func.return %3 : memref<?xf32>
}
disc_shape.SymbolDim @S0

// -----

// A view of other sizes with as many elements, by proof; strides are computed before.
// CHECK:      func.func @merged
// CHECK:      %r = memref.alloc(%p) {disc_shape.dims = [@S2]} : memref<?xf32>
// CHECK:      memref.reinterpret_cast %r to offset: [0], sizes: [%n, %m], strides: [%m, 1] {disc_shape.lifetime, disc_shape.dims = [@S0, @S1]} : memref<?xf32> to memref<?x?xf32>
func.func @merged(%x: memref<?x?xf32> {disc_shape.dims = [@S0, @S1]}) -> (memref<?xf32> {disc_shape.dims = [@S2]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %m = memref.dim %x, %c1 : memref<?x?xf32>
  %p = arith.muli %n, %m : index
  %0 = memref.alloc(%n, %m) {disc_shape.dims = [@S0, @S1]} : memref<?x?xf32>
  lmhlo.reverse ins(%x : memref<?x?xf32>) outs(%0 : memref<?x?xf32>) {dimensions = array<i64: 0>}
  %1 = memref.alloc(%n, %m) {disc_shape.dims = [@S0, @S1]} : memref<?x?xf32>
  lmhlo.reverse ins(%0 : memref<?x?xf32>) outs(%1 : memref<?x?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %0 : memref<?x?xf32>
  %2 = memref.alloc(%n, %m) {disc_shape.dims = [@S0, @S1]} : memref<?x?xf32>
  lmhlo.reverse ins(%1 : memref<?x?xf32>) outs(%2 : memref<?x?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %1 : memref<?x?xf32>
  %3 = memref.collapse_shape %2 [[0 : i64, 1 : i64]] {disc_shape.dims = [@S2]} : memref<?x?xf32> into memref<?xf32>
  %r = memref.alloc(%p) {disc_shape.dims = [@S2]} : memref<?xf32>
  lmhlo.reverse ins(%3 : memref<?xf32>) outs(%r : memref<?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %2 : memref<?x?xf32>
  func.return %r : memref<?xf32>
}
disc_shape.SymbolDim @S0
disc_shape.SymbolDim @S1
disc_shape.SymbolDim @S2

// -----

// Another element type, of the same width, has no view in memory of this one.
// CHECK-LABEL: func.func @type_differs
// CHECK-NOT:   memref.reinterpret_cast
// CHECK:       func.return
func.func @type_differs(%x: memref<?xi32> {disc_shape.dims = [@S0]}) -> (memref<?xf32> {disc_shape.dims = [@S0]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  %0 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xi32>
  lmhlo.reverse ins(%x : memref<?xi32>) outs(%0 : memref<?xi32>) {dimensions = array<i64: 0>}
  %1 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xi32>
  lmhlo.reverse ins(%0 : memref<?xi32>) outs(%1 : memref<?xi32>) {dimensions = array<i64: 0>}
  memref.dealloc %0 : memref<?xi32>
  %2 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xi32>
  lmhlo.reverse ins(%1 : memref<?xi32>) outs(%2 : memref<?xi32>) {dimensions = array<i64: 0>}
  memref.dealloc %1 : memref<?xi32>
  %3 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xf32>
  lmhlo.convert ins(%2 : memref<?xi32>) outs(%3 : memref<?xf32>)
  memref.dealloc %2 : memref<?xi32>
  func.return %3 : memref<?xf32>
}
disc_shape.SymbolDim @S0

// -----

// The sizes of buffer and result differ, or may differ.
// CHECK-LABEL: func.func @sizes_differ
// CHECK-NOT:   memref.reinterpret_cast
// CHECK:       func.return
func.func @sizes_differ(%x: memref<?xf32> {disc_shape.dims = [@S0]}, %y: memref<?xf32> {disc_shape.dims = [@S1]}) -> (memref<?xf32> {disc_shape.dims = [@S1]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = memref.dim %y, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xf32>
  lmhlo.reverse ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>) {dimensions = array<i64: 0>}
  %1 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xf32>
  lmhlo.reverse ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %0 : memref<?xf32>
  %2 = memref.alloc(%n) {disc_shape.dims = [@S0]} : memref<?xf32>
  lmhlo.reverse ins(%1 : memref<?xf32>) outs(%2 : memref<?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %1 : memref<?xf32>
  %3 = memref.alloc(%m) {disc_shape.dims = [@S1]} : memref<?xf32>
  "test.write"(%2, %3) : (memref<?xf32>, memref<?xf32>) -> ()
  memref.dealloc %2 : memref<?xf32>
  func.return %3 : memref<?xf32>
}
disc_shape.SymbolDim @S0
disc_shape.SymbolDim @S1

// -----

// An argument may be negative in a run that a check stops later, so nothing of its size is
// allocated earlier.
// CHECK-LABEL: func.func @argument
// CHECK-NOT:   memref.reinterpret_cast
// CHECK:       func.return
func.func @argument(%x: memref<?xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%0) : (memref<?xf32>) -> ()
  %1 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%0, %1) : (memref<?xf32>, memref<?xf32>) -> ()
  memref.dealloc %0 : memref<?xf32>
  %2 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%1, %2) : (memref<?xf32>, memref<?xf32>) -> ()
  memref.dealloc %1 : memref<?xf32>
  %3 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%2, %3) : (memref<?xf32>, memref<?xf32>) -> ()
  memref.dealloc %2 : memref<?xf32>
  func.return %3 : memref<?xf32>
}
