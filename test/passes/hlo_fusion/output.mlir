// RUN: disc-opt %s --split-input-file -p 'hlo-fusion' | filecheck %s

// Elementwise work on the result of a dot joins it; the bias is broadcast.
// CHECK:      func.func @epilogue(%x: tensor<?x4xf32, [@n, @C4]>, %w: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<?x8xf32, [@n, @C8]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x4xf32, [@n, @C4]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %w, %b) <{fusion_kind = #mhlo<fusion_kind kOutput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x4xf32, [@n, @C4]>, %w_1: tensor<4x8xf32>, %b_1: tensor<8xf32>):
// CHECK-NEXT: %1 = stablehlo.dot_general %x_1, %w_1, contracting_dims = [1] x [0] : (tensor<?x4xf32, [@n, @C4]>, tensor<4x8xf32>) -> tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: %s = tensor.from_elements %n, %c8 : tensor<2xindex>
// CHECK-NEXT: %2 = stablehlo.dynamic_broadcast_in_dim %b_1, %s, dims = [1] : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: %3 = stablehlo.add %1, %2 : tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: %4 = stablehlo.tanh %3 : tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: mhlo.return %4 : tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: }) : (tensor<?x4xf32, [@n, @C4]>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: func.return %0 : tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: }
func.func @epilogue(%x: tensor<?x4xf32, [@n, @C4]>, %w: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<?x8xf32, [@n, @C8]> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32, [@n, @C4]>
  %s = tensor.from_elements %n, %c8 : tensor<2xindex>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32, [@n, @C4]>, tensor<4x8xf32>) -> tensor<?x8xf32, [@n, @C8]>
  %1 = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [1] : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x8xf32, [@n, @C8]>
  %2 = stablehlo.add %0, %1 : tensor<?x8xf32, [@n, @C8]>
  %3 = stablehlo.tanh %2 : tensor<?x8xf32, [@n, @C8]>
  func.return %3 : tensor<?x8xf32, [@n, @C8]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C4 {value = 4}
disc_shape.SymbolDim @C8 {value = 8}

// -----

// A transpose that only a dot reads is no copy; arithmetic on an operand stays outside.
// CHECK:      func.func @prologue(%x: tensor<?x4xf32, [@n, @C4]>, %w: tensor<8x4xf32>) -> tensor<?x8xf32, [@n, @C8]> {
// CHECK-NEXT: %0 = stablehlo.negate %x : tensor<?x4xf32, [@n, @C4]>
// CHECK-NEXT: %1 = "mhlo.fusion"(%w, %0) <{fusion_kind = #mhlo<fusion_kind kOutput>}> ({
// CHECK-NEXT: ^bb0(%w_1: tensor<8x4xf32>, %2: tensor<?x4xf32, [@n, @C4]>):
// CHECK-NEXT: %3 = stablehlo.transpose %w_1, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %4 = stablehlo.dot_general %2, %3, contracting_dims = [1] x [0] : (tensor<?x4xf32, [@n, @C4]>, tensor<4x8xf32>) -> tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: mhlo.return %4 : tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: }) : (tensor<8x4xf32>, tensor<?x4xf32, [@n, @C4]>) -> tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: func.return %1 : tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: }
func.func @prologue(%x: tensor<?x4xf32, [@n, @C4]>, %w: tensor<8x4xf32>) -> tensor<?x8xf32, [@n, @C8]> {
  %0 = stablehlo.negate %x : tensor<?x4xf32, [@n, @C4]>
  %1 = stablehlo.transpose %w, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<?x4xf32, [@n, @C4]>, tensor<4x8xf32>) -> tensor<?x8xf32, [@n, @C8]>
  func.return %2 : tensor<?x8xf32, [@n, @C8]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C4 {value = 4}
disc_shape.SymbolDim @C8 {value = 8}

// -----

