// RUN: disc-opt %s --split-input-file -p relay-infer-types | filecheck %s
// RUN: disc-opt %s --split-input-file -p relay-infer-types,relay-infer-types | filecheck %s

// Left-out annotations of nested calls are all filled (RLY-01).
// CHECK-LABEL: relay.func @nested(%x: !relay.tensor<[2, 1], f32>) -> !relay.tensor<[2, 3], f32> {
// CHECK: relay.call_op "add"(%x, %c) : (!relay.tensor<[2, 1], f32>, !relay.tensor<[1, 3], f32>) -> !relay.tensor<[2, 3], f32>
// CHECK: relay.call_op "tanh"(%0) : (!relay.tensor<[2, 3], f32>) -> !relay.tensor<[2, 3], f32>
relay.func @nested(%x: !relay.tensor<[2, 1], f32>) {
  %c = relay.constant dense<1.0> : !relay.tensor<[1, 3], f32>
  %0 = relay.call_op "add"(%x, %c) : (!relay.tensor<[2, 1], f32>, !relay.tensor<[1, 3], f32>) -> !relay.hole
  %1 = relay.call_op "tanh"(%0) : (!relay.hole) -> !relay.hole
  %2 = relay.call_op "multiply"(%1, %x) : (!relay.hole, !relay.tensor<[2, 1], f32>) -> !relay.hole
  relay.return %2 : !relay.hole
}

// -----

// The tuple and its member of seed 001 (RLY-10, 11).
// CHECK: relay.tuple(%0, %1) : tuple<!relay.tensor<[], i1>, !relay.tensor<[10, 10], f32>>
// CHECK: %c = relay.get %t[1] : tuple<!relay.tensor<[], i1>, !relay.tensor<[10, 10], f32>> -> !relay.tensor<[10, 10], f32>
relay.func @member() {
  %0 = relay.constant dense<0> : !relay.tensor<[], i1>
  %1 = relay.constant dense<1.0> : !relay.tensor<[10, 10], f32>
  %t = relay.tuple(%0, %1) : tuple<!relay.tensor<[], i1>, !relay.tensor<[10, 10], f32>> -> !relay.hole
  %c = relay.get %t[1] : !relay.hole -> !relay.hole
  relay.return %c : !relay.hole
}

// -----

