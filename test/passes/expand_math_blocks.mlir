// RUN: disc-opt %s --split-input-file -p 'expand-math{keys=true lanes=16}' | filecheck %s

// The maximum of a row: blocks of 16 numbers by comparing floats, and the rest on keys, from the
// first number if the blocks do not tell.
// CHECK:      func.func @maximum(%x: memref<?x?xf32>, %i: index, %low: index, %n: index, %start: f32) -> f32 {
// CHECK-NEXT:   %0 = memref.alloca() : memref<16xf32>
// CHECK-NEXT:   %1 = memref.alloca() : memref<16xf32>
// CHECK-NEXT:   %2 = arith.constant 16 : index
// CHECK-NEXT:   %3 = arith.constant 31 : i32
// CHECK-NEXT:   %4 = arith.constant 2147483647 : i32
// CHECK-NEXT:   %5 = arith.constant -16 : index
// CHECK-NEXT:   %6 = arith.constant 0 : index
// CHECK-NEXT:   %7 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %8 = arith.constant 1 : index
// CHECK-NEXT:   %9 = arith.constant 0 : i32
// CHECK-NEXT:   %10 = arith.constant -1 : i32
// CHECK-NEXT:   %11 = arith.constant 2139095041 : i32
// CHECK-NEXT:   %12 = arith.constant -2139095041 : i32
// CHECK-NEXT:   %13 = arith.constant true
// CHECK-NEXT:   %14 = arith.constant 0x7fc00000 : f32
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %15 = arith.subi %n, %low : index
// CHECK-NEXT:   %16 = arith.cmpi sle, %2, %15 : index
// CHECK-NEXT:   %17 = arith.bitcast %start : f32 to i32
// CHECK-NEXT:   %18 = arith.shrsi %17, %3 : i32
// CHECK-NEXT:   %19 = arith.andi %18, %4 : i32
// CHECK-NEXT:   %20 = arith.xori %17, %19 : i32
// CHECK-NEXT:   %21, %22 = scf.if %16 -> (index, i32) {
// CHECK-NEXT:     %23 = arith.andi %15, %5 : index
// CHECK-NEXT:     %24 = arith.addi %low, %23 : index
// CHECK-NEXT:     scf.for %25 = %6 to %2 step %8 {
// CHECK-NEXT:       memref.store %start, %1[%25] : memref<16xf32>
// CHECK-NEXT:       memref.store %7, %0[%25] : memref<16xf32>
// CHECK-NEXT:     } {disc_shape.block}
// CHECK-NEXT:     scf.for %26 = %low to %24 step %2 {
// CHECK-NEXT:       scf.for %27 = %6 to %2 step %8 {
// CHECK-NEXT:         %28 = arith.addi %26, %27 : index
// CHECK-NEXT:         %29 = memref.load %x[%i, %28] : memref<?x?xf32>
// CHECK-NEXT:         %30 = memref.load %1[%27] : memref<16xf32>
// CHECK-NEXT:         %31 = arith.cmpf ogt, %29, %30 : f32
// CHECK-NEXT:         %32 = arith.select %31, %29, %30 : f32
// CHECK-NEXT:         memref.store %32, %1[%27] : memref<16xf32>
// CHECK-NEXT:         %33 = memref.load %0[%27] : memref<16xf32>
// CHECK-NEXT:         %34 = arith.addf %33, %29 : f32
// CHECK-NEXT:         memref.store %34, %0[%27] : memref<16xf32>
// CHECK-NEXT:       } {disc_shape.block}
// CHECK-NEXT:     }
// CHECK-NEXT:     %35, %36 = scf.for %37 = %6 to %2 step %8 iter_args(%38 = %20, %39 = %7) -> (i32, f32) {
// CHECK-NEXT:       %40 = memref.load %1[%37] : memref<16xf32>
// CHECK-NEXT:       %41 = arith.bitcast %40 : f32 to i32
// CHECK-NEXT:       %42 = arith.shrsi %41, %3 : i32
// CHECK-NEXT:       %43 = arith.andi %42, %4 : i32
// CHECK-NEXT:       %44 = arith.xori %41, %43 : i32
// CHECK-NEXT:       %45 = arith.maxsi %38, %44 : i32
// CHECK-NEXT:       %46 = memref.load %0[%37] : memref<16xf32>
// CHECK-NEXT:       %47 = arith.addf %39, %46 : f32
// CHECK-NEXT:       scf.yield %45, %47 : i32, f32
// CHECK-NEXT:     } {disc_shape.block}
// CHECK-NEXT:     %48 = arith.cmpf ord, %36, %36 : f32
// CHECK-NEXT:     %49 = arith.cmpi ne, %35, %9 : i32
// CHECK-NEXT:     %50 = arith.cmpi ne, %35, %10 : i32
// CHECK-NEXT:     %51 = arith.andi %49, %50 : i1
// CHECK-NEXT:     %52 = arith.andi %48, %51 : i1
// CHECK-NEXT:     %53 = arith.select %52, %24, %low : index
// CHECK-NEXT:     %54 = arith.select %52, %35, %20 : i32
// CHECK-NEXT:     scf.yield %53, %54 : index, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %low, %20 : index, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %55, %56 = scf.for %57 = %21 to %n step %c1 iter_args(%58 = %22, %59 = %22) -> (i32, i32) {
// CHECK-NEXT:     %60 = memref.load %x[%i, %57] : memref<?x?xf32>
// CHECK-NEXT:     %61 = arith.bitcast %60 : f32 to i32
// CHECK-NEXT:     %62 = arith.shrsi %61, %3 : i32
// CHECK-NEXT:     %63 = arith.andi %62, %4 : i32
// CHECK-NEXT:     %64 = arith.xori %61, %63 : i32
// CHECK-NEXT:     %65 = arith.maxsi %58, %64 : i32
// CHECK-NEXT:     %66 = arith.minsi %59, %64 : i32
// CHECK-NEXT:     scf.yield %65, %66 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %67 = arith.shrsi %55, %3 : i32
// CHECK-NEXT:   %68 = arith.andi %67, %4 : i32
// CHECK-NEXT:   %69 = arith.xori %55, %68 : i32
// CHECK-NEXT:   %70 = arith.bitcast %69 : i32 to f32
// CHECK-NEXT:   %71 = arith.cmpi slt, %55, %11 : i32
// CHECK-NEXT:   %72 = arith.cmpi slt, %56, %12 : i32
// CHECK-NEXT:   %73 = arith.xori %72, %13 : i1
// CHECK-NEXT:   %74 = arith.andi %71, %73 : i1
// CHECK-NEXT:   %75 = arith.select %74, %70, %14 : f32
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

// -----

// Memory for a block is that of the iteration around a branch.
// CHECK-LABEL: func.func @branch(
// CHECK:         scf.for
// CHECK-NEXT:      memref.alloca() : memref<16xf32>
// CHECK-NEXT:      memref.alloca() : memref<16xf32>
// CHECK-NEXT:      scf.if
// CHECK-NOT:     memref.alloca
// CHECK:         func.return
func.func @branch(%x: memref<?x?xf32>, %y: memref<?xf32>, %p: i1, %m: index, %n: index, %start: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.if %p {
      %0 = scf.for %j = %c0 to %n step %c1 iter_args(%most = %start) -> (f32) {
        %1 = memref.load %x[%i, %j] : memref<?x?xf32>
        %2 = arith.maximumf %most, %1 : f32
        scf.yield %2 : f32
      }
      memref.store %0, %y[%i] : memref<?xf32>
    }
  }
  func.return
}
