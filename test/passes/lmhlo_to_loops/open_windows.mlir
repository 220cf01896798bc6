// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// Running sums where the numbers say so, from the first or from the last element on; else a loop over
// the positions of each window.
// CHECK:      func.func @sums(%x: memref<?xf32>, %zero: memref<f32>, %w: memref<1xi64>, %s: memref<1xi64>, %g: memref<1xi64>, %d: memref<1xi64>, %p: memref<1x2xi64>, %y: memref<?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = arith.constant true
// CHECK-NEXT:   %1 = memref.load %zero[] : memref<f32>
// CHECK-NEXT:   %2 = arith.addf %1, %1 : f32
// CHECK-NEXT:   %3 = arith.bitcast %2 : f32 to i32
// CHECK-NEXT:   %4 = arith.bitcast %1 : f32 to i32
// CHECK-NEXT:   %5 = arith.cmpi eq, %3, %4 : i32
// CHECK-NEXT:   %6 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %7 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %8 = memref.load %w[%c0] : memref<1xi64>
// CHECK-NEXT:   %9 = arith.index_cast %8 : i64 to index
// CHECK-NEXT:   %10 = memref.load %s[%c0] : memref<1xi64>
// CHECK-NEXT:   %11 = arith.index_cast %10 : i64 to index
// CHECK-NEXT:   %12 = memref.load %g[%c0] : memref<1xi64>
// CHECK-NEXT:   %13 = arith.index_cast %12 : i64 to index
// CHECK-NEXT:   %14 = memref.load %d[%c0] : memref<1xi64>
// CHECK-NEXT:   %15 = arith.index_cast %14 : i64 to index
// CHECK-NEXT:   %16 = memref.load %p[%c0, %c0] : memref<1x2xi64>
// CHECK-NEXT:   %17 = arith.index_cast %16 : i64 to index
// CHECK-NEXT:   %18 = arith.subi %6, %c1 : index
// CHECK-NEXT:   %19 = arith.cmpi eq, %7, %6 : index
// CHECK-NEXT:   %20 = arith.cmpi eq, %9, %6 : index
// CHECK-NEXT:   %21 = arith.cmpi eq, %11, %c1 : index
// CHECK-NEXT:   %22 = arith.cmpi eq, %13, %c1 : index
// CHECK-NEXT:   %23 = arith.cmpi eq, %15, %c1 : index
// CHECK-NEXT:   %24 = arith.cmpi eq, %17, %18 : index
// CHECK-NEXT:   %25 = arith.andi %5, %19 : i1
// CHECK-NEXT:   %26 = arith.andi %25, %20 : i1
// CHECK-NEXT:   %27 = arith.andi %26, %21 : i1
// CHECK-NEXT:   %28 = arith.andi %27, %22 : i1
// CHECK-NEXT:   %29 = arith.andi %28, %23 : i1
// CHECK-NEXT:   %30 = arith.andi %29, %24 : i1
// CHECK-NEXT:   scf.if %30 {
// CHECK-NEXT:     %31 = scf.for %32 = %c0 to %6 step %c1 iter_args(%33 = %1) -> (f32) {
// CHECK-NEXT:       %34 = memref.load %x[%32] : memref<?xf32>
// CHECK-NEXT:       %35 = arith.addf %33, %34 : f32
// CHECK-NEXT:       memref.store %35, %y[%32] : memref<?xf32>
// CHECK-NEXT:       scf.yield %35 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %36 = arith.cmpi eq, %17, %c0 : index
// CHECK-NEXT:     %37 = arith.andi %29, %36 : i1
// CHECK-NEXT:     scf.if %37 {
// CHECK-NEXT:       %38 = scf.for %39 = %c0 to %6 step %c1 iter_args(%40 = %1) -> (f32) {
// CHECK-NEXT:         %41 = arith.subi %18, %39 : index
// CHECK-NEXT:         %42 = memref.load %x[%41] : memref<?xf32>
// CHECK-NEXT:         %43 = arith.addf %40, %42 : f32
// CHECK-NEXT:         memref.store %43, %y[%41] : memref<?xf32>
// CHECK-NEXT:         scf.yield %43 : f32
// CHECK-NEXT:       }
// CHECK-NEXT:     } else {
// CHECK-NEXT:       "scf.parallel"(%c0, %7, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:       ^bb0(%44: index):
// CHECK-NEXT:         %45 = scf.for %46 = %c0 to %9 step %c1 iter_args(%47 = %1) -> (f32) {
// CHECK-NEXT:           %48 = arith.muli %44, %11 : index
// CHECK-NEXT:           %49 = arith.subi %48, %17 : index
// CHECK-NEXT:           %50 = arith.muli %46, %15 : index
// CHECK-NEXT:           %51 = arith.addi %49, %50 : index
// CHECK-NEXT:           %52 = arith.maxsi %13, %c1 : index
// CHECK-NEXT:           %53 = arith.divsi %51, %52 : index
// CHECK-NEXT:           %54 = arith.remsi %51, %52 : index
// CHECK-NEXT:           %55 = arith.cmpi sle, %c0, %51 : index
// CHECK-NEXT:           %56 = arith.cmpi slt, %53, %6 : index
// CHECK-NEXT:           %57 = arith.cmpi eq, %54, %c0 : index
// CHECK-NEXT:           %58 = arith.andi %0, %55 : i1
// CHECK-NEXT:           %59 = arith.andi %58, %56 : i1
// CHECK-NEXT:           %60 = arith.andi %59, %57 : i1
// CHECK-NEXT:           %61 = scf.if %60 -> (f32) {
// CHECK-NEXT:             %62 = memref.load %x[%53] : memref<?xf32>
// CHECK-NEXT:             scf.yield %62 : f32
// CHECK-NEXT:           } else {
// CHECK-NEXT:             scf.yield %1 : f32
// CHECK-NEXT:           }
// CHECK-NEXT:           %63 = arith.addf %47, %61 : f32
// CHECK-NEXT:           scf.yield %63 : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         memref.store %45, %y[%44] : memref<?xf32>
// CHECK-NEXT:         scf.reduce
// CHECK-NEXT:       }) : (index, index, index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @sums(%x: memref<?xf32>, %zero: memref<f32>, %w: memref<1xi64>, %s: memref<1xi64>, %g: memref<1xi64>, %d: memref<1xi64>, %p: memref<1x2xi64>, %y: memref<?xf32>) {
  lmhlo.custom_call ins(%x, %zero, %w, %s, %g, %d, %p : memref<?xf32>, memref<f32>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1x2xi64>) outs(%y : memref<?xf32>) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@add]}
  func.return
}
func.func @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  func.return %0 : tensor<f32>
}

