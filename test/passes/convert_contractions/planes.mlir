// RUN: disc-opt %s --split-input-file -p 'mhlo-to-lmhlo,deallocate-buffers,lmhlo-to-loops,convert-contractions' | filecheck %s

// A depthwise convolution: a plane with its padding, of 7 x 16 places, and the sums of its lines.
// CHECK-LABEL: func.func @plane(
// CHECK:       %[[PLANE:.*]] = memref.alloc() {disc_shape.scratch} : memref<112xf32>
// CHECK:       %[[SUMS:.*]] = memref.alloc() {disc_shape.scratch} : memref<112xf32>
// CHECK-NOT:   scf.if
// CHECK:       %[[ITEM:.*]] = memref.load %x
// CHECK:       memref.store %[[ITEM]], %[[PLANE]]
// CHECK-COUNT-3: memref.load %w
// CHECK:       memref.load %[[SUMS]]
// CHECK:       memref.store %{{.*}} : memref<?x8x5x14xf32>
func.func @plane(%x: tensor<?x8x5x14xf32>, %w: tensor<8x1x3x3xf32>) -> tensor<?x8x5x14xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<?x8x5x14xf32>, tensor<8x1x3x3xf32>) -> tensor<?x8x5x14xf32>
  return %0 : tensor<?x8x5x14xf32>
}

// -----

// Open sizes: lines that fit are copied, where taps are read wherever there are elements.
// CHECK-LABEL: func.func @open(
// CHECK-COUNT-2: memref.alloc() {disc_shape.scratch} : memref<16384xf32>
// CHECK:       scf.if
// CHECK:       } else {
func.func @open(%x: tensor<?x8x?x?xf32>, %w: tensor<8x1x3x3xf32>) -> tensor<?x8x?x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<?x8x?x?xf32>, tensor<8x1x3x3xf32>) -> tensor<?x8x?x?xf32>
  return %0 : tensor<?x8x?x?xf32>
}

// -----

// A window that moves by two places reads no neighbours.
// CHECK-LABEL: func.func @strides(
// CHECK-NOT:   memref.alloc() {disc_shape.scratch} : memref<{{[0-9]+}}xf32>
// CHECK:       func.return
func.func @strides(%x: tensor<?x8x5x15xf32>, %w: tensor<8x1x3x3xf32>) -> tensor<?x8x3x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<?x8x5x15xf32>, tensor<8x1x3x3xf32>) -> tensor<?x8x3x8xf32>
  return %0 : tensor<?x8x3x8xf32>
}
