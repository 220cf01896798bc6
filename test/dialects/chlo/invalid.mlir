// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of the unary operations
// CHECK: dimension 0 of 'chlo.erf' operand and result differ: 4 and 5
func.func @f(%a: tensor<4xf32>) {
  %0 = chlo.erf %a : tensor<4xf32> -> tensor<5xf32>
  func.return
}

// -----

// element types of the unary operations
// CHECK: element types of 'chlo.tan' operand and result differ: f32 and f64
func.func @f(%a: tensor<4xf32>) {
  %0 = chlo.tan %a : tensor<4xf32> -> tensor<4xf64>
  func.return
}

// -----

// operand of the real operations
// CHECK: expected a tensor of floating-point elements, got tensor<4xcomplex<f32>>
func.func @f(%a: tensor<4xcomplex<f32>>) {
  %0 = chlo.lgamma %a : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// (c1) of is_inf
// CHECK: dimension 0 of 'chlo.is_inf' operand and result differ: 4 and 3
func.func @f(%a: tensor<4xf32>) {
  %0 = chlo.is_inf %a : tensor<4xf32> -> tensor<3xi1>
  func.return
}

// -----

// result of is_inf
// CHECK: expected a tensor of boolean elements, got tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = chlo.is_inf %a : tensor<4xf32> -> tensor<4xf32>
  func.return
}

// -----

// (c1) of the binary operations
// CHECK: dimension 0 of 'chlo.next_after' operands differ: 4 and 5
func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  %0 = chlo.next_after %a, %b : tensor<4xf32>, tensor<5xf32> -> tensor<4xf32>
  func.return
}

// -----

// (c1), the result, of the binary operations
// CHECK: dimension 0 of 'chlo.zeta' operands and result differ: 4 and 5
func.func @f(%a: tensor<4xf32>) {
  %0 = chlo.zeta %a, %a : tensor<4xf32>, tensor<4xf32> -> tensor<5xf32>
  func.return
}

// -----

// operands of mulhi
// CHECK: expected a tensor of integer elements, got tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = chlo.mulhi %a, %a : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  func.return
}

// -----

// (c1) of the broadcasting operations
// CHECK: 'chlo.broadcast_add' has 2 broadcast_dimensions, expected 1
func.func @f(%a: tensor<4x5xf32>, %b: tensor<4xf32>) {
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0, 1>} : (tensor<4x5xf32>, tensor<4xf32>) -> tensor<4x5xf32>
  func.return
}

// -----

// (c2), range, of the broadcasting operations
// CHECK: broadcast dimension 2 of 'chlo.broadcast_add' is out of range: expected 0 to 1
func.func @f(%a: tensor<4x5xf32>, %b: tensor<4xf32>) {
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 2>} : (tensor<4x5xf32>, tensor<4xf32>) -> tensor<4x5xf32>
  func.return
}

// -----

// (c2), order, of the broadcasting operations
// CHECK: broadcast_dimensions of 'chlo.broadcast_add' are not ascending: [1, 0]
func.func @f(%a: tensor<4x5x6xf32>, %b: tensor<5x4xf32>) {
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1, 0>} : (tensor<4x5x6xf32>, tensor<5x4xf32>) -> tensor<4x5x6xf32>
  func.return
}

// -----

// (c2), twice, of the broadcasting operations
// CHECK: broadcast_dimensions of 'chlo.broadcast_add' repeat a dimension: [1, 1]
func.func @f(%a: tensor<4x5x6xf32>, %b: tensor<5x5xf32>) {
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1, 1>} : (tensor<4x5x6xf32>, tensor<5x5xf32>) -> tensor<4x5x6xf32>
  func.return
}

// -----

// (c3) of the broadcasting operations
// CHECK: dimension 1 of 'chlo.broadcast_multiply' operands cannot be broadcast: 5, 4
func.func @f(%a: tensor<?x5xf32>, %b: tensor<4xf32>) {
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?x5xf32>, tensor<4xf32>) -> tensor<?x5xf32>
  func.return
}

// -----

