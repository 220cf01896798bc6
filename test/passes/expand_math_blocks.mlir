// RUN: disc-opt %s --split-input-file -p 'expand-math{keys=true maxima=16}' | filecheck %s

// The maximum of a row: blocks of 16 numbers by comparing floats, and the rest on keys, from the
// first number if the blocks do not tell.
// CHECK:      func.func @maximum(%x: memref<?x?xf32>, %i: index, %low: index, %n: index, %start: f32) -> f32 {
// CHECK-NEXT:   %0 = memref.alloca() : memref<16xf32>
// CHECK-NEXT:   %1 = memref.alloca() : memref<16xf32>
// CHECK-NEXT:   %2 = arith.constant 16 : index
// CHECK-NEXT:   %3 = arith.constant 31 : i32
// CHECK-NEXT:   %4 = arith.constant 2147483647 : i32
// CHECK-NEXT:   %5 = arith.constant -16 : index
// CHECK-NEXT:   %6 = arith.constant 1 : index
// CHECK-NEXT:   %7 = arith.constant 0 : index
// CHECK-NEXT:   %8 = arith.constant 0.000000e+00 : f32
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
// CHECK-NEXT:     %25 = arith.subi %n, %6 : index
// CHECK-NEXT:     %26 = memref.load %x[%i, %low] : memref<?x?xf32>
// CHECK-NEXT:     %27 = memref.load %x[%i, %25] : memref<?x?xf32>
// CHECK-NEXT:     scf.for %28 = %7 to %2 step %6 {
// CHECK-NEXT:       memref.store %start, %1[%28] : memref<16xf32>
// CHECK-NEXT:       memref.store %8, %0[%28] : memref<16xf32>
// CHECK-NEXT:     } {disc_shape.block}
// CHECK-NEXT:     scf.for %29 = %low to %24 step %2 {
// CHECK-NEXT:       scf.for %30 = %7 to %2 step %6 {
// CHECK-NEXT:         %31 = arith.addi %29, %30 : index
// CHECK-NEXT:         %32 = memref.load %x[%i, %31] {disc_shape.within_bounds} : memref<?x?xf32>
// CHECK-NEXT:         %33 = memref.load %1[%30] : memref<16xf32>
// CHECK-NEXT:         %34 = arith.cmpf ogt, %32, %33 : f32
// CHECK-NEXT:         %35 = arith.select %34, %32, %33 : f32
// CHECK-NEXT:         memref.store %35, %1[%30] : memref<16xf32>
// CHECK-NEXT:         %36 = memref.load %0[%30] : memref<16xf32>
// CHECK-NEXT:         %37 = arith.addf %36, %32 : f32
// CHECK-NEXT:         memref.store %37, %0[%30] : memref<16xf32>
// CHECK-NEXT:       } {disc_shape.block}
// CHECK-NEXT:     }
// CHECK-NEXT:     %38, %39 = scf.for %40 = %7 to %2 step %6 iter_args(%41 = %20, %42 = %8) -> (i32, f32) {
// CHECK-NEXT:       %43 = memref.load %1[%40] : memref<16xf32>
// CHECK-NEXT:       %44 = arith.bitcast %43 : f32 to i32
// CHECK-NEXT:       %45 = arith.shrsi %44, %3 : i32
// CHECK-NEXT:       %46 = arith.andi %45, %4 : i32
// CHECK-NEXT:       %47 = arith.xori %44, %46 : i32
// CHECK-NEXT:       %48 = arith.maxsi %41, %47 : i32
// CHECK-NEXT:       %49 = memref.load %0[%40] : memref<16xf32>
// CHECK-NEXT:       %50 = arith.addf %42, %49 : f32
// CHECK-NEXT:       scf.yield %48, %50 : i32, f32
// CHECK-NEXT:     } {disc_shape.block}
// CHECK-NEXT:     %51 = arith.cmpf ord, %39, %39 : f32
// CHECK-NEXT:     %52 = arith.cmpi ne, %38, %9 : i32
// CHECK-NEXT:     %53 = arith.cmpi ne, %38, %10 : i32
// CHECK-NEXT:     %54 = arith.andi %52, %53 : i1
// CHECK-NEXT:     %55 = arith.andi %51, %54 : i1
// CHECK-NEXT:     %56 = arith.select %55, %24, %low : index
// CHECK-NEXT:     %57 = arith.select %55, %38, %20 : i32
// CHECK-NEXT:     scf.yield %56, %57 : index, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %low, %20 : index, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %58, %59 = scf.for %60 = %21 to %n step %c1 iter_args(%61 = %22, %62 = %22) -> (i32, i32) {
// CHECK-NEXT:     %63 = memref.load %x[%i, %60] : memref<?x?xf32>
// CHECK-NEXT:     %64 = arith.bitcast %63 : f32 to i32
// CHECK-NEXT:     %65 = arith.shrsi %64, %3 : i32
// CHECK-NEXT:     %66 = arith.andi %65, %4 : i32
// CHECK-NEXT:     %67 = arith.xori %64, %66 : i32
// CHECK-NEXT:     %68 = arith.maxsi %61, %67 : i32
// CHECK-NEXT:     %69 = arith.minsi %62, %67 : i32
// CHECK-NEXT:     scf.yield %68, %69 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %70 = arith.shrsi %58, %3 : i32
// CHECK-NEXT:   %71 = arith.andi %70, %4 : i32
// CHECK-NEXT:   %72 = arith.xori %58, %71 : i32
// CHECK-NEXT:   %73 = arith.bitcast %72 : i32 to f32
// CHECK-NEXT:   %74 = arith.cmpi slt, %58, %11 : i32
// CHECK-NEXT:   %75 = arith.cmpi slt, %59, %12 : i32
// CHECK-NEXT:   %76 = arith.xori %75, %13 : i1
// CHECK-NEXT:   %77 = arith.andi %74, %76 : i1
// CHECK-NEXT:   %78 = arith.select %77, %73, %14 : f32
// CHECK-NEXT:   func.return %78 : f32
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

// -----

// What is read through a view that the loop itself makes is read in one loop.
// CHECK:      func.func @view
// CHECK-NOT:  scf.if
// CHECK:      scf.for %{{.*}} = %low to %n
// CHECK:        "memref.cast"(%x)
// CHECK-NOT:  scf.for
// CHECK:      func.return
func.func @view(%x: memref<100x?xf32>, %i: index, %low: index, %n: index, %start: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = scf.for %j = %low to %n step %c1 iter_args(%m = %start) -> (f32) {
    %v = "memref.cast"(%x) : (memref<100x?xf32>) -> memref<?x?xf32>
    %e = memref.load %v[%i, %j] : memref<?x?xf32>
    %g = arith.maximumf %m, %e : f32
    scf.yield %g : f32
  }
  func.return %0 : f32
}
