// RUN: disc-opt %s --split-input-file -p 'shape-optimization{keep-tie-shape=true},hlo-fusion,mhlo-to-lmhlo' | filecheck %s

// The product is written into the padded result, and the two rows after it are filled.
// CHECK:      func.func @after(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>) -> (memref<?x8xf32> {disc_shape.dims = [@S1, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = arith.addi %0, %c2 : index
// CHECK-NEXT: %2 = memref.alloc(%1) {disc_shape.dims = [@S1, @C8]} : memref<?x8xf32>
// CHECK-NEXT: %3 = memref.subview %2[0, 0] [%0, 8] [1, 1] {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32> to memref<?x8xf32, strided<[8, 1]>>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%3 : memref<?x8xf32, strided<[8, 1]>>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %4 = memref.subview %2[%0, 0] [2, 8] [1, 1] : memref<?x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: lmhlo.fusion outs(%4 : memref<2x8xf32, strided<[8, 1], offset: ?>>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: %v = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: %5 = stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
// CHECK-NEXT: mhlo.return %5 : tensor<2x8xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %2 : memref<?x8xf32>
// CHECK-NEXT: }
func.func @after(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>) -> tensor<?x8xf32> {
  %v = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.pad %0, %v, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

// Two sides of one axis, filled with an argument.
// CHECK:      func.func @both_sides(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>, %v: memref<f32>) -> (memref<?x11xf32> {disc_shape.dims = [@S0, @C11]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@S0, @C11]} : memref<?x11xf32>
// CHECK-NEXT: %2 = memref.subview %1[0, 1] [%0, 8] [1, 1] {disc_shape.dims = [@S0, @C8]} : memref<?x11xf32> to memref<?x8xf32, strided<[11, 1], offset: 1>>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%2 : memref<?x8xf32, strided<[11, 1], offset: 1>>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %3 = memref.subview %1[0, 0] [%0, 1] [1, 1] : memref<?x11xf32> to memref<?x1xf32, strided<[11, 1]>>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<f32>) outs(%3 : memref<?x1xf32, strided<[11, 1]>>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%4: tensor<f32>):
// CHECK-NEXT: %5 = tensor.from_elements %0, %c1 : tensor<2xindex>
// CHECK-NEXT: %6 = stablehlo.dynamic_broadcast_in_dim %4, %5, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x1xf32>
// CHECK-NEXT: mhlo.return %6 : tensor<?x1xf32>
// CHECK-NEXT: })
// CHECK-NEXT: %7 = memref.subview %1[0, 9] [%0, 2] [1, 1] : memref<?x11xf32> to memref<?x2xf32, strided<[11, 1], offset: 9>>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: lmhlo.fusion ins(%v : memref<f32>) outs(%7 : memref<?x2xf32, strided<[11, 1], offset: 9>>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%8: tensor<f32>):
// CHECK-NEXT: %9 = tensor.from_elements %0, %c2 : tensor<2xindex>
// CHECK-NEXT: %10 = stablehlo.dynamic_broadcast_in_dim %8, %9, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x2xf32>
// CHECK-NEXT: mhlo.return %10 : tensor<?x2xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %1 : memref<?x11xf32>
// CHECK-NEXT: }
func.func @both_sides(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %v: tensor<f32>) -> tensor<?x11xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.pad %0, %v, low = [0, 1], high = [0, 2], interior = [0, 0] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x11xf32>
  return %1 : tensor<?x11xf32>
}

// -----

// Three sides: one kernel fills the whole result before.
// CHECK:      func.func @three_sides(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>) -> (memref<?x11xf32> {disc_shape.dims = [@S1, @C11]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = arith.addi %0, %c1 : index
// CHECK-NEXT: %2 = memref.alloc(%1) {disc_shape.dims = [@S1, @C11]} : memref<?x11xf32>
// CHECK-NEXT: %c11 = arith.constant 11 : index
// CHECK-NEXT: lmhlo.fusion outs(%2 : memref<?x11xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: %v = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: %3 = tensor.from_elements %1, %c11 : tensor<2xindex>
// CHECK-NEXT: %4 = stablehlo.dynamic_broadcast_in_dim %v, %3, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x11xf32>
// CHECK-NEXT: mhlo.return %4 : tensor<?x11xf32>
// CHECK-NEXT: })
// CHECK-NEXT: %5 = memref.subview %2[1, 1] [%0, 8] [1, 1] {disc_shape.dims = [@S0, @C8]} : memref<?x11xf32> to memref<?x8xf32, strided<[11, 1], offset: 12>>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%5 : memref<?x8xf32, strided<[11, 1], offset: 12>>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: func.return %2 : memref<?x11xf32>
// CHECK-NEXT: }
func.func @three_sides(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>) -> tensor<?x11xf32> {
  %v = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.pad %0, %v, low = [1, 1], high = [0, 2], interior = [0, 0] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x11xf32>
  return %1 : tensor<?x11xf32>
}

// -----

