// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of reshape
// CHECK: element types of 'stablehlo.reshape' operand and result differ: f32 and i32
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.reshape"(%a0) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}

// -----

// (c2) of reshape
// CHECK: numbers of elements of 'stablehlo.reshape' operand and result differ: 6 and 5
func.func @f(%a0: tensor<2x3xf32>) {
  %r0 = "stablehlo.reshape"(%a0) : (tensor<2x3xf32>) -> tensor<5xf32>
  func.return
}

// -----

// (c1) of dynamic_reshape
// CHECK: element types of 'stablehlo.dynamic_reshape' operand and result differ: f32 and i32
func.func @f(%a0: tensor<2xf32>, %a1: tensor<1xi32>) {
  %r0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xi32>
  func.return
}

// -----

// (c2) of dynamic_reshape
// CHECK: numbers of elements of 'stablehlo.dynamic_reshape' operand and result differ: 6 and 5
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<1xi32>) {
  %r0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<5xf32>
  func.return
}

// -----

// (c4) of dynamic_reshape
// CHECK: output_shape of 'stablehlo.dynamic_reshape' has 3 elements, expected 2
func.func @f(%a0: tensor<?xf32>, %a1: tensor<3xi32>) {
  %r0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<?xf32>, tensor<3xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// (c4), rank of dynamic_reshape
// CHECK: output_shape of 'stablehlo.dynamic_reshape' has rank 2, expected 1
func.func @f(%a0: tensor<?xf32>, %a1: tensor<1x2xi32>) {
  %r0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<?xf32>, tensor<1x2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// (c1) of broadcast_in_dim
// CHECK: element types of 'stablehlo.broadcast_in_dim' operand and result differ: f32 and i32
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}

// -----

// (c2) of broadcast_in_dim
// CHECK: 'stablehlo.broadcast_in_dim' has 2 broadcast_dimensions, expected 1
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

// (c3) of broadcast_in_dim
// CHECK: broadcast dimension 1 of 'stablehlo.broadcast_in_dim' is out of range: expected 0 to 0
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c4) of broadcast_in_dim
// CHECK: broadcast_dimensions of 'stablehlo.broadcast_in_dim' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<2x2xf32>) {
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

// (c5) of broadcast_in_dim
// CHECK: dimension 0 of 'stablehlo.broadcast_in_dim' operand has size 2, which does not broadcast to 3
func.func @f(%a0: tensor<2x?xf32>) {
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x?xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// attribute of broadcast_in_dim
// CHECK: expected a list of integers, got [0 : i64]
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = [0]}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of dynamic_broadcast_in_dim
// CHECK: element types of 'stablehlo.dynamic_broadcast_in_dim' operand and result differ: f32 and i32
func.func @f(%a0: tensor<2xf32>, %a1: tensor<1xi32>) {
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xi32>
  func.return
}

// -----

// (c2) of dynamic_broadcast_in_dim
// CHECK: 'stablehlo.dynamic_broadcast_in_dim' has 2 broadcast_dimensions, expected 1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  func.return
}

// -----

// (c3) of dynamic_broadcast_in_dim
// CHECK: broadcast dimension 1 of 'mhlo.dynamic_broadcast_in_dim' is out of range: expected 0 to 0
func.func @f(%a0: tensor<2xf32>, %a1: tensor<1xi32>) {
  %r0 = "mhlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// (c4) of dynamic_broadcast_in_dim
// CHECK: broadcast_dimensions of 'stablehlo.dynamic_broadcast_in_dim' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<2x2xf32>, %a1: tensor<2xi32>) {
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<2x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// (c5) of dynamic_broadcast_in_dim
// CHECK: dimension 0 of 'stablehlo.dynamic_broadcast_in_dim' operand has size 2, which does not broadcast to 3
func.func @f(%a0: tensor<2x?xf32>, %a1: tensor<2xi32>) {
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x?xf32>, tensor<2xi32>) -> tensor<3x?xf32>
  func.return
}

// -----

// (c8) of dynamic_broadcast_in_dim
// CHECK: known expanding and nonexpanding dimensions of 'stablehlo.dynamic_broadcast_in_dim' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>) {
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>}> : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// (c7) of dynamic_broadcast_in_dim
// CHECK: output_dimensions of 'stablehlo.dynamic_broadcast_in_dim' has 3 elements, expected 2
func.func @f(%a0: tensor<?x?xf32>, %a1: tensor<3xi32>) {
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// (c9) of dynamic_broadcast_in_dim
// CHECK: known expanding dimension 2 of 'stablehlo.dynamic_broadcast_in_dim' is out of range: expected 0 to 1
func.func @f(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>) {
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 2>}> : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// (c10) of dynamic_broadcast_in_dim
// CHECK: known nonexpanding dimension -1 of 'stablehlo.dynamic_broadcast_in_dim' is out of range: expected 0 to 1
func.func @f(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>) {
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>, known_nonexpanding_dimensions = array<i64: -1>}> : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// (c1) of broadcast
// CHECK: broadcast size 0 of 'stablehlo.broadcast' is -1, expected at least 0
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: -1>}> : (tensor<2xf32>) -> tensor<?x2xf32>
  func.return
}

