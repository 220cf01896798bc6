// RUN: disc-opt %s --split-input-file -p 'lmhlo-to-loops{facts=none}' | filecheck %s

// No sizes are known equal: one loop whose counter is taken apart.
// CHECK:      func.func @divided(%x: memref<?x?xf32>, %b: memref<4xf32>, %out: memref<?x4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = arith.muli %0, %c4 : index
// CHECK-NEXT: "scf.parallel"(%c0, %1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index):
// CHECK-NEXT: %3 = arith.remsi %2, %c4 : index
// CHECK-NEXT: %4 = memref.load %b[%3] : memref<4xf32>
// CHECK-NEXT: %5 = arith.divsi %2, %c4 : index
// CHECK-NEXT: memref.store %4, %out[%5, %3] : memref<?x4xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @divided(%x: memref<?x?xf32>, %b: memref<4xf32>, %out: memref<?x4xf32>) {
  lmhlo.broadcast_in_dim ins(%b : memref<4xf32>) outs(%out : memref<?x4xf32>) {broadcast_dimensions = array<i64: 1>}
  func.return
}

// -----

// A reduction stays a loop.
// CHECK:      func.func @reduced(%x: memref<?x?xf32>, %z: memref<f32>, %out: memref<?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?xf32>
// CHECK-NEXT: %1 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.load %z[] : memref<f32>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%3: index):
// CHECK-NEXT: %4 = scf.for %5 = %c0 to %1 step %c1 iter_args(%6 = %2) -> (f32) {
// CHECK-NEXT: %7 = memref.load %x[%3, %5] : memref<?x?xf32>
// CHECK-NEXT: %8 = arith.addf %6, %7 : f32
// CHECK-NEXT: scf.yield %8 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %4, %out[%3] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @reduced(%x: memref<?x?xf32>, %z: memref<f32>, %out: memref<?xf32>) {
  lmhlo.reduce ins(%x, %z : memref<?x?xf32>, memref<f32>) outs(%out : memref<?xf32>) {dimensions = array<i64: 1>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  })
  func.return
}
