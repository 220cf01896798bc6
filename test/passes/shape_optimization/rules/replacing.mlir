// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// Elements that are quantized along another axis are of another type.

// CHECK-LABEL: @quantized_along_another_axis
// CHECK-SAME: (%a: tensor<1x1x!quant.uniform<i8:f32:0, {1.000000e-01}>>) -> (tensor<1x1x!quant.uniform<i8:f32:1, {1.000000e-01}>>, 
// CHECK: stablehlo.reshape
// CHECK: stablehlo.reshape
func.func @quantized_along_another_axis(
  %a: tensor<1x1x!quant.uniform<i8:f32:0, {0.1}>>
) -> (tensor<1x1x!quant.uniform<i8:f32:1, {0.1}>>, tensor<1x1x!quant.uniform<i8:f32:1, {0.1}>>) {
  %0 = stablehlo.reshape %a : (tensor<1x1x!quant.uniform<i8:f32:0, {0.1}>>) -> tensor<1x1x!quant.uniform<i8:f32:1, {0.1}>>
  %1 = stablehlo.transpose %a, dims = [1, 0] {my.note} : (tensor<1x1x!quant.uniform<i8:f32:0, {0.1}>>) -> tensor<1x1x!quant.uniform<i8:f32:1, {0.1}>>
  return %0, %1 : tensor<1x1x!quant.uniform<i8:f32:1, {0.1}>>, tensor<1x1x!quant.uniform<i8:f32:1, {0.1}>>
}

// -----

// The encoding of another dialect stays.

// CHECK-LABEL: @foreign_encoding
// CHECK-NEXT: %0 = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<4xf32, "tiled">
// CHECK-NEXT: func.return %0 : tensor<4xf32, "tiled">
func.func @foreign_encoding(%a: tensor<4xf32>) -> tensor<4xf32, "tiled"> {
  %0 = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<4xf32, "tiled">
  return %0 : tensor<4xf32, "tiled">
}

// -----

// What others have noted on an operation goes over to the one in its place.

// CHECK-LABEL: @notes_stay
// CHECK: stablehlo.broadcast_in_dim %a, dims = [1] {mhlo.sharding = "{replicated}"}
func.func @notes_stay(%a: tensor<4xf32>) -> tensor<2x4xf32> {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] {mhlo.sharding = "{replicated}"} : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// The sharding of a reduction is that of the result it had.

// CHECK-LABEL: @sharding_of_a_reduction
// CHECK: stablehlo.reduce(%a init: {{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK: stablehlo.broadcast_in_dim {{.*}} {mhlo.sharding = "{devices=[2,1]0,1}"} : (tensor<2xf32>) -> tensor<2x1xf32>
func.func @sharding_of_a_reduction(%a: tensor<2x4xf32>) -> tensor<2x1xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x1xf32>
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1] {mhlo.sharding = "{devices=[2,1]0,1}"} : (tensor<2x4x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  return %1 : tensor<2x1xf32>
}
