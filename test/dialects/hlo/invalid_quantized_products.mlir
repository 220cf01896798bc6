// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c2) of add: all are quantized or none
// CHECK: element types of 'stablehlo.add' operands and result differ: f32 and !quant.uniform
func.func @f(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) {
  %0 = stablehlo.add %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>
  func.return
}

// -----

// (c3) of add: the storage types agree
// CHECK: storage types of 'stablehlo.add' operands and result differ: i8 and i16
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x2x!quant.uniform<i16:f32, 1.0>>
  func.return
}

// -----

// (c4) of add: the expressed types agree
// CHECK: expressed types of 'stablehlo.add' operands and result differ: f32 and f16
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x2x!quant.uniform<i8:f16, 1.0>>
  func.return
}

// -----

// (c5) of add: the result has a quantized dimension where an operand has one
// CHECK: quantized dimensions of 'stablehlo.add' operands and result differ: 0, None and None
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>
  func.return
}

// -----

// (c6) of add: it is the left operand's
// CHECK: quantized dimensions of 'stablehlo.add' operands and result differ: 0, None and 1
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  func.return
}

// -----

// (c7) of add: it is the right operand's
// CHECK: quantized dimensions of 'stablehlo.add' operands and result differ: None, 0 and 1
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  func.return
}

// -----

// one scale for the whole tensor, of abs
// CHECK: expected one scale for the whole tensor, got tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00, 2.000000e+00}>>
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %0 = stablehlo.abs %a : tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}

// -----

// scales in blocks, of abs
// CHECK: expected a tensor of complex or floating-point or integer or quantized elements, got tensor<2x2x!quant.uniform<i8:f32:{0:1}
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:{0:1}, {{1.0}, {2.0}}>>) {
  %0 = stablehlo.abs %a : tensor<2x2x!quant.uniform<i8:f32:{0:1}, {{1.0}, {2.0}}>>
  func.return
}

// -----

// (c14) of dot_general: a quantized right side
// CHECK: 'stablehlo.dot_general' is quantized in part: expected a quantized right side, and left side and result both quantized or neither
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x2xi8>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x2xi8>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>
  func.return
}

// -----

// (c14) of dot_general: left side and result quantized or neither
// CHECK: 'stablehlo.dot_general' is quantized in part
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x2x!quant.uniform<i8:f32, 1.0>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2xf32>
  func.return
}

// -----

// (c15) of dot_general: zero stands for zero
// CHECK: zero point of the right side of 'stablehlo.dot_general' is 17, expected 0
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x2x!quant.uniform<i8:f32, 1.0:17>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>
  func.return
}

// -----

// (c16) of dot_general: the quantized dimension is not contracted
// CHECK: quantized dimension 0 of the right side of 'stablehlo.dot_general' is contracted
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x2x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x2x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}

// -----

// (c17) of dot_general: the storage types agree
// CHECK: storage types of 'stablehlo.dot_general' operands and result differ: i8 and i4
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x2x!quant.uniform<i4:f32, 1.0>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x2x!quant.uniform<i4:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>
  func.return
}

// -----

// (c18) of dot_general: the expressed types agree
// CHECK: expressed types of 'stablehlo.dot_general' operands and result differ: f32 and f16
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x2x!quant.uniform<i8:f32, 1.0>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f16, 1.0>>
  func.return
}

// -----

// (c19) of dot_general: a right side with one scale gives a result with one
// CHECK: result of 'stablehlo.dot_general' is quantized along a dimension, expected one scale as in the right side
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x2x!quant.uniform<i8:f32, 1.0>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  func.return
}

// -----

// (c20) of dot_general: the expressed type is that of the numbers
// CHECK: expressed types of 'stablehlo.dot_general' operands and result differ: f64 and f32
func.func @f(%a: tensor<2x3xf64>, %b: tensor<3x2x!quant.uniform<i8:f32, 1.0>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2xf64>
  func.return
}

// -----

// (c28) of convolution
// CHECK: 'stablehlo.convolution' is quantized in part
func.func @f(%a: tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, %k: tensor<3x3x3x2xi8>) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x3x2xi8>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0:17>>
  func.return
}

// -----

// (c29) of convolution: scales for the kernel's output features
// CHECK: quantized dimension of 'stablehlo.convolution' right side is 2, expected 3
func.func @f(%a: tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, %k: tensor<3x3x3x2x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0}>>) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x3x2x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0}>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0:17>>
  func.return
}

// -----

// (c30) of convolution: scales for the result's features
// CHECK: quantized dimension of 'stablehlo.convolution' result is 1, expected 3
func.func @f(%a: tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, %k: tensor<3x3x3x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x3x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}>>
  func.return
}

// -----

// (c31) of convolution
// CHECK: storage types of 'stablehlo.convolution' operands and result differ: i8 and i4
func.func @f(%a: tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, %k: tensor<3x3x3x2x!quant.uniform<i4:f32, 1.0>>) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x3x2x!quant.uniform<i4:f32, 1.0>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0:17>>
  func.return
}

// -----

// (c32) of convolution
// CHECK: expressed types of 'stablehlo.convolution' operands and result differ: f32 and f16
func.func @f(%a: tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, %k: tensor<3x3x3x2x!quant.uniform<i8:f32, 1.0>>) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2x!quant.uniform<i8:f16, 1.0>>
  func.return
}

// -----

// (c33) of convolution
// CHECK: result of 'stablehlo.convolution' is quantized along a dimension
func.func @f(%a: tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, %k: tensor<3x3x3x2x!quant.uniform<i8:f32, 1.0>>) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>
  func.return
}

// -----

// (c34) of convolution
// CHECK: expressed types of 'stablehlo.convolution' operands and result differ: f64 and f32
func.func @f(%a: tensor<1x8x8x3xf64>, %k: tensor<3x3x3x2x!quant.uniform<i8:f32, 1.0>>) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf64>, tensor<3x3x3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2xf64>
  func.return
}

// -----

// (c4) of transpose
// CHECK: quantized dimension of 'stablehlo.transpose' operand is 0, expected 1
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}

// -----

// (c3) of reshape
// CHECK: sizes before the quantized dimension of 'stablehlo.reshape' operand and result differ: product 3 and 1
func.func @f(%a: tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  %0 = stablehlo.reshape %a : (tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}

// -----

// (c1) of broadcast_in_dim: the quantized dimension moves with its scales
// CHECK: quantized dimension of 'stablehlo.broadcast_in_dim' result is 0, expected 1
func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}

// -----

// (c6) of broadcast_in_dim: one scale is repeated
// CHECK: scales of 'stablehlo.broadcast_in_dim' operand and result differ:
func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {1.0}>>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {1.0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}

// -----

// no quantized numbers, of convert
// CHECK: 'stablehlo.convert' has the type tensor<2x!quant.uniform<i8:f32, 1.000000e+00:17>>, expected one that is not quantized
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0:17>>) {
  %0 = stablehlo.convert %a : (tensor<2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2xf32>
  func.return
}

// -----

// (c3) of dynamic_reshape
// CHECK: sizes before the quantized dimension of 'stablehlo.dynamic_reshape' operand and result differ: product 3 and 1
func.func @f(%a: tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, %s: tensor<2xindex>) {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, tensor<2xindex>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}

// -----

// (c6) of dynamic_broadcast_in_dim: one scale is repeated
// CHECK: scales of 'stablehlo.dynamic_broadcast_in_dim' operand and result differ:
func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {1.0}>>, %s: tensor<1xindex>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {1.0}>>, tensor<1xindex>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}
