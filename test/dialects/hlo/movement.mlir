// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Operations that move whole tensors. MHLO prints those generically whose attributes are dense
// tensors there.

// CHECK: func.func @stablehlo(%a: tensor<?x4xf32>, %s: tensor<f32>, %v: tensor<4xf32>, %n: tensor<2xi32>, %m: tensor<3xindex>) {
func.func @stablehlo(%a: tensor<?x4xf32>, %s: tensor<f32>, %v: tensor<4xf32>, %n: tensor<2xi32>, %m: tensor<3xindex>) {
  // CHECK-NEXT: %0 = stablehlo.reshape %v : (tensor<4xf32>) -> tensor<2x2x1xf32>
  %0 = stablehlo.reshape %v : (tensor<4xf32>) -> tensor<2x2x1xf32>
  // CHECK-NEXT: %1 = stablehlo.reshape %s : (tensor<f32>) -> tensor<1xf32>
  %1 = stablehlo.reshape %s : (tensor<f32>) -> tensor<1xf32>
  // CHECK-NEXT: %2 = stablehlo.dynamic_reshape %a, %n : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_reshape %a, %n : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK-NEXT: %3 = stablehlo.dynamic_reshape %a, %m : (tensor<?x4xf32>, tensor<3xindex>) -> tensor<?x2x?xf32>
  %3 = stablehlo.dynamic_reshape %a, %m : (tensor<?x4xf32>, tensor<3xindex>) -> tensor<?x2x?xf32>
  // CHECK-NEXT: %4 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
  %4 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK-NEXT: %5 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
  %5 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
  // CHECK-NEXT: %6 = stablehlo.dynamic_broadcast_in_dim %v, %n, dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %6 = stablehlo.dynamic_broadcast_in_dim %v, %n, dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %7 = stablehlo.dynamic_broadcast_in_dim %a, %n, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %7 = stablehlo.dynamic_broadcast_in_dim %a, %n, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %8 = stablehlo.broadcast %v, sizes = [2, 3] : (tensor<4xf32>) -> tensor<2x3x4xf32>
  %8 = stablehlo.broadcast %v, sizes = [2, 3] : (tensor<4xf32>) -> tensor<2x3x4xf32>
  // CHECK-NEXT: %9 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %9 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %10 = stablehlo.transpose %s, dims = [] : (tensor<f32>) -> tensor<f32>
  %10 = stablehlo.transpose %s, dims = [] : (tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: %11 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %11 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %12 = stablehlo.concatenate %v, dim = 0 {note} : (tensor<4xf32>) -> tensor<4xf32>
  %12 = stablehlo.concatenate %v, dim = 0 {note} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: %13 = stablehlo.reverse %a, dims = [0, 1] : tensor<?x4xf32>
  %13 = stablehlo.reverse %a, dims = [0, 1] : tensor<?x4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%a: tensor<?x4xf32>, %s: tensor<f32>, %v: tensor<4xf32>, %n: tensor<2xi32>) {
func.func @mhlo(%a: tensor<?x4xf32>, %s: tensor<f32>, %v: tensor<4xf32>, %n: tensor<2xi32>) {
  // CHECK-NEXT: %0 = mhlo.reshape %v : (tensor<4xf32>) -> tensor<2x2x1xf32>
  %0 = mhlo.reshape %v : (tensor<4xf32>) -> tensor<2x2x1xf32>
  // CHECK-NEXT: %1 = mhlo.dynamic_reshape %a, %n : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = mhlo.dynamic_reshape %a, %n : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK-NEXT: %2 = "mhlo.broadcast_in_dim"(%v) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<3x4xf32>
  %2 = "mhlo.broadcast_in_dim"(%v) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK-NEXT: %3 = "mhlo.dynamic_broadcast_in_dim"(%v, %n) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%v, %n) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %4 = "mhlo.broadcast"(%v) <{broadcast_sizes = dense<[2, 3]> : tensor<2xi64>}> : (tensor<4xf32>) -> tensor<2x3x4xf32>
  %4 = "mhlo.broadcast"(%v) <{broadcast_sizes = dense<[2, 3]> : tensor<2xi64>}> : (tensor<4xf32>) -> tensor<2x3x4xf32>
  // CHECK-NEXT: %5 = "mhlo.transpose"(%a) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %5 = "mhlo.transpose"(%a) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x4xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %6 = "mhlo.concatenate"(%a, %a) <{dimension = 0 : i64}> : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %6 = "mhlo.concatenate"(%a, %a) <{dimension = 0 : i64}> : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %7 = "mhlo.reverse"(%a) <{dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %7 = "mhlo.reverse"(%a) <{dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
