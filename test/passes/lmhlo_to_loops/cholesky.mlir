// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// The factor is computed in the upper triangle, and moved to the lower one. A pivot that is not
// positive becomes NaN, and then all pivots after it: the last one tells of a failure.
// CHECK:      func.func @lower(%a: memref<3x3xf32>, %x: memref<3x3xf32>) {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %1 = arith.constant 0x7fc00000 : f32
// CHECK-NEXT: scf.for %2 = %c0 to %c1 step %c1 {
// CHECK-NEXT: scf.for %3 = %c0 to %c3 step %c1 {
// CHECK-NEXT: scf.for %4 = %3 to %c3 step %c1 {
// CHECK-NEXT: %5 = memref.load %a[%4, %3] : memref<3x3xf32>
// CHECK-NEXT: memref.store %5, %x[%3, %4] : memref<3x3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %6 = scf.for %7 = %c0 to %c3 step %c1 iter_args(%8 = %0) -> (f32) {
// CHECK-NEXT: %9 = memref.load %x[%7, %7] : memref<3x3xf32>
// CHECK-NEXT: %10 = arith.cmpf ogt, %9, %0 : f32
// CHECK-NEXT: %11 = arith.select %10, %9, %1 : f32
// CHECK-NEXT: %12 = math.sqrt %11 : f32
// CHECK-NEXT: memref.store %12, %x[%7, %7] : memref<3x3xf32>
// CHECK-NEXT: %13 = arith.addi %7, %c1 : index
// CHECK-NEXT: scf.for %14 = %13 to %c3 step %c1 {
// CHECK-NEXT: %15 = memref.load %x[%7, %14] : memref<3x3xf32>
// CHECK-NEXT: %16 = arith.divf %15, %12 : f32
// CHECK-NEXT: memref.store %16, %x[%7, %14] : memref<3x3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %17 = %13 to %c3 step %c1 {
// CHECK-NEXT: %18 = memref.load %x[%7, %17] : memref<3x3xf32>
// CHECK-NEXT: scf.for %19 = %17 to %c3 step %c1 {
// CHECK-NEXT: %20 = memref.load %x[%17, %19] : memref<3x3xf32>
// CHECK-NEXT: %21 = memref.load %x[%7, %19] : memref<3x3xf32>
// CHECK-NEXT: %22 = arith.mulf %18, %21 : f32
// CHECK-NEXT: %23 = arith.subf %20, %22 : f32
// CHECK-NEXT: memref.store %23, %x[%17, %19] : memref<3x3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %12 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %24 = arith.cmpf une, %6, %6 : f32
// CHECK-NEXT: scf.for %25 = %c0 to %c3 step %c1 {
// CHECK-NEXT: scf.for %26 = %25 to %c3 step %c1 {
// CHECK-NEXT: %27 = memref.load %x[%25, %26] : memref<3x3xf32>
// CHECK-NEXT: %28 = arith.select %24, %1, %0 : f32
// CHECK-NEXT: memref.store %28, %x[%25, %26] : memref<3x3xf32>
// CHECK-NEXT: %29 = arith.select %24, %1, %27 : f32
// CHECK-NEXT: memref.store %29, %x[%26, %25] : memref<3x3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @lower(%a: memref<3x3xf32>, %x: memref<3x3xf32>) {
  lmhlo.cholesky ins(%a : memref<3x3xf32>) outs(%x : memref<3x3xf32>) {lower = true}
  func.return
}

// -----

