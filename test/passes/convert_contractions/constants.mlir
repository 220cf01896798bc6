// RUN: disc-opt %s --split-input-file -p 'mhlo-to-lmhlo{results=out-params},lmhlo-to-loops,convert-contractions' | filecheck %s

// A constant whose dimensions products read in another order is stored in that order. Elements with
// gaps between them are read tap by tap, and not copied as patches.
// CHECK:      sym_name = "[[NAME:constant_[0-9]+]]", type = memref<3x3x8x64xf32>
// CHECK-NOT:  memref<8x64x3x3xf32>
// CHECK:      func.func @main
// CHECK:      memref.get_global @[[NAME]] : memref<3x3x8x64xf32>
// CHECK-NOT:  memref.alloc
// CHECK:      func.call @matrix_product_f32
func.func @main(%x: tensor<?x64x7x7xf32>) -> tensor<?x8x13x7xf32> {
  %w = stablehlo.constant dense<2.5> : tensor<8x64x3x3xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x64x7x7xf32>, tensor<8x64x3x3xf32>) -> tensor<?x8x13x7xf32>
  func.return %0 : tensor<?x8x13x7xf32>
}

// -----

// An argument is copied in each call.
// CHECK:      func.func @main
// CHECK:      %[[COPY:.*]] = memref.alloc() : memref<3x3x8x64xf32>
// CHECK:      memref.store %{{.*}}, %[[COPY]]
// CHECK:      func.call @matrix_product_f32
// CHECK:      memref.dealloc %[[COPY]]
func.func @main(%x: tensor<?x64x7x7xf32>, %w: tensor<8x64x3x3xf32>) -> tensor<?x8x13x7xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x64x7x7xf32>, tensor<8x64x3x3xf32>) -> tensor<?x8x13x7xf32>
  func.return %0 : tensor<?x8x13x7xf32>
}

// -----

// A constant that other modules see stays besides.
// CHECK:      sym_name = "constant_{{[0-9]+}}", type = memref<3x3x8x64xf32>
// CHECK:      sym_name = "shared", type = memref<8x64x3x3xf32>
"memref.global"() <{sym_name = "shared", type = memref<8x64x3x3xf32>, initial_value = dense<2.5> : tensor<8x64x3x3xf32>, sym_visibility = "public", constant}> : () -> ()
func.func @main(%x: memref<?x64x7x7xf32>, %out: memref<?x8x13x7xf32>) {
  %w = memref.get_global @shared : memref<8x64x3x3xf32>
  "lmhlo.convolution"(%x, %w, %out) <{dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, padding = dense<1> : tensor<2x2xi64>, lhs_dilation = array<i64: 2, 1>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (memref<?x64x7x7xf32>, memref<8x64x3x3xf32>, memref<?x8x13x7xf32>) -> ()
  func.return
}
