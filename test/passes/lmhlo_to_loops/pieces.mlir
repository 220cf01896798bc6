// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// The innermost loop is cut where the pieces meet.
// CHECK:      func.func @concatenated(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %out: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: %3 = arith.maxsi %2, %c0 : index
// CHECK-NEXT: %4 = arith.minsi %3, %1 : index
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%5: index):
// CHECK-NEXT: scf.for %6 = %c0 to %4 step %c1 {
// CHECK-NEXT: %7 = memref.load %x[%5, %6] : memref<?x?xf32>
// CHECK-NEXT: memref.store %7, %out[%5, %6] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %8 = %4 to %1 step %c1 {
// CHECK-NEXT: %9 = arith.subi %8, %2 : index
// CHECK-NEXT: %10 = memref.load %y[%5, %9] : memref<?x?xf32>
// CHECK-NEXT: memref.store %10, %out[%5, %8] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @concatenated(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %out: memref<?x?xf32>) {
  lmhlo.concatenate ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%out : memref<?x?xf32>) {dimension = 1 : i64}
  func.return
}

// -----

// An outer loop has a branch around those inside.
// CHECK:      func.func @rows(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %out: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %3 = arith.maxsi %2, %c0 : index
// CHECK-NEXT: %4 = arith.minsi %3, %0 : index
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%5: index):
// CHECK-NEXT: %6 = arith.cmpi slt, %5, %4 : index
// CHECK-NEXT: scf.if %6 {
// CHECK-NEXT: scf.for %7 = %c0 to %1 step %c1 {
// CHECK-NEXT: %8 = memref.load %x[%5, %7] : memref<?x?xf32>
// CHECK-NEXT: memref.store %8, %out[%5, %7] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: %9 = arith.subi %5, %2 : index
// CHECK-NEXT: scf.for %10 = %c0 to %1 step %c1 {
// CHECK-NEXT: %11 = memref.load %y[%9, %10] : memref<?x?xf32>
// CHECK-NEXT: memref.store %11, %out[%5, %10] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @rows(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %out: memref<?x?xf32>) {
  lmhlo.concatenate ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%out : memref<?x?xf32>) {dimension = 0 : i64}
  func.return
}

// -----

// The padding before, the elements, and the padding after them; axes without padding are not cut.
// CHECK:      func.func @padded(%x: memref<?x?xf32>, %z: memref<f32>, %out: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant -1 : index
// CHECK-NEXT: %1 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: %3 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %4 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: %5 = arith.maxsi %3, %c0 : index
// CHECK-NEXT: %6 = arith.minsi %5, %1 : index
// CHECK-NEXT: %7 = arith.minsi %c1, %2 : index
// CHECK-NEXT: %8 = arith.addi %4, %c1 : index
// CHECK-NEXT: %9 = arith.maxsi %8, %c0 : index
// CHECK-NEXT: %10 = arith.minsi %9, %2 : index
// CHECK-NEXT: "scf.parallel"(%c0, %1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%11: index):
// CHECK-NEXT: %12 = arith.cmpi slt, %11, %6 : index
// CHECK-NEXT: scf.if %12 {
// CHECK-NEXT: %13 = memref.load %z[] : memref<f32>
// CHECK-NEXT: scf.for %14 = %c0 to %7 step %c1 {
// CHECK-NEXT: memref.store %13, %out[%11, %14] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %15 = %7 to %10 step %c1 {
// CHECK-NEXT: %16 = arith.addi %15, %0 : index
// CHECK-NEXT: %17 = memref.load %x[%11, %16] : memref<?x?xf32>
// CHECK-NEXT: memref.store %17, %out[%11, %15] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %18 = %10 to %2 step %c1 {
// CHECK-NEXT: memref.store %13, %out[%11, %18] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: %19 = memref.load %z[] : memref<f32>
// CHECK-NEXT: scf.for %20 = %c0 to %7 step %c1 {
// CHECK-NEXT: memref.store %19, %out[%11, %20] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %21 = %7 to %10 step %c1 {
// CHECK-NEXT: memref.store %19, %out[%11, %21] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %22 = %10 to %2 step %c1 {
// CHECK-NEXT: memref.store %19, %out[%11, %22] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @padded(%x: memref<?x?xf32>, %z: memref<f32>, %out: memref<?x?xf32>) {
  lmhlo.pad ins(%x, %z : memref<?x?xf32>, memref<f32>) outs(%out : memref<?x?xf32>) {edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 0, 2>, interior_padding = array<i64: 0, 0>}
  func.return
}

