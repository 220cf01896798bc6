// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of dot_general
// CHECK: numbers of batching dimensions of 'stablehlo.dot_general' operands differ: 1 and 0
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c2) of dot_general
// CHECK: numbers of contracting dimensions of 'stablehlo.dot_general' operands differ: 2 and 1
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c3) of dot_general
// CHECK: lhs batching and contracting dimensions of 'stablehlo.dot_general' repeat a dimension: [1, 1]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c4) of dot_general
// CHECK: rhs batching and contracting dimensions of 'stablehlo.dot_general' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x2xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c5) of dot_general
// CHECK: lhs dimension 2 of 'stablehlo.dot_general' is out of range: expected 0 to 1
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [2], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c6) of dot_general
// CHECK: lhs dimension 2 of 'stablehlo.dot_general' is out of range: expected 0 to 1
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c7) of dot_general
// CHECK: rhs dimension 2 of 'stablehlo.dot_general' is out of range: expected 0 to 1
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [2], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c8) of dot_general
// CHECK: rhs dimension -1 of 'stablehlo.dot_general' is out of range: expected 0 to 1
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [-1]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c9) of dot_general
// CHECK: batching dimension 0 of 'stablehlo.dot_general' operands differ: 2 and 5
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<5x3xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<2x3xf32>, tensor<5x3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c10) of dot_general
// CHECK: contracting dimension 0 of 'stablehlo.dot_general' operands differ: 3 and 4
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c11) of dot_general
// CHECK: 'stablehlo.dot_general' has 3 precisions, expected at most 2
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c12) of dot_general
// CHECK: dimension 1 of 'stablehlo.dot_general' product and result differ: 4 and 5
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// (c12), rank of dot_general
// CHECK: ranks of 'stablehlo.dot_general' product and result differ: 2 and 1
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// unknown field of dot_general
// CHECK: 'stablehlo.dot' has no field 'contracting'
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<contracting = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// repeated field of dot_general
// CHECK: field 'lhs_contracting_dimensions' of 'stablehlo.dot' is given twice
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], lhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// precision of dot_general
// CHECK: expected an attribute 'precision', got 1 : i32
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [1 : i32]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c1) of dot
// CHECK: lhs of 'stablehlo.dot' has rank 3, expected 1 or 2
func.func @f(%a0: tensor<2x2x2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.dot"(%a0, %a1) : (tensor<2x2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c2) of dot
// CHECK: contracting dimension 0 of 'stablehlo.dot' operands differ: 3 and 4
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4x2xf32>) {
  %r0 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

// (c3) of dot
// CHECK: ranks of 'stablehlo.dot' product and result differ: 1 and 2
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x1xf32>
  func.return
}

// -----

// (c1) of einsum
// CHECK: group 1 of einsum_config of 'stablehlo.einsum' has 2 letters, expected 1
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.einsum"(%a0, %a1) <{einsum_config = "ij,jk->ik"}> : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1), no arrow of einsum
// CHECK: einsum_config 'ij,jk' of 'stablehlo.einsum' has no '->'
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.einsum"(%a0, %a1) <{einsum_config = "ij,jk"}> : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of unary_einsum
// CHECK: 'stablehlo.unary_einsum' has 2 groups in einsum_config, expected 1
func.func @f(%a0: tensor<2x3xf32>) {
  %r0 = "stablehlo.unary_einsum"(%a0) <{einsum_config = "ij,j->i"}> : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c22) of dot_general
// CHECK: lhs_component_count of 'stablehlo.dot_algorithm' is 0, expected 1 or more
func.func @algorithm_lhs_component_count(%a: tensor<3x4xf32>, %b: tensor<4x2xf32>) {
  %0 = "stablehlo.dot_general"(%a, %b) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// (c23) of dot_general
// CHECK: rhs_component_count of 'stablehlo.dot_algorithm' is 0, expected 1 or more
func.func @algorithm_rhs_component_count(%a: tensor<3x4xf32>, %b: tensor<4x2xf32>) {
  %0 = "stablehlo.dot_general"(%a, %b) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// (c24) of dot_general
// CHECK: num_primitive_operations of 'stablehlo.dot_algorithm' is 0, expected 1 or more
func.func @algorithm_num_primitive_operations(%a: tensor<3x4xf32>, %b: tensor<4x2xf32>) {
  %0 = "stablehlo.dot_general"(%a, %b) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// (c21) of dot_general
// CHECK: precision of 'stablehlo.dot_general' is HIGH, expected DEFAULT beside an algorithm
func.func @f(%a: tensor<3x4xf32>, %b: tensor<4x2xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, HIGH], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  func.return
}
