// RUN: disc-opt %s --split-input-file -p 'mhlo-to-lmhlo' | filecheck %s

// The kernel reads its operand at the index that it writes, its last use: in place.
// CHECK:      func.func @in_place(%x: memref<?xf32> {disc_shape.dims = [@n]}) -> (memref<?xf32> {disc_shape.dims = [@n]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %v = memref.alloc(%0) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?xf32>) outs(%v : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<?xf32>) outs(%v : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%a0: tensor<?xf32, [@n]>):
// CHECK-NEXT: %1 = stablehlo.negate %a0 : tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = stablehlo.tanh %1 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %v : memref<?xf32>
// CHECK-NEXT: }
func.func @in_place(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %v = stablehlo.reverse %x, dims = [0] : tensor<?xf32, [@n]>
  %0 = "mhlo.fusion"(%v) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a0: tensor<?xf32, [@n]>):
    %1 = stablehlo.negate %a0 : tensor<?xf32, [@n]>
    %2 = stablehlo.tanh %1 : tensor<?xf32, [@n]>
    mhlo.return %2 : tensor<?xf32, [@n]>
  }) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  func.return %0 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// An operand that is reversed is read elsewhere.
// CHECK:      func.func @elsewhere(%x: memref<?xf32> {disc_shape.dims = [@n]}) -> (memref<?xf32> {disc_shape.dims = [@n]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %v = memref.alloc(%0) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?xf32>) outs(%v : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<?xf32>) outs(%1 : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%a0: tensor<?xf32, [@n]>):
// CHECK-NEXT: %2 = stablehlo.reverse %a0, dims = [0] : tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.add %2, %a0 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %3 : tensor<?xf32, [@n]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %1 : memref<?xf32>
// CHECK-NEXT: }
func.func @elsewhere(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %v = stablehlo.reverse %x, dims = [0] : tensor<?xf32, [@n]>
  %0 = "mhlo.fusion"(%v) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a0: tensor<?xf32, [@n]>):
    %1 = stablehlo.reverse %a0, dims = [0] : tensor<?xf32, [@n]>
    %2 = stablehlo.add %1, %a0 : tensor<?xf32, [@n]>
    mhlo.return %2 : tensor<?xf32, [@n]>
  }) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  func.return %0 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// One that is read later is still needed, and an argument of the function is borrowed.
// CHECK:      func.func @needed(%x: memref<?xf32> {disc_shape.dims = [@n]}) -> (memref<?xf32> {disc_shape.dims = [@n]}, memref<?xf32> {disc_shape.dims = [@n]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %v = memref.alloc(%0) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?xf32>) outs(%v : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: lmhlo.fusion ins(%v, %x : memref<?xf32>, memref<?xf32>) outs(%1 : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%a0: tensor<?xf32, [@n]>, %a1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %2 = stablehlo.add %a0, %a1 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %1, %v : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
func.func @needed(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %v = stablehlo.reverse %x, dims = [0] : tensor<?xf32, [@n]>
  %0 = "mhlo.fusion"(%v, %x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a0: tensor<?xf32, [@n]>, %a1: tensor<?xf32, [@n]>):
    %1 = stablehlo.add %a0, %a1 : tensor<?xf32, [@n]>
    mhlo.return %1 : tensor<?xf32, [@n]>
  }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  func.return %0, %v : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// A row is reduced before it is written.
