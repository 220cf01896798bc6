// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of negate
// CHECK: dimension 0 of 'stablehlo.negate' operand and result differ: 2 and 3
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.negate"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c1), element type of negate
// CHECK: element types of 'stablehlo.negate' operand and result differ: f32 and f64
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.negate"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  func.return
}

// -----

// operand type of cosine
// CHECK: expected a tensor of complex or floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.cosine"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of popcnt
// CHECK: expected a tensor of integer elements, got tensor<2xf32>
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "mhlo.popcnt"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// attribute of exponential
// CHECK: expected an attribute 'result_accuracy', got 1 : i64
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.exponential"(%a0) <{result_accuracy = 1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of add
// CHECK: dimension 0 of 'stablehlo.add' operands and result differ: 2 and 3
func.func @f(%a0: tensor<2x?xf32>, %a1: tensor<?x3xf32>) {
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c1), sizes of add
// CHECK: dimension 1 of 'stablehlo.add' operands differ: 4 and 3
func.func @f(%a0: tensor<2x4xf32>, %a1: tensor<?x3xf32>) {
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2x4xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// (c2), through an unknown size of add
// CHECK: dimension 0 of 'stablehlo.add' operands and result differ: 2 and 3
func.func @f(%a0: tensor<?xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<?xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c1), rank of add
// CHECK: ranks of 'mhlo.add' operands differ: 1 and 2
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2x1xf32>) {
  %r0 = "mhlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c2) of multiply
// CHECK: element types of 'stablehlo.multiply' operands and result differ: f32 and i32
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.multiply"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of and
// CHECK: expected a tensor of boolean or integer elements, got tensor<2xf32>
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.and"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// operand count of shift_left
// CHECK: expected 2 operands, but got 1
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.shift_left"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// (c1) of compare
// CHECK: element types of 'stablehlo.compare' operands differ: f32 and i32
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  %r0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  func.return
}

// -----

// (c2) of compare
// CHECK: dimension 0 of 'stablehlo.compare' operands and result differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xi1>
  func.return
}

// -----

// (c3) of compare
// CHECK: compare_type SIGNED of 'stablehlo.compare' does not fit elements of type f32: expected FLOAT or TOTALORDER
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type SIGNED>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return
}

// -----

// (c3), integers of compare
// CHECK: compare_type FLOAT of 'mhlo.compare' does not fit elements of type i32: expected SIGNED or UNSIGNED
func.func @f(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  %r0 = "mhlo.compare"(%a0, %a1) <{comparison_direction = #mhlo<comparison_direction EQ>, compare_type = #mhlo<comparison_type FLOAT>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  func.return
}

// -----

// result type of compare
// CHECK: expected a tensor of boolean elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  func.return
}

// -----

// missing attribute of compare
// CHECK: property 'comparison_direction' expected in operation 'stablehlo.compare'
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.compare"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return
}

// -----

// unknown word of compare
// CHECK: expected one of EQ, NE, GE, GT, LE, LT, got 'XX'
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction XX>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return
}

// -----

// (c1) of select
// CHECK: dimension 0 of 'stablehlo.select' predicate and choices differ: 3 and 2
func.func @f(%a0: tensor<3xi1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) {
  %r0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c2) of select
// CHECK: dimension 0 of 'stablehlo.select' choices differ: 2 and 3
func.func @f(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  %r0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c2), result of select
// CHECK: dimension 0 of 'stablehlo.select' choices and result differ: 2 and 3
func.func @f(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) {
  %r0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c1) of clamp
// CHECK: dimension 0 of 'stablehlo.clamp' min and operand differ: 3 and 2
func.func @f(%a0: tensor<3xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

// (c2) of clamp
// CHECK: dimension 0 of 'stablehlo.clamp' max and operand differ: 3 and 2
func.func @f(%a0: tensor<f32>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  %r0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c3) of clamp
// CHECK: element types of 'stablehlo.clamp' limits and operand differ: f64 and f32
func.func @f(%a0: tensor<f64>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f64>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

// (c4) of clamp
// CHECK: dimension 0 of 'stablehlo.clamp' operand and result differ: 2 and 3
func.func @f(%a0: tensor<f32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

// -----

// (c1) of convert
// CHECK: dimension 0 of 'stablehlo.convert' operand and result differ: 2 and 3
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.convert"(%a0) : (tensor<2xf32>) -> tensor<3xi32>
  func.return
}

// -----

// (c1) of is_finite
// CHECK: dimension 0 of 'stablehlo.is_finite' operand and result differ: 2 and 3
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.is_finite"(%a0) : (tensor<2xf32>) -> tensor<3xi1>
  func.return
}

// -----

// (c1) of abs
// CHECK: dimension 0 of 'stablehlo.abs' operand and result differ: 2 and 3
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.abs"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c2) of abs
// CHECK: element type of 'stablehlo.abs' result is f64, expected f32
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r0 = "stablehlo.abs"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  func.return
}

// -----

// (c2) of real
// CHECK: element type of 'stablehlo.real' result is f32, expected f64
func.func @f(%a0: tensor<2xcomplex<f64>>) {
  %r0 = "stablehlo.real"(%a0) : (tensor<2xcomplex<f64>>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of imag
// CHECK: dimension 0 of 'stablehlo.imag' operand and result differ: 2 and 3
func.func @f(%a0: tensor<2xcomplex<f64>>) {
  %r0 = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f64>>) -> tensor<3xf64>
  func.return
}

// -----

// (c1) of complex
// CHECK: dimension 0 of 'stablehlo.complex' operands differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xcomplex<f32>>
  func.return
}

