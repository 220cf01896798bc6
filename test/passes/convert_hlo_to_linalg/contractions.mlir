// RUN: disc-opt %s -p 'convert-hlo-to-linalg' --split-input-file | filecheck %s

// CHECK: func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x8xf32>) -> tensor<?x8xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %2 = tensor.dim %a, %0 : tensor<?x?xf32>
// CHECK-NEXT: %3 = tensor.empty(%2) : tensor<?x8xf32>
// CHECK-NEXT: %4 = linalg.fill ins(%1 : f32) outs(%3 : tensor<?x8xf32>) -> tensor<?x8xf32>
// CHECK-NEXT: %5 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x8xf32>) outs(%4 : tensor<?x8xf32>) -> tensor<?x8xf32>
// CHECK-NEXT: func.return %5 : tensor<?x8xf32>
// CHECK-NEXT: }
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// Elements are converted to the type of the result.
// CHECK: func.func @batched(%a: tensor<?x?x4xi8>, %b: tensor<?x?x4xi8>) -> tensor<?x?x?xi32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 1 : index
// CHECK-NEXT: %2 = arith.constant 0 : i32
// CHECK-NEXT: %3 = tensor.dim %a, %0 : tensor<?x?x4xi8>
// CHECK-NEXT: %4 = tensor.dim %a, %1 : tensor<?x?x4xi8>
// CHECK-NEXT: %5 = tensor.dim %b, %1 : tensor<?x?x4xi8>
// CHECK-NEXT: %6 = tensor.empty(%3, %4, %5) : tensor<?x?x?xi32>
// CHECK-NEXT: %7 = linalg.fill ins(%2 : i32) outs(%6 : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
// CHECK-NEXT: %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<?x?x4xi8>, tensor<?x?x4xi8>) outs(%7 : tensor<?x?x?xi32>) {
// CHECK-NEXT: ^bb0(%9: i8, %10: i8, %11: i32):
// CHECK-NEXT: %12 = arith.extsi %9 : i8 to i32
// CHECK-NEXT: %13 = arith.extsi %10 : i8 to i32
// CHECK-NEXT: %14 = arith.muli %12, %13 : i32
// CHECK-NEXT: %15 = arith.addi %11, %14 : i32
// CHECK-NEXT: linalg.yield %15 : i32
// CHECK-NEXT: } -> tensor<?x?x?xi32>
// CHECK-NEXT: func.return %8 : tensor<?x?x?xi32>
// CHECK-NEXT: }
func.func @batched(%a: tensor<?x?x4xi8>, %b: tensor<?x?x4xi8>) -> tensor<?x?x?xi32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<?x?x4xi8>, tensor<?x?x4xi8>) -> tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}

// -----

// CHECK: func.func @convolution(%x: tensor<?x?x?x3xf32>, %k: tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 1 : index
// CHECK-NEXT: %2 = arith.constant 2 : index
// CHECK-NEXT: %3 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %4 = tensor.dim %x, %0 : tensor<?x?x?x3xf32>
// CHECK-NEXT: %5 = tensor.dim %x, %1 : tensor<?x?x?x3xf32>
// CHECK-NEXT: %6 = tensor.dim %x, %2 : tensor<?x?x?x3xf32>
// CHECK-NEXT: %7 = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
// CHECK-NEXT: ^bb0(%8: index, %9: index, %10: index, %11: index):
// CHECK-NEXT: tensor.yield %3 : f32
// CHECK-NEXT: } : tensor<?x?x?x3xf32> to tensor<?x?x?x3xf32>
// CHECK-NEXT: %12 = tensor.empty(%4, %5, %6) : tensor<?x?x?x8xf32>
// CHECK-NEXT: %13 = linalg.fill ins(%3 : f32) outs(%12 : tensor<?x?x?x8xf32>) -> tensor<?x?x?x8xf32>
// CHECK-NEXT: %14 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%7, %k : tensor<?x?x?x3xf32>, tensor<3x3x3x8xf32>) outs(%13 : tensor<?x?x?x8xf32>) -> tensor<?x?x?x8xf32>
// CHECK-NEXT: func.return %14 : tensor<?x?x?x8xf32>
// CHECK-NEXT: }
func.func @convolution(%x: tensor<?x?x?x3xf32>, %k: tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32>
  return %0 : tensor<?x?x?x8xf32>
}

// -----

