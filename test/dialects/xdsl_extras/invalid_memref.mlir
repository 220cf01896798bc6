// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: shapes of 'memref.copy' differ: memref<4xf32> and memref<5xf32>
func.func @shapes(%a: memref<4xf32>, %b: memref<5xf32>) {
  memref.copy %a, %b : memref<4xf32> to memref<5xf32>
  return
}

// -----
// CHECK: element types of 'memref.copy' differ: memref<4xf32> and memref<?xf16>
func.func @elements(%a: memref<4xf32>, %b: memref<?xf16>) {
  memref.copy %a, %b : memref<4xf32> to memref<?xf16>
  return
}

// -----

// CHECK: shapes of 'memref.cast' differ: memref<4xf32> and memref<5xf32>
func.func @cast_sizes(%m: memref<4xf32>) {
  %0 = memref.cast %m : memref<4xf32> to memref<5xf32>
  func.return
}

// -----

// CHECK: element types of 'memref.cast' differ: f32 and i32
func.func @cast_elements(%m: memref<4xf32>) {
  %0 = memref.cast %m : memref<4xf32> to memref<4xi32>
  func.return
}

// -----

// CHECK: memory spaces of 'memref.cast' differ: memref<4xf32> and memref<4xf32, 2 : i64>
func.func @cast_space(%m: memref<4xf32>) {
  %0 = memref.cast %m : memref<4xf32> to memref<4xf32, 2>
  func.return
}

// -----

// CHECK: 'memref.cast' is from memref<*xf32> to memref<*xf32>, both without a rank
func.func @cast_unranked(%m: memref<*xf32>) {
  %0 = memref.cast %m : memref<*xf32> to memref<*xf32>
  func.return
}

// -----

// CHECK: 'memref.subview' has 1 offsets, expected 2
func.func @subview_count(%m: memref<4x5xf32>) {
  %0 = memref.subview %m[0] [2] [1] : memref<4x5xf32> to memref<2x2xf32>
  func.return
}

// -----

// CHECK: 'memref.subview' reaches index 5 of dimension 0, whose size is 4
func.func @subview_outside(%m: memref<4xf32>) {
  %0 = memref.subview %m[0] [6] [1] : memref<4xf32> to memref<6xf32>
  func.return
}

// -----

// CHECK: result of 'memref.subview' is memref<3xf32>, expected sizes [2], 1s dropped or not
func.func @subview_sizes(%m: memref<4xf32>) {
  %0 = memref.subview %m[0] [2] [1] : memref<4xf32> to memref<3xf32>
  func.return
}

// -----

// CHECK: element types of 'memref.reinterpret_cast' differ: i32 and f32
func.func @reinterpret_elements(%m: memref<?xi32>) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2], strides: [1] : memref<?xi32> to memref<2xf32, strided<[1]>>
  func.return
}

// -----

// CHECK: offset of 'memref.reinterpret_cast' are [1], but the result is memref<2xf32, strided<[1], offset: 2>>
func.func @reinterpret_offset(%m: memref<?xf32>) {
  %0 = memref.reinterpret_cast %m to offset: [1], sizes: [2], strides: [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: 2>>
  func.return
}

// -----

// CHECK: dimension 0 of 'memref.collapse_shape' has size 5, expected 6
func.func @collapse_sizes(%m: memref<2x3xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<2x3xf32> into memref<5xf32>
  func.return
}

// -----

// CHECK: groups of 'tensor.collapse_shape' are {{\[\[}}0], [1]], expected 1 of 2 dimensions in order
func.func @collapse_groups(%t: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %t [[0], [1]] : tensor<2x3xf32> into tensor<6xf32>
  func.return
}

// -----

// CHECK: output shape of 'tensor.expand_shape' is [3, 2], but the result is tensor<2x3xf32>
func.func @expand_sizes(%t: tensor<6xf32>) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<2x3xf32>
  func.return
}

// -----

// CHECK: type of 'memref.global' is memref<?xf32>, expected static sizes
memref.global @dynamic : memref<?xf32>

// -----

// CHECK: 'memref.get_global' names @nope, which is no 'memref.global'
func.func @no_global() {
  %0 = memref.get_global @nope : memref<2xf32>
  func.return
}

// -----

// CHECK: type of 'memref.get_global' @g is memref<3xf32>, expected memref<2xf32>
memref.global @g : memref<2xf32>
func.func @other_global() {
  %0 = memref.get_global @g : memref<3xf32>
  func.return
}

// -----

// CHECK: visibility of 'memref.global' is 'hidden', expected public, private or nested
memref.global "hidden" @g : memref<2xf32>

// -----

// CHECK: 'memref.alloc' has 1 symbols, expected 0
func.func @symbols(%i: index) {
  %0 = memref.alloc()[%i] : memref<4xf32>
  func.return
}

// -----

// CHECK: strides of 'memref.cast' are [2], but the result is memref<?xf32, strided<[3]>>
func.func @cast_strides(%m: memref<4xf32, strided<[2]>>) {
  %0 = memref.cast %m : memref<4xf32, strided<[2]>> to memref<?xf32, strided<[3]>>
  func.return
}

// -----

// CHECK: offset of 'memref.subview' are [16], but the result is memref<6x4xf32>
func.func @subview_offset(%m: memref<8x8xf32>) {
  %0 = memref.subview %m[2, 0] [6, 4] [1, 1] : memref<8x8xf32> to memref<6x4xf32>
  func.return
}

// -----

// CHECK: strides of 'memref.subview' are [16, 1], but the result is memref<4x8xf32, strided<[8, 1]>>
func.func @subview_strides(%m: memref<8x8xf32>) {
  %0 = memref.subview %m[0, 0] [4, 8] [2, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  func.return
}

// -----

// CHECK: offset of 'memref.reinterpret_cast' are [1], but the result is memref<4xf32>
func.func @reinterpret_offset(%m: memref<?xf32>) {
  %0 = memref.reinterpret_cast %m to offset: [1], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32>
  func.return
}

// -----

// CHECK: strides of 'memref.reinterpret_cast' are [2], but the result is memref<4xf32>
func.func @reinterpret_strides(%m: memref<?xf32>) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [2] : memref<?xf32> to memref<4xf32>
  func.return
}

// -----

// CHECK: 'memref.reinterpret_cast' has 2 offsets, expected 1
func.func @reinterpret_offsets(%m: memref<?xf32>) {
  %0 = memref.reinterpret_cast %m to offset: [0, 0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32>
  func.return
}

// -----

// CHECK: 'memref.expand_shape' is between memref<f32> and memref<1x2xf32>, which has more than one element
func.func @expand_one(%m: memref<f32>) {
  %0 = memref.expand_shape %m [] output_shape [1, 2] : memref<f32> into memref<1x2xf32>
  func.return
}

// -----

// CHECK: 'memref.prefetch' has 1 indices, expected one for each of 2 dimensions
func.func @fetched_row(%m: memref<?x4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, data : memref<?x4xf32>
  return
}

// -----

// CHECK: locality of 'memref.prefetch' is 4, expected 0 to 3
func.func @fetched_level(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<4>, data : memref<4xf32>
  return
}
