// RUN: disc-opt %s --split-input-file -p 'shape-optimization{keep-tie-shape=true},hlo-fusion,mhlo-to-lmhlo' | filecheck %s

// Both products are written where they belong, the argument is copied.
// CHECK:      func.func @concatenate(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>, %y: memref<?x8xf32> {disc_shape.dims = [@S1, @C8]}) -> (memref<?x8xf32> {disc_shape.dims = [@S2, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = memref.dim %y, %c0 : memref<?x8xf32>
// CHECK-NEXT: %2 = arith.muli %0, %c2 : index
// CHECK-NEXT: %3 = arith.addi %2, %1 : index
// CHECK-NEXT: %4 = memref.alloc(%3) {disc_shape.dims = [@S2, @C8]} : memref<?x8xf32>
// CHECK-NEXT: %5 = memref.subview %4[0, 0] [%0, 8] [1, 1] {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32> to memref<?x8xf32, strided<[8, 1]>>
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %6 = memref.dim %y, %c0_1 : memref<?x8xf32>
// CHECK-NEXT: %7 = arith.addi %0, %6 : index
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%5 : memref<?x8xf32, strided<[8, 1]>>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %8 = memref.subview %4[%7, 0] [%0, 8] [1, 1] {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%8 : memref<?x8xf32, strided<[8, 1], offset: ?>>) {precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>], dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %9 = memref.subview %4[%0, 0] [%6, 8] [1, 1] : memref<?x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: "memref.copy"(%y, %9) : (memref<?x8xf32>, memref<?x8xf32, strided<[8, 1], offset: ?>>) -> ()
// CHECK-NEXT: func.return %4 : memref<?x8xf32>
// CHECK-NEXT: }
func.func @concatenate(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [HIGH, HIGH] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %2 = stablehlo.concatenate %0, %y, %1, dim = 0 : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

// -----

// Two arguments: the concatenation reads and writes no more than two copies.
// CHECK:      func.func @arguments(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>, %y: memref<?x8xf32> {disc_shape.dims = [@S1, @C8]}) -> (memref<?x8xf32> {disc_shape.dims = [@S2, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = memref.dim %y, %c0 : memref<?x8xf32>
// CHECK-NEXT: %2 = arith.muli %1, %c2 : index
// CHECK-NEXT: %3 = arith.addi %0, %2 : index
// CHECK-NEXT: %4 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%4 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %5 = memref.alloc(%3) {disc_shape.dims = [@S2, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.concatenate ins(%4, %y, %y : memref<?x8xf32>, memref<?x8xf32>, memref<?x8xf32>) outs(%5 : memref<?x8xf32>) {dimension = 0 : i64}
// CHECK-NEXT: func.return %5 : memref<?x8xf32>
// CHECK-NEXT: }
func.func @arguments(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.concatenate %0, %y, %y, dim = 0 : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

// A part that stands twice, or is returned as well, needs memory of its own.
// CHECK:      func.func @twice(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>) -> (memref<?x8xf32> {disc_shape.dims = [@S1, @C8]}, memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = arith.muli %0, %c2 : index
// CHECK-NEXT: %2 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%2 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %3 = memref.alloc(%1) {disc_shape.dims = [@S1, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.concatenate ins(%2, %2 : memref<?x8xf32>, memref<?x8xf32>) outs(%3 : memref<?x8xf32>) {dimension = 0 : i64}
// CHECK-NEXT: func.return %3, %2 : memref<?x8xf32>, memref<?x8xf32>
// CHECK-NEXT: }
func.func @twice(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.concatenate %0, %0, dim = 0 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1, %0 : tensor<?x8xf32>, tensor<?x8xf32>
}

// -----

// Something else is computed in between, which may need less memory than the whole.
// CHECK:      func.func @between(%x: memref<?x4xf32> {disc_shape.dims = [@S0, @C4]}, %w: memref<4x8xf32>) -> (memref<?x8xf32> {disc_shape.dims = [@S1, @C8]}, memref<4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT: %1 = arith.muli %0, %c2 : index
// CHECK-NEXT: %2 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%2 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %3 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.fusion ins(%x : memref<?x4xf32>) outs(%3 : memref<4xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x4xf32, [@S0, @C4]>):
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %4 = stablehlo.reduce(%x_1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x4xf32, [@S0, @C4]>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: mhlo.return %4 : tensor<4xf32>
// CHECK-NEXT: })
// CHECK-NEXT: %5 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x4xf32>, memref<4x8xf32>) outs(%5 : memref<?x8xf32>) {precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>], dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %6 = memref.alloc(%1) {disc_shape.dims = [@S1, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.concatenate ins(%2, %5 : memref<?x8xf32>, memref<?x8xf32>) outs(%6 : memref<?x8xf32>) {dimension = 0 : i64}
// CHECK-NEXT: func.return %6, %3 : memref<?x8xf32>, memref<4xf32>
// CHECK-NEXT: }
func.func @between(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>) -> (tensor<?x8xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [HIGH, HIGH] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %3 = stablehlo.concatenate %0, %2, dim = 0 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %3, %1 : tensor<?x8xf32>, tensor<4xf32>
}

// -----

// A cache that a loop carries is updated in place, at a start that is clamped.
// CHECK:      func.func @cache(%x: memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}, %n: memref<i32>) -> (memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}) {
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %1 = arith.constant 1 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %2 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT: %zero = memref.get_global @constant_0 : memref<i32>
// CHECK-NEXT: %3 = memref.alloc(%2) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: "memref.copy"(%x, %3) : (memref<?x8xf32>, memref<?x8xf32>) -> ()
// CHECK-NEXT: %4, %5 = scf.while (%i = %0, %cache = %3) : (i32, memref<?x8xf32>) -> (i32, memref<?x8xf32>) {
// CHECK-NEXT: %6 = memref.load %n[] : memref<i32>
// CHECK-NEXT: %7 = arith.cmpi slt, %i, %6 : i32
// CHECK-NEXT: scf.condition(%7) %i, %cache : i32, memref<?x8xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_1: i32, %cache_1: memref<?x8xf32>):
// CHECK-NEXT: %8 = arith.addi %i_1, %1 : i32
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %9 = memref.dim %cache_1, %c0_1 : memref<?x8xf32>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %10 = arith.subi %9, %c1 : index
// CHECK-NEXT: %11 = arith.index_cast %i_1 : i32 to index
// CHECK-NEXT: %12 = arith.maxsi %11, %c0_1 : index
// CHECK-NEXT: %13 = arith.minsi %12, %10 : index
// CHECK-NEXT: %new = memref.subview %cache_1[%13, 0] [1, 8] [1, 1] : memref<?x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: lmhlo.fusion ins(%x, %zero : memref<?x8xf32>, memref<i32>) outs(%new : memref<1x8xf32, strided<[8, 1], offset: ?>>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x8xf32, [@S0, @C8]>, %zero_1: tensor<i32>):
// CHECK-NEXT: %i_2 = tensor.from_elements %i_1 : tensor<i32>
// CHECK-NEXT: %row = stablehlo.dynamic_slice %x_1, %i_2, %zero_1, sizes = [1, 8] : (tensor<?x8xf32, [@S0, @C8]>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
// CHECK-NEXT: %new_1 = stablehlo.tanh %row : tensor<1x8xf32>
// CHECK-NEXT: mhlo.return %new_1 : tensor<1x8xf32>
// CHECK-NEXT: })
// CHECK-NEXT: scf.yield %8, %cache_1 : i32, memref<?x8xf32>
// CHECK-NEXT: } attributes {disc_shape.arg_dims
// CHECK-NEXT: func.return %5 : memref<?x8xf32>
// CHECK-NEXT: }
func.func @cache(%x: tensor<?x8xf32>, %n: tensor<i32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %cache = %x) : tensor<i32>, tensor<?x8xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %row = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 8] : (tensor<?x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %new = stablehlo.tanh %row : tensor<1x8xf32>
      %out = stablehlo.dynamic_update_slice %cache, %new, %i, %zero : (tensor<?x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
      stablehlo.return %next, %out : tensor<i32>, tensor<?x8xf32>
    }
  return %0#1 : tensor<?x8xf32>
}

// -----

// The producer reads what it would overwrite.
// CHECK:      func.func @reads_whole(%x: memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}, %n: memref<i32>) -> (memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT: %zero = memref.get_global @constant_0 : memref<i32>
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?x8xf32>) outs(%1 : memref<?x8xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %new = memref.alloc() : memref<2x8xf32>
// CHECK-NEXT: lmhlo.fusion ins(%1, %n : memref<?x8xf32>, memref<i32>) outs(%new : memref<2x8xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%2: tensor<?x8xf32, [@S0, @C8]>, %n_1: tensor<i32>):
// CHECK-NEXT: %zero_1 = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %row = stablehlo.dynamic_slice %2, %n_1, %zero_1, sizes = [2, 8] : (tensor<?x8xf32, [@S0, @C8]>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
// CHECK-NEXT: %new_1 = stablehlo.reverse %row, dims = [0] : tensor<2x8xf32>
// CHECK-NEXT: mhlo.return %new_1 : tensor<2x8xf32>
// CHECK-NEXT: })
// CHECK-NEXT: lmhlo.dynamic_update_slice ins(%1, %new, %n, %zero : memref<?x8xf32>, memref<2x8xf32>, memref<i32>, memref<i32>) outs(%1 : memref<?x8xf32>)
// CHECK-NEXT: func.return %1 : memref<?x8xf32>
// CHECK-NEXT: }
func.func @reads_whole(%x: tensor<?x8xf32>, %n: tensor<i32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?x8xf32>
  %row = stablehlo.dynamic_slice %0, %n, %zero, sizes = [2, 8] : (tensor<?x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  %new = stablehlo.reverse %row, dims = [0] : tensor<2x8xf32>
  %1 = stablehlo.dynamic_update_slice %0, %new, %n, %zero : (tensor<?x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

// The whole is read between the producer and the update.
// CHECK:      func.func @read_between(%x: memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}, %w: memref<8x8xf32>, %y: memref<2x8xf32>, %n: memref<i32>) -> (memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}, memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT: %zero = memref.get_global @constant_0 : memref<i32>
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x8xf32>, memref<8x8xf32>) outs(%1 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %new = memref.alloc() : memref<2x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%y, %w : memref<2x8xf32>, memref<8x8xf32>) outs(%new : memref<2x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %2 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%1, %w : memref<?x8xf32>, memref<8x8xf32>) outs(%2 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: lmhlo.dynamic_update_slice ins(%1, %new, %n, %zero : memref<?x8xf32>, memref<2x8xf32>, memref<i32>, memref<i32>) outs(%1 : memref<?x8xf32>)
// CHECK-NEXT: func.return %1, %2 : memref<?x8xf32>, memref<?x8xf32>
// CHECK-NEXT: }
func.func @read_between(%x: tensor<?x8xf32>, %w: tensor<8x8xf32>, %y: tensor<2x8xf32>, %n: tensor<i32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %new = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %2 = stablehlo.dynamic_update_slice %0, %new, %n, %zero : (tensor<?x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  return %2, %1 : tensor<?x8xf32>, tensor<?x8xf32>
}

// -----

// Where the update begins is an argument.
// CHECK:      func.func @start_is_argument(%x: memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}, %w: memref<8x8xf32>, %y: memref<2x8xf32>, %n: memref<i32>) -> (memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT: %zero = memref.get_global @constant_0 : memref<i32>
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x8xf32>, memref<8x8xf32>) outs(%1 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %2 = memref.dim %1, %c0_1 : memref<?x8xf32>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %3 = arith.subi %2, %c2 : index
// CHECK-NEXT: %4 = memref.load %n[] : memref<i32>
// CHECK-NEXT: %5 = arith.index_cast %4 : i32 to index
// CHECK-NEXT: %6 = arith.maxsi %5, %c0_1 : index
// CHECK-NEXT: %7 = arith.minsi %6, %3 : index
// CHECK-NEXT: %new = memref.subview %1[%7, 0] [2, 8] [1, 1] : memref<?x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: lmhlo.dot_general ins(%y, %w : memref<2x8xf32>, memref<8x8xf32>) outs(%new : memref<2x8xf32, strided<[8, 1], offset: ?>>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: func.return %1 : memref<?x8xf32>
// CHECK-NEXT: }
func.func @start_is_argument(%x: tensor<?x8xf32>, %w: tensor<8x8xf32>, %y: tensor<2x8xf32>, %n: tensor<i32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %new = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  %2 = stablehlo.dynamic_update_slice %0, %new, %n, %zero : (tensor<?x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

// -----

// Where the update begins is computed from data after the producer.
// CHECK:      func.func @start_is_data(%x: memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}, %w: memref<8x8xf32>, %y: memref<2x8xf32>, %n: memref<?xi32> {disc_shape.dims = [@S1]}) -> (memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT: %zero = memref.get_global @constant_0 : memref<i32>
// CHECK-NEXT: %1 = memref.alloc(%0) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%x, %w : memref<?x8xf32>, memref<8x8xf32>) outs(%1 : memref<?x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %new = memref.alloc() : memref<2x8xf32>
// CHECK-NEXT: lmhlo.dot_general ins(%y, %w : memref<2x8xf32>, memref<8x8xf32>) outs(%new : memref<2x8xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK-NEXT: %2 = memref.alloc() : memref<i32>
// CHECK-NEXT: lmhlo.fusion ins(%n : memref<?xi32>) outs(%2 : memref<i32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
// CHECK-NEXT: ^bb0(%n_1: tensor<?xi32, [@S1]>):
// CHECK-NEXT: %zero_1 = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %3 = stablehlo.reduce(%n_1 init: %zero_1) applies stablehlo.add across dimensions = [0] : (tensor<?xi32, [@S1]>, tensor<i32>) -> tensor<i32>
// CHECK-NEXT: mhlo.return %3 : tensor<i32>
// CHECK-NEXT: })
// CHECK-NEXT: lmhlo.dynamic_update_slice ins(%1, %new, %2, %zero : memref<?x8xf32>, memref<2x8xf32>, memref<i32>, memref<i32>) outs(%1 : memref<?x8xf32>)
// CHECK-NEXT: func.return %1 : memref<?x8xf32>
// CHECK-NEXT: }
func.func @start_is_data(%x: tensor<?x8xf32>, %w: tensor<8x8xf32>, %y: tensor<2x8xf32>, %n: tensor<?xi32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %new = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.reduce(%n init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  %2 = stablehlo.dynamic_update_slice %0, %new, %1, %zero : (tensor<?x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}
