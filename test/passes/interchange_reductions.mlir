// RUN: disc-opt %s --split-input-file -p interchange-reductions | filecheck %s

// A known number of columns is one block.
// CHECK:      func.func @known(%a: memref<?x12xf32>, %b: memref<12xf32>, %n: index) {
// CHECK-NEXT:   %0 = arith.constant 12 : index
// CHECK-NEXT:   %1 = arith.constant 0 : index
// CHECK-NEXT:   %2 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c12 = arith.constant 12 : index
// CHECK-NEXT:   %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   "scf.parallel"(%c0, %c12, %0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:   ^bb0(%3: index):
// CHECK-NEXT:     %4 = memref.alloca() : memref<12xf32>
// CHECK-NEXT:     scf.for %5 = %1 to %0 step %2 {
// CHECK-NEXT:       memref.store %zero, %4[%5] : memref<12xf32>
// CHECK-NEXT:     } {disc_shape.block}
// CHECK-NEXT:     scf.for %6 = %c0 to %n step %c1 {
// CHECK-NEXT:       scf.for %7 = %1 to %0 step %2 {
// CHECK-NEXT:         %8 = arith.addi %3, %7 : index
// CHECK-NEXT:         %x = memref.load %a[%6, %8] : memref<?x12xf32>
// CHECK-NEXT:         %9 = memref.load %4[%7] : memref<12xf32>
// CHECK-NEXT:         %u = arith.addf %9, %x : f32
// CHECK-NEXT:         memref.store %u, %4[%7] : memref<12xf32>
// CHECK-NEXT:       } {disc_shape.block}
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %10 = %1 to %0 step %2 {
// CHECK-NEXT:       %11 = memref.load %4[%10] : memref<12xf32>
// CHECK-NEXT:       %12 = arith.addi %3, %10 : index
// CHECK-NEXT:       memref.store %11, %b[%12] : memref<12xf32>
// CHECK-NEXT:     } {disc_shape.block}
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }) : (index, index, index) -> ()
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @known(%a: memref<?x12xf32>, %b: memref<12xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%j) = (%c0) to (%c12) step (%c1) {
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> (f32) {
      %x = memref.load %a[%k, %j] : memref<?x12xf32>
      %u = arith.addf %t, %x : f32
      scf.yield %u : f32
    }
    memref.store %s, %b[%j] : memref<12xf32>
    scf.reduce
  }
  func.return
}

// -----

