// RUN: disc-opt %s --split-input-file -p 'expand-math{keys=true lanes=16}' | filecheck %s

// The maximum of a row: blocks of 16 numbers by comparing floats, and the rest on keys, from the
// first number if the blocks do not tell.
// CHECK:      func.func @maximum(%x: memref<?x?xf32>, %i: index, %low: index, %n: index, %start: f32) -> f32 {
// CHECK-NEXT:   %0 = arith.constant 16 : index
// CHECK-NEXT:   %1 = arith.constant 31 : i32
// CHECK-NEXT:   %2 = arith.constant 2147483647 : i32
// CHECK-NEXT:   %3 = arith.constant -16 : index
// CHECK-NEXT:   %4 = arith.constant 0 : index
// CHECK-NEXT:   %5 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %6 = arith.constant 1 : index
// CHECK-NEXT:   %7 = arith.constant 0 : i32
// CHECK-NEXT:   %8 = arith.constant -1 : i32
// CHECK-NEXT:   %9 = arith.constant 2139095041 : i32
// CHECK-NEXT:   %10 = arith.constant -2139095041 : i32
// CHECK-NEXT:   %11 = arith.constant true
// CHECK-NEXT:   %12 = arith.constant 0x7fc00000 : f32
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %13 = arith.subi %n, %low : index
// CHECK-NEXT:   %14 = arith.cmpi sle, %0, %13 : index
// CHECK-NEXT:   %15 = arith.bitcast %start : f32 to i32
// CHECK-NEXT:   %16 = arith.shrsi %15, %1 : i32
// CHECK-NEXT:   %17 = arith.andi %16, %2 : i32
// CHECK-NEXT:   %18 = arith.xori %15, %17 : i32
// CHECK-NEXT:   %19 = memref.alloca() : memref<16xf32>
// CHECK-NEXT:   %20 = memref.alloca() : memref<16xf32>
// CHECK-NEXT:   %21, %22 = scf.if %14 -> (index, i32) {
// CHECK-NEXT:     %23 = arith.andi %13, %3 : index
// CHECK-NEXT:     %24 = arith.addi %low, %23 : index
// CHECK-NEXT:     scf.for %25 = %4 to %0 step %6 {
// CHECK-NEXT:       memref.store %start, %19[%25] : memref<16xf32>
// CHECK-NEXT:       memref.store %5, %20[%25] : memref<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %26 = %low to %24 step %0 {
// CHECK-NEXT:       scf.for %27 = %4 to %0 step %6 {
// CHECK-NEXT:         %28 = arith.addi %26, %27 : index
// CHECK-NEXT:         %29 = memref.load %x[%i, %28] : memref<?x?xf32>
// CHECK-NEXT:         %30 = memref.load %19[%27] : memref<16xf32>
// CHECK-NEXT:         %31 = arith.cmpf ogt, %29, %30 : f32
// CHECK-NEXT:         %32 = arith.select %31, %29, %30 : f32
// CHECK-NEXT:         memref.store %32, %19[%27] : memref<16xf32>
// CHECK-NEXT:         %33 = memref.load %20[%27] : memref<16xf32>
// CHECK-NEXT:         %34 = arith.addf %33, %29 : f32
// CHECK-NEXT:         memref.store %34, %20[%27] : memref<16xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %35, %36 = scf.for %37 = %4 to %0 step %6 iter_args(%38 = %18, %39 = %5) -> (i32, f32) {
// CHECK-NEXT:       %40 = memref.load %19[%37] : memref<16xf32>
// CHECK-NEXT:       %41 = arith.bitcast %40 : f32 to i32
// CHECK-NEXT:       %42 = arith.shrsi %41, %1 : i32
// CHECK-NEXT:       %43 = arith.andi %42, %2 : i32
// CHECK-NEXT:       %44 = arith.xori %41, %43 : i32
// CHECK-NEXT:       %45 = arith.maxsi %38, %44 : i32
// CHECK-NEXT:       %46 = memref.load %20[%37] : memref<16xf32>
// CHECK-NEXT:       %47 = arith.addf %39, %46 : f32
// CHECK-NEXT:       scf.yield %45, %47 : i32, f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %48 = arith.cmpf ord, %36, %36 : f32
// CHECK-NEXT:     %49 = arith.cmpi ne, %35, %7 : i32
// CHECK-NEXT:     %50 = arith.cmpi ne, %35, %8 : i32
// CHECK-NEXT:     %51 = arith.andi %49, %50 : i1
// CHECK-NEXT:     %52 = arith.andi %48, %51 : i1
// CHECK-NEXT:     %53 = arith.select %52, %24, %low : index
// CHECK-NEXT:     %54 = arith.select %52, %35, %18 : i32
// CHECK-NEXT:     scf.yield %53, %54 : index, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %low, %18 : index, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %55, %56 = scf.for %57 = %21 to %n step %c1 iter_args(%58 = %22, %59 = %22) -> (i32, i32) {
// CHECK-NEXT:     %60 = memref.load %x[%i, %57] : memref<?x?xf32>
// CHECK-NEXT:     %61 = arith.bitcast %60 : f32 to i32
// CHECK-NEXT:     %62 = arith.shrsi %61, %1 : i32
// CHECK-NEXT:     %63 = arith.andi %62, %2 : i32
// CHECK-NEXT:     %64 = arith.xori %61, %63 : i32
// CHECK-NEXT:     %65 = arith.maxsi %58, %64 : i32
// CHECK-NEXT:     %66 = arith.minsi %59, %64 : i32
// CHECK-NEXT:     scf.yield %65, %66 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %67 = arith.shrsi %55, %1 : i32
// CHECK-NEXT:   %68 = arith.andi %67, %2 : i32
// CHECK-NEXT:   %69 = arith.xori %55, %68 : i32
// CHECK-NEXT:   %70 = arith.bitcast %69 : i32 to f32
// CHECK-NEXT:   %71 = arith.cmpi slt, %55, %9 : i32
// CHECK-NEXT:   %72 = arith.cmpi slt, %56, %10 : i32
// CHECK-NEXT:   %73 = arith.xori %72, %11 : i1
// CHECK-NEXT:   %74 = arith.andi %71, %73 : i1
// CHECK-NEXT:   %75 = arith.select %74, %70, %12 : f32
// CHECK-NEXT:   func.return %75 : f32
// CHECK-NEXT: }
func.func @maximum(%x: memref<?x?xf32>, %i: index, %low: index, %n: index, %start: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = scf.for %j = %low to %n step %c1 iter_args(%most = %start) -> (f32) {
    %1 = memref.load %x[%i, %j] : memref<?x?xf32>
    %2 = arith.maximumf %most, %1 : f32
    scf.yield %2 : f32
  }
  func.return %0 : f32
}

