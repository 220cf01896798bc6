// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p 'plan-memory' | filecheck %s

// The next value reads the last one at other places: two buffers, which are swapped. What the
// function returns is one of them, the other one is freed.
// CHECK:      func.func @swapped(%x: memref<?xf32>, %k: index) -> memref<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %0 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: lmhlo.copy ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
// CHECK-NEXT: %1 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: %2, %3 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0, %4 = %1) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT: lmhlo.reverse ins(%v : memref<?xf32>) outs(%4 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: scf.yield %4, %v : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %3 : memref<?xf32>
// CHECK-NEXT: func.return %2 : memref<?xf32>
// CHECK-NEXT: }
func.func @swapped(%x: memref<?xf32>, %k: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) : memref<?xf32>
  lmhlo.copy ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
  %1 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0) -> (memref<?xf32>) {
    %2 = memref.alloc(%n) : memref<?xf32>
    lmhlo.reverse ins(%v : memref<?xf32>) outs(%2 : memref<?xf32>) {dimensions = array<i64: 0>}
    memref.dealloc %v : memref<?xf32>
    scf.yield %2 : memref<?xf32>
  }
  func.return %1 : memref<?xf32>
}

// -----

// The function frees what the loop leaves: both buffers lie in the arena, symbols stay.
// CHECK:      func.func @in_arena(%x: memref<?xf32> {disc_shape.dims = [@n]}, %r: memref<f32>, %k: i32) attributes {disc_shape.peak = "== 128*ceildiv(4*n, 64)"} {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %one = arith.constant 1 : i32
// CHECK-NEXT: %zero = arith.constant 0 : i32
// CHECK-NEXT: %n = memref.dim %x, %c0 : memref<?xf32>
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
// CHECK-NEXT: %5 = memref.view %arena[%c0][%n] {disc_shape.lifetime, disc_shape.dims = [@n]} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: lmhlo.copy ins(%x : memref<?xf32>) outs(%5 : memref<?xf32>)
// CHECK-NEXT: %6 = memref.view %arena[%3][%n] {disc_shape.lifetime, disc_shape.dims = [@n]} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: %7, %8, %9 = scf.while (%i = %zero, %v = %5, %10 = %6) : (i32, memref<?xf32>, memref<?xf32>) -> (i32, memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT: %11 = arith.cmpi slt, %i, %k : i32
// CHECK-NEXT: scf.condition(%11) %i, %v, %10 : i32, memref<?xf32>, memref<?xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_1: i32, %v_1: memref<?xf32>, %12: memref<?xf32>):
// CHECK-NEXT: %13 = arith.addi %i_1, %one : i32
// CHECK-NEXT: lmhlo.reverse ins(%v_1 : memref<?xf32>) outs(%12 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: scf.yield %13, %12, %v_1 : i32, memref<?xf32>, memref<?xf32>
// CHECK-NEXT: } attributes {disc_shape.arg_dims = {{\[\[}}unit, [@n], [@n]], [unit, [@n], [@n]]], disc_shape.dims = [unit, [@n], [@n]]}
// CHECK-NEXT: "test.read"(%8, %r) : (memref<?xf32>, memref<f32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @in_arena(%x: memref<?xf32> {disc_shape.dims = [@n]}, %r: memref<f32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
  lmhlo.copy ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
  %1, %2 = scf.while (%i = %zero, %v = %0) : (i32, memref<?xf32>) -> (i32, memref<?xf32>) {
    %3 = arith.cmpi slt, %i, %k : i32
    scf.condition(%3) %i, %v : i32, memref<?xf32>
  } do {
  ^bb0(%i_1: i32, %v_1: memref<?xf32>):
    %4 = arith.addi %i_1, %one : i32
    %5 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
    lmhlo.reverse ins(%v_1 : memref<?xf32>) outs(%5 : memref<?xf32>) {dimensions = array<i64: 0>}
    memref.dealloc %v_1 : memref<?xf32>
    scf.yield %4, %5 : i32, memref<?xf32>
  } attributes {disc_shape.arg_dims = [[unit, [@n]], [unit, [@n]]], disc_shape.dims = [unit, [@n]]}
  "test.read"(%2, %r) : (memref<?xf32>, memref<f32>) -> ()
  memref.dealloc %2 : memref<?xf32>
  func.return
}
disc_shape.SymbolDim @n

// -----