// -----

// Padding between elements is a choice for each of them.
// CHECK:      func.func @between(%x: memref<?xf32>, %z: memref<f32>, %out: memref<?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.constant -1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %1 = memref.dim %out, %c0 : memref<?xf32>
// CHECK-NEXT: %2 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %3 = arith.addi %2, %0 : index
// CHECK-NEXT: "scf.parallel"(%c0, %1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%4: index):
// CHECK-NEXT: %5 = arith.divsi %4, %c2 : index
// CHECK-NEXT: %6 = arith.subi %3, %5 : index
// CHECK-NEXT: %7 = arith.cmpi sge, %6, %c0 : index
// CHECK-NEXT: %8 = arith.remsi %4, %c2 : index
// CHECK-NEXT: %9 = arith.cmpi eq, %8, %c0 : index
// CHECK-NEXT: %10 = arith.andi %7, %9 : i1
// CHECK-NEXT: %11 = scf.if %10 -> (f32) {
// CHECK-NEXT: %12 = memref.load %x[%5] : memref<?xf32>
// CHECK-NEXT: scf.yield %12 : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: %13 = memref.load %z[] : memref<f32>
// CHECK-NEXT: scf.yield %13 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %11, %out[%4] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @between(%x: memref<?xf32>, %z: memref<f32>, %out: memref<?xf32>) {
  lmhlo.pad ins(%x, %z : memref<?xf32>, memref<f32>) outs(%out : memref<?xf32>) {edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 1>}
  func.return
}

// -----

// The window of a convolution ends where the image does.
// CHECK:      func.func @convolved(%x: memref<1x?x1xf32>, %w: memref<3x1x1xf32>, %out: memref<1x?x1xf32>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %1 = arith.constant -1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %2 = memref.dim %out, %c1 : memref<1x?x1xf32>
// CHECK-NEXT: %3 = memref.dim %x, %c1 : memref<1x?x1xf32>
// CHECK-NEXT: %4 = arith.addi %3, %1 : index
// CHECK-NEXT: "scf.parallel"(%c0, %2, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%5: index):
// CHECK-NEXT: %6 = arith.addi %5, %1 : index
// CHECK-NEXT: %7 = arith.subi %c0, %6 : index
// CHECK-NEXT: %8 = arith.maxsi %7, %c0 : index
// CHECK-NEXT: %9 = arith.maxsi %c0, %8 : index
// CHECK-NEXT: %10 = arith.muli %5, %1 : index
// CHECK-NEXT: %11 = arith.addi %10, %c1 : index
// CHECK-NEXT: %12 = arith.addi %4, %11 : index
// CHECK-NEXT: %13 = arith.addi %12, %c1 : index
// CHECK-NEXT: %14 = arith.maxsi %13, %c0 : index
// CHECK-NEXT: %15 = arith.minsi %c3, %14 : index
// CHECK-NEXT: %16 = arith.maxsi %c0, %9 : index
// CHECK-NEXT: %17 = arith.minsi %c3, %15 : index
// CHECK-NEXT: %18 = scf.for %19 = %16 to %17 step %c1 iter_args(%20 = %0) -> (f32) {
// CHECK-NEXT: %21 = arith.addi %5, %19 : index
// CHECK-NEXT: %22 = arith.addi %21, %1 : index
// CHECK-NEXT: %23 = memref.load %x[%c0, %22, %c0] : memref<1x?x1xf32>
// CHECK-NEXT: %24 = memref.load %w[%19, %c0, %c0] : memref<3x1x1xf32>
// CHECK-NEXT: %25 = arith.mulf %23, %24 : f32
// CHECK-NEXT: %26 = arith.addf %20, %25 : f32
// CHECK-NEXT: scf.yield %26 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %18, %out[%c0, %5, %c0] : memref<1x?x1xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @convolved(%x: memref<1x?x1xf32>, %w: memref<3x1x1xf32>, %out: memref<1x?x1xf32>) {
  lmhlo.convolution ins(%x, %w : memref<1x?x1xf32>, memref<3x1x1xf32>) outs(%out : memref<1x?x1xf32>) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, padding = dense<1> : tensor<1x2xi64>}
  func.return
}