// -----

// Columns, strided rows, rows that are gathered, and long steps: only keys.
// CHECK-LABEL: func.func @other_rows(
// CHECK-NOT:     memref.alloca
// CHECK:         func.return
func.func @other_rows(%x: memref<?x?xf32>, %y: memref<?xf32, strided<[2]>>, %z: memref<?xindex>, %n: index, %start: f32) -> (f32, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %j = %c0 to %n step %c1 iter_args(%most = %start) -> (f32) {
    %4 = memref.load %x[%j, %c0] : memref<?x?xf32>
    %5 = arith.maximumf %most, %4 : f32
    scf.yield %5 : f32
  }
  %1 = scf.for %j = %c0 to %n step %c1 iter_args(%most = %start) -> (f32) {
    %4 = memref.load %y[%j] : memref<?xf32, strided<[2]>>
    %5 = arith.maximumf %most, %4 : f32
    scf.yield %5 : f32
  }
  %2 = scf.for %j = %c0 to %n step %c1 iter_args(%most = %start) -> (f32) {
    %k = memref.load %z[%j] : memref<?xindex>
    %4 = memref.load %x[%c0, %k] : memref<?x?xf32>
    %5 = arith.maximumf %most, %4 : f32
    scf.yield %5 : f32
  }
  %3 = scf.for %j = %c0 to %n step %c2 iter_args(%most = %start) -> (f32) {
    %4 = memref.load %x[%c0, %j] : memref<?x?xf32>
    %5 = arith.maximumf %most, %4 : f32
    scf.yield %5 : f32
  }
  func.return %0, %1, %2, %3 : f32, f32, f32, f32
}

// -----

// A loop that writes, one with two maxima, and one that is short: only keys.
// CHECK-LABEL: func.func @other_loops(
// CHECK-NOT:     memref.alloca
// CHECK:         func.return
func.func @other_loops(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %start: f32) -> (f32, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %0 = scf.for %j = %c0 to %n step %c1 iter_args(%most = %start) -> (f32) {
    %4 = memref.load %x[%j] : memref<?xf32>
    memref.store %4, %y[%j] : memref<?xf32>
    %5 = arith.maximumf %most, %4 : f32
    scf.yield %5 : f32
  }
  %1, %2 = scf.for %j = %c0 to %n step %c1 iter_args(%most = %start, %least = %start) -> (f32, f32) {
    %4 = memref.load %x[%j] : memref<?xf32>
    %5 = arith.maximumf %most, %4 : f32
    %6 = arith.minimumf %least, %4 : f32
    scf.yield %5, %6 : f32, f32
  }
  %3 = scf.for %j = %c0 to %c63 step %c1 iter_args(%most = %start) -> (f32) {
    %4 = memref.load %x[%j] : memref<?xf32>
    %5 = arith.maximumf %most, %4 : f32
    scf.yield %5 : f32
  }
  func.return %0, %1, %2, %3 : f32, f32, f32, f32
}
