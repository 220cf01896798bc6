// RUN: disc-opt %s -p lmhlo-to-loops | filecheck %s

// Floats of a byte and integers of four bits are elements as others; a byte may have no infinity.

func.func @finite(%x: memref<?xf8E4M3FN>, %y: memref<?xi1>) {
  lmhlo.is_finite ins(%x : memref<?xf8E4M3FN>) outs(%y : memref<?xi1>)
  func.return
}

// CHECK-LABEL: @finite
// CHECK: %[[SIZES:.*]] = arith.constant 0x7f800000 : f32
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : f8E4M3FN to f32
// CHECK-NEXT: %[[SIZE:.*]] = math.absf %[[WIDE]] : f32
// CHECK-NEXT: arith.cmpf olt, %[[SIZE]], %[[SIZES]] : f32

func.func @four_bits(%x: memref<?xi4>, %y: memref<?xf32>) {
  lmhlo.convert ins(%x : memref<?xi4>) outs(%y : memref<?xf32>)
  func.return
}

// CHECK-LABEL: @four_bits
// CHECK: arith.sitofp %{{.*}} : i4 to f32
// CHECK-NEXT: memref.store

// Zero is no power of two: constants of loops would be others.

func.func @powers_of_two(%x: memref<?xf8E8M0FNU>, %y: memref<?xf32>) {
  lmhlo.convert ins(%x : memref<?xf8E8M0FNU>) outs(%y : memref<?xf32>)
  func.return
}

// CHECK-LABEL: @powers_of_two
// CHECK-NOT: memref.store
// CHECK: lmhlo.convert
