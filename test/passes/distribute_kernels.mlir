// RUN: disc-opt %s --split-input-file -p 'distribute-kernels{parts=4 elements=1000}' | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'distribute-kernels{parts=4 elements=1000},distribute-kernels{parts=4 elements=1000}' | filecheck %s

// A kernel computes a part, in multiples of 64 neighbours. Small buffers have one part.
// CHECK-LABEL: func.func @main(
// CHECK-NEXT:    %0 = arith.constant 0 : index
// CHECK-NEXT:    %1 = arith.constant 1000 : index
// CHECK-NEXT:    %2 = arith.constant 4 : index
// CHECK-NEXT:    %3 = arith.constant 1 : index
// CHECK-NEXT:    %4 = memref.dim %x, %0 : memref<?xf32>
// CHECK-NEXT:    %5 = memref.dim %y, %0 : memref<?xf32>
// CHECK-NEXT:    %6 = arith.addi %4, %5 : index
// CHECK-NEXT:    %7 = arith.cmpi sge, %6, %1 : index
// CHECK-NEXT:    %8 = arith.select %7, %2, %3 : index
// CHECK-NEXT:    "scf.parallel"(%0, %8, %3) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:    ^bb0(%9: index):
// CHECK-NEXT:      func.call @kernel_0(%n, %x, %y, %9, %8)
// CHECK-NEXT:      scf.reduce
// CHECK-NEXT:    }) {disc_shape.distributed}
// CHECK-NEXT:    func.return
// CHECK:       func.func private @kernel_0(%n: index, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %0: index, %1: index)
// CHECK-SAME:    disc_shape.distributed
// CHECK:         %4 = arith.maxsi %n, %2 : index
// CHECK-NEXT:    %5 = arith.ceildivsi %4, %1 : index
// CHECK-NEXT:    %6 = arith.ceildivsi %5, %3 : index
// CHECK-NEXT:    %7 = arith.muli %6, %3 : index
// CHECK-NEXT:    %8 = arith.muli %0, %7 : index
// CHECK-NEXT:    %9 = arith.minsi %8, %4 : index
// CHECK-NEXT:    %10 = arith.addi %9, %7 : index
// CHECK-NEXT:    %11 = arith.minsi %10, %4 : index
// CHECK-NEXT:    "scf.parallel"(%9, %11, %c1)
func.func @main(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
  func.call @kernel_0(%n, %x, %y) : (index, memref<?xf32>, memref<?xf32>) -> ()
  func.return
}
func.func private @kernel_0(%n: index, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %y[%i] : memref<?xf32>
    scf.reduce
  }
  func.return
}

// -----

// The first of several dimensions is split where it has as many iterations as there are parts, else
// the last one; not one of a single iteration. Steps stay.
// CHECK-LABEL: func.func @two(
// CHECK:       func.func private @kernel_0(%n: index, %m: index, %x: memref<?x4x?xf32>, %[[PART:.*]]: index, %[[PARTS:.*]]: index)
// CHECK:         %[[ALL:.*]] = arith.ceildivsi %n, %{{.*}} : index
// CHECK-NEXT:    %[[COUNT:.*]] = arith.maxsi %[[ALL]], %{{.*}} : index
// CHECK-NEXT:    %[[ENOUGH:.*]] = arith.cmpi sge, %[[COUNT]], %[[PARTS]] : index
// CHECK-NEXT:    %[[OTHERWISE:.*]] = arith.xori %[[ENOUGH]], %{{.*}} : i1
// CHECK-NEXT:    arith.select %[[ENOUGH]], %[[PART]], %{{.*}} : index
// CHECK-NEXT:    arith.select %[[ENOUGH]], %[[PARTS]], %{{.*}} : index
// CHECK:         arith.addi
// CHECK-NEXT:    arith.minsi %{{.*}}, %[[COUNT]] : index
// CHECK-NEXT:    %[[FIRST:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK-NEXT:    %[[END:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK-NEXT:    arith.select %[[OTHERWISE]], %[[PART]], %{{.*}} : index
// CHECK-NEXT:    arith.select %[[OTHERWISE]], %[[PARTS]], %{{.*}} : index
// CHECK:         "scf.parallel"(%[[FIRST]], %c0, %{{.*}}, %[[END]], %c1, %{{.*}}, %c2, %c1, %c1)
func.func @two(%x: memref<?x4x?xf32>, %n: index, %m: index) {
  func.call @kernel_0(%n, %m, %x) : (index, index, memref<?x4x?xf32>) -> ()
  func.return
}
func.func private @kernel_0(%n: index, %m: index, %x: memref<?x4x?xf32>) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %u, %j) = (%c0, %c0, %c0) to (%n, %c1, %m) step (%c2, %c1, %c1) {
    memref.store %zero, %x[%i, %u, %j] : memref<?x4x?xf32>
    scf.reduce
  }
  func.return
}

