// RUN: disc-opt %s --split-input-file -p 'hlo-layout' | filecheck %s

// What a window lists for each dimension follows: pooling in the order of the other framework.
// CHECK:      func.func @window(%x: tensor<?x8x8x3xf32>) -> tensor<?x4x4x3xf32> {
// CHECK-NEXT: %low = stablehlo.constant dense<0xff800000> : tensor<f32>
// CHECK-NEXT: %0 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, window_dilations = array<i64: 1, 1, 1, 1>, base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<{{\[\[}}0, 0], [1, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
// CHECK-NEXT: ^bb0(%a: tensor<f32>, %b: tensor<f32>):
// CHECK-NEXT: %m = stablehlo.maximum %a, %b : tensor<f32>
// CHECK-NEXT: stablehlo.return %m : tensor<f32>
// CHECK-NEXT: }) : (tensor<?x8x8x3xf32>, tensor<f32>) -> tensor<?x4x4x3xf32>
// CHECK-NEXT: func.return %0 : tensor<?x4x4x3xf32>
// CHECK-NEXT: }
func.func @window(%x: tensor<?x8x8x3xf32>) -> tensor<?x4x4x3xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [0, 3, 1, 2] : (tensor<?x8x8x3xf32>) -> tensor<?x3x8x8xf32>
  %1 = "stablehlo.reduce_window"(%0, %low) <{window_dimensions = array<i64: 1, 1, 3, 2>, window_strides = array<i64: 1, 1, 2, 2>, window_dilations = array<i64: 1, 1, 1, 1>, base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 0], [1, 0], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<?x3x8x8xf32>, tensor<f32>) -> tensor<?x3x4x4xf32>
  %2 = stablehlo.transpose %1, dims = [0, 2, 3, 1] : (tensor<?x3x4x4xf32>) -> tensor<?x4x4x3xf32>
  return %2 : tensor<?x4x4x3xf32>
}

// -----

