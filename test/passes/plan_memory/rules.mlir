// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p 'plan-memory' | filecheck %s

// The third buffer lies where the first one lay. The second one would be there beside the result.
// CHECK:      func.func @chain(%x: memref<?xf32> {disc_shape.dims = [@n]}, %n: index) -> (memref<?xf32> {disc_shape.dims = [@n]}) attributes {disc_shape.peak = "== 4*n + 64*ceildiv(4*n, 64)"} {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.muli %n, %c4 : index
// CHECK-NEXT: %c63 = arith.constant 63 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %1 = arith.addi %0, %c63 : index
// CHECK-NEXT: %2 = arith.divui %1, %c64 : index
// CHECK-NEXT: %3 = arith.muli %2, %c64 : index
// CHECK-NEXT: %arena = memref.alloc(%3) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %4 = memref.view %arena[%c0][%n] {disc_shape.lifetime, disc_shape.dims = [@n]} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?xf32>) outs(%4 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %5 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%4 : memref<?xf32>) outs(%5 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %6 = memref.view %arena[%c0][%n] {disc_shape.lifetime, disc_shape.dims = [@n]} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%5 : memref<?xf32>) outs(%6 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: memref.dealloc %5 : memref<?xf32>
// CHECK-NEXT: %7 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%6 : memref<?xf32>) outs(%7 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return %7 : memref<?xf32>
// CHECK-NEXT: }
func.func @chain(%x: memref<?xf32> {disc_shape.dims = [@n]}, %n: index) -> (memref<?xf32> {disc_shape.dims = [@n]}) {
  %0 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
  lmhlo.reverse ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>) {dimensions = array<i64: 0>}
  %1 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
  lmhlo.reverse ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %0 : memref<?xf32>
  %2 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
  lmhlo.reverse ins(%1 : memref<?xf32>) outs(%2 : memref<?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %1 : memref<?xf32>
  %3 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
  lmhlo.reverse ins(%2 : memref<?xf32>) outs(%3 : memref<?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %2 : memref<?xf32>
  func.return %3 : memref<?xf32>
}
disc_shape.SymbolDim @n

// -----

// A multiple of 64 bytes is not rounded. What is proved to be no larger is left out of a maximum.
// CHECK:      func.func @at_most(%x: memref<?x16xf32> {disc_shape.dims = [@n, @C16]}, %n: index, %r: memref<?x16xf32> {disc_shape.dims = [@n, @C16]}) attributes {disc_shape.peak = "== 64*n + 64"} {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %m = arith.addi %n, %c1 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %0 = arith.muli %n, %c64 : index
// CHECK-NEXT: %1 = arith.addi %c64, %0 : index
// CHECK-NEXT: %arena = memref.alloc(%1) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %2 = memref.view %arena[%c0][%n] {disc_shape.lifetime, disc_shape.dims = [@n, @C16]} : memref<?xi8> to memref<?x16xf32>
// CHECK-NEXT: lmhlo.tanh ins(%x : memref<?x16xf32>) outs(%2 : memref<?x16xf32>)
// CHECK-NEXT: lmhlo.negate ins(%2 : memref<?x16xf32>) outs(%r : memref<?x16xf32>)
// CHECK-NEXT: %3 = memref.view %arena[%c0][%m] {disc_shape.lifetime, disc_shape.dims = [@m, @C16]} : memref<?xi8> to memref<?x16xf32>
// CHECK-NEXT: "test.write"(%3) : (memref<?x16xf32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @at_most(%x: memref<?x16xf32> {disc_shape.dims = [@n, @C16]}, %n: index, %r: memref<?x16xf32> {disc_shape.dims = [@n, @C16]}) {
  %c1 = arith.constant 1 : index
  %m = arith.addi %n, %c1 : index
  %0 = memref.alloc(%n) {disc_shape.dims = [@n, @C16]} : memref<?x16xf32>
  lmhlo.tanh ins(%x : memref<?x16xf32>) outs(%0 : memref<?x16xf32>)
  lmhlo.negate ins(%0 : memref<?x16xf32>) outs(%r : memref<?x16xf32>)
  memref.dealloc %0 : memref<?x16xf32>
  %1 = memref.alloc(%m) {disc_shape.dims = [@m, @C16]} : memref<?x16xf32>
  "test.write"(%1) : (memref<?x16xf32>) -> ()
  memref.dealloc %1 : memref<?x16xf32>
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C16 {value = 16}

// -----

// No comparison is proved: the arena has the larger size.
// CHECK:      func.func @unrelated(%n: index, %m: index) attributes {disc_shape.peak = "== max(64*n, 64*m)"} {
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %0 = arith.muli %m, %c64 : index
// CHECK-NEXT: %1 = arith.muli %n, %c64 : index
// CHECK-NEXT: %2 = arith.maxsi %1, %0 : index
// CHECK-NEXT: %arena = memref.alloc(%2) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %3 = memref.view %arena[%c0][%n] {disc_shape.lifetime, disc_shape.dims = [@n, @C16]} : memref<?xi8> to memref<?x16xf32>
// CHECK-NEXT: "test.write"(%3) : (memref<?x16xf32>) -> ()
// CHECK-NEXT: %4 = memref.view %arena[%c0][%m] {disc_shape.lifetime, disc_shape.dims = [@m, @C16]} : memref<?xi8> to memref<?x16xf32>
// CHECK-NEXT: "test.write"(%4) : (memref<?x16xf32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @unrelated(%n: index, %m: index) {
  %0 = memref.alloc(%n) {disc_shape.dims = [@n, @C16]} : memref<?x16xf32>
  "test.write"(%0) : (memref<?x16xf32>) -> ()
  memref.dealloc %0 : memref<?x16xf32>
  %1 = memref.alloc(%m) {disc_shape.dims = [@m, @C16]} : memref<?x16xf32>
  "test.write"(%1) : (memref<?x16xf32>) -> ()
  memref.dealloc %1 : memref<?x16xf32>
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C16 {value = 16}

// -----

// Alive at once: one lies above the other.
// CHECK:      func.func @together(%x: memref<4xf32>) attributes {disc_shape.peak = "== 128"} {
// CHECK-NEXT: %c128 = arith.constant 128 : index
// CHECK-NEXT: %arena = memref.alloc(%c128) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.view %arena[%c0][] {disc_shape.lifetime} : memref<?xi8> to memref<4xf32>
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: lmhlo.tanh ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT: %1 = memref.view %arena[%c64][] {disc_shape.lifetime} : memref<?xi8> to memref<4xf32>
// CHECK-NEXT: lmhlo.reverse ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @together(%x: memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  lmhlo.tanh ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  %1 = memref.alloc() : memref<4xf32>
  lmhlo.reverse ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %0 : memref<4xf32>
  memref.dealloc %1 : memref<4xf32>
  func.return
}

