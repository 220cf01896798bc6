// RUN: disc-opt %s --split-input-file -p 'expand-math{reciprocals=true keys=true}' | filecheck %s

// A loop that divides by a number from outside multiplies by its reciprocal, unless that is an even
// integer.
// CHECK:      func.func @quotients(%x: memref<?xf32>, %s: f32, %n: index) {
// CHECK-NEXT:   %0 = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:   %1 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %2 = arith.mulf %s, %0 : f32
// CHECK-NEXT:   %3 = math.floor %2 : f32
// CHECK-NEXT:   %4 = arith.cmpf oeq, %2, %3 : f32
// CHECK-NEXT:   %5 = arith.extf %s : f32 to f64
// CHECK-NEXT:   %6 = arith.divf %1, %5 : f64
// CHECK-NEXT:   scf.if %4 {
// CHECK-NEXT:     scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:       %7 = memref.load %x[%i] : memref<?xf32>
// CHECK-NEXT:       %8 = arith.divf %7, %s : f32
// CHECK-NEXT:       memref.store %8, %x[%i] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.for %i_1 = %c0 to %n step %c1 {
// CHECK-NEXT:       %9 = memref.load %x[%i_1] : memref<?xf32>
// CHECK-NEXT:       %10 = arith.extf %9 : f32 to f64
// CHECK-NEXT:       %11 = arith.mulf %10, %6 : f64
// CHECK-NEXT:       %12 = arith.truncf %11 : f64 to f32
// CHECK-NEXT:       memref.store %12, %x[%i_1] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @quotients(%x: memref<?xf32>, %s: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.divf %0, %s : f32
    memref.store %1, %x[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Not of a number that differs between iterations, not in f64, not a quotient of the number itself,
// and not in a loop that is short.
// CHECK:      func.func @divided(%x: memref<?xf32>, %y: memref<?xf64>, %s: f32, %t: f64, %n: index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c63 = arith.constant 63 : index
// CHECK-NEXT:   scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:     %0 = memref.load %x[%i] : memref<?xf32>
// CHECK-NEXT:     %1 = memref.load %y[%i] : memref<?xf64>
// CHECK-NEXT:     %2 = arith.divf %s, %0 : f32
// CHECK-NEXT:     %3 = arith.divf %1, %t : f64
// CHECK-NEXT:     memref.store %2, %x[%i] : memref<?xf32>
// CHECK-NEXT:     memref.store %3, %y[%i] : memref<?xf64>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %i_1 = %c0 to %c63 step %c1 {
// CHECK-NEXT:     %4 = memref.load %x[%i_1] : memref<?xf32>
// CHECK-NEXT:     %5 = arith.divf %4, %s : f32
// CHECK-NEXT:     memref.store %5, %x[%i_1] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @divided(%x: memref<?xf32>, %y: memref<?xf64>, %s: f32, %t: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = memref.load %y[%i] : memref<?xf64>
    %2 = arith.divf %s, %0 : f32
    %3 = arith.divf %1, %t : f64
    memref.store %2, %x[%i] : memref<?xf32>
    memref.store %3, %y[%i] : memref<?xf64>
  }
  scf.for %i = %c0 to %c63 step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.divf %0, %s : f32
    memref.store %1, %x[%i] : memref<?xf32>
  }
  func.return
}

// -----

// The maximum of a loop is that of integers; NaN is beyond the infinities.
// CHECK:      func.func @maximum(%x: memref<?xf32>, %n: index) -> f32 {
// CHECK-NEXT:   %0 = arith.constant 31 : i32
// CHECK-NEXT:   %1 = arith.constant 2147483647 : i32
// CHECK-NEXT:   %2 = arith.constant 2139095041 : i32
// CHECK-NEXT:   %3 = arith.constant -2139095041 : i32
// CHECK-NEXT:   %4 = arith.constant true
// CHECK-NEXT:   %5 = arith.constant 0x7fc00000 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %low = arith.constant 0xff800000 : f32
// CHECK-NEXT:   %6 = arith.bitcast %low : f32 to i32
// CHECK-NEXT:   %7 = arith.shrsi %6, %0 : i32
// CHECK-NEXT:   %8 = arith.andi %7, %1 : i32
// CHECK-NEXT:   %9 = arith.xori %6, %8 : i32
// CHECK-NEXT:   %10, %11 = scf.for %12 = %c0 to %n step %c1 iter_args(%13 = %9, %14 = %9) -> (i32, i32) {
// CHECK-NEXT:     %15 = memref.load %x[%12] : memref<?xf32>
// CHECK-NEXT:     %16 = arith.bitcast %15 : f32 to i32
// CHECK-NEXT:     %17 = arith.shrsi %16, %0 : i32
// CHECK-NEXT:     %18 = arith.andi %17, %1 : i32
// CHECK-NEXT:     %19 = arith.xori %16, %18 : i32
// CHECK-NEXT:     %20 = arith.maxsi %13, %19 : i32
// CHECK-NEXT:     %21 = arith.minsi %14, %19 : i32
// CHECK-NEXT:     scf.yield %20, %21 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %22 = arith.shrsi %10, %0 : i32
// CHECK-NEXT:   %23 = arith.andi %22, %1 : i32
// CHECK-NEXT:   %24 = arith.xori %10, %23 : i32
// CHECK-NEXT:   %25 = arith.bitcast %24 : i32 to f32
// CHECK-NEXT:   %26 = arith.cmpi slt, %10, %2 : i32
// CHECK-NEXT:   %27 = arith.cmpi slt, %11, %3 : i32
// CHECK-NEXT:   %28 = arith.xori %27, %4 : i1
// CHECK-NEXT:   %29 = arith.andi %26, %28 : i1
// CHECK-NEXT:   %30 = arith.select %29, %25, %5 : f32
// CHECK-NEXT:   func.return %30 : f32
// CHECK-NEXT: }
func.func @maximum(%x: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xFF800000 : f32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%most = %low) -> (f32) {
    %1 = memref.load %x[%i] : memref<?xf32>
    %2 = arith.maximumf %most, %1 : f32
    scf.yield %2 : f32
  }
  func.return %0 : f32
}

