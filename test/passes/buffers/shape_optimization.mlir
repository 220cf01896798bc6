// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s
// RUN: disc-opt %s -p shape-optimization --split-input-file | disc-opt -p shape-optimization --split-input-file | filecheck %s

// Names are written on allocations, views, arguments and results; loops name what they carry, too.
// CHECK: func.func @main(%a: memref<?x10xf32> {disc_shape.dims = [@S0, @C10]}, %b: memref<?x?xf32> {disc_shape.dims = [@S0, @C10]}, %p: i1, %n: index) -> (memref<?x?xf32> {disc_shape.dims = [@S0, @C10]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %a, %c0 : memref<?x10xf32>
// CHECK-NEXT: %c = memref.alloc(%0, %c10) {disc_shape.dims = [@S0, @C10]} : memref<?x?xf32>
// CHECK-NEXT: lmhlo.add ins(%a, %b : memref<?x10xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
// CHECK-NEXT: %q = memref.alloc(%n) {disc_shape.dims = [@S1]} : memref<?xf32>
// CHECK-NEXT: %l0, %l1 = scf.if %p -> (memref<?x?xf32>, memref<?xf32>) {
// CHECK-NEXT: %x = memref.alloc(%0, %c10) {disc_shape.dims = [@S0, @C10]} : memref<?x?xf32>
// CHECK-NEXT: lmhlo.abs ins(%c : memref<?x?xf32>) outs(%x : memref<?x?xf32>)
// CHECK-NEXT: scf.yield %x, %q : memref<?x?xf32>, memref<?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %c, %q : memref<?x?xf32>, memref<?xf32>
// CHECK-NEXT: }{disc_shape.dims = {{\[\[}}@S0, @C10], [@S1]]}
// CHECK-NEXT: %k = scf.for %i = %c0 to %n step %c1 iter_args(%t = %l0) -> (memref<?x?xf32>) {
// CHECK-NEXT: %x_1 = memref.alloc(%0, %c10) {disc_shape.dims = [@S0, @C10]} : memref<?x?xf32>
// CHECK-NEXT: lmhlo.abs ins(%t : memref<?x?xf32>) outs(%x_1 : memref<?x?xf32>)
// CHECK-NEXT: memref.dealloc %t : memref<?x?xf32>
// CHECK-NEXT: scf.yield %x_1 : memref<?x?xf32>
// CHECK-NEXT: } {disc_shape.arg_dims = {{\[\[}}unit, [@S0, @C10]]], disc_shape.dims = [@S0, @C10]}
// CHECK-NEXT: %u = lmhlo.custom_call ins(%k : memref<?x?xf32>) {call_target_name = "unknown", result_positions = array<i64: 0>, disc_shape.dims = [@S2]} -> memref<?xf32>
// CHECK-NEXT: %r = func.call @g(%k) {disc_shape.dims = [@S3]} : (memref<?x?xf32>) -> memref<?xf32>
// CHECK-NEXT: func.return %k : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @g(memref<?x?xf32>) -> memref<?xf32>
// CHECK-NEXT: disc_shape.SymbolDim @S0
// CHECK-NEXT: disc_shape.SymbolDim @C10 {value = 10}
// CHECK-NEXT: disc_shape.SymbolDim @S1
// CHECK-NEXT: disc_shape.SymbolDim @S2
// CHECK-NEXT: disc_shape.SymbolDim @S3
func.func @main(%a: memref<?x10xf32>, %b: memref<?x?xf32>, %p: i1, %n: index) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %a, %c0 : memref<?x10xf32>
  %e = memref.dim %b, %c1 : memref<?x?xf32>
  %c = memref.alloc(%d, %e) : memref<?x?xf32>
  lmhlo.add ins(%a, %b : memref<?x10xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  %q = memref.alloc(%n) : memref<?xf32>
  %l0, %l1 = scf.if %p -> (memref<?x?xf32>, memref<?xf32>) {
    %x = memref.alloc(%d, %e) : memref<?x?xf32>
    lmhlo.abs ins(%c : memref<?x?xf32>) outs(%x : memref<?x?xf32>)
    scf.yield %x, %q : memref<?x?xf32>, memref<?xf32>
  } else {
    scf.yield %c, %q : memref<?x?xf32>, memref<?xf32>
  }
  %k = scf.for %i = %c0 to %n step %c1 iter_args(%t = %l0) -> (memref<?x?xf32>) {
    %x = memref.alloc(%d, %e) : memref<?x?xf32>
    lmhlo.abs ins(%t : memref<?x?xf32>) outs(%x : memref<?x?xf32>)
    memref.dealloc %t : memref<?x?xf32>
    scf.yield %x : memref<?x?xf32>
  }
  %u = lmhlo.custom_call ins(%k : memref<?x?xf32>) {call_target_name = "unknown", result_positions = array<i64: 0>} -> memref<?xf32>
  %r = func.call @g(%k) : (memref<?x?xf32>) -> memref<?xf32>
  return %k : memref<?x?xf32>
}
func.func private @g(%k: memref<?x?xf32>) -> memref<?xf32>