// -----

// (c2) of complex
// CHECK: dimension 0 of 'stablehlo.complex' operands and result differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  func.return
}

// -----

// (c3) of complex
// CHECK: parts of 'stablehlo.complex' result are f64, expected f32
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  func.return
}

// -----

// (c1), equal widths of bitcast_convert
// CHECK: dimension 0 of 'stablehlo.bitcast_convert' operand and result by parts differ: 2 and 3
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> tensor<3xi32>
  func.return
}

// -----

// (c1), smaller elements of bitcast_convert
// CHECK: dimension 1 of 'stablehlo.bitcast_convert' operand and result by parts differ: 4 and 3
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> tensor<2x3xi8>
  func.return
}

// -----

// (c1), larger elements of bitcast_convert
// CHECK: ranks of 'stablehlo.bitcast_convert' operand and result by parts differ: 2 and 3
func.func @f(%a0: tensor<4x4xi8>) {
  %r0 = "stablehlo.bitcast_convert"(%a0) : (tensor<4x4xi8>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c2) of bitcast_convert
// CHECK: element types of 'stablehlo.bitcast_convert' operand and result are complex<f32> and f64, expected both complex or none
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  func.return
}

// -----

// (c1) of reduce_precision
// CHECK: dimension 0 of 'stablehlo.reduce_precision' operand and result differ: 2 and 3
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c2) of reduce_precision
// CHECK: exponent_bits of 'stablehlo.reduce_precision' is 0, expected at least 1
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 0 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c3) of reduce_precision
// CHECK: mantissa_bits of 'stablehlo.reduce_precision' is -1, expected at least 0
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// operand type of cbrt
// CHECK: expected a tensor of complex or floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.cbrt"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of ceil
// CHECK: expected a tensor of floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.ceil"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of exponential_minus_one
// CHECK: expected a tensor of complex or floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of floor
// CHECK: expected a tensor of floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.floor"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of log_plus_one
// CHECK: expected a tensor of complex or floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.log_plus_one"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of logistic
// CHECK: expected a tensor of complex or floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.logistic"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of round_nearest_afz
// CHECK: expected a tensor of floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.round_nearest_afz"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of round_nearest_even
// CHECK: expected a tensor of floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.round_nearest_even"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of rsqrt
// CHECK: expected a tensor of complex or floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.rsqrt"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of sqrt
// CHECK: expected a tensor of complex or floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.sqrt"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of tanh
// CHECK: expected a tensor of complex or floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.tanh"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of sine
// CHECK: expected a tensor of complex or floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.sine"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of log
// CHECK: expected a tensor of complex or floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.log"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of tan
// CHECK: expected a tensor of complex or floating-point or quantized elements, got tensor<2xi32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.tan"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// operand type of count_leading_zeros
// CHECK: expected a tensor of integer elements, got tensor<2xf32>
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.count_leading_zeros"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// operand type of not
// CHECK: expected a tensor of boolean or integer elements, got tensor<2xf32>
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.not"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of sign
// CHECK: dimension 1 of 'stablehlo.sign' operand and result differ: 3 and 4
func.func @f(%a0: tensor<2x3xf32>) {
  %r0 = "stablehlo.sign"(%a0) : (tensor<2x3xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// (c1) of atan2
// CHECK: dimension 0 of 'stablehlo.atan2' operands differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.atan2"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of maximum
// CHECK: dimension 0 of 'stablehlo.maximum' operands differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.maximum"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of minimum
// CHECK: dimension 0 of 'stablehlo.minimum' operands differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.minimum"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of power
// CHECK: dimension 0 of 'stablehlo.power' operands differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.power"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of remainder
// CHECK: dimension 0 of 'stablehlo.remainder' operands differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.remainder"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of subtract
// CHECK: dimension 0 of 'stablehlo.subtract' operands differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.subtract"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of divide
// CHECK: dimension 0 of 'stablehlo.divide' operands differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.divide"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// operand type of shift_right_arithmetic
// CHECK: expected a tensor of integer elements, got tensor<2xf32>
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// operand type of shift_right_logical
// CHECK: expected a tensor of integer elements, got tensor<2xf32>
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// operand type of xor
// CHECK: expected a tensor of boolean or integer elements, got tensor<2xf32>
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.xor"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// operand type of or
// CHECK: expected a tensor of boolean or integer elements, got tensor<2xf32>
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r0 = "stablehlo.or"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// a bound for each dimension
// CHECK: 1 bounds, expected 2
func.func @f(%a: tensor<3x?xf32, #stablehlo.bounds<?>>) {
  %0 = stablehlo.abs %a : tensor<3x?xf32, #stablehlo.bounds<?>>
  func.return
}

// -----

// no bound of a static dimension
// CHECK: static dimension 0 has a bound, 4, expected ?
func.func @f(%a: tensor<3x?xf32, #stablehlo.bounds<4, ?>>) {
  %0 = stablehlo.abs %a : tensor<3x?xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

// a tolerance below zero
// CHECK: ulps of 'stablehlo.result_accuracy' is -10, expected 0 or more
func.func @negative_tolerance(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<ulps = -10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// a tolerance that the mode does not ask for
// CHECK: atol of 'stablehlo.result_accuracy' is 0.5, expected 0 for mode HIGHEST
func.func @idle_tolerance(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<atol = 0.5, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>
  return %0 : tensor<f32>
}
