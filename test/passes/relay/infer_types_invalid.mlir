// RUN: disc-opt %s --split-input-file --verify-diagnostics -p relay-infer-types | filecheck %s

// CHECK: :5:3: error: relay.call: argument 0 of @plus is of type !relay.tensor<[10, 9], f32>, expected !relay.tensor<[10, 10], f32> by @plus and the type argument for @s of @plus [RLY-25]
relay.func @plus[@s : shape](%p: !relay.tensor<@s, f32>) { relay.return %p : !relay.tensor<@s, f32> } relay.func @main(%a: !relay.tensor<[10, 9], f32>) {
  %0 = relay.call @plus[[10, 10]](%a) : (!relay.tensor<[10, 9], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.call: @plus takes 1 type arguments, got 2 [RLY-29]
relay.func @plus[@s : shape](%p: !relay.tensor<@s, f32>) {
  relay.return %p : !relay.tensor<@s, f32>
}
relay.func @main(%a: !relay.tensor<[1], f32>) {
  %0 = relay.call @plus[[10, 10], [1]](%a) : (!relay.tensor<[1], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.call: type argument !relay.tensor<[1], f32> for @b of @f is not a base type [RLY-22]
relay.func @f[@b : base](%p: !relay.tensor<[1], @b>) {
  relay.return %p : !relay.tensor<[1], @b>
}
relay.func @main(%a: !relay.tensor<[1], f32>) {
  %0 = relay.call @f[!relay.tensor<[1], f32>](%a) : (!relay.tensor<[1], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.call_op: relation @Broadcast(!relay.tensor<[2, 3], f32>, !relay.tensor<[4], f32>, !relay.hole) of "add" does not hold: 3 and 4 differ [RLY-57]
relay.func @main(%x: !relay.tensor<[2, 3], f32>, %y: !relay.tensor<[4], f32>) {
  %0 = relay.call_op "add"(%x, %y) : (!relay.tensor<[2, 3], f32>, !relay.tensor<[4], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.call_op: relation @Broadcast(!relay.tensor<[2], f32>, !relay.tensor<[2], i32>, !relay.hole) of "add" does not hold: f32 and i32 differ [RLY-57]
relay.func @main(%x: !relay.tensor<[2], f32>, %y: !relay.tensor<[2], i32>) {
  %0 = relay.call_op "add"(%x, %y) : (!relay.tensor<[2], f32>, !relay.tensor<[2], i32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// A function's relation is checked at its calls, and the other call is not affected (RLY-40, 42).
// CHECK: relay.call: relation @Broadcast(!relay.tensor<[2], f32>, !relay.tensor<[3], f32>, !relay.hole) of @wadd does not hold: 2 and 3 differ [RLY-57]
relay.func @wadd[@a : type, @b : type, @o : type](%p: !relay.var<@a>, %q: !relay.var<@b>) -> !relay.var<@o> where [@Broadcast(!relay.var<@a>, !relay.var<@b>, !relay.var<@o>)] {
  %0 = relay.call_op "add"(%p, %q) : (!relay.var<@a>, !relay.var<@b>) -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @main(%x: !relay.tensor<[2], f32>, %y: !relay.tensor<[3], f32>) {
  %0 = relay.call @wadd(%x, %x) : (!relay.tensor<[2], f32>, !relay.tensor<[2], f32>) -> !relay.hole
  %1 = relay.call @wadd(%x, %y) : (!relay.tensor<[2], f32>, !relay.tensor<[3], f32>) -> !relay.hole
  relay.return %1 : !relay.hole
}

// -----

// The two rejected lists of seed 001 (RLY-96, 97).
// CHECK: relay.construct: argument 1 of @Cons is of type !relay.adt<@List, [tuple<!relay.tensor<[], i32>, !relay.tensor<[], i32>>]>, expected !relay.adt<@List, [!relay.tensor<[], i32>]> by @Cons and argument 0 of @Cons [RLY-25]
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.func @main() {
  %1 = relay.constant dense<1> : !relay.tensor<[], i32>
  %p = relay.tuple(%1, %1) : tuple<!relay.tensor<[], i32>, !relay.tensor<[], i32>>
  %n = relay.construct @Nil() : () -> !relay.hole
  %c = relay.construct @Cons(%p, %n) : (tuple<!relay.tensor<[], i32>, !relay.tensor<[], i32>>, !relay.hole) -> !relay.hole
  %d = relay.construct @Cons(%1, %c) : (!relay.tensor<[], i32>, !relay.hole) -> !relay.hole
  relay.return %d : !relay.hole
}

// -----

// CHECK: relay.construct: argument 1 of @Cons is of type !relay.adt<@List, [!relay.adt<@List, [tuple<!relay.tensor<[], i32>, !relay.tensor<[], i32>>]>]>, expected !relay.adt<@List, [!relay.adt<@List, [!relay.tensor<[], i32>]>]> by @Cons and argument 0 of @Cons [RLY-25]
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.func @main() {
  %1 = relay.constant dense<1> : !relay.tensor<[], i32>
  %p = relay.tuple(%1, %1) : tuple<!relay.tensor<[], i32>, !relay.tensor<[], i32>>
  %n = relay.construct @Nil() : () -> !relay.hole
  %a = relay.construct @Cons(%1, %n) : (!relay.tensor<[], i32>, !relay.hole) -> !relay.hole
  %m = relay.construct @Nil() : () -> !relay.hole
  %b = relay.construct @Cons(%p, %m) : (tuple<!relay.tensor<[], i32>, !relay.tensor<[], i32>>, !relay.hole) -> !relay.hole
  %o = relay.construct @Nil() : () -> !relay.hole
  %c = relay.construct @Cons(%b, %o) : (!relay.hole, !relay.hole) -> !relay.hole
  %d = relay.construct @Cons(%a, %c) : (!relay.hole, !relay.hole) -> !relay.hole
  relay.return %d : !relay.hole
}

// -----

// A lone @Nil (RLY-95), an annotation that nothing fills (RLY-63).
// CHECK: the type of %y needs an annotation: nothing determines its shape [RLY-63]
// CHECK: the type of %n needs an annotation: nothing determines its type [RLY-63]
relay.data @List[@a] {
  relay.constructor @Nil()
}
relay.func @main(%y: !relay.tensor<_, f32>) {
  %n = relay.construct @Nil() : () -> !relay.hole
  relay.return %y : !relay.tensor<_, f32>
}

// -----

// CHECK: the type of %z needs an annotation: nothing determines its shape; @Broadcast(!relay.tensor<_, f32>, !relay.tensor<[3], f32>, !relay.tensor<_, f32>) waits [RLY-63]
relay.func @main(%x: !relay.tensor<[3], f32>) {
  %f = relay.function %self (%z: !relay.hole) -> !relay.hole {
    %0 = relay.call_op "add"(%z, %x) : (!relay.hole, !relay.tensor<[3], f32>) -> !relay.hole
    relay.return %0 : !relay.hole
  }
  relay.return %x : !relay.tensor<[3], f32>
}

// -----

// Two unrelated symbols (RLY-37).
// CHECK: it is not decided whether @Broadcast(!relay.tensor<[@n], f32>, !relay.tensor<[@m], f32>
relay.func @main[@n : dim, @m : dim](%x: !relay.tensor<[@n], f32>, %y: !relay.tensor<[@m], f32>) -> !relay.tensor<[@n], f32> {
  %0 = relay.call_op "add"(%x, %y) : (!relay.tensor<[@n], f32>, !relay.tensor<[@m], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// A parameter that a call does not determine (RLY-63).
// CHECK: type parameter @u of @f needs an annotation: nothing determines its type [RLY-63]
relay.func @f[@t : type, @u : type](%x: !relay.var<@t>) {
  relay.return %x : !relay.var<@t>
}
relay.func @main(%x: !relay.tensor<[3], f32>) {
  %0 = relay.call @f(%x) : (!relay.tensor<[3], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// A type applied to itself (RLY-68).
// CHECK: relay.call: %x is of type !relay.hole, expected !relay.fn<(!relay.hole) -> !relay.hole> by its call: a type cannot contain itself [RLY-68]
relay.func @main() {
  %f = relay.function %self (%x: !relay.hole) -> !relay.hole {
    %0 = relay.call %x(%x) : (!relay.hole) -> !relay.hole
    relay.return %0 : !relay.hole
  }
  relay.return %f : !relay.fn<(!relay.hole) -> !relay.hole>
}

// -----

// CHECK: relay.yield: the value of the branch is of type !relay.tensor<[3], f32>, expected !relay.tensor<[2], f32> by the other branch [RLY-67]
relay.func @main(%c: !relay.tensor<[], i1>, %x: !relay.tensor<[2], f32>, %y: !relay.tensor<[3], f32>) {
  %0 = relay.if %c : !relay.tensor<[], i1> -> !relay.hole {
    relay.yield %x : !relay.tensor<[2], f32>
  } else {
    relay.yield %y : !relay.tensor<[3], f32>
  }
  relay.return %0 : !relay.hole
}

// -----

// Rigid parameters: a function is typed for all sizes (RLY-41, 52).
// CHECK: relay.return: the result is of type !relay.tensor<[@n], f32>, expected !relay.tensor<[@m], f32> by the function [RLY-41]
relay.func @main[@n : dim, @m : dim](%x: !relay.tensor<[@n], f32>) -> !relay.tensor<[@m], f32> {
  relay.return %x : !relay.tensor<[@n], f32>
}

// -----

// Two dimensions that are Any are not one dimension (RLY-08).
// CHECK: relay.call: @n of @same is ? for several arguments, but two ? are not known to be equal [RLY-08]
relay.func @same[@n : dim](%p: !relay.tensor<[@n], f32>, %q: !relay.tensor<[@n], f32>) {
  relay.return %p : !relay.tensor<[@n], f32>
}
relay.func @main(%x: !relay.tensor<[?], f32>) {
  %0 = relay.call @same(%x, %x) : (!relay.tensor<[?], f32>, !relay.tensor<[?], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.match: what is matched is of type !relay.tensor<[2], f32>, expected !relay.adt<@List, [!relay.hole]> by @Nil [RLY-89]
relay.data @List[@a] {
  relay.constructor @Nil()
}
relay.func @main(%x: !relay.tensor<[2], f32>) {
  %0 = relay.match %x : !relay.tensor<[2], f32> -> !relay.hole {
    case @Nil() {
      relay.yield %x : !relay.tensor<[2], f32>
    }
  }
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.match: no case for @Cons of @List, and no default [RLY-100]
relay.data @List {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.adt<@List, []>)
}
relay.func @main(%x: !relay.adt<@List, []>) {
  %0 = relay.match %x : !relay.adt<@List, []> -> !relay.hole {
    case @Nil() {
      relay.yield %x : !relay.adt<@List, []>
    }
  }
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.match: @Cons has 1 fields, got 2 binders [RLY-29]
relay.data @List {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.adt<@List, []>)
}
relay.func @main(%x: !relay.adt<@List, []>) {
  %0 = relay.match %x : !relay.adt<@List, []> -> !relay.hole {
    case @Cons(%h: !relay.hole, %t: !relay.hole) {
      relay.yield %x : !relay.adt<@List, []>
    }
    default {
      relay.yield %x : !relay.adt<@List, []>
    }
  }
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.get: member 2 of a tuple of 2 [RLY-12]
relay.func @main(%x: !relay.tensor<[], f32>) {
  %t = relay.tuple(%x, %x) : tuple<!relay.tensor<[], f32>, !relay.tensor<[], f32>>
  %0 = relay.get %t[2] : tuple<!relay.tensor<[], f32>, !relay.tensor<[], f32>> -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.get: !relay.tensor<[], f32> is no tuple [RLY-12]
relay.func @main(%x: !relay.tensor<[], f32>) {
  %0 = relay.get %x[0] : !relay.tensor<[], f32> -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.call: %x is of type !relay.tensor<[], f32> and cannot be called [RLY-42]
relay.func @main(%x: !relay.tensor<[], f32>) {
  %0 = relay.call %x(%x) : (!relay.tensor<[], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.call: no function is called @lost [RLY-17]
relay.func @main(%x: !relay.tensor<[], f32>) {
  %0 = relay.call @lost(%x) : (!relay.tensor<[], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.call_op: no operator is called lost [RLY-34]
relay.func @main(%x: !relay.tensor<[], f32>) {
  %0 = relay.call_op "lost"(%x) : (!relay.tensor<[], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.construct: no constructor is called @Lost [RLY-87]
relay.func @main(%x: !relay.tensor<[], f32>) {
  %0 = relay.construct @Lost(%x) : (!relay.tensor<[], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relay.operator: no relation is called @Lost [RLY-34]
relay.operator @o : !relay.fn<[@t : type], (!relay.var<@t>) -> @Lost(!relay.var<@t>)>

// -----

// CHECK: relay.operator: relation @Broadcast relates 3 types, got 2 [RLY-29]
relay.operator @o : !relay.fn<[@t : type], (!relay.var<@t>) -> @Broadcast(!relay.var<@t>)>

// -----

// CHECK: %z is of type !relay.tensor<[-2], f32>: a dimension is negative [RLY-07]
relay.func @m[@n : dim](%x: !relay.tensor<[@n - 5], f32>, %y: !relay.tensor<[@n], f32>) -> !relay.tensor<[@n - 5], f32> {
  relay.return %x : !relay.tensor<[@n - 5], f32>
}
relay.func @main(%x: !relay.tensor<[3], f32>, %z: !relay.hole) {
  %0 = relay.call @m(%z, %x) : (!relay.hole, !relay.tensor<[3], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: relation @Flatten(!relay.tensor<[2, 3, 4], f32>, !relay.var<@t>) of "batch_flatten" does not hold: the result is a tensor [RLY-57]
relay.func @main[@t : type](%x: !relay.tensor<[2, 3, 4], f32>) -> !relay.var<@t> {
  %0 = relay.call_op "batch_flatten"(%x) : (!relay.tensor<[2, 3, 4], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: the type of %x needs an annotation: nothing determines its type; !relay.hole is a data type waits [RLY-63]
relay.func @main(%x: !relay.hole) -> !relay.tensor<[], f32> {
  %0 = relay.match %x : !relay.hole -> !relay.tensor<[], f32> {
  }
  relay.return %0 : !relay.tensor<[], f32>
}