// -----

// (c2) of broadcast
// CHECK: dimension 0 of 'stablehlo.broadcast' sizes and result differ: 3 and 4
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3>}> : (tensor<2xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

// (c1) of transpose
// CHECK: element types of 'stablehlo.transpose' operand and result differ: f32 and i32
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0>}> : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}

// -----

// (c2) of transpose
// CHECK: permutation of 'stablehlo.transpose' is [0, 0], expected each of 0 to 1 once
func.func @f(%a0: tensor<2x3xf32>) {
  %r0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0, 0>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// (c3) of transpose
// CHECK: dimension 1 of 'stablehlo.transpose' permuted operand and result differ: 2 and 3
func.func @f(%a0: tensor<2x3xf32>) {
  %r0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<?x3xf32>
  func.return
}

// -----

// (c1) of concatenate
// CHECK: element types of 'stablehlo.concatenate' operands differ: f32 and i32
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  %r0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<4xf32>
  func.return
}

// -----

// (c2) of concatenate
// CHECK: dimension 1 of 'stablehlo.concatenate' operand 1 and the others differ: 4 and 3
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2x4xf32>) {
  %r0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x?xf32>
  func.return
}

// -----

// (c3) of concatenate
// CHECK: 'stablehlo.concatenate' has no operands, expected at least 1
func.func @f() {
  %r0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<4xf32>
  func.return
}

// -----

// (c4) of concatenate
// CHECK: dimension 1 of 'stablehlo.concatenate' is out of range: expected 0 to 0
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.concatenate"(%a0) <{dimension = 1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c5) of concatenate
// CHECK: element types of 'stablehlo.concatenate' operands and result differ: f32 and i32
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.concatenate"(%a0) <{dimension = 0 : i64}> : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}

// -----

// (c6) of concatenate
// CHECK: dimension 0 of 'stablehlo.concatenate' result has size 6, expected 5
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<3xf32>) -> tensor<6xf32>
  func.return
}

// -----

// (c1) of reverse
// CHECK: dimension 0 of 'stablehlo.reverse' operand and result differ: 2 and 3
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c2) of reverse
// CHECK: dimensions of 'stablehlo.reverse' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 0>}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c3) of reverse
// CHECK: dimension 1 of 'stablehlo.reverse' is out of range: expected 0 to 0
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 1>}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// static result of reshape
// CHECK: dimension 0 of 'stablehlo.reshape' result is dynamic, expected a static size
func.func @f(%a0: tensor<?xf32>) {
  %r0 = "stablehlo.reshape"(%a0) : (tensor<?xf32>) -> tensor<?x1xf32>
  func.return
}

// -----

// static result of broadcast_in_dim
// CHECK: dimension 1 of 'mhlo.broadcast_in_dim' result is dynamic, expected a static size
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "mhlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<2xf32>) -> tensor<2x?xf32>
  func.return
}

// -----

// (c4), sizes of a constant, of dynamic_reshape
// CHECK: dimension 0 of 'stablehlo.dynamic_reshape' output_shape and result differ: 3 and 2
func.func @dynamic_reshape_to_constant(%a: tensor<?xf32>) -> tensor<2x?xf32> {
  %sizes = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %a, %sizes : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

// (c4), a negative size, of dynamic_reshape
// CHECK: output_shape entry 1 of 'mhlo.dynamic_reshape' is -1, expected at least 0
func.func @dynamic_reshape_to_negative(%a: tensor<?xf32>) -> tensor<2x?xf32> {
  %sizes = arith.constant dense<[2, -1]> : tensor<2xindex>
  %0 = mhlo.dynamic_reshape %a, %sizes : (tensor<?xf32>, tensor<2xindex>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

// (c2), sizes of a constant, of dynamic_reshape
// CHECK: numbers of elements of 'stablehlo.dynamic_reshape' operand and result differ: 5 and 6
func.func @dynamic_reshape_to_more(%a: tensor<5xf32>) -> tensor<?x?xf32> {
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %a, %sizes : (tensor<5xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// (c7), sizes of a constant, of dynamic_broadcast_in_dim
// CHECK: dimension 0 of 'stablehlo.dynamic_broadcast_in_dim' output_dimensions and result differ: 3 and 2
func.func @broadcast_to_constant(%a: tensor<?xf32>) -> tensor<2x?xf32> {
  %sizes = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %sizes, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

// (c5), sizes of a constant, of dynamic_broadcast_in_dim
// CHECK: dimension 0 of 'stablehlo.dynamic_broadcast_in_dim' operand has size 5, which does not broadcast to 4
func.func @broadcast_to_less(%a: tensor<5xf32>) -> tensor<?x?xf32> {
  %sizes = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %sizes, dims = [1] : (tensor<5xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
