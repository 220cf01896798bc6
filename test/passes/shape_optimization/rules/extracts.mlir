// RUN: disc-opt %s -p shape-optimization | filecheck %s
// RUN: disc-opt %s -p shape-optimization,shape-optimization | filecheck %s

// Numbers that are only data are read where they come from.

// CHECK-LABEL: func.func @moved
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = tensor.extract %x[%c1, %c0] : tensor<2x3xf32>
// CHECK-NEXT: func.return %0 : f32
func.func @moved(%x: tensor<2x3xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.slice %0 [0:3:1, 1:2:1] : (tensor<3x2xf32>) -> tensor<3x1xf32>
  %2 = stablehlo.reshape %1 : (tensor<3x1xf32>) -> tensor<3xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.concatenate %x, %3, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %5 = tensor.extract %4[%c2, %c0] : tensor<4x3xf32>
  func.return %5 : f32
}

// CHECK-LABEL: func.func @constant
// CHECK-NEXT: %c24 = arith.constant 24 : i32
// CHECK-NEXT: func.return %c24 : i32
func.func @constant() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = stablehlo.constant dense<[[21, 22, 23], [24, 25, 26]]> : tensor<2x3xi32>
  %1 = tensor.extract %0[%c1, %c0] : tensor<2x3xi32>
  func.return %1 : i32
}

// CHECK-LABEL: func.func @second_part
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = tensor.extract %y[%c0] : tensor<3xi32>
// CHECK-NEXT: func.return %0 : i32
func.func @second_part(%x: tensor<1xi32>, %y: tensor<3xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %0 = mhlo.concatenate %x, %y, dim = 0 : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %1 = tensor.extract %0[%c1] : tensor<4xi32>
  func.return %1 : i32
}

// CHECK-LABEL: func.func @listed
// CHECK-NEXT: func.return %y : f32
func.func @listed(%x: f32, %y: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %x, %y : tensor<2xf32>
  %1 = tensor.extract %0[%c1] : tensor<2xf32>
  func.return %1 : f32
}

// A first part of unknown size: the index into the second is unknown too.

// CHECK-LABEL: func.func @unknown_before
// CHECK: stablehlo.concatenate
// CHECK: tensor.extract
func.func @unknown_before(%x: tensor<?xi32>, %y: tensor<3xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xi32>, tensor<3xi32>) -> tensor<?xi32>
  %1 = tensor.extract %0[%c1] : tensor<?xi32>
  func.return %1 : i32
}

// An index that is not known.

// CHECK-LABEL: func.func @any_index
// CHECK: stablehlo.reshape
// CHECK: tensor.extract %0[%i] : tensor<4xi32>
func.func @any_index(%x: tensor<2x2xi32>, %i: index) -> i32 {
  %0 = stablehlo.reshape %x : (tensor<2x2xi32>) -> tensor<4xi32>
  %1 = tensor.extract %0[%i] : tensor<4xi32>
  func.return %1 : i32
}

// Through a type without sizes no element is followed: its index is not known there.

// CHECK-LABEL: func.func @unknown_rank
// CHECK: %[[R:.*]] = tensor.cast %{{.*}} : tensor<*xi32> to tensor<3xi32>
// CHECK: tensor.extract %[[R]][%c2] : tensor<3xi32>
func.func @unknown_rank(%x: tensor<3xi32>) -> (i32, tensor<*xi32>) {
  %c2 = arith.constant 2 : index
  %0 = tensor.cast %x : tensor<3xi32> to tensor<*xi32>
  %1 = tensor.cast %0 : tensor<*xi32> to tensor<3xi32>
  %2 = tensor.extract %1[%c2] : tensor<3xi32>
  func.return %2, %0 : i32, tensor<*xi32>
}

// CHECK-LABEL: func.func @known_rank
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: tensor.extract %x[%c2] : tensor<3xi32>
func.func @known_rank(%x: tensor<3xi32>) -> i32 {
  %c2 = arith.constant 2 : index
  %0 = tensor.cast %x : tensor<3xi32> to tensor<?xi32>
  %1 = tensor.cast %0 : tensor<?xi32> to tensor<3xi32>
  %2 = tensor.extract %1[%c2] : tensor<3xi32>
  func.return %2 : i32
}
