// RUN: disc-opt %s --split-input-file -p relax-infer | filecheck %s

// Operators by the relations of their HLO form, calls by the callee's scheme.
// CHECK-LABEL: relax.func @main
// CHECK-SAME: -> tuple<!relax.tensor<[@n, @m], f32>, !relax.tensor<[@m, 5], f32>>
// CHECK: relax.add %x, %y : ({{.*}}) -> !relax.tensor<[@n, @m], f32>
// CHECK: relax.call @turn(%w) : ({{.*}}) -> !relax.tensor<[@m, 5], f32>
relax.func @main(%x: !relax.tensor<[@n, 1], f32>, %y: !relax.tensor<[1, @m], f32>, %w: !relax.tensor<[4, @m], f32>) {
  %0 = relax.add %x, %y : (!relax.tensor<[@n, 1], f32>, !relax.tensor<[1, @m], f32>) -> !relax.infer
  %1 = relax.call @turn(%w) : (!relax.tensor<[4, @m], f32>) -> !relax.infer
  %2 = relax.tuple(%0, %1) : tuple<!relax.infer, !relax.infer>
  relax.return %2 : tuple<!relax.infer, !relax.infer>
}
relax.func @turn(%z: !relax.tensor<[@a, @b], f32>) -> !relax.tensor<[@b, @a + 1], f32> {
  %0 = relax.call_dps_packed "turn"(%z) : (!relax.tensor<[@a, @b], f32>) -> !relax.tensor<[@b, @a + 1], f32>
  relax.return %0 : !relax.tensor<[@b, @a + 1], f32>
}

// -----

// A function without a declared result is typed before its callers.
// CHECK-LABEL: relax.func @caller
// CHECK-SAME: -> !relax.tensor<[3], f32>
relax.func @caller(%x: !relax.tensor<[3], f32>) {
  %0 = relax.call @callee(%x) : (!relax.tensor<[3], f32>) -> !relax.infer
  relax.return %0 : !relax.infer
}
// CHECK-LABEL: relax.func @callee
// CHECK-SAME: -> !relax.tensor<[@n], f32>
relax.func @callee(%x: !relax.tensor<[@n], f32>) {
  %0 = relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.infer
  relax.return %0 : !relax.infer
}

// -----

// A branch has the least type above both; symbols of its casts are lost, the 4 is not.
// CHECK-LABEL: relax.func @branch
// CHECK-SAME: -> !relax.tensor<[?, 4], f32>
relax.func @branch(%x: !relax.tensor<[@n, 4], f32>, %c: !relax.tensor<[], i1>) {
  %0 = relax.if %c : !relax.tensor<[], i1> -> !relax.infer {
    %1 = relax.match_cast %x : !relax.tensor<[@n, 4], f32> to !relax.tensor<[@p, 4], f32>
    relax.yield %1 : !relax.tensor<[@p, 4], f32>
  } else {
    %t = relax.tuple(%x, %x) : tuple<!relax.tensor<[@n, 4], f32>, !relax.tensor<[@n, 4], f32>>
    %2 = relax.concat %t {axis = 0 : i64} : (tuple<!relax.tensor<[@n, 4], f32>, !relax.tensor<[@n, 4], f32>>) -> !relax.infer
    relax.yield %2 : !relax.infer
  }
  relax.return %0 : !relax.infer
}

// -----

// A wider type that is written stays (RLX-259).
// CHECK-LABEL: relax.func @wider
// CHECK: relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[?], f32>
// CHECK: relax.exp %0 : (!relax.tensor<[?], f32>) -> !relax.tensor<[?], f32>
relax.func @wider(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[?], f32>
  %1 = relax.exp %0 : (!relax.tensor<[?], f32>) -> !relax.infer
  relax.return %1 : !relax.infer
}

// -----

// A local function binds the new symbols of its parameters and sees those around it.
// CHECK-LABEL: relax.func @closure
// CHECK: relax.closure %self (%t: !relax.tensor<[@n, @q], f32>) -> !relax.tensor<[@n, @q], f32>
// CHECK: relax.call %f(%y) : (!relax.tensor<[@n, 7], f32>) -> !relax.tensor<[@n, 7], f32>
relax.func @closure(%x: !relax.tensor<[@n, 1], f32>, %y: !relax.tensor<[@n, 7], f32>) -> !relax.object {
  %f = relax.closure %self (%t: !relax.tensor<[@n, @q], f32>) {
    %u = relax.add %t, %x : (!relax.tensor<[@n, @q], f32>, !relax.tensor<[@n, 1], f32>) -> !relax.infer
    relax.return %u : !relax.infer
  }
  %0 = relax.call %f(%y) : (!relax.tensor<[@n, 7], f32>) -> !relax.infer
  relax.return %0 : !relax.infer
}

// -----

