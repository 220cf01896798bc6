// RUN: disc-opt %s --split-input-file -p 'hlo-layout' | filecheck %s

// Heads of attention: both operands are read as they are.
// CHECK:      func.func @dot(%q: tensor<?x?x4x8xf32>, %k: tensor<?x?x4x8xf32>) -> tensor<?x4x?x?xf32> {
// CHECK-NEXT: %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) -> tensor<?x4x?x?xf32>
// CHECK-NEXT: func.return %0 : tensor<?x4x?x?xf32>
// CHECK-NEXT: }
func.func @dot(%q: tensor<?x?x4x8xf32>, %k: tensor<?x?x4x8xf32>) -> tensor<?x4x?x?xf32> {
  %0 = stablehlo.transpose %q, dims = [0, 2, 1, 3] : (tensor<?x?x4x8xf32>) -> tensor<?x4x?x8xf32>
  %1 = stablehlo.transpose %k, dims = [0, 2, 3, 1] : (tensor<?x?x4x8xf32>) -> tensor<?x4x8x?xf32>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<?x4x?x8xf32>, tensor<?x4x8x?xf32>) -> tensor<?x4x?x?xf32>
  return %2 : tensor<?x4x?x?xf32>
}

// -----

// The dimensions that a dot keeps would change places.
// CHECK:      func.func @dot_kept(%x: tensor<?x?x4xf32>, %w: tensor<4x8xf32>) -> tensor<?x?x8xf32> {
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
// CHECK-NEXT: %1 = stablehlo.dot_general %0, %w, contracting_dims = [2] x [0] : (tensor<?x?x4xf32>, tensor<4x8xf32>) -> tensor<?x?x8xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?x8xf32>
// CHECK-NEXT: }
func.func @dot_kept(%x: tensor<?x?x4xf32>, %w: tensor<4x8xf32>) -> tensor<?x?x8xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [2] x [0] : (tensor<?x?x4xf32>, tensor<4x8xf32>) -> tensor<?x?x8xf32>
  return %1 : tensor<?x?x8xf32>
}

// -----

// The result of a dot comes in the other order if its operands are exchanged, precisions too.
// CHECK:      func.func @dot_result(%x: tensor<?x?x4xf32>, %w: tensor<?x4x?xf32>) -> tensor<?x?x?xf32> {
// CHECK-NEXT: %0 = stablehlo.dot_general %w, %x, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [HIGH, DEFAULT] : (tensor<?x4x?xf32>, tensor<?x?x4xf32>) -> tensor<?x?x?xf32>
// CHECK-NEXT: func.return %0 : tensor<?x?x?xf32>
// CHECK-NEXT: }
func.func @dot_result(%x: tensor<?x?x4xf32>, %w: tensor<?x4x?xf32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH] : (tensor<?x?x4xf32>, tensor<?x4x?xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 1] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

// -----