// Of an open number a test chooses, and the last block is shorter. The index of a column may be
// shifted, and what is read besides is the same for all columns.
// CHECK:      func.func @open(%a: memref<?x?xf64>, %v: memref<?xf64>, %b: memref<?xf64>, %n: index, %m: index, %shift: index) {
// CHECK-NEXT:   %0 = arith.constant 512 : index
// CHECK-NEXT:   %1 = arith.constant 0 : index
// CHECK-NEXT:   %2 = arith.constant 1 : index
// CHECK-NEXT:   %3 = arith.constant 8 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:   %4 = arith.cmpi sle, %3, %m : index
// CHECK-NEXT:   scf.if %4 {
// CHECK-NEXT:     "scf.parallel"(%c0, %m, %0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:     ^bb0(%5: index):
// CHECK-NEXT:       %6 = memref.alloca() : memref<512xf64>
// CHECK-NEXT:       %7 = arith.subi %m, %5 : index
// CHECK-NEXT:       %8 = arith.minsi %7, %0 : index
// CHECK-NEXT:       scf.for %9 = %1 to %8 step %2 {
// CHECK-NEXT:         memref.store %zero, %6[%9] : memref<512xf64>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.for %10 = %c0 to %n step %c1 {
// CHECK-NEXT:         scf.for %11 = %1 to %8 step %2 {
// CHECK-NEXT:           %12 = arith.addi %5, %11 : index
// CHECK-NEXT:           %at = arith.addi %shift, %12 : index
// CHECK-NEXT:           %x = memref.load %a[%10, %at] : memref<?x?xf64>
// CHECK-NEXT:           %y = memref.load %v[%10] : memref<?xf64>
// CHECK-NEXT:           %z = arith.mulf %x, %y : f64
// CHECK-NEXT:           %13 = memref.load %6[%11] : memref<512xf64>
// CHECK-NEXT:           %u = arith.addf %13, %z : f64
// CHECK-NEXT:           memref.store %u, %6[%11] : memref<512xf64>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.for %14 = %1 to %8 step %2 {
// CHECK-NEXT:         %15 = memref.load %6[%14] : memref<512xf64>
// CHECK-NEXT:         %16 = arith.addi %5, %14 : index
// CHECK-NEXT:         memref.store %15, %b[%16] : memref<?xf64>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.reduce
// CHECK-NEXT:     }) : (index, index, index) -> ()
// CHECK-NEXT:   } else {
// CHECK-NEXT:     "scf.parallel"(%c0, %m, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:     ^bb0(%j: index):
// CHECK-NEXT:       %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> (f64) {
// CHECK-NEXT:         %at_1 = arith.addi %shift, %j : index
// CHECK-NEXT:         %x_1 = memref.load %a[%k, %at_1] : memref<?x?xf64>
// CHECK-NEXT:         %y_1 = memref.load %v[%k] : memref<?xf64>
// CHECK-NEXT:         %z_1 = arith.mulf %x_1, %y_1 : f64
// CHECK-NEXT:         %u_1 = arith.addf %t, %z_1 : f64
// CHECK-NEXT:         scf.yield %u_1 : f64
// CHECK-NEXT:       }
// CHECK-NEXT:       memref.store %s, %b[%j] : memref<?xf64>
// CHECK-NEXT:       scf.reduce
// CHECK-NEXT:     }) : (index, index, index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @open(%a: memref<?x?xf64>, %v: memref<?xf64>, %b: memref<?xf64>, %n: index, %m: index,
                %shift: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.parallel (%j) = (%c0) to (%m) step (%c1) {
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> (f64) {
      %at = arith.addi %shift, %j : index
      %x = memref.load %a[%k, %at] : memref<?x?xf64>
      %y = memref.load %v[%k] : memref<?xf64>
      %z = arith.mulf %x, %y : f64
      %u = arith.addf %t, %z : f64
      scf.yield %u : f64
    }
    memref.store %s, %b[%j] : memref<?xf64>
    scf.reduce
  }
  func.return
}

// -----

