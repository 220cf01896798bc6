// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// Attributes of a region that is executed are read back.

// CHECK:      %0 = scf.execute_region -> (memref<?xf32>) {
// CHECK:        scf.yield %m : memref<?xf32>
// CHECK-NEXT: }{disc_shape.dims = [@S0]}
// CHECK:      scf.execute_region {
// CHECK-NEXT:   "test.op"() : () -> ()
// CHECK-NEXT: }{note = 1 : i32}
func.func @kept(%m: memref<?xf32>) {
  %0 = scf.execute_region -> (memref<?xf32>) {
    scf.yield %m : memref<?xf32>
  } {disc_shape.dims = [@S0]}
  scf.execute_region {
    "test.op"() : () -> ()
    scf.yield
  } {note = 1 : i32}
  return
}
disc_shape.SymbolDim @S0

// Branches between the blocks of such a region are printed.

// CHECK-LABEL: func.func @blocks
// CHECK:      scf.execute_region {
// CHECK-NEXT:   cf.br ^{{.*}}
// CHECK-NEXT: ^{{.*}}:
// CHECK-NEXT:   scf.yield
// CHECK-NEXT: }
func.func @blocks() {
  scf.execute_region {
    cf.br ^next
  ^next:
    scf.yield
  }
  func.return
}

// A loop that carries nothing.

// CHECK-LABEL: func.func @nothing_carried
// CHECK:      scf.while () : () -> () {
// CHECK-NEXT:   scf.condition(%c)
// CHECK-NEXT: } do {
// CHECK:      scf.while () : () -> () {
// CHECK-NEXT:   scf.condition(%c)
// CHECK:      attributes {note}
func.func @nothing_carried(%c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  } attributes {note}
  func.return
}

// Cases that do nothing.

// CHECK-LABEL: func.func @empty_cases
// CHECK:      scf.index_switch %i
// CHECK-NEXT: case 7 {
// CHECK:      default {
func.func @empty_cases(%i: index) {
  scf.index_switch %i
  case 7 {
  }
  default {
  }
  func.return
}

// A counter that is compared as an unsigned number.

// CHECK-LABEL: func.func @unsigned
// CHECK-NEXT: scf.for unsigned %i = %l to %u step %s : i32 {
// CHECK:      %r = scf.for unsigned %j = %n to %n step %n iter_args(%x = %n) -> (index) {
// CHECK-NEXT:   scf.yield %j : index
func.func @unsigned(%l: i32, %u: i32, %s: i32, %n: index) -> index {
  scf.for unsigned %i = %l to %u step %s : i32 {
  }
  %r = scf.for unsigned %j = %n to %n step %n iter_args(%x = %n) -> (index) {
    scf.yield %j : index
  }
  func.return %r : index
}

// CHECK-LABEL: func.func @parallel
// CHECK-NEXT: "scf.parallel"(%l, %l, %u, %u, %s, %s) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// CHECK-NEXT: ^bb0(%i: index, %j: index):
// CHECK-NEXT:   scf.reduce
// CHECK:      %r, %q = "scf.parallel"(%l, %u, %s, %x, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 2>}> ({
// CHECK:        scf.reduce(%x, %n : f32, i64) {
// CHECK:          scf.reduce.return %a : f32
// CHECK-NEXT:   }, {
// CHECK:          scf.reduce.return %d : i64
func.func @parallel(%l: index, %u: index, %s: index, %x: f32, %n: i64) -> f32 {
  scf.parallel (%i, %j) = (%l, %l) to (%u, %u) step (%s, %s) {
  }
  %r, %q = scf.parallel (%k) = (%l) to (%u) step (%s) init (%x, %n) -> (f32, i64) {
    scf.reduce(%x, %n : f32, i64) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }, {
    ^bb0(%c: i64, %d: i64):
      scf.reduce.return %d : i64
    }
  }
  func.return %r : f32
}

// CHECK-LABEL: func.func @all_at_once
// CHECK-NEXT: scf.forall (%i, %j) in (%n, 4) {
// CHECK-NEXT:   scf.forall.in_parallel {
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall (%k) = (%n) to (9) step (2) {
// CHECK:      } {mapping = ["x"]}
// CHECK-NEXT: %r = scf.forall (%m) in (%n) shared_outs(%o = %t) -> (tensor<?xf32>) {
// CHECK-NEXT:   %e = tensor.extract_slice %o[%m] [1] [1] : tensor<?xf32> to tensor<1xf32>
// CHECK-NEXT:   scf.forall.in_parallel {
// CHECK-NEXT:     tensor.parallel_insert_slice %e into %o[%m] [1] [1] : tensor<1xf32> into tensor<?xf32>
func.func @all_at_once(%n: index, %t: tensor<?xf32>) -> tensor<?xf32> {
  scf.forall (%i, %j) in (%n, 4) {
  }
  scf.forall (%k) = (%n) to (9) step (2) {
    scf.forall.in_parallel {
    }
  } {mapping = ["x"]}
  %r = scf.forall (%m) in (%n) shared_outs(%o = %t) -> (tensor<?xf32>) {
    %e = tensor.extract_slice %o[%m] [1] [1] : tensor<?xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%m] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  func.return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @kept_apart
// CHECK-NEXT: scf.execute_region no_inline {
// CHECK-NEXT:   scf.yield
func.func @kept_apart() {
  scf.execute_region no_inline {
  }
  func.return
}

// CHECK-LABEL: func.func @branches
// CHECK-NEXT: %0 = scf.if %c -> (memref<?xf32>) {
// CHECK-NEXT:   scf.yield %m : memref<?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %n : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT:   "test.op"() : () -> ()
// CHECK-NEXT: }
func.func @branches(%c: i1, %m: memref<?xf32>, %n: memref<?xf32>) -> memref<?xf32> {
  %0 = scf.if %c -> (memref<?xf32>) {
    scf.yield %m : memref<?xf32>
  } else {
    scf.yield %n : memref<?xf32>
  }
  scf.if %c {
    "test.op"() : () -> ()
  }
  func.return %0 : memref<?xf32>
}

// One type behind an arrow needs no parentheses.

// CHECK-LABEL: func.func @one_type
// CHECK: %0 = scf.if %p -> (f32) {
func.func @one_type(%p: i1, %x: f32, %y: f32) -> f32 {
  %0 = scf.if %p -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %y : f32
  }
  return %0 : f32
}
