// RUN: disc-opt %s -p 'mhlo-to-lmhlo' --split-input-file | filecheck %s

// Sizes that merge or split where the shape computation says so.
// CHECK:      func.func @merge(%x: memref<?x?x4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x?x4xf32>
// CHECK-NEXT:   %1 = memref.dim %x, %c1 : memref<?x?x4xf32>
// CHECK-NEXT:   %2 = memref.alloc(%0, %1) : memref<?x?x4xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<?x?x4xf32>) outs(%2 : memref<?x?x4xf32>)
// CHECK-NEXT:   %3 = memref.collapse_shape %2 {{\[\[}}0 : i64, 1 : i64], [2 : i64{{\]\]}} : memref<?x?x4xf32> into memref<?x4xf32>
// CHECK-NEXT:   lmhlo.tanh ins(%3 : memref<?x4xf32>) outs(%3 : memref<?x4xf32>)
// CHECK-NEXT:   %4 = memref.expand_shape %3 {{\[\[}}0 : i64, 1 : i64], [2 : i64{{\]\]}} output_shape [%0, %1, 4] : memref<?x4xf32> into memref<?x?x4xf32>
// CHECK-NEXT:   %5 = memref.alloc() : memref<i32>
// CHECK-NEXT:   lmhlo.custom_call ins(%4 : memref<?x?x4xf32>) outs(%5 : memref<i32>) {call_target_name = "use", has_side_effect = true}
// CHECK-NEXT:   %6 = memref.alloc() : memref<i32>
// CHECK-NEXT:   lmhlo.custom_call ins(%3 : memref<?x4xf32>) outs(%6 : memref<i32>) {call_target_name = "use", has_side_effect = true}
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @merge(%x: tensor<?x?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x4xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?x4xf32>
  %ab = arith.muli %a, %b : index
  %s = tensor.from_elements %ab, %c4 : tensor<2xindex>
  %t = tensor.from_elements %a, %b, %c4 : tensor<3xindex>
  %0 = stablehlo.abs %x : tensor<?x?x4xf32>
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  %2 = stablehlo.tanh %1 : tensor<?x4xf32>
  %3 = stablehlo.dynamic_reshape %2, %t : (tensor<?x4xf32>, tensor<3xindex>) -> tensor<?x?x4xf32>
  %4 = stablehlo.custom_call @use(%3) {has_side_effect = true} : (tensor<?x?x4xf32>) -> tensor<i32>
  %5 = stablehlo.custom_call @use(%2) {has_side_effect = true} : (tensor<?x4xf32>) -> tensor<i32>
  func.return
}

// -----

// Where they do not say so, sizes are given anew: with a size of zero, products say nothing.
// CHECK:      func.func @reinterpret(%x: memref<6x4xf32>, %z: memref<0x3xf32>) -> (memref<8x3xf32>, memref<5x0xf32>) {
// CHECK-NEXT:   %0 = memref.reinterpret_cast %x to offset: [0], sizes: [8, 3], strides: [3, 1] : memref<6x4xf32> to memref<8x3xf32>
// CHECK-NEXT:   %1 = memref.alloc() : memref<8x3xf32>
// CHECK-NEXT:   lmhlo.abs ins(%0 : memref<8x3xf32>) outs(%1 : memref<8x3xf32>)
// CHECK-NEXT:   %2 = memref.reinterpret_cast %z to offset: [0], sizes: [5, 0], strides: [0, 1] : memref<0x3xf32> to memref<5x0xf32>
// CHECK-NEXT:   %3 = memref.alloc() : memref<5x0xf32>
// CHECK-NEXT:   lmhlo.abs ins(%2 : memref<5x0xf32>) outs(%3 : memref<5x0xf32>)
// CHECK-NEXT:   func.return %1, %3 : memref<8x3xf32>, memref<5x0xf32>
// CHECK-NEXT: }
func.func @reinterpret(%x: tensor<6x4xf32>, %z: tensor<0x3xf32>) -> (tensor<8x3xf32>, tensor<5x0xf32>) {
  %0 = stablehlo.reshape %x : (tensor<6x4xf32>) -> tensor<8x3xf32>
  %1 = stablehlo.abs %0 : tensor<8x3xf32>
  %2 = stablehlo.reshape %z : (tensor<0x3xf32>) -> tensor<5x0xf32>
  %3 = stablehlo.abs %2 : tensor<5x0xf32>
  func.return %1, %3 : tensor<8x3xf32>, tensor<5x0xf32>
}

