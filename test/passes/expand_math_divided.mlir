// RUN: disc-opt %s --split-input-file -p 'expand-math{reciprocals=true lanes=64 divided=24}' | filecheck %s

// The end of a block of a row is divided while the rest is multiplied. The reciprocal and the test
// are before the loops that leave the divisor as it is.
// CHECK:      func.func @blocks(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %m: index) {
// CHECK-NEXT:   %0 = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:   %1 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:   %2 = arith.constant 40 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c64 = arith.constant 64 : index
// CHECK-NEXT:   scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:     %s = memref.load %y[%i] : memref<?xf32>
// CHECK-NEXT:     %3 = arith.mulf %s, %0 : f32
// CHECK-NEXT:     %4 = math.floor %3 : f32
// CHECK-NEXT:     %5 = arith.cmpf oeq, %3, %4 : f32
// CHECK-NEXT:     %6 = arith.extf %s : f32 to f64
// CHECK-NEXT:     %7 = arith.divf %1, %6 : f64
// CHECK-NEXT:     scf.for %b = %c0 to %m step %c64 {
// CHECK-NEXT:       scf.if %5 {
// CHECK-NEXT:         scf.for %j = %c0 to %c64 step %c1 {
// CHECK-NEXT:           %k = arith.addi %b, %j : index
// CHECK-NEXT:           %8 = memref.load %x[%k] : memref<?xf32>
// CHECK-NEXT:           %9 = arith.divf %8, %s : f32
// CHECK-NEXT:           memref.store %9, %x[%k] : memref<?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.for %j_1 = %c0 to %2 step %c1 {
// CHECK-NEXT:           %k_1 = arith.addi %b, %j_1 : index
// CHECK-NEXT:           %10 = memref.load %x[%k_1] : memref<?xf32>
// CHECK-NEXT:           %11 = arith.extf %10 : f32 to f64
// CHECK-NEXT:           %12 = arith.mulf %11, %7 : f64
// CHECK-NEXT:           %13 = arith.truncf %12 : f64 to f32
// CHECK-NEXT:           memref.store %13, %x[%k_1] : memref<?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:         scf.for %j_2 = %2 to %c64 step %c1 {
// CHECK-NEXT:           %k_2 = arith.addi %b, %j_2 : index
// CHECK-NEXT:           %14 = memref.load %x[%k_2] : memref<?xf32>
// CHECK-NEXT:           %15 = arith.divf %14, %s : f32
// CHECK-NEXT:           memref.store %15, %x[%k_2] : memref<?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @blocks(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = memref.load %y[%i] : memref<?xf32>
    scf.for %b = %c0 to %m step %c64 {
      scf.for %j = %c0 to %c64 step %c1 {
        %k = arith.addi %b, %j : index
        %0 = memref.load %x[%k] : memref<?xf32>
        %1 = arith.divf %0, %s : f32
        memref.store %1, %x[%k] : memref<?xf32>
      }
    }
  }
  func.return
}

// -----

