// RUN: disc-opt %s -p test-print-shape-facts --split-input-file | filecheck %s

// An out is the result: one relation relates sizes of ins and outs, in both directions.

// CHECK: function @main
// CHECK-NEXT: argument 0: [S0, 10]
// CHECK-NEXT: argument 1: [S0, 10]
// CHECK-NEXT: argument 2: [S0, 10]
func.func @main(%a: memref<?x10xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  lmhlo.add ins(%a, %b : memref<?x10xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

// A shape operand is a buffer each element of which has one store.

// CHECK: function @main
// CHECK-NEXT: argument 1: []
// CHECK-NEXT: argument 2: [S0, S0]
// CHECK-NEXT: memref.alloc: [2]
// CHECK-NEXT: memref.alloc: [S0]
func.func @main(%n: index, %a: memref<f32>, %o: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<2xindex>
  memref.store %n, %s[%c1] : memref<2xindex>
  memref.store %n, %s[%c0] : memref<2xindex>
  lmhlo.dynamic_broadcast_in_dim ins(%a, %s : memref<f32>, memref<2xindex>) outs(%o : memref<?x?xf32>) {broadcast_dimensions = array<i64>}
  %p = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %s : memref<2xindex>
  return
}

// -----

// One element has no store, or two: nothing is known of either.

// CHECK: function @main
// CHECK-NEXT: argument 1: []
// CHECK-NEXT: argument 2: [S0, S1]
// CHECK-NEXT: argument 3: [S2]
// CHECK-NEXT: memref.alloc: [2]
// CHECK-NEXT: memref.alloc: [1]
// CHECK-NEXT: memref.alloc: [S3]
func.func @main(%n: index, %a: memref<f32>, %o: memref<?x?xf32>, %u: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<2xindex>
  memref.store %n, %s[%c0] : memref<2xindex>
  lmhlo.dynamic_broadcast_in_dim ins(%a, %s : memref<f32>, memref<2xindex>) outs(%o : memref<?x?xf32>) {broadcast_dimensions = array<i64>}
  %t = memref.alloc() : memref<1xindex>
  memref.store %n, %t[%c0] : memref<1xindex>
  memref.store %c1, %t[%c0] : memref<1xindex>
  lmhlo.dynamic_broadcast_in_dim ins(%a, %t : memref<f32>, memref<1xindex>) outs(%u : memref<?xf32>) {broadcast_dimensions = array<i64>}
  %p = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

// A store in a loop, or through a view, or by a callee: the buffer may change.

// CHECK: function @main
// CHECK-NEXT: argument 2: []
// CHECK-NEXT: argument 3: [S0]
// CHECK-NEXT: argument 4: [S1]
// CHECK-NEXT: argument 5: [S2]
// CHECK-NEXT: memref.alloc: [1]
// CHECK-NEXT: memref.alloc: [1]
// CHECK-NEXT: memref.expand_shape: [1, 1]
// CHECK-NEXT: memref.alloc: [1]
// CHECK-NEXT: memref.alloc: [S3]
func.func @main(%n: index, %m: index, %a: memref<f32>, %o: memref<?xf32>, %u: memref<?xf32>, %v: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<1xindex>
  scf.for %i = %c0 to %m step %c1 {
    memref.store %n, %s[%c0] : memref<1xindex>
  }
  lmhlo.dynamic_broadcast_in_dim ins(%a, %s : memref<f32>, memref<1xindex>) outs(%o : memref<?xf32>) {broadcast_dimensions = array<i64>}
  %t = memref.alloc() : memref<1xindex>
  memref.store %n, %t[%c0] : memref<1xindex>
  %w = memref.expand_shape %t [[0, 1]] output_shape [1, 1] : memref<1xindex> into memref<1x1xindex>
  memref.store %m, %w[%c0, %c0] : memref<1x1xindex>
  lmhlo.dynamic_broadcast_in_dim ins(%a, %t : memref<f32>, memref<1xindex>) outs(%u : memref<?xf32>) {broadcast_dimensions = array<i64>}
  %x = memref.alloc() : memref<1xindex>
  memref.store %n, %x[%c0] : memref<1xindex>
  func.call @writes(%x) : (memref<1xindex>) -> ()
  lmhlo.dynamic_broadcast_in_dim ins(%a, %x : memref<f32>, memref<1xindex>) outs(%v : memref<?xf32>) {broadcast_dimensions = array<i64>}
  %p = memref.alloc(%n) : memref<?xf32>
  return
}
func.func private @writes(%x: memref<1xindex>)

// -----

// A buffer that goes around a loop holds something else in each iteration.

// CHECK: function @main
// CHECK-NEXT: argument 1: []
// CHECK-NEXT: argument 2: [S0]
// CHECK-NEXT: memref.alloc: [1]
// CHECK-NEXT: scf.for: [1]
// CHECK-NEXT: argument 1: [1]
// CHECK-NEXT: memref.alloc: [S1]
func.func @main(%n: index, %a: memref<f32>, %o: memref<?xf32>) -> memref<1xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<1xindex>
  memref.store %n, %s[%c0] : memref<1xindex>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s) -> (memref<1xindex>) {
    memref.store %i, %t[%c0] : memref<1xindex>
    lmhlo.dynamic_broadcast_in_dim ins(%a, %t : memref<f32>, memref<1xindex>) outs(%o : memref<?xf32>) {broadcast_dimensions = array<i64>}
    scf.yield %t : memref<1xindex>
  }
  %p = memref.alloc(%n) : memref<?xf32>
  return %r : memref<1xindex>
}

// -----

// What a constant global holds; one that is not constant may be written.

// CHECK: function @main
// CHECK-NEXT: argument 0: []
// CHECK-NEXT: argument 1: [5]
// CHECK-NEXT: argument 2: [S0]
// CHECK-NEXT: memref.get_global: [1]
// CHECK-NEXT: memref.get_global: [1]
func.func @main(%a: memref<f32>, %o: memref<?xf32>, %u: memref<?xf32>) {
  %s = memref.get_global @five : memref<1xi64>
  lmhlo.dynamic_broadcast_in_dim ins(%a, %s : memref<f32>, memref<1xi64>) outs(%o : memref<?xf32>) {broadcast_dimensions = array<i64>}
  %t = memref.get_global @six : memref<1xi64>
  lmhlo.dynamic_broadcast_in_dim ins(%a, %t : memref<f32>, memref<1xi64>) outs(%u : memref<?xf32>) {broadcast_dimensions = array<i64>}
  return
}
"memref.global"() <{sym_name = "five", sym_visibility = "private", constant, type = memref<1xi64>, initial_value = dense<5> : tensor<1xi64>}> : () -> ()
"memref.global"() <{sym_name = "six", sym_visibility = "private", type = memref<1xi64>, initial_value = dense<6> : tensor<1xi64>}> : () -> ()

// -----

// Shape computation by operations on buffers, by copies and through views.

// CHECK: function @main
// CHECK-NEXT: argument 1: []
// CHECK-NEXT: argument 2: [S0, S1]
// CHECK-NEXT: argument 3: [S0]
// CHECK-NEXT: argument 4: [S1]
// CHECK-NEXT: memref.alloc: [1]
// CHECK-NEXT: memref.alloc: [1]
// CHECK-NEXT: memref.alloc: [2]
// CHECK-NEXT: memref.alloc: [1]
// CHECK-NEXT: memref.collapse_shape: []
// CHECK-NEXT: memref.alloc: [S1]
// CHECK-NEXT: fact: S1 == S0*S0 (derived)
func.func @main(%m: i32, %a: memref<f32>, %o: memref<?x?xf32>, %u: memref<?xf32>, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : memref<1xi32>
  memref.store %m, %s[%c0] : memref<1xi32>
  %t = memref.alloc() : memref<1xi32>
  lmhlo.multiply ins(%s, %s : memref<1xi32>, memref<1xi32>) outs(%t : memref<1xi32>)
  %v = memref.alloc() : memref<2xi32>
  lmhlo.concatenate ins(%s, %t : memref<1xi32>, memref<1xi32>) outs(%v : memref<2xi32>) {dimension = 0 : i64}
  lmhlo.dynamic_broadcast_in_dim ins(%a, %v : memref<f32>, memref<2xi32>) outs(%o : memref<?x?xf32>) {broadcast_dimensions = array<i64>}
  %w = memref.alloc() : memref<1xi32>
  "memref.copy"(%s, %w) : (memref<1xi32>, memref<1xi32>) -> ()
  lmhlo.dynamic_broadcast_in_dim ins(%a, %w : memref<f32>, memref<1xi32>) outs(%u : memref<?xf32>) {broadcast_dimensions = array<i64>}
  %y = memref.collapse_shape %t [] : memref<1xi32> into memref<i32>
  %z = memref.load %y[] : memref<i32>
  %k = arith.index_cast %z : i32 to index
  %p = memref.alloc(%k) : memref<?xf32>
  "memref.copy"(%p, %x) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

// Views answer for their own sizes.

// CHECK: function @main
// CHECK-NEXT: argument 0: [S0, 8]
// CHECK-NEXT: memref.collapse_shape: [S1]
// CHECK-NEXT: memref.subview: [S2, 4]
// CHECK-NEXT: memref.reinterpret_cast: [8, S2]
// CHECK-NEXT: memref.cast: [S0, 8]
// CHECK-NEXT: fact: S1 == 8*S0 (derived)
func.func @main(%a: memref<?x8xf32>, %n: index) {
  %v = memref.collapse_shape %a [[0, 1]] : memref<?x8xf32> into memref<?xf32>
  %w = memref.subview %a[0, 2] [%n, 4] [1, 1] : memref<?x8xf32> to memref<?x4xf32, strided<[8, 1], offset: 2>>
  %x = memref.reinterpret_cast %a to offset: [0], sizes: [8, %n], strides: [%n, 1] : memref<?x8xf32> to memref<8x?xf32, strided<[?, 1]>>
  %y = "memref.cast"(%a) : (memref<?x8xf32>) -> memref<?x?xf32>
  return
}

// -----

// A contradiction in a branch: no run enters it.

// CHECK: function @main
// CHECK-NEXT: argument 0: [S0]
// CHECK-NEXT: argument 1: [4]
// CHECK-NEXT: argument 2: [5]
func.func @main(%a: memref<?xf32>, %b: memref<4xf32>, %c: memref<5xf32>, %p: i1) {
  scf.if %p {
    lmhlo.add ins(%a, %a : memref<?xf32>, memref<?xf32>) outs(%b : memref<4xf32>)
    lmhlo.add ins(%a, %a : memref<?xf32>, memref<?xf32>) outs(%c : memref<5xf32>)
  }
  return
}

// -----

// A check on buffers is a guard.

// CHECK: function @main
// CHECK-NEXT: argument 0: [S0]
// CHECK-NEXT: argument 1: [S1]
// CHECK-NEXT: memref.alloc: []
// CHECK-NEXT: guard lmhlo.custom_call: S0 == S1 (kept)
// CHECK-NEXT: guard cf.assert: True (proved)
// CHECK-NEXT: fact: S1 == S0 (guarded)
func.func @main(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %m = memref.dim %b, %c0 : memref<?xf32>
  %e = arith.cmpi eq, %n, %m : index
  %t = memref.alloc() : memref<i1>
  memref.store %e, %t[] : memref<i1>
  lmhlo.custom_call ins(%t : memref<i1>) {call_target_name = "shape_assertion", has_side_effect = true}
  %f = arith.cmpi eq, %n, %m : index
  cf.assert %f, "equal"
  return
}

// -----

// What is known of a slice stays: one axis is whole, the other is cut in halves, so they are equal.

// CHECK: function @main
// CHECK-NEXT: argument 0: [S0, S1]
// CHECK-NEXT: argument 1: [S0, S2]
// CHECK-NEXT: argument 2: [S0, S2]
// CHECK-NEXT: memref.alloc: [2]
// CHECK-NEXT: memref.alloc: [2]
// CHECK-NEXT: memref.alloc: [2]
// CHECK-NEXT: memref.alloc: [2]
// CHECK-NEXT: memref.alloc: [2]
// CHECK-NEXT: fact: S2 == S1//2 (derived)
func.func @main(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %z: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = memref.dim %x, %c0 : memref<?x?xf32>
  %d1 = memref.dim %x, %c1 : memref<?x?xf32>
  %h = arith.floordivsi %d1, %c2 : index
  %w = arith.muli %h, %c2 : index
  %start = memref.alloc() : memref<2xindex>
  memref.store %c0, %start[%c0] : memref<2xindex>
  memref.store %c0, %start[%c1] : memref<2xindex>
  %middle = memref.alloc() : memref<2xindex>
  memref.store %c0, %middle[%c0] : memref<2xindex>
  memref.store %h, %middle[%c1] : memref<2xindex>
  %cut = memref.alloc() : memref<2xindex>
  memref.store %d0, %cut[%c0] : memref<2xindex>
  memref.store %h, %cut[%c1] : memref<2xindex>
  %end = memref.alloc() : memref<2xindex>
  memref.store %d0, %end[%c0] : memref<2xindex>
  memref.store %w, %end[%c1] : memref<2xindex>
  %step = memref.alloc() : memref<2xindex>
  memref.store %c1, %step[%c0] : memref<2xindex>
  memref.store %c1, %step[%c1] : memref<2xindex>
  lmhlo.real_dynamic_slice ins(%x, %start, %cut, %step : memref<?x?xf32>, memref<2xindex>, memref<2xindex>, memref<2xindex>) outs(%y : memref<?x?xf32>)
  lmhlo.real_dynamic_slice ins(%x, %middle, %end, %step : memref<?x?xf32>, memref<2xindex>, memref<2xindex>, memref<2xindex>) outs(%z : memref<?x?xf32>)
  return
}

// -----

// What is known of a pad stays: the first axis is not padded, the second one by three.

// CHECK: function @main
// CHECK-NEXT: argument 0: [S0, S1]
// CHECK-NEXT: argument 1: []
// CHECK-NEXT: argument 2: [S0, S2]
// CHECK-NEXT: memref.get_global: [2]
// CHECK-NEXT: memref.get_global: [2]
// CHECK-NEXT: memref.get_global: [2]
// CHECK-NEXT: fact: S2 == S1 + 3 (derived)
func.func @main(%x: memref<?x?xf32>, %f: memref<f32>, %y: memref<?x?xf32>) {
  %low = memref.get_global @low : memref<2xi64>
  %high = memref.get_global @high : memref<2xi64>
  %none = memref.get_global @none : memref<2xi64>
  lmhlo.dynamic_pad ins(%x, %f, %low, %high, %none : memref<?x?xf32>, memref<f32>, memref<2xi64>, memref<2xi64>, memref<2xi64>) outs(%y : memref<?x?xf32>)
  return
}
"memref.global"() <{sym_name = "low", sym_visibility = "private", constant, type = memref<2xi64>, initial_value = dense<[0, 1]> : tensor<2xi64>}> : () -> ()
"memref.global"() <{sym_name = "high", sym_visibility = "private", constant, type = memref<2xi64>, initial_value = dense<[0, 2]> : tensor<2xi64>}> : () -> ()
"memref.global"() <{sym_name = "none", sym_visibility = "private", constant, type = memref<2xi64>, initial_value = dense<0> : tensor<2xi64>}> : () -> ()

// -----

// Names of the older system are read on buffers, and of results.

// CHECK: function @main
// CHECK-NEXT: argument 0: [S1]
// CHECK-NEXT: memref.alloc: [S1]
// CHECK-NEXT: memref.alloc: [S1]
func.func @main(%a: memref<?xf32> {kDiscSymbolicDimAttr = [@S0]}, %n: index) -> (memref<?xf32> {kDiscSymbolicDimAttr = [@S0]}) {
  %0 = memref.alloc(%n) : memref<?xf32>
  %1 = memref.alloc(%n) {kDiscSymbolicDimAttr = [@S0]} : memref<?xf32>
  memref.dealloc %1 : memref<?xf32>
  return %0 : memref<?xf32>
}
"disc_shape.SymbolicDim"() {sym_name = "S0", value = -9223372036854775808 : i64} : () -> ()