// Batching dimensions in another order.
// CHECK:      func.func @dot_batch(%x: tensor<?x?x?x4xf32>, %w: tensor<?x?x4xf32>) -> tensor<?x?x?xf32> {
// CHECK-NEXT: %0 = stablehlo.dot_general %x, %w, batching_dims = [1, 0] x [1, 0], contracting_dims = [3] x [2] : (tensor<?x?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x?xf32>
// CHECK-NEXT: func.return %0 : tensor<?x?x?xf32>
// CHECK-NEXT: }
func.func @dot_batch(%x: tensor<?x?x?x4xf32>, %w: tensor<?x?x4xf32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.dot_general %x, %w, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<?x?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

// -----

// Batching dimensions come first in the result of a dot.
// CHECK:      func.func @dot_batch_last(%x: tensor<?x?x4xf32>, %w: tensor<?x4xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x?x4xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @dot_batch_last(%x: tensor<?x?x4xf32>, %w: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x?x4xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// The result is needed in both orders, so one of them is a transpose of the other.
// CHECK:      func.func @dot_both(%x: tensor<?x4xf32>, %w: tensor<4x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
// CHECK-NEXT: %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
// CHECK-NEXT: }
func.func @dot_both(%x: tensor<?x4xf32>, %w: tensor<4x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Convolutions take and give any order: a network in the order of the other framework.
// CHECK:      func.func @convolution(%x: tensor<?x?x?x3xf32>, %w: tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32> {
// CHECK-NEXT: %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32>
// CHECK-NEXT: %1 = stablehlo.tanh %0 : tensor<?x?x?x8xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?x?x8xf32>
// CHECK-NEXT: }
func.func @convolution(%x: tensor<?x?x?x3xf32>, %w: tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32> {
  %0 = stablehlo.transpose %x, dims = [0, 3, 1, 2] : (tensor<?x?x?x3xf32>) -> tensor<?x3x?x?xf32>
  %1 = stablehlo.transpose %w, dims = [3, 2, 0, 1] : (tensor<3x3x3x8xf32>) -> tensor<8x3x3x3xf32>
  %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x3x?x?xf32>, tensor<8x3x3x3xf32>) -> tensor<?x8x?x?xf32>
  %3 = stablehlo.tanh %2 : tensor<?x8x?x?xf32>
  %4 = stablehlo.transpose %3, dims = [0, 2, 3, 1] : (tensor<?x8x?x?xf32>) -> tensor<?x?x?x8xf32>
  return %4 : tensor<?x?x?x8xf32>
}

// -----

// A reduction whose other dimensions stay in their order.
// CHECK:      func.func @reduce(%x: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %0 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @reduce(%x: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// One whose other dimensions do not.
// CHECK:      func.func @reduce_kept(%x: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
// CHECK-NEXT: %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @reduce_kept(%x: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Broadcasts read and write any order, and keep what is known of their axes.
// CHECK:      func.func @broadcast(%x: tensor<?x4xf32>, %y: tensor<8xf32>, %n: index, %m: index) -> tensor<?x8x?xf32> {
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = tensor.from_elements %n, %c8, %m : tensor<3xindex>
// CHECK-NEXT: %1 = stablehlo.dynamic_broadcast_in_dim %x, %0, dims = [2, 0] {known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x4xf32>, tensor<3xindex>) -> tensor<?x8x?xf32>
// CHECK-NEXT: %2 = tensor.from_elements %n, %c8, %m : tensor<3xindex>
// CHECK-NEXT: %3 = stablehlo.dynamic_broadcast_in_dim %y, %2, dims = [1] : (tensor<8xf32>, tensor<3xindex>) -> tensor<?x8x?xf32>
// CHECK-NEXT: %4 = stablehlo.add %1, %3 : tensor<?x8x?xf32>
// CHECK-NEXT: func.return %4 : tensor<?x8x?xf32>
// CHECK-NEXT: }
func.func @broadcast(%x: tensor<?x4xf32>, %y: tensor<8xf32>, %n: index, %m: index) -> tensor<?x8x?xf32> {
  %c8 = arith.constant 8 : index
  %s = tensor.from_elements %n, %m, %c8 : tensor<3xindex>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<4x?xf32>, tensor<3xindex>) -> tensor<?x?x8xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [2] : (tensor<8xf32>, tensor<3xindex>) -> tensor<?x?x8xf32>
  %3 = stablehlo.add %1, %2 : tensor<?x?x8xf32>
  %4 = stablehlo.transpose %3, dims = [0, 2, 1] : (tensor<?x?x8xf32>) -> tensor<?x8x?xf32>
  return %4 : tensor<?x8x?xf32>
}

// -----

// Splat constants and positions are written in the other order; other constants are transposed.
// CHECK:      func.func @constants(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT: %c = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
// CHECK-NEXT: %i = stablehlo.iota dim = 1 : tensor<2x3xf32>
// CHECK-NEXT: %0 = stablehlo.add %x, %c : tensor<2x3xf32>
// CHECK-NEXT: %1 = stablehlo.multiply %0, %i : tensor<2x3xf32>
// CHECK-NEXT: func.return %1 : tensor<2x3xf32>
// CHECK-NEXT: }
func.func @constants(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<3x2xf32>
  %i = stablehlo.iota dim = 0 : tensor<3x2xf32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.add %0, %c : tensor<3x2xf32>
  %2 = stablehlo.multiply %1, %i : tensor<3x2xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// -----

// Zeros of both signs are elements of a constant that has an order.
// CHECK-LABEL: func.func @signs(
// CHECK:         %c = stablehlo.constant dense<{{.*}}> : tensor<3x2xf32>
// CHECK:         stablehlo.transpose
func.func @signs(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<[[0.0, -0.0], [0.0, -0.0], [0.0, -0.0]]> : tensor<3x2xf32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.multiply %0, %c : tensor<3x2xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// -----

// A list of sizes that is data has no other order.
// CHECK:      func.func @sizes(%x: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.tanh %0 : tensor<?x?xf32>
// CHECK-NEXT: %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %2 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @sizes(%x: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = stablehlo.tanh %0 : tensor<?x?xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// -----

// A transpose that something else needs as well stays for all.
// CHECK:      func.func @needed(%x: tensor<?x4xf32>, %w: tensor<?x8xf32>) -> (tensor<4x8xf32>, tensor<4x?xf32>) {
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
// CHECK-NEXT: %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4x?xf32>, tensor<?x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: func.return %1, %0 : tensor<4x8xf32>, tensor<4x?xf32>
// CHECK-NEXT: }
func.func @needed(%x: tensor<?x4xf32>, %w: tensor<?x8xf32>) -> (tensor<4x8xf32>, tensor<4x?xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4x?xf32>, tensor<?x8xf32>) -> tensor<4x8xf32>
  return %1, %0 : tensor<4x8xf32>, tensor<4x?xf32>
}
