// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// Parts of other views of an arena are no part of the result.
// CHECK-LABEL: func.func @part_of_another_view(
// CHECK-NOT:     lmhlo.add
// CHECK:         arith.addf
func.func @part_of_another_view(%arena: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = memref.view %arena[%c0][] {disc_shape.lifetime} : memref<?xi8> to memref<2x4xf32>
  %1 = memref.subview %0[1, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: 4>>
  %2 = memref.view %arena[%c64][] {disc_shape.lifetime} : memref<?xi8> to memref<4xf32>
  lmhlo.add ins(%1, %1 : memref<4xf32, strided<[1], offset: 4>>, memref<4xf32, strided<[1], offset: 4>>) outs(%2 : memref<4xf32>)
  func.return
}

// -----

// Views that no plan has made may overlap, wherever they start.
// CHECK-LABEL: func.func @views_without_lifetime(
// CHECK:         lmhlo.add
func.func @views_without_lifetime(%bytes: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = memref.view %bytes[%c0][] : memref<?xi8> to memref<4xf32>
  %1 = memref.view %bytes[%c4][] : memref<?xi8> to memref<4xf32>
  lmhlo.add ins(%0, %0 : memref<4xf32>, memref<4xf32>) outs(%1 : memref<4xf32>)
  func.return
}

// -----

// Two parts of one view may overlap, and so may views of parts of an arena.
// CHECK-LABEL: func.func @parts_of_one_view(
// CHECK:         lmhlo.add
// CHECK:         lmhlo.add
func.func @parts_of_one_view(%arena: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = memref.view %arena[%c0][] : memref<?xi8> to memref<8xf32>
  %1 = memref.subview %0[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %2 = memref.subview %0[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  lmhlo.add ins(%1, %1 : memref<4xf32, strided<[1]>>, memref<4xf32, strided<[1]>>) outs(%2 : memref<4xf32, strided<[1], offset: 2>>)
  %3 = memref.subview %arena[%c4] [60] [1] : memref<?xi8> to memref<60xi8, strided<[1], offset: ?>>
  %4 = memref.cast %3 : memref<60xi8, strided<[1], offset: ?>> to memref<60xi8>
  %5 = memref.view %4[%c4][] : memref<60xi8> to memref<4xf32>
  %6 = memref.view %arena[%c0][] : memref<?xi8> to memref<4xf32>
  lmhlo.add ins(%5, %5 : memref<4xf32>, memref<4xf32>) outs(%6 : memref<4xf32>)
  func.return
}

// -----

// Equal offsets are one place, although two constants say it.
// CHECK-LABEL: func.func @one_place(
// CHECK:         lmhlo.reverse
func.func @one_place(%arena: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %0 = arith.constant 0 : index
  %1 = memref.view %arena[%c0][] : memref<?xi8> to memref<4xf32>
  %2 = memref.view %arena[%0][] : memref<?xi8> to memref<4xf32>
  lmhlo.reverse ins(%1 : memref<4xf32>) outs(%2 : memref<4xf32>) {dimensions = array<i64: 0>}
  func.return
}
