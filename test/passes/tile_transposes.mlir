// RUN: disc-opt %s --split-input-file -p tile-transposes | filecheck %s

// CHECK-LABEL: func.func @transposed(
// CHECK:         %[[ROWS:.*]] = arith.constant 32 : index
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[COLUMNS:.*]] = arith.constant 64 : index
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1 : index
// CHECK:         "scf.parallel"(%c0, %n, %[[ROWS]]) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:    ^bb0(%[[R:.*]]: index):
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addi %[[R]], %[[ROWS]] : index
// CHECK-NEXT:      %[[END:.*]] = arith.minsi %[[NEXT]], %n : index
// CHECK-NEXT:      scf.for %[[C:.*]] = %[[ZERO]] to %m step %[[COLUMNS]] {
// CHECK-NEXT:        %[[AFTER:.*]] = arith.addi %[[C]], %[[COLUMNS]] : index
// CHECK-NEXT:        %[[LAST:.*]] = arith.minsi %[[AFTER]], %m : index
// CHECK-NEXT:        scf.for %[[I:.*]] = %[[R]] to %[[END]] step %[[ONE]] {
// CHECK-NEXT:          scf.for %[[J:.*]] = %[[C]] to %[[LAST]] step %[[ONE]] {
// CHECK-NEXT:            %[[E:.*]] = memref.load %x[%[[J]], %[[I]]] : memref<?x?xf32>
// CHECK-NEXT:            memref.store %[[E]], %y[%[[I]], %[[J]]] : memref<?x?xf32>
// CHECK-NEXT:          }
func.func @transposed(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%j, %i] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.reduce
  }
  func.return
}

// -----

// Other dimensions stay, and indices that are moved are looked through.
// CHECK-LABEL: func.func @moved(
// CHECK:         "scf.parallel"(%c0, %c0, %b, %n, %c1, %{{.*}}) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// CHECK-NEXT:    ^bb0(%[[B:.*]]: index, %{{.*}}: index):
// CHECK:           scf.for
// CHECK-NEXT:        arith.addi
// CHECK-NEXT:        arith.minsi
// CHECK-NEXT:        scf.for %[[I:.*]] = %{{.*}} to
// CHECK-NEXT:        %[[MOVED:.*]] = arith.addi %[[I]], %k : index
// CHECK-NEXT:        scf.for %[[J:.*]] = %{{.*}} to
// CHECK-NEXT:          %[[E:.*]] = memref.load %x[%[[B]], %[[J]], %[[MOVED]]]
// CHECK-NEXT:          memref.store %[[E]], %y[%[[B]], %[[I]], %[[J]]]
func.func @moved(%x: memref<?x?x?xf32>, %y: memref<?x?x?xf32>, %b: index, %n: index, %m: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%a, %i) = (%c0, %c0) to (%b, %n) step (%c1, %c1) {
    %o = arith.addi %i, %k : index
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%a, %j, %o] : memref<?x?x?xf32>
      memref.store %0, %y[%a, %i, %j] : memref<?x?x?xf32>
    }
    scf.reduce
  }
  func.return
}

// -----

// Reads neighbours as it writes them.
// CHECK-LABEL: func.func @along_rows(
// CHECK:         "scf.parallel"(%c0, %n, %c1)
// CHECK-NOT:     arith.minsi
// CHECK:         func.return
func.func @along_rows(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.reduce
  }
  func.return
}

// -----

// A row that is known to be short.
// CHECK-LABEL: func.func @short(
// CHECK:         "scf.parallel"(%c0, %n, %c1)
// CHECK-NOT:     arith.minsi
// CHECK:         func.return
func.func @short(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %j = %c0 to %c7 step %c1 {
      %0 = memref.load %x[%j, %i] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.reduce
  }
  func.return
}

// -----

// Few rows.
// CHECK-LABEL: func.func @few(
// CHECK:         "scf.parallel"(%c0, %c7, %c1)
// CHECK-NOT:     arith.minsi
// CHECK:         func.return
func.func @few(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i) = (%c0) to (%c7) step (%c1) {
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%j, %i] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.reduce
  }
  func.return
}

// -----

// Each row reads one element.
// CHECK-LABEL: func.func @repeated(
// CHECK:         "scf.parallel"(%c0, %n, %c1)
// CHECK-NOT:     arith.minsi
// CHECK:         func.return
func.func @repeated(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%c0, %i] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.reduce
  }
  func.return
}

// -----

// Writes elements that lie apart.
// CHECK-LABEL: func.func @apart(
// CHECK:         "scf.parallel"(%c0, %n, %c1)
// CHECK-NOT:     arith.minsi
// CHECK:         func.return
func.func @apart(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%j, %i] : memref<?x?xf32>
      memref.store %0, %y[%j, %i] : memref<?x?xf32>
    }
    scf.reduce
  }
  func.return
}

// -----

// What an index is, is not known.
// CHECK-LABEL: func.func @remainders(
// CHECK:         "scf.parallel"(%c0, %n, %c1)
// CHECK-NOT:     arith.minsi
// CHECK:         func.return
func.func @remainders(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %r = arith.remsi %i, %c7 : index
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%j, %r] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.reduce
  }
  func.return
}

// -----

// Neighbours in the type may lie apart in memory.
// CHECK-LABEL: func.func @strided(
// CHECK:         "scf.parallel"(%c0, %n, %c1)
// CHECK-NOT:     arith.minsi
// CHECK:         func.return
func.func @strided(%x: memref<?x?xf32, strided<[?, ?]>>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%j, %i] : memref<?x?xf32, strided<[?, ?]>>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.reduce
  }
  func.return
}

// -----

// Rows end at different columns.
// CHECK-LABEL: func.func @triangle(
// CHECK:         "scf.parallel"(%c0, %n, %c1)
// CHECK-NOT:     arith.minsi
// CHECK:         func.return
func.func @triangle(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %m = arith.addi %i, %c1 : index
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%j, %i] : memref<?x?xf32>
      memref.store %0, %y[%i, %j] : memref<?x?xf32>
    }
    scf.reduce
  }
  func.return
}
