// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of convolution
// CHECK: 'stablehlo.convolution' has 4 dimensions on the right side, expected 3
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c2) of convolution
// CHECK: 'stablehlo.convolution' has 2 window_strides, expected 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c5) of convolution
// CHECK: 'stablehlo.convolution' has 2 lhs_dilation, expected 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c7) of convolution
// CHECK: 'stablehlo.convolution' has 2 rhs_dilation, expected 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 1, 1>}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c3) of convolution
// CHECK: window_strides 0 of 'stablehlo.convolution' is 0, expected at least 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 0>}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c6) of convolution
// CHECK: lhs_dilation 0 of 'stablehlo.convolution' is 0, expected at least 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 0>}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c8) of convolution
// CHECK: rhs_dilation 0 of 'stablehlo.convolution' is 0, expected at least 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 0>}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c4) of convolution
// CHECK: 'stablehlo.convolution' has 2 padding rows, expected 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<0> : tensor<2x2xi64>}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c9) of convolution
// CHECK: 'stablehlo.convolution' has 2 window_reversal entries, expected 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_reversal = array<i1: true, true>}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c10) of convolution
// CHECK: input batch size 3 of 'stablehlo.convolution' is not divisible by its 2 groups
func.func @f(%a0: tensor<3x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<3x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c11) of convolution
// CHECK: input feature size 5 of 'stablehlo.convolution' is not divisible by its 2 groups
func.func @f(%a0: tensor<4x8x5xf32>, %a1: tensor<3x2x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64}> : (tensor<4x8x5xf32>, tensor<3x2x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c12) of convolution
// CHECK: 'stablehlo.convolution' has 4 input dimensions in dimension_numbers, expected 3
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c13) of convolution
// CHECK: input dimensions of 'stablehlo.convolution' repeat a dimension: [0, 0, 1]
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c13), short form of convolution
// CHECK: expected each of b, f, 0 once, got b, 0, b
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, b]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c14) of convolution
// CHECK: kernel input feature size of 'stablehlo.convolution' is 5, expected 6
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x5x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x5x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c15) of convolution
// CHECK: kernel output feature size 3 of 'stablehlo.convolution' is not divisible by its 2 groups
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x3xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x3xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c16) of convolution
// CHECK: kernel output feature size 3 of 'stablehlo.convolution' is not divisible by its 2 groups
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x3x3xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64}> : (tensor<4x8x6xf32>, tensor<3x3x3xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c17) of convolution
// CHECK: 'stablehlo.convolution' has 4 kernel dimensions in dimension_numbers, expected 3
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, 1, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c18) of convolution
// CHECK: expected each of i, o, 0 once, got 0, o, o
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c19) of convolution
// CHECK: 'stablehlo.convolution' has 2 output dimensions in dimension_numbers, expected 3
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c20) of convolution
// CHECK: output dimension 3 of 'stablehlo.convolution' is out of range: expected 0 to 2
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c21) of convolution
// CHECK: feature_group_count of 'stablehlo.convolution' is 0, expected at least 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 0 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c22) of convolution
// CHECK: batch_group_count of 'stablehlo.convolution' is -1, expected at least 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = -1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c23) of convolution
// CHECK: 'stablehlo.convolution' has 2 feature groups and 2 batch groups, expected one of them to be 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c24) of convolution
// CHECK: 'stablehlo.convolution' has 3 precisions, expected at most 2
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c25), windows of convolution
// CHECK: dimension 1 of 'stablehlo.convolution' convolution and result differ: 6 and 7
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x7x2xf32>
  func.return
}

// -----

// (c25), features of convolution
// CHECK: dimension 2 of 'stablehlo.convolution' convolution and result differ: 2 and 3
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x3xf32>
  func.return
}

// -----

// (c25), batch of convolution
// CHECK: dimension 0 of 'stablehlo.convolution' convolution and result differ: 2 and 4
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6x2xf32>
  func.return
}

// -----

// (c26) of convolution
// CHECK: 'stablehlo.convolution' has 2 dimensions in the result, expected 3
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>) {
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>) -> tensor<4x6xf32>
  func.return
}

// -----

// (c4) of dynamic_conv
// CHECK: dimension 0 of 'stablehlo.dynamic_conv' padding and window differ: 2 and 1
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>, %a2: tensor<2x2xi32>) {
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>, tensor<2x2xi32>) -> tensor<4x?x2xf32>
  func.return
}

// -----

// (c25) of dynamic_conv
// CHECK: dimension 2 of 'stablehlo.dynamic_conv' convolution and result differ: 2 and 3
func.func @f(%a0: tensor<4x8x6xf32>, %a1: tensor<3x6x2xf32>, %a2: tensor<1x2xi32>) {
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x6xf32>, tensor<3x6x2xf32>, tensor<1x2xi32>) -> tensor<4x?x3xf32>
  func.return
}

// -----

// (c27) of the convolutions
// CHECK: element types of 'stablehlo.convolution' left and right side differ: f32 and f16
func.func @convolution_elements(%a: tensor<1x4x10xf32>, %b: tensor<4x4x3xf16>) {
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x4x10xf32>, tensor<4x4x3xf16>) -> tensor<1x4x8xf32>
  return
}

// -----

// (c25), padding of a constant, of dynamic_conv
// CHECK: dimension 1 of 'stablehlo.dynamic_conv' convolution and result differ: 1 and 3
func.func @dynamic_conv_by_constant(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) -> tensor<1x3x2x1xf32> {
  %padding = stablehlo.constant dense<1> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a, %b, %padding) <{window_strides = array<i64: 4, 4>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>, tensor<2x2xi64>) -> tensor<1x3x2x1xf32>
  return %0 : tensor<1x3x2x1xf32>
}