// The last value is dead before the next one is written: over it.
// CHECK:      func.func @written_over(%n: index, %k: index) -> memref<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %m = arith.maxsi %n, %c0 : index
// CHECK-NEXT: %0 = memref.alloc(%m) : memref<?xf32>
// CHECK-NEXT: "test.write"(%0) : (memref<?xf32>) -> ()
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %arena = memref.alloc(%c64) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %s = memref.view %arena[%c0][] {disc_shape.lifetime} : memref<?xi8> to memref<f32>
// CHECK-NEXT: %1 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0) -> (memref<?xf32>) {
// CHECK-NEXT: "test.sum"(%v, %s) : (memref<?xf32>, memref<f32>) -> ()
// CHECK-NEXT: "test.fill"(%s, %v) : (memref<f32>, memref<?xf32>) -> ()
// CHECK-NEXT: scf.yield %v : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return %1 : memref<?xf32>
// CHECK-NEXT: }
func.func @written_over(%n: index, %k: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.maxsi %n, %c0 : index
  %s = memref.alloc() : memref<f32>
  %0 = memref.alloc(%m) : memref<?xf32>
  "test.write"(%0) : (memref<?xf32>) -> ()
  %1 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0) -> (memref<?xf32>) {
    "test.sum"(%v, %s) : (memref<?xf32>, memref<f32>) -> ()
    memref.dealloc %v : memref<?xf32>
    %2 = memref.alloc(%m) : memref<?xf32>
    "test.fill"(%s, %2) : (memref<f32>, memref<?xf32>) -> ()
    scf.yield %2 : memref<?xf32>
  }
  memref.dealloc %s : memref<f32>
  func.return %1 : memref<?xf32>
}

// -----

// An inner loop takes the second buffer from the outer one.
// CHECK:      func.func @nested(%x: memref<?xf32>, %k: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = memref.dim %x, %c0 : memref<?xf32>
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
// CHECK-NEXT: lmhlo.copy ins(%x : memref<?xf32>) outs(%5 : memref<?xf32>)
// CHECK-NEXT: %6 = memref.view %arena[%3][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: %7, %8 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %5, %9 = %6) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT: %10, %11 = scf.for %j = %c0 to %i step %c1 iter_args(%w = %v, %12 = %9) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT: lmhlo.reverse ins(%w : memref<?xf32>) outs(%12 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: scf.yield %12, %w : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %10, %11 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: "test.read"(%7) : (memref<?xf32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @nested(%x: memref<?xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) : memref<?xf32>
  lmhlo.copy ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
  %1 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0) -> (memref<?xf32>) {
    %2 = scf.for %j = %c0 to %i step %c1 iter_args(%w = %v) -> (memref<?xf32>) {
      %3 = memref.alloc(%n) : memref<?xf32>
      lmhlo.reverse ins(%w : memref<?xf32>) outs(%3 : memref<?xf32>) {dimensions = array<i64: 0>}
      memref.dealloc %w : memref<?xf32>
      scf.yield %3 : memref<?xf32>
    }
    scf.yield %2 : memref<?xf32>
  }
  "test.read"(%1) : (memref<?xf32>) -> ()
  memref.dealloc %1 : memref<?xf32>
  func.return
}

// -----

// Two values that change places need nothing. They lie in the arena until both are dead.
// CHECK:      func.func @exchanged(%x: memref<4xf32>, %k: index) attributes {disc_shape.peak = "== 192"} {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c192 = arith.constant 192 : index
// CHECK-NEXT: %arena = memref.alloc(%c192) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %0 = memref.view %arena[%c0][] {disc_shape.lifetime} : memref<?xi8> to memref<4xf32>
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %c128 = arith.constant 128 : index
// CHECK-NEXT: lmhlo.copy ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT: %1 = memref.view %arena[%c64][] {disc_shape.lifetime} : memref<?xi8> to memref<4xf32>
// CHECK-NEXT: lmhlo.tanh ins(%x : memref<4xf32>) outs(%1 : memref<4xf32>)
// CHECK-NEXT: %2, %3 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0, %w = %1) -> (memref<4xf32>, memref<4xf32>) {
// CHECK-NEXT: scf.yield %w, %v : memref<4xf32>, memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: "test.read"(%2) : (memref<4xf32>) -> ()
// CHECK-NEXT: %4 = memref.view %arena[%c128][] {disc_shape.lifetime} : memref<?xi8> to memref<4xf32>
// CHECK-NEXT: lmhlo.reverse ins(%3 : memref<4xf32>) outs(%4 : memref<4xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: "test.read"(%4) : (memref<4xf32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @exchanged(%x: memref<4xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<4xf32>
  lmhlo.copy ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  %1 = memref.alloc() : memref<4xf32>
  lmhlo.tanh ins(%x : memref<4xf32>) outs(%1 : memref<4xf32>)
  %2, %3 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0, %w = %1) -> (memref<4xf32>, memref<4xf32>) {
    scf.yield %w, %v : memref<4xf32>, memref<4xf32>
  }
  "test.read"(%2) : (memref<4xf32>) -> ()
  memref.dealloc %2 : memref<4xf32>
  %4 = memref.alloc() : memref<4xf32>
  lmhlo.reverse ins(%3 : memref<4xf32>) outs(%4 : memref<4xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %3 : memref<4xf32>
  "test.read"(%4) : (memref<4xf32>) -> ()
  memref.dealloc %4 : memref<4xf32>
  func.return
}