// CHECK:      func.func @row(%x: memref<?xf32> {disc_shape.dims = [@n]}) -> (memref<?xf32> {disc_shape.dims = [@n]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %v = memref.alloc(%0) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?xf32>) outs(%v : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<?xf32>) outs(%v : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kCustom>} ({
// CHECK-NEXT: ^bb0(%a0: tensor<?xf32, [@n]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.reduce(%a0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %2 = tensor.from_elements %0 : tensor<1xindex>
// CHECK-NEXT: %3 = stablehlo.dynamic_broadcast_in_dim %1, %2, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %4 = stablehlo.divide %a0, %3 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %4 : tensor<?xf32, [@n]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %v : memref<?xf32>
// CHECK-NEXT: }
func.func @row(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %v = stablehlo.reverse %x, dims = [0] : tensor<?xf32, [@n]>
  %0 = "mhlo.fusion"(%v) <{fusion_kind = #mhlo<fusion_kind kCustom>}> ({
  ^bb0(%a0: tensor<?xf32, [@n]>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %s = tensor.from_elements %n : tensor<1xindex>
    %1 = stablehlo.reduce(%a0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
    %3 = stablehlo.divide %a0, %2 : tensor<?xf32, [@n]>
    mhlo.return %3 : tensor<?xf32, [@n]>
  }) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  func.return %0 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// A column is not.
// CHECK:      func.func @column(%x: memref<4x4xf32>) -> memref<4x4xf32> {
// CHECK-NEXT: %v = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<4x4xf32>) outs(%v : memref<4x4xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %0 = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<4x4xf32>) outs(%0 : memref<4x4xf32>) ({
// CHECK-NEXT: ^bb0(%a: tensor<4x4xf32>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %3 = stablehlo.divide %a, %2 : tensor<4x4xf32>
// CHECK-NEXT: mhlo.return %3 : tensor<4x4xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %0 : memref<4x4xf32>
// CHECK-NEXT: }
func.func @column(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %v = stablehlo.reverse %x, dims = [0] : tensor<4x4xf32>
  %0 = "mhlo.fusion"(%v) ({
  ^bb0(%a: tensor<4x4xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.divide %a, %2 : tensor<4x4xf32>
    mhlo.return %3 : tensor<4x4xf32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

// What a dot reads is read elsewhere; what its epilogue adds is not.
// CHECK:      func.func @dot(%x: memref<4x4xf32>) -> memref<4x4xf32> {
// CHECK-NEXT: %v = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<4x4xf32>) outs(%v : memref<4x4xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %w = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<4x4xf32>) outs(%w : memref<4x4xf32>) {dimensions = array<i64: 1>}
// CHECK-NEXT: lmhlo.fusion ins(%v, %w : memref<4x4xf32>, memref<4x4xf32>) outs(%w : memref<4x4xf32>) {fusion_kind = #mhlo<fusion_kind kOutput>} ({
// CHECK-NEXT: ^bb0(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>):
// CHECK-NEXT: %0 = stablehlo.dot %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %1 = stablehlo.add %0, %b : tensor<4x4xf32>
// CHECK-NEXT: mhlo.return %1 : tensor<4x4xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %w : memref<4x4xf32>
// CHECK-NEXT: }
func.func @dot(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %v = stablehlo.reverse %x, dims = [0] : tensor<4x4xf32>
  %w = stablehlo.reverse %x, dims = [1] : tensor<4x4xf32>
  %0 = "mhlo.fusion"(%v, %w) <{fusion_kind = #mhlo<fusion_kind kOutput>}> ({
  ^bb0(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>):
    %1 = stablehlo.dot %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.add %1, %b : tensor<4x4xf32>
    mhlo.return %2 : tensor<4x4xf32>
  }) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

// Two outs take two operands, each its own.
// CHECK:      func.func @two(%x: memref<?xf32> {disc_shape.dims = [@n]}) -> (memref<?xf32> {disc_shape.dims = [@n]}, memref<?xf32> {disc_shape.dims = [@n]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %v = memref.alloc(%0) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?xf32>) outs(%v : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %w = memref.alloc(%0) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: lmhlo.negate ins(%x : memref<?xf32>) outs(%w : memref<?xf32>)
// CHECK-NEXT: lmhlo.fusion ins(%v, %w : memref<?xf32>, memref<?xf32>) outs(%v, %w : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%a0: tensor<?xf32, [@n]>, %a1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %1 = stablehlo.add %a0, %a1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = stablehlo.multiply %a0, %a1 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %1, %2 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %v, %w : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
func.func @two(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %v = stablehlo.reverse %x, dims = [0] : tensor<?xf32, [@n]>
  %w = stablehlo.negate %x : tensor<?xf32, [@n]>
  %0, %1 = "mhlo.fusion"(%v, %w) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a0: tensor<?xf32, [@n]>, %a1: tensor<?xf32, [@n]>):
    %2 = stablehlo.add %a0, %a1 : tensor<?xf32, [@n]>
    %3 = stablehlo.multiply %a0, %a1 : tensor<?xf32, [@n]>
    mhlo.return %2, %3 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
  }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>)
  func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// Small tensors of scalars are captured, and need no buffer.
// CHECK:      func.func @captured(%x: memref<?xf32> {disc_shape.dims = [@n]}) -> (memref<?xf32> {disc_shape.dims = [@n]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %1 = arith.index_cast %0 : index to i64
// CHECK-NEXT: %2 = memref.alloc(%0) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: lmhlo.fusion ins(%x : memref<?xf32>) outs(%2 : memref<?xf32>) ({
// CHECK-NEXT: ^bb0(%a: tensor<?xf32, [@n]>):
// CHECK-NEXT: %b = tensor.from_elements %1 : tensor<1xi64>
// CHECK-NEXT: %3 = stablehlo.convert %b : (tensor<1xi64>) -> tensor<1xf32>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
// CHECK-NEXT: %5 = tensor.from_elements %0 : tensor<1xindex>
// CHECK-NEXT: %6 = stablehlo.dynamic_broadcast_in_dim %4, %5, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %7 = stablehlo.multiply %a, %6 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %7 : tensor<?xf32, [@n]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %2 : memref<?xf32>
// CHECK-NEXT: }
func.func @captured(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %i = arith.index_cast %n : index to i64
  %count = tensor.from_elements %i : tensor<1xi64>
  %0 = "mhlo.fusion"(%x, %count) ({
  ^bb0(%a: tensor<?xf32, [@n]>, %b: tensor<1xi64>):
    %s = tensor.from_elements %n : tensor<1xindex>
    %1 = stablehlo.convert %b : (tensor<1xi64>) -> tensor<1xf32>
    %2 = stablehlo.reshape %1 : (tensor<1xf32>) -> tensor<f32>
    %3 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
    %4 = stablehlo.multiply %a, %3 : tensor<?xf32, [@n]>
    mhlo.return %4 : tensor<?xf32, [@n]>
  }) : (tensor<?xf32, [@n]>, tensor<1xi64>) -> tensor<?xf32, [@n]>
  func.return %0 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// Results whose shapes differ in axes of size one are written at one index: over the operand.
// CHECK:      func.func @unit_axes(%x: memref<?x8xf32> {disc_shape.dims = [@n, @C8]}) -> (memref<?x8xf32> {disc_shape.dims = [@n, @C8]}, memref<1x?x8xf32> {disc_shape.dims = [@C1, @n, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT: %v = memref.alloc(%0) {disc_shape.dims = [@n, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?x8xf32>) outs(%v : memref<?x8xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@C1, @n, @C8]} : memref<1x?x8xf32>
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<?x8xf32>) outs(%v, %1 : memref<?x8xf32>, memref<1x?x8xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%a: tensor<?x8xf32, [@n, @C8]>):
// CHECK-NEXT: %2 = stablehlo.tanh %a : tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: %3 = tensor.from_elements %c1, %0, %c8 : tensor<3xindex>
// CHECK-NEXT: %4 = stablehlo.dynamic_reshape %2, %3 : (tensor<?x8xf32, [@n, @C8]>, tensor<3xindex>) -> tensor<1x?x8xf32, [@C1, @n, @C8]>
// CHECK-NEXT: mhlo.return %2, %4 : tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32, [@C1, @n, @C8]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %v, %1 : memref<?x8xf32>, memref<1x?x8xf32>
// CHECK-NEXT: }
func.func @unit_axes(%x: tensor<?x8xf32, [@n, @C8]>) -> (tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32, [@C1, @n, @C8]>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32, [@n, @C8]>
  %v = stablehlo.reverse %x, dims = [0] : tensor<?x8xf32, [@n, @C8]>
  %0, %1 = "mhlo.fusion"(%v) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?x8xf32, [@n, @C8]>):
    %s = tensor.from_elements %c1, %n, %c8 : tensor<3xindex>
    %2 = stablehlo.tanh %a : tensor<?x8xf32, [@n, @C8]>
    %3 = stablehlo.dynamic_reshape %2, %s : (tensor<?x8xf32, [@n, @C8]>, tensor<3xindex>) -> tensor<1x?x8xf32, [@C1, @n, @C8]>
    mhlo.return %2, %3 : tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32, [@C1, @n, @C8]>
  }) : (tensor<?x8xf32, [@n, @C8]>) -> (tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32, [@C1, @n, @C8]>)
  func.return %0, %1 : tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32, [@C1, @n, @C8]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C1 {value = 1}
disc_shape.SymbolDim @C8 {value = 8}

// -----

// One of them reads the operand at another index.
// CHECK:      func.func @other_index(%x: memref<?x8xf32> {disc_shape.dims = [@n, @C8]}) -> (memref<?x8xf32> {disc_shape.dims = [@n, @C8]}, memref<1x?x8xf32> {disc_shape.dims = [@C1, @n, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT: %v = memref.alloc(%0) {disc_shape.dims = [@n, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?x8xf32>) outs(%v : memref<?x8xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@n, @C8]} : memref<?x8xf32>
// CHECK-NEXT: %2 = memref.alloc(%0) {disc_shape.dims = [@C1, @n, @C8]} : memref<1x?x8xf32>
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<?x8xf32>) outs(%1, %2 : memref<?x8xf32>, memref<1x?x8xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%a: tensor<?x8xf32, [@n, @C8]>):
// CHECK-NEXT: %3 = stablehlo.tanh %a : tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: %4 = stablehlo.reverse %a, dims = [1] : tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: %5 = tensor.from_elements %c1, %0, %c8 : tensor<3xindex>
// CHECK-NEXT: %6 = stablehlo.dynamic_reshape %4, %5 : (tensor<?x8xf32, [@n, @C8]>, tensor<3xindex>) -> tensor<1x?x8xf32, [@C1, @n, @C8]>
// CHECK-NEXT: mhlo.return %3, %6 : tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32, [@C1, @n, @C8]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %1, %2 : memref<?x8xf32>, memref<1x?x8xf32>
// CHECK-NEXT: }
func.func @other_index(%x: tensor<?x8xf32, [@n, @C8]>) -> (tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32, [@C1, @n, @C8]>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32, [@n, @C8]>
  %v = stablehlo.reverse %x, dims = [0] : tensor<?x8xf32, [@n, @C8]>
  %0, %1 = "mhlo.fusion"(%v) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?x8xf32, [@n, @C8]>):
    %s = tensor.from_elements %c1, %n, %c8 : tensor<3xindex>
    %2 = stablehlo.tanh %a : tensor<?x8xf32, [@n, @C8]>
    %3 = stablehlo.reverse %a, dims = [1] : tensor<?x8xf32, [@n, @C8]>
    %4 = stablehlo.dynamic_reshape %3, %s : (tensor<?x8xf32, [@n, @C8]>, tensor<3xindex>) -> tensor<1x?x8xf32, [@C1, @n, @C8]>
    mhlo.return %2, %4 : tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32, [@C1, @n, @C8]>
  }) : (tensor<?x8xf32, [@n, @C8]>) -> (tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32, [@C1, @n, @C8]>)
  func.return %0, %1 : tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32, [@C1, @n, @C8]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C1 {value = 1}