// -----

// A view prolongs the lifetime.
// CHECK:      func.func @view(%n: index, %r: memref<?xf32>) {
// CHECK-NEXT: %c16 = arith.constant 16 : index
// CHECK-NEXT: %0 = arith.muli %n, %c16 : index
// CHECK-NEXT: %c63 = arith.constant 63 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %1 = arith.addi %0, %c63 : index
// CHECK-NEXT: %2 = arith.divui %1, %c64 : index
// CHECK-NEXT: %3 = arith.muli %2, %c64 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %4 = arith.muli %3, %c2 : index
// CHECK-NEXT: %arena = memref.alloc(%4) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %5 = memref.view %arena[%c0][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?x4xf32>
// CHECK-NEXT: "test.write"(%5) : (memref<?x4xf32>) -> ()
// CHECK-NEXT: %6 = memref.collapse_shape %5 {{\[\[}}0 : i64, 1 : i64]] : memref<?x4xf32> into memref<?xf32>
// CHECK-NEXT: %7 = memref.view %arena[%3][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?x4xf32>
// CHECK-NEXT: "test.write"(%7) : (memref<?x4xf32>) -> ()
// CHECK-NEXT: lmhlo.copy ins(%6 : memref<?xf32>) outs(%r : memref<?xf32>)
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @view(%n: index, %r: memref<?xf32>) {
  %0 = memref.alloc(%n) : memref<?x4xf32>
  "test.write"(%0) : (memref<?x4xf32>) -> ()
  %1 = memref.collapse_shape %0 [[0 : i64, 1 : i64]] : memref<?x4xf32> into memref<?xf32>
  %2 = memref.alloc(%n) : memref<?x4xf32>
  "test.write"(%2) : (memref<?x4xf32>) -> ()
  memref.dealloc %2 : memref<?x4xf32>
  lmhlo.copy ins(%1 : memref<?xf32>) outs(%r : memref<?xf32>)
  memref.dealloc %0 : memref<?x4xf32>
  func.return
}