// -----

// A view that outlives its buffer's last own use keeps the buffer from being written over.
// CHECK:      func.func @view_outlives(%x: memref<2x4xf32>) -> memref<8xf32> {
// CHECK-NEXT:   %0 = memref.alloc() : memref<8xf32>
// CHECK-NEXT:   %1 = memref.expand_shape %0 {{\[\[}}0 : i64, 1 : i64{{\]\]}} output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<2x4xf32>) outs(%1 : memref<2x4xf32>)
// CHECK-NEXT:   %2 = memref.alloc() : memref<2x4xf32>
// CHECK-NEXT:   lmhlo.negate ins(%1 : memref<2x4xf32>) outs(%2 : memref<2x4xf32>)
// CHECK-NEXT:   %3 = memref.collapse_shape %2 {{\[\[}}0 : i64, 1 : i64{{\]\]}} : memref<2x4xf32> into memref<8xf32>
// CHECK-NEXT:   lmhlo.add ins(%0, %3 : memref<8xf32>, memref<8xf32>) outs(%0 : memref<8xf32>)
// CHECK-NEXT:   func.return %0 : memref<8xf32>
// CHECK-NEXT: }
func.func @view_outlives(%x: tensor<2x4xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %x : tensor<2x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x4xf32>) -> tensor<8xf32>
  %2 = stablehlo.negate %0 : tensor<2x4xf32>
  %3 = stablehlo.reshape %2 : (tensor<2x4xf32>) -> tensor<8xf32>
  %4 = stablehlo.add %1, %3 : tensor<8xf32>
  func.return %4 : tensor<8xf32>
}

// -----