// Two loops down the columns: the second one takes what the first one has found, and what is
// computed in between. Loops in loops share the place of what they carry. A branch stays whole.
// CHECK:      func.func @several(%a: memref<?x?x20xf32>, %b: memref<20xf32>, %n: index, %m: index) {
// CHECK-NEXT:   %0 = arith.constant 20 : index
// CHECK-NEXT:   %1 = arith.constant 0 : index
// CHECK-NEXT:   %2 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c20 = arith.constant 20 : index
// CHECK-NEXT:   %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %two = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:   "scf.parallel"(%c0, %c20, %0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:   ^bb0(%3: index):
// CHECK-NEXT:     %4 = memref.alloca() : memref<20xf32>
// CHECK-NEXT:     %5 = memref.alloca() : memref<20xf32>
// CHECK-NEXT:     %6 = memref.alloca() : memref<20xf32>
// CHECK-NEXT:     %7 = memref.alloca() : memref<20xf32>
// CHECK-NEXT:     scf.for %8 = %1 to %0 step %2 {
// CHECK-NEXT:       memref.store %zero, %4[%8] : memref<20xf32>
// CHECK-NEXT:     } {disc_shape.block}
// CHECK-NEXT:     scf.for %9 = %c0 to %n step %c1 {
// CHECK-NEXT:       %last = arith.addi %9, %m : index
// CHECK-NEXT:       scf.for %10 = %9 to %last step %c1 {
// CHECK-NEXT:         scf.for %11 = %1 to %0 step %2 {
// CHECK-NEXT:           %12 = arith.addi %3, %11 : index
// CHECK-NEXT:           %x = memref.load %a[%9, %10, %12] : memref<?x?x20xf32>
// CHECK-NEXT:           %13 = memref.load %4[%11] : memref<20xf32>
// CHECK-NEXT:           %v = arith.addf %13, %x : f32
// CHECK-NEXT:           memref.store %v, %4[%11] : memref<20xf32>
// CHECK-NEXT:         } {disc_shape.block}
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %14 = %1 to %0 step %2 {
// CHECK-NEXT:       %15 = memref.load %4[%14] : memref<20xf32>
// CHECK-NEXT:       %half = arith.divf %15, %two : f32
// CHECK-NEXT:       memref.store %half, %5[%14] : memref<20xf32>
// CHECK-NEXT:       memref.store %15, %6[%14] : memref<20xf32>
// CHECK-NEXT:       memref.store %half, %7[%14] : memref<20xf32>
// CHECK-NEXT:     } {disc_shape.block}
// CHECK-NEXT:     scf.for %16 = %c0 to %n step %c1 {
// CHECK-NEXT:       scf.for %17 = %1 to %0 step %2 {
// CHECK-NEXT:         %18 = arith.addi %3, %17 : index
// CHECK-NEXT:         %x_1 = memref.load %a[%16, %c0, %18] : memref<?x?x20xf32>
// CHECK-NEXT:         %19 = memref.load %7[%17] : memref<20xf32>
// CHECK-NEXT:         %less = arith.cmpf olt, %x_1, %19 : f32
// CHECK-NEXT:         %20 = memref.load %6[%17] : memref<20xf32>
// CHECK-NEXT:         %21 = memref.load %5[%17] : memref<20xf32>
// CHECK-NEXT:         %y = scf.if %less -> (f32) {
// CHECK-NEXT:           %z = arith.mulf %x_1, %20 : f32
// CHECK-NEXT:           scf.yield %z : f32
// CHECK-NEXT:         } else {
// CHECK-NEXT:           scf.yield %21 : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         memref.store %20, %5[%17] : memref<20xf32>
// CHECK-NEXT:         memref.store %y, %6[%17] : memref<20xf32>
// CHECK-NEXT:       } {disc_shape.block}
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %22 = %1 to %0 step %2 {
// CHECK-NEXT:       %23 = memref.load %5[%22] : memref<20xf32>
// CHECK-NEXT:       %24 = memref.load %6[%22] : memref<20xf32>
// CHECK-NEXT:       %25 = arith.addf %23, %24 : f32
// CHECK-NEXT:       %26 = arith.addi %3, %22 : index
// CHECK-NEXT:       memref.store %25, %b[%26] : memref<20xf32>
// CHECK-NEXT:     } {disc_shape.block}
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }) : (index, index, index) -> ()
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @several(%a: memref<?x?x20xf32>, %b: memref<20xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  scf.parallel (%j) = (%c0) to (%c20) step (%c1) {
    %s = scf.for %h = %c0 to %n step %c1 iter_args(%t = %zero) -> (f32) {
      %last = arith.addi %h, %m : index
      %r = scf.for %k = %h to %last step %c1 iter_args(%u = %t) -> (f32) {
        %x = memref.load %a[%h, %k, %j] : memref<?x?x20xf32>
        %v = arith.addf %u, %x : f32
        scf.yield %v : f32
      }
      scf.yield %r : f32
    }
    %half = arith.divf %s, %two : f32
    %0, %1 = scf.for %h = %c0 to %n step %c1 iter_args(%p = %half, %q = %s) -> (f32, f32) {
      %x = memref.load %a[%h, %c0, %j] : memref<?x?x20xf32>
      %less = arith.cmpf olt, %x, %half : f32
      %y = scf.if %less -> (f32) {
        %z = arith.mulf %x, %q : f32
        scf.yield %z : f32
      } else {
        scf.yield %p : f32
      }
      scf.yield %q, %y : f32, f32
    }
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %b[%j] : memref<20xf32>
    scf.reduce
  }
  func.return
}

// -----

