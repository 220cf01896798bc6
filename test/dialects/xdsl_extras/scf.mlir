// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

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

// One type after an arrow needs no parentheses.

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