// -----

// Names that are there stay, and what they say is used.
// CHECK: func.func @main(%a: memref<?x10xf32> {disc_shape.dims = [@S7, @C10]}, %b: memref<?x?xf32> {disc_shape.dims = [@S7, @C10]}) -> (memref<?x?xf32> {disc_shape.dims = [@C10, @S7]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %a, %c0 : memref<?x10xf32>
// CHECK-NEXT: %1 = arith.muli %0, %c2 : index
// CHECK-NEXT: %c = memref.alloc(%0, %c10) {disc_shape.dims = [@S7, @S8]} : memref<?x?xf32>
// CHECK-NEXT: lmhlo.add ins(%a, %b : memref<?x10xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
// CHECK-NEXT: %s = memref.alloc() : memref<3xindex>
// CHECK-NEXT: memref.store %c2, %s[%c0] : memref<3xindex>
// CHECK-NEXT: memref.store %0, %s[%c1] : memref<3xindex>
// CHECK-NEXT: memref.store %c10, %s[%c2] : memref<3xindex>
// CHECK-NEXT: %f = memref.alloc(%0) {disc_shape.dims = [@C2, @S7, @C10]} : memref<2x?x10xf32>
// CHECK-NEXT: lmhlo.dynamic_broadcast_in_dim ins(%c, %s : memref<?x?xf32>, memref<3xindex>) outs(%f : memref<2x?x10xf32>) {broadcast_dimensions = array<i64: 1, 2>}
// CHECK-NEXT: %v = memref.collapse_shape %f {{\[\[}}0 : i64, 1 : i64], [2 : i64]] {disc_shape.dims = [@S0, @C10]} : memref<2x?x10xf32> into memref<?x10xf32>
// CHECK-NEXT: %g = memref.alloc(%c10, %0) {disc_shape.dims = [@C10, @S7]} : memref<?x?xf32>
// CHECK-NEXT: lmhlo.transpose ins(%c : memref<?x?xf32>) outs(%g : memref<?x?xf32>) {permutation = array<i64: 1, 0>}
// CHECK-NEXT: %q = memref.alloc(%1) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK-NEXT: memref.dealloc %f : memref<2x?x10xf32>
// CHECK-NEXT: "test.op"(%q, %v) : (memref<?xf32>, memref<?x10xf32>) -> ()
// CHECK-NEXT: func.return %g : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @shape_constraint_graph() {
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %S7 = disc_shape.dim @S7
// CHECK-NEXT: %S0 = disc_shape.dim @S0
// CHECK-NEXT: %S8 = disc_shape.dim @S8
// CHECK-NEXT: disc_shape.tie_predicate_affine_eq %S0, affine_map<(d0) -> (d0 * 2)>(%S7)
// CHECK-NEXT: disc_shape.tie_predicate_eq %S8, %c10
// CHECK-NEXT: func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S7 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @C10 {value = 10}
// CHECK-NEXT: disc_shape.SymbolDim @C2 {value = 2}
// CHECK-NEXT: disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S8 {symbolic_shape_graph = @shape_constraint_graph}
func.func @main(%a: memref<?x10xf32> {disc_shape.dims = [@S7, @C10]}, %b: memref<?x?xf32>) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %a, %c0 : memref<?x10xf32>
  %e = memref.dim %b, %c1 : memref<?x?xf32>
  %c = memref.alloc(%d, %e) {disc_shape.dims = [@S7, @S8]} : memref<?x?xf32>
  lmhlo.add ins(%a, %b : memref<?x10xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  %s = memref.alloc() : memref<3xindex>
  %c2 = arith.constant 2 : index
  memref.store %c2, %s[%c0] : memref<3xindex>
  memref.store %d, %s[%c1] : memref<3xindex>
  memref.store %e, %s[%c2] : memref<3xindex>
  %f = memref.alloc(%d) : memref<2x?x10xf32>
  lmhlo.dynamic_broadcast_in_dim ins(%c, %s : memref<?x?xf32>, memref<3xindex>) outs(%f : memref<2x?x10xf32>) {broadcast_dimensions = array<i64: 1, 2>}
  %v = memref.collapse_shape %f [[0, 1], [2]] : memref<2x?x10xf32> into memref<?x10xf32>
  %sf = memref.load %s[%c2] : memref<3xindex>
  %g = memref.alloc(%sf, %d) : memref<?x?xf32>
  lmhlo.transpose ins(%c : memref<?x?xf32>) outs(%g : memref<?x?xf32>) {permutation = array<i64: 1, 0>}
  %z = memref.dim %v, %c0 : memref<?x10xf32>
  %q = memref.alloc(%z) : memref<?xf32>
  "memref.dealloc"(%f) : (memref<2x?x10xf32>) -> ()
  "test.op"(%q, %v) : (memref<?xf32>, memref<?x10xf32>) -> ()
  return %g : memref<?x?xf32>
}
"disc_shape.SymbolDim"() {sym_name = "S7"} : () -> ()
"disc_shape.SymbolDim"() {sym_name = "S8"} : () -> ()
"disc_shape.SymbolDim"() {sym_name = "C10", value = 10 : i64} : () -> ()

