// RUN: disc-opt %s --split-input-file -p 'lmhlo-to-loops,convert-contractions' | filecheck %s

// A product: one call.
// CHECK:      func.func @product(%x: memref<?x8xf32>, %w: memref<8x?xf32>, %y: memref<?x?xf32>) {
// CHECK-NEXT: %0 = arith.constant 1 : index
// CHECK-NEXT: %1 = arith.constant 0 : index
// CHECK-NEXT: %2 = arith.constant 8 : index
// CHECK-NEXT: %3 = arith.constant false
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %4 = memref.dim %y, %c0 : memref<?x?xf32>
// CHECK-NEXT: %5 = memref.dim %y, %c1 : memref<?x?xf32>
// CHECK-NEXT: %6 = memref.dim %w, %0 : memref<8x?xf32>
// CHECK-NEXT: %7 = memref.dim %y, %0 : memref<?x?xf32>
// CHECK-NEXT: %8 = memref.reinterpret_cast %x to offset: [%1], sizes: [%4, %2], strides: [%2, %0] : memref<?x8xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %9 = memref.reinterpret_cast %w to offset: [%1], sizes: [%2, %5], strides: [%6, %0] : memref<8x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %10 = memref.reinterpret_cast %y to offset: [%1], sizes: [%4, %5], strides: [%7, %0] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: func.call @matrix_product_f32(%8, %9, %10, %3) : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, i1) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @product(%x: memref<?x8xf32>, %w: memref<8x?xf32>, %y: memref<?x?xf32>) {
  lmhlo.dot_general ins(%x, %w : memref<?x8xf32>, memref<8x?xf32>) outs(%y : memref<?x?xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// Batches are loops around it; the transposed operand is read through its strides, in f64.
// CHECK:      func.func @batches(%x: memref<?x?x?xf64>, %w: memref<?x?x?xf64>, %y: memref<?x?x?xf64>) {
// CHECK-NEXT: %0 = arith.constant 2 : index
// CHECK-NEXT: %1 = arith.constant 1 : index
// CHECK-NEXT: %2 = arith.constant 0 : index
// CHECK-NEXT: %3 = arith.constant false
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %4 = memref.dim %y, %c0 : memref<?x?x?xf64>
// CHECK-NEXT: %5 = memref.dim %y, %c1 : memref<?x?x?xf64>
// CHECK-NEXT: %6 = memref.dim %y, %c2 : memref<?x?x?xf64>
// CHECK-NEXT: %7 = memref.dim %x, %c2 : memref<?x?x?xf64>
// CHECK-NEXT: %8 = memref.dim %x, %0 : memref<?x?x?xf64>
// CHECK-NEXT: %9 = memref.dim %x, %1 : memref<?x?x?xf64>
// CHECK-NEXT: %10 = arith.muli %8, %9 : index
// CHECK-NEXT: %11 = memref.dim %w, %0 : memref<?x?x?xf64>
// CHECK-NEXT: %12 = memref.dim %w, %1 : memref<?x?x?xf64>
// CHECK-NEXT: %13 = arith.muli %11, %12 : index
// CHECK-NEXT: %14 = memref.dim %y, %0 : memref<?x?x?xf64>
// CHECK-NEXT: %15 = memref.dim %y, %1 : memref<?x?x?xf64>
// CHECK-NEXT: %16 = arith.muli %14, %15 : index
// CHECK-NEXT: "scf.parallel"(%2, %4, %1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%17: index):
// CHECK-NEXT: %18 = arith.maxsi %7, %2 : index
// CHECK-NEXT: %19 = arith.muli %17, %10 : index
// CHECK-NEXT: %20 = arith.muli %17, %13 : index
// CHECK-NEXT: %21 = arith.muli %17, %16 : index
// CHECK-NEXT: %22 = memref.reinterpret_cast %x to offset: [%19], sizes: [%5, %18], strides: [%8, %1] : memref<?x?x?xf64> to memref<?x?xf64, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %23 = memref.reinterpret_cast %w to offset: [%20], sizes: [%18, %6], strides: [%1, %11] : memref<?x?x?xf64> to memref<?x?xf64, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %24 = memref.reinterpret_cast %y to offset: [%21], sizes: [%5, %6], strides: [%14, %1] : memref<?x?x?xf64> to memref<?x?xf64, strided<[?, ?], offset: ?>>
// CHECK-NEXT: func.call @matrix_product_f64(%22, %23, %24, %3) : (memref<?x?xf64, strided<[?, ?], offset: ?>>, memref<?x?xf64, strided<[?, ?], offset: ?>>, memref<?x?xf64, strided<[?, ?], offset: ?>>, i1) -> ()
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @batches(%x: memref<?x?x?xf64>, %w: memref<?x?x?xf64>, %y: memref<?x?x?xf64>) {
  lmhlo.dot_general ins(%x, %w : memref<?x?x?xf64>, memref<?x?x?xf64>) outs(%y : memref<?x?x?xf64>) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>}
  func.return
}