// -----

// A loop around calls is split, and a product inside is computed as a whole.
// CHECK-LABEL: func.func @batch(
// CHECK:         "scf.parallel"(%{{.*}}, %[[PARTS:.*]], %{{.*}}) <{{.*}}> ({
// CHECK-NEXT:    ^bb0(%[[PART:.*]]: index):
// CHECK-NEXT:      %[[COUNT:.*]] = arith.maxsi %n, %{{.*}} : index
// CHECK-NEXT:      %[[LENGTH:.*]] = arith.ceildivsi %[[COUNT]], %[[PARTS]] : index
// CHECK-NEXT:      %[[FROM:.*]] = arith.muli %[[PART]], %[[LENGTH]] : index
// CHECK-NEXT:      %[[FIRST:.*]] = arith.minsi %[[FROM]], %[[COUNT]] : index
// CHECK-NEXT:      %[[TO:.*]] = arith.addi %[[FIRST]], %[[LENGTH]] : index
// CHECK-NEXT:      %[[END:.*]] = arith.minsi %[[TO]], %[[COUNT]] : index
// CHECK-NEXT:      "scf.parallel"(%[[FIRST]], %[[END]], %c1)
// CHECK:             func.call @matrix_product_f32(%{{.*}}, %{{.*}}, %{{.*}}, %false, %0, %1)
// CHECK:         }) {disc_shape.distributed}
// CHECK-LABEL: func.func @alone(
// CHECK:         %[[SIXTEEN:.*]] = arith.constant 16 : index
// CHECK:         %[[ELEMENTS:.*]] = arith.divsi %{{.*}}, %[[SIXTEEN]] : index
// CHECK-NEXT:    %[[LARGE:.*]] = arith.cmpi sge, %[[ELEMENTS]], %{{.*}} : index
// CHECK-NEXT:    %[[N:.*]] = arith.select %[[LARGE]], %{{.*}}, %{{.*}} : index
// CHECK-NEXT:    "scf.parallel"(%{{.*}}, %[[N]], %{{.*}}) <{{.*}}> ({
// CHECK-NEXT:    ^bb0(%[[I:.*]]: index):
// CHECK-NEXT:      func.call @matrix_product_f32(%x, %w, %y, %false, %[[I]], %[[N]])
// CHECK:       func.func private @matrix_product_f32({{.*}}%3: i1, %[[PART:.*]]: index, %[[PARTS:.*]]: index)
// CHECK:         arith.ceildivsi %{{.*}}, %[[PARTS]] : index
func.func @batch(%x: memref<?x?x?xf32>, %w: memref<?x?x?xf32>, %y: memref<?x?x?xf32>, %n: index, %m: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  scf.parallel (%b) = (%c0) to (%n) step (%c1) {
    %o = arith.muli %b, %m : index
    %0 = memref.reinterpret_cast %x to offset: [%o], sizes: [%m, %k], strides: [%k, %c1] : memref<?x?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
    %1 = memref.reinterpret_cast %w to offset: [%o], sizes: [%k, %m], strides: [%m, %c1] : memref<?x?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
    %2 = memref.reinterpret_cast %y to offset: [%o], sizes: [%m, %m], strides: [%m, %c1] : memref<?x?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
    func.call @matrix_product_f32(%0, %1, %2, %false) : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, i1) -> ()
    scf.reduce
  }
  func.return
}
func.func @alone(%x: memref<?x?xf32, strided<[?, ?], offset: ?>>, %w: memref<?x?xf32, strided<[?, ?], offset: ?>>, %y: memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  %false = arith.constant false
  func.call @matrix_product_f32(%x, %w, %y, %false) : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, i1) -> ()
  func.return
}
func.func private @matrix_product_f32(%0: memref<?x?xf32, strided<[?, ?], offset: ?>>, %1: memref<?x?xf32, strided<[?, ?], offset: ?>>, %2: memref<?x?xf32, strided<[?, ?], offset: ?>>, %3: i1) attributes {disc_shape.product, disc_shape.kernel = "tiles"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %2, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  scf.for %i = %c0 to %rows step %c1 {
    %z = memref.load %2[%i, %c0] : memref<?x?xf32, strided<[?, ?], offset: ?>>
    memref.store %z, %2[%i, %c0] : memref<?x?xf32, strided<[?, ?], offset: ?>>
  }
  func.return
}

// -----