// A call keeps the other triangle. Eight rows at a time are subtracted from those after them.
// CHECK:      func.func @call(%a: memref<9x9xf64>, %x: memref<9x9xf64>, %info: memref<i32>) {
// CHECK-NEXT: %c9 = arith.constant 9 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %1 = arith.constant 0x7ff8000000000000 : f64
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %c6 = arith.constant 6 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %2 = arith.constant 1 : i32
// CHECK-NEXT: %3 = arith.constant 0 : i32
// CHECK-NEXT: scf.for %4 = %c0 to %c1 step %c1 {
// CHECK-NEXT: scf.for %5 = %c0 to %c9 step %c1 {
// CHECK-NEXT: scf.for %6 = %5 to %c9 step %c1 {
// CHECK-NEXT: %7 = memref.load %a[%5, %6] : memref<9x9xf64>
// CHECK-NEXT: memref.store %7, %x[%5, %6] : memref<9x9xf64>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %8 = scf.for %9 = %c0 to %c2 step %c1 iter_args(%10 = %0) -> (f64) {
// CHECK-NEXT: %11 = arith.muli %9, %c8 : index
// CHECK-NEXT: %12 = arith.addi %11, %c8 : index
// CHECK-NEXT: %13 = arith.minsi %12, %c9 : index
// CHECK-NEXT: %14 = scf.for %15 = %11 to %13 step %c1 iter_args(%16 = %10) -> (f64) {
// CHECK-NEXT: %17 = memref.load %x[%15, %15] : memref<9x9xf64>
// CHECK-NEXT: %18 = arith.cmpf ogt, %17, %0 : f64
// CHECK-NEXT: %19 = arith.select %18, %17, %1 : f64
// CHECK-NEXT: %20 = math.sqrt %19 : f64
// CHECK-NEXT: memref.store %20, %x[%15, %15] : memref<9x9xf64>
// CHECK-NEXT: %21 = arith.addi %15, %c1 : index
// CHECK-NEXT: scf.for %22 = %21 to %c9 step %c1 {
// CHECK-NEXT: %23 = memref.load %x[%15, %22] : memref<9x9xf64>
// CHECK-NEXT: %24 = arith.divf %23, %20 : f64
// CHECK-NEXT: memref.store %24, %x[%15, %22] : memref<9x9xf64>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %25 = %21 to %13 step %c1 {
// CHECK-NEXT: %26 = memref.load %x[%15, %25] : memref<9x9xf64>
// CHECK-NEXT: scf.for %27 = %25 to %c9 step %c1 {
// CHECK-NEXT: %28 = memref.load %x[%25, %27] : memref<9x9xf64>
// CHECK-NEXT: %29 = memref.load %x[%15, %27] : memref<9x9xf64>
// CHECK-NEXT: %30 = arith.mulf %26, %29 : f64
// CHECK-NEXT: %31 = arith.subf %28, %30 : f64
// CHECK-NEXT: memref.store %31, %x[%25, %27] : memref<9x9xf64>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %20 : f64
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %32 = %13 to %c9 step %c1 {
// CHECK-NEXT: %33 = arith.addi %11, %c1 : index
// CHECK-NEXT: %34 = arith.addi %11, %c2 : index
// CHECK-NEXT: %35 = arith.addi %11, %c3 : index
// CHECK-NEXT: %36 = arith.addi %11, %c4 : index
// CHECK-NEXT: %37 = arith.addi %11, %c5 : index
// CHECK-NEXT: %38 = arith.addi %11, %c6 : index
// CHECK-NEXT: %39 = arith.addi %11, %c7 : index
// CHECK-NEXT: %40 = memref.load %x[%11, %32] : memref<9x9xf64>
// CHECK-NEXT: %41 = memref.load %x[%33, %32] : memref<9x9xf64>
// CHECK-NEXT: %42 = memref.load %x[%34, %32] : memref<9x9xf64>
// CHECK-NEXT: %43 = memref.load %x[%35, %32] : memref<9x9xf64>
// CHECK-NEXT: %44 = memref.load %x[%36, %32] : memref<9x9xf64>
// CHECK-NEXT: %45 = memref.load %x[%37, %32] : memref<9x9xf64>
// CHECK-NEXT: %46 = memref.load %x[%38, %32] : memref<9x9xf64>
// CHECK-NEXT: %47 = memref.load %x[%39, %32] : memref<9x9xf64>
// CHECK-NEXT: scf.for %48 = %32 to %c9 step %c1 {
// CHECK-NEXT: %49 = memref.load %x[%32, %48] : memref<9x9xf64>
// CHECK-NEXT: %50 = memref.load %x[%11, %48] : memref<9x9xf64>
// CHECK-NEXT: %51 = arith.mulf %40, %50 : f64
// CHECK-NEXT: %52 = arith.subf %49, %51 : f64
// CHECK-NEXT: %53 = memref.load %x[%33, %48] : memref<9x9xf64>
// CHECK-NEXT: %54 = arith.mulf %41, %53 : f64
// CHECK-NEXT: %55 = arith.subf %52, %54 : f64
// CHECK-NEXT: %56 = memref.load %x[%34, %48] : memref<9x9xf64>
// CHECK-NEXT: %57 = arith.mulf %42, %56 : f64
// CHECK-NEXT: %58 = arith.subf %55, %57 : f64
// CHECK-NEXT: %59 = memref.load %x[%35, %48] : memref<9x9xf64>
// CHECK-NEXT: %60 = arith.mulf %43, %59 : f64
// CHECK-NEXT: %61 = arith.subf %58, %60 : f64
// CHECK-NEXT: %62 = memref.load %x[%36, %48] : memref<9x9xf64>
// CHECK-NEXT: %63 = arith.mulf %44, %62 : f64
// CHECK-NEXT: %64 = arith.subf %61, %63 : f64
// CHECK-NEXT: %65 = memref.load %x[%37, %48] : memref<9x9xf64>
// CHECK-NEXT: %66 = arith.mulf %45, %65 : f64
// CHECK-NEXT: %67 = arith.subf %64, %66 : f64
// CHECK-NEXT: %68 = memref.load %x[%38, %48] : memref<9x9xf64>
// CHECK-NEXT: %69 = arith.mulf %46, %68 : f64
// CHECK-NEXT: %70 = arith.subf %67, %69 : f64
// CHECK-NEXT: %71 = memref.load %x[%39, %48] : memref<9x9xf64>
// CHECK-NEXT: %72 = arith.mulf %47, %71 : f64
// CHECK-NEXT: %73 = arith.subf %70, %72 : f64
// CHECK-NEXT: memref.store %73, %x[%32, %48] : memref<9x9xf64>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %14 : f64
// CHECK-NEXT: }
// CHECK-NEXT: %74 = arith.cmpf une, %8, %8 : f64
// CHECK-NEXT: scf.for %75 = %c0 to %c9 step %c1 {
// CHECK-NEXT: scf.for %76 = %75 to %c9 step %c1 {
// CHECK-NEXT: %77 = memref.load %x[%75, %76] : memref<9x9xf64>
// CHECK-NEXT: %78 = memref.load %a[%76, %75] : memref<9x9xf64>
// CHECK-NEXT: %79 = arith.select %74, %1, %78 : f64
// CHECK-NEXT: memref.store %79, %x[%76, %75] : memref<9x9xf64>
// CHECK-NEXT: %80 = arith.select %74, %1, %77 : f64
// CHECK-NEXT: memref.store %80, %x[%75, %76] : memref<9x9xf64>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %81 = arith.select %74, %2, %3 : i32
// CHECK-NEXT: memref.store %81, %info[] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @call(%a: memref<9x9xf64>, %x: memref<9x9xf64>, %info: memref<i32>) {
  lmhlo.custom_call ins(%a : memref<9x9xf64>) outs(%x, %info : memref<9x9xf64>, memref<i32>) {call_target_name = "lapack_dpotrf_ffi", mhlo.backend_config = {uplo = 85 : ui8}, api_version = 4 : i32}
  func.return
}

// -----

// The matrix is not known to be square.
// CHECK:      func.func @any(%a: memref<?x?xf32>, %x: memref<?x?xf32>, %info: memref<i32>) {
// CHECK-NEXT: lmhlo.custom_call ins(%a : memref<?x?xf32>) outs(%x, %info : memref<?x?xf32>, memref<i32>) {call_target_name = "lapack_spotrf_ffi", api_version = 4 : i32, mhlo.backend_config = {uplo = 76 : ui8}}
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @any(%a: memref<?x?xf32>, %x: memref<?x?xf32>, %info: memref<i32>) {
  lmhlo.custom_call ins(%a : memref<?x?xf32>) outs(%x, %info : memref<?x?xf32>, memref<i32>) {call_target_name = "lapack_spotrf_ffi", mhlo.backend_config = {uplo = 76 : ui8}, api_version = 4 : i32}
  func.return
}