// A size is no negative amount.
// CHECK:      func.func @dynamic(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>, %k: memref<?xi32> {disc_shape.dims = [@S1]}) -> (memref<?x?xf32> {disc_shape.dims = [@S0, @S2]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = memref.dim %k, %c0 : memref<?xi32>
// CHECK-NEXT: %1 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %2 = arith.addi %0, %c8 : index
// CHECK-NEXT: %3 = memref.alloc(%1, %2) {disc_shape.dims = [@S0, @S2]} : memref<?x?xf32>
// CHECK-NEXT: %4 = memref.subview %3[0, %0] [%1, 8] [1, 1] {disc_shape.dims = [@S0, @C8]} : memref<?x?xf32> to memref<?x8xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%4 : memref<?x8xf32, strided<[?, 1], offset: ?>>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %5 = memref.subview %3[0, 0] [%1, %0] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
// CHECK-NEXT: lmhlo.fusion outs(%5 : memref<?x?xf32, strided<[?, 1]>>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: %v = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: %6 = tensor.from_elements %1, %0 : tensor<2xindex>
// CHECK-NEXT: %7 = stablehlo.dynamic_broadcast_in_dim %v, %6, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT: mhlo.return %7 : tensor<?x?xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %3 : memref<?x?xf32>
// CHECK-NEXT: }
func.func @dynamic(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %k: tensor<?xi32>) -> tensor<?x?xf32> {
  %v = stablehlo.constant dense<0.5> : tensor<f32>
  %c0 = arith.constant 0 : index
  %m = tensor.dim %k, %c0 : tensor<?xi32>
  %low = tensor.from_elements %c0, %m : tensor<2xindex>
  %none = tensor.from_elements %c0, %c0 : tensor<2xindex>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.dynamic_pad %0, %v, %low, %none, %none : (tensor<?x8xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// An argument may be negative.
// CHECK:      func.func @unknown_sign(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>, %m: index) -> (memref<?x?xf32> {disc_shape.dims = [@S0, @S1]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = arith.addi %m, %c8 : index
// CHECK-NEXT: %2 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%2 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %3 = memref.alloc(%0, %1) {disc_shape.dims = [@S0, @S1]} : memref<?x?xf32>
// CHECK-NEXT: lmhlo.fusion ins(%2 : memref<?x8xf32>) outs(%3 : memref<?x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%4: tensor<?x8xf32, [@S0, @C8]>):
// CHECK-NEXT: %v = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: %5 = tensor.from_elements %c0, %m : tensor<2xindex>
// CHECK-NEXT: %6 = arith.constant dense<0> : tensor<2xindex>
// CHECK-NEXT: %7 = stablehlo.dynamic_pad %4, %v, %5, %6, %6 : (tensor<?x8xf32, [@S0, @C8]>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT: mhlo.return %7 : tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %3 : memref<?x?xf32>
// CHECK-NEXT: }
func.func @unknown_sign(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %m: index) -> tensor<?x?xf32> {
  %v = stablehlo.constant dense<0.5> : tensor<f32>
  %c0 = arith.constant 0 : index
  %low = tensor.from_elements %c0, %m : tensor<2xindex>
  %none = tensor.from_elements %c0, %c0 : tensor<2xindex>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.dynamic_pad %0, %v, %low, %none, %none : (tensor<?x8xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Negative padding cuts elements off.
// CHECK:      func.func @negative(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>, %v: memref<f32>) -> (memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%1 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %2 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.pad ins(%1, %v : memref<?x8xf32>, memref<f32>) outs(%2 : memref<?x8xf32>) {edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 0, -1>, interior_padding = array<i64: 0, 0>}
// CHECK-NEXT: func.return %2 : memref<?x8xf32>
// CHECK-NEXT: }
func.func @negative(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %v: tensor<f32>) -> tensor<?x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.pad %0, %v, low = [0, 1], high = [0, -1], interior = [0, 0] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

// Interior padding leaves no piece for the operand.
// CHECK:      func.func @interior(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>, %v: memref<f32>) -> (memref<?x15xf32> {disc_shape.dims = [@S0, @C15]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%1 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %2 = memref.alloc(%0) {disc_shape.dims = [@S0, @C15]} : memref<?x15xf32>
// CHECK-NEXT: lmhlo.pad ins(%1, %v : memref<?x8xf32>, memref<f32>) outs(%2 : memref<?x15xf32>) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 1>}
// CHECK-NEXT: func.return %2 : memref<?x15xf32>
// CHECK-NEXT: }
func.func @interior(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %v: tensor<f32>) -> tensor<?x15xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.pad %0, %v, low = [0, 0], high = [0, 0], interior = [0, 1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x15xf32>
  return %1 : tensor<?x15xf32>
}

// -----

// What is padded is returned as well.
// CHECK:      func.func @two_readers(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>, %v: memref<f32>) -> (memref<?x9xf32> {disc_shape.dims = [@S0, @C9]}, memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%1 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %2 = memref.alloc(%0) {disc_shape.dims = [@S0, @C9]} : memref<?x9xf32>
// CHECK-NEXT: lmhlo.pad ins(%1, %v : memref<?x8xf32>, memref<f32>) outs(%2 : memref<?x9xf32>) {edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>}
// CHECK-NEXT: func.return %2, %1 : memref<?x9xf32>, memref<?x8xf32>
// CHECK-NEXT: }
func.func @two_readers(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %v: tensor<f32>) -> (tensor<?x9xf32>, tensor<?x8xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.pad %0, %v, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x9xf32>
  return %1, %0 : tensor<?x9xf32>, tensor<?x8xf32>
}

// -----

// Nothing lies outside: nothing is filled.
// CHECK:      func.func @nothing(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>, %k: memref<?x0xi32> {disc_shape.dims = [@S1, @C0]}, %v: memref<f32>) -> (memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%1 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: func.return %1 : memref<?x8xf32>
// CHECK-NEXT: }
func.func @nothing(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %k: tensor<?x0xi32>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %k, %c1 : tensor<?x0xi32>
  %none = tensor.from_elements %c0, %m : tensor<2xindex>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.dynamic_pad %0, %v, %none, %none, %none : (tensor<?x8xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
