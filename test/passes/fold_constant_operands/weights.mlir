// RUN: disc-opt %s -p fold-constant-operands --split-input-file | filecheck %s

// A weight of 16 bits that is converted and transposed is a constant of f32.

// CHECK-LABEL: @linear
func.func @linear(%x: tensor<?x2xf32>) -> tensor<?x3xf32> {
  // CHECK-NEXT: [[W:%.*]] = stablehlo.constant dense<{{\[\[1.0*e\+00, 3.0*e\+00, 5.0*e\+00\], \[2.0*e\+00, 4.0*e\+00, 6.0*e\+00\]\]}}> : tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.dot_general %x, [[W]]
  %w = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xbf16>
  %0 = stablehlo.convert %w : (tensor<3x2xbf16>) -> tensor<3x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : (tensor<?x2xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  func.return %2 : tensor<?x3xf32>
}

// -----

// Bytes with a scale for each row; the weight is read elsewhere too, as it is.

// CHECK-LABEL: @quantized
func.func @quantized(%x: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<2x2xi8>) {
  // CHECK-NEXT: [[I:%.*]] = stablehlo.constant dense<{{\[\[-2, 4\], \[6, 127\]\]}}> : tensor<2x2xi8>
  // CHECK-NEXT: [[W:%.*]] = stablehlo.constant dense<{{\[\[-1.0*e\+00, 2.0*e\+00\], \[1.2.*e\+01, 2.54.*e\+02\]\]}}> : tensor<2x2xf32>
  // CHECK-NEXT: stablehlo.dot_general %x, [[W]]
  %w = stablehlo.constant dense<[[-2, 4], [6, 127]]> : tensor<2x2xi8>
  %s = stablehlo.constant dense<[0.5, 2.0]> : tensor<2xf32>
  %0 = stablehlo.convert %w : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %1 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x2xf32>
  %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] : (tensor<?x2xf32>, tensor<2x2xf32>) -> tensor<?x2xf32>
  func.return %3, %w : tensor<?x2xf32>, tensor<2x2xi8>
}

// -----

// A transpose of 16 bits is folded, and one in the body of a loop.

// CHECK-LABEL: @loop
func.func @loop(%n: tensor<i32>, %x: tensor<2x2xbf16>) -> tensor<2x2xbf16> {
  // CHECK: stablehlo.while
  // CHECK: do
  // CHECK: [[W:%.*]] = stablehlo.constant dense<{{\[\[1.0*e\+00, 3.0*e\+00\], \[2.0*e\+00, 4.0*e\+00\]\]}}> : tensor<2x2xbf16>
  // CHECK-NEXT: stablehlo.dot_general {{.*}}, [[W]]
  %w = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2x2xbf16>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.add %i, %one : tensor<i32>
    %3 = stablehlo.transpose %w, dims = [1, 0] : (tensor<2x2xbf16>) -> tensor<2x2xbf16>
    %4 = stablehlo.dot_general %y, %3, contracting_dims = [1] x [0] : (tensor<2x2xbf16>, tensor<2x2xbf16>) -> tensor<2x2xbf16>
    stablehlo.return %2, %4 : tensor<i32>, tensor<2x2xbf16>
  }
  func.return %0#1 : tensor<2x2xbf16>
}