// -----

// Branches share; a buffer of the body of a loop has a place in the arena of the function, and what
// is alive around the loop lies elsewhere.
// CHECK:      func.func @regions(%c: i1, %n: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.muli %n, %c4 : index
// CHECK-NEXT: %c63 = arith.constant 63 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %1 = arith.addi %0, %c63 : index
// CHECK-NEXT: %2 = arith.divui %1, %c64 : index
// CHECK-NEXT: %3 = arith.muli %2, %c64 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %4 = arith.muli %3, %c2 : index
// CHECK-NEXT: %arena = memref.alloc(%4) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %5 = memref.view %arena[%c0][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: "test.write"(%5) : (memref<?xf32>) -> ()
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: %6 = memref.view %arena[%3][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: "test.write"(%6) : (memref<?xf32>) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: "test.read"(%5) : (memref<?xf32>) -> ()
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: %7 = memref.view %arena[%c0][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: "test.write"(%7) : (memref<?xf32>) -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: %8 = memref.view %arena[%c0][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: "test.write"(%8) : (memref<?xf32>) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @regions(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%0) : (memref<?xf32>) -> ()
  scf.for %i = %c0 to %n step %c1 {
    %1 = memref.alloc(%n) : memref<?xf32>
    "test.write"(%1) : (memref<?xf32>) -> ()
    memref.dealloc %1 : memref<?xf32>
  }
  "test.read"(%0) : (memref<?xf32>) -> ()
  memref.dealloc %0 : memref<?xf32>
  scf.if %c {
    %2 = memref.alloc(%n) : memref<?xf32>
    "test.write"(%2) : (memref<?xf32>) -> ()
    memref.dealloc %2 : memref<?xf32>
  } else {
    %3 = memref.alloc(%n) : memref<?xf32>
    "test.write"(%3) : (memref<?xf32>) -> ()
    memref.dealloc %3 : memref<?xf32>
  }
  func.return
}

// -----

// Used before and in a loop: alive in all of its iterations.
// CHECK:      func.func @into_loop(%n: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.muli %n, %c4 : index
// CHECK-NEXT: %c63 = arith.constant 63 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %1 = arith.addi %0, %c63 : index
// CHECK-NEXT: %2 = arith.divui %1, %c64 : index
// CHECK-NEXT: %3 = arith.muli %2, %c64 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %4 = arith.muli %3, %c2 : index
// CHECK-NEXT: %arena = memref.alloc(%4) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %5 = memref.view %arena[%c0][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: "test.write"(%5) : (memref<?xf32>) -> ()
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: "test.read"(%5) : (memref<?xf32>) -> ()
// CHECK-NEXT: %6 = memref.view %arena[%3][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: "test.write"(%6) : (memref<?xf32>) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @into_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%0) : (memref<?xf32>) -> ()
  scf.for %i = %c0 to %n step %c1 {
    "test.read"(%0) : (memref<?xf32>) -> ()
    %1 = memref.alloc(%n) : memref<?xf32>
    "test.write"(%1) : (memref<?xf32>) -> ()
    memref.dealloc %1 : memref<?xf32>
  }
  memref.dealloc %0 : memref<?xf32>
  func.return
}

// -----

// Not planned: what is passed on, what iterations run at once, and sizes that data decide.
// CHECK:      func.func @not_planned(%n: index, %p: memref<index>) -> memref<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: "test.write"(%0) : (memref<?xf32>) -> ()
// CHECK-NEXT: "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%i: index):
// CHECK-NEXT: %1 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: "test.write"(%1) : (memref<?xf32>) -> ()
// CHECK-NEXT: memref.dealloc %1 : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: %m = memref.load %p[] : memref<index>
// CHECK-NEXT: %2 = memref.alloc(%m) : memref<?xf32>
// CHECK-NEXT: "test.write"(%2) : (memref<?xf32>) -> ()
// CHECK-NEXT: memref.dealloc %2 : memref<?xf32>
// CHECK-NEXT: func.return %0 : memref<?xf32>
// CHECK-NEXT: }
func.func @not_planned(%n: index, %p: memref<index>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%0) : (memref<?xf32>) -> ()
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %1 = memref.alloc(%n) : memref<?xf32>
    "test.write"(%1) : (memref<?xf32>) -> ()
    memref.dealloc %1 : memref<?xf32>
    scf.reduce
  }
  %m = memref.load %p[] : memref<index>
  %2 = memref.alloc(%m) : memref<?xf32>
  "test.write"(%2) : (memref<?xf32>) -> ()
  memref.dealloc %2 : memref<?xf32>
  func.return %0 : memref<?xf32>
}

