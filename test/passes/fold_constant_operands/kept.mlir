// RUN: disc-opt %s -p fold-constant-operands --split-input-file | filecheck %s

// What arguments decide is no constant.

// CHECK-LABEL: @argument
func.func @argument(%x: tensor<?x2xf32>, %w: tensor<3x2xbf16>) -> tensor<?x3xf32> {
  // CHECK-NEXT: stablehlo.convert
  // CHECK-NEXT: stablehlo.transpose
  // CHECK-NEXT: stablehlo.dot_general
  %0 = stablehlo.convert %w : (tensor<3x2xbf16>) -> tensor<3x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : (tensor<?x2xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  func.return %2 : tensor<?x3xf32>
}

// -----

// A transpose of f32 is stored in the order of the product later.

// CHECK-LABEL: @transposed
func.func @transposed(%x: tensor<?x2xf32>) -> tensor<?x3xf32> {
  // CHECK: stablehlo.transpose
  %w = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %1 = stablehlo.transpose %w, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : (tensor<?x2xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  func.return %2 : tensor<?x3xf32>
}

// -----

// A broadcast is not worth its memory, and neither are positions.

// CHECK-LABEL: @broadcast
func.func @broadcast(%x: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<?x64xf32>) {
  // CHECK: stablehlo.broadcast_in_dim
  // CHECK: stablehlo.iota
  %w = stablehlo.constant dense<1.0> : tensor<bf16>
  %0 = stablehlo.convert %w : (tensor<bf16>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : (tensor<?x64xf32>, tensor<64x64xf32>) -> tensor<?x64xf32>
  %3 = stablehlo.iota dim = 0 : tensor<64x64xi32>
  %4 = stablehlo.convert %3 : (tensor<64x64xi32>) -> tensor<64x64xf32>
  %5 = stablehlo.dot_general %x, %4, contracting_dims = [1] x [0] : (tensor<?x64xf32>, tensor<64x64xf32>) -> tensor<?x64xf32>
  func.return %2, %5 : tensor<?x64xf32>, tensor<?x64xf32>
}

// -----

// Integers stay, and so does what no product reads.

// CHECK-LABEL: @others
func.func @others(%x: tensor<?x2xi32>) -> (tensor<?x2xi32>, tensor<2x2xf32>) {
  // CHECK: stablehlo.convert {{.*}} -> tensor<2x2xi32>
  // CHECK: stablehlo.convert {{.*}} -> tensor<2x2xf32>
  %w = stablehlo.constant dense<[[-2, 4], [6, 127]]> : tensor<2x2xi8>
  %0 = stablehlo.convert %w : (tensor<2x2xi8>) -> tensor<2x2xi32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<?x2xi32>, tensor<2x2xi32>) -> tensor<?x2xi32>
  %2 = stablehlo.convert %w : (tensor<2x2xi8>) -> tensor<2x2xf32>
  func.return %1, %2 : tensor<?x2xi32>, tensor<2x2xf32>
}

// -----

// A product of no elements needs no constant.

// CHECK-LABEL: @empty
func.func @empty(%x: tensor<?x0xf32>) -> tensor<?x3xf32> {
  // CHECK: stablehlo.convert
  %w = stablehlo.constant dense<> : tensor<0x3xbf16>
  %0 = stablehlo.convert %w : (tensor<0x3xbf16>) -> tensor<0x3xf32>
  %2 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<?x0xf32>, tensor<0x3xf32>) -> tensor<?x3xf32>
  func.return %2 : tensor<?x3xf32>
}