disc_shape.SymbolDim @C8 {value = 8}

// -----

// Results of other shapes, though of as many elements, have loops of their own.
// CHECK:      func.func @transposed(%x: memref<?x8xf32> {disc_shape.dims = [@n, @C8]}) -> (memref<?x8xf32> {disc_shape.dims = [@n, @C8]}, memref<8x?xf32> {disc_shape.dims = [@C8, @n]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT: %v = memref.alloc(%0) {disc_shape.dims = [@n, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?x8xf32>) outs(%v : memref<?x8xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@n, @C8]} : memref<?x8xf32>
// CHECK-NEXT: %2 = memref.alloc(%0) {disc_shape.dims = [@C8, @n]} : memref<8x?xf32>
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<?x8xf32>) outs(%1, %2 : memref<?x8xf32>, memref<8x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%a: tensor<?x8xf32, [@n, @C8]>):
// CHECK-NEXT: %3 = stablehlo.tanh %a : tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: %4 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x8xf32, [@n, @C8]>) -> tensor<8x?xf32, [@C8, @n]>
// CHECK-NEXT: mhlo.return %3, %4 : tensor<?x8xf32, [@n, @C8]>, tensor<8x?xf32, [@C8, @n]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %1, %2 : memref<?x8xf32>, memref<8x?xf32>
// CHECK-NEXT: }
func.func @transposed(%x: tensor<?x8xf32, [@n, @C8]>) -> (tensor<?x8xf32, [@n, @C8]>, tensor<8x?xf32, [@C8, @n]>) {
  %c0 = arith.constant 0 : index
  %v = stablehlo.reverse %x, dims = [0] : tensor<?x8xf32, [@n, @C8]>
  %0, %1 = "mhlo.fusion"(%v) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?x8xf32, [@n, @C8]>):
    %2 = stablehlo.tanh %a : tensor<?x8xf32, [@n, @C8]>
    %3 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x8xf32, [@n, @C8]>) -> tensor<8x?xf32, [@C8, @n]>
    mhlo.return %2, %3 : tensor<?x8xf32, [@n, @C8]>, tensor<8x?xf32, [@C8, @n]>
  }) : (tensor<?x8xf32, [@n, @C8]>) -> (tensor<?x8xf32, [@n, @C8]>, tensor<8x?xf32, [@C8, @n]>)
  func.return %0, %1 : tensor<?x8xf32, [@n, @C8]>, tensor<8x?xf32, [@C8, @n]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C8 {value = 8}