// -----

// A function that is not known to be associative combines from the first element on.
// CHECK:      func.func @differences(%x: memref<?xi32>, %zero: memref<i32>, %w: memref<1xi64>, %s: memref<1xi64>, %g: memref<1xi64>, %d: memref<1xi64>, %p: memref<1x2xi64>, %y: memref<?xi32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = arith.constant true
// CHECK-NEXT:   %1 = memref.load %zero[] : memref<i32>
// CHECK-NEXT:   %2 = arith.subi %1, %1 : i32
// CHECK-NEXT:   %3 = arith.cmpi eq, %2, %1 : i32
// CHECK-NEXT:   %4 = memref.dim %x, %c0 : memref<?xi32>
// CHECK-NEXT:   %5 = memref.dim %y, %c0 : memref<?xi32>
// CHECK-NEXT:   %6 = memref.load %w[%c0] : memref<1xi64>
// CHECK-NEXT:   %7 = arith.index_cast %6 : i64 to index
// CHECK-NEXT:   %8 = memref.load %s[%c0] : memref<1xi64>
// CHECK-NEXT:   %9 = arith.index_cast %8 : i64 to index
// CHECK-NEXT:   %10 = memref.load %g[%c0] : memref<1xi64>
// CHECK-NEXT:   %11 = arith.index_cast %10 : i64 to index
// CHECK-NEXT:   %12 = memref.load %d[%c0] : memref<1xi64>
// CHECK-NEXT:   %13 = arith.index_cast %12 : i64 to index
// CHECK-NEXT:   %14 = memref.load %p[%c0, %c0] : memref<1x2xi64>
// CHECK-NEXT:   %15 = arith.index_cast %14 : i64 to index
// CHECK-NEXT:   %16 = arith.subi %4, %c1 : index
// CHECK-NEXT:   %17 = arith.cmpi eq, %5, %4 : index
// CHECK-NEXT:   %18 = arith.cmpi eq, %7, %4 : index
// CHECK-NEXT:   %19 = arith.cmpi eq, %9, %c1 : index
// CHECK-NEXT:   %20 = arith.cmpi eq, %11, %c1 : index
// CHECK-NEXT:   %21 = arith.cmpi eq, %13, %c1 : index
// CHECK-NEXT:   %22 = arith.cmpi eq, %15, %16 : index
// CHECK-NEXT:   %23 = arith.andi %3, %17 : i1
// CHECK-NEXT:   %24 = arith.andi %23, %18 : i1
// CHECK-NEXT:   %25 = arith.andi %24, %19 : i1
// CHECK-NEXT:   %26 = arith.andi %25, %20 : i1
// CHECK-NEXT:   %27 = arith.andi %26, %21 : i1
// CHECK-NEXT:   %28 = arith.andi %27, %22 : i1
// CHECK-NEXT:   scf.if %28 {
// CHECK-NEXT:     %29 = scf.for %30 = %c0 to %4 step %c1 iter_args(%31 = %1) -> (i32) {
// CHECK-NEXT:       %32 = memref.load %x[%30] : memref<?xi32>
// CHECK-NEXT:       %33 = arith.subi %31, %32 : i32
// CHECK-NEXT:       memref.store %33, %y[%30] : memref<?xi32>
// CHECK-NEXT:       scf.yield %33 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     "scf.parallel"(%c0, %5, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:     ^bb0(%34: index):
// CHECK-NEXT:       %35 = scf.for %36 = %c0 to %7 step %c1 iter_args(%37 = %1) -> (i32) {
// CHECK-NEXT:         %38 = arith.muli %34, %9 : index
// CHECK-NEXT:         %39 = arith.subi %38, %15 : index
// CHECK-NEXT:         %40 = arith.muli %36, %13 : index
// CHECK-NEXT:         %41 = arith.addi %39, %40 : index
// CHECK-NEXT:         %42 = arith.maxsi %11, %c1 : index
// CHECK-NEXT:         %43 = arith.divsi %41, %42 : index
// CHECK-NEXT:         %44 = arith.remsi %41, %42 : index
// CHECK-NEXT:         %45 = arith.cmpi sle, %c0, %41 : index
// CHECK-NEXT:         %46 = arith.cmpi slt, %43, %4 : index
// CHECK-NEXT:         %47 = arith.cmpi eq, %44, %c0 : index
// CHECK-NEXT:         %48 = arith.andi %0, %45 : i1
// CHECK-NEXT:         %49 = arith.andi %48, %46 : i1
// CHECK-NEXT:         %50 = arith.andi %49, %47 : i1
// CHECK-NEXT:         %51 = scf.if %50 -> (i32) {
// CHECK-NEXT:           %52 = memref.load %x[%43] : memref<?xi32>
// CHECK-NEXT:           scf.yield %52 : i32
// CHECK-NEXT:         } else {
// CHECK-NEXT:           scf.yield %1 : i32
// CHECK-NEXT:         }
// CHECK-NEXT:         %53 = arith.subi %37, %51 : i32
// CHECK-NEXT:         scf.yield %53 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       memref.store %35, %y[%34] : memref<?xi32>
// CHECK-NEXT:       scf.reduce
// CHECK-NEXT:     }) : (index, index, index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @differences(%x: memref<?xi32>, %zero: memref<i32>, %w: memref<1xi64>, %s: memref<1xi64>, %g: memref<1xi64>, %d: memref<1xi64>, %p: memref<1x2xi64>, %y: memref<?xi32>) {
  lmhlo.custom_call ins(%x, %zero, %w, %s, %g, %d, %p : memref<?xi32>, memref<i32>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1x2xi64>) outs(%y : memref<?xi32>) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@subtract]}
  func.return
}
func.func @subtract(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.subtract %a, %b : tensor<i32>
  func.return %0 : tensor<i32>
}