// Not of a block that carries a number, nor of a loop with more iterations or from another number.
// CHECK:      func.func @no_blocks(%x: memref<?xf32>, %y: memref<?xf32>, %s: f32, %n: index) -> f32 {
// CHECK-NEXT:   %0 = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:   %1 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c64 = arith.constant 64 : index
// CHECK-NEXT:   %c65 = arith.constant 65 : index
// CHECK-NEXT:   %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %2 = arith.mulf %s, %0 : f32
// CHECK-NEXT:   %3 = math.floor %2 : f32
// CHECK-NEXT:   %4 = arith.cmpf oeq, %2, %3 : f32
// CHECK-NEXT:   %5 = arith.extf %s : f32 to f64
// CHECK-NEXT:   %6 = arith.divf %1, %5 : f64
// CHECK-NEXT:   %t = scf.if %4 -> (f32) {
// CHECK-NEXT:     %t_1 = scf.for %j = %c0 to %c64 step %c1 iter_args(%a = %zero) -> (f32) {
// CHECK-NEXT:       %7 = memref.load %x[%j] : memref<?xf32>
// CHECK-NEXT:       %8 = arith.divf %7, %s : f32
// CHECK-NEXT:       %9 = arith.addf %a, %8 : f32
// CHECK-NEXT:       scf.yield %9 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %t_1 : f32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %t_2 = scf.for %j_1 = %c0 to %c64 step %c1 iter_args(%a_1 = %zero) -> (f32) {
// CHECK-NEXT:       %10 = memref.load %x[%j_1] : memref<?xf32>
// CHECK-NEXT:       %11 = arith.extf %10 : f32 to f64
// CHECK-NEXT:       %12 = arith.mulf %11, %6 : f64
// CHECK-NEXT:       %13 = arith.truncf %12 : f64 to f32
// CHECK-NEXT:       %14 = arith.addf %a_1, %13 : f32
// CHECK-NEXT:       scf.yield %14 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %t_2 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %15 = arith.mulf %s, %0 : f32
// CHECK-NEXT:   %16 = math.floor %15 : f32
// CHECK-NEXT:   %17 = arith.cmpf oeq, %15, %16 : f32
// CHECK-NEXT:   %18 = arith.extf %s : f32 to f64
// CHECK-NEXT:   %19 = arith.divf %1, %18 : f64
// CHECK-NEXT:   scf.if %17 {
// CHECK-NEXT:     scf.for %j_2 = %c0 to %c65 step %c1 {
// CHECK-NEXT:       %20 = memref.load %x[%j_2] : memref<?xf32>
// CHECK-NEXT:       %21 = arith.divf %20, %s : f32
// CHECK-NEXT:       memref.store %21, %x[%j_2] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.for %j_3 = %c0 to %c65 step %c1 {
// CHECK-NEXT:       %22 = memref.load %x[%j_3] : memref<?xf32>
// CHECK-NEXT:       %23 = arith.extf %22 : f32 to f64
// CHECK-NEXT:       %24 = arith.mulf %23, %19 : f64
// CHECK-NEXT:       %25 = arith.truncf %24 : f64 to f32
// CHECK-NEXT:       memref.store %25, %x[%j_3] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   %26 = arith.mulf %s, %0 : f32
// CHECK-NEXT:   %27 = math.floor %26 : f32
// CHECK-NEXT:   %28 = arith.cmpf oeq, %26, %27 : f32
// CHECK-NEXT:   %29 = arith.extf %s : f32 to f64
// CHECK-NEXT:   %30 = arith.divf %1, %29 : f64
// CHECK-NEXT:   scf.if %28 {
// CHECK-NEXT:     scf.for %j_4 = %c1 to %c65 step %c1 {
// CHECK-NEXT:       %31 = memref.load %x[%j_4] : memref<?xf32>
// CHECK-NEXT:       %32 = arith.divf %31, %s : f32
// CHECK-NEXT:       memref.store %32, %x[%j_4] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.for %j_5 = %c1 to %c65 step %c1 {
// CHECK-NEXT:       %33 = memref.load %x[%j_5] : memref<?xf32>
// CHECK-NEXT:       %34 = arith.extf %33 : f32 to f64
// CHECK-NEXT:       %35 = arith.mulf %34, %30 : f64
// CHECK-NEXT:       %36 = arith.truncf %35 : f64 to f32
// CHECK-NEXT:       memref.store %36, %x[%j_5] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %t : f32
// CHECK-NEXT: }
func.func @no_blocks(%x: memref<?xf32>, %y: memref<?xf32>, %s: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c65 = arith.constant 65 : index
  %zero = arith.constant 0.0 : f32
  %t = scf.for %j = %c0 to %c64 step %c1 iter_args(%a = %zero) -> (f32) {
    %0 = memref.load %x[%j] : memref<?xf32>
    %1 = arith.divf %0, %s : f32
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  scf.for %j = %c0 to %c65 step %c1 {
    %0 = memref.load %x[%j] : memref<?xf32>
    %1 = arith.divf %0, %s : f32
    memref.store %1, %x[%j] : memref<?xf32>
  }
  scf.for %j = %c1 to %c65 step %c1 {
    %0 = memref.load %x[%j] : memref<?xf32>
    %1 = arith.divf %0, %s : f32
    memref.store %1, %x[%j] : memref<?xf32>
  }
  func.return %t : f32
}