// A reader at another index does not join, and a kernel has one dot.
// CHECK:      func.func @elsewhere(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT: %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %1 = "mhlo.fusion"(%0) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%2: tensor<4x4xf32>):
// CHECK-NEXT: %3 = stablehlo.reverse %2, dims = [0] : tensor<4x4xf32>
// CHECK-NEXT: %4 = stablehlo.tanh %3 : tensor<4x4xf32>
// CHECK-NEXT: mhlo.return %4 : tensor<4x4xf32>
// CHECK-NEXT: }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %5 = stablehlo.dot %1, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %6 = "mhlo.fusion"(%x, %1, %5) <{fusion_kind = #mhlo<fusion_kind kOutput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<4x4xf32>, %7: tensor<4x4xf32>, %8: tensor<4x4xf32>):
// CHECK-NEXT: %9 = stablehlo.dot %x_1, %7 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %10 = stablehlo.add %8, %9 : tensor<4x4xf32>
// CHECK-NEXT: mhlo.return %10 : tensor<4x4xf32>
// CHECK-NEXT: }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: func.return %1, %6 : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: }
func.func @elsewhere(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.dot %2, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.dot %x, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.add %3, %4 : tensor<4x4xf32>
  func.return %2, %5 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Without contracted dimensions it is a multiplication of broadcasts, which need not exist.
// CHECK:      func.func @outer(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@m]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>, %y_1: tensor<?xf32, [@m]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.dot_general %x_1, %y_1, contracting_dims = [] x [] : (tensor<?xf32, [@n]>, tensor<?xf32, [@m]>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@m]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %0 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @outer(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@m]>) -> tensor<?xf32, [@n]> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<?xf32, [@n]>, tensor<?xf32, [@m]>) -> tensor<?x?xf32, [@n, @m]>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  func.return %1 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Heads that a transpose parts are copied: sums over all of them are one product.
// CHECK:      func.func @heads(%x: tensor<?x4x?x8xf32, [@b, @C4, @s, @C8]>, %w: tensor<32x16xf32>, %m: index) -> tensor<?x16xf32, [@m, @C16]> {
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [0, 2, 1, 3] : (tensor<?x4x?x8xf32, [@b, @C4, @s, @C8]>) -> tensor<?x?x4x8xf32, [@b, @s, @C4, @C8]>
// CHECK-NEXT: %c32 = arith.constant 32 : index
// CHECK-NEXT: %s = tensor.from_elements %m, %c32 : tensor<2xindex>
// CHECK-NEXT: %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?x4x8xf32, [@b, @s, @C4, @C8]>, tensor<2xindex>) -> tensor<?x32xf32, [@m, @C32]>
// CHECK-NEXT: %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<?x32xf32, [@m, @C32]>, tensor<32x16xf32>) -> tensor<?x16xf32, [@m, @C16]>
// CHECK-NEXT: func.return %2 : tensor<?x16xf32, [@m, @C16]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @b
// CHECK-NEXT: disc_shape.SymbolDim @s
// CHECK-NEXT: disc_shape.SymbolDim @m
// CHECK-NEXT: disc_shape.SymbolDim @C4 {value = 4}
// CHECK-NEXT: disc_shape.SymbolDim @C8 {value = 8}
// CHECK-NEXT: disc_shape.SymbolDim @C16 {value = 16}
// CHECK-NEXT: disc_shape.SymbolDim @C32 {value = 32}
func.func @heads(%x: tensor<?x4x?x8xf32, [@b, @C4, @s, @C8]>, %w: tensor<32x16xf32>, %m: index) -> tensor<?x16xf32, [@m, @C16]> {
  %0 = stablehlo.transpose %x, dims = [0, 2, 1, 3] : (tensor<?x4x?x8xf32, [@b, @C4, @s, @C8]>) -> tensor<?x?x4x8xf32, [@b, @s, @C4, @C8]>
  %c32 = arith.constant 32 : index
  %s = tensor.from_elements %m, %c32 : tensor<2xindex>
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?x4x8xf32, [@b, @s, @C4, @C8]>, tensor<2xindex>) -> tensor<?x32xf32, [@m, @C32]>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<?x32xf32, [@m, @C32]>, tensor<32x16xf32>) -> tensor<?x16xf32, [@m, @C16]>
  func.return %2 : tensor<?x16xf32, [@m, @C16]>
}
disc_shape.SymbolDim @b
disc_shape.SymbolDim @s
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C4 {value = 4}
disc_shape.SymbolDim @C8 {value = 8}
disc_shape.SymbolDim @C16 {value = 16}
disc_shape.SymbolDim @C32 {value = 32}

