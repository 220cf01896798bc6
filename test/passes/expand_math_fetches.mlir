// RUN: disc-opt %s --split-input-file -p 'expand-math{lanes=32}' | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'expand-math{lanes=32 ahead=2}' | filecheck %s --check-prefix=AHEAD

// The last of two loops that read a row fetches the next one, in blocks, unless the row is long.
// CHECK:      func.func @rows(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
// CHECK-NEXT:   %0 = arith.constant 0 : index
// CHECK-NEXT:   %1 = arith.constant -32 : index
// CHECK-NEXT:   %2 = arith.constant 16384 : index
// CHECK-NEXT:   %3 = arith.constant 1 : index
// CHECK-NEXT:   %4 = arith.constant 32 : index
// CHECK-NEXT:   %5 = arith.constant 16 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:   ^{{.*}}(%i: index):
// CHECK-NEXT:     %s = scf.for %j = %c0 to %m step %c1 iter_args(%a = %zero) -> (f32) {
// CHECK-NEXT:       %6 = memref.load %x[%i, %j] : memref<?x?xf32>
// CHECK-NEXT:       %7 = arith.addf %a, %6 : f32
// CHECK-NEXT:       scf.yield %7 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %8 = arith.subi %m, %c0 : index
// CHECK-NEXT:     %9 = arith.maxsi %8, %0 : index
// CHECK-NEXT:     %10 = arith.andi %9, %1 : index
// CHECK-NEXT:     %11 = arith.cmpi sle, %8, %2 : index
// CHECK-NEXT:     %12 = arith.select %11, %10, %0 : index
// CHECK-NEXT:     %13 = arith.addi %c0, %12 : index
// CHECK-NEXT:     %14 = arith.addi %i, %3 : index
// CHECK-NEXT:     %15 = arith.subi %n, %3 : index
// CHECK-NEXT:     %16 = arith.minsi %14, %15 : index
// CHECK-NEXT:     scf.for %17 = %c0 to %13 step %4 {
// CHECK-NEXT:       memref.prefetch %x[%16, %17], read, locality<3>, data : memref<?x?xf32>
// CHECK-NEXT:       %18 = arith.addi %17, %5 : index
// CHECK-NEXT:       memref.prefetch %x[%16, %18], read, locality<3>, data : memref<?x?xf32>
// CHECK-NEXT:       scf.for %19 = %0 to %4 step %3 {
// CHECK-NEXT:         %20 = arith.addi %17, %19 : index
// CHECK-NEXT:         %21 = memref.load %x[%i, %20] : memref<?x?xf32>
// CHECK-NEXT:         %22 = arith.subf %21, %s : f32
// CHECK-NEXT:         memref.store %22, %y[%i, %20] : memref<?x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %j_1 = %13 to %m step %c1 {
// CHECK-NEXT:       %23 = memref.load %x[%i, %j_1] : memref<?x?xf32>
// CHECK-NEXT:       %24 = arith.subf %23, %s : f32
// CHECK-NEXT:       memref.store %24, %y[%i, %j_1] : memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }) : (index, index, index) -> ()
// CHECK-NEXT:   func.return
// CHECK-NEXT: }

// AHEAD-LABEL: func.func @rows
// AHEAD:         %[[TWO:.*]] = arith.constant 2 : index
// AHEAD:         %[[AFTER:.*]] = arith.addi %i, %[[TWO]] : index
// AHEAD:         %[[LAST:.*]] = arith.subi %n, %{{.*}} : index
// AHEAD:         %[[ROW:.*]] = arith.minsi %[[AFTER]], %[[LAST]] : index
// AHEAD:         memref.prefetch %x[%[[ROW]], %{{.*}}], read, locality<3>, data : memref<?x?xf32>
func.func @rows(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %s = scf.for %j = %c0 to %m step %c1 iter_args(%a = %zero) -> (f32) {
      %0 = memref.load %x[%i, %j] : memref<?x?xf32>
      %1 = arith.addf %a, %0 : f32
      scf.yield %1 : f32
    }
    scf.for %j = %c0 to %m step %c1 {
      %2 = memref.load %x[%i, %j] : memref<?x?xf32>
      %3 = arith.subf %2, %s : f32
      memref.store %3, %y[%i, %j] : memref<?x?xf32>
    }
    scf.reduce
  }
  func.return
}

// -----

// Not if only one loop reads the row.
// CHECK-LABEL: func.func @one
// CHECK-NOT:   memref.prefetch
func.func @one(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      memref.store %zero, %y[%i, %j] : memref<?x?xf32>
    }
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
  }
  func.return
}

// -----

// Nor if the last loop carries a number.
// CHECK-LABEL: func.func @carried
// CHECK-NOT:   memref.prefetch
func.func @carried(%x: memref<?x?xf32>, %y: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %s = scf.for %j = %c0 to %m step %c1 iter_args(%a = %zero) -> (f32) {
      %0 = memref.load %x[%i, %j] : memref<?x?xf32>
      %1 = arith.addf %a, %0 : f32
      scf.yield %1 : f32
    }
    %t = scf.for %j = %c0 to %m step %c1 iter_args(%a = %s) -> (f32) {
      %0 = memref.load %x[%i, %j] : memref<?x?xf32>
      %1 = arith.subf %a, %0 : f32
      scf.yield %1 : f32
    }
    memref.store %t, %y[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Nor of columns, of a diagonal, of a row that another loop reads up to another end, or if rows are
// left out: there may be no such element. Of a loop over two dimensions the innermost one counts.
// CHECK-LABEL: func.func @others
// CHECK-NOT:   memref.prefetch
func.func @others(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %z: memref<?x?x?xf32>, %n: index, %m: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%j, %i] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.for %j = %c0 to %m step %c1 {
      memref.store %zero, %x[%j, %i] : memref<?x?xf32>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %z[%i, %j, %j] : memref<?x?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.for %j = %c0 to %m step %c1 {
      memref.store %zero, %y[%i, %j] : memref<?x?xf32>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %k step %c1 {
      %0 = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.for %j = %c0 to %m step %c1 {
      memref.store %zero, %x[%i, %j] : memref<?x?xf32>
    }
  }
  scf.for %i = %c0 to %n step %c2 {
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.for %j = %c0 to %m step %c1 {
      memref.store %zero, %x[%i, %j] : memref<?x?xf32>
    }
  }
  scf.parallel (%i, %l) = (%c0, %c0) to (%n, %k) step (%c1, %c1) {
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %0, %y[%l, %j] : memref<?x?xf32>
    }
    scf.for %j = %c0 to %m step %c1 {
      memref.store %zero, %y[%i, %j] : memref<?x?xf32>
    }
    scf.reduce
  }
  func.return
}