// Not split: iterations that write to one place, loops in order, one iteration, and two loops, of which
// the second one may read what another part of the first one has written.
// CHECK-LABEL: func.func @kept(
// CHECK-NEXT:    func.call @one_place(%x, %n) : (memref<?xf32>, index) -> ()
// CHECK-NEXT:    func.call @in_order(%x, %n) : (memref<?xf32>, index) -> ()
// CHECK-NEXT:    func.call @one_iteration(%x) : (memref<?xf32>) -> ()
// CHECK-NEXT:    func.call @two_loops(%x, %n) : (memref<?xf32>, index) -> ()
func.func @kept(%x: memref<?xf32>, %n: index) {
  func.call @one_place(%x, %n) : (memref<?xf32>, index) -> ()
  func.call @in_order(%x, %n) : (memref<?xf32>, index) -> ()
  func.call @one_iteration(%x) : (memref<?xf32>) -> ()
  func.call @two_loops(%x, %n) : (memref<?xf32>, index) -> ()
  func.return
}
// CHECK-NOT: distributed
func.func private @one_place(%x: memref<?xf32>, %n: index) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %x[%c0] : memref<?xf32>
    scf.reduce
  }
  func.return
}
func.func private @in_order(%x: memref<?xf32>, %n: index) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%c0] : memref<?xf32>
    memref.store %0, %x[%i] : memref<?xf32>
  }
  func.return
}
func.func private @one_iteration(%x: memref<?xf32>) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    %0 = memref.load %x[%c0] : memref<?xf32>
    memref.store %0, %x[%i] : memref<?xf32>
    scf.reduce
  }
  func.return
}
func.func private @two_loops(%x: memref<?xf32>, %n: index) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %zero, %x[%i] : memref<?xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %x[%i] : memref<?xf32>
    scf.reduce
  }
  func.return
}

// -----

// Scratch memory is there for each part, and does not hinder the split.
// CHECK-LABEL: func.func @scratch(
// CHECK-NOT:     disc_shape.scratch
// CHECK:         %[[ALL:.*]] = memref.alloc() {alignment = 64 : i64} : memref<256xi8>
// CHECK-NEXT:    "scf.parallel"(
// CHECK-NEXT:    ^bb0(%[[PART:.*]]: index):
// CHECK-NEXT:      %[[START:.*]] = arith.muli %[[PART]], %{{.*}} : index
// CHECK-NEXT:      %[[M:.*]] = memref.view %[[ALL]][%[[START]]][] : memref<256xi8> to memref<3x5xf32>
// CHECK-NEXT:      func.call @kernel_0(%n, %x, %[[M]], %[[PART]], %{{.*}})
// CHECK:         memref.dealloc %[[ALL]] : memref<256xi8>
// CHECK-NEXT:    func.return
func.func @scratch(%n: index, %x: memref<?xf32>) {
  %m = memref.alloc() {disc_shape.scratch} : memref<3x5xf32>
  func.call @kernel_0(%n, %x, %m) : (index, memref<?xf32>, memref<3x5xf32>) -> ()
  memref.dealloc %m : memref<3x5xf32>
  func.return
}
func.func private @kernel_0(%n: index, %x: memref<?xf32>, %m: memref<3x5xf32>) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %m[%c1, %c2] : memref<3x5xf32>
    %1 = memref.load %m[%c1, %c2] : memref<3x5xf32>
    memref.store %1, %x[%i] : memref<?xf32>
    scf.reduce
  }
  func.return
}

// -----

// Other memory in which all iterations write to one place does.
// CHECK-LABEL: func.func @shared(
// CHECK-NEXT:    %m = memref.alloc() : memref<3x5xf32>
// CHECK-NEXT:    func.call @kernel_0(%n, %x, %m) : (index, memref<?xf32>, memref<3x5xf32>) -> ()
// CHECK-NOT:     distributed
func.func @shared(%n: index, %x: memref<?xf32>) {
  %m = memref.alloc() : memref<3x5xf32>
  func.call @kernel_0(%n, %x, %m) : (index, memref<?xf32>, memref<3x5xf32>) -> ()
  memref.dealloc %m : memref<3x5xf32>
  func.return
}
func.func private @kernel_0(%n: index, %x: memref<?xf32>, %m: memref<3x5xf32>) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %m[%c0, %c1] : memref<3x5xf32>
    scf.reduce
  }
  func.return
}

// -----