// -----

// A transpose of the rows alone is read by the product.
// CHECK:      func.func @rows(%x: tensor<?x?x4x8xf32, [@s, @b, @C4, @C8]>, %w: tensor<32x16xf32>, %m: index) -> tensor<?x16xf32, [@m, @C16]> {
// CHECK-NEXT: %c32 = arith.constant 32 : index
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %w) <{fusion_kind = #mhlo<fusion_kind kOutput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x?x4x8xf32, [@s, @b, @C4, @C8]>, %w_1: tensor<32x16xf32>):
// CHECK-NEXT: %1 = stablehlo.transpose %x_1, dims = [1, 0, 2, 3] : (tensor<?x?x4x8xf32, [@s, @b, @C4, @C8]>) -> tensor<?x?x4x8xf32, [@b, @s, @C4, @C8]>
// CHECK-NEXT: %s = tensor.from_elements %m, %c32 : tensor<2xindex>
// CHECK-NEXT: %2 = stablehlo.dynamic_reshape %1, %s : (tensor<?x?x4x8xf32, [@b, @s, @C4, @C8]>, tensor<2xindex>) -> tensor<?x32xf32, [@m, @C32]>
// CHECK-NEXT: %3 = stablehlo.dot_general %2, %w_1, contracting_dims = [1] x [0] : (tensor<?x32xf32, [@m, @C32]>, tensor<32x16xf32>) -> tensor<?x16xf32, [@m, @C16]>
// CHECK-NEXT: mhlo.return %3 : tensor<?x16xf32, [@m, @C16]>
// CHECK-NEXT: }) : (tensor<?x?x4x8xf32, [@s, @b, @C4, @C8]>, tensor<32x16xf32>) -> tensor<?x16xf32, [@m, @C16]>
// CHECK-NEXT: func.return %0 : tensor<?x16xf32, [@m, @C16]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @b
// CHECK-NEXT: disc_shape.SymbolDim @s
// CHECK-NEXT: disc_shape.SymbolDim @m
// CHECK-NEXT: disc_shape.SymbolDim @C4 {value = 4}
// CHECK-NEXT: disc_shape.SymbolDim @C8 {value = 8}
// CHECK-NEXT: disc_shape.SymbolDim @C16 {value = 16}
// CHECK-NEXT: disc_shape.SymbolDim @C32 {value = 32}
func.func @rows(%x: tensor<?x?x4x8xf32, [@s, @b, @C4, @C8]>, %w: tensor<32x16xf32>, %m: index) -> tensor<?x16xf32, [@m, @C16]> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 2, 3] : (tensor<?x?x4x8xf32, [@s, @b, @C4, @C8]>) -> tensor<?x?x4x8xf32, [@b, @s, @C4, @C8]>
  %c32 = arith.constant 32 : index
  %s = tensor.from_elements %m, %c32 : tensor<2xindex>
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?x4x8xf32, [@b, @s, @C4, @C8]>, tensor<2xindex>) -> tensor<?x32xf32, [@m, @C32]>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<?x32xf32, [@m, @C32]>, tensor<32x16xf32>) -> tensor<?x16xf32, [@m, @C16]>
  func.return %2 : tensor<?x16xf32, [@m, @C16]>
}
disc_shape.SymbolDim @b
disc_shape.SymbolDim @s
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C4 {value = 4}
disc_shape.SymbolDim @C8 {value = 8}
disc_shape.SymbolDim @C16 {value = 16}
disc_shape.SymbolDim @C32 {value = 32}
