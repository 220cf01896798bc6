// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p 'reuse-buffers' | filecheck %s

// Held up to the last allocation, the first buffer would be there beside two others.
// CHECK:      func.func @raises_the_peak(%n: index, %r: memref<?xf32>) {
// CHECK-NEXT: %0 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: "test.write"(%0) : (memref<?xf32>) -> ()
// CHECK-NEXT: %1 = memref.alloc(%n) : memref<?xf64>
// CHECK-NEXT: "test.write"(%1) : (memref<?xf64>) -> ()
// CHECK-NEXT: %2 = memref.alloc(%n) : memref<?xf64>
// CHECK-NEXT: "test.use"(%1, %2) : (memref<?xf64>, memref<?xf64>) -> ()
// CHECK-NEXT: "test.use"(%2) : (memref<?xf64>) -> ()
// CHECK-NEXT: %3 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: "test.write"(%3) : (memref<?xf32>) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @raises_the_peak(%n: index, %r: memref<?xf32>) {
  %0 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%0) : (memref<?xf32>) -> ()
  %1 = memref.alloc(%n) : memref<?xf64>
  "test.write"(%1) : (memref<?xf64>) -> ()
  %2 = memref.alloc(%n) : memref<?xf64>
  "test.use"(%1, %2) : (memref<?xf64>, memref<?xf64>) -> ()
  "test.use"(%2) : (memref<?xf64>) -> ()
  %3 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%3) : (memref<?xf32>) -> ()
  func.return
}

// -----

// What is allocated meanwhile is still held.
// CHECK:      func.func @holds_on(%n: index, %r: memref<?xf32>) {
// CHECK-NEXT: %0 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: "test.write"(%0) : (memref<?xf32>) -> ()
// CHECK-NEXT: %1 = memref.alloc(%n) : memref<?xf64>
// CHECK-NEXT: "test.use"(%1, %0) : (memref<?xf64>, memref<?xf32>) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @holds_on(%n: index, %r: memref<?xf32>) {
  %0 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%0) : (memref<?xf32>) -> ()
  %1 = memref.alloc(%n) : memref<?xf64>
  %2 = memref.alloc(%n) : memref<?xf32>
  "test.use"(%1, %2) : (memref<?xf64>, memref<?xf32>) -> ()
  func.return
}

// -----

// A loop that allocates comes between.
// CHECK:      func.func @loop_between(%n: index, %r: memref<?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: "test.write"(%0) : (memref<?xf32>) -> ()
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: %1 = memref.alloc(%n) : memref<?xf64>
// CHECK-NEXT: "test.write"(%1) : (memref<?xf64>) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %2 = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: "test.write"(%2) : (memref<?xf32>) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @loop_between(%n: index, %r: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%0) : (memref<?xf32>) -> ()
  scf.for %i = %c0 to %n step %c1 {
    %1 = memref.alloc(%n) : memref<?xf64>
    "test.write"(%1) : (memref<?xf64>) -> ()
  }
  %2 = memref.alloc(%n) : memref<?xf32>
  "test.write"(%2) : (memref<?xf32>) -> ()
  func.return
}
