// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// Each pair of elements selects the greater one, or the first one of equal ones, which gets its source.
// CHECK:      func.func @pairs(%x: memref<?xf32> {disc_shape.dims = [@n]}, %s: memref<?xf32>, %i: memref<f32>, %y: memref<?xf32> {disc_shape.dims = [@n]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %1 = arith.constant false
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %2 = arith.constant true
// CHECK-NEXT: %3 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %4 = memref.load %i[] : memref<f32>
// CHECK-NEXT: scf.for %5 = %c0 to %3 step %c1 {
// CHECK-NEXT: memref.store %4, %y[%5] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %6 = memref.dim %s, %c0 : memref<?xf32>
// CHECK-NEXT: scf.for %7 = %c0 to %6 step %c1 {
// CHECK-NEXT: %8 = arith.muli %7, %c2 : index
// CHECK-NEXT: %9 = arith.subi %3, %8 : index
// CHECK-NEXT: %10 = arith.minsi %9, %c2 : index
// CHECK-NEXT: %11, %12, %13 = scf.for %14 = %c0 to %10 step %c1 iter_args(%15 = %1, %16 = %0, %17 = %c0) -> (i1, f32, index) {
// CHECK-NEXT: %18 = arith.addi %8, %14 : index
// CHECK-NEXT: %19 = memref.load %x[%18] : memref<?xf32>
// CHECK-NEXT: %20 = arith.cmpf oge, %16, %19 : f32
// CHECK-NEXT: %21 = arith.andi %15, %20 : i1
// CHECK-NEXT: %22 = arith.select %21, %16, %19 : f32
// CHECK-NEXT: %23 = arith.select %21, %17, %18 : index
// CHECK-NEXT: scf.yield %2, %22, %23 : i1, f32, index
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %11 {
// CHECK-NEXT: %24 = memref.load %y[%13] : memref<?xf32>
// CHECK-NEXT: %25 = memref.load %s[%7] : memref<?xf32>
// CHECK-NEXT: %26 = arith.addf %24, %25 : f32
// CHECK-NEXT: memref.store %26, %y[%13] : memref<?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @pairs(%x: memref<?xf32> {disc_shape.dims = [@n]}, %s: memref<?xf32>, %i: memref<f32>, %y: memref<?xf32> {disc_shape.dims = [@n]}) {
  lmhlo.select_and_scatter ins(%x, %s, %i : memref<?xf32>, memref<?xf32>, memref<f32>) outs(%y : memref<?xf32>) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  })
  return
}
func.func @shape_constraint_graph() {
  return
}
disc_shape.SymbolDim @n {symbolic_shape_graph = @shape_constraint_graph}

// -----

// Rows have no windows. Nothing in the padding is selected: the loop begins and ends within the column.
// CHECK:      func.func @columns(%x: memref<4x7xi32>, %s: memref<4x9xi32>, %i: memref<i32>, %y: memref<4x7xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %1 = arith.constant false
// CHECK-NEXT: %2 = arith.constant -2 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %3 = arith.constant true
// CHECK-NEXT: %c9 = arith.constant 9 : index
// CHECK-NEXT: %4 = memref.load %i[] : memref<i32>
// CHECK-NEXT: scf.for %5 = %c0 to %c4 step %c1 {
// CHECK-NEXT: scf.for %6 = %c0 to %c7 step %c1 {
// CHECK-NEXT: memref.store %4, %y[%5, %6] : memref<4x7xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %7 = %c0 to %c4 step %c1 {
// CHECK-NEXT: scf.for %8 = %c0 to %c9 step %c1 {
// CHECK-NEXT: %9 = arith.addi %8, %2 : index
// CHECK-NEXT: %10 = arith.subi %c0, %9 : index
// CHECK-NEXT: %11 = arith.maxsi %10, %c0 : index
// CHECK-NEXT: %12 = arith.subi %c7, %9 : index
// CHECK-NEXT: %13 = arith.minsi %12, %c3 : index
// CHECK-NEXT: %14, %15, %16 = scf.for %17 = %11 to %13 step %c1 iter_args(%18 = %1, %19 = %0, %20 = %c0) -> (i1, i32, index) {
// CHECK-NEXT: %21 = arith.addi %9, %17 : index
// CHECK-NEXT: %22 = memref.load %x[%7, %21] : memref<4x7xi32>
// CHECK-NEXT: %23 = arith.cmpi slt, %19, %22 : i32
// CHECK-NEXT: %24 = arith.andi %18, %23 : i1
// CHECK-NEXT: %25 = arith.select %24, %19, %22 : i32
// CHECK-NEXT: %26 = arith.select %24, %20, %21 : index
// CHECK-NEXT: scf.yield %3, %25, %26 : i1, i32, index
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %14 {
// CHECK-NEXT: %27 = memref.load %y[%7, %16] : memref<4x7xi32>
// CHECK-NEXT: %28 = memref.load %s[%7, %8] : memref<4x9xi32>
// CHECK-NEXT: %29 = arith.maxsi %27, %28 : i32
// CHECK-NEXT: memref.store %29, %y[%7, %16] : memref<4x7xi32>
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @columns(%x: memref<4x7xi32>, %s: memref<4x9xi32>, %i: memref<i32>, %y: memref<4x7xi32>) {
  lmhlo.select_and_scatter ins(%x, %s, %i : memref<4x7xi32>, memref<4x9xi32>, memref<i32>) outs(%y : memref<4x7xi32>) {window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [2, 2]]> : tensor<2x2xi64>} ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  })
  return
}

// -----

// Not over its own operand, which later windows read.
// CHECK:      func.func @in_place(%x: memref<6xf32>, %s: memref<3xf32>, %i: memref<f32>) {
// CHECK-NEXT: lmhlo.select_and_scatter ins(%x, %s, %i : memref<6xf32>, memref<3xf32>, memref<f32>) outs(%x : memref<6xf32>) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} ({
// CHECK-NEXT: ^bb0(%a: tensor<f32>, %b: tensor<f32>):
// CHECK-NEXT: %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT: stablehlo.return %0 : tensor<i1>
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%a_1: tensor<f32>, %b_1: tensor<f32>):
// CHECK-NEXT: %1 = stablehlo.add %a_1, %b_1 : tensor<f32>
// CHECK-NEXT: stablehlo.return %1 : tensor<f32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @in_place(%x: memref<6xf32>, %s: memref<3xf32>, %i: memref<f32>) {
  lmhlo.select_and_scatter ins(%x, %s, %i : memref<6xf32>, memref<3xf32>, memref<f32>) outs(%x : memref<6xf32>) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  })
  return
}