// -----

// A size that varies has no name inside the loop.
// CHECK: func.func @main(%a: memref<?xf32> {disc_shape.dims = [@S0]}, %n: index, %b: memref<?xf32> {disc_shape.dims = [@S1]}) -> (memref<?xf32> {disc_shape.dims = [@S0]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %a, %c0 : memref<?xf32>
// CHECK-NEXT: %z = memref.alloc(%0) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK-NEXT: %y = memref.alloc(%0) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK-NEXT: %r, %r_1 = scf.while (%i = %c0, %x = %z) : (index, memref<?xf32>) -> (index, memref<?xf32>) {
// CHECK-NEXT: %q = arith.cmpi slt, %i, %n : index
// CHECK-NEXT: scf.condition(%q) %i, %x : index, memref<?xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%j: index, %w: memref<?xf32>):
// CHECK-NEXT: %1 = arith.addi %j, %c1 : index
// CHECK-NEXT: scf.yield %1, %w : index, memref<?xf32>
// CHECK-NEXT: } attributes {disc_shape.arg_dims = {{\[\[}}unit, [@S0]], [unit, [@S0]]], disc_shape.dims = [unit, [@S0]]}
// CHECK-NEXT: %g = scf.for %i_1 = %c0 to %n step %c1 iter_args(%t = %y) -> (memref<?xf32>) {
// CHECK-NEXT: %2 = memref.dim %t, %c0 : memref<?xf32>
// CHECK-NEXT: %3 = arith.addi %2, %c1 : index
// CHECK-NEXT: %x_1 = memref.alloc(%3) {disc_shape.dims = [unit]} : memref<?xf32>
// CHECK-NEXT: scf.yield %x_1 : memref<?xf32>
// CHECK-NEXT: } {disc_shape.arg_dims = {{\[\[}}unit, [unit]]], disc_shape.dims = [@S2]}
// CHECK-NEXT: func.return %r_1 : memref<?xf32>
// CHECK-NEXT: }
// CHECK: disc_shape.tie_predicate "d0 <= d1"(%S0, %S2)
// CHECK: disc_shape.SymbolDim @S0
// CHECK-NEXT: disc_shape.SymbolDim @S1
// CHECK-NEXT: disc_shape.SymbolDim @S2
func.func @main(%a: memref<?xf32>, %n: index, %b: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %a, %c0 : memref<?xf32>
  %z = memref.alloc(%d) : memref<?xf32>
  %y = memref.alloc(%d) : memref<?xf32>
  %r:2 = scf.while (%i = %c0, %x = %z) : (index, memref<?xf32>) -> (index, memref<?xf32>) {
    %q = arith.cmpi slt, %i, %n : index
    scf.condition(%q) %i, %x : index, memref<?xf32>
  } do {
  ^bb0(%j : index, %w: memref<?xf32>):
    %k = arith.addi %j, %c1 : index
    scf.yield %k, %w : index, memref<?xf32>
  }
  %g = scf.for %i = %c0 to %n step %c1 iter_args(%t = %y) -> (memref<?xf32>) {
    %m = memref.dim %t, %c0 : memref<?xf32>
    %l = arith.addi %m, %c1 : index
    %x = memref.alloc(%l) : memref<?xf32>
    scf.yield %x : memref<?xf32>
  }
  return %r#1 : memref<?xf32>
}

// -----