// Slices are views, of slices too; a reshape of one that is not row-major moves data,
// unless it only leaves out a size of one.
// CHECK:      func.func @slices(%x: memref<4x9xf32>) -> (memref<2xf32>, memref<16xf32>) {
// CHECK-NEXT:   %0 = memref.subview %x[0, 1] [4, 4] [1, 2] : memref<4x9xf32> to memref<4x4xf32, strided<[9, 2], offset: 1>>
// CHECK-NEXT:   %1 = memref.subview %0[1, 2] [1, 2] [1, 1] : memref<4x4xf32, strided<[9, 2], offset: 1>> to memref<1x2xf32, strided<[9, 2], offset: 14>>
// CHECK-NEXT:   %2 = memref.subview %1[0, 0] [1, 2] [1, 1] : memref<1x2xf32, strided<[9, 2], offset: 14>> to memref<2xf32, strided<[2], offset: 14>>
// CHECK-NEXT:   %3 = memref.alloc() : memref<16xf32>
// CHECK-NEXT:   lmhlo.reshape ins(%0 : memref<4x4xf32, strided<[9, 2], offset: 1>>) outs(%3 : memref<16xf32>)
// CHECK-NEXT:   %4 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:   "memref.copy"(%2, %4) : (memref<2xf32, strided<[2], offset: 14>>, memref<2xf32>) -> ()
// CHECK-NEXT:   func.return %4, %3 : memref<2xf32>, memref<16xf32>
// CHECK-NEXT: }
func.func @slices(%x: tensor<4x9xf32>) -> (tensor<2xf32>, tensor<16xf32>) {
  %0 = stablehlo.slice %x [0:4, 1:9:2] : (tensor<4x9xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.slice %0 [1:2, 2:4] : (tensor<4x4xf32>) -> tensor<1x2xf32>
  %2 = stablehlo.reshape %1 : (tensor<1x2xf32>) -> tensor<2xf32>
  %3 = stablehlo.reshape %0 : (tensor<4x4xf32>) -> tensor<16xf32>
  func.return %2, %3 : tensor<2xf32>, tensor<16xf32>
}

// -----

// The corner of a slice may be computed; steps that are not known move data.
// CHECK:      func.func @dynamic_slices(%x: memref<?xf32>, %i: index, %j: index, %k: memref<1xindex>) -> (memref<i32>, memref<?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = arith.subi %j, %i : index
// CHECK-NEXT:   %1 = arith.subi %j, %i : index
// CHECK-NEXT:   %2 = arith.subi %1, %c1 : index
// CHECK-NEXT:   %3 = memref.load %k[%c0] : memref<1xindex>
// CHECK-NEXT:   %4 = arith.floordivsi %2, %3 : index
// CHECK-NEXT:   %5 = arith.addi %4, %c1 : index
// CHECK-NEXT:   %6 = memref.alloc() : memref<1xindex>
// CHECK-NEXT:   memref.store %i, %6[%c0] : memref<1xindex>
// CHECK-NEXT:   %7 = memref.alloc() : memref<1xindex>
// CHECK-NEXT:   memref.store %j, %7[%c0] : memref<1xindex>
// CHECK-NEXT:   %8 = memref.subview %x[%i] [%0] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   %9 = memref.alloc() : memref<i32>
// CHECK-NEXT:   lmhlo.custom_call ins(%8 : memref<?xf32, strided<[1], offset: ?>>) outs(%9 : memref<i32>) {call_target_name = "use"}
// CHECK-NEXT:   %10 = memref.alloc(%5) : memref<?xf32>
// CHECK-NEXT:   lmhlo.real_dynamic_slice ins(%x, %6, %7, %k : memref<?xf32>, memref<1xindex>, memref<1xindex>, memref<1xindex>) outs(%10 : memref<?xf32>)
// CHECK-NEXT:   func.return %9, %10 : memref<i32>, memref<?xf32>
// CHECK-NEXT: }
func.func @dynamic_slices(%x: tensor<?xf32>, %i: index, %j: index, %k: tensor<1xindex>) -> (tensor<i32>, tensor<?xf32>) {
  %one = arith.constant dense<1> : tensor<1xindex>
  %a = tensor.from_elements %i : tensor<1xindex>
  %b = tensor.from_elements %j : tensor<1xindex>
  %0 = stablehlo.real_dynamic_slice %x, %a, %b, %one : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.custom_call @use(%0) : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.real_dynamic_slice %x, %a, %b, %k : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  func.return %1, %2 : tensor<i32>, tensor<?xf32>
}

// -----

// Broadcasts and transposes are views where only sizes of one come, go or move.
// CHECK:      func.func @units(%x: memref<4xf32>, %y: memref<1x4xf32>) -> (memref<1x4xf32>, memref<4x1xf32>, memref<3x4xf32>) {
// CHECK-NEXT:   %0 = memref.expand_shape %x {{\[\[}}0 : i64, 1 : i64{{\]\]}} output_shape [1, 4] : memref<4xf32> into memref<1x4xf32>
// CHECK-NEXT:   %1 = memref.alloc() : memref<1x4xf32>
// CHECK-NEXT:   lmhlo.abs ins(%0 : memref<1x4xf32>) outs(%1 : memref<1x4xf32>)
// CHECK-NEXT:   %2 = memref.reinterpret_cast %y to offset: [0], sizes: [4, 1], strides: [1, 1] : memref<1x4xf32> to memref<4x1xf32>
// CHECK-NEXT:   %3 = memref.alloc() : memref<4x1xf32>
// CHECK-NEXT:   lmhlo.abs ins(%2 : memref<4x1xf32>) outs(%3 : memref<4x1xf32>)
// CHECK-NEXT:   %4 = memref.alloc() : memref<3x4xf32>
// CHECK-NEXT:   lmhlo.broadcast_in_dim ins(%y : memref<1x4xf32>) outs(%4 : memref<3x4xf32>) {broadcast_dimensions = array<i64: 0, 1>}
// CHECK-NEXT:   func.return %1, %3, %4 : memref<1x4xf32>, memref<4x1xf32>, memref<3x4xf32>
// CHECK-NEXT: }
func.func @units(%x: tensor<4xf32>, %y: tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<4x1xf32>, tensor<3x4xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.abs %0 : tensor<1x4xf32>
  %2 = stablehlo.transpose %y, dims = [1, 0] : (tensor<1x4xf32>) -> tensor<4x1xf32>
  %3 = stablehlo.abs %2 : tensor<4x1xf32>
  %4 = stablehlo.broadcast_in_dim %y, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<3x4xf32>
  func.return %1, %3, %4 : tensor<1x4xf32>, tensor<4x1xf32>, tensor<3x4xf32>
}

// -----

// Casts name sizes anew; static and dynamic sizes meet in views.
// CHECK:      func.func @casts(%x: memref<?xf32> {disc_shape.dims = [@a]}, %y: memref<4xf32>) -> (memref<?xf32> {disc_shape.dims = [@b]}, memref<4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = "memref.cast"(%x) {disc_shape.dims = [@b]} : (memref<?xf32>) -> memref<?xf32>
// CHECK-NEXT:   %2 = memref.alloc(%0) {disc_shape.dims = [@b]} : memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%1 : memref<?xf32>) outs(%2 : memref<?xf32>)
// CHECK-NEXT:   %3 = "memref.cast"(%y) {disc_shape.dims = [@C4]} : (memref<4xf32>) -> memref<?xf32>
// CHECK-NEXT:   %4 = memref.alloc(%c4) {disc_shape.dims = [@C4]} : memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%3 : memref<?xf32>) outs(%4 : memref<?xf32>)
// CHECK-NEXT:   %5 = "memref.cast"(%4) : (memref<?xf32>) -> memref<4xf32>
// CHECK-NEXT:   %6 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   "memref.copy"(%5, %6) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:   func.return %2, %6 : memref<?xf32>, memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @a {named}
// CHECK-NEXT: disc_shape.SymbolDim @b {named}
func.func @casts(%x: tensor<?xf32, [@a]>, %y: tensor<4xf32>) -> (tensor<?xf32, [@b]>, tensor<4xf32>) {
  %0 = tensor.cast %x : tensor<?xf32, [@a]> to tensor<?xf32, [@b]>
  %1 = stablehlo.abs %0 : tensor<?xf32, [@b]>
  %2 = tensor.cast %y : tensor<4xf32> to tensor<?xf32>
  %3 = stablehlo.abs %2 : tensor<?xf32>
  %4 = tensor.cast %3 : tensor<?xf32> to tensor<4xf32>
  func.return %1, %4 : tensor<?xf32, [@b]>, tensor<4xf32>
}
disc_shape.SymbolDim @a {named}
disc_shape.SymbolDim @b {named}

// -----

// Operations of the tensor dialect.
// CHECK:      func.func @tensor(%x: memref<8x?xf32>, %i: index, %e: f32) -> (memref<8x?xf32>, memref<4xf32>, memref<?xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c1 : memref<8x?xf32>
// CHECK-NEXT:   %1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<8x?xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<8x?xf32>
// CHECK-NEXT:   "memref.copy"(%x, %2) : (memref<8x?xf32>, memref<8x?xf32>) -> ()
// CHECK-NEXT:   %3 = memref.subview %2[%i, 0] [1, 4] [1, 1] : memref<8x?xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   "memref.copy"(%1, %3) : (memref<4xf32, strided<[1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>) -> ()
// CHECK-NEXT:   memref.store %e, %2[%i, %c1] : memref<8x?xf32>
// CHECK-NEXT:   %4 = memref.alloc(%c4) : memref<?xf32>
// CHECK-NEXT:   memref.store %e, %4[%c1] : memref<?xf32>
// CHECK-NEXT:   %5 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   "memref.copy"(%1, %5) : (memref<4xf32, strided<[1], offset: ?>>, memref<4xf32>) -> ()
// CHECK-NEXT:   func.return %2, %5, %4 : memref<8x?xf32>, memref<4xf32>, memref<?xf32>
// CHECK-NEXT: }
func.func @tensor(%x: tensor<8x?xf32>, %i: index, %e: f32) -> (tensor<8x?xf32>, tensor<4xf32>, tensor<?xf32>) {
  %n = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<8x?xf32> to tensor<4xf32>
  %1 = tensor.insert_slice %0 into %x[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x?xf32>
  %2 = tensor.insert %e into %1[%i, %c1] : tensor<8x?xf32>
  %3 = tensor.empty(%n) : tensor<?xf32>
  %4 = tensor.insert %e into %3[%c1] : tensor<?xf32>
  func.return %2, %0, %4 : tensor<8x?xf32>, tensor<4xf32>, tensor<?xf32>
}

// -----

// CHECK:      "memref.global"() <{sym_name = "constant_0", type = memref<1x1xf32>, initial_value = dense<1.000000e+00> : tensor<1x1xf32>, sym_visibility = "private", constant}> : () -> ()
// CHECK-NEXT: func.func @generate(%n: index, %x: memref<?xf32>) -> (memref<?x2xf32>, memref<2x3xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0_1 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = memref.alloc(%n) : memref<?x2xf32>
// CHECK-NEXT:   scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:     scf.for %j = %c0 to %c2 step %c1 {
// CHECK-NEXT:       %e = memref.load %x[%i] : memref<?xf32>
// CHECK-NEXT:       memref.store %e, %0[%i, %j] : memref<?x2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = memref.get_global @constant_0 : memref<1x1xf32>
// CHECK-NEXT:   %2 = memref.alloc() : memref<f32>
// CHECK-NEXT:   memref.store %c0_1, %2[] : memref<f32>
// CHECK-NEXT:   %3 = memref.alloc() : memref<2x3xf32>
// CHECK-NEXT:   lmhlo.pad ins(%1, %2 : memref<1x1xf32>, memref<f32>) outs(%3 : memref<2x3xf32>) {edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 1, 1>, interior_padding = array<i64: 0, 0>}
// CHECK-NEXT:   func.return %0, %3 : memref<?x2xf32>, memref<2x3xf32>
// CHECK-NEXT: }
func.func @generate(%n: index, %x: tensor<?xf32>) -> (tensor<?x2xf32>, tensor<2x3xf32>) {
  %c0 = arith.constant 0.0 : f32
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %e = tensor.extract %x[%i] : tensor<?xf32>
    tensor.yield %e : f32
  } : tensor<?x2xf32>
  %1 = stablehlo.constant dense<1.0> : tensor<1x1xf32>
  %2 = tensor.pad %1 low[0, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c0 : f32
  } : tensor<1x1xf32> to tensor<2x3xf32>
  func.return %0, %2 : tensor<?x2xf32>, tensor<2x3xf32>
}

// -----

// A size of one goes away from a part of a buffer too; other sizes take a copy in order.
// CHECK:      func.func @row(%x: memref<?x?x8xf32>, %i: index) -> (memref<?x8xf32>, memref<?xf32>) {
// CHECK:        %[[ROW:.*]] = memref.subview %x[%i, 0, 0] [1, %[[N:.*]], 8] [1, 1, 1] : memref<?x?x8xf32> to memref<1x?x8xf32, strided<[?, 8, 1], offset: ?>>
// CHECK:        %[[FLAT:.*]] = memref.subview %[[ROW]][0, 0, 0] [1, %[[N]], 8] [1, 1, 1] : memref<1x?x8xf32, strided<[?, 8, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1], offset: ?>>
// CHECK:        lmhlo.tanh ins(%[[FLAT]] : memref<?x8xf32, strided<[8, 1], offset: ?>>)
// CHECK:        lmhlo.dynamic_reshape ins(%[[ROW]], %{{.*}} : memref<1x?x8xf32, strided<[?, 8, 1], offset: ?>>, memref<1xindex>)
func.func @row(%x: tensor<?x?x8xf32>, %i: index) -> (tensor<?x8xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c1 : tensor<?x?x8xf32>
  %row = tensor.extract_slice %x[%i, 0, 0] [1, %n, 8] [1, 1, 1] : tensor<?x?x8xf32> to tensor<1x?x8xf32>
  %shape = tensor.from_elements %n, %c8 : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %row, %shape : (tensor<1x?x8xf32>, tensor<2xindex>) -> tensor<?x8xf32>
  %1 = stablehlo.tanh %0 : tensor<?x8xf32>
  %m = arith.muli %n, %c8 : index
  %all = tensor.from_elements %m : tensor<1xindex>
  %2 = stablehlo.dynamic_reshape %row, %all : (tensor<1x?x8xf32>, tensor<1xindex>) -> tensor<?xf32>
  func.return %1, %2 : tensor<?x8xf32>, tensor<?xf32>
}

// -----

// A cast that names nothing keeps the names that the buffer of its operand has.
// CHECK:      func.func @cast_to_no_names(%x: memref<4x?xf32> {disc_shape.dims = [@C4, @S0]}) -> memref<?x?xf32> {
// CHECK:        "memref.cast"(%x) {disc_shape.dims = [@C4, @S0]} : (memref<4x?xf32>) -> memref<?x?xf32>
func.func @cast_to_no_names(%x: tensor<4x?xf32, [@C4, @S0]>) -> tensor<?x?xf32> {
  %0 = tensor.cast %x : tensor<4x?xf32, [@C4, @S0]> to tensor<?x?xf32>
  %1 = stablehlo.abs %0 : tensor<?x?xf32>
  func.return %1 : tensor<?x?xf32>
}
disc_shape.SymbolDim @C4 {value = 4}
disc_shape.SymbolDim @S0
