// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p 'test-print-memory-plan' | filecheck %s

// Rounded and exact sizes; the smaller buffer lies above the larger one.
// CHECK:      function @terms: peak == 64*n + 64*ceildiv(4*n, 64)
// CHECK-NEXT: arena: 64*n + 64*ceildiv(4*n, 64)
// CHECK-NEXT: 64*n bytes at 0 from lmhlo.tanh to lmhlo.reduce
// CHECK-NEXT: 64*ceildiv(4*n, 64) bytes at 64*n from lmhlo.reduce to lmhlo.reverse
func.func @terms(%x: memref<?x16xf32> {disc_shape.dims = [@n, @C16]}, %n: index, %r: memref<?xf32> {disc_shape.dims = [@n]}, %zero: memref<f32>) {
  %0 = memref.alloc(%n) {disc_shape.dims = [@n, @C16]} : memref<?x16xf32>
  lmhlo.tanh ins(%x : memref<?x16xf32>) outs(%0 : memref<?x16xf32>)
  %1 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
  lmhlo.reduce ins(%0, %zero : memref<?x16xf32>, memref<f32>) outs(%1 : memref<?xf32>) {dimensions = array<i64: 1>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  })
  memref.dealloc %0 : memref<?x16xf32>
  lmhlo.reverse ins(%1 : memref<?xf32>) outs(%r : memref<?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %1 : memref<?xf32>
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C16 {value = 16}

// -----

// Neither order is good at all sizes: the run takes the better one.
// CHECK:      function @choice: peak == min(max(320*m + 384*n, 384*m + 192*n), max(512*m, 192*m + 384*n, 384*m + 192*n))
// CHECK-NEXT: arena: min(max(320*m + 384*n, 384*m + 192*n), max(512*m, 192*m + 384*n, 384*m + 192*n))
// CHECK-NEXT: 192*n bytes at 320*m or 0 from builtin.unregistered to builtin.unregistered
// CHECK-NEXT: 128*m bytes at 192*m or max(192*m + 192*n, 384*m) from builtin.unregistered to builtin.unregistered
// CHECK-NEXT: 192*m bytes at 0 or max(192*n, 192*m) from builtin.unregistered to builtin.unregistered
// CHECK-NEXT: 192*n bytes at max(320*m + 192*n, 384*m) or max(192*m + 192*n, 384*m) from builtin.unregistered to builtin.unregistered
// CHECK-NEXT: 192*m bytes at 192*m or 0 from builtin.unregistered to builtin.unregistered
func.func @choice(%n: index, %m: index) {
  %1 = memref.alloc(%n) {disc_shape.dims = [@n, @C48]} : memref<?x48xf32>
  "test.write"(%1) : (memref<?x48xf32>) -> ()
  %2 = memref.alloc(%m) {disc_shape.dims = [@m, @C32]} : memref<?x32xf32>
  "test.write"(%2) : (memref<?x32xf32>) -> ()
  %3 = memref.alloc(%m) {disc_shape.dims = [@m, @C48]} : memref<?x48xf32>
  "test.write"(%3) : (memref<?x48xf32>) -> ()
  "test.read"(%2) : (memref<?x32xf32>) -> ()
  memref.dealloc %2 : memref<?x32xf32>
  %0 = memref.alloc(%n) {disc_shape.dims = [@n, @C48]} : memref<?x48xf32>
  "test.write"(%0) : (memref<?x48xf32>) -> ()
  "test.read"(%1) : (memref<?x48xf32>) -> ()
  memref.dealloc %1 : memref<?x48xf32>
  %4 = memref.alloc(%m) {disc_shape.dims = [@m, @C48]} : memref<?x48xf32>
  "test.write"(%4) : (memref<?x48xf32>) -> ()
  "test.read"(%3) : (memref<?x48xf32>) -> ()
  memref.dealloc %3 : memref<?x48xf32>
  "test.read"(%0) : (memref<?x48xf32>) -> ()
  memref.dealloc %0 : memref<?x48xf32>
  "test.read"(%4) : (memref<?x48xf32>) -> ()
  memref.dealloc %4 : memref<?x48xf32>
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C32 {value = 32}
disc_shape.SymbolDim @C48 {value = 48}

// -----

// A result is allocated when the buffers of an arena have ended: they are freed before it.
// CHECK:      function @freed_before: peak == max(64*n, 4*m + 64*ceildiv(4*m, 64))
// CHECK-NEXT: arena: 64*n
// CHECK-NEXT: 64*n bytes at 0 from lmhlo.tanh to lmhlo.tanh
// CHECK-NEXT: arena: 64*ceildiv(4*m, 64)
// CHECK-NEXT: 64*ceildiv(4*m, 64) bytes at 0 from lmhlo.tanh to lmhlo.reverse
func.func @freed_before(%x: memref<?x16xf32> {disc_shape.dims = [@n, @C16]}, %y: memref<?xf32> {disc_shape.dims = [@m]}, %n: index, %m: index) -> (memref<?xf32> {disc_shape.dims = [@m]}) {
  %0 = memref.alloc(%n) {disc_shape.dims = [@n, @C16]} : memref<?x16xf32>
  lmhlo.tanh ins(%x : memref<?x16xf32>) outs(%0 : memref<?x16xf32>)
  lmhlo.tanh ins(%0 : memref<?x16xf32>) outs(%x : memref<?x16xf32>)
  memref.dealloc %0 : memref<?x16xf32>
  %1 = memref.alloc(%m) {disc_shape.dims = [@m]} : memref<?xf32>
  lmhlo.tanh ins(%y : memref<?xf32>) outs(%1 : memref<?xf32>)
  %2 = memref.alloc(%m) {disc_shape.dims = [@m]} : memref<?xf32>
  lmhlo.reverse ins(%1 : memref<?xf32>) outs(%2 : memref<?xf32>) {dimensions = array<i64: 0>}
  memref.dealloc %1 : memref<?xf32>
  func.return %2 : memref<?xf32>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C16 {value = 16}

// -----

// Without facts no two sizes are related.
// CHECK:      function @loop: peak == 64*ceildiv(4*n, 64)
// CHECK-NEXT: arena: 64*ceildiv(4*n, 64)
// CHECK-NEXT: 64*ceildiv(4*n, 64) bytes at 0 from lmhlo.tanh to lmhlo.tanh
func.func @loop(%x: memref<?xf32> {disc_shape.dims = [@n]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
    lmhlo.tanh ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
    lmhlo.tanh ins(%0 : memref<?xf32>) outs(%x : memref<?xf32>)
    memref.dealloc %0 : memref<?xf32>
  }
  func.return
}
disc_shape.SymbolDim @n