// -----

// A matrix and a vector: one row.
// CHECK:      func.func @vector(%x: memref<?xf32>, %w: memref<?x?xf32>, %y: memref<?xf32>) {
// CHECK-NEXT: %0 = arith.constant 1 : index
// CHECK-NEXT: %1 = arith.constant 0 : index
// CHECK-NEXT: %2 = arith.constant false
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %3 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT: %4 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %5 = memref.dim %w, %0 : memref<?x?xf32>
// CHECK-NEXT: %6 = arith.maxsi %4, %1 : index
// CHECK-NEXT: %7 = memref.reinterpret_cast %x to offset: [%1], sizes: [%0, %6], strides: [%1, %0] : memref<?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %8 = memref.reinterpret_cast %w to offset: [%1], sizes: [%6, %3], strides: [%5, %0] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %9 = memref.reinterpret_cast %y to offset: [%1], sizes: [%0, %3], strides: [%1, %0] : memref<?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: func.call @matrix_product_f32(%7, %8, %9, %2) : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, i1) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @vector(%x: memref<?xf32>, %w: memref<?x?xf32>, %y: memref<?xf32>) {
  lmhlo.dot_general ins(%x, %w : memref<?xf32>, memref<?x?xf32>) outs(%y : memref<?xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// A result that shares memory with an operand: the sums have memory of their own.
// CHECK:      func.func @in_place(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %l: index) {
// CHECK-NEXT: %0 = arith.constant 1 : index
// CHECK-NEXT: %1 = arith.constant 0 : index
// CHECK-NEXT: %2 = arith.constant false
// CHECK-NEXT: %3 = memref.alloc(%n, %m) : memref<?x?xf32>
// CHECK-NEXT: %4 = memref.dim %x, %0 : memref<?x?xf32>
// CHECK-NEXT: %5 = memref.dim %w, %0 : memref<?x?xf32>
// CHECK-NEXT: %6 = memref.dim %3, %0 : memref<?x?xf32>
// CHECK-NEXT: %7 = arith.maxsi %l, %1 : index
// CHECK-NEXT: %8 = memref.reinterpret_cast %x to offset: [%1], sizes: [%n, %7], strides: [%4, %0] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %9 = memref.reinterpret_cast %w to offset: [%1], sizes: [%7, %m], strides: [%5, %0] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %10 = memref.reinterpret_cast %3 to offset: [%1], sizes: [%n, %m], strides: [%6, %0] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: func.call @matrix_product_f32(%8, %9, %10, %2) : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, i1) -> ()
// CHECK-NEXT: "scf.parallel"(%1, %1, %n, %m, %0, %0) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// CHECK-NEXT: ^bb0(%11: index, %12: index):
// CHECK-NEXT: %13 = memref.load %3[%11, %12] : memref<?x?xf32>
// CHECK-NEXT: memref.store %13, %x[%11, %12] : memref<?x?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index, index, index, index) -> ()
// CHECK-NEXT: memref.dealloc %3 : memref<?x?xf32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @in_place(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %init) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    memref.store %0, %x[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// A padded window: a product for each tap, of the rows that read it. The first one writes its rows;
// those before and after them are zero.
// CHECK:      func.func @window(%x: memref<?x?x3xf32>, %w: memref<3x3x5xf32>, %y: memref<?x?x5xf32>) {
// CHECK-NEXT: %0 = arith.constant 1 : index
// CHECK-NEXT: %1 = arith.constant 3 : index
// CHECK-NEXT: %2 = arith.constant 5 : index
// CHECK-NEXT: %3 = arith.constant 0 : index
// CHECK-NEXT: %4 = arith.constant false
// CHECK-NEXT: %5 = arith.constant -1 : index
// CHECK-NEXT: %6 = arith.constant 15 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %7 = arith.constant -1 : index
// CHECK-NEXT: %8 = memref.dim %y, %c0 : memref<?x?x5xf32>
// CHECK-NEXT: %9 = memref.dim %y, %c1 : memref<?x?x5xf32>
// CHECK-NEXT: %10 = memref.dim %x, %c1 : memref<?x?x3xf32>
// CHECK-NEXT: %11 = arith.addi %10, %7 : index
// CHECK-NEXT: %12 = memref.dim %x, %0 : memref<?x?x3xf32>
// CHECK-NEXT: %13 = arith.muli %12, %1 : index
// CHECK-NEXT: %14 = memref.dim %y, %0 : memref<?x?x5xf32>
// CHECK-NEXT: %15 = arith.muli %14, %2 : index
// CHECK-NEXT: "scf.parallel"(%3, %8, %0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%16: index):
// CHECK-NEXT: %17 = arith.addi %11, %0 : index
// CHECK-NEXT: %18 = arith.addi %17, %0 : index
// CHECK-NEXT: %19 = arith.subi %3, %0 : index
// CHECK-NEXT: %20 = arith.subi %3, %19 : index
// CHECK-NEXT: %21 = arith.subi %3, %18 : index
// CHECK-NEXT: %22 = arith.subi %3, %21 : index
// CHECK-NEXT: %23 = arith.maxsi %3, %20 : index
// CHECK-NEXT: %24 = arith.minsi %9, %22 : index
// CHECK-NEXT: %25 = arith.subi %24, %23 : index
// CHECK-NEXT: %26 = arith.maxsi %25, %3 : index
// CHECK-NEXT: %27 = arith.cmpi slt, %3, %1 : index
// CHECK-NEXT: %28 = arith.select %27, %26, %3 : index
// CHECK-NEXT: %29 = arith.minsi %23, %9 : index
// CHECK-NEXT: %30 = arith.addi %29, %28 : index
// CHECK-NEXT: %31 = arith.minsi %30, %9 : index
// CHECK-NEXT: %32 = arith.muli %16, %15 : index
// CHECK-NEXT: %33 = memref.reinterpret_cast %x to offset: [%3], sizes: [%29, %3], strides: [%3, %3] : memref<?x?x3xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %34 = memref.reinterpret_cast %w to offset: [%3], sizes: [%3, %2], strides: [%3, %3] : memref<3x3x5xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %35 = memref.reinterpret_cast %y to offset: [%32], sizes: [%29, %2], strides: [%2, %0] : memref<?x?x5xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: func.call @matrix_product_f32(%33, %34, %35, %4) : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, i1) -> ()
// CHECK-NEXT: %36 = arith.subi %9, %31 : index
// CHECK-NEXT: %37 = arith.muli %31, %2 : index
// CHECK-NEXT: %38 = arith.addi %32, %37 : index
// CHECK-NEXT: %39 = memref.reinterpret_cast %x to offset: [%3], sizes: [%36, %3], strides: [%3, %3] : memref<?x?x3xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %40 = memref.reinterpret_cast %w to offset: [%3], sizes: [%3, %2], strides: [%3, %3] : memref<3x3x5xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %41 = memref.reinterpret_cast %y to offset: [%38], sizes: [%36, %2], strides: [%2, %0] : memref<?x?x5xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: func.call @matrix_product_f32(%39, %40, %41, %4) : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, i1) -> ()
// CHECK-NEXT: scf.for %42 = %3 to %1 step %0 {
// CHECK-NEXT: %43 = arith.cmpi ne, %42, %3 : index
// CHECK-NEXT: %44 = arith.subi %42, %0 : index
// CHECK-NEXT: %45 = arith.subi %3, %44 : index
// CHECK-NEXT: %46 = arith.subi %42, %18 : index
// CHECK-NEXT: %47 = arith.subi %3, %46 : index
// CHECK-NEXT: %48 = arith.maxsi %3, %45 : index
// CHECK-NEXT: %49 = arith.minsi %9, %47 : index
// CHECK-NEXT: %50 = arith.subi %49, %48 : index
// CHECK-NEXT: %51 = arith.maxsi %50, %3 : index
// CHECK-NEXT: %52 = arith.muli %16, %13 : index
// CHECK-NEXT: %53 = arith.addi %48, %42 : index
// CHECK-NEXT: %54 = arith.addi %53, %5 : index
// CHECK-NEXT: %55 = arith.muli %54, %1 : index
// CHECK-NEXT: %56 = arith.addi %52, %55 : index
// CHECK-NEXT: %57 = arith.muli %42, %6 : index
// CHECK-NEXT: %58 = arith.muli %48, %2 : index
// CHECK-NEXT: %59 = arith.addi %32, %58 : index
// CHECK-NEXT: %60 = memref.reinterpret_cast %x to offset: [%56], sizes: [%51, %1], strides: [%1, %0] : memref<?x?x3xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %61 = memref.reinterpret_cast %w to offset: [%57], sizes: [%1, %2], strides: [%2, %0] : memref<3x3x5xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %62 = memref.reinterpret_cast %y to offset: [%59], sizes: [%51, %2], strides: [%2, %0] : memref<?x?x5xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: func.call @matrix_product_f32(%60, %61, %62, %43) : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, i1) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @window(%x: memref<?x?x3xf32>, %w: memref<3x3x5xf32>, %y: memref<?x?x5xf32>) {
  lmhlo.convolution ins(%x, %w : memref<?x?x3xf32>, memref<3x3x5xf32>) outs(%y : memref<?x?x5xf32>) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, padding = dense<[[1, 1]]> : tensor<1x2xi64>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}
  func.return
}

