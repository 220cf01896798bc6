// RUN: disc-opt %s --split-input-file -p 'lmhlo-to-loops,widen-contractions' | filecheck %s

// Sizes that are not known are compared when the program runs; the operands are converted in strips.
// CHECK-LABEL: func.func @open(
// CHECK-DAG:     %[[M:.*]] = memref.dim %x, %{{.*}} : memref<?x8xbf16>
// CHECK-DAG:     %[[N:.*]] = memref.dim %w, %{{.*}} : memref<8x?xbf16>
// CHECK:         scf.if
// CHECK-DAG:       %[[X:.*]] = memref.alloc(%{{.*}}) : memref<?x8xf32>
// CHECK-DAG:       %[[W:.*]] = memref.alloc(%{{.*}}) : memref<8x?xf32>
// CHECK:           scf.for %[[I:[0-9]+]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT:        %[[ROW:.*]] = arith.muli %[[I]], %{{.*}} : index
// CHECK:             memref.reinterpret_cast %x to offset
// CHECK:             memref.reinterpret_cast %[[X]] to offset
// CHECK:             func.call @convert_bf16_to_f32(
// CHECK:             scf.for %[[J:[0-9]+]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT:          %[[COLUMN:.*]] = arith.muli %[[J]], %{{.*}} : index
// CHECK:               memref.reinterpret_cast %w to offset
// CHECK:               memref.reinterpret_cast %[[W]] to offset
// CHECK:               func.call @convert_bf16_to_f32(
// CHECK:               ^bb0(%[[A:.*]]: index, %[[B:.*]]: index):
// CHECK-DAG:             %[[R:.*]] = arith.addi %[[A]], %[[ROW]] : index
// CHECK-DAG:             %[[C:.*]] = arith.addi %[[B]], %[[COLUMN]] : index
// CHECK:                 scf.for %[[K:[0-9]+]] =
// CHECK-NEXT:              memref.load %[[X]][%[[A]], %[[K]]] : memref<?x8xf32>
// CHECK-NEXT:              memref.load %[[W]][%[[K]], %[[B]]] : memref<8x?xf32>
// CHECK-NEXT:              arith.mulf
// CHECK-NEXT:              arith.addf
// CHECK:                 arith.truncf %{{.*}} : f32 to bf16
// CHECK-NEXT:            memref.store %{{.*}}, %y[%[[R]], %[[C]]] : memref<?x?xbf16>
// CHECK:           memref.dealloc %[[X]]
// CHECK-NEXT:      memref.dealloc %[[W]]
// CHECK:         } else {
// CHECK:           memref.load %x[
// CHECK:           arith.extf
// CHECK:           memref.store %{{.*}}, %y[
// CHECK:       func.func private @convert_bf16_to_f32(%[[G:.*]]: memref<?x?xbf16, strided<[?, 1], offset: ?>> {llvm.noalias}, %[[H:.*]]: memref<?x?xf32, strided<[?, 1], offset: ?>> {llvm.noalias})
// CHECK:         memref.load %[[G]][
// CHECK-NEXT:    arith.extf %{{.*}} : bf16 to f32
// CHECK-NEXT:    memref.store %{{.*}}, %[[H]][
func.func @open(%x: memref<?x8xbf16>, %w: memref<8x?xbf16>, %y: memref<?x?xbf16>) {
  lmhlo.dot_general ins(%x, %w : memref<?x8xbf16>, memref<8x?xbf16>) outs(%y : memref<?x?xbf16>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// Known sizes need no branch, and operands of few rows or columns no strips.
// CHECK-LABEL: func.func @known(
// CHECK-NOT:     scf.if
// CHECK:         %[[X:.*]] = memref.alloc() : memref<32x8xf32>
// CHECK-NEXT:    %[[W:.*]] = memref.alloc() : memref<8x16xf32>
// CHECK:         memref.reinterpret_cast %x to offset: [%{{.*}}], sizes: [%[[ONE:.*]], %[[ALL:.*]]], strides: [%[[ALL]], 1]
// CHECK:         func.call @convert_f16_to_f32(
// CHECK:         func.call @convert_f16_to_f32(
// CHECK-NOT:     scf.if
// CHECK:         memref.load %[[X]][
// CHECK-NEXT:    memref.load %[[W]][
// CHECK-NOT:     arith.extf
// CHECK:         memref.dealloc %[[X]]
// CHECK-NEXT:    memref.dealloc %[[W]]
func.func @known(%x: memref<32x8xf16>, %w: memref<8x16xf16>, %y: memref<32x16xf32>) {
  lmhlo.dot_general ins(%x, %w : memref<32x8xf16>, memref<8x16xf16>) outs(%y : memref<32x16xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// 1024 products of two signed bytes are whole numbers of f32.
// CHECK-LABEL: func.func @bytes(
// CHECK:         %[[SUM:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32) {
// CHECK:         %[[WHOLE:.*]] = arith.fptosi %[[SUM]] : f32 to i64
// CHECK-NEXT:    %[[ITEM:.*]] = arith.trunci %[[WHOLE]] : i64 to i32
// CHECK-NEXT:    memref.store %[[ITEM]], %y[
// CHECK:       func.func private @convert_i8_to_f32(
// CHECK:         arith.sitofp %{{.*}} : i8 to f32
func.func @bytes(%x: memref<32x1024xi8>, %w: memref<1024x16xi8>, %y: memref<32x16xi32>) {
  lmhlo.dot_general ins(%x, %w : memref<32x1024xi8>, memref<1024x16xi8>) outs(%y : memref<32x16xi32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// 1025 are not all.
// CHECK-LABEL: func.func @more_bytes(
// CHECK:         arith.fptosi %{{.*}} : f64 to i64
// CHECK:         arith.sitofp %{{.*}} : i8 to f64
func.func @more_bytes(%x: memref<32x1025xi8>, %w: memref<1025x16xi8>, %y: memref<32x16xi32>) {
  lmhlo.dot_general ins(%x, %w : memref<32x1025xi8>, memref<1025x16xi8>) outs(%y : memref<32x16xi32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// Nor are 512 products of unsigned bytes; the sum is what is stored.
// CHECK-LABEL: func.func @unsigned(
// CHECK:         %[[WHOLE:.*]] = arith.fptosi %{{.*}} : f64 to i64
// CHECK-NEXT:    memref.store %[[WHOLE]], %y[
// CHECK:         %[[READ:.*]] = memref.load %{{.*}} : memref<?x?xui8
// CHECK-NEXT:    %[[BYTE:.*]] = builtin.unrealized_conversion_cast %[[READ]] : ui8 to i8
// CHECK-NEXT:    arith.uitofp %[[BYTE]] : i8 to f64
func.func @unsigned(%x: memref<32x512xui8>, %w: memref<512x16xui8>, %y: memref<32x16xi64>) {
  lmhlo.dot_general ins(%x, %w : memref<32x512xui8>, memref<512x16xui8>) outs(%y : memref<32x16xi64>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// One function converts to each type, whose name no other has.
// CHECK-LABEL: func.func @two(
// CHECK-COUNT-4: func.call @convert_f16_to_f32_(
// CHECK:       func.func @convert_f16_to_f32(
// CHECK:       func.func private @convert_f16_to_f32_(
// CHECK-NOT:   func.func
func.func @two(%x: memref<32x8xf16>, %w: memref<8x16xf16>, %y: memref<32x16xf32>, %z: memref<32x16xf16>) {
  lmhlo.dot_general ins(%x, %w : memref<32x8xf16>, memref<8x16xf16>) outs(%y : memref<32x16xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  lmhlo.dot_general ins(%x, %w : memref<32x8xf16>, memref<8x16xf16>) outs(%z : memref<32x16xf16>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}
func.func @convert_f16_to_f32() {
  func.return
}

// -----

// Of a buffer only the rows that are counted are converted: here 2500 in two strips.
// CHECK-LABEL: func.func @first_rows(
// CHECK-DAG:     %[[ALL:.*]] = arith.constant 2500 : index
// CHECK:         %[[X:.*]] = memref.alloc() : memref<2048x8xf32>
// CHECK:         scf.for %[[I:[0-9]+]] =
// CHECK-NEXT:      %[[FIRST:.*]] = arith.muli %[[I]], %{{.*}} : index
// CHECK-NEXT:      %[[REST:.*]] = arith.subi %[[ALL]], %[[FIRST]] : index
// CHECK-NEXT:      %[[SIZE:.*]] = arith.minsi %{{.*}}, %[[REST]] : index
// CHECK:           "scf.parallel"(%{{.*}}, %{{.*}}, %[[SIZE]], %
func.func @first_rows(%x: memref<3000x8xbf16>, %w: memref<8x16xbf16>, %y: memref<2500x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c2500 = arith.constant 2500 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %c2500, %c16, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<3000x8xbf16>
      %2 = memref.load %w[%k, %j] : memref<8x16xbf16>
      %3 = arith.extf %1 : bf16 to f32
      %4 = arith.extf %2 : bf16 to f32
      %5 = arith.mulf %3, %4 : f32
      %6 = arith.addf %s, %5 : f32
      scf.yield %6 : f32
    }
    memref.store %0, %y[%i, %j] : memref<2500x16xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// Rows under a condition are converted as a whole: those that are counted need not be there.
// CHECK-LABEL: func.func @condition(
// CHECK:         memref.alloc() : memref<2400x8xf32>
// CHECK-NOT:     arith.ceildivsi
// CHECK:         "scf.parallel"
func.func @condition(%x: memref<2400x8xbf16>, %w: memref<8x16xbf16>, %y: memref<2500x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c2400 = arith.constant 2400 : index
  %c2500 = arith.constant 2500 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %c2500, %c16, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (f32) {
      %lies = arith.cmpi slt, %i, %c2400 : index
      %7 = scf.if %lies -> (f32) {
        %1 = memref.load %x[%i, %k] : memref<2400x8xbf16>
        %2 = memref.load %w[%k, %j] : memref<8x16xbf16>
        %3 = arith.extf %1 : bf16 to f32
        %4 = arith.extf %2 : bf16 to f32
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %s, %5 : f32
        scf.yield %6 : f32
      } else {
        scf.yield %s : f32
      }
      scf.yield %7 : f32
    }
    memref.store %0, %y[%i, %j] : memref<2500x16xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// Floats of a byte are converted to f32, also two types of them.
// CHECK-LABEL: func.func @small_floats(
// CHECK:         memref.alloc() : memref<32x8xf32>
// CHECK:         memref.alloc() : memref<8x16xf32>
// CHECK:       func.func private @convert_f8E4M3FN_to_f32(
// CHECK:         arith.extf %{{.*}} : f8E4M3FN to f32
// CHECK:       func.func private @convert_f8E5M2_to_f32(
// CHECK:         arith.extf %{{.*}} : f8E5M2 to f32
func.func @small_floats(%x: memref<32x8xf8E4M3FN>, %w: memref<8x16xf8E5M2>, %y: memref<32x16xf32>) {
  lmhlo.dot_general ins(%x, %w : memref<32x8xf8E4M3FN>, memref<8x16xf8E5M2>) outs(%y : memref<32x16xf32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}

// -----

// Integers of four bits are converted to f32, which holds each sum of their products.
// CHECK-LABEL: func.func @four_bits(
// CHECK:         arith.fptosi %{{.*}} : f32 to i64
// CHECK:       func.func private @convert_i4_to_f32(
// CHECK:         arith.sitofp %{{.*}} : i4 to f32
// CHECK:       func.func private @convert_ui4_to_f32(
// CHECK:         arith.uitofp %{{.*}} : i4 to f32
func.func @four_bits(%x: memref<32x4096xi4>, %w: memref<4096x16xui4>, %y: memref<32x16xi32>) {
  lmhlo.dot_general ins(%x, %w : memref<32x4096xi4>, memref<4096x16xui4>) outs(%y : memref<32x16xi32>) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
  func.return
}
