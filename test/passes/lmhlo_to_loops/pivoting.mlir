// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// The greatest element below the diagonal is found, NaN first; then rows are exchanged.
// CHECK:      func.func @square(%a: memref<3x3xf32>, %lu: memref<3x3xf32>, %pivots: memref<3xi32>, %info: memref<i32>) {
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %2 = arith.constant 1 : i32
// CHECK-NEXT: %3 = arith.constant true
// CHECK-NEXT: "memref.copy"(%a, %lu) : (memref<3x3xf32>, memref<3x3xf32>) -> ()
// CHECK-NEXT: scf.for %4 = %c0 to %c1 step %c1 {
// CHECK-NEXT: memref.store %0, %info[] : memref<i32>
// CHECK-NEXT: scf.for %5 = %c0 to %c3 step %c1 {
// CHECK-NEXT: %6 = memref.load %lu[%5, %5] : memref<3x3xf32>
// CHECK-NEXT: %7 = math.absf %6 : f32
// CHECK-NEXT: %8 = arith.addi %5, %c1 : index
// CHECK-NEXT: %9, %10 = scf.for %11 = %8 to %c3 step %c1 iter_args(%12 = %7, %13 = %5) -> (f32, index) {
// CHECK-NEXT: %14 = memref.load %lu[%11, %5] : memref<3x3xf32>
// CHECK-NEXT: %15 = math.absf %14 : f32
// CHECK-NEXT: %16 = arith.cmpf une, %15, %15 : f32
// CHECK-NEXT: %17 = arith.cmpf oeq, %12, %12 : f32
// CHECK-NEXT: %18 = arith.andi %16, %17 : i1
// CHECK-NEXT: %19 = arith.cmpf ogt, %15, %12 : f32
// CHECK-NEXT: %20 = arith.ori %19, %18 : i1
// CHECK-NEXT: %21 = arith.select %20, %15, %12 : f32
// CHECK-NEXT: %22 = arith.select %20, %11, %13 : index
// CHECK-NEXT: scf.yield %21, %22 : f32, index
// CHECK-NEXT: }
// CHECK-NEXT: %23 = arith.addi %10, %c1 : index
// CHECK-NEXT: %24 = arith.index_cast %23 : index to i32
// CHECK-NEXT: memref.store %24, %pivots[%5] : memref<3xi32>
// CHECK-NEXT: %25 = arith.cmpi ne, %5, %10 : index
// CHECK-NEXT: scf.if %25 {
// CHECK-NEXT: scf.for %26 = %c0 to %c3 step %c1 {
// CHECK-NEXT: %27 = memref.load %lu[%5, %26] : memref<3x3xf32>
// CHECK-NEXT: %28 = memref.load %lu[%10, %26] : memref<3x3xf32>
// CHECK-NEXT: memref.store %27, %lu[%10, %26] : memref<3x3xf32>
// CHECK-NEXT: memref.store %28, %lu[%5, %26] : memref<3x3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: %29 = memref.load %lu[%5, %5] : memref<3x3xf32>
// CHECK-NEXT: %30 = arith.cmpf oeq, %29, %1 : f32
// CHECK-NEXT: scf.if %30 {
// CHECK-NEXT: memref.store %2, %info[] : memref<i32>
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: %31 = arith.xori %30, %3 : i1
// CHECK-NEXT: scf.if %31 {
// CHECK-NEXT: scf.for %32 = %8 to %c3 step %c1 {
// CHECK-NEXT: %33 = memref.load %lu[%32, %5] : memref<3x3xf32>
// CHECK-NEXT: %34 = arith.divf %33, %29 : f32
// CHECK-NEXT: memref.store %34, %lu[%32, %5] : memref<3x3xf32>
// CHECK-NEXT: scf.for %35 = %8 to %c3 step %c1 {
// CHECK-NEXT: %36 = memref.load %lu[%32, %35] : memref<3x3xf32>
// CHECK-NEXT: %37 = memref.load %lu[%5, %35] : memref<3x3xf32>
// CHECK-NEXT: %38 = arith.mulf %34, %37 : f32
// CHECK-NEXT: %39 = arith.subf %36, %38 : f32
// CHECK-NEXT: memref.store %39, %lu[%32, %35] : memref<3x3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @square(%a: memref<3x3xf32>, %lu: memref<3x3xf32>, %pivots: memref<3xi32>, %info: memref<i32>) {
  lmhlo.custom_call ins(%a : memref<3x3xf32>) outs(%lu, %pivots, %info : memref<3x3xf32>, memref<3xi32>, memref<i32>) {call_target_name = "lapack_sgetrf_ffi", mhlo.backend_config = {}, api_version = 4 : i32}
  func.return
}