// -----

// Groups of columns: the loop over groups is outside of the call, whose columns are those of one.
// CHECK-LABEL: func.func @groups(
// CHECK:         %[[GROUPS:.*]] = arith.constant 2 : index
// CHECK:         "scf.parallel"(%{{.*}}, %[[GROUPS]], %{{.*}}) <{
// CHECK-NEXT:    ^bb0(%[[GROUP:.*]]: index):
// CHECK-NEXT:      %[[FIRST:.*]] = arith.muli %[[GROUP]], %{{.*}} : index
// CHECK:           memref.reinterpret_cast %w to offset: [%[[FIRST]]]
// CHECK:           func.call @matrix_product_f32(
// CHECK-NOT:     memref.load
// CHECK:         func.return
func.func @groups(%x: memref<?x2x?xf32>, %w: memref<?x8xf32>, %y: memref<?x8xf32>, %n: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %c8, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %g = arith.divsi %j, %c4 : index
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %g, %k] : memref<?x2x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x8xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    memref.store %0, %y[%i, %j] : memref<?x8xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// The taps of a row of a window and their features are one inner dimension. The taps in the image
// depend on the column of the image, so its rows are the rows of the product.
// CHECK-LABEL: func.func @taps(
// CHECK:         func.call @matrix_product_f32(
// CHECK:         %[[TAPS:.*]] = arith.maxsi %high, %{{.*}} : index
// CHECK-NEXT:    %[[INNER:.*]] = arith.muli %[[TAPS]], %{{.*}} : index
// CHECK:         memref.reinterpret_cast %x to offset: [%{{.*}}], sizes: [%{{.*}}, %[[INNER]]]
// CHECK:         memref.reinterpret_cast %w to offset: [%{{.*}}], sizes: [%[[INNER]], %{{.*}}]
// CHECK:         func.call @matrix_product_f32(
func.func @taps(%x: memref<?x?x4xf32>, %w: memref<2x3x4x6xf32>, %y: memref<?x?x6xf32>, %h: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %c0, %h, %m, %c6, %c1, %c1, %c1) <{operandSegmentSizes = array<i32: 3, 3, 3, 0>}> ({
  ^bb0(%i: index, %j: index, %o: index):
    %rest = arith.subi %m, %j : index
    %high = arith.minsi %c3, %rest : index
    %0 = scf.for %r = %c0 to %c2 step %c1 iter_args(%v = %zero) -> (f32) {
      %q = arith.addi %i, %r : index
      %1 = scf.for %t = %c0 to %high step %c1 iter_args(%s = %v) -> (f32) {
        %p = arith.addi %j, %t : index
        %2 = scf.for %k = %c0 to %c4 step %c1 iter_args(%u = %s) -> (f32) {
          %3 = memref.load %x[%q, %p, %k] : memref<?x?x4xf32>
          %4 = memref.load %w[%r, %t, %k, %o] : memref<2x3x4x6xf32>
          %5 = arith.mulf %3, %4 : f32
          %6 = arith.addf %u, %5 : f32
          scf.yield %6 : f32
        }
        scf.yield %2 : f32
      }
      scf.yield %1 : f32
    }
    memref.store %0, %y[%i, %j, %o] : memref<?x?x6xf32>
    scf.reduce
  }) : (index, index, index, index, index, index, index, index, index) -> ()
  func.return
}