// -----

// A maximum that is read in the loop stays, and so does one of f64.
// CHECK:      func.func @read(%x: memref<?xf32>, %y: memref<?xf64>, %n: index, %low: f32, %high: f64) -> (f32, f64) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0, %1 = scf.for %i = %c0 to %n step %c1 iter_args(%most = %low, %least = %high) -> (f32, f64) {
// CHECK-NEXT:     %2 = memref.load %x[%i] : memref<?xf32>
// CHECK-NEXT:     %3 = memref.load %y[%i] : memref<?xf64>
// CHECK-NEXT:     %4 = arith.maximumf %most, %2 : f32
// CHECK-NEXT:     memref.store %4, %x[%i] : memref<?xf32>
// CHECK-NEXT:     %5 = arith.minimumf %least, %3 : f64
// CHECK-NEXT:     scf.yield %4, %5 : f32, f64
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %0, %1 : f32, f64
// CHECK-NEXT: }
func.func @read(%x: memref<?xf32>, %y: memref<?xf64>, %n: index, %low: f32, %high: f64) -> (f32, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0, %1 = scf.for %i = %c0 to %n step %c1 iter_args(%most = %low, %least = %high) -> (f32, f64) {
    %2 = memref.load %x[%i] : memref<?xf32>
    %3 = memref.load %y[%i] : memref<?xf64>
    %4 = arith.maximumf %most, %2 : f32
    memref.store %4, %x[%i] : memref<?xf32>
    %5 = arith.minimumf %least, %3 : f64
    scf.yield %4, %5 : f32, f64
  }
  func.return %0, %1 : f32, f64
}

// -----

// The maximum of a window: keys go through both loops.
// CHECK-LABEL: func.func @window(
// CHECK:       %[[KEY:.*]] = arith.xori
// CHECK-NEXT:  %[[MOST:.*]], %[[LEAST:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %[[KEY]], %[[B:.*]] = %[[KEY]]) -> (i32, i32) {
// CHECK-NEXT:    %[[C:.*]], %[[D:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[A]], %{{.*}} = %[[B]]) -> (i32, i32) {
// CHECK:           arith.maxsi
// CHECK-NEXT:      arith.minsi
// CHECK:         scf.yield %[[C]], %[[D]] : i32, i32
// CHECK-NEXT:  }
// CHECK-NOT:   scf.for
func.func @window(%x: memref<?x?xf32>, %i: index, %low: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = scf.for %j = %c0 to %c3 step %c1 iter_args(%a = %low) -> (f32) {
    %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%b = %a) -> (f32) {
      %at = arith.addi %i, %k : index
      %e = memref.load %x[%j, %at] : memref<?x?xf32>
      %0 = arith.maximumf %b, %e : f32
      scf.yield %0 : f32
    }
    scf.yield %r : f32
  }
  return %m : f32
}

// -----

// What a row gives is changed, or the rows are long: only the inner loop carries keys.
// CHECK-LABEL: func.func @rows(
// CHECK:       scf.for {{.*}} -> (f32) {
// CHECK:         scf.for {{.*}} -> (i32, i32) {
// CHECK:       scf.for {{.*}} -> (f32) {
// CHECK:         scf.for {{.*}} -> (i32, i32) {
func.func @rows(%x: memref<?x?xf32>, %n: index, %low: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = scf.for %j = %c0 to %c3 step %c1 iter_args(%a = %low) -> (f32) {
    %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%b = %a) -> (f32) {
      %e = memref.load %x[%j, %k] : memref<?x?xf32>
      %0 = arith.maximumf %b, %e : f32
      scf.yield %0 : f32
    }
    %s = arith.addf %r, %low : f32
    scf.yield %s : f32
  }
  %l = scf.for %j = %c0 to %c3 step %c1 iter_args(%a = %low) -> (f32) {
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%b = %a) -> (f32) {
      %e = memref.load %x[%j, %k] : memref<?x?xf32>
      %0 = arith.maximumf %b, %e : f32
      scf.yield %0 : f32
    }
    scf.yield %r : f32
  }
  return %m, %l : f32, f32
}

// -----

// Dead code is removed with its constants: here a logistic function leaves its exponential. What is
// written after that has constants of its own.
// CHECK:      func.func @after_dead_code(%x: memref<?xf32>, %y: f32, %low: f32, %n: index) -> (f32, f32) {
// CHECK:        %12 = arith.constant 5.96046448e-08 : f32
// CHECK-NEXT:   %13 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %14 = arith.constant 31 : i32
// CHECK-NEXT:   %15 = arith.constant 2147483647 : i32
// CHECK:        %48 = arith.mulf %47, %12 : f32
// CHECK-NEXT:   %49 = arith.bitcast %low : f32 to i32
// CHECK-NEXT:   %50 = arith.shrsi %49, %14 : i32
// CHECK-NEXT:   %51 = arith.andi %50, %15 : i32
func.func @after_dead_code(%x: memref<?xf32>, %y: f32, %low: f32, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %0 = arith.negf %y : f32
  %1 = math.exp %0 : f32
  %2 = arith.addf %one, %1 : f32
  %3 = arith.divf %one, %2 : f32
  %m = scf.for %j = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %4 = memref.load %x[%j] : memref<?xf32>
    %5 = arith.maximumf %a, %4 : f32
    scf.yield %5 : f32
  }
  func.return %3, %m : f32, f32
}
