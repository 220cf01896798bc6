// RUN: disc-opt %s --split-input-file -p 'lmhlo-to-loops,convert-contractions' | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'lmhlo-to-loops,convert-contractions{epilogues=false}' | filecheck %s --check-prefix=NESTS

// What is computed of a sum is a function of tiles, which the product calls.
// CHECK-LABEL: func.func @epilogue(
// CHECK:         func.call @matrix_product_f32_0(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %y)
// CHECK-NEXT:    func.return
// CHECK:       func.func private @matrix_product_f32_0(%0: {{.*}}, %3: i1, %4: index, %5: index, %6: memref<?x20xf32>)
// CHECK-SAME:    disc_shape.product, disc_shape.kernel = "tiles", disc_shape.epilogue = "epilogue_0"
// CHECK:         %13 = memref.alloca() : memref<1x1xf32>
// CHECK:         memref.store %24, %13[%7, %7] : memref<1x1xf32>
// CHECK-NEXT:    func.call @epilogue_0(%14, %15, %16, %4, %5, %6)
// CHECK:       func.func private @epilogue_0(%0: memref<?x?xf32, strided<[?, 1]>> {llvm.noalias}, %1: index, %2: index, %3: index, %4: index, %5: memref<?x20xf32> {llvm.noalias}) attributes {disc_shape.kernel = "epilogue"} {
// CHECK:         scf.for %10 = %6 to %8 step %7 {
// CHECK-NEXT:      scf.for %11 = %6 to %9 step %7 {
// CHECK-NEXT:        %12 = arith.addi %1, %10 : index
// CHECK-NEXT:        %13 = arith.addi %2, %11 : index
// CHECK-NEXT:        %14 = arith.addi %3, %12 : index
// CHECK-NEXT:        %15 = arith.addi %4, %13 : index
// CHECK-NEXT:        %16 = memref.load %0[%10, %11] : memref<?x?xf32, strided<[?, 1]>>
// CHECK-NEXT:        %17 = arith.negf %16 : f32
// CHECK-NEXT:        memref.store %17, %5[%14, %15] : memref<?x20xf32>
//
// By the option, it is a nest afterwards, in place.
// NESTS-LABEL: func.func @epilogue(
// NESTS:         func.call @matrix_product_f32(
// NESTS-NEXT:    "scf.parallel"
// NESTS:         %[[SUM:.*]] = memref.load %y
// NESTS-NEXT:    %[[VALUE:.*]] = arith.negf %[[SUM]] : f32
// NESTS-NEXT:    memref.store %[[VALUE]], %y
// NESTS-NOT:   @epilogue_0
func.func @epilogue(%x: memref<?x4xf32>, %w: memref<4x20xf32>, %y: memref<?x20xf32>) {
  lmhlo.fusion ins(%x, %w : memref<?x4xf32>, memref<4x20xf32>) outs(%y : memref<?x20xf32>) {fusion_kind = #mhlo<fusion_kind kOutput>} ({
  ^bb0(%a: tensor<?x4xf32, [@n, @c4]>, %b: tensor<4x20xf32>):
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x4xf32, [@n, @c4]>, tensor<4x20xf32>) -> tensor<?x20xf32, [@n, @c20]>
    %1 = stablehlo.negate %0 : tensor<?x20xf32, [@n, @c20]>
    mhlo.return %1 : tensor<?x20xf32, [@n, @c20]>
  })
  func.return
}
func.func @shape_constraint_graph() {
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @c4 {value = 4}
disc_shape.SymbolDim @c20 {value = 20}

// -----

// Few columns: where a tile has all of them, the loop over them is one of known length.
// CHECK-LABEL: func.func @few(
// CHECK:       func.func private @epilogue_0(
// CHECK:         %[[ALL:.*]] = arith.cmpi eq, %{{.*}}, %[[COUNT:.*]] : index
// CHECK-NEXT:    scf.if %[[ALL]] {
// CHECK:           scf.for %{{.*}} = %{{.*}} to %[[COUNT]] step
// CHECK:             arith.negf
// CHECK:         } else {
// CHECK:             arith.negf
func.func @few(%x: memref<?x4xf32>, %w: memref<4x2xf32>, %y: memref<?x2xf32>) {
  lmhlo.fusion ins(%x, %w : memref<?x4xf32>, memref<4x2xf32>) outs(%y : memref<?x2xf32>) {fusion_kind = #mhlo<fusion_kind kOutput>} ({
  ^bb0(%a: tensor<?x4xf32, [@n, @c4]>, %b: tensor<4x2xf32>):
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x4xf32, [@n, @c4]>, tensor<4x2xf32>) -> tensor<?x2xf32, [@n, @c2]>
    %1 = stablehlo.negate %0 : tensor<?x2xf32, [@n, @c2]>
    mhlo.return %1 : tensor<?x2xf32, [@n, @c2]>
  })
  func.return
}
func.func @shape_constraint_graph() {
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @c4 {value = 4}
disc_shape.SymbolDim @c2 {value = 2}

// -----

// Equal epilogues are one function; another one is a product of its own.
// CHECK-LABEL: func.func @equal(
// CHECK:         func.call @matrix_product_f32_0(
// CHECK:       func.func @again(
// CHECK:         func.call @matrix_product_f32_0(
// CHECK:       func.func @other(
// CHECK:         func.call @matrix_product_f32_1(
// CHECK:       func.func private @matrix_product_f32_0(
// CHECK:       func.func private @epilogue_0(
// CHECK:       func.func private @matrix_product_f32_1(
// CHECK:       func.func private @epilogue_1(
// CHECK-NOT:   @epilogue_2
func.func @equal(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    %5 = arith.negf %0 : f32
    memref.store %5, %y[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}
func.func @again(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    %5 = arith.negf %0 : f32
    memref.store %5, %y[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}
func.func @other(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    %5 = arith.mulf %0, %0 : f32
    memref.store %5, %y[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// Sums of another type than the result have memory of their own.
// CHECK-LABEL: func.func @converted(
// CHECK:         %[[SUMS:.*]] = memref.alloc(%n, %m) : memref<?x?xf32>
// CHECK:         memref.reinterpret_cast %[[SUMS]] to
// CHECK:         func.call @matrix_product_f32_0({{.*}}, %y)
// CHECK-NEXT:    memref.dealloc %[[SUMS]]
// CHECK:       func.func private @epilogue_0(
// CHECK:         arith.truncf
func.func @converted(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf16>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    %5 = arith.truncf %0 : f32 to f16
    memref.store %5, %y[%i, %j] : memref<?x?xf16>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// A residual that lies where the result is written: sums have memory of their own, and the two
// arguments of the epilogue may be one buffer.
// CHECK-LABEL: func.func @residual(
// CHECK:         %[[SUMS:.*]] = memref.alloc(%n, %m) : memref<?x?xf32>
// CHECK:         func.call @matrix_product_f32_0({{.*}}, %y)
// CHECK-NEXT:    memref.dealloc %[[SUMS]]
// CHECK:       func.func private @epilogue_0({{.*}}, %5: memref<?x?xf32> {llvm.noalias})
func.func @residual(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    %5 = memref.load %y[%i, %j] : memref<?x?xf32>
    %6 = arith.addf %5, %0 : f32
    memref.store %6, %y[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// The result shares memory with an operand, which later tiles read.
// CHECK-LABEL: func.func @operand(
// CHECK:         func.call @matrix_product_f32(
// CHECK-NEXT:    "scf.parallel"
// CHECK:         arith.negf
// CHECK-NOT:   @epilogue_0
func.func @operand(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    %5 = arith.negf %0 : f32
    memref.store %5, %x[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// An element type without a form as machine code.
// CHECK-LABEL: func.func @narrow(
// CHECK:         func.call @matrix_product_f32(
// CHECK-NEXT:    "scf.parallel"
// CHECK:         arith.truncf
// CHECK-NOT:   @epilogue_0
func.func @narrow(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf8E8M0FNU>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %m, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    %5 = arith.truncf %0 : f32 to f8E8M0FNU
    memref.store %5, %y[%i, %j] : memref<?x?xf8E8M0FNU>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// Bounds of a window are no part of the epilogue. The sum ends with an empty product, after those of
// taps, which finishes it; batches are loops around both.
// CHECK-LABEL: func.func @window(
// CHECK:         "scf.parallel"(
// CHECK-NEXT:    ^bb0(%[[I:.*]]: index):
// CHECK:           func.call @matrix_product_f32(
// CHECK:           scf.for
// CHECK:             func.call @matrix_product_f32(
// CHECK:           memref.reinterpret_cast %x to offset: [%{{.*}}], sizes: [%{{.*}}, %[[ZERO:.*]]], strides
// CHECK:           func.call @matrix_product_f32_0({{.*}}, %{{.*}}, %[[I]], %[[ZERO]], %[[ZERO]], %y)
// CHECK:       func.func private @epilogue_0(
// CHECK-NOT:     arith.minsi
// CHECK:         arith.negf
// CHECK:         memref.store
func.func @window(%x: memref<?x?x3xf32>, %w: memref<3x3x5xf32>, %y: memref<?x?x5xf32>) {
  lmhlo.fusion ins(%x, %w : memref<?x?x3xf32>, memref<3x3x5xf32>) outs(%y : memref<?x?x5xf32>) {fusion_kind = #mhlo<fusion_kind kOutput>} ({
  ^bb0(%u: tensor<?x?x3xf32, [@n, @m, @c3]>, %v: tensor<3x3x5xf32>):
    %0 = stablehlo.convolution(%u, %v) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x3xf32, [@n, @m, @c3]>, tensor<3x3x5xf32>) -> tensor<?x?x5xf32, [@n, @m, @c5]>
    %1 = stablehlo.negate %0 : tensor<?x?x5xf32, [@n, @m, @c5]>
    mhlo.return %1 : tensor<?x?x5xf32, [@n, @m, @c5]>
  })
  func.return
}
func.func @shape_constraint_graph() {
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @c3 {value = 3}
disc_shape.SymbolDim @c5 {value = 5}

// -----

// The number of a row is the operand of a conversion: no rows are in groups.
// CHECK-LABEL: func.func @numbered(
// CHECK:         func.call @matrix_product_f32_0(
// CHECK:       func.func private @epilogue_0(
// CHECK:         arith.index_cast
// NESTS-LABEL: func.func @numbered(
// NESTS:         func.call @matrix_product_f32(
// NESTS:         arith.index_cast
func.func @numbered(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  "scf.parallel"(%c0, %c0, %n, %n, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %number = arith.index_cast %i : index to i32
    %row = arith.sitofp %number : i32 to f32
    %0 = scf.for %k = %c0 to %m step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %x[%j, %k] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    %5 = arith.addf %0, %row : f32
    memref.store %5, %y[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}