// -----

// Gaps between the elements of the operand: a tap reads every other row of the result, whose number
// is %q = (row + tap - 1) / 2. Rows of the call are as far apart as two rows of the result.
// CHECK-LABEL: func.func @gaps(
// CHECK:         scf.for %[[TAP:.*]] = %{{.*}} to %{{.*}} step
// CHECK:           arith.ceildivsi
// CHECK:           memref.reinterpret_cast %y to offset: [%{{.*}}], sizes: [%{{.*}}, %[[COLUMNS:.*]]], strides: [%[[TWO_ROWS:.*]], %{{.*}}]
// CHECK-NEXT:      func.call @matrix_product_f32(
// CHECK-NOT:     arith.remsi
// CHECK:         func.return
func.func @gaps(%x: memref<?x?x3xf32>, %w: memref<3x3x5xf32>, %y: memref<?x?x5xf32>) {
  lmhlo.convolution ins(%x, %w : memref<?x?x3xf32>, memref<3x3x5xf32>) outs(%y : memref<?x?x5xf32>) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, padding = dense<1> : tensor<1x2xi64>, lhs_dilation = array<i64: 2>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}
  func.return
}

// -----

// A window of each feature alone: features are the innermost loop, and rows of the result hold the
// sums.
// CHECK-LABEL: func.func @depthwise(
// CHECK:         "scf.parallel"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{{.*}}> ({
// CHECK-NEXT:    ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
// CHECK-NEXT:        scf.for %[[F:.*]] = %{{.*}} to
// CHECK-NEXT:          memref.store %{{.*}}, %y[%[[I]], %[[J]], %[[F]]]
// CHECK-NEXT:        }
// CHECK:             scf.for %[[T:.*]] = %{{.*}} to
// CHECK-NEXT:          scf.for %[[F:.*]] = %{{.*}} to
// CHECK:                 %[[LEFT:.*]] = memref.load %x[%[[I]], %{{.*}}, %[[F]]]
// CHECK-NEXT:              %[[RIGHT:.*]] = memref.load %w[%[[T]], %c0, %[[F]]]
// CHECK-NEXT:              %[[PRODUCT:.*]] = arith.mulf %[[LEFT]], %[[RIGHT]] : f32
// CHECK-NEXT:              %[[SUM:.*]] = memref.load %y[%[[I]], %[[J]], %[[F]]]
// CHECK-NEXT:              %[[NEXT:.*]] = arith.addf %[[SUM]], %[[PRODUCT]] : f32
// CHECK-NEXT:              memref.store %[[NEXT]], %y[%[[I]], %[[J]], %[[F]]]
// CHECK-NOT:     scf.parallel
// CHECK:         func.return
func.func @depthwise(%x: memref<?x?x16xf32>, %w: memref<3x1x16xf32>, %y: memref<?x?x16xf32>) {
  lmhlo.convolution ins(%x, %w : memref<?x?x16xf32>, memref<3x1x16xf32>) outs(%y : memref<?x?x16xf32>) {batch_group_count = 1 : i64, feature_group_count = 16 : i64, padding = dense<1> : tensor<1x2xi64>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}
  func.return
}

