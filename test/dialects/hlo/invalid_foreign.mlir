// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// Types of one dialect in operations of another, and types that are no HLO's.

// CHECK: 'stablehlo.after_all': operand 'inputs' at position 0 does not verify: expected a type of the dialect 'stablehlo', got !mhlo.token
func.func @token_operand(%t: !mhlo.token) {
  %0 = "stablehlo.after_all"(%t) : (!mhlo.token) -> !stablehlo.token
  func.return
}

// -----

// CHECK: expected a type of the dialect 'stablehlo', got !mhlo.token
func.func @token_in_tuple(%a: tuple<tensor<2xf32>, !mhlo.token>) {
  stablehlo.custom_call @f(%a) : (tuple<tensor<2xf32>, !mhlo.token>) -> ()
  func.return
}

// -----

// CHECK: expected a type of the dialect 'stablehlo', got !mhlo.token
func.func @token_across_barrier(%t: !mhlo.token) {
  %0 = stablehlo.optimization_barrier %t : !mhlo.token
  func.return
}

// -----

// CHECK: HLO's integers with a sign are the signless ones
func.func @signed_across_barrier(%a: tensor<2xsi32>) {
  %0 = stablehlo.optimization_barrier %a : tensor<2xsi32>
  func.return
}

// -----

// CHECK: expected a ranked tensor, got tensor<*xf32>
func.func @unranked_across_barrier(%a: tensor<*xf32>) {
  %0 = stablehlo.optimization_barrier %a : tensor<*xf32>
  func.return
}

// -----

// CHECK: expected a tensor, a token, got memref<2xf32>
func.func @buffer_across_barrier(%a: memref<2xf32>) {
  %0 = stablehlo.optimization_barrier %a : memref<2xf32>
  func.return
}

// -----

// CHECK: expected a tensor, a token, a tuple or a buffer, got i32
func.func @number_in_call(%a: i32) {
  stablehlo.custom_call @f(%a) : (i32) -> ()
  func.return
}

// -----

// CHECK: element types of 'mhlo.add'
func.func @unranked_elements(%a: tensor<*xi32>, %b: tensor<*xf32>) {
  %0 = "mhlo.add"(%a, %b) : (tensor<*xi32>, tensor<*xf32>) -> tensor<*xf32>
  func.return
}

// -----

// CHECK: start index 0 of 'mhlo.slice' is -1, expected at least 0
func.func @unranked_slice(%a: tensor<*xi32>) {
  %0 = "mhlo.slice"(%a) <{start_indices = dense<-1> : tensor<1xi64>, limit_indices = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<*xi32>) -> tensor<*xi32>
  func.return
}

// -----

// CHECK: numbers of contracting dimensions of 'mhlo.dot_general' operands differ: 1 and 0
func.func @unranked_pairs(%a: tensor<*xf32>) {
  %0 = "mhlo.dot_general"(%a, %a) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1]>}> : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return
}

// -----

// CHECK: lhs of 'mhlo.dot' has rank 3, expected 1 or 2
func.func @unranked_product(%a: tensor<2x2x2xf32>, %b: tensor<2x2xf32>) {
  %0 = "mhlo.dot"(%a, %b) : (tensor<2x2x2xf32>, tensor<2x2xf32>) -> tensor<*xf32>
  func.return
}

// -----

// CHECK: expected integers of rank 1, got 0
func.func @list_of_rank_0(%a: tensor<3x2xi32>) {
  %0 = "mhlo.reverse"(%a) <{dimensions = dense<1> : tensor<i64>}> : (tensor<3x2xi32>) -> tensor<3x2xi32>
  func.return
}

// -----

// CHECK: expected integers of rank 1, got 2
func.func @list_of_rank_2(%a: tensor<3xi32>) {
  %0 = "stablehlo.reverse"(%a) <{dimensions = dense<0> : tensor<1x1xi64>}> : (tensor<3xi32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: dimension 0 of 'stablehlo.add' {{.*}} is 5, above its bound 4
func.func @above_bound(%a: tensor<?xf32, #stablehlo.bounds<4>>) {
  %0 = stablehlo.add %a, %a : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: layout 0 of 'stablehlo.infeed' is 0 : i64, expected an array of integers
func.func @layout_number(%t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) <{layout = [0]}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
  func.return
}

// -----

// CHECK: expected an array of integers
func.func @layout_nested(%t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) <{layout = [[[]]]}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
  func.return
}

// -----

// CHECK: 'stablehlo.dot_general' has 3 precisions, expected at most 2
func.func @three_precisions(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c2) of dot_algorithm: the types
// CHECK: 'stablehlo.dot_algorithm' is no known algorithm
func.func @algorithm_types(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = f16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c2) of dot_algorithm: the number of products
// CHECK: 'stablehlo.dot_algorithm' is no known algorithm
func.func @algorithm_products(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 2, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c2) of dot_algorithm: how exact
// CHECK: 'stablehlo.dot_algorithm' is no known algorithm
func.func @algorithm_imprecise(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c11) of ragged_dot: the rank
// CHECK: ranks of 'chlo.ragged_dot' dimensions before the ragged one and group_sizes differ: 1 and 2
func.func @group_sizes_rank(%a: tensor<4x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<2x3xi64>) {
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<3x5x7xf32>, tensor<2x3xi64>) -> tensor<4x7xf32>
  func.return
}

