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

// -----

// A size that is a choice of sizes is computed before the kernel, which then writes a buffer of its own.
// CHECK:      func.func @main(%arg0: memref<?x?xf32> {disc_shape.dims = [@S0, @S1]}) -> (memref<?x?xf32> {disc_shape.dims = [@S0, @S4]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %arg0, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = arith.subi %1, %c1 : index
// CHECK-NEXT: %3 = arith.maxsi %2, %c0 : index
// CHECK-NEXT: %4 = arith.minsi %1, %c1 : index
// CHECK-NEXT: %5 = arith.cmpi eq, %1, %c1 : index
// CHECK-NEXT: %6 = arith.select %5, %c2, %1 : index
// CHECK-NEXT: %7 = arith.subi %6, %4 : index
// CHECK-NEXT: %8 = memref.alloc(%0, %6) {disc_shape.dims = [@S0, @S4]} : memref<?x?xf32>
// CHECK-NEXT: lmhlo.fusion ins(%arg0 : memref<?x?xf32>) outs(%8 : memref<?x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%arg0_1: tensor<?x?xf32, [@S0, @S1]>):
// CHECK-NEXT: %9 = tensor.from_elements %c0, %3 : tensor<2xindex>
// CHECK-NEXT: %10 = tensor.from_elements %0, %1 : tensor<2xindex>
// CHECK-NEXT: %11 = arith.constant dense<1> : tensor<2xindex>
// CHECK-NEXT: %12 = stablehlo.real_dynamic_slice %arg0_1, %9, %10, %11 : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S2]>
// CHECK-NEXT: %13 = disc_shape.tie_shape %12, %0, %4 : (tensor<?x?xf32, [@S0, @S2]>, index, index) -> tensor<?x?xf32, [@S0, @S2]>
// CHECK-NEXT: %14 = arith.constant dense<0> : tensor<2xindex>
// CHECK-NEXT: %15 = tensor.from_elements %0, %7 : tensor<2xindex>
// CHECK-NEXT: %16 = stablehlo.real_dynamic_slice %arg0_1, %14, %15, %11 : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S3]>
// CHECK-NEXT: %17 = disc_shape.tie_shape %16, %0, %7 : (tensor<?x?xf32, [@S0, @S3]>, index, index) -> tensor<?x?xf32, [@S0, @S3]>
// CHECK-NEXT: %18 = stablehlo.concatenate %13, %17, dim = 1 : (tensor<?x?xf32, [@S0, @S2]>, tensor<?x?xf32, [@S0, @S3]>) -> tensor<?x?xf32, [@S0, @S4]>
// CHECK-NEXT: %19 = stablehlo.reverse %arg0_1, dims = [1] : tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT: %20 = tensor.from_elements %0, %6 : tensor<2xindex>
// CHECK-NEXT: %21 = stablehlo.dynamic_broadcast_in_dim %19, %20, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S4]>
// CHECK-NEXT: %22 = stablehlo.add %18, %21 : tensor<?x?xf32, [@S0, @S4]>
// CHECK-NEXT: mhlo.return %22 : tensor<?x?xf32, [@S0, @S4]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %8 : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @shape_constraint_graph() {
// CHECK-NEXT: %S1 = disc_shape.dim @S1
// CHECK-NEXT: %S2 = disc_shape.dim @S2
// CHECK-NEXT: %S3 = disc_shape.dim @S3
// CHECK-NEXT: %S4 = disc_shape.dim @S4
// CHECK-NEXT: disc_shape.tie_predicate "d1 == min(d0, 1)"(%S1, %S2)
// CHECK-NEXT: disc_shape.tie_predicate "d1 == select(d0 == 1, 2, d0) - min(d0, 1)"(%S1, %S3)
// CHECK-NEXT: disc_shape.tie_predicate "d1 == select(d0 == 1, 2, d0)"(%S1, %S4)
// CHECK-NEXT: func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
// CHECK-NEXT: disc_shape.SymbolDim @S1 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S2 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S3 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S4 {symbolic_shape_graph = @shape_constraint_graph}
func.func @main(%arg0: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S4]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.dim %arg0, %c0 : tensor<?x?xf32, [@S0, @S1]>
  %1 = tensor.dim %arg0, %c1 : tensor<?x?xf32, [@S0, @S1]>
  %2 = arith.cmpi eq, %1, %c1 : index
  %3 = arith.select %2, %c2, %1 : index
  %4 = arith.minsi %1, %c1 : index
  %5 = arith.subi %3, %4 : index
  %arg0_1 = disc_shape.tie_shape %arg0, %0, %1 : (tensor<?x?xf32, [@S0, @S1]>, index, index) -> tensor<?x?xf32, [@S0, @S1]>
  %6 = arith.subi %1, %c1 : index
  %7 = arith.maxsi %6, %c0 : index
  %8 = "mhlo.fusion"(%arg0_1) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%arg0_2: tensor<?x?xf32, [@S0, @S1]>):
    %9 = tensor.from_elements %c0, %7 : tensor<2xindex>
    %10 = tensor.from_elements %0, %1 : tensor<2xindex>
    %11 = arith.constant dense<1> : tensor<2xindex>
    %12 = stablehlo.real_dynamic_slice %arg0_2, %9, %10, %11 : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S2]>
    %13 = disc_shape.tie_shape %12, %0, %4 : (tensor<?x?xf32, [@S0, @S2]>, index, index) -> tensor<?x?xf32, [@S0, @S2]>
    %14 = arith.constant dense<0> : tensor<2xindex>
    %15 = tensor.from_elements %0, %5 : tensor<2xindex>
    %16 = stablehlo.real_dynamic_slice %arg0_2, %14, %15, %11 : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S3]>
    %17 = disc_shape.tie_shape %16, %0, %5 : (tensor<?x?xf32, [@S0, @S3]>, index, index) -> tensor<?x?xf32, [@S0, @S3]>
    %18 = stablehlo.concatenate %13, %17, dim = 1 : (tensor<?x?xf32, [@S0, @S2]>, tensor<?x?xf32, [@S0, @S3]>) -> tensor<?x?xf32, [@S0, @S4]>
    %19 = stablehlo.reverse %arg0_2, dims = [1] : tensor<?x?xf32, [@S0, @S1]>
    %20 = tensor.from_elements %0, %3 : tensor<2xindex>
    %21 = stablehlo.dynamic_broadcast_in_dim %19, %20, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S4]>
    %22 = stablehlo.add %18, %21 : tensor<?x?xf32, [@S0, @S4]>
    mhlo.return %22 : tensor<?x?xf32, [@S0, @S4]>
  }) : (tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S4]>
  %23 = disc_shape.tie_shape %8, %0, %3 : (tensor<?x?xf32, [@S0, @S4]>, index, index) -> tensor<?x?xf32, [@S0, @S4]>
  func.return %23 : tensor<?x?xf32, [@S0, @S4]>
}
func.func @shape_constraint_graph() {
  %S1 = disc_shape.dim @S1
  %S2 = disc_shape.dim @S2
  %S3 = disc_shape.dim @S3
  %S4 = disc_shape.dim @S4
  disc_shape.tie_predicate "d1 == min(d0, 1)"(%S1, %S2)
  disc_shape.tie_predicate "d1 == select(d0 == 1, 2, d0) - min(d0, 1)"(%S1, %S3)
  disc_shape.tie_predicate "d1 == select(d0 == 1, 2, d0)"(%S1, %S4)
  func.return
}
disc_shape.SymbolDim @S0
disc_shape.SymbolDim @S1 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @S2 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @S3 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @S4 {symbolic_shape_graph = @shape_constraint_graph}