// -----

// An update in place writes its box; one that is not in place copies the rest before.
// CHECK:      func.func @updated(%x: memref<?x8xf32>, %u: memref<?x2xf32>, %i: memref<i32>, %out: memref<?x8xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c6 = arith.constant 6 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %u, %c0 : memref<?x2xf32>
// CHECK-NEXT: %1 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT: %2 = memref.load %i[] : memref<i32>
// CHECK-NEXT: %3 = arith.index_cast %2 : i32 to index
// CHECK-NEXT: %4 = arith.subi %1, %0 : index
// CHECK-NEXT: %5 = arith.minsi %3, %4 : index
// CHECK-NEXT: %6 = arith.maxsi %5, %c0 : index
// CHECK-NEXT: %7 = memref.load %i[] : memref<i32>
// CHECK-NEXT: %8 = arith.index_cast %7 : i32 to index
// CHECK-NEXT: %9 = arith.minsi %8, %c6 : index
// CHECK-NEXT: %10 = arith.maxsi %9, %c0 : index
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%11: index):
// CHECK-NEXT: %12 = arith.addi %6, %11 : index
// CHECK-NEXT: scf.for %13 = %c0 to %c2 step %c1 {
// CHECK-NEXT: %14 = memref.load %u[%11, %13] : memref<?x2xf32>
// CHECK-NEXT: %15 = arith.addi %10, %13 : index
// CHECK-NEXT: memref.store %14, %x[%12, %15] : memref<?x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @updated(%x: memref<?x8xf32>, %u: memref<?x2xf32>, %i: memref<i32>, %out: memref<?x8xf32>) {
  lmhlo.dynamic_update_slice ins(%x, %u, %i, %i : memref<?x8xf32>, memref<?x2xf32>, memref<i32>, memref<i32>) outs(%x : memref<?x8xf32>)
  func.return
}

// -----

// An element of a few scalars is chosen by its position.
// CHECK:      func.func @scalars(%x: memref<?x3xi64>, %a: i64, %b: i64, %c: i64, %out: memref<?x3xi64>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.constant -1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %1 = memref.dim %out, %c0 : memref<?x3xi64>
// CHECK-NEXT: "scf.parallel"(%c0, %1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index):
// CHECK-NEXT: scf.for %3 = %c0 to %c3 step %c1 {
// CHECK-NEXT: %4 = memref.load %x[%2, %3] : memref<?x3xi64>
// CHECK-NEXT: %5 = arith.cmpi eq, %3, %c0 : index
// CHECK-NEXT: %6 = arith.addi %3, %0 : index
// CHECK-NEXT: %7 = arith.cmpi eq, %6, %c0 : index
// CHECK-NEXT: %8 = scf.if %5 -> (i64) {
// CHECK-NEXT: scf.yield %a : i64
// CHECK-NEXT: } else {
// CHECK-NEXT: %9 = scf.if %7 -> (i64) {
// CHECK-NEXT: scf.yield %b : i64
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %c : i64
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %9 : i64
// CHECK-NEXT: }
// CHECK-NEXT: %10 = arith.minsi %4, %8 : i64
// CHECK-NEXT: memref.store %10, %out[%2, %3] : memref<?x3xi64>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @scalars(%x: memref<?x3xi64>, %a: i64, %b: i64, %c: i64, %out: memref<?x3xi64>) {
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x3xi64>
  lmhlo.fusion ins(%x : memref<?x3xi64>) outs(%out : memref<?x3xi64>) ({
  ^bb0(%y: tensor<?x3xi64>):
    %limits = tensor.from_elements %a, %b, %c : tensor<3xi64>
    %sizes = tensor.from_elements %n, %c3 : tensor<2xindex>
    %z = stablehlo.dynamic_broadcast_in_dim %limits, %sizes, dims = [1] : (tensor<3xi64>, tensor<2xindex>) -> tensor<?x3xi64>
    %r = stablehlo.minimum %y, %z : tensor<?x3xi64>
    mhlo.return %r : tensor<?x3xi64>
  })
  func.return
}

