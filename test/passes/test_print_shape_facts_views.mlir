// RUN: disc-opt %s -p test-print-shape-facts --split-input-file | filecheck %s

// Buffers in another order, of another size, and several that do not overlap.

// CHECK:      memref.transpose: [S1, S0]
// CHECK-NEXT: memref.realloc: [S3]
// CHECK-NEXT: memref.distinct_objects#0: [S0, S1]
// CHECK-NEXT: memref.distinct_objects#1: [S3]
func.func @views(%x: memref<?x?xf32>, %y: memref<?xf32>, %n: index) -> (memref<?x?xf32, strided<[1, ?]>>, memref<?x?xf32>, memref<?xf32>) {
  %0 = memref.transpose %x (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  %1 = memref.realloc %y(%n) : memref<?xf32> to memref<?xf32>
  %2, %3 = memref.distinct_objects %x, %1 : memref<?x?xf32>, memref<?xf32>
  return %0, %2, %3 : memref<?x?xf32, strided<[1, ?]>>, memref<?x?xf32>, memref<?xf32>
}
