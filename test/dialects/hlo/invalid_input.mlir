// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// Malformed operations: one clear message each.
// CHECK: error: body of 'stablehlo.reduce' has 0 blocks, expected 1
func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({}) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  func.return
}


// -----

// CHECK: error: cond of 'stablehlo.while' has 0 blocks, expected 1
func.func @f(%a: tensor<2xf32>) {
  %0 = "stablehlo.while"(%a) ({}, {}) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}


// -----

// CHECK: error: cond of 'stablehlo.while' has 2 blocks, expected 1
func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<2xf32>):
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
  ^bb1(%y: tensor<2xf32>):
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
  }, {}) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}


// -----

// CHECK: error: 'stablehlo.while': expected 2 regions, but got 0
func.func @f(%a: tensor<2xf32>) {
  %0 = "stablehlo.while"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}


// -----

// CHECK: error: 'stablehlo.reverse': expected a list of integers, got array<f32: 0.000000e+00>
func.func @f(%a: tensor<2xf32>) {
  %0 = "stablehlo.reverse"(%a) <{dimensions = array<f32: 0.0>}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}


// -----

// CHECK: error: 'stablehlo.reverse': expected a list of integers, got dense<1.500000e+00> : tensor<1xf32>
func.func @f(%a: tensor<2xf32>) {
  %0 = "stablehlo.reverse"(%a) <{dimensions = dense<1.5> : tensor<1xf32>}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}


// -----

// CHECK: error: 'stablehlo.convolution': expected a table of integers with 2 columns, got dense<1> : tensor<3xi64>
func.func @f(%a: tensor<1x2x2x1xf32>, %z: tensor<1x1x1x1xf32>) {
  %0 = "stablehlo.convolution"(%a, %z) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<3xi64>}> : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x2x2x1xf32>
  func.return
}


// -----

// CHECK: error: expected each of b, f once, got
func.func @f(%a: tensor<2xf32>) {
  %0 = "stablehlo.convolution"(%a, %a) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[]x[]->[]>, feature_group_count = 1 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}


// -----

// CHECK: error: operation has 0 results, but was given 1 to bind
func.func @f(%a: tensor<2xf32>) {
  %0 = "stablehlo.sort"(%a) ({}) : (tensor<2xf32>) -> ()
  func.return
}


// -----

// CHECK: error: 'stablehlo.scatter': operation has 1 operand for 2 variadic operands marked as having the same size
func.func @f(%a: tensor<2xf32>) {
  %0 = "stablehlo.scatter"(%a, %a) <{scatter_dimension_numbers = #stablehlo.scatter<index_vector_dim = 1>}> ({}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}


// -----

// CHECK: error: 'stablehlo.gather' has 0 offset, collapsed and batching dimensions, expected 1
func.func @f(%a: tensor<2xf32>, %z: tensor<i32>) {
  %0 = "stablehlo.gather"(%a, %z) <{dimension_numbers = #stablehlo.gather<start_index_map = [0]>, slice_sizes = array<i64: 1>}> : (tensor<2xf32>, tensor<i32>) -> tensor<1xf32>
  func.return
}


// -----

// CHECK: error: operand_layouts 0 of 'stablehlo.custom_call' is 1 : i64, expected integers
func.func @f(%a: tensor<2xf32>) {
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "a", operand_layouts = [1], result_layouts = [1]}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}


// -----

// CHECK: error: 'stablehlo.constant': expected 0 operands, but got 2
func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.constant across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  func.return
}


// -----

// CHECK: error: operation foo is not registered
func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %z) applies foo across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  func.return
}


// -----

// CHECK: error: operand is used with type i32, but has been previously used or defined with type tensor<2xf32>
func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (i32, tensor<f32>) -> tensor<f32>
  func.return
}


// -----

// CHECK: error: expected 1 operand types but had 2
func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>) -> tensor<f32>
  func.return
}


// -----

// CHECK: error: expected ','
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.select %a, %a, %a : tensor<2xf32>
  func.return
}


// -----

// CHECK: error: expected a tensor, got i32
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.add %a, %a : i32
  func.return
}


// -----

// CHECK: error: expected the elements of a tensor, got 3 : i32
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.constant 3 : i32
  func.return
}


// -----

// CHECK: error: 'stablehlo.constant' has no value
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.constant() : () -> tensor<f32>
  func.return
}


// -----

// CHECK: error: 'stablehlo.constant' has 2 results, expected 1
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.constant() {value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>, tensor<f32>)
  func.return
}


// -----

// CHECK: error: integer value 999999999999999999999 is out of range for type i32 which supports values in the range [-2147483648, 4294967296)
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.reduce_precision %a, format = e999999999999999999999m10 : tensor<2xf32>
  func.return
}


// -----

// CHECK: error: integer value 99999999999999999999999 is out of range for type i64 which supports values in the range [-9223372036854775808, 18446744073709551616)
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.iota dim = 99999999999999999999999 : tensor<2xf32>
  func.return
}


// -----

// CHECK: error: integer value 99999999999999999999999 is out of range for type i64 which supports values in the range [-9223372036854775808, 18446744073709551616)
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.slice %a [99999999999999999999999:2] : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}


// -----

// CHECK: error: expected 'x'
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  func.return
}


// -----

// CHECK: error: expected ','
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.add %a : tensor<2xf32>
  func.return
}


// -----

// CHECK: error: expected integer literal
func.func @f(%a: tensor<2xf32>) {
  %0 = "stablehlo.exponential"(%a) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3.5>}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