// -----

// Nothing says how long the other result is.
// CHECK:      func.func @unknown_sizes(%x: memref<?x8xf32> {disc_shape.dims = [@n, @C8]}) -> (memref<?x8xf32> {disc_shape.dims = [@n, @C8]}, memref<1x?x8xf32> {disc_shape.dims = [@C1, unit, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT: %v = memref.alloc(%0) {disc_shape.dims = [@n, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?x8xf32>) outs(%v : memref<?x8xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@n, @C8]} : memref<?x8xf32>
// CHECK-NEXT: %2 = memref.alloc(%0) : memref<1x?x8xf32>
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<?x8xf32>) outs(%1, %2 : memref<?x8xf32>, memref<1x?x8xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%a: tensor<?x8xf32, [@n, @C8]>):
// CHECK-NEXT: %3 = stablehlo.tanh %a : tensor<?x8xf32, [@n, @C8]>
// CHECK-NEXT: %4 = tensor.from_elements %c1, %0, %c8 : tensor<3xindex>
// CHECK-NEXT: %5 = stablehlo.dynamic_reshape %3, %4 : (tensor<?x8xf32, [@n, @C8]>, tensor<3xindex>) -> tensor<1x?x8xf32>
// CHECK-NEXT: %6 = disc_shape.tie_shape %5, %c1, %0, %c8 : (tensor<1x?x8xf32>, index, index, index) -> tensor<1x?x8xf32>
// CHECK-NEXT: mhlo.return %3, %6 : tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %1, %2 : memref<?x8xf32>, memref<1x?x8xf32>
// CHECK-NEXT: }
func.func @unknown_sizes(%x: tensor<?x8xf32, [@n, @C8]>) -> (tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32, [@n, @C8]>
  %v = stablehlo.reverse %x, dims = [0] : tensor<?x8xf32, [@n, @C8]>
  %0, %1 = "mhlo.fusion"(%v) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?x8xf32, [@n, @C8]>):
    %s = tensor.from_elements %c1, %n, %c8 : tensor<3xindex>
    %2 = stablehlo.tanh %a : tensor<?x8xf32, [@n, @C8]>
    %3 = stablehlo.dynamic_reshape %2, %s : (tensor<?x8xf32, [@n, @C8]>, tensor<3xindex>) -> tensor<1x?x8xf32>
    mhlo.return %2, %3 : tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32>
  }) : (tensor<?x8xf32, [@n, @C8]>) -> (tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32>)
  func.return %0, %1 : tensor<?x8xf32, [@n, @C8]>, tensor<1x?x8xf32>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C8 {value = 8}

