// RUN: disc-opt %s -p 'shape-optimization' --split-input-file | filecheck %s

// Sizes of two buffers that an operation makes equal: both directions cancel.
// CHECK: func.func @main(%a: memref<?x?xf32> {disc_shape.dims = [@S0, @S1]}, %b: memref<?x?xf32> {disc_shape.dims = [@S0, @S1]}, %p: index, %i: index, %j: index) -> (index, index, index) {
// CHECK-NEXT: lmhlo.abs ins(%a : memref<?x?xf32>) outs(%b : memref<?x?xf32>)
// CHECK-NEXT: func.return %p, %i, %j : index, index, index
// CHECK-NEXT: }
func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %p: index, %i: index, %j: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = memref.dim %a, %c0 : memref<?x?xf32>
  %a1 = memref.dim %a, %c1 : memref<?x?xf32>
  %b0 = memref.dim %b, %c0 : memref<?x?xf32>
  %b1 = memref.dim %b, %c1 : memref<?x?xf32>
  lmhlo.abs ins(%a : memref<?x?xf32>) outs(%b : memref<?x?xf32>)
  %k, %l = disc_shape.delinearize %p in [%a0, %a1] : index, index
  %q = disc_shape.linearize [%k, %l] in [%b0, %b1]
  %r = disc_shape.linearize [%i, %j] in [%a0, %a1]
  %m, %n = disc_shape.delinearize %r in [%b0, %b1] : index, index
  return %q, %m, %n : index, index, index
}

// -----

// Nothing says that the sizes are equal, or the indices are in another order: all stays.
// CHECK: func.func @main(%a: memref<?x?xf32> {disc_shape.dims = [@S0, @S1]}, %b: memref<?x?xf32> {disc_shape.dims = [@S2, @S3]}, %p: index, %i: index, %j: index) -> (index, index, index, index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %a, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %a, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %b, %c0 : memref<?x?xf32>
// CHECK-NEXT: %3 = memref.dim %b, %c1 : memref<?x?xf32>
// CHECK-NEXT: %k, %l = disc_shape.delinearize %p in [%0, %1] : index, index
// CHECK-NEXT: %q = disc_shape.linearize [%k, %l] in [%2, %3]
// CHECK-NEXT: %s = disc_shape.linearize [%l, %k] in [%0, %1]
// CHECK-NEXT: %r = disc_shape.linearize [%i, %j] in [%0, %1]
// CHECK-NEXT: %m, %n = disc_shape.delinearize %r in [%2, %3] : index, index
// CHECK-NEXT: func.return %q, %s, %m, %n : index, index, index, index
// CHECK-NEXT: }
func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %p: index, %i: index, %j: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = memref.dim %a, %c0 : memref<?x?xf32>
  %a1 = memref.dim %a, %c1 : memref<?x?xf32>
  %b0 = memref.dim %b, %c0 : memref<?x?xf32>
  %b1 = memref.dim %b, %c1 : memref<?x?xf32>
  %k, %l = disc_shape.delinearize %p in [%a0, %a1] : index, index
  %q = disc_shape.linearize [%k, %l] in [%b0, %b1]
  %s = disc_shape.linearize [%l, %k] in [%a0, %a1]
  %r = disc_shape.linearize [%i, %j] in [%a0, %a1]
  %m, %n = disc_shape.delinearize %r in [%b0, %b1] : index, index
  return %q, %s, %m, %n : index, index, index, index
}

// -----

// Through a reshape the last axes agree as a product: what is left is smaller.
// CHECK: func.func @main(%a: memref<?x?x8xf32> {disc_shape.dims = [@S0, @S1, @C8]}, %p: index, %i: index, %j: index, %k: index) -> (index, index, index, index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = memref.dim %a, %c1 : memref<?x?x8xf32>
// CHECK-NEXT: %n = disc_shape.linearize [%j, %k] in [%0, %c8]
// CHECK-NEXT: %u, %w = disc_shape.delinearize %j in [%0, %c8] : index, index
// CHECK-NEXT: "test.op"(%i, %n) : (index, index) -> ()
// CHECK-NEXT: "test.op"(%i, %u, %w) : (index, index, index) -> ()
// CHECK-NEXT: func.return %i, %n, %u, %w : index, index, index, index
// CHECK-NEXT: }
func.func @main(%a: memref<?x?x8xf32>, %p: index, %i: index, %j: index, %k: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a0 = memref.dim %a, %c0 : memref<?x?x8xf32>
  %a1 = memref.dim %a, %c1 : memref<?x?x8xf32>
  %v = memref.collapse_shape %a [[0], [1, 2]] : memref<?x?x8xf32> into memref<?x?xf32>
  %v0 = memref.dim %v, %c0 : memref<?x?xf32>
  %v1 = memref.dim %v, %c1 : memref<?x?xf32>
  %r = disc_shape.linearize [%i, %j, %k] in [%a0, %a1, %c8]
  %m, %n = disc_shape.delinearize %r in [%v0, %v1] : index, index
  %s = disc_shape.linearize [%i, %j] in [%v0, %v1]
  %t, %u, %w = disc_shape.delinearize %s in [%a0, %a1, %c8] : index, index, index
  "test.op"(%m, %n) : (index, index) -> ()
  "test.op"(%t, %u, %w) : (index, index, index) -> ()
  return %m, %n, %u, %w : index, index, index, index
}