// Seed 001's plus, with its type argument and without (RLY-24 to 28).
// CHECK: relay.func @plus[@s : shape](%t1: !relay.tensor<@s, f32>, %t2: !relay.tensor<@s, f32>) -> !relay.tensor<@s, f32> {
// CHECK-NEXT: relay.call_op "add"(%t1, %t2) : (!relay.tensor<@s, f32>, !relay.tensor<@s, f32>) -> !relay.tensor<@s, f32>
// CHECK: relay.call @plus{{\[}}[10, 10]](%a, %b) : (!relay.tensor<[10, 10], f32>, !relay.tensor<[10, 10], f32>) -> !relay.tensor<[10, 10], f32>
// CHECK: relay.call @plus{{\[}}[10, 10]](%a, %b) :
// CHECK: relay.call @plus{{\[}}[]](%c, %c) : (!relay.tensor<[], f32>, !relay.tensor<[], f32>) -> !relay.tensor<[], f32>
relay.func @plus[@s : shape](%t1: !relay.tensor<@s, f32>, %t2: !relay.tensor<@s, f32>) {
  %0 = relay.call_op "add"(%t1, %t2) : (!relay.tensor<@s, f32>, !relay.tensor<@s, f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @main(%a: !relay.tensor<[10, 10], f32>, %b: !relay.tensor<[10, _], _>, %c: !relay.tensor<[], f32>) {
  %0 = relay.call @plus[[10, 10]](%a, %b) : (!relay.tensor<[10, 10], f32>, !relay.tensor<[10, _], _>) -> !relay.hole
  %1 = relay.call @plus(%a, %b) : (!relay.tensor<[10, 10], f32>, !relay.tensor<[10, _], _>) -> !relay.hole
  %2 = relay.call @plus(%c, %c) : (!relay.tensor<[], f32>, !relay.tensor<[], f32>) -> !relay.hole
  relay.return %2 : !relay.hole
}

// -----

// Flatten and Broadcast over dimension parameters (RLY-36, 37); an operator with a relation in the
// place of its result (RLY-34, 38).
// CHECK: relay.operator @my_pool : !relay.fn<[@i : type, @o : type], (!relay.var<@i>) -> !relay.var<@o> where [@Flatten(!relay.var<@i>, !relay.var<@o>)]>
// CHECK: "batch_flatten"(%x) {{.*}} -> !relay.tensor<[@n, @k * @m], f32>
// CHECK-NEXT: -> !relay.tensor<[@n, 12], f32>
// CHECK-NEXT: -> !relay.tensor<[@n, @m], f32>
// CHECK-NEXT: -> !relay.tensor<[?, 4], f32>
relay.operator @my_pool : !relay.fn<[@i : type], (!relay.var<@i>) -> @Flatten(!relay.var<@i>)>
relay.func @shapes[@n : dim, @m : dim, @k : dim](%x: !relay.tensor<[@n, @m, @k], f32>, %y: !relay.tensor<[@n, 3, 4], f32>, %l: !relay.tensor<[@n, 1], f32>, %r: !relay.tensor<[1, @m], f32>, %u: !relay.tensor<[?, 4], f32>, %v: !relay.tensor<[1, 4], f32>) {
  %0 = relay.call_op "batch_flatten"(%x) : (!relay.tensor<[@n, @m, @k], f32>) -> !relay.hole
  %1 = relay.call_op "my_pool"(%y) : (!relay.tensor<[@n, 3, 4], f32>) -> !relay.hole
  %2 = relay.call_op "add"(%l, %r) : (!relay.tensor<[@n, 1], f32>, !relay.tensor<[1, @m], f32>) -> !relay.hole
  %3 = relay.call_op "add"(%u, %v) : (!relay.tensor<[?, 4], f32>, !relay.tensor<[1, 4], f32>) -> !relay.hole
  %4 = relay.tuple(%0, %1, %2, %3) : tuple<!relay.hole, !relay.hole, !relay.hole, !relay.hole> -> !relay.hole
  relay.return %4 : !relay.hole
}

// -----

// The list of seed 001: two accepted instances (RLY-92 to 95).
// CHECK: -> !relay.adt<@List, [!relay.tensor<[], i32>]>
// CHECK: relay.construct @Nil() : () -> !relay.adt<@List, [tuple<!relay.tensor<[], i32>, !relay.tensor<[], i32>>]>
// CHECK: relay.ref constructor @Nil : !relay.fn<() -> !relay.adt<@List, [!relay.tensor<[3], f32>]>>
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.func @lists() {
  %1 = relay.constant dense<1> : !relay.tensor<[], i32>
  %n = relay.construct @Nil() : () -> !relay.hole
  %a = relay.construct @Cons(%1, %n) : (!relay.tensor<[], i32>, !relay.hole) -> !relay.hole
  %b = relay.construct @Cons(%1, %a) : (!relay.tensor<[], i32>, !relay.hole) -> !relay.hole
  %p = relay.tuple(%1, %1) : tuple<!relay.tensor<[], i32>, !relay.tensor<[], i32>>
  %m = relay.construct @Nil() : () -> !relay.hole
  %c = relay.construct @Cons(%p, %m) : (tuple<!relay.tensor<[], i32>, !relay.tensor<[], i32>>, !relay.hole) -> !relay.hole
  %f = relay.ref constructor @Nil : !relay.hole
  %e = relay.call %f() : () -> !relay.adt<@List, [!relay.tensor<[3], f32>]>
  relay.return %b : !relay.hole
}

// -----

// A parameter of an inner function hides that of the outer one, which gets another name.
// CHECK: relay.function %self [@t_1 : type](%y: !relay.var<@t_1>) -> tuple<!relay.var<@t_1>, !relay.var<@t>> {
relay.func @outer[@t : type](%x: !relay.var<@t>) {
  %f = relay.function %self [@t : type](%y: !relay.var<@t>) -> !relay.hole {
    %p = relay.tuple(%y, %x) : tuple<!relay.var<@t>, !relay.var<@t>> -> !relay.hole
    relay.return %p : !relay.hole
  }
  %c = relay.constant dense<1> : !relay.tensor<[], i32>
  %0 = relay.call %f(%c) : (!relay.tensor<[], i32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// Dimensions are equal up to arithmetic, and equations with one unknown are solved (RLY-07, 70).
// CHECK: relay.call @join[3, 4](%x) : (!relay.tensor<[3, 4], f32>) -> !relay.tensor<[7], f32>
// CHECK: relay.call @half[5](%y) : (!relay.tensor<[10], f32>) -> !relay.tensor<[5], f32>
// CHECK: relay.call @half[@n + 1](%z) : (!relay.tensor<[2 * @n + 2], f32>) -> !relay.tensor<[@n + 1], f32>
relay.func @join[@n : dim, @m : dim](%x: !relay.tensor<[@n, @m], f32>) -> !relay.tensor<[@n + @m], f32> {
  %0 = relay.call @join(%x) : (!relay.tensor<[@n, @m], f32>) -> !relay.hole
  %1 = relay.ascribe %0 : !relay.hole as !relay.tensor<[@m + @n], f32>
  relay.return %1 : !relay.tensor<[@m + @n], f32>
}
relay.func @half[@n : dim](%x: !relay.tensor<[2 * @n], f32>) -> !relay.tensor<[@n], f32> {
  %0 = relay.call @half(%x) : (!relay.tensor<[2 * @n], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @main[@n : dim](%x: !relay.tensor<[3, 4], f32>, %y: !relay.tensor<[10], f32>, %z: !relay.tensor<[2 * @n + 2], f32>) {
  %0 = relay.call @join(%x) : (!relay.tensor<[3, 4], f32>) -> !relay.hole
  %1 = relay.call @half(%y) : (!relay.tensor<[10], f32>) -> !relay.hole
  %2 = relay.call @half(%z) : (!relay.tensor<[2 * @n + 2], f32>) -> !relay.hole
  relay.return %2 : !relay.hole
}

// -----

// Operators of the table by their lowering; shapes and scalars are attributes.
// CHECK: relay.call_op "matmul"(%x, %w) : (!relay.tensor<[@n, 4], f32>, !relay.tensor<[4, 5], f32>) -> !relay.tensor<[@n, 5], f32>
// CHECK: relay.call_op "sum"(%0) {axis = 0 : i64} : (!relay.tensor<[@n, 5], f32>) -> !relay.tensor<[5], f32>
// CHECK: relay.call_op "reshape"(%w) {shape = [2 : i64, 10 : i64]} : (!relay.tensor<[4, 5], f32>) -> !relay.tensor<[2, 10], f32>
// CHECK: relay.ref operator @matmul : !relay.fn<(!relay.tensor<[@n, 4], f32>, !relay.tensor<[4, 5], f32>) -> !relay.tensor<[@n, 5], f32>>
relay.func @table[@n : dim](%x: !relay.tensor<[@n, 4], f32>, %w: !relay.tensor<[4, 5], f32>) {
  %0 = relay.call_op "matmul"(%x, %w) : (!relay.tensor<[@n, 4], f32>, !relay.tensor<[4, 5], f32>) -> !relay.hole
  %1 = relay.call_op "sum"(%0) {axis = 0 : i64} : (!relay.hole) -> !relay.hole
  %2 = relay.call_op "reshape"(%w) {shape = [2, 10]} : (!relay.tensor<[4, 5], f32>) -> !relay.hole
  %f = relay.ref operator @matmul : !relay.hole
  %3 = relay.call %f(%x, %w) : (!relay.tensor<[@n, 4], f32>, !relay.tensor<[4, 5], f32>) -> !relay.hole
  relay.return %1 : !relay.hole
}

// -----

// Of what a match without cases is known only later: it has a case for each of no constructors.
// CHECK: relay.match %x : !relay.adt<@Void, []> -> !relay.tensor<[], f32>
relay.data @Void {}
relay.func @absurd(%x: !relay.hole) -> !relay.tensor<[], f32> {
  %0 = relay.match %x : !relay.hole -> !relay.tensor<[], f32> {
  }
  %1 = relay.ascribe %x : !relay.hole as !relay.adt<@Void, []>
  relay.return %0 : !relay.tensor<[], f32>
}