// -----

// One of two is returned: which one that is depends on the run, so both are allocations.
// CHECK:      func.func @one_returned(%x: memref<4xf32>, %k: index) -> memref<4xf32> attributes {disc_shape.peak = "== 32"} {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.copy ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT: %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.tanh ins(%x : memref<4xf32>) outs(%1 : memref<4xf32>)
// CHECK-NEXT: %2, %3 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0, %w = %1) -> (memref<4xf32>, memref<4xf32>) {
// CHECK-NEXT: scf.yield %w, %v : memref<4xf32>, memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %2 : memref<4xf32>
// CHECK-NEXT: func.return %3 : memref<4xf32>
// CHECK-NEXT: }
func.func @one_returned(%x: memref<4xf32>, %k: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<4xf32>
  lmhlo.copy ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  %1 = memref.alloc() : memref<4xf32>
  lmhlo.tanh ins(%x : memref<4xf32>) outs(%1 : memref<4xf32>)
  %2, %3 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0, %w = %1) -> (memref<4xf32>, memref<4xf32>) {
    scf.yield %w, %v : memref<4xf32>, memref<4xf32>
  }
  memref.dealloc %2 : memref<4xf32>
  func.return %3 : memref<4xf32>
}

// -----

// The sizes change from iteration to iteration.
// CHECK:      func.func @other_sizes(%x: memref<?xf32>, %k: index) -> memref<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %0 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: lmhlo.copy ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
// CHECK-NEXT: %1 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0) -> (memref<?xf32>) {
// CHECK-NEXT: %m = memref.dim %v, %c0 : memref<?xf32>
// CHECK-NEXT: %d = arith.addi %m, %m : index
// CHECK-NEXT: %2 = memref.alloc(%d) : memref<?xf32>
// CHECK-NEXT: lmhlo.concatenate ins(%v, %v : memref<?xf32>, memref<?xf32>) outs(%2 : memref<?xf32>) {dimension = 0 : i64}
// CHECK-NEXT: memref.dealloc %v : memref<?xf32>
// CHECK-NEXT: scf.yield %2 : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %1 : memref<?xf32>
// CHECK-NEXT: }
func.func @other_sizes(%x: memref<?xf32>, %k: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) : memref<?xf32>
  lmhlo.copy ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
  %1 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0) -> (memref<?xf32>) {
    %m = memref.dim %v, %c0 : memref<?xf32>
    %d = arith.addi %m, %m : index
    %2 = memref.alloc(%d) : memref<?xf32>
    lmhlo.concatenate ins(%v, %v : memref<?xf32>, memref<?xf32>) outs(%2 : memref<?xf32>) {dimension = 0 : i64}
    memref.dealloc %v : memref<?xf32>
    scf.yield %2 : memref<?xf32>
  }
  func.return %1 : memref<?xf32>
}

// -----

// No fact says that the first value has the size of the others.
// CHECK:      func.func @unknown_sizes(%x: memref<?xf32>, %y: memref<?xf32>, %k: index) -> memref<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %m = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT: %0 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: lmhlo.copy ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
// CHECK-NEXT: %1 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0) -> (memref<?xf32>) {
// CHECK-NEXT: %2 = memref.alloc(%m) : memref<?xf32>
// CHECK-NEXT: "test.next"(%v, %2) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: memref.dealloc %v : memref<?xf32>
// CHECK-NEXT: scf.yield %2 : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %1 : memref<?xf32>
// CHECK-NEXT: }
func.func @unknown_sizes(%x: memref<?xf32>, %y: memref<?xf32>, %k: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = memref.dim %y, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) : memref<?xf32>
  lmhlo.copy ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
  %1 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0) -> (memref<?xf32>) {
    %2 = memref.alloc(%m) : memref<?xf32>
    "test.next"(%v, %2) : (memref<?xf32>, memref<?xf32>) -> ()
    memref.dealloc %v : memref<?xf32>
    scf.yield %2 : memref<?xf32>
  }
  func.return %1 : memref<?xf32>
}

// -----