// -----

// Half floats are added in f32, and each result is rounded once.
// CHECK-LABEL: func.func @narrow
// CHECK:           %32 = scf.for %33 = %c0 to %7 step %c1 iter_args(%34 = %2) -> (f32) {
// CHECK-NEXT:        %35 = memref.load %x[%33] : memref<?xf16>
// CHECK-NEXT:        %36 = arith.extf %35 : f16 to f32
// CHECK-NEXT:        %37 = arith.addf %34, %36 : f32
// CHECK-NEXT:        %38 = arith.truncf %37 : f32 to f16
// CHECK-NEXT:        memref.store %38, %y[%33] : memref<?xf16>
// CHECK-NEXT:        scf.yield %37 : f32
func.func @narrow(%x: memref<?xf16>, %zero: memref<f16>, %w: memref<1xi64>, %s: memref<1xi64>, %g: memref<1xi64>, %d: memref<1xi64>, %p: memref<1x2xi64>, %y: memref<?xf16>) {
  lmhlo.custom_call ins(%x, %zero, %w, %s, %g, %d, %p : memref<?xf16>, memref<f16>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1x2xi64>) outs(%y : memref<?xf16>) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@add]}
  func.return
}
func.func @add(%a: tensor<f16>, %b: tensor<f16>) -> tensor<f16> {
  %0 = stablehlo.add %a, %b : tensor<f16>
  func.return %0 : tensor<f16>
}

