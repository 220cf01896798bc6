// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Convolutions with all parts of a window, groups, and padding as an operand.

// CHECK: func.func @stablehlo(%a: tensor<?x8x8x4xf32>, %k: tensor<3x3x4x8xf32>, %g: tensor<3x3x2x8xf32>, %p: tensor<2x2xi32>, %l: tensor<1x4x10xf32>, %lk: tensor<4x4x3xf32>) {
func.func @stablehlo(%a: tensor<?x8x8x4xf32>, %k: tensor<3x3x4x8xf32>, %g: tensor<3x3x2x8xf32>, %p: tensor<2x2xi32>, %l: tensor<1x4x10xf32>, %lk: tensor<4x4x3xf32>) {
  // CHECK-NEXT: %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<?x6x6x8xf32>
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<?x6x6x8xf32>
  // CHECK-NEXT: %1 = stablehlo.convolution(%a, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[f, 0, b, 1], window = {stride = [2, 1], pad = {{\[\[}}1, 1], [0, 1]], lhs_dilate = [1, 2], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<?x8x8x4xf32>, tensor<3x3x2x8xf32>) -> tensor<8x4x?x12xf32>
  %1 = stablehlo.convolution(%a, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[f, 0, b, 1], window = {stride = [2, 1], pad = [[1, 1], [0, 1]], lhs_dilate = [1, 2], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<?x8x8x4xf32>, tensor<3x3x2x8xf32>) -> tensor<8x4x?x12xf32>
  // CHECK-NEXT: %2 = stablehlo.convolution(%l, %lk) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = {{\[\[}}2, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x10xf32>, tensor<4x4x3xf32>) -> tensor<1x4x10xf32>
  %2 = stablehlo.convolution(%l, %lk) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[2, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x10xf32>, tensor<4x4x3xf32>) -> tensor<1x4x10xf32>
  // CHECK-NEXT: %3 = "stablehlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 2, 2>}> : (tensor<?x8x8x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi32>) -> tensor<?x?x?x8xf32>
  %3 = "stablehlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 2, 2>}> : (tensor<?x8x8x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi32>) -> tensor<?x?x?x8xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%a: tensor<?x8x8x4xf32>, %k: tensor<3x3x4x8xf32>, %p: tensor<2x2xi32>) {
func.func @mhlo(%a: tensor<?x8x8x4xf32>, %k: tensor<3x3x4x8xf32>, %p: tensor<2x2xi32>) {
  // CHECK-NEXT: %0 = mhlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = {{\[\[}}1, 1], [0, 1]], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<?x4x7x8xf32>
  %0 = mhlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 1]], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<?x4x7x8xf32>
  // CHECK-NEXT: %1 = "mhlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = dense<2> : tensor<2xi64>}> : (tensor<?x8x8x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi32>) -> tensor<?x?x?x8xf32>
  %1 = "mhlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = dense<2> : tensor<2xi64>}> : (tensor<?x8x8x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi32>) -> tensor<?x?x?x8xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// MHLO's padding may be a list.

// CHECK: func.func @flat
func.func @flat(%a: tensor<?x8x8x4xf32>, %k: tensor<3x3x4x8xf32>, %p: tensor<4xi32>) {
  // CHECK-NEXT: %0 = "mhlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<?x8x8x4xf32>, tensor<3x3x4x8xf32>, tensor<4xi32>) -> tensor<?x?x?x8xf32>
  %0 = "mhlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<?x8x8x4xf32>, tensor<3x3x4x8xf32>, tensor<4xi32>) -> tensor<?x?x?x8xf32>
  func.return
}
