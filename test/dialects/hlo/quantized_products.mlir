// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Products take a quantized right side; operations that move elements move the dimension that scales
// belong to; a reduction may compute in a wider type than its operands have.

// CHECK: func.func @weights(%a: tensor<2x3x4x!quant.uniform<i8:f32, 1.000000e+00:17>>, %b: tensor<2x3x5x!quant.uniform<i8:f32:2, {1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00}>>, %r: tensor<2x3x4xf32>) {
func.func @weights(%a: tensor<2x3x4x!quant.uniform<i8:f32, 1.000000e+00:17>>, %b: tensor<2x3x5x!quant.uniform<i8:f32:2, {1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00}>>, %r: tensor<2x3x4xf32>) {
  // CHECK-NEXT: %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 1.000000e+00:17>>, tensor<2x3x5x!quant.uniform<i8:f32:2, {1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00}>>) -> tensor<2x4x5x!quant.uniform<i32:f32:2, {1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00}>>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 1.000000e+00:17>>, tensor<2x3x5x!quant.uniform<i8:f32:2, {1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00}>>) -> tensor<2x4x5x!quant.uniform<i32:f32:2, {1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00}>>
  // CHECK-NEXT: %1 = stablehlo.dot_general %r, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3x4xf32>, tensor<2x3x5x!quant.uniform<i8:f32:2, {1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00}>>) -> tensor<2x4x5xf32>
  %1 = stablehlo.dot_general %r, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3x4xf32>, tensor<2x3x5x!quant.uniform<i8:f32:2, {1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00}>>) -> tensor<2x4x5xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @convolutions(%a: tensor<1x8x8x3x!quant.uniform<i8:f32, 1.000000e+00:17>>, %r: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x2x!quant.uniform<i8:f32:3, {1.000000e+00, 2.000000e+00}>>) {
func.func @convolutions(%a: tensor<1x8x8x3x!quant.uniform<i8:f32, 1.000000e+00:17>>, %r: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x2x!quant.uniform<i8:f32:3, {1.000000e+00, 2.000000e+00}>>) {
  // CHECK-NEXT: %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3x!quant.uniform<i8:f32, 1.000000e+00:17>>, tensor<3x3x3x2x!quant.uniform<i8:f32:3, {1.000000e+00, 2.000000e+00}>>) -> tensor<1x6x6x2x!quant.uniform<i32:f32:3, {1.000000e+00, 2.000000e+00}>>
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3x!quant.uniform<i8:f32, 1.000000e+00:17>>, tensor<3x3x3x2x!quant.uniform<i8:f32:3, {1.000000e+00, 2.000000e+00}>>) -> tensor<1x6x6x2x!quant.uniform<i32:f32:3, {1.000000e+00, 2.000000e+00}>>
  // CHECK-NEXT: %1 = stablehlo.convolution(%r, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x2x!quant.uniform<i8:f32:3, {1.000000e+00, 2.000000e+00}>>) -> tensor<1x6x6x2xf32>
  %1 = stablehlo.convolution(%r, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x2x!quant.uniform<i8:f32:3, {1.000000e+00, 2.000000e+00}>>) -> tensor<1x6x6x2xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @along_a_dimension(%a: tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>, %b: tensor<1x2x!quant.uniform<i8:f32:0, {5.000000e-01:-30}>>, %c: tensor<?x2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %s: tensor<3xindex>) {
func.func @along_a_dimension(%a: tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>, %b: tensor<1x2x!quant.uniform<i8:f32:0, {5.000000e-01:-30}>>, %c: tensor<?x2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %s: tensor<3xindex>) {
  // CHECK-NEXT: %0 = stablehlo.add %a, %a : tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>
  %0 = stablehlo.add %a, %a : tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>
  // CHECK-NEXT: %1 = stablehlo.add %a, %c : (tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>, tensor<?x2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>
  %1 = stablehlo.add %a, %c : (tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>, tensor<?x2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>
  // CHECK-NEXT: %2 = stablehlo.broadcast_in_dim %b, dims = [0, 2] : (tensor<1x2x!quant.uniform<i8:f32:0, {5.000000e-01:-30}>>) -> tensor<2x3x2x!quant.uniform<i8:f32:0, {5.000000e-01:-30, 5.000000e-01:-30}>>
  %2 = stablehlo.broadcast_in_dim %b, dims = [0, 2] : (tensor<1x2x!quant.uniform<i8:f32:0, {5.000000e-01:-30}>>) -> tensor<2x3x2x!quant.uniform<i8:f32:0, {5.000000e-01:-30, 5.000000e-01:-30}>>
  // CHECK-NEXT: %3 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1, 2] : (tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>, tensor<3xindex>) -> tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>
  %3 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1, 2] : (tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>, tensor<3xindex>) -> tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>
  // CHECK-NEXT: %4 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>) -> tensor<i32>
  %4 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>) -> tensor<i32>
  // CHECK-NEXT: %5 = stablehlo.uniform_dequantize %a : (tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>) -> tensor<?x2x2xf32>
  %5 = stablehlo.uniform_dequantize %a : (tensor<?x2x2x!quant.uniform<i8:f32:2, {5.000000e-01:-30, 2.500000e-01:-20}>>) -> tensor<?x2x2xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @wider(%a: tensor<4x?x!quant.uniform<i8:f32, 1.000000e+00>>, %i: tensor<!quant.uniform<i8:f32, 1.000000e+00>>) {
func.func @wider(%a: tensor<4x?x!quant.uniform<i8:f32, 1.000000e+00>>, %i: tensor<!quant.uniform<i8:f32, 1.000000e+00>>) {
  // CHECK-NEXT: %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4x?x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<?x!quant.uniform<i32:f32, 1.000000e+00>>
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4x?x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<?x!quant.uniform<i32:f32, 1.000000e+00>>
   // CHECK-NEXT: reducer(%x: tensor<!quant.uniform<i32:f32, 1.000000e+00>>, %y: tensor<!quant.uniform<i32:f32, 1.000000e+00>>)  {
   reducer(%x: tensor<!quant.uniform<i32:f32, 1.000000e+00>>, %y: tensor<!quant.uniform<i32:f32, 1.000000e+00>>)  {
    // CHECK-NEXT: %1 = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f32, 1.000000e+00>>
    %1 = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f32, 1.000000e+00>>
    // CHECK-NEXT: stablehlo.return %1 : tensor<!quant.uniform<i32:f32, 1.000000e+00>>
    stablehlo.return %1 : tensor<!quant.uniform<i32:f32, 1.000000e+00>>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