// (c3), zero and another size, of the broadcasting operations
// CHECK: dimension 0 of 'chlo.broadcast_multiply' operands cannot be broadcast: 0, 4
func.func @f(%a: tensor<0xf32>, %b: tensor<4xf32>) {
  %0 = chlo.broadcast_multiply %a, %b : (tensor<0xf32>, tensor<4xf32>) -> tensor<0xf32>
  func.return
}

// -----

// (c4) of the broadcasting operations
// CHECK: dimension 1 of 'chlo.broadcast_subtract' broadcast operands and result differ: 5 and 1
func.func @f(%a: tensor<?x5xf32>, %b: tensor<1xf32>) {
  %0 = chlo.broadcast_subtract %a, %b : (tensor<?x5xf32>, tensor<1xf32>) -> tensor<?x1xf32>
  func.return
}

// -----

// (c4), rank, of the broadcasting operations
// CHECK: ranks of 'chlo.broadcast_subtract' broadcast operands and result differ: 2 and 1
func.func @f(%a: tensor<?x5xf32>, %b: tensor<1xf32>) {
  %0 = chlo.broadcast_subtract %a, %b : (tensor<?x5xf32>, tensor<1xf32>) -> tensor<5xf32>
  func.return
}

// -----

// (c5) of the broadcasting operations
// CHECK: element types of 'chlo.broadcast_divide' operands differ: f32 and f64
func.func @f(%a: tensor<5xf32>, %b: tensor<5xf64>) {
  %0 = chlo.broadcast_divide %a, %b : (tensor<5xf32>, tensor<5xf64>) -> tensor<5xf32>
  func.return
}

// -----

// (c5), result, of the broadcasting operations
// CHECK: element types of 'chlo.broadcast_divide' operands and result differ: f32 and f64
func.func @f(%a: tensor<5xf32>) {
  %0 = chlo.broadcast_divide %a, %a : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf64>
  func.return
}

// -----

// operands of broadcast_and
// CHECK: expected a tensor of boolean or integer elements, got tensor<5xf32>
func.func @f(%a: tensor<5xf32>) {
  %0 = chlo.broadcast_and %a, %a : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  func.return
}

// -----

// (c5) of broadcast_compare
// CHECK: element types of 'chlo.broadcast_compare' operands differ: f32 and i32
func.func @f(%a: tensor<5xf32>, %b: tensor<5xi32>) {
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<5xf32>, tensor<5xi32>) -> tensor<5xi1>
  func.return
}

// -----

// direction of broadcast_compare
// CHECK: property 'comparison_direction' expected in operation 'chlo.broadcast_compare'
func.func @f(%a: tensor<5xf32>) {
  %0 = chlo.broadcast_compare %a, %a : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  func.return
}

// -----

