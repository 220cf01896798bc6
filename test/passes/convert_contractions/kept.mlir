// RUN: disc-opt %s --split-input-file -p 'lmhlo-to-loops,convert-contractions' | filecheck %s

// Integers stay loops.
// CHECK:     func.func @integers(
// CHECK-NOT: func.call
// CHECK:     memref.store
func.func @integers(%x: memref<?x8xi32>, %w: memref<8x?xi32>, %y: memref<?x?xi32>) {
  lmhlo.dot_general ins(%x, %w : memref<?x8xi32>, memref<8x?xi32>) outs(%y : memref<?x?xi32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// A sum of squares: one buffer, and no columns.
// CHECK:     func.func @squares(
// CHECK-NOT: func.call
// CHECK:     memref.store
func.func @squares(%x: memref<?x?xf32>, %y: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %0 = scf.for %k = %c0 to %m step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %x[%i, %k] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    memref.store %0, %y[%i] : memref<?xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}

// -----

// A sum that does not begin with zero.
// CHECK:     func.func @one(
// CHECK-NOT: func.call
// CHECK:     memref.store
func.func @one(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant 1.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %init) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    memref.store %0, %y[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// A sum that begins with -0.0.
// CHECK:     func.func @negative(
// CHECK-NOT: func.call
// CHECK:     memref.store
func.func @negative(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant -0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %init) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    memref.store %0, %y[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// A window of each feature alone has no rows, and these are few neighbours.
// CHECK:     func.func @depthwise(
// CHECK-NOT: func.call
// CHECK:     memref.store
func.func @depthwise(%x: memref<?x?x4xf32>, %w: memref<3x1x4xf32>, %y: memref<?x?x4xf32>) {
  lmhlo.convolution ins(%x, %w : memref<?x?x4xf32>, memref<3x1x4xf32>) outs(%y : memref<?x?x4xf32>) {batch_group_count = 1 : i64, feature_group_count = 4 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}
  func.return
}

// -----

// A sum of sums.
// CHECK:     func.func @sums(
// CHECK-NOT: func.call
// CHECK:     memref.store
func.func @sums(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %init) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.addf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    memref.store %0, %y[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// An index that is not linear.
// CHECK:     func.func @quotient(
// CHECK-NOT: func.call
// CHECK:     memref.store
func.func @quotient(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %init) -> (f32) {
      %q = arith.divui %i, %l : index
      %1 = memref.load %x[%q, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    memref.store %0, %y[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// The last group would have fewer columns.
// CHECK:     func.func @uneven_groups(
// CHECK-NOT: func.call
// CHECK:     memref.store
func.func @uneven_groups(%x: memref<?x2x?xf32>, %w: memref<?x8xf32>, %y: memref<?x8xf32>, %n: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 5 : index
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

// A part whose elements are no neighbours in the whole.
// CHECK-LABEL: func.func @every_second_column(
// CHECK-NOT:   func.call
// CHECK:       memref.store
func.func @every_second_column(%x: memref<?x8xf32>, %w: memref<8x20xf32>, %y: memref<?x40xf32>, %n: index) {
  %0 = memref.subview %y[0, 0] [%n, 20] [1, 2] : memref<?x40xf32> to memref<?x20xf32, strided<[40, 2]>>
  lmhlo.dot_general ins(%x, %w : memref<?x8xf32>, memref<8x20xf32>) outs(%0 : memref<?x20xf32, strided<[40, 2]>>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}