// -----

// The first elements of an operand whose sizes have no symbols need memory of their own.
// CHECK:      func.func @first_elements(%x: memref<?xf32>, %m: index) -> memref<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %v = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?xf32>) outs(%v : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %1 = memref.alloc(%m) : memref<?xf32>
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<?xf32>) outs(%1 : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%a: tensor<?xf32>):
// CHECK-NEXT: %a_1 = disc_shape.tie_shape %a, %0 : (tensor<?xf32>, index) -> tensor<?xf32>
// CHECK-NEXT: %2 = stablehlo.tanh %a_1 : tensor<?xf32>
// CHECK-NEXT: %3 = disc_shape.tie_shape %2, %0 : (tensor<?xf32>, index) -> tensor<?xf32>
// CHECK-NEXT: %4 = arith.constant dense<0> : tensor<1xindex>
// CHECK-NEXT: %5 = tensor.from_elements %m : tensor<1xindex>
// CHECK-NEXT: %6 = arith.constant dense<1> : tensor<1xindex>
// CHECK-NEXT: %7 = stablehlo.real_dynamic_slice %3, %4, %5, %6 : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
// CHECK-NEXT: %8 = disc_shape.tie_shape %7, %m : (tensor<?xf32>, index) -> tensor<?xf32>
// CHECK-NEXT: mhlo.return %8 : tensor<?xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %1 : memref<?xf32>
// CHECK-NEXT: }
func.func @first_elements(%x: tensor<?xf32>, %m: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %v = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
  %w = disc_shape.tie_shape %v, %n : (tensor<?xf32>, index) -> tensor<?xf32>
  %0 = "mhlo.fusion"(%w) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32>):
    %from = arith.constant dense<0> : tensor<1xindex>
    %to = tensor.from_elements %m : tensor<1xindex>
    %steps = arith.constant dense<1> : tensor<1xindex>
    %1 = stablehlo.tanh %a : tensor<?xf32>
    %2 = stablehlo.real_dynamic_slice %1, %from, %to, %steps : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
    mhlo.return %2 : tensor<?xf32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = disc_shape.tie_shape %0, %m : (tensor<?xf32>, index) -> tensor<?xf32>
  func.return %3 : tensor<?xf32>
}

// -----

// Without symbols, too, what is tied to the same sizes is written over the operand.
// CHECK:      func.func @all_elements(%x: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %v = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?xf32>) outs(%v : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<?xf32>) outs(%v : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%a: tensor<?xf32>):
// CHECK-NEXT: %a_1 = disc_shape.tie_shape %a, %0 : (tensor<?xf32>, index) -> tensor<?xf32>
// CHECK-NEXT: %1 = stablehlo.tanh %a_1 : tensor<?xf32>
// CHECK-NEXT: %2 = disc_shape.tie_shape %1, %0 : (tensor<?xf32>, index) -> tensor<?xf32>
// CHECK-NEXT: mhlo.return %2 : tensor<?xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %v : memref<?xf32>
// CHECK-NEXT: }
func.func @all_elements(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %v = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
  %w = disc_shape.tie_shape %v, %n : (tensor<?xf32>, index) -> tensor<?xf32>
  %0 = "mhlo.fusion"(%w) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32>):
    %1 = stablehlo.tanh %a : tensor<?xf32>
    mhlo.return %1 : tensor<?xf32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = disc_shape.tie_shape %0, %n : (tensor<?xf32>, index) -> tensor<?xf32>
  func.return %3 : tensor<?xf32>
}