// unknown direction of broadcast_compare
// CHECK: expected one of EQ, NE, GE, GT, LE, LT, got 'IS'
func.func @f(%a: tensor<5xf32>) {
  %0 = chlo.broadcast_compare %a, %a {comparison_direction = #chlo<comparison_direction IS>} : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  func.return
}

// -----

// (c5) of broadcast_complex
// CHECK: element type of 'chlo.broadcast_complex' result is complex<f64>, expected complex<f32>
func.func @f(%a: tensor<5xf32>) {
  %0 = chlo.broadcast_complex %a, %a : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xcomplex<f64>>
  func.return
}

// -----

// (c1) of broadcast_select
// CHECK: dimension 0 of 'chlo.broadcast_select' operands cannot be broadcast: 4, 5, 5
func.func @f(%p: tensor<4xi1>, %a: tensor<5xf32>) {
  %0 = chlo.broadcast_select %p, %a, %a : (tensor<4xi1>, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  func.return
}

// -----

// (c2) of broadcast_select
// CHECK: dimension 0 of 'chlo.broadcast_select' broadcast operands and result differ: 5 and 6
func.func @f(%p: tensor<1xi1>, %a: tensor<5xf32>) {
  %0 = chlo.broadcast_select %p, %a, %a : (tensor<1xi1>, tensor<5xf32>, tensor<5xf32>) -> tensor<6xf32>
  func.return
}

// -----

// (c3) of broadcast_select
// CHECK: element types of 'chlo.broadcast_select' choices and result differ: f32 and i32
func.func @f(%p: tensor<1xi1>, %a: tensor<5xf32>, %b: tensor<5xi32>) {
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<1xi1>, tensor<5xf32>, tensor<5xi32>) -> tensor<5xf32>
  func.return
}

// -----

// (c1) of constant
// CHECK: dimension 0 of 'chlo.constant' value and result differ: 4 and 5
func.func @f() {
  %0 = "chlo.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<5xf32>
  func.return
}

// -----

// (c1) of constant_like
// CHECK: dimension 0 of 'chlo.constant_like' operand and result differ: 5 and 6
func.func @f(%a: tensor<5xf32>) {
  %0 = "chlo.constant_like"(%a) <{value = 1.0 : f32}> : (tensor<5xf32>) -> tensor<6xf32>
  func.return
}

// -----

// (c2) of constant_like
// CHECK: value of 'chlo.constant_like' has type f64, expected f32
func.func @f(%a: tensor<5xf32>) {
  %0 = "chlo.constant_like"(%a) <{value = 1.0 : f64}> : (tensor<5xf32>) -> tensor<5xf32>
  func.return
}

// -----

// value of constant_like
// CHECK: 'chlo.constant_like': expected a number with a type, got "1.0"
func.func @f(%a: tensor<5xf32>) {
  %0 = "chlo.constant_like"(%a) <{value = "1.0"}> : (tensor<5xf32>) -> tensor<5xf32>
  func.return
}

// -----

// (c1) of top_k
// CHECK: operand of 'chlo.top_k' has rank 0, expected at least 1
func.func @f(%a: tensor<f32>) {
  %0, %1 = chlo.top_k(%a, k = 1) : tensor<f32> -> (tensor<1xf32>, tensor<1xi32>)
  func.return
}

// -----

// (c2), beyond the size, of top_k
// CHECK: k of 'chlo.top_k' is 5, beyond the last size 4 of the operand
func.func @f(%a: tensor<4xf32>) {
  %0, %1 = chlo.top_k(%a, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  func.return
}

// -----

// (c2), negative, of top_k
// CHECK: k of 'chlo.top_k' is -1, expected 0 or more
func.func @f(%a: tensor<4xf32>) {
  %0, %1 = chlo.top_k(%a, k = -1) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  func.return
}

// -----

// (c3), values, of top_k
// CHECK: dimension 1 of 'chlo.top_k' operand and values differ: 2 and 3
func.func @f(%a: tensor<?x4xf32>) {
  %0, %1 = chlo.top_k(%a, k = 2) : tensor<?x4xf32> -> (tensor<?x3xf32>, tensor<?x2xi32>)
  func.return
}

// -----

// (c3), indices, of top_k
// CHECK: dimension 0 of 'chlo.top_k' operand and indices differ: 3 and 4
func.func @f(%a: tensor<3x4xf32>) {
  %0, %1 = chlo.top_k(%a, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<4x2xi32>)
  func.return
}

// -----

// (c4) of top_k
// CHECK: element types of 'chlo.top_k' operand and values differ: f32 and f64
func.func @f(%a: tensor<4xf32>) {
  %0, %1 = chlo.top_k(%a, k = 2) : tensor<4xf32> -> (tensor<2xf64>, tensor<2xi32>)
  func.return
}

// -----

// (c1) of dynamic_reshape
// CHECK: element types of 'chlo.dynamic_reshape' operand and result differ: f32 and i32
func.func @f(%a: tensor<4xf32>, %s: tensor<2xi32>) {
  %0 = chlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x?xi32>
  func.return
}

// -----

// (c2) of dynamic_reshape
// CHECK: output_shape of 'chlo.dynamic_reshape' has 2 elements, expected 1
func.func @f(%a: tensor<4xf32>, %s: tensor<2xi32>) {
  %0 = chlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<2xi32>) -> tensor<?xf32>
  func.return
}
