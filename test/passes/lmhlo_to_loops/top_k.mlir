// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// The first elements are inserted into the row of the result; of the others, those that come before
// its last one.
// CHECK:      func.func @rows(%x: memref<?x?xf32>, %y: memref<?x3xf32>, %i: memref<?x3xi32>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.constant 2147483647 : i32
// CHECK-NEXT: %1 = arith.constant 0 : i32
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %2 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: %3 = arith.minsi %2, %c3 : index
// CHECK-NEXT: %4 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: scf.for %5 = %c0 to %4 step %c1 {
// CHECK-NEXT: scf.for %6 = %c0 to %3 step %c1 {
// CHECK-NEXT: %7 = memref.load %x[%5, %6] : memref<?x?xf32>
// CHECK-NEXT: %8 = arith.index_cast %6 : index to i32
// CHECK-NEXT: %9 = scf.for %10 = %c0 to %6 step %c1 iter_args(%11 = %c0) -> (index) {
// CHECK-NEXT: %12 = memref.load %y[%5, %10] : memref<?x3xf32>
// CHECK-NEXT: %13 = arith.bitcast %7 : f32 to i32
// CHECK-NEXT: %14 = arith.xori %13, %0 : i32
// CHECK-NEXT: %15 = arith.cmpi slt, %13, %1 : i32
// CHECK-NEXT: %16 = arith.select %15, %14, %13 : i32
// CHECK-NEXT: %17 = arith.bitcast %12 : f32 to i32
// CHECK-NEXT: %18 = arith.xori %17, %0 : i32
// CHECK-NEXT: %19 = arith.cmpi slt, %17, %1 : i32
// CHECK-NEXT: %20 = arith.select %19, %18, %17 : i32
// CHECK-NEXT: %21 = arith.cmpi sgt, %16, %20 : i32
// CHECK-NEXT: %22 = arith.select %21, %c0, %c1 : index
// CHECK-NEXT: %23 = arith.addi %11, %22 : index
// CHECK-NEXT: scf.yield %23 : index
// CHECK-NEXT: }
// CHECK-NEXT: %24 = arith.subi %6, %9 : index
// CHECK-NEXT: scf.for %25 = %c0 to %24 step %c1 {
// CHECK-NEXT: %26 = arith.subi %6, %25 : index
// CHECK-NEXT: %27 = arith.subi %26, %c1 : index
// CHECK-NEXT: %28 = memref.load %y[%5, %27] : memref<?x3xf32>
// CHECK-NEXT: memref.store %28, %y[%5, %26] : memref<?x3xf32>
// CHECK-NEXT: %29 = memref.load %i[%5, %27] : memref<?x3xi32>
// CHECK-NEXT: memref.store %29, %i[%5, %26] : memref<?x3xi32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %7, %y[%5, %9] : memref<?x3xf32>
// CHECK-NEXT: memref.store %8, %i[%5, %9] : memref<?x3xi32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %30 = %3 to %2 step %c1 {
// CHECK-NEXT: %31 = memref.load %x[%5, %30] : memref<?x?xf32>
// CHECK-NEXT: %32 = memref.load %y[%5, %c2] : memref<?x3xf32>
// CHECK-NEXT: %33 = arith.bitcast %31 : f32 to i32
// CHECK-NEXT: %34 = arith.xori %33, %0 : i32
// CHECK-NEXT: %35 = arith.cmpi slt, %33, %1 : i32
// CHECK-NEXT: %36 = arith.select %35, %34, %33 : i32
// CHECK-NEXT: %37 = arith.bitcast %32 : f32 to i32
// CHECK-NEXT: %38 = arith.xori %37, %0 : i32
// CHECK-NEXT: %39 = arith.cmpi slt, %37, %1 : i32
// CHECK-NEXT: %40 = arith.select %39, %38, %37 : i32
// CHECK-NEXT: %41 = arith.cmpi sgt, %36, %40 : i32
// CHECK-NEXT: scf.if %41 {
// CHECK-NEXT: %42 = arith.index_cast %30 : index to i32
// CHECK-NEXT: %43 = scf.for %44 = %c0 to %c2 step %c1 iter_args(%45 = %c0) -> (index) {
// CHECK-NEXT: %46 = memref.load %y[%5, %44] : memref<?x3xf32>
// CHECK-NEXT: %47 = arith.bitcast %46 : f32 to i32
// CHECK-NEXT: %48 = arith.xori %47, %0 : i32
// CHECK-NEXT: %49 = arith.cmpi slt, %47, %1 : i32
// CHECK-NEXT: %50 = arith.select %49, %48, %47 : i32
// CHECK-NEXT: %51 = arith.cmpi sgt, %36, %50 : i32
// CHECK-NEXT: %52 = arith.select %51, %c0, %c1 : index
// CHECK-NEXT: %53 = arith.addi %45, %52 : index
// CHECK-NEXT: scf.yield %53 : index
// CHECK-NEXT: }
// CHECK-NEXT: %54 = arith.subi %c2, %43 : index
// CHECK-NEXT: scf.for %55 = %c0 to %54 step %c1 {
// CHECK-NEXT: %56 = arith.subi %c2, %55 : index
// CHECK-NEXT: %57 = arith.subi %56, %c1 : index
// CHECK-NEXT: %58 = memref.load %y[%5, %57] : memref<?x3xf32>
// CHECK-NEXT: memref.store %58, %y[%5, %56] : memref<?x3xf32>
// CHECK-NEXT: %59 = memref.load %i[%5, %57] : memref<?x3xi32>
// CHECK-NEXT: memref.store %59, %i[%5, %56] : memref<?x3xi32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %31, %y[%5, %43] : memref<?x3xf32>
// CHECK-NEXT: memref.store %42, %i[%5, %43] : memref<?x3xi32>
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @rows(%x: memref<?x?xf32>, %y: memref<?x3xf32>, %i: memref<?x3xi32>) {
  lmhlo.topk ins(%x : memref<?x?xf32>) outs(%y, %i : memref<?x3xf32>, memref<?x3xi32>) {k = 3 : i64}
  func.return
}

// -----

// Many elements are left to the interpreter.
// CHECK:      func.func @many(%x: memref<299xf32>, %y: memref<257xf32>, %i: memref<257xi32>) {
// CHECK-NEXT: lmhlo.topk ins(%x : memref<299xf32>) outs(%y, %i : memref<257xf32>, memref<257xi32>) {k = 257 : i64}
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @many(%x: memref<299xf32>, %y: memref<257xf32>, %i: memref<257xi32>) {
  lmhlo.topk ins(%x : memref<299xf32>) outs(%y, %i : memref<257xf32>, memref<257xi32>) {k = 257 : i64}
  func.return
}