// What a check says is not used before it; a buffer keeps the name of its own.
// CHECK: func.func @main(%a: memref<?xf32> {disc_shape.dims = [@S0]}, %b: memref<?xf32> {disc_shape.dims = [@S1]}, %o: memref<?xf32> {disc_shape.dims = [@S2]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.dim %b, %c0 : memref<?xf32>
// CHECK-NEXT: %1 = memref.dim %a, %c0 : memref<?xf32>
// CHECK-NEXT: %x = memref.alloc(%0) {disc_shape.dims = [@S1]} : memref<?xf32>
// CHECK-NEXT: lmhlo.abs ins(%b : memref<?xf32>) outs(%x : memref<?xf32>)
// CHECK-NEXT: %2 = arith.cmpi eq, %1, %0 : index
// CHECK-NEXT: cf.assert %2, "equal"
// CHECK-NEXT: %y = memref.alloc(%1) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK-NEXT: "memref.copy"(%a, %y) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @shape_constraint_graph() {
// CHECK-NEXT: %S1 = disc_shape.dim @S1
// CHECK-NEXT: %S0 = disc_shape.dim @S0
// CHECK-NEXT: disc_shape.tie_predicate_eq %S1, %S0 {guarded}
// CHECK-NEXT: func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S1 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S2
func.func @main(%a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %m = memref.dim %b, %c0 : memref<?xf32>
  %x = memref.alloc(%m) : memref<?xf32>
  lmhlo.abs ins(%b : memref<?xf32>) outs(%x : memref<?xf32>)
  %e = arith.cmpi eq, %n, %m : index
  cf.assert %e, "equal"
  %y = memref.alloc(%n) : memref<?xf32>
  "memref.copy"(%a, %y) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

// Effects stay: an operation on buffers without uses is not dead, and a load stays after a store.
// CHECK: func.func @main(%a: memref<?xf32> {disc_shape.dims = [@S0]}, %b: memref<4xf32>, %t: !mhlo.token, %s: memref<2xi32>, %i: index) -> (i32, i32) {
// CHECK-NEXT: %u = lmhlo.infeed ins(%t : !mhlo.token) outs(%b : memref<4xf32>) {result_positions = array<i64: 1>} -> !mhlo.token
// CHECK-NEXT: %v = lmhlo.custom_call ins(%a : memref<?xf32>) {call_target_name = "x", result_positions = array<i64: 0>, disc_shape.dims = [@S1]} -> memref<?xf32>
// CHECK-NEXT: %c7 = arith.constant 7 : i32
// CHECK-NEXT: %x = memref.load %s[%i] : memref<2xi32>
// CHECK-NEXT: memref.store %c7, %s[%i] : memref<2xi32>
// CHECK-NEXT: %y = memref.load %s[%i] : memref<2xi32>
// CHECK-NEXT: func.return %x, %y : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
// CHECK-NEXT: disc_shape.SymbolDim @S1
func.func @main(%a: memref<?xf32>, %b: memref<4xf32>, %t: !mhlo.token, %s: memref<2xi32>, %i: index) -> (i32, i32) {
  %u = lmhlo.infeed ins(%t : !mhlo.token) outs(%b : memref<4xf32>) {result_positions = array<i64: 1>} -> !mhlo.token
  %v = lmhlo.custom_call ins(%a : memref<?xf32>) {call_target_name = "x", result_positions = array<i64: 0>} -> memref<?xf32>
  %c7 = arith.constant 7 : i32
  %x = memref.load %s[%i] : memref<2xi32>
  memref.store %c7, %s[%i] : memref<2xi32>
  %y = memref.load %s[%i] : memref<2xi32>
  return %x, %y : i32, i32
}

// -----

// What is 1 here is known of an integer that only a buffer holds: the switch keeps what it reads,
// since nothing is in the buffer yet where the buffer is made.

// CHECK-LABEL: func.func @held_by_a_buffer
// CHECK: [[N:%.+]] = memref.load
// CHECK: [[I:%.+]] = arith.index_cast [[N]] : i32 to index
// CHECK: scf.index_switch [[I]]
func.func @held_by_a_buffer(%x: memref<?xi1>, %y: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %d = memref.dim %x, %c0 : memref<?xi1>
  %i = arith.index_cast %d : index to i32
  %n = memref.alloc() : memref<i32>
  memref.store %i, %n[] : memref<i32>
  %twice = memref.alloc() : memref<i32>
  lmhlo.add ins(%n, %n : memref<i32>, memref<i32>) outs(%twice : memref<i32>)
  %one = memref.alloc() : memref<i32>
  memref.store %c1, %one[] : memref<i32>
  %less = memref.alloc() : memref<i1>
  lmhlo.compare ins(%twice, %one : memref<i32>, memref<i32>) outs(%less : memref<i1>) {comparison_direction = #stablehlo<comparison_direction LE>, compare_type = #stablehlo<comparison_type SIGNED>}
  %number = memref.alloc() : memref<i32>
  lmhlo.convert ins(%less : memref<i1>) outs(%number : memref<i32>)
  %at = memref.load %number[] : memref<i32>
  %case = arith.index_cast %at : i32 to index
  %r = scf.index_switch %case -> i64
  case 0 {
    %a = arith.addi %y, %y : i64
    scf.yield %a : i64
  }
  default {
    scf.yield %y : i64
  }
  return %r : i64
}