// -----

// A piece of a concatenation: the product writes rows of the whole.
// CHECK-LABEL: func.func @piece(
// CHECK:       memref.reinterpret_cast %y to offset: [%[[OFFSET:.*]]], sizes: [%{{.*}}, %{{.*}}], strides: [%{{.*}}, %{{.*}}] : memref<?x30xf32> to
// CHECK-NEXT:  func.call @matrix_product_f32(
// CHECK-NEXT:  func.return
func.func @piece(%x: memref<?x8xf32>, %w: memref<8x20xf32>, %y: memref<?x30xf32>, %n: index) {
  %0 = memref.subview %y[0, 10] [%n, 20] [1, 1] : memref<?x30xf32> to memref<?x20xf32, strided<[30, 1], offset: 10>>
  lmhlo.dot_general ins(%x, %w : memref<?x8xf32>, memref<8x20xf32>) outs(%0 : memref<?x20xf32, strided<[30, 1], offset: 10>>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// Both loops of a transposed operand can count rows: the longer one does.
// CHECK-LABEL: func.func @sequences(
// CHECK:       %[[STEPS:.*]] = memref.dim %y, %c0 : memref<?x?x20xf32>
// CHECK-NEXT:  %[[BATCHES:.*]] = memref.dim %y, %c1 : memref<?x?x20xf32>
// CHECK-NEXT:  %[[LONGER:.*]] = arith.cmpi sge, %[[BATCHES]], %[[STEPS]] : index
// CHECK-NEXT:  scf.if %[[LONGER]] {
// CHECK:         "scf.parallel"(%{{.*}}, %[[STEPS]], %{{.*}}) <{
// CHECK:           memref.reinterpret_cast %x to offset: [%{{.*}}], sizes: [%[[BATCHES]], %{{.*}}]
// CHECK:           func.call @matrix_product_f32(
// CHECK:       } else {
// CHECK:         "scf.parallel"(%{{.*}}, %[[BATCHES]], %{{.*}}) <{
// CHECK:           memref.reinterpret_cast %x to offset: [%{{.*}}], sizes: [%[[STEPS]], %{{.*}}]
// CHECK:           func.call @matrix_product_f32(
func.func @sequences(%x: memref<?x?x8xf32>, %w: memref<8x20xf32>, %y: memref<?x?x20xf32>) {
  lmhlo.fusion ins(%x, %w : memref<?x?x8xf32>, memref<8x20xf32>) outs(%y : memref<?x?x20xf32>) {fusion_kind = #mhlo<fusion_kind kOutput>} ({
  ^bb0(%a: tensor<?x?x8xf32, [@b, @s, @c8]>, %c: tensor<8x20xf32>):
    %0 = stablehlo.transpose %a, dims = [1, 0, 2] : (tensor<?x?x8xf32, [@b, @s, @c8]>) -> tensor<?x?x8xf32, [@s, @b, @c8]>
    %1 = stablehlo.dot_general %0, %c, contracting_dims = [2] x [0] : (tensor<?x?x8xf32, [@s, @b, @c8]>, tensor<8x20xf32>) -> tensor<?x?x20xf32, [@s, @b, @c20]>
    mhlo.return %1 : tensor<?x?x20xf32, [@s, @b, @c20]>
  })
  func.return
}
func.func @shape_constraint_graph() {
  func.return
}
disc_shape.SymbolDim @b
disc_shape.SymbolDim @s
disc_shape.SymbolDim @c8 {value = 8}
disc_shape.SymbolDim @c20 {value = 20}

// -----

// No choice: of the loops that could count rows, the innermost one is the longer one.
// CHECK-LABEL: func.func @known_rows(
// CHECK-NOT:   scf.if
// CHECK:       func.call @matrix_product_f32(
// CHECK-NEXT:    scf.reduce
// CHECK-NEXT:  })
// CHECK-NEXT:  func.return
func.func @known_rows(%x: memref<16x6x8xf32>, %w: memref<8x20xf32>, %y: memref<6x16x20xf32>) {
  lmhlo.fusion ins(%x, %w : memref<16x6x8xf32>, memref<8x20xf32>) outs(%y : memref<6x16x20xf32>) {fusion_kind = #mhlo<fusion_kind kOutput>} ({
  ^bb0(%a: tensor<16x6x8xf32>, %c: tensor<8x20xf32>):
    %0 = stablehlo.transpose %a, dims = [1, 0, 2] : (tensor<16x6x8xf32>) -> tensor<6x16x8xf32>
    %1 = stablehlo.dot_general %0, %c, contracting_dims = [2] x [0] : (tensor<6x16x8xf32>, tensor<8x20xf32>) -> tensor<6x16x20xf32>
    mhlo.return %1 : tensor<6x16x20xf32>
  })
  func.return
}