// -----

// Rows are eliminated from the columns after the panel as well: from all rows where a pivot was zero,
// from which nothing is to be subtracted.
// CHECK:      func.func @wide(%a: memref<9x10xf32>, %lu: memref<9x10xf32>, %pivots: memref<9xi32>, %info: memref<i32>) {
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c9 = arith.constant 9 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %1 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %2 = arith.constant 1 : i32
// CHECK-NEXT: %3 = arith.constant true
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %c6 = arith.constant 6 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: "memref.copy"(%a, %lu) : (memref<9x10xf32>, memref<9x10xf32>) -> ()
// CHECK-NEXT: scf.for %4 = %c0 to %c1 step %c1 {
// CHECK-NEXT: memref.store %0, %info[] : memref<i32>
// CHECK-NEXT: scf.for %5 = %c0 to %c2 step %c1 {
// CHECK-NEXT: %6 = arith.muli %5, %c8 : index
// CHECK-NEXT: %7 = arith.addi %6, %c8 : index
// CHECK-NEXT: %8 = arith.minsi %7, %c9 : index
// CHECK-NEXT: scf.for %9 = %6 to %8 step %c1 {
// CHECK-NEXT: %10 = memref.load %lu[%9, %9] : memref<9x10xf32>
// CHECK-NEXT: %11 = math.absf %10 : f32
// CHECK-NEXT: %12 = arith.addi %9, %c1 : index
// CHECK-NEXT: %13, %14 = scf.for %15 = %12 to %c9 step %c1 iter_args(%16 = %11, %17 = %9) -> (f32, index) {
// CHECK-NEXT: %18 = memref.load %lu[%15, %9] : memref<9x10xf32>
// CHECK-NEXT: %19 = math.absf %18 : f32
// CHECK-NEXT: %20 = arith.cmpf une, %19, %19 : f32
// CHECK-NEXT: %21 = arith.cmpf oeq, %16, %16 : f32
// CHECK-NEXT: %22 = arith.andi %20, %21 : i1
// CHECK-NEXT: %23 = arith.cmpf ogt, %19, %16 : f32
// CHECK-NEXT: %24 = arith.ori %23, %22 : i1
// CHECK-NEXT: %25 = arith.select %24, %19, %16 : f32
// CHECK-NEXT: %26 = arith.select %24, %15, %17 : index
// CHECK-NEXT: scf.yield %25, %26 : f32, index
// CHECK-NEXT: }
// CHECK-NEXT: %27 = arith.addi %14, %c1 : index
// CHECK-NEXT: %28 = arith.index_cast %27 : index to i32
// CHECK-NEXT: memref.store %28, %pivots[%9] : memref<9xi32>
// CHECK-NEXT: %29 = arith.cmpi ne, %9, %14 : index
// CHECK-NEXT: scf.if %29 {
// CHECK-NEXT: scf.for %30 = %c0 to %c10 step %c1 {
// CHECK-NEXT: %31 = memref.load %lu[%9, %30] : memref<9x10xf32>
// CHECK-NEXT: %32 = memref.load %lu[%14, %30] : memref<9x10xf32>
// CHECK-NEXT: memref.store %31, %lu[%14, %30] : memref<9x10xf32>
// CHECK-NEXT: memref.store %32, %lu[%9, %30] : memref<9x10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: %33 = memref.load %lu[%9, %9] : memref<9x10xf32>
// CHECK-NEXT: %34 = arith.cmpf oeq, %33, %1 : f32
// CHECK-NEXT: scf.if %34 {
// CHECK-NEXT: memref.store %2, %info[] : memref<i32>
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: %35 = arith.xori %34, %3 : i1
// CHECK-NEXT: scf.if %35 {
// CHECK-NEXT: scf.for %36 = %12 to %c9 step %c1 {
// CHECK-NEXT: %37 = memref.load %lu[%36, %9] : memref<9x10xf32>
// CHECK-NEXT: %38 = arith.divf %37, %33 : f32
// CHECK-NEXT: memref.store %38, %lu[%36, %9] : memref<9x10xf32>
// CHECK-NEXT: scf.for %39 = %12 to %8 step %c1 {
// CHECK-NEXT: %40 = memref.load %lu[%36, %39] : memref<9x10xf32>
// CHECK-NEXT: %41 = memref.load %lu[%9, %39] : memref<9x10xf32>
// CHECK-NEXT: %42 = arith.mulf %38, %41 : f32
// CHECK-NEXT: %43 = arith.subf %40, %42 : f32
// CHECK-NEXT: memref.store %43, %lu[%36, %39] : memref<9x10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %44 = memref.load %info[] : memref<i32>
// CHECK-NEXT: %45 = arith.cmpi eq, %44, %0 : i32
// CHECK-NEXT: %46 = arith.select %45, %8, %c9 : index
// CHECK-NEXT: scf.for %47 = %6 to %8 step %c1 {
// CHECK-NEXT: %48 = arith.addi %47, %c1 : index
// CHECK-NEXT: %49 = memref.load %lu[%47, %47] : memref<9x10xf32>
// CHECK-NEXT: %50 = arith.cmpf oeq, %49, %1 : f32
// CHECK-NEXT: %51 = arith.xori %50, %3 : i1
// CHECK-NEXT: scf.if %51 {
// CHECK-NEXT: scf.for %52 = %48 to %46 step %c1 {
// CHECK-NEXT: %53 = memref.load %lu[%52, %47] : memref<9x10xf32>
// CHECK-NEXT: scf.for %54 = %8 to %c10 step %c1 {
// CHECK-NEXT: %55 = memref.load %lu[%52, %54] : memref<9x10xf32>
// CHECK-NEXT: %56 = memref.load %lu[%47, %54] : memref<9x10xf32>
// CHECK-NEXT: %57 = arith.mulf %53, %56 : f32
// CHECK-NEXT: %58 = arith.subf %55, %57 : f32
// CHECK-NEXT: memref.store %58, %lu[%52, %54] : memref<9x10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %59 = arith.cmpi slt, %8, %c9 : index
// CHECK-NEXT: %60 = arith.andi %45, %59 : i1
// CHECK-NEXT: scf.if %60 {
// CHECK-NEXT: scf.for %61 = %8 to %c9 step %c1 {
// CHECK-NEXT: %62 = arith.addi %6, %c1 : index
// CHECK-NEXT: %63 = arith.addi %6, %c2 : index
// CHECK-NEXT: %64 = arith.addi %6, %c3 : index
// CHECK-NEXT: %65 = arith.addi %6, %c4 : index
// CHECK-NEXT: %66 = arith.addi %6, %c5 : index
// CHECK-NEXT: %67 = arith.addi %6, %c6 : index
// CHECK-NEXT: %68 = arith.addi %6, %c7 : index
// CHECK-NEXT: %69 = memref.load %lu[%61, %6] : memref<9x10xf32>
// CHECK-NEXT: %70 = memref.load %lu[%61, %62] : memref<9x10xf32>
// CHECK-NEXT: %71 = memref.load %lu[%61, %63] : memref<9x10xf32>
// CHECK-NEXT: %72 = memref.load %lu[%61, %64] : memref<9x10xf32>
// CHECK-NEXT: %73 = memref.load %lu[%61, %65] : memref<9x10xf32>
// CHECK-NEXT: %74 = memref.load %lu[%61, %66] : memref<9x10xf32>
// CHECK-NEXT: %75 = memref.load %lu[%61, %67] : memref<9x10xf32>
// CHECK-NEXT: %76 = memref.load %lu[%61, %68] : memref<9x10xf32>
// CHECK-NEXT: scf.for %77 = %8 to %c10 step %c1 {
// CHECK-NEXT: %78 = memref.load %lu[%61, %77] : memref<9x10xf32>
// CHECK-NEXT: %79 = memref.load %lu[%6, %77] : memref<9x10xf32>
// CHECK-NEXT: %80 = arith.mulf %69, %79 : f32
// CHECK-NEXT: %81 = arith.subf %78, %80 : f32
// CHECK-NEXT: %82 = memref.load %lu[%62, %77] : memref<9x10xf32>
// CHECK-NEXT: %83 = arith.mulf %70, %82 : f32
// CHECK-NEXT: %84 = arith.subf %81, %83 : f32
// CHECK-NEXT: %85 = memref.load %lu[%63, %77] : memref<9x10xf32>
// CHECK-NEXT: %86 = arith.mulf %71, %85 : f32
// CHECK-NEXT: %87 = arith.subf %84, %86 : f32
// CHECK-NEXT: %88 = memref.load %lu[%64, %77] : memref<9x10xf32>
// CHECK-NEXT: %89 = arith.mulf %72, %88 : f32
// CHECK-NEXT: %90 = arith.subf %87, %89 : f32
// CHECK-NEXT: %91 = memref.load %lu[%65, %77] : memref<9x10xf32>
// CHECK-NEXT: %92 = arith.mulf %73, %91 : f32
// CHECK-NEXT: %93 = arith.subf %90, %92 : f32
// CHECK-NEXT: %94 = memref.load %lu[%66, %77] : memref<9x10xf32>
// CHECK-NEXT: %95 = arith.mulf %74, %94 : f32
// CHECK-NEXT: %96 = arith.subf %93, %95 : f32
// CHECK-NEXT: %97 = memref.load %lu[%67, %77] : memref<9x10xf32>
// CHECK-NEXT: %98 = arith.mulf %75, %97 : f32
// CHECK-NEXT: %99 = arith.subf %96, %98 : f32
// CHECK-NEXT: %100 = memref.load %lu[%68, %77] : memref<9x10xf32>
// CHECK-NEXT: %101 = arith.mulf %76, %100 : f32
// CHECK-NEXT: %102 = arith.subf %99, %101 : f32
// CHECK-NEXT: memref.store %102, %lu[%61, %77] : memref<9x10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @wide(%a: memref<9x10xf32>, %lu: memref<9x10xf32>, %pivots: memref<9xi32>, %info: memref<i32>) {
  lmhlo.custom_call ins(%a : memref<9x10xf32>) outs(%lu, %pivots, %info : memref<9x10xf32>, memref<9xi32>, memref<i32>) {call_target_name = "lapack_sgetrf_ffi", mhlo.backend_config = {}, api_version = 4 : i32}
  func.return
}

