// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of constant
// CHECK: dimension 0 of 'stablehlo.constant' value and result differ: 2 and 3
func.func @f() {
  %r0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  func.return
}

// -----

// value of constant
// CHECK: expected the elements of a tensor, got 1 : i32
func.func @f() {
  %r0 = "stablehlo.constant"() <{value = 1 : i32}> : () -> tensor<3xf32>
  func.return
}

// -----

// (c1) of iota
// CHECK: iota_dimension 1 of 'stablehlo.iota' is out of range: expected 0 to 0
func.func @f() {
  %r0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<3xf32>
  func.return
}

// -----

// attribute of iota
// CHECK: expected a 64-bit integer, got 0 : i32
func.func @f() {
  %r0 = "stablehlo.iota"() <{iota_dimension = 0 : i32}> : () -> tensor<3xf32>
  func.return
}

// -----

// (c1) of dynamic_iota
// CHECK: iota_dimension 2 of 'stablehlo.dynamic_iota' is out of range: expected 0 to 1
func.func @f(%a0: tensor<2xi64>) {
  %r0 = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 2 : i64}> : (tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

// (c2) of dynamic_iota
// CHECK: output_shape of 'stablehlo.dynamic_iota' has 3 elements, expected 2
func.func @f(%a0: tensor<3xi64>) {
  %r0 = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 1 : i64}> : (tensor<3xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

// static result of constant
// CHECK: dimension 0 of 'stablehlo.constant' result is dynamic, expected a static size
func.func @f() {
  %r0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<2xf32>}> : () -> tensor<?xf32>
  func.return
}

// -----

// static result of iota
// CHECK: dimension 1 of 'stablehlo.iota' result is dynamic, expected a static size
func.func @f() {
  %r0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3x?xf32>
  func.return
}

// -----

// CHECK: expected a tensor of complex or floating-point or integer or quantized elements, got tensor<4xi1>
func.func @iota_of_truth_values() {
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi1>
  return
}

// -----

// CHECK: output_shape of 'stablehlo.dynamic_iota' has a length that is not static, expected 2
func.func @dynamic_iota_of_unknown_rank(%n: tensor<?xi64>) {
  %0 = "stablehlo.dynamic_iota"(%n) <{iota_dimension = 0 : i64}> : (tensor<?xi64>) -> tensor<?x?xi32>
  return
}

// -----

// CHECK: expected a tensor of signless or unsigned integers, got tensor<4xsi32>: HLO's integers with a sign are the signless ones
func.func @signed_integers(%a: tensor<4xsi32>) {
  %0 = "stablehlo.negate"(%a) : (tensor<4xsi32>) -> tensor<4xsi32>
  return
}

// -----

// (c2), sizes of a constant, of dynamic_iota
// CHECK: dimension 0 of 'stablehlo.dynamic_iota' output_shape and result differ: 7 and 6
func.func @dynamic_iota_of_constant() -> tensor<6xf32> {
  %sizes = stablehlo.constant dense<7> : tensor<1xi64>
  %0 = stablehlo.dynamic_iota %sizes, dim = 0 : (tensor<1xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