// A primitive function that writes an argument has no buffer for that result (RLX-337).
// CHECK-LABEL: relax.func @inplace
// CHECK: relax.call_tir @increment(%x) {inplace_indices = array<i64: 0>}
// CHECK: relax.call_tir @both(%x) {inplace_indices = array<i64: 0, -1>}
relax.prim_func @increment(!relax.tensor<[@a], f32>)
relax.prim_func @both(!relax.tensor<[@a], f32>, !relax.tensor<[2 * @a], f32>)
relax.func @inplace(%x: !relax.tensor<[@n], f32>) {
  %0 = relax.call_tir @increment(%x) {inplace_indices = array<i64: 0>} : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  %1 = relax.call_tir @both(%x) {inplace_indices = array<i64: 0, -1>} : (!relax.tensor<[@n], f32>) -> tuple<!relax.tensor<[@n], f32>, !relax.tensor<[2 * @n], f32>>
  relax.return %1 : tuple<!relax.tensor<[@n], f32>, !relax.tensor<[2 * @n], f32>>
}

// -----

// How many indices a row lists is not known, hence neither is the rank.
// CHECK-LABEL: relax.func @rows
// CHECK: relax.gather_nd {{.*}} -> !relax.tensor<*, f32>
// CHECK: relax.scatter_nd {{.*}} -> !relax.tensor<[@n, @m], f32>
relax.func @rows(%x: !relax.tensor<[@n, @m], f32>, %i: !relax.tensor<[?, ?], i64>) {
  %0 = relax.gather_nd %x, %i : (!relax.tensor<[@n, @m], f32>, !relax.tensor<[?, ?], i64>) -> !relax.infer
  %1 = relax.scatter_nd %x, %i, %x : (!relax.tensor<[@n, @m], f32>, !relax.tensor<[?, ?], i64>, !relax.tensor<[@n, @m], f32>) -> !relax.infer
  %2 = relax.tuple(%0, %1) : tuple<!relax.infer, !relax.infer>
  relax.return %2 : tuple<!relax.infer, !relax.infer>
}

// -----

// A slice whose end lies before its start is empty, also where both are promised to be in range.
// CHECK-LABEL: relax.func @empty
// CHECK-COUNT-2: relax.strided_slice {{.*}} -> !relax.tensor<[0], f32>
relax.func @empty(%x: !relax.tensor<[8], f32>) {
  %zero = relax.prim 0 : i64
  %one = relax.prim 1 : i64
  %three = relax.prim 3 : i64
  %minus = relax.prim -1 : i64
  %a = relax.tuple(%zero) : tuple<!relax.prim<i64, 0>>
  %b = relax.tuple(%one) : tuple<!relax.prim<i64, 1>>
  %c = relax.tuple(%three) : tuple<!relax.prim<i64, 3>>
  %d = relax.tuple(%minus) : tuple<!relax.prim<i64, -1>>
  %0 = relax.strided_slice %x, %a, %c, %b {assume_inbound = true} : (!relax.tensor<[8], f32>, tuple<!relax.prim<i64, 0>>, tuple<!relax.prim<i64, 3>>, tuple<!relax.prim<i64, 1>>) -> !relax.infer
  %1 = relax.strided_slice %x, %a, %b, %c, %d {assume_inbound = true} : (!relax.tensor<[8], f32>, tuple<!relax.prim<i64, 0>>, tuple<!relax.prim<i64, 1>>, tuple<!relax.prim<i64, 3>>, tuple<!relax.prim<i64, -1>>) -> !relax.infer
  %2 = relax.tuple(%0, %1) : tuple<!relax.infer, !relax.infer>
  relax.return %2 : tuple<!relax.infer, !relax.infer>
}

// -----

// A literal asks for a size by -1, also by another name of its.
// CHECK-LABEL: relax.func @main
// CHECK-SAME: -> !relax.tensor<[2 * @n, 2], f32>
relax.func @main(%x: !relax.tensor<[@n, 4], f32>) {
  %s = relax.shape [-1, 2]
  %b = relax.bind %s : !relax.shape<[-1, 2]> -> !relax.infer
  %0 = relax.reshape %x, %b : (!relax.tensor<[@n, 4], f32>, !relax.infer) -> !relax.infer
  relax.return %0 : !relax.infer
}

// -----

// A 0 that no literal writes is a size: it keeps no dimension.
// CHECK-LABEL: relax.func @main
// CHECK-SAME: -> !relax.tensor<[0, @m], f32>
relax.func @main(%x: !relax.tensor<[@n, 0], f32>, %t: !relax.shape<[0, @m]>) {
  %0 = relax.reshape %x, %t : (!relax.tensor<[@n, 0], f32>, !relax.shape<[0, @m]>) -> !relax.infer
  relax.return %0 : !relax.infer
}

// -----

// Where a step is not known, the type of a slice that is written is that of the value.
// CHECK-LABEL: relax.func @main
// CHECK-SAME: -> !relax.tensor<[@n, 2], f32>
relax.func @main(%x: !relax.tensor<[@n, 2], f32>, %u: !relax.tensor<[@m, 2], f32>, %k: !relax.prim<i64, @k>) {
  %a = relax.prim 0 : i64
  %b = relax.prim 4 : i64
  %0 = relax.slice_scatter %x, %u, %a, %b, %k : (!relax.tensor<[@n, 2], f32>, !relax.tensor<[@m, 2], f32>, !relax.prim<i64, 0>, !relax.prim<i64, 4>, !relax.prim<i64, @k>) -> !relax.infer
  relax.return %0 : !relax.infer
}