// Nothing to do: rows, too few columns, few iterations, bounds that differ between columns, bounds
// from memory, columns that are not all visited, results of the nest, and numbers that machine code
// does not compute with.
// CHECK-LABEL: func.func @rows
// CHECK-NOT:   memref.alloca
func.func @rows(%a: memref<?x?xf32>, %b: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%j) = (%c0) to (%m) step (%c1) {
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> (f32) {
      %x = memref.load %a[%j, %k] : memref<?x?xf32>
      %y = memref.load %a[%k, %j] : memref<?x?xf32>
      %z = arith.mulf %x, %y : f32
      %u = arith.addf %t, %z : f32
      scf.yield %u : f32
    }
    memref.store %s, %b[%j] : memref<?xf32>
    scf.reduce
  }
  func.return
}
// CHECK-LABEL: func.func @few
// CHECK-NOT:   memref.alloca
func.func @few(%a: memref<?x3xf32>, %b: memref<3xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%j) = (%c0) to (%c3) step (%c1) {
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> (f32) {
      %x = memref.load %a[%k, %j] : memref<?x3xf32>
      %u = arith.addf %t, %x : f32
      scf.yield %u : f32
    }
    memref.store %s, %b[%j] : memref<3xf32>
    scf.reduce
  }
  func.return
}
// CHECK-LABEL: func.func @short
// CHECK-NOT:   memref.alloca
func.func @short(%a: memref<9x?xf32>, %b: memref<?xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%j) = (%c0) to (%m) step (%c1) {
    %s = scf.for %k = %c0 to %c9 step %c1 iter_args(%t = %zero) -> (f32) {
      %x = memref.load %a[%k, %j] : memref<9x?xf32>
      %u = arith.addf %t, %x : f32
      scf.yield %u : f32
    }
    memref.store %s, %b[%j] : memref<?xf32>
    scf.reduce
  }
  func.return
}
// CHECK-LABEL: func.func @bounds
// CHECK-NOT:   memref.alloca
func.func @bounds(%a: memref<?x?xf32>, %ends: memref<1xindex>, %b: memref<?xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%j) = (%c0) to (%m) step (%c1) {
    %s = scf.for %k = %c0 to %j step %c1 iter_args(%t = %zero) -> (f32) {
      %x = memref.load %a[%k, %j] : memref<?x?xf32>
      %u = arith.addf %t, %x : f32
      scf.yield %u : f32
    }
    %end = memref.load %ends[%c0] : memref<1xindex>
    %r = scf.for %k = %c0 to %end step %c1 iter_args(%t = %s) -> (f32) {
      %x = memref.load %a[%k, %j] : memref<?x?xf32>
      %u = arith.addf %t, %x : f32
      scf.yield %u : f32
    }
    memref.store %r, %b[%j] : memref<?xf32>
    scf.reduce
  }
  func.return
}
// CHECK-LABEL: func.func @some
// CHECK-NOT:   memref.alloca
func.func @some(%a: memref<?x?xf32>, %b: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%j) = (%c0) to (%m) step (%c2) {
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> (f32) {
      %x = memref.load %a[%k, %j] : memref<?x?xf32>
      %u = arith.addf %t, %x : f32
      scf.yield %u : f32
    }
    memref.store %s, %b[%j] : memref<?xf32>
    scf.reduce
  }
  func.return
}
// CHECK-LABEL: func.func @narrow
// CHECK-NOT:   memref.alloca
func.func @narrow(%a: memref<?x?xf8E8M0FNU>, %b: memref<?xf8E8M0FNU>, %n: index, %m: index, %zero: f8E8M0FNU) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%j) = (%c0) to (%m) step (%c1) {
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> (f8E8M0FNU) {
      %x = memref.load %a[%k, %j] : memref<?x?xf8E8M0FNU>
      %u = arith.addf %t, %x : f8E8M0FNU
      scf.yield %u : f8E8M0FNU
    }
    memref.store %s, %b[%j] : memref<?xf8E8M0FNU>
    scf.reduce
  }
  func.return
}