// Groups are a dimension of their own.
// CHECK: func.func @groups(%x: tensor<?x?x4xf32>, %k: tensor<2x2x6xf32>) -> tensor<?x?x6xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 1 : index
// CHECK-NEXT: %2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %3 = arith.constant 2 : index
// CHECK-NEXT: %4 = tensor.dim %x, %0 : tensor<?x?x4xf32>
// CHECK-NEXT: %5 = tensor.dim %x, %1 : tensor<?x?x4xf32>
// CHECK-NEXT: %6 = arith.subi %5, %3 : index
// CHECK-NEXT: %7 = arith.addi %6, %3 : index
// CHECK-NEXT: %8 = arith.maxsi %7, %0 : index
// CHECK-NEXT: %9 = arith.divsi %8, %3 : index
// CHECK-NEXT: %10 = tensor.expand_shape %x {{\[\[}}0 : i64], [1 : i64], [2 : i64, 3 : i64]] output_shape [%4, %5, 2, 2] : tensor<?x?x4xf32> into tensor<?x?x2x2xf32>
// CHECK-NEXT: %11 = tensor.expand_shape %k {{\[\[}}0 : i64], [1 : i64], [2 : i64, 3 : i64]] output_shape [2, 2, 2, 3] : tensor<2x2x6xf32> into tensor<2x2x2x3xf32>
// CHECK-NEXT: %12 = tensor.empty(%4, %9) : tensor<?x?x2x3xf32>
// CHECK-NEXT: %13 = linalg.fill ins(%2 : f32) outs(%12 : tensor<?x?x2x3xf32>) -> tensor<?x?x2x3xf32>
// CHECK-NEXT: %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, ((d3 * 2) + d4), d1, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d1, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%10, %11 : tensor<?x?x2x2xf32>, tensor<2x2x2x3xf32>) outs(%13 : tensor<?x?x2x3xf32>) {
// CHECK-NEXT: ^bb0(%15: f32, %16: f32, %17: f32):
// CHECK-NEXT: %18 = arith.mulf %15, %16 : f32
// CHECK-NEXT: %19 = arith.addf %17, %18 : f32
// CHECK-NEXT: linalg.yield %19 : f32
// CHECK-NEXT: } -> tensor<?x?x2x3xf32>
// CHECK-NEXT: %20 = tensor.collapse_shape %14 {{\[\[}}0 : i64], [1 : i64], [2 : i64, 3 : i64]] : tensor<?x?x2x3xf32> into tensor<?x?x6xf32>
// CHECK-NEXT: func.return %20 : tensor<?x?x6xf32>
// CHECK-NEXT: }
func.func @groups(%x: tensor<?x?x4xf32>, %k: tensor<2x2x6xf32>) -> tensor<?x?x6xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x?x4xf32>, tensor<2x2x6xf32>) -> tensor<?x?x6xf32>
  return %0 : tensor<?x?x6xf32>
}

// -----

// CHECK: func.func @window(%x: tensor<?x?xf32>, %z: tensor<f32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 1 : index
// CHECK-NEXT: %2 = arith.constant 3 : index
// CHECK-NEXT: %3 = arith.constant 2 : index
// CHECK-NEXT: %4 = tensor.dim %x, %0 : tensor<?x?xf32>
// CHECK-NEXT: %5 = tensor.extract %z[] : tensor<f32>
// CHECK-NEXT: %6 = tensor.pad %x low[0, 1] high[0, 1] {
// CHECK-NEXT: ^bb0(%7: index, %8: index):
// CHECK-NEXT: tensor.yield %5 : f32
// CHECK-NEXT: } : tensor<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %9 = tensor.dim %6, %1 : tensor<?x?xf32>
// CHECK-NEXT: %10 = arith.subi %9, %2 : index
// CHECK-NEXT: %11 = arith.addi %10, %3 : index
// CHECK-NEXT: %12 = arith.maxsi %11, %0 : index
// CHECK-NEXT: %13 = arith.divsi %12, %3 : index
// CHECK-NEXT: %14 = tensor.empty(%4, %13) : tensor<?x?xf32>
// CHECK-NEXT: %15 = linalg.fill ins(%5 : f32) outs(%14 : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %16 = tensor.empty() : tensor<3xf32>
// CHECK-NEXT: %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, ((d1 * 2) + d2))>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6, %16 : tensor<?x?xf32>, tensor<3xf32>) outs(%15 : tensor<?x?xf32>) {
// CHECK-NEXT: ^bb0(%18: f32, %19: f32, %20: f32):
// CHECK-NEXT: %21 = arith.maximumf %20, %18 : f32
// CHECK-NEXT: linalg.yield %21 : f32
// CHECK-NEXT: } -> tensor<?x?xf32>
// CHECK-NEXT: func.return %17 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @window(%x: tensor<?x?xf32>, %z: tensor<f32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