// -----

// Nor here: the outer one is.
// CHECK-LABEL: func.func @longer_outside(
// CHECK-NOT:   scf.if
// CHECK:       %[[BATCHES:.*]] = arith.constant 6 : index
// CHECK:       "scf.parallel"(%{{.*}}, %[[BATCHES]], %{{.*}}) <{
// CHECK:         func.call @matrix_product_f32(
// CHECK-NEXT:    scf.reduce
// CHECK-NEXT:  })
// CHECK-NEXT:  func.return
func.func @longer_outside(%x: memref<6x16x8xf32>, %w: memref<8x20xf32>, %y: memref<16x6x20xf32>) {
  lmhlo.fusion ins(%x, %w : memref<6x16x8xf32>, memref<8x20xf32>) outs(%y : memref<16x6x20xf32>) {fusion_kind = #mhlo<fusion_kind kOutput>} ({
  ^bb0(%a: tensor<6x16x8xf32>, %c: tensor<8x20xf32>):
    %0 = stablehlo.transpose %a, dims = [1, 0, 2] : (tensor<6x16x8xf32>) -> tensor<16x6x8xf32>
    %1 = stablehlo.dot_general %0, %c, contracting_dims = [2] x [0] : (tensor<16x6x8xf32>, tensor<8x20xf32>) -> tensor<16x6x20xf32>
    mhlo.return %1 : tensor<16x6x20xf32>
  })
  func.return
}