// -----

// Of an empty tensor indices select zeros.
// CHECK:      func.func @selected(%x: memref<?x?xf32>, %i: memref<?xi32>, %out: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant -1 : index
// CHECK-NEXT: %1 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %2 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %3 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: %4 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %5 = arith.addi %4, %0 : index
// CHECK-NEXT: %6 = arith.cmpi sge, %5, %c0 : index
// CHECK-NEXT: "scf.parallel"(%c0, %2, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%7: index):
// CHECK-NEXT: scf.for %8 = %c0 to %3 step %c1 {
// CHECK-NEXT: %9 = scf.if %6 -> (f32) {
// CHECK-NEXT: %10 = memref.load %i[%7] : memref<?xi32>
// CHECK-NEXT: %11 = arith.index_cast %10 : i32 to index
// CHECK-NEXT: %12 = arith.minsi %11, %5 : index
// CHECK-NEXT: %13 = arith.maxsi %12, %c0 : index
// CHECK-NEXT: %14 = memref.load %x[%13, %8] : memref<?x?xf32>
// CHECK-NEXT: scf.yield %14 : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %9, %out[%7, %8] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @selected(%x: memref<?x?xf32>, %i: memref<?xi32>, %out: memref<?x?xf32>) {
  lmhlo.torch_index_select ins(%x, %i : memref<?x?xf32>, memref<?xi32>) outs(%out : memref<?x?xf32>) {dim = 0 : i64, batch_dims = 0 : i64}
  func.return
}

// -----

// A known size needs no test.
// CHECK:      func.func @one_of_four(%x: memref<4x?xf32>, %i: memref<?xi32>, %out: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index):
// CHECK-NEXT: %3 = memref.load %i[%2] : memref<?xi32>
// CHECK-NEXT: %4 = arith.index_cast %3 : i32 to index
// CHECK-NEXT: %5 = arith.minsi %4, %c3 : index
// CHECK-NEXT: %6 = arith.maxsi %5, %c0 : index
// CHECK-NEXT: scf.for %7 = %c0 to %1 step %c1 {
// CHECK-NEXT: %8 = memref.load %x[%6, %7] : memref<4x?xf32>
// CHECK-NEXT: memref.store %8, %out[%2, %7] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @one_of_four(%x: memref<4x?xf32>, %i: memref<?xi32>, %out: memref<?x?xf32>) {
  lmhlo.torch_index_select ins(%x, %i : memref<4x?xf32>, memref<?xi32>) outs(%out : memref<?x?xf32>) {dim = 0 : i64, batch_dims = 0 : i64}
  func.return
}

// -----