// Sizes and starts of slices follow, of updates too; what is written comes in the same order.
// CHECK:      func.func @slices(%x: tensor<6x8xf32>, %y: tensor<4x2xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<3x4xf32> {
// CHECK-NEXT: %0 = stablehlo.transpose %y, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: %1 = stablehlo.dynamic_update_slice %x, %0, %j, %i : (tensor<6x8xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<6x8xf32>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %1, %i, %j, sizes = [3, 4] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
// CHECK-NEXT: func.return %2 : tensor<3x4xf32>
// CHECK-NEXT: }
func.func @slices(%x: tensor<6x8xf32>, %y: tensor<4x2xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<3x4xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
  %1 = stablehlo.dynamic_update_slice %0, %y, %i, %j : (tensor<8x6xf32>, tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x6xf32>
  %2 = stablehlo.dynamic_slice %1, %j, %i, sizes = [4, 3] : (tensor<8x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return %3 : tensor<3x4xf32>
}

// -----

// Amounts of padding that operands give follow if they are listed.
// CHECK:      func.func @dynamic_pad(%x: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = tensor.from_elements %m, %n : tensor<2xindex>
// CHECK-NEXT: %high = arith.constant dense<[2, 1]> : tensor<2xindex>
// CHECK-NEXT: %none = arith.constant dense<0> : tensor<2xindex>
// CHECK-NEXT: %1 = stablehlo.dynamic_pad %x, %zero, %0, %high, %none : (tensor<?x?xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @dynamic_pad(%x: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = arith.constant dense<0> : tensor<2xindex>
  %low = tensor.from_elements %n, %m : tensor<2xindex>
  %high = arith.constant dense<[1, 2]> : tensor<2xindex>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_pad %0, %zero, %low, %high, %none : (tensor<?x?xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// -----

// Amounts that are data have no other order.
// CHECK:      func.func @pad_data(%x: tensor<?x?xf32>, %low: tensor<2xi64>) -> tensor<?x?xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %none = stablehlo.constant dense<0> : tensor<2xi64>
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.dynamic_pad %0, %zero, %low, %none, %none : (tensor<?x?xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT: %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %2 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @pad_data(%x: tensor<?x?xf32>, %low: tensor<2xi64>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<2xi64>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_pad %0, %zero, %low, %none, %none : (tensor<?x?xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// -----

// A broadcast that something outside reads is written twice, which is less than two transposes.
// CHECK:      func.func @copied(%x: tensor<4x?xf32>, %b: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<4x?xf32>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %n = tensor.dim %x, %c1 : tensor<4x?xf32>
// CHECK-NEXT: %sizes = tensor.from_elements %n, %c4 : tensor<2xindex>
// CHECK-NEXT: %0 = stablehlo.dynamic_broadcast_in_dim %b, %sizes, dims = [1] : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
// CHECK-NEXT: %1 = tensor.from_elements %c4, %n : tensor<2xindex>
// CHECK-NEXT: %2 = stablehlo.dynamic_broadcast_in_dim %b, %1, dims = [0] : (tensor<4xf32>, tensor<2xindex>) -> tensor<4x?xf32>
// CHECK-NEXT: %3 = stablehlo.add %2, %x : tensor<4x?xf32>
// CHECK-NEXT: func.return %0, %3 : tensor<?x4xf32>, tensor<4x?xf32>
// CHECK-NEXT: }
func.func @copied(%x: tensor<4x?xf32>, %b: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<4x?xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c1 : tensor<4x?xf32>
  %sizes = tensor.from_elements %n, %c4 : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %b, %sizes, dims = [1] : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x?xf32>) -> tensor<?x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<?x4xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  return %0, %3 : tensor<?x4xf32>, tensor<4x?xf32>
}

// -----

// One that is wider than what the transpose moves.
// CHECK:      func.func @copied_wide(%x: tensor<4x?xi8>, %b: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<4xf32>) {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %n = tensor.dim %x, %c1 : tensor<4x?xi8>
// CHECK-NEXT: %sizes = tensor.from_elements %n, %c4 : tensor<2xindex>
// CHECK-NEXT: %0 = stablehlo.dynamic_broadcast_in_dim %b, %sizes, dims = [1] : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x?xi8>) -> tensor<?x4xi8>
// CHECK-NEXT: %2 = stablehlo.convert %1 : (tensor<?x4xi8>) -> tensor<?x4xf32>
// CHECK-NEXT: %3 = stablehlo.add %0, %2 : tensor<?x4xf32>
// CHECK-NEXT: %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: func.return %0, %4 : tensor<?x4xf32>, tensor<4xf32>
// CHECK-NEXT: }
func.func @copied_wide(%x: tensor<4x?xi8>, %b: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c1 : tensor<4x?xi8>
  %sizes = tensor.from_elements %n, %c4 : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %b, %sizes, dims = [1] : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x?xi8>) -> tensor<?x4xi8>
  %2 = stablehlo.convert %1 : (tensor<?x4xi8>) -> tensor<?x4xf32>
  %3 = stablehlo.add %0, %2 : tensor<?x4xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %4 : tensor<?x4xf32>, tensor<4xf32>
}

// -----

// The same where nothing else reads it: it is written in the other order only.
// CHECK:      func.func @written(%x: tensor<4x?xi8>, %b: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %n = tensor.dim %x, %c1 : tensor<4x?xi8>
// CHECK-NEXT: %0 = tensor.from_elements %c4, %n : tensor<2xindex>
// CHECK-NEXT: %1 = stablehlo.dynamic_broadcast_in_dim %b, %0, dims = [0] : (tensor<4xf32>, tensor<2xindex>) -> tensor<4x?xf32>
// CHECK-NEXT: %2 = stablehlo.convert %x : (tensor<4x?xi8>) -> tensor<4x?xf32>
// CHECK-NEXT: %3 = stablehlo.add %1, %2 : tensor<4x?xf32>
// CHECK-NEXT: %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<4x?xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: func.return %4 : tensor<4xf32>
// CHECK-NEXT: }
func.func @written(%x: tensor<4x?xi8>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c1 : tensor<4x?xi8>
  %sizes = tensor.from_elements %n, %c4 : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %b, %sizes, dims = [1] : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x?xi8>) -> tensor<?x4xi8>
  %2 = stablehlo.convert %1 : (tensor<?x4xi8>) -> tensor<?x4xf32>
  %3 = stablehlo.add %0, %2 : tensor<?x4xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}
