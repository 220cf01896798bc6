// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// CHECK-LABEL: func.func @unit_dimension
// CHECK:       %[[SUM:.*]] = stablehlo.reduce(%x init: %{{.*}}) applies stablehlo.add across dimensions = [1]
// CHECK-SAME:  -> tensor<?xf32, [@S0]>
// CHECK-NEXT:  stablehlo.dynamic_broadcast_in_dim %[[SUM]], %{{.*}}, dims = [0]
// CHECK-SAME:  -> tensor<?x1xf32, [@S0, @C1]>
func.func @unit_dimension(%x: tensor<?x?xf32>) -> tensor<?x1xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %a, %b, %c1 : tensor<3xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x1xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?x1xf32>, tensor<f32>) -> tensor<?x1xf32>
  return %1 : tensor<?x1xf32>
}

// -----

// Dimensions in another order, and a static result.
// CHECK-LABEL: func.func @permuted
// CHECK:       %[[MAX:.*]] = stablehlo.reduce(%x init: %{{.*}}) applies stablehlo.maximum across dimensions = [0]
// CHECK-SAME:  -> tensor<3x4xf32>
// CHECK-NEXT:  stablehlo.broadcast_in_dim %[[MAX]], dims = [2, 0] : (tensor<3x4xf32>) -> tensor<4x1x3xf32>
func.func @permuted(%x: tensor<2x3x4xf32>) -> tensor<4x1x3xf32> {
  %low = stablehlo.constant dense<-9.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [2, 3, 0] : (tensor<2x3x4xf32>) -> tensor<4x1x2x3xf32>
  %1 = stablehlo.reduce(%0 init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<4x1x2x3xf32>, tensor<f32>) -> tensor<4x1x3xf32>
  return %1 : tensor<4x1x3xf32>
}

// -----

// A reduced unit dimension is combined with the initial value, which need not be neutral.
// CHECK-LABEL: func.func @reduced_unit
// CHECK:       broadcast_in_dim
// CHECK:       stablehlo.reduce
func.func @reduced_unit(%x: tensor<3xf32>) -> tensor<3xf32> {
  %five = stablehlo.constant dense<5.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
  %1 = stablehlo.reduce(%0 init: %five) applies stablehlo.add across dimensions = [1] : (tensor<3x1xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// A broadcast that repeats elements changes the sum.
// CHECK-LABEL: func.func @repeated
// CHECK:       broadcast_in_dim
// CHECK:       stablehlo.reduce
func.func @repeated(%x: tensor<3x1xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// The broadcast has another use, so it would be computed twice.
// CHECK-LABEL: func.func @shared
// CHECK:       %[[B:.*]] = stablehlo.broadcast_in_dim %x
// CHECK-NEXT:  stablehlo.reduce(%[[B]]
func.func @shared(%x: tensor<3x4xf32>) -> (tensor<3x1xf32>, tensor<3x4x1xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<3x4xf32>) -> tensor<3x4x1xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4x1xf32>, tensor<f32>) -> tensor<3x1xf32>
  return %1, %0 : tensor<3x1xf32>, tensor<3x4x1xf32>
}

// -----

// The elements would be combined in another order.

// CHECK-LABEL: @order_of_elements
// CHECK: [[B:%.*]] = stablehlo.transpose
// CHECK: stablehlo.reduce([[B]] init:
func.func @order_of_elements(%x: tensor<2x3xf32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %r = stablehlo.reduce(%b init: %c) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// CHECK-LABEL: @order_of_elements_and_a_one
// CHECK: [[B:%.*]] = stablehlo.broadcast_in_dim
// CHECK: stablehlo.reduce([[B]] init:
func.func @order_of_elements_and_a_one(%x: tensor<2x3xf32>) -> tensor<1xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2x1xf32>
  %r = stablehlo.reduce(%b init: %c) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2x1xf32>, tensor<f32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