// Where there are fewer iterations than parts, the loop inside is split, which is all that they do.
// CHECK-LABEL: func.func @inner(
// CHECK:         "scf.parallel"(%{{.*}}, %[[PARTS:.*]], %{{.*}}) <{{.*}}> ({
// CHECK-NEXT:    ^bb0(%[[PART:.*]]: index):
// CHECK:           %[[COUNT:.*]] = arith.maxsi %b, %{{.*}} : index
// CHECK-NEXT:      %[[ENOUGH:.*]] = arith.cmpi sge, %[[COUNT]], %[[PARTS]] : index
// CHECK-NEXT:      %[[OTHERWISE:.*]] = arith.xori %[[ENOUGH]], %{{.*}} : i1
// CHECK-NEXT:      arith.select %[[ENOUGH]], %[[PART]], %{{.*}} : index
// CHECK-NEXT:      arith.select %[[ENOUGH]], %[[PARTS]], %{{.*}} : index
// CHECK:           "scf.parallel"(
// CHECK-NEXT:      ^bb0(%i: index):
// CHECK-NEXT:        arith.select %[[OTHERWISE]], %[[PART]], %{{.*}} : index
// CHECK-NEXT:        arith.select %[[OTHERWISE]], %[[PARTS]], %{{.*}} : index
// CHECK:             "scf.parallel"(
// CHECK-NEXT:        ^bb0(%j: index):
// CHECK-NEXT:          func.call @kernel_0(%i, %j, %x, %m) :
func.func @inner(%b: index, %n: index, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() {disc_shape.scratch} : memref<16xf32>
  scf.parallel (%i) = (%c0) to (%b) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      func.call @kernel_0(%i, %j, %x, %m) : (index, index, memref<?xf32>, memref<16xf32>) -> ()
      scf.reduce
    }
    scf.reduce
  }
  memref.dealloc %m : memref<16xf32>
  func.return
}
func.func private @kernel_0(%i: index, %j: index, %x: memref<?xf32>, %m: memref<16xf32>) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %k = %c0 to %c16 step %c1 {
    %0 = memref.load %x[%j] : memref<?xf32>
    memref.store %0, %m[%k] : memref<16xf32>
  }
  func.return
}

// -----

// Of loops under a test, the one that runs is split; where each iteration is a block, at any place.
// CHECK-LABEL: func.func @tested(
// CHECK:       func.func private @kernel_0(%t: i1, %n: index, %x: memref<?xf32>, %[[PART:.*]]: index, %[[PARTS:.*]]: index)
// CHECK:         scf.if %t {
// CHECK:           %[[LENGTH:.*]] = arith.ceildivsi %{{.*}}, %[[PARTS]] : index
// CHECK-NEXT:      arith.muli %[[PART]], %[[LENGTH]] : index
// CHECK:           "scf.parallel"(%{{.*}}, %{{.*}}, %c8)
// CHECK:         } else {
// CHECK:           %[[EVEN:.*]] = arith.ceildivsi %{{.*}}, %[[PARTS]] : index
// CHECK-NEXT:      arith.ceildivsi %[[EVEN]], %{{.*}} : index
// CHECK:           "scf.parallel"(%{{.*}}, %{{.*}}, %c1)
func.func @tested(%t: i1, %n: index, %x: memref<?xf32>) {
  func.call @kernel_0(%t, %n, %x) : (i1, index, memref<?xf32>) -> ()
  func.return
}
func.func private @kernel_0(%t: i1, %n: index, %x: memref<?xf32>) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.if %t {
    scf.parallel (%i) = (%c0) to (%n) step (%c8) {
      memref.store %zero, %x[%i] : memref<?xf32>
      scf.reduce
    }
  } else {
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      memref.store %zero, %x[%i] : memref<?xf32>
      scf.reduce
    }
  }
  func.return
}

// -----

// Loops inside that follow each other are not split: one part of the second may read what another part
// of the first has written. The loop around them is.
// CHECK-LABEL: func.func @following(
// CHECK:         %[[PARTS:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK:           %[[COUNT:.*]] = arith.maxsi %b, %{{.*}} : index
// CHECK-NEXT:      arith.ceildivsi %[[COUNT]], %[[PARTS]] : index
// CHECK:             "scf.parallel"(%c0, %n, %c1)
// CHECK:             "scf.parallel"(%c0, %n, %c1)
// CHECK:         }) {disc_shape.distributed}
func.func @following(%b: index, %n: index, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%b) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      func.call @kernel_0(%i, %j, %x) : (index, index, memref<?xf32>) -> ()
      scf.reduce
    }
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      func.call @kernel_0(%i, %j, %x) : (index, index, memref<?xf32>) -> ()
      scf.reduce
    }
    scf.reduce
  }
  func.return
}
func.func private @kernel_0(%i: index, %j: index, %x: memref<?xf32>) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %i step %c1 {
    %0 = memref.load %x[%k] : memref<?xf32>
    memref.store %0, %x[%j] : memref<?xf32>
  }
  func.return
}
