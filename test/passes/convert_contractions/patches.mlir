// RUN: disc-opt %s --split-input-file -p 'mhlo-to-lmhlo,deallocate-buffers,lmhlo-to-loops,convert-contractions' | filecheck %s

// Features first: what all taps read is copied, of several lines of the result or of a part of a longer
// one, and the window is a matrix where it lies.
// CHECK-LABEL: func.func @stem(
// CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:   %[[TERMS:.*]] = arith.constant 27 : index
// CHECK-DAG:   %[[PITCH:.*]] = arith.constant 272 : index
// CHECK:       %[[P:.*]] = memref.alloc() {disc_shape.scratch} : memref<27x272xf32>
// CHECK:       scf.if
// CHECK:       %[[IMAGE:.*]] = memref.reinterpret_cast %x to
// CHECK:       %[[ITEM:.*]] = memref.load %[[IMAGE]]
// CHECK:       memref.store %[[ITEM]], %[[P]]
// CHECK:       memref.store %[[ZERO]], %[[P]]
// CHECK:       %[[PATCHES:.*]] = memref.reinterpret_cast %[[P]] to offset: [%{{.*}}], sizes: [%[[TERMS]], %{{.*}}], strides: [%[[PITCH]], %{{.*}}]
// CHECK:       %[[KERNEL:.*]] = memref.reinterpret_cast %w to offset: [%{{.*}}], sizes: [%{{.*}}, %[[TERMS]]], strides: [%[[TERMS]], %{{.*}}]
// CHECK:       func.call @matrix_product_f32(%[[KERNEL]], %[[PATCHES]]
// CHECK:       } else {
// CHECK:       func.call @matrix_product_f32(
func.func @stem(%x: tensor<?x3x?x?xf32>, %w: tensor<8x3x3x3xf32>) -> tensor<?x8x?x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x3x?x?xf32>, tensor<8x3x3x3xf32>) -> tensor<?x8x?x?xf32>
  return %0 : tensor<?x8x?x?xf32>
}

// -----

// Nothing has to be chosen for lines of a known size. All of them, 49 places, are one product.
// CHECK-LABEL: func.func @lines(
// CHECK:       memref.alloc() {disc_shape.scratch} : memref<576x80xf32>
// CHECK:       func.call @matrix_product_f32(
// CHECK-NOT:   func.call
// CHECK:       func.return
func.func @lines(%x: tensor<?x64x7x7xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<?x64x7x7xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x64x7x7xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x7x7xf32>
  return %0 : tensor<?x64x7x7xf32>
}

// -----

// Many features and few results: the copies would cost more than they save.
// CHECK-LABEL: func.func @few_results(
// CHECK-NOT:   memref<576x
// CHECK:       func.return
func.func @few_results(%x: tensor<?x64x7x7xf32>, %w: tensor<8x64x3x3xf32>) -> tensor<?x8x7x7xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x64x7x7xf32>, tensor<8x64x3x3xf32>) -> tensor<?x8x7x7xf32>
  return %0 : tensor<?x8x7x7xf32>
}

// -----

// Many features of long lines are terms enough for each tap.
// CHECK-LABEL: func.func @many_features(
// CHECK-NOT:   x272xf32>
func.func @many_features(%x: tensor<?x64x?x300xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<?x64x?x300xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x64x?x300xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x?x300xf32>
  return %0 : tensor<?x64x?x300xf32>
}

// -----

// Features last: all taps of a row of the window are terms of one product.
// CHECK-LABEL: func.func @features_last(
// CHECK-NOT:   x272xf32>
func.func @features_last(%x: tensor<?x?x?x3xf32>, %w: tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32>
  return %0 : tensor<?x?x?x8xf32>
}

// -----

// The terms of the kernel do not lie at one distance.
// CHECK-LABEL: func.func @kernel_of_open_size(
// CHECK-NOT:   x272xf32>
func.func @kernel_of_open_size(%x: tensor<?x3x?x?xf32>, %w: tensor<8x3x?x3xf32>) -> tensor<?x8x?x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x3x?x?xf32>, tensor<8x3x?x3xf32>) -> tensor<?x8x?x?xf32>
  return %0 : tensor<?x8x?x?xf32>
}