// -----

// The size is computed after a check which a negative one does not pass: it counts as none, and the
// check comes after the arena.
// CHECK:      func.func @clamped(%n: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %m = arith.subi %n, %c4 : index
// CHECK-NEXT: %0 = arith.maxsi %m, %c0 : index
// CHECK-NEXT: %1 = arith.muli %0, %c4 : index
// CHECK-NEXT: %c63 = arith.constant 63 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %2 = arith.addi %1, %c63 : index
// CHECK-NEXT: %3 = arith.divui %2, %c64 : index
// CHECK-NEXT: %4 = arith.muli %3, %c64 : index
// CHECK-NEXT: %c128 = arith.constant 128 : index
// CHECK-NEXT: %5 = arith.maxsi %c128, %4 : index
// CHECK-NEXT: %arena = memref.alloc(%5) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %6 = memref.view %arena[%c0][] {disc_shape.lifetime} : memref<?xi8> to memref<32xf32>
// CHECK-NEXT: "test.write"(%6) : (memref<32xf32>) -> ()
// CHECK-NEXT: %ok = arith.cmpi sge, %n, %c4 : index
// CHECK-NEXT: cf.assert %ok, "n is less than 4"
// CHECK-NEXT: %7 = memref.view %arena[%c0][%m] {disc_shape.lifetime} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: "test.write"(%7) : (memref<?xf32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @clamped(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = memref.alloc() : memref<32xf32>
  "test.write"(%0) : (memref<32xf32>) -> ()
  %ok = arith.cmpi sge, %n, %c4 : index
  cf.assert %ok, "n is less than 4"
  %m = arith.subi %n, %c4 : index
  %1 = memref.alloc(%m) : memref<?xf32>
  "test.write"(%1) : (memref<?xf32>) -> ()
  memref.dealloc %1 : memref<?xf32>
  memref.dealloc %0 : memref<32xf32>
  func.return
}

// -----

// Elements that are no whole bytes stay where they are, and the peak is unknown.
// CHECK:      func.func @narrow(%n: index) {
// CHECK-NEXT: %0 = memref.alloc(%n) : memref<?xi4>
// CHECK-NEXT: "test.write"(%0) : (memref<?xi4>) -> ()
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %1 = arith.muli %n, %c4 : index
// CHECK-NEXT: %c63 = arith.constant 63 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %2 = arith.addi %1, %c63 : index
// CHECK-NEXT: %3 = arith.divui %2, %c64 : index
// CHECK-NEXT: %4 = arith.muli %3, %c64 : index
// CHECK-NEXT: %arena = memref.alloc(%4) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %5 = memref.view %arena[%c0][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: "test.write"(%5) : (memref<?xf32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: memref.dealloc %0 : memref<?xi4>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @narrow(%n: index) {
  %0 = memref.alloc(%n) : memref<?xi4>
  "test.write"(%0) : (memref<?xi4>) -> ()
  %1 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%1) : (memref<?xf32>) -> ()
  memref.dealloc %0 : memref<?xi4>
  memref.dealloc %1 : memref<?xf32>
  func.return
}
