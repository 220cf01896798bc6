// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of reshape: the scale is kept
// CHECK: element types of 'stablehlo.reshape' operand and result differ: !quant.uniform<i8:f32, 1.000000e+00> and !quant.uniform<i8:f32, 2.000000e+00>
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  %0 = stablehlo.reshape %a : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x1x!quant.uniform<i8:f32, 2.0>>
  func.return
}

// -----

// (c3) of add: the storage types agree
// CHECK: storage types of 'stablehlo.add' operands and result differ: i8 and i4
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!quant.uniform<i4:f32, 1.0>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i4:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  func.return
}

// -----

// (c2) of add: all elements are quantized or none
// CHECK: element types of 'mhlo.add' operands differ: !quant.uniform<i8:f32, 1.000000e+00> and f32
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2xf32>) {
  %0 = mhlo.add %a, %b : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of constant: the value has the storage type
// CHECK: element types of 'stablehlo.constant' value and result differ: i32 and i8
func.func @f() {
  %0 = stablehlo.constant() {value = dense<1> : tensor<2xi32>} : () -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  func.return
}
