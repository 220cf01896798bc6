// RUN: disc-opt %s --split-input-file -p expand-math | filecheck %s

// Of a number minus the maximum of all no exponential is infinite: one power of two is enough.
// CHECK-LABEL: func.func @softmax(
// CHECK-NOT:  8.900000e+01
// CHECK:      arith.constant 5.96046448e-08 : f32
// CHECK-NOT:  8.900000e+01
func.func @softmax(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// The first loop stores what the second one reads, which writes over what it has read.
// CHECK-LABEL: func.func @stored(
// CHECK-NOT:  8.900000e+01
// CHECK:      arith.constant 5.96046448e-08 : f32
// CHECK-NOT:  8.900000e+01
func.func @stored(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %w = memref.load %x[%i] : memref<?xf32>
    %0 = arith.mulf %w, %s : f32
    memref.store %0, %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %x[%j] : memref<?xf32>
  }
  func.return
}

// -----

// Both loops compute the number, also from where an index points to.
// CHECK-LABEL: func.func @computed(
// CHECK-NOT:  8.900000e+01
// CHECK:      arith.constant 5.96046448e-08 : f32
// CHECK-NOT:  8.900000e+01
func.func @computed(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %p: memref<?xindex> {llvm.noalias}, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %k = memref.load %p[%i] : memref<?xindex>
    %w = memref.load %x[%k] : memref<?xf32>
    %0 = arith.addf %w, %s : f32
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %q = memref.load %p[%j] : memref<?xindex>
    %v = memref.load %x[%q] : memref<?xf32>
    %3 = arith.addf %v, %s : f32
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// A positive factor keeps the sign.
// CHECK-LABEL: func.func @scaled(
// CHECK-NOT:  8.900000e+01
// CHECK:      arith.constant 5.96046448e-08 : f32
// CHECK-NOT:  8.900000e+01
func.func @scaled(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %half = arith.constant 5.000000e-01 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %6 = arith.mulf %4, %half : f32
    %5 = math.exp %6 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// A negative one does not.
// CHECK-LABEL: func.func @turned(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @turned(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %half = arith.constant -5.000000e-01 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %6 = arith.mulf %4, %half : f32
    %5 = math.exp %6 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// The maximum minus a number is at least zero.
// CHECK-LABEL: func.func @reversed(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @reversed(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %2, %3 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// So is a number minus the minimum.
// CHECK-LABEL: func.func @minimum(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @minimum(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.minimumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// The second loop reads numbers that the first one has not met.
// CHECK-LABEL: func.func @longer(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @longer(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %m step %c1 {
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// It reads another number.
// CHECK-LABEL: func.func @another(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @another(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%k] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// A number is written after the first loop.
// CHECK-LABEL: func.func @written_between(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @written_between(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index, %k: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  memref.store %s, %x[%k] : memref<?xf32>
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// It is written in the second loop, before it is read.
// CHECK-LABEL: func.func @written_before_reading(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @written_before_reading(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    memref.store %s, %x[%j] : memref<?xf32>
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// Or in an earlier iteration.
// CHECK-LABEL: func.func @written_ahead(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @written_ahead(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    %k1 = arith.addi %j, %c1 : index
    memref.store %5, %x[%k1] : memref<?xf32>
  }
  func.return
}

// -----

// The first loop stores another number than that of which it takes the maximum.
// CHECK-LABEL: func.func @overwritten(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @overwritten(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %0, %s : f32
    memref.store %w, %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// What is written may be what is read.
// CHECK-LABEL: func.func @shared(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @shared(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%j] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    %k1 = arith.addi %j, %c1 : index
    memref.store %5, %y[%k1] : memref<?xf32>
  }
  func.return
}

// -----

// All iterations write the same element, which the next ones read.
// CHECK-LABEL: func.func @one_element(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @one_element(%x: memref<?xf32> {llvm.noalias}, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%k] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%k] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %x[%k] : memref<?xf32>
  }
  func.return
}

// -----

// The second loop writes in another direction.
// CHECK-LABEL: func.func @other_direction(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @other_direction(%x: memref<?x?xf32> {llvm.noalias}, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %0 = memref.load %x[%i, %k] : memref<?x?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%j, %k] : memref<?x?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %x[%k, %j] : memref<?x?xf32>
  }
  func.return
}

// -----

// What the first loop stores is there no longer.
// CHECK-LABEL: func.func @last_one(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @last_one(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index, %k: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %w = memref.load %x[%i] : memref<?xf32>
    %0 = arith.mulf %w, %s : f32
    memref.store %0, %x[%k] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %3 = memref.load %x[%k] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// The second loop reads the number after the one that the first loop stores.
// CHECK-LABEL: func.func @shifted(
// CHECK-NOT:  5.96046448e-08
// CHECK:      arith.constant 8.900000e+01 : f32
// CHECK-NOT:  5.96046448e-08
func.func @shifted(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index, %k: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xff800000 : f32
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
    %w = memref.load %x[%i] : memref<?xf32>
    %0 = arith.mulf %w, %s : f32
    memref.store %0, %x[%i] : memref<?xf32>
    %1 = arith.maximumf %a, %0 : f32
    scf.yield %1 : f32
  }
  scf.for %j = %c0 to %n step %c1 {
    %j1 = arith.addi %j, %c1 : index
    %3 = memref.load %x[%j1] : memref<?xf32>
    %4 = arith.subf %3, %2 : f32
    %5 = math.exp %4 : f32
    memref.store %5, %y[%j] : memref<?xf32>
  }
  func.return
}

// -----

// Squares, magnitudes, roots and exponentials are at least zero.
// CHECK-LABEL: func.func @signs(
// CHECK-NOT:  8.900000e+01
// CHECK:      arith.constant 5.96046448e-08 : f32
// CHECK-NOT:  8.900000e+01
func.func @signs(%x: f32, %y: f32) -> (f32, f32, f32) {
  %0 = math.absf %x : f32
  %1 = arith.negf %0 : f32
  %2 = math.exp %1 : f32
  %c = arith.constant -5.000000e-01 : f32
  %3 = arith.mulf %x, %x : f32
  %4 = arith.mulf %3, %c : f32
  %5 = math.exp %4 : f32
  %6 = math.sqrt %y : f32
  %7 = arith.divf %6, %c : f32
  %8 = math.exp %7 : f32
  func.return %2, %5, %8 : f32, f32, f32
}

// -----

// A product of different numbers may have either sign.
// CHECK-LABEL: func.func @products(
// CHECK-NOT:  5.96046448e-08
// CHECK:      func.return
func.func @products(%x: f32, %y: f32) -> f32 {
  %0 = arith.mulf %x, %y : f32
  %1 = arith.negf %0 : f32
  %2 = math.exp %1 : f32
  func.return %2 : f32
}

// -----

// Nor is a quotient by a number that may be a zero of the other sign, as the root of -0.0 is.
// CHECK-LABEL: func.func @quotients(
// CHECK-NOT:  5.96046448e-08
// CHECK:      func.return
func.func @quotients(%x: f32) -> (f32, f32) {
  %c = arith.constant -1.000000e+00 : f32
  %0 = math.sqrt %x : f32
  %1 = arith.divf %c, %0 : f32
  %2 = math.exp %1 : f32
  %zero = arith.constant -0.000000e+00 : f32
  %3 = math.absf %x : f32
  %4 = arith.divf %3, %zero : f32
  %5 = arith.negf %4 : f32
  %6 = math.exp %5 : f32
  func.return %2, %6 : f32, f32
}