// -----

// (c11) of ragged_dot: the sizes
// CHECK: dimension 0 of 'chlo.ragged_dot' dimensions before the ragged one and group_sizes differ: 2 and 6
func.func @group_sizes_size(%a: tensor<2x4x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<6x3xi64>) {
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x4x5xf32>, tensor<3x5x7xf32>, tensor<6x3xi64>) -> tensor<2x4x7xf32>
  func.return
}

// -----

// CHECK: error: 'mhlo.after_all': operand 'inputs' at position 0 does not verify: expected a type of the dialect 'mhlo', got !stablehlo.token
func.func @token_of_mhlo(%t: !stablehlo.token) {
  %0 = "mhlo.after_all"(%t) : (!stablehlo.token) -> !mhlo.token
  func.return
}

// -----

// CHECK: error: 'stablehlo.dot_general': expected an attribute of the dialect 'stablehlo', got #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
func.func @record(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// CHECK: error: 'mhlo.compare': expected an attribute of the dialect 'mhlo', got #stablehlo<comparison_direction EQ>
func.func @enumeration(%a: tensor<?xf32>) {
  %0 = "mhlo.compare"(%a, %a) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  func.return
}

// -----

// CHECK: error: 'stablehlo.custom_call': expected an attribute of the dialect 'stablehlo', got #mhlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
func.func @inside_a_list(%a: tensor<4xf32>) {
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "f", output_operand_aliases = [#mhlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// Lists are of 64-bit integers, flags of true and false, and numbers of the width that they have.

// CHECK: error: 'stablehlo.transpose': expected a list of 64-bit integers, got array<i32: 1, 0>
func.func @narrow_list(%a: tensor<2x3xf32>) {
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i32: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: 'mhlo.slice': expected a list of 64-bit integers, got dense<1> : tensor<1xi32>
func.func @narrow_dense(%a: tensor<4xf32>) {
  %0 = "mhlo.slice"(%a) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi32>}> : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: 'stablehlo.reduce_precision': expected a 32-bit integer, got 5 : i64
func.func @wide_number(%a: tensor<4xf32>) {
  %0 = "stablehlo.reduce_precision"(%a) <{exponent_bits = 5 : i64, mantissa_bits = 10 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: 'stablehlo.sort': expected true or false, got 1 : i64
func.func @flag(%a: tensor<4xf32>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: 'stablehlo.convolution': expected a list of flags, got array<i64: 0, 1>
func.func @flags(%a: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x8xf32>) {
  %0 = "stablehlo.convolution"(%a, %k) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_reversal = array<i64: 0, 1>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x8xf32>) -> tensor<1x6x6x8xf32>
  func.return
}

// -----

// CHECK: error: 'stablehlo.output_operand_alias' lacks operand_tuple_indices
func.func @incomplete(%a: tensor<4xf32>) {
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0>]}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: 'stablehlo.select_and_scatter' has 0 window_dimensions, expected 2
func.func @no_window(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%a, %b, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}

// -----

// CHECK: error: index of 'stablehlo.case' has elements of type i64, expected i32
func.func @branch_number(%i: tensor<i64>, %a: tensor<?xf32>) {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<?xf32>
  }) : (tensor<i64>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: size of 'stablehlo.set_dimension_size' has elements of type i64, expected i32
func.func @new_size(%a: tensor<1x4xf32>, %n: tensor<i64>) {
  %0 = stablehlo.set_dimension_size %a, %n, dim = 1 : (tensor<1x4xf32>, tensor<i64>) -> tensor<1x?xf32>
  func.return
}

// -----

// CHECK: error: api_version of 'stablehlo.custom_call' is 4 : i64, expected i32
func.func @version(%a: tensor<4xf32>) {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: value of 'chlo.constant_like' has type f16, expected f32
func.func @unranked(%a: tensor<*xf32>) {
  %0 = "chlo.constant_like"(%a) <{value = 1.0 : f16}> : (tensor<*xf32>) -> tensor<*xf32>
  func.return
}