// The size may be negative where the loop does not run.
// CHECK:      func.func @maybe_negative(%n: index, %k: index, %0: memref<?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %1 = memref.alloc(%k) : memref<?xf32>
// CHECK-NEXT: "test.write"(%1) : (memref<?xf32>) -> ()
// CHECK-NEXT: %2 = scf.for %j = %c0 to %k step %c1 iter_args(%v = %1) -> (memref<?xf32>) {
// CHECK-NEXT: %3 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: "test.next"(%v, %3) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: %4 = memref.dim %v, %c0 : memref<?xf32>
// CHECK-NEXT: %ok = arith.cmpi eq, %4, %n : index
// CHECK-NEXT: cf.assert %ok, "sizes differ"
// CHECK-NEXT: memref.dealloc %v : memref<?xf32>
// CHECK-NEXT: scf.yield %3 : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %2 : memref<?xf32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @maybe_negative(%n: index, %k: index, %0: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %1 = memref.alloc(%k) : memref<?xf32>
  "test.write"(%1) : (memref<?xf32>) -> ()
  %2 = scf.for %j = %c0 to %k step %c1 iter_args(%v = %1) -> (memref<?xf32>) {
    %3 = memref.alloc(%n) : memref<?xf32>
    "test.next"(%v, %3) : (memref<?xf32>, memref<?xf32>) -> ()
    %4 = memref.dim %v, %c0 : memref<?xf32>
    %ok = arith.cmpi eq, %4, %n : index
    cf.assert %ok, "sizes differ"
    memref.dealloc %v : memref<?xf32>
    scf.yield %3 : memref<?xf32>
  }
  memref.dealloc %2 : memref<?xf32>
  func.return
}

// -----

// It is not where a buffer of it is allocated in any case.
// CHECK:      func.func @not_negative(%n: index, %k: index, %0: memref<?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %1 = arith.muli %n, %c4 : index
// CHECK-NEXT: %c63 = arith.constant 63 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %2 = arith.addi %1, %c63 : index
// CHECK-NEXT: %3 = arith.divui %2, %c64 : index
// CHECK-NEXT: %4 = arith.muli %3, %c64 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %5 = arith.muli %4, %c2 : index
// CHECK-NEXT: %arena = memref.alloc(%5) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %6 = memref.view %arena[%c0][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: "test.write"(%6) : (memref<?xf32>) -> ()
// CHECK-NEXT: %7 = memref.view %arena[%4][%n] {disc_shape.lifetime} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: %8, %9 = scf.for %j = %c0 to %k step %c1 iter_args(%v = %6, %10 = %7) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT: "test.next"(%v, %10) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: scf.yield %10, %v : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @not_negative(%n: index, %k: index, %0: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %1 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%1) : (memref<?xf32>) -> ()
  %2 = scf.for %j = %c0 to %k step %c1 iter_args(%v = %1) -> (memref<?xf32>) {
    %3 = memref.alloc(%n) : memref<?xf32>
    "test.next"(%v, %3) : (memref<?xf32>, memref<?xf32>) -> ()
    memref.dealloc %v : memref<?xf32>
    scf.yield %3 : memref<?xf32>
  }
  memref.dealloc %2 : memref<?xf32>
  func.return
}

// -----

// The old value is dead while most is allocated: carrying it on would raise the peak.
// CHECK:      func.func @raised(%x: memref<?xf32>, %k: index) -> memref<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %0 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: lmhlo.copy ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
// CHECK-NEXT: %1 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0) -> (memref<?xf32>) {
// CHECK-NEXT: %2 = memref.alloc(%n) : memref<?x2xf32>
// CHECK-NEXT: "test.next"(%v, %2) : (memref<?xf32>, memref<?x2xf32>) -> ()
// CHECK-NEXT: memref.dealloc %v : memref<?xf32>
// CHECK-NEXT: %3 = memref.alloc(%n) : memref<?x2xf32>
// CHECK-NEXT: "test.next"(%2, %3) : (memref<?x2xf32>, memref<?x2xf32>) -> ()
// CHECK-NEXT: memref.dealloc %2 : memref<?x2xf32>
// CHECK-NEXT: %4 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: "test.next"(%3, %4) : (memref<?x2xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: memref.dealloc %3 : memref<?x2xf32>
// CHECK-NEXT: scf.yield %4 : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %1 : memref<?xf32>
// CHECK-NEXT: }
func.func @raised(%x: memref<?xf32>, %k: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) : memref<?xf32>
  lmhlo.copy ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
  %1 = scf.for %i = %c0 to %k step %c1 iter_args(%v = %0) -> (memref<?xf32>) {
    %2 = memref.alloc(%n) : memref<?x2xf32>
    "test.next"(%v, %2) : (memref<?xf32>, memref<?x2xf32>) -> ()
    memref.dealloc %v : memref<?xf32>
    %3 = memref.alloc(%n) : memref<?x2xf32>
    "test.next"(%2, %3) : (memref<?x2xf32>, memref<?x2xf32>) -> ()
    memref.dealloc %2 : memref<?x2xf32>
    %4 = memref.alloc(%n) : memref<?xf32>
    "test.next"(%3, %4) : (memref<?x2xf32>, memref<?xf32>) -> ()
    memref.dealloc %3 : memref<?x2xf32>
    scf.yield %4 : memref<?xf32>
  }
  func.return %1 : memref<?xf32>
}
