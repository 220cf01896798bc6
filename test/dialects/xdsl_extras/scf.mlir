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
