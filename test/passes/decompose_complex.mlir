// RUN: disc-opt %s --split-input-file -p decompose-complex | filecheck %s

// What is joined only to be taken apart is neither; a constant has parts, and types keep their
// symbols.
// CHECK:      func.func @product(%a: tensor<?xf32, [@n]>, %b: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = stablehlo.multiply %a, %a : tensor<?xf32, [@n]>
// CHECK-NEXT:   %1 = stablehlo.multiply %b, %b : tensor<?xf32, [@n]>
// CHECK-NEXT:   %2 = stablehlo.subtract %0, %1 : tensor<?xf32, [@n]>
// CHECK-NEXT:   %3 = tensor.dim %2, %c0 : tensor<?xf32, [@n]>
// CHECK-NEXT:   func.return %2, %3 : tensor<?xf32, [@n]>, index
// CHECK-NEXT: }
func.func @product(%a: tensor<?xf32, [@n]>, %b: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, index) {
  %c0 = arith.constant 0 : index
  %0 = stablehlo.complex %a, %b : tensor<?xcomplex<f32>, [@n]>
  %1 = stablehlo.multiply %0, %0 : tensor<?xcomplex<f32>, [@n]>
  %2 = stablehlo.real %1 : (tensor<?xcomplex<f32>, [@n]>) -> tensor<?xf32, [@n]>
  %3 = tensor.dim %1, %c0 : tensor<?xcomplex<f32>, [@n]>
  func.return %2, %3 : tensor<?xf32, [@n]>, index
}
disc_shape.SymbolDim @n

// -----

// Arguments are taken apart, results joined.
// CHECK:      func.func @outside(%x: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
// CHECK-NEXT:   %0 = stablehlo.real %x : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
// CHECK-NEXT:   %1 = stablehlo.imag %x : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
// CHECK-NEXT:   %2 = stablehlo.constant dense<[1.000000e+00, 5.000000e-01]> : tensor<2xf64>
// CHECK-NEXT:   %3 = stablehlo.constant dense<[-2.000000e+00, 4.000000e+00]> : tensor<2xf64>
// CHECK-NEXT:   %4 = stablehlo.add %0, %2 : tensor<2xf64>
// CHECK-NEXT:   %5 = stablehlo.add %1, %3 : tensor<2xf64>
// CHECK-NEXT:   %6 = stablehlo.complex %4, %5 : tensor<2xcomplex<f64>>
// CHECK-NEXT:   func.return %6 : tensor<2xcomplex<f64>>
// CHECK-NEXT: }
func.func @outside(%x: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %0 = stablehlo.constant dense<[(1.0, -2.0), (0.5, 4.0)]> : tensor<2xcomplex<f64>>
  %1 = stablehlo.add %x, %0 : tensor<2xcomplex<f64>>
  func.return %1 : tensor<2xcomplex<f64>>
}

// -----

// A function without a rule, and a body that does not add, take whole numbers, and so does what
// computes a part of them alone.
// CHECK:      func.func @whole(%x: tensor<?xcomplex<f32>>, %one: tensor<complex<f32>>) -> (tensor<?xf32>, tensor<complex<f32>>) {
// CHECK-NEXT:   %0 = stablehlo.real %x : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
// CHECK-NEXT:   %1 = stablehlo.imag %x : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
// CHECK-NEXT:   %2 = stablehlo.negate %0 : tensor<?xf32>
// CHECK-NEXT:   %3 = stablehlo.negate %1 : tensor<?xf32>
// CHECK-NEXT:   %4 = stablehlo.complex %2, %3 : tensor<?xcomplex<f32>>
// CHECK-NEXT:   %5 = stablehlo.tanh %4 : tensor<?xcomplex<f32>>
// CHECK-NEXT:   %6 = stablehlo.imag %5 : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
// CHECK-NEXT:   %7 = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<?xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
// CHECK-NEXT:   func.return %6, %7 : tensor<?xf32>, tensor<complex<f32>>
// CHECK-NEXT: }
func.func @whole(%x: tensor<?xcomplex<f32>>, %one: tensor<complex<f32>>) -> (tensor<?xf32>, tensor<complex<f32>>) {
  %0 = stablehlo.negate %x : tensor<?xcomplex<f32>>
  %1 = stablehlo.tanh %0 : tensor<?xcomplex<f32>>
  %2 = stablehlo.imag %1 : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %3 = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<?xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  func.return %2, %3 : tensor<?xf32>, tensor<complex<f32>>
}

// -----

// A constant without elements has two parts without elements.
// CHECK-LABEL: func.func @empty(
// CHECK-NEXT:    %[[RE:.*]] = stablehlo.constant dense<> : tensor<0x3xf32>
// CHECK-NEXT:    %[[IM:.*]] = stablehlo.constant dense<> : tensor<0x3xf32>
// CHECK-NEXT:    stablehlo.add %[[RE]], %[[RE]] : tensor<0x3xf32>
// CHECK-NEXT:    stablehlo.add %[[IM]], %[[IM]] : tensor<0x3xf32>
func.func @empty() -> tensor<0x3xcomplex<f32>> {
  %c = stablehlo.constant dense<> : tensor<0x3xcomplex<f32>>
  %0 = stablehlo.add %c, %c : tensor<0x3xcomplex<f32>>
  return %0 : tensor<0x3xcomplex<f32>>
}
