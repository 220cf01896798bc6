// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: sed 's/stablehlo\./mhlo./g' %s | disc-opt --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// Stride 1 and a padding of half the kernel keep the spatial sizes.
// CHECK-LABEL: func.func @conv_same(%x: tensor<?x?x?x3xf32, [@S0, @S1, @S2, @C3]>, %k: tensor<3x5x3x8xf32>) -> tensor<?x?x?x8xf32, [@S0, @S1, @S2, @C8]>
func.func @conv_same(%x: tensor<?x?x?x3xf32>, %k: tensor<3x5x3x8xf32>) -> tensor<?x?x?x?xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x3xf32>, tensor<3x5x3x8xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// Without padding the sizes shrink by the kernel less one.
// CHECK-LABEL: func.func @conv_valid(%x: tensor<?x?x?x3xf32, [@S0, @S1, @S2, @C3]>, %k: tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32, [@S0, @S3, @S4, @C8]>
func.func @conv_valid(%x: tensor<?x?x?x3xf32>, %k: tensor<3x3x3x8xf32>) -> tensor<?x?x?x?xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// Stride 2 with the same padding halves them.
// CHECK-LABEL: func.func @conv_stride_2(%x: tensor<?x?x?x3xf32, [@S0, @S1, @S2, @C3]>, %k: tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32, [@S0, @S3, @S4, @C8]>
func.func @conv_stride_2(%x: tensor<?x?x?x3xf32>, %k: tensor<3x3x3x8xf32>) -> tensor<?x?x?x?xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// The same with the padding as an operand.
// CHECK-LABEL: func.func @dynamic_conv(%x: tensor<?x?x?x3xf32, [@S0, @S1, @S2, @C3]>, %k: tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32, [@S0, @S1, @S2, @C8]>
func.func @dynamic_conv(%x: tensor<?x?x?x3xf32>, %k: tensor<3x3x3x8xf32>) -> tensor<?x?x?x?xf32> {
  %p = stablehlo.constant dense<1> : tensor<2x2xi32>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{window_strides = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<?x?x?x3xf32>, tensor<3x3x3x8xf32>, tensor<2x2xi32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic_conv_unknown_padding(
// CHECK-SAME: %x: tensor<?x?x?x3xf32, [@S0, @S1, @S2, @C3]>
// CHECK-SAME: -> tensor<?x?x?x8xf32, [@S0, @S3, @S4, @C8]>
func.func @dynamic_conv_unknown_padding(%x: tensor<?x?x?x3xf32>, %k: tensor<3x3x3x8xf32>, %p: tensor<2x2xi32>) -> tensor<?x?x?x?xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{window_strides = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<?x?x?x3xf32>, tensor<3x3x3x8xf32>, tensor<2x2xi32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// Padding along one axis keeps the other.
// CHECK-LABEL: func.func @dynamic_pad(%x: tensor<?x?xf32, [@S0, @S1]>, %v: tensor<f32>, %n: index) -> tensor<?x?xf32, [@S0, @S2]>
func.func @dynamic_pad(%x: tensor<?x?xf32>, %v: tensor<f32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %lo = tensor.from_elements %c0, %n : tensor<2xindex>
  %z = tensor.from_elements %c0, %c0 : tensor<2xindex>
  %0 = stablehlo.dynamic_pad %x, %v, %lo, %z, %z : (tensor<?x?xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic_pad_both(%x: tensor<?x?xf32, [@S0, @S1]>, %v: tensor<f32>, %n: index) -> tensor<?x?xf32, [@S2, @S3]>
func.func @dynamic_pad_both(%x: tensor<?x?xf32>, %v: tensor<f32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %lo = tensor.from_elements %n, %n : tensor<2xindex>
  %z = tensor.from_elements %c0, %c0 : tensor<2xindex>
  %0 = stablehlo.dynamic_pad %x, %v, %lo, %z, %z : (tensor<?x?xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// As much cut off as is put on: the size stays.
// CHECK-LABEL: func.func @pad_shift(%x: tensor<?x4xf32, [@S0, @C4]>, %v: tensor<f32>) -> tensor<?x7xf32, [@S0, @C7]>
func.func @pad_shift(%x: tensor<?x4xf32>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %0 = stablehlo.pad %x, %v, low = [1, 0], high = [-1, 0], interior = [0, 1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
