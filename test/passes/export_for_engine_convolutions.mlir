// RUN: disc-opt %s -p 'shape-optimization,export-for-engine{engine=iree},test-verify-dominance' --split-input-file | filecheck %s

// A dynamic convolution is a contraction of patches, whose elements have the order of the kernel.

// CHECK-LABEL: func.func @features_last
// CHECK:       tensor.pad
// CHECK:       %[[P:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, ((d1 * 2) + d3), (d2 + (d4 * 3)), d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>]
// CHECK:       tensor.collapse_shape %[[P]] {{\[\[}}0 : i64, 1 : i64, 2 : i64], [3 : i64, 4 : i64, 5 : i64]] : tensor<?x?x?x3x2x4xf32> into tensor<?x24xf32>
// CHECK:       tensor.collapse_shape {{.*}} : tensor<3x2x4x5xf32> into tensor<24x5xf32>
// CHECK:       linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK:       tensor.expand_shape {{.*}} : tensor<?x5xf32> into tensor<?x?x?x5xf32>
func.func @features_last(%x: tensor<?x?x?x4xf32>, %k: tensor<3x2x4x5xf32>) -> tensor<?x?x?x5xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [0, 1]], rhs_dilate = [1, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x4xf32>, tensor<3x2x4x5xf32>) -> tensor<?x?x?x5xf32>
  return %0 : tensor<?x?x?x5xf32>
}

// -----

// CHECK-LABEL: func.func @features_second
// CHECK:       %[[P:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, (d3 + d2))>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>]
// CHECK:       tensor.collapse_shape %[[P]] {{\[\[}}0 : i64], [1 : i64, 2 : i64], [3 : i64]] : tensor<?x4x3x?xf32> into tensor<?x12x?xf32>
// CHECK:       linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>]
// CHECK-NOT:   tensor.expand_shape
func.func @features_second(%x: tensor<?x4x?xf32>, %k: tensor<5x4x3xf32>) -> tensor<?x5x?xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x4x?xf32>, tensor<5x4x3xf32>) -> tensor<?x5x?xf32>
  return %0 : tensor<?x5x?xf32>
}

// -----

// A static convolution has a name; so has none with groups, or with a kernel whose window is apart.

// CHECK-LABEL: func.func @static
// CHECK:       linalg.conv_2d_nhwc_hwcf
func.func @static(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x5xf32>) -> tensor<2x6x6x5xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x5xf32>) -> tensor<2x6x6x5xf32>
  return %0 : tensor<2x6x6x5xf32>
}

// -----

// CHECK-LABEL: func.func @groups
// CHECK:       linalg.generic {{.*}}"parallel", "parallel", "parallel", "parallel", "reduction", "reduction"
func.func @groups(%x: tensor<?x4x?xf32>, %k: tensor<6x2x3xf32>) -> tensor<?x6x?xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x4x?xf32>, tensor<6x2x3xf32>) -> tensor<?x6x?xf32>
  return %0 : tensor<?x6x?xf32>
}

// -----

// CHECK-LABEL: func.func @feature_between
// CHECK-NOT:   tensor.collapse_shape
// CHECK:       linalg.generic {{.*}}"parallel", "parallel", "parallel", "reduction", "reduction"
func.func @feature_between(%x: tensor<?x4x?xf32>, %k: tensor<4x5x3xf32>) -> tensor<?x5x?xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x4x?xf32>, tensor<4x5x3xf32>) -> tensor<?x5x?xf32>
  return %0 : tensor<?x5x?xf32>
}
