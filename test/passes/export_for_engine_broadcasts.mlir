// RUN: disc-opt %s --split-input-file -p 'shape-optimization,export-for-engine{engine=iree},test-verify-dominance' | filecheck %s

// A factor is a broadcast along one of two dimensions of a sum: where it comes from is hidden.
// CHECK-LABEL: func.func @main
// CHECK:         %[[WEIGHTS:.*]] = linalg.generic
// CHECK:         %[[HIDDEN:.*]] = util.optimization_barrier %[[WEIGHTS]] : tensor<?x?x4xf32>
// CHECK-NEXT:    %[[TIED:.*]] = flow.tensor.tie_shape %[[HIDDEN]] : tensor<?x?x4xf32>{
// CHECK-NEXT:    stablehlo.multiply %[[TIED]], %{{.*}} : tensor<?x?x4xf32>
// CHECK:         stablehlo.reduce
func.func @main(%c: tensor<?xf32>, %x: tensor<?x?x4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %c, %c0 : tensor<?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?x4xf32>
  %s = tensor.from_elements %n, %m, %c4 : tensor<3xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %c, %s, dims = [0] : (tensor<?xf32>, tensor<3xindex>) -> tensor<?x?x4xf32>
  %1 = stablehlo.multiply %0, %x : tensor<?x?x4xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// By way of a transposition, into a contraction, with sizes that are known.
// CHECK-LABEL: func.func @main
// CHECK:         stablehlo.broadcast_in_dim
// CHECK-NEXT:    %[[TURNED:.*]] = stablehlo.transpose
// CHECK:         %[[HIDDEN:.*]] = util.optimization_barrier %[[TURNED]] : tensor<8x3x2xf32>
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[HIDDEN]], %{{.*}} : tensor<8x3x2xf32>, tensor<3x8x4xf32>)
func.func @main(%c: tensor<3x2xf32>, %x: tensor<3x8x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.broadcast_in_dim %c, dims = [0, 2] : (tensor<3x2xf32>) -> tensor<3x8x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<3x8x2xf32>) -> tensor<8x3x2xf32>
  %2 = stablehlo.dot_general %1, %x, contracting_dims = [1, 0] x [0, 1] : (tensor<8x3x2xf32>, tensor<3x8x4xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// -----

// Integers without a sign are multiplied and added by linalg.
// CHECK-LABEL: func.func @main
// CHECK:         %[[HIDDEN:.*]] = util.optimization_barrier %{{.*}} : tensor<3x8x4xi32>
// CHECK-NEXT:    %[[PRODUCT:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[HIDDEN]] : tensor<3x8x4xi32>, tensor<3x8x4xi32>)
// CHECK:         linalg.generic {{.*}} ins(%[[PRODUCT]] : tensor<3x8x4xi32>)
func.func @main(%c: tensor<3x1x1xui32>, %x: tensor<3x8x4xui32>) -> tensor<4xui32> {
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [0, 1, 2] : (tensor<3x1x1xui32>) -> tensor<3x8x4xui32>
  %1 = stablehlo.multiply %x, %0 : tensor<3x8x4xui32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x8x4xui32>, tensor<ui32>) -> tensor<4xui32>
  return %2 : tensor<4xui32>
}

// -----

// Along all dimensions of the sum, or only along those that stay.
// CHECK-LABEL: func.func @main
// CHECK-NOT:     util.optimization_barrier
// CHECK:         func.return
func.func @main(%c: tensor<4xf32>, %d: tensor<3x8xf32>, %x: tensor<3x8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [2] : (tensor<4xf32>) -> tensor<3x8x4xf32>
  %1 = stablehlo.multiply %0, %x : tensor<3x8x4xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.broadcast_in_dim %d, dims = [0, 1] : (tensor<3x8xf32>) -> tensor<3x8x4xf32>
  %4 = stablehlo.multiply %3, %x : tensor<3x8x4xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %2, %5 : tensor<4xf32>, tensor<4xf32>
}

// -----

// One dimension of a sum, a sum with another function in between, a greatest product.
// CHECK-LABEL: func.func @main
// CHECK-NOT:     util.optimization_barrier
// CHECK:         func.return
func.func @main(%c: tensor<3xf32>, %x: tensor<3x8x4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<3xf32>) -> tensor<3x8x4xf32>
  %1 = stablehlo.multiply %0, %x : tensor<3x8x4xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x8x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %3 = stablehlo.tanh %1 : tensor<3x8x4xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.reduce(%1 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %2, %4, %5 : tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Where the sizes of the result are not known, or it is one number, IREE compiles it as it is.
// CHECK-LABEL: func.func @main
// CHECK-NOT:     util.optimization_barrier
// CHECK:         func.return
func.func @main(%c: tensor<3x1x1xf32>, %x: tensor<3x8x?xf32>) -> (tensor<?xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = shape.shape_of %x : tensor<3x8x?xf32> -> tensor<3xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %c, %s, dims = [0, 1, 2] : (tensor<3x1x1xf32>, tensor<3xindex>) -> tensor<3x8x?xf32>
  %1 = stablehlo.multiply %0, %x : tensor<3x8x?xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x8x?xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x8x?xf32>, tensor<f32>) -> tensor<f32>
  return %2, %3 : tensor<?xf32>, tensor<f32>
}