// -----

// The number of pivots is not known to be the lesser size.
// CHECK:      func.func @any(%a: memref<?x9xf32>, %lu: memref<?x9xf32>, %pivots: memref<9xi32>, %info: memref<i32>) {
// CHECK-NEXT: lmhlo.custom_call ins(%a : memref<?x9xf32>) outs(%lu, %pivots, %info : memref<?x9xf32>, memref<9xi32>, memref<i32>) {call_target_name = "lapack_sgetrf_ffi", api_version = 4 : i32, mhlo.backend_config = {}}
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @any(%a: memref<?x9xf32>, %lu: memref<?x9xf32>, %pivots: memref<9xi32>, %info: memref<i32>) {
  lmhlo.custom_call ins(%a : memref<?x9xf32>) outs(%lu, %pivots, %info : memref<?x9xf32>, memref<9xi32>, memref<i32>) {call_target_name = "lapack_sgetrf_ffi", mhlo.backend_config = {}, api_version = 4 : i32}
  func.return
}

// -----

// The result is written over the matrix.
// CHECK:      func.func @aliased(%a: memref<3x3xf32>, %pivots: memref<3xi32>, %info: memref<i32>) {
// CHECK-NEXT: lmhlo.custom_call ins(%a : memref<3x3xf32>) outs(%a, %pivots, %info : memref<3x3xf32>, memref<3xi32>, memref<i32>) {call_target_name = "lapack_sgetrf_ffi", api_version = 4 : i32, mhlo.backend_config = {}}
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @aliased(%a: memref<3x3xf32>, %pivots: memref<3xi32>, %info: memref<i32>) {
  lmhlo.custom_call ins(%a : memref<3x3xf32>) outs(%a, %pivots, %info : memref<3x3xf32>, memref<3xi32>, memref<i32>) {call_target_name = "lapack_sgetrf_ffi", mhlo.backend_config = {}, api_version = 4 : i32}
  func.return
}