// -----

// Axes of size one are left out, when that is known.
// CHECK: func.func @main(%a: memref<?x?x?xf32> {disc_shape.dims = [@S0, @C1, @S1]}, %b: memref<?x1x?xf32> {disc_shape.dims = [@S0, @C1, @S1]}, %p: index, %i: index, %j: index, %k: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %a, %c0 : memref<?x?x?xf32>
// CHECK-NEXT: %1 = memref.dim %a, %c2 : memref<?x?x?xf32>
// CHECK-NEXT: %s = disc_shape.linearize [%c0, %k] in [%0, %1]
// CHECK-NEXT: %t, %w = disc_shape.delinearize %p in [%0, %1] : index, index
// CHECK-NEXT: "test.op"(%s, %t, %c0, %w) : (index, index, index, index) -> ()
// CHECK-NEXT: "test.op"(%c0, %p, %c0) : (index, index, index) -> ()
// CHECK-NEXT: lmhlo.abs ins(%a : memref<?x?x?xf32>) outs(%b : memref<?x1x?xf32>)
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @main(%a: memref<?x?x?xf32>, %b: memref<?x1x?xf32>, %p: index, %i: index, %j: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a0 = memref.dim %a, %c0 : memref<?x?x?xf32>
  %a1 = memref.dim %a, %c1 : memref<?x?x?xf32>
  %a2 = memref.dim %a, %c2 : memref<?x?x?xf32>
  %s = disc_shape.linearize [%i, %j, %k] in [%a0, %a1, %a2]
  %t, %u, %w = disc_shape.delinearize %p in [%a0, %a1, %a2] : index, index, index
  "test.op"(%s, %t, %u, %w) : (index, index, index, index) -> ()
  %x = disc_shape.linearize [%i, %j] in [%a1, %a2]
  %y, %z = disc_shape.delinearize %p in [%a0, %a1] : index, index
  "test.op"(%x, %y, %z) : (index, index, index) -> ()
  lmhlo.abs ins(%a : memref<?x?x?xf32>) outs(%b : memref<?x1x?xf32>)
  return
}

// -----

// A check that stays makes sizes equal after it, not before it.
// CHECK: func.func @main(%a: memref<?x?xf32> {disc_shape.dims = [@S0, @S1]}, %b: memref<?x?xf32> {disc_shape.dims = [@S2, @S3]}, %p: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %a, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %a, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %b, %c1 : memref<?x?xf32>
// CHECK-NEXT: %k, %l = disc_shape.delinearize %p in [%0, %1] : index, index
// CHECK-NEXT: %q = disc_shape.linearize [%k, %l] in [%0, %2]
// CHECK-NEXT: "test.op"(%q) : (index) -> ()
// CHECK-NEXT: %3 = arith.cmpi eq, %1, %2 : index
// CHECK-NEXT: cf.assert %3, "equal"
// CHECK-NEXT: "test.op"(%p) : (index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %p: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %a0 = memref.dim %a, %c0 : memref<?x?xf32>
  %a1 = memref.dim %a, %c1 : memref<?x?xf32>
  %b1 = memref.dim %b, %c1 : memref<?x?xf32>
  %k, %l = disc_shape.delinearize %p in [%a0, %a1] : index, index
  %q = disc_shape.linearize [%k, %l] in [%a0, %b1]
  "test.op"(%q) : (index) -> ()
  %e = arith.cmpi eq, %a1, %b1 : index
  cf.assert %e, "equal"
  %s = disc_shape.linearize [%k, %l] in [%a1, %b1]
  "test.op"(%s) : (index) -> ()
  return
}

// -----

// Symbols alone say it, of arguments and of memory made with other values in another order.
// CHECK: func.func @symbols(
// CHECK-NEXT: func.return %p, %p : index, index
func.func @symbols(%a: memref<?x?xf32> {disc_shape.dims = [@S0, @S1]}, %b: memref<?x?xf32> {disc_shape.dims = [@S1, @S0]}, %p: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = memref.dim %a, %c0 : memref<?x?xf32>
  %a1 = memref.dim %a, %c1 : memref<?x?xf32>
  %b0 = memref.dim %b, %c0 : memref<?x?xf32>
  %b1 = memref.dim %b, %c1 : memref<?x?xf32>
  %k, %l = disc_shape.delinearize %p in [%a0, %a1] : index, index
  %q = disc_shape.linearize [%k, %l] in [%b1, %b0]
  %v = memref.reinterpret_cast %a to offset: [0], sizes: [%a1, %a0], strides: [%a0, 1] {disc_shape.dims = [@S1, @S0]} : memref<?x?xf32> to memref<?x?xf32>
  %v0 = memref.dim %v, %c0 : memref<?x?xf32>
  %v1 = memref.dim %v, %c1 : memref<?x?xf32>
  %m, %n = disc_shape.delinearize %p in [%b1, %b0] : index, index
  %r = disc_shape.linearize [%m, %n] in [%v1, %v0]
  return %q, %r : index, index
}
disc_shape.SymbolDim @S0
disc_shape.SymbolDim @S1
