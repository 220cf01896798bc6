// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p 'plan-memory{facts=equal}' | filecheck %s

// Without facts even static sizes are not related: each buffer has a term of its own.
// CHECK:      func.func @apart(%x: memref<4xf32>, %y: memref<8xf32>) attributes {disc_shape.peak = "== 128"} {
// CHECK-NEXT: %c128 = arith.constant 128 : index
// CHECK-NEXT: %arena = memref.alloc(%c128) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.view %arena[%c0][] {disc_shape.lifetime} : memref<?xi8> to memref<4xf32>
// CHECK-NEXT: lmhlo.tanh ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT: lmhlo.tanh ins(%0 : memref<4xf32>) outs(%x : memref<4xf32>)
// CHECK-NEXT: %1 = memref.view %arena[%c0][] {disc_shape.lifetime} : memref<?xi8> to memref<32xf32>
// CHECK-NEXT: "test.write"(%1) : (memref<32xf32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @apart(%x: memref<4xf32>, %y: memref<8xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  lmhlo.tanh ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  lmhlo.tanh ins(%0 : memref<4xf32>) outs(%x : memref<4xf32>)
  memref.dealloc %0 : memref<4xf32>
  %1 = memref.alloc() : memref<32xf32>
  "test.write"(%1) : (memref<32xf32>) -> ()
  memref.dealloc %1 : memref<32xf32>
  func.return
}

// -----

// Sizes that are one symbol are not taken to be equal.
// CHECK:      func.func @equal(%n: index) attributes {disc_shape.peak = "== 64*ceildiv(4*n, 64)"} {
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
// CHECK-NEXT: "test.write"(%4) : (memref<?xf32>) -> ()
// CHECK-NEXT: %5 = memref.view %arena[%c0][%n] {disc_shape.lifetime, disc_shape.dims = [@n]} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: "test.write"(%5) : (memref<?xf32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @equal(%n: index) {
  %0 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
  "test.write"(%0) : (memref<?xf32>) -> ()
  memref.dealloc %0 : memref<?xf32>
  %1 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
  "test.write"(%1) : (memref<?xf32>) -> ()
  memref.dealloc %1 : memref<?xf32>
  func.return
}
disc_shape.SymbolDim @n

// -----

// A product of the same sizes.
// CHECK:      func.func @product(%n: index, %m: index) attributes {disc_shape.peak = "== 64*ceildiv(4*m*n, 64)"} {
// CHECK-NEXT: %nm = arith.muli %n, %m : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.muli %nm, %c4 : index
// CHECK-NEXT: %c63 = arith.constant 63 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %1 = arith.addi %0, %c63 : index
// CHECK-NEXT: %2 = arith.divui %1, %c64 : index
// CHECK-NEXT: %3 = arith.muli %2, %c64 : index
// CHECK-NEXT: %arena = memref.alloc(%3) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %4 = memref.view %arena[%c0][%n, %m] {disc_shape.lifetime, disc_shape.dims = [@n, @m]} : memref<?xi8> to memref<?x?xf32>
// CHECK-NEXT: "test.write"(%4) : (memref<?x?xf32>) -> ()
// CHECK-NEXT: %5 = memref.view %arena[%c0][%nm] {disc_shape.lifetime, disc_shape.dims = [@nm]} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: "test.write"(%5) : (memref<?xf32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @product(%n: index, %m: index) {
  %0 = memref.alloc(%n, %m) {disc_shape.dims = [@n, @m]} : memref<?x?xf32>
  "test.write"(%0) : (memref<?x?xf32>) -> ()
  memref.dealloc %0 : memref<?x?xf32>
  %nm = arith.muli %n, %m : index
  %1 = memref.alloc(%nm) {disc_shape.dims = [@nm]} : memref<?xf32>
  "test.write"(%1) : (memref<?xf32>) -> ()
  memref.dealloc %1 : memref<?xf32>
  func.return
}
func.func @shape_constraint_graph() {
  %nm = disc_shape.dim @nm
  %n = disc_shape.dim @n
  %m = disc_shape.dim @m
  disc_shape.tie_predicate_mul_eq %nm, %n, %m
  func.return
}
disc_shape.SymbolDim @n {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @m {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @nm {symbolic_shape_graph = @shape_constraint_graph}

// -----

// What is proved to be no larger needs no maximum.
// CHECK:      func.func @at_most(%x: memref<?x16xf32> {disc_shape.dims = [@n, @C16]}, %n: index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %m = arith.addi %n, %c1 : index
// CHECK-NEXT: %c32 = arith.constant 32 : index
// CHECK-NEXT: %0 = arith.muli %n, %c32 : index
// CHECK-NEXT: %1 = arith.addi %0, %c32 : index
// CHECK-NEXT: %c63 = arith.constant 63 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %2 = arith.addi %1, %c63 : index
// CHECK-NEXT: %3 = arith.divui %2, %c64 : index
// CHECK-NEXT: %4 = arith.muli %3, %c64 : index
// CHECK-NEXT: %5 = arith.addi %0, %c63 : index
// CHECK-NEXT: %6 = arith.divui %5, %c64 : index
// CHECK-NEXT: %7 = arith.muli %6, %c64 : index
// CHECK-NEXT: %8 = arith.maxsi %7, %4 : index
// CHECK-NEXT: %arena = memref.alloc(%8) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %9 = memref.view %arena[%c0][%n] {disc_shape.lifetime, disc_shape.dims = [@n, @C8]} : memref<?xi8> to memref<?x8xf32>
// CHECK-NEXT: "test.write"(%9) : (memref<?x8xf32>) -> ()
// CHECK-NEXT: %10 = memref.view %arena[%c0][%m] {disc_shape.lifetime, disc_shape.dims = [@m, @C8]} : memref<?xi8> to memref<?x8xf32>
// CHECK-NEXT: "test.write"(%10) : (memref<?x8xf32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @at_most(%x: memref<?x16xf32> {disc_shape.dims = [@n, @C16]}, %n: index) {
  %c1 = arith.constant 1 : index
  %m = arith.addi %n, %c1 : index
  %0 = memref.alloc(%n) {disc_shape.dims = [@n, @C8]} : memref<?x8xf32>
  "test.write"(%0) : (memref<?x8xf32>) -> ()
  memref.dealloc %0 : memref<?x8xf32>
  %1 = memref.alloc(%m) {disc_shape.dims = [@m, @C8]} : memref<?x8xf32>
  "test.write"(%1) : (memref<?x8xf32>) -> ()
  memref.dealloc %1 : memref<?x8xf32>
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C8 {value = 8}
disc_shape.SymbolDim @C16 {value = 16}