// Pieces of equal sizes that a reshape counts: no index is compared with a sum of sizes.
// CHECK:      func.func @stacked(%x: memref<?xf32> {disc_shape.dims = [@n]}, %y: memref<?xf32> {disc_shape.dims = [@n]}, %out: memref<2x?xf32> {disc_shape.dims = [@C2, @n]}, %n: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %c2, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%1: index):
// CHECK-NEXT: %2 = arith.cmpi slt, %1, %c1 : index
// CHECK-NEXT: scf.if %2 {
// CHECK-NEXT: scf.for %3 = %c0 to %0 step %c1 {
// CHECK-NEXT: %4 = memref.load %x[%3] : memref<?xf32>
// CHECK-NEXT: memref.store %4, %out[%1, %3] : memref<2x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.for %5 = %c0 to %0 step %c1 {
// CHECK-NEXT: %6 = memref.load %y[%5] : memref<?xf32>
// CHECK-NEXT: %7 = math.tanh %6 : f32
// CHECK-NEXT: memref.store %7, %out[%1, %5] : memref<2x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @shape_constraint_graph() {
// CHECK-NEXT: %n = disc_shape.dim @n
// CHECK-NEXT: %m = disc_shape.dim @m
// CHECK-NEXT: disc_shape.tie_predicate "d1 == 2 * d0"(%n, %m)
// CHECK-NEXT: func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @n {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @m {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @C2 {value = 2}
func.func @stacked(%x: memref<?xf32> {disc_shape.dims = [@n]}, %y: memref<?xf32> {disc_shape.dims = [@n]}, %out: memref<2x?xf32> {disc_shape.dims = [@C2, @n]}, %n: index) {
  lmhlo.fusion ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%out : memref<2x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?xf32, [@n]>, %1: tensor<?xf32, [@n]>):
    %c2 = arith.constant 2 : index
    %2 = stablehlo.tanh %1 : tensor<?xf32, [@n]>
    %3 = stablehlo.concatenate %0, %2, dim = 0 : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> tensor<?xf32, [@m]>
    %s = tensor.from_elements %c2, %n : tensor<2xindex>
    %4 = stablehlo.dynamic_reshape %3, %s : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<2x?xf32, [@C2, @n]>
    mhlo.return %4 : tensor<2x?xf32, [@C2, @n]>
  })
  func.return
}
func.func @shape_constraint_graph() {
  %n = disc_shape.dim @n
  %m = disc_shape.dim @m
  disc_shape.tie_predicate "d1 == 2 * d0"(%n, %m)
  func.return
}
disc_shape.SymbolDim @n {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @m {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @C2 {value = 2}

// -----

// Of other sizes they may lie elsewhere.
// CHECK:      func.func @uneven(%x: memref<?xf32> {disc_shape.dims = [@n]}, %y: memref<?xf32> {disc_shape.dims = [@k]}, %out: memref<2x?xf32> {disc_shape.dims = [@C2, @n]}, %n: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.constant -1 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %1 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %2 = arith.addi %1, %0 : index
// CHECK-NEXT: "scf.parallel"(%c0, %c2, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%3: index):
// CHECK-NEXT: %4 = arith.muli %3, %1 : index
// CHECK-NEXT: scf.for %5 = %c0 to %1 step %c1 {
// CHECK-NEXT: %6 = arith.addi %4, %5 : index
// CHECK-NEXT: %7 = arith.subi %2, %6 : index
// CHECK-NEXT: %8 = arith.cmpi sge, %7, %c0 : index
// CHECK-NEXT: %9 = arith.subi %6, %1 : index
// CHECK-NEXT: %10 = scf.if %8 -> (f32) {
// CHECK-NEXT: %11 = memref.load %x[%6] : memref<?xf32>
// CHECK-NEXT: scf.yield %11 : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: %12 = memref.load %y[%9] : memref<?xf32>
// CHECK-NEXT: %13 = math.tanh %12 : f32
// CHECK-NEXT: scf.yield %13 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %10, %out[%3, %5] : memref<2x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @shape_constraint_graph() {
// CHECK-NEXT: %n = disc_shape.dim @n
// CHECK-NEXT: %m = disc_shape.dim @m
// CHECK-NEXT: disc_shape.tie_predicate "d1 == 2 * d0"(%n, %m)
// CHECK-NEXT: func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @n {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @m {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @C2 {value = 2}
// CHECK-NEXT: disc_shape.SymbolDim @k
func.func @uneven(%x: memref<?xf32> {disc_shape.dims = [@n]}, %y: memref<?xf32> {disc_shape.dims = [@k]}, %out: memref<2x?xf32> {disc_shape.dims = [@C2, @n]}, %n: index) {
  lmhlo.fusion ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%out : memref<2x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?xf32, [@n]>, %1: tensor<?xf32, [@k]>):
    %c2 = arith.constant 2 : index
    %2 = stablehlo.tanh %1 : tensor<?xf32, [@k]>
    %3 = stablehlo.concatenate %0, %2, dim = 0 : (tensor<?xf32, [@n]>, tensor<?xf32, [@k]>) -> tensor<?xf32, [@m]>
    %s = tensor.from_elements %c2, %n : tensor<2xindex>
    %4 = stablehlo.dynamic_reshape %3, %s : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<2x?xf32, [@C2, @n]>
    mhlo.return %4 : tensor<2x?xf32, [@C2, @n]>
  })
  func.return
}
func.func @shape_constraint_graph() {
  %n = disc_shape.dim @n
  %m = disc_shape.dim @m
  disc_shape.tie_predicate "d1 == 2 * d0"(%n, %m)
  func.return
}
disc_shape.SymbolDim @n {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @m {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @C2 {value = 2}
disc_shape.SymbolDim @k

// -----

// Which piece is read at a known index is known.
// CHECK:      func.func @places(%x: memref<?x?xf32>, %i: memref<?x1xi64>, %j: memref<?x1xi64>, %out: memref<?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant -1 : index
// CHECK-NEXT: %1 = memref.dim %out, %c0 : memref<?xf32>
// CHECK-NEXT: %2 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %3 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: %4 = arith.addi %2, %0 : index
// CHECK-NEXT: %5 = arith.addi %3, %0 : index
// CHECK-NEXT: "scf.parallel"(%c0, %1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%6: index):
// CHECK-NEXT: %7 = memref.load %i[%6, %c0] : memref<?x1xi64>
// CHECK-NEXT: %8 = arith.index_cast %7 : i64 to index
// CHECK-NEXT: %9 = arith.minsi %8, %4 : index
// CHECK-NEXT: %10 = arith.maxsi %9, %c0 : index
// CHECK-NEXT: %11 = memref.load %j[%6, %c0] : memref<?x1xi64>
// CHECK-NEXT: %12 = arith.index_cast %11 : i64 to index
// CHECK-NEXT: %13 = arith.minsi %12, %5 : index
// CHECK-NEXT: %14 = arith.maxsi %13, %c0 : index
// CHECK-NEXT: %15 = memref.load %x[%10, %14] : memref<?x?xf32>
// CHECK-NEXT: memref.store %15, %out[%6] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @places(%x: memref<?x?xf32>, %i: memref<?x1xi64>, %j: memref<?x1xi64>, %out: memref<?xf32>) {
  lmhlo.fusion ins(%x, %i, %j : memref<?x?xf32>, memref<?x1xi64>, memref<?x1xi64>) outs(%out : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?x?xf32>, %1: tensor<?x1xi64>, %2: tensor<?x1xi64>):
    %3 = stablehlo.concatenate %1, %2, dim = 1 : (tensor<?x1xi64>, tensor<?x1xi64>) -> tensor<?x2xi64>
    %4 = "stablehlo.gather"(%0, %3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<?x?xf32>, tensor<?x2xi64>) -> tensor<?xf32>
    mhlo.return %4 : tensor<?xf32>
  })
  func.return
}
