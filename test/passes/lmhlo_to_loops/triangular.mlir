// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// Rows are computed one after the other: the last one first, where the matrix is upper triangular.
// CHECK:      func.func @upper(%a: memref<3x3xf32>, %b: memref<3x2xf32>, %x: memref<3x2xf32>) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: scf.for %1 = %c0 to %c1 step %c1 {
// CHECK-NEXT: scf.for %2 = %c0 to %c3 step %c1 {
// CHECK-NEXT: %3 = arith.subi %c2, %2 : index
// CHECK-NEXT: %4 = arith.addi %3, %c1 : index
// CHECK-NEXT: scf.for %5 = %c0 to %c2 step %c1 {
// CHECK-NEXT: memref.store %0, %x[%3, %5] : memref<3x2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %6 = %4 to %c3 step %c1 {
// CHECK-NEXT: %7 = memref.load %a[%3, %6] : memref<3x3xf32>
// CHECK-NEXT: scf.for %8 = %c0 to %c2 step %c1 {
// CHECK-NEXT: %9 = memref.load %x[%3, %8] : memref<3x2xf32>
// CHECK-NEXT: %10 = memref.load %x[%6, %8] : memref<3x2xf32>
// CHECK-NEXT: %11 = arith.mulf %7, %10 : f32
// CHECK-NEXT: %12 = arith.addf %9, %11 : f32
// CHECK-NEXT: memref.store %12, %x[%3, %8] : memref<3x2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %13 = memref.load %a[%3, %3] : memref<3x3xf32>
// CHECK-NEXT: scf.for %14 = %c0 to %c2 step %c1 {
// CHECK-NEXT: %15 = memref.load %b[%3, %14] : memref<3x2xf32>
// CHECK-NEXT: %16 = memref.load %x[%3, %14] : memref<3x2xf32>
// CHECK-NEXT: %17 = arith.subf %15, %16 : f32
// CHECK-NEXT: %18 = arith.divf %17, %13 : f32
// CHECK-NEXT: memref.store %18, %x[%3, %14] : memref<3x2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @upper(%a: memref<3x3xf32>, %b: memref<3x2xf32>, %x: memref<3x2xf32>) {
  lmhlo.triangular_solve ins(%a, %b : memref<3x3xf32>, memref<3x2xf32>) outs(%x : memref<3x2xf32>) {left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}
  func.return
}

// -----

// The sizes of a call are not known to agree.
// CHECK:      func.func @call(%a: memref<?x?xf32>, %b: memref<3x2xf32>, %x: memref<3x2xf32>) {
// CHECK-NEXT: lmhlo.custom_call ins(%a, %b : memref<?x?xf32>, memref<3x2xf32>) outs(%x : memref<3x2xf32>) {call_target_name = "lapack_strsm_ffi", api_version = 4 : i32, mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}}
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @call(%a: memref<?x?xf32>, %b: memref<3x2xf32>, %x: memref<3x2xf32>) {
  lmhlo.custom_call ins(%a, %b : memref<?x?xf32>, memref<3x2xf32>) outs(%x : memref<3x2xf32>) {call_target_name = "lapack_strsm_ffi", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, api_version = 4 : i32}
  func.return
}