// -----

// Half floats are rounded after each step of a function that does more.
// CHECK:      func.func @steps(%x: memref<?xf16>, %zero: memref<f16>, %w: memref<1xi64>, %s: memref<1xi64>, %g: memref<1xi64>, %d: memref<1xi64>, %p: memref<1x2xi64>, %y: memref<?xf16>) {
// CHECK-NEXT:   lmhlo.custom_call ins(%x, %zero, %w, %s, %g, %d, %p : memref<?xf16>, memref<f16>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1x2xi64>) outs(%y : memref<?xf16>) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@more]}
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @steps(%x: memref<?xf16>, %zero: memref<f16>, %w: memref<1xi64>, %s: memref<1xi64>, %g: memref<1xi64>, %d: memref<1xi64>, %p: memref<1x2xi64>, %y: memref<?xf16>) {
  lmhlo.custom_call ins(%x, %zero, %w, %s, %g, %d, %p : memref<?xf16>, memref<f16>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1x2xi64>) outs(%y : memref<?xf16>) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@more]}
  func.return
}
func.func @more(%a: tensor<f16>, %b: tensor<f16>) -> tensor<f16> {
  %0 = stablehlo.add %a, %b : tensor<f16>
  %1 = stablehlo.abs %0 : tensor<f16>
  func.return %1 : tensor<f16>
}

// -----

// A result in the place of the operand would change what later windows read.
// CHECK:      func.func @in_place(%x: memref<?xf32>, %zero: memref<f32>, %w: memref<1xi64>, %s: memref<1xi64>, %g: memref<1xi64>, %d: memref<1xi64>, %p: memref<1x2xi64>) {
// CHECK-NEXT:   lmhlo.custom_call ins(%x, %zero, %w, %s, %g, %d, %p : memref<?xf32>, memref<f32>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1x2xi64>) outs(%x : memref<?xf32>) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@add]}
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @in_place(%x: memref<?xf32>, %zero: memref<f32>, %w: memref<1xi64>, %s: memref<1xi64>, %g: memref<1xi64>, %d: memref<1xi64>, %p: memref<1x2xi64>) {
  lmhlo.custom_call ins(%x, %zero, %w, %s, %g, %d, %p : memref<?xf32>, memref<f32>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1xi64>, memref<1x2xi64>) outs(%x : memref<?xf32>) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@add]}
  func.return
}
func.func @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  func.return %0 : tensor<f32>
}
