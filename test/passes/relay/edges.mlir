// RUN: disc-opt %s --split-input-file -p relay-infer-types | filecheck %s
// RUN: disc-opt %s --split-input-file -p relay-infer-types,relay-infer-types | filecheck %s

// Scalars against rank 0, 1 and 3 through one shape parameter.
// CHECK: relay.func @plus[@s : shape](%p: !relay.tensor<@s, f32>, %q: !relay.tensor<[], f32>) -> !relay.tensor<@s, f32> {
// CHECK: %0 = relay.call_op "add"(%p, %q) : (!relay.tensor<@s, f32>, !relay.tensor<[], f32>) -> !relay.tensor<@s, f32>
// CHECK: relay.func @main(%a: !relay.tensor<[], f32>, %b: !relay.tensor<[2], f32>, %c: !relay.tensor<[1, 0, 3], f32>) -> tuple<!relay.tensor<[], f32>, !relay.tensor<[2], f32>, !relay.tensor<[1, 0, 3], f32>> {
// CHECK: %0 = relay.call @plus{{\[\[}}]](%a, %a) : (!relay.tensor<[], f32>, !relay.tensor<[], f32>) -> !relay.tensor<[], f32>
// CHECK: %1 = relay.call @plus{{\[\[}}2]](%b, %a) : (!relay.tensor<[2], f32>, !relay.tensor<[], f32>) -> !relay.tensor<[2], f32>
// CHECK: %2 = relay.call @plus{{\[\[}}1, 0, 3]](%c, %a) : (!relay.tensor<[1, 0, 3], f32>, !relay.tensor<[], f32>) -> !relay.tensor<[1, 0, 3], f32>
// CHECK: %3 = relay.tuple(%0, %1, %2) : tuple<!relay.tensor<[], f32>, !relay.tensor<[2], f32>, !relay.tensor<[1, 0, 3], f32>>
relay.func @plus[@s : shape](%p: !relay.tensor<@s, f32>, %q: !relay.tensor<[], f32>) -> !relay.tensor<@s, f32> {
  %0 = relay.call_op "add"(%p, %q) : (!relay.tensor<@s, f32>, !relay.tensor<[], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @main(%a: !relay.tensor<[], f32>, %b: !relay.tensor<[2], f32>, %c: !relay.tensor<[1, 0, 3], f32>) {
  %0 = relay.call @plus(%a, %a) : (!relay.tensor<[], f32>, !relay.tensor<[], f32>) -> !relay.hole
  %1 = relay.call @plus(%b, %a) : (!relay.tensor<[2], f32>, !relay.tensor<[], f32>) -> !relay.hole
  %2 = relay.call @plus(%c, %a) : (!relay.tensor<[1, 0, 3], f32>, !relay.tensor<[], f32>) -> !relay.hole
  %3 = relay.tuple(%0, %1, %2) : tuple<!relay.hole, !relay.hole, !relay.hole> -> !relay.hole
  relay.return %3 : !relay.hole
}

// -----

// A function type as a type argument.
// CHECK: relay.func @id[@t : type](%x: !relay.var<@t>) -> !relay.var<@t> {
// CHECK: relay.func @main(%h: !relay.fn<(!relay.tensor<[], i32>) -> !relay.tensor<[2], f32>>) -> !relay.fn<(!relay.tensor<[], i32>) -> !relay.tensor<[2], f32>> {
// CHECK: %0 = relay.call @id[!relay.fn<(!relay.tensor<[], i32>) -> !relay.tensor<[2], f32>>](%h) : (!relay.fn<(!relay.tensor<[], i32>) -> !relay.tensor<[2], f32>>) -> !relay.fn<(!relay.tensor<[], i32>) -> !relay.tensor<[2], f32>>
relay.func @id[@t : type](%x: !relay.var<@t>) -> !relay.var<@t> {
  relay.return %x : !relay.var<@t>
}
relay.func @main(%h: !relay.fn<(!relay.tensor<[], i32>) -> !relay.tensor<[2], f32>>) {
  %0 = relay.call @id[!relay.fn<(!relay.tensor<[], i32>) -> !relay.tensor<[2], f32>>](%h) : (!relay.fn<(!relay.tensor<[], i32>) -> !relay.tensor<[2], f32>>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// A polymorphic operator as an argument.
// CHECK: relay.func @apply[@a : type, @b : type](%f: !relay.fn<(!relay.var<@a>) -> !relay.var<@b>>, %x: !relay.var<@a>) -> !relay.var<@b> {
// CHECK: %0 = relay.call %f(%x) : (!relay.var<@a>) -> !relay.var<@b>
// CHECK: relay.func @main[@n : dim](%x: !relay.tensor<[@n, 3, 4], f32>) -> !relay.tensor<[@n, 12], f32> {
// CHECK: %0 = relay.call @apply[!relay.tensor<[@n, 3, 4], f32>, !relay.tensor<[@n, 12], f32>](%f, %x) : (!relay.fn<(!relay.tensor<[@n, 3, 4], f32>) -> !relay.tensor<[@n, 12], f32>>, !relay.tensor<[@n, 3, 4], f32>) -> !relay.tensor<[@n, 12], f32>
relay.func @apply[@a : type, @b : type](%f: !relay.fn<(!relay.var<@a>) -> !relay.var<@b>>, %x: !relay.var<@a>) -> !relay.var<@b> {
  %0 = relay.call %f(%x) : (!relay.var<@a>) -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @main[@n : dim](%x: !relay.tensor<[@n, 3, 4], f32>) {
  %f = relay.ref operator @batch_flatten : !relay.hole
  %0 = relay.call @apply(%f, %x) : (!relay.hole, !relay.tensor<[@n, 3, 4], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// A parameter that only the result determines.
// CHECK: relay.func @empty[@t : type]() -> !relay.adt<@List, [!relay.var<@t>]> {
// CHECK: relay.func @main() -> !relay.adt<@List, [!relay.tensor<[3], f32>]> {
// CHECK: %0 = relay.call @empty[!relay.tensor<[3], f32>]() : () -> !relay.adt<@List, [!relay.tensor<[3], f32>]>
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.func @empty[@t : type]() -> !relay.adt<@List, [!relay.var<@t>]> {
  %0 = relay.construct @Nil() : () -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @main() -> !relay.adt<@List, [!relay.tensor<[3], f32>]> {
  %0 = relay.call @empty() : () -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// A hole that only a later binding fills.
// CHECK: relay.func @main(%x: !relay.tensor<[3], f32>) -> !relay.tensor<[3], f32> {
// CHECK: %f = relay.function %self (%z: !relay.tensor<[3], f32>) -> !relay.tensor<[3], f32> {
// CHECK: %0 = relay.call_op "tanh"(%z) : (!relay.tensor<[3], f32>) -> !relay.tensor<[3], f32>
// CHECK: %y = relay.call %f(%x) : (!relay.tensor<[3], f32>) -> !relay.tensor<[3], f32>
relay.func @main(%x: !relay.tensor<[3], f32>) {
  %f = relay.function %self (%z: !relay.hole) -> !relay.hole {
    %0 = relay.call_op "tanh"(%z) : (!relay.hole) -> !relay.hole
    relay.return %0 : !relay.hole
  }
  %y = relay.call %f(%x) : (!relay.tensor<[3], f32>) -> !relay.hole
  relay.return %y : !relay.hole
}

// -----

// A match on a hole: the constructors say what it is.
// CHECK: relay.func @main(%l: !relay.adt<@List, [!relay.tensor<[2], f32>]>, %x: !relay.tensor<[2], f32>) -> !relay.tensor<[2], f32> {
// CHECK: %r = relay.match %l : !relay.adt<@List, [!relay.tensor<[2], f32>]> -> !relay.tensor<[2], f32> {
// CHECK: case @Nil() {
// CHECK: case @Cons(%h: !relay.tensor<[2], f32>, %t: !relay.adt<@List, [!relay.tensor<[2], f32>]>) {
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.func @main(%l: !relay.hole, %x: !relay.tensor<[2], f32>) {
  %r = relay.match %l : !relay.hole -> !relay.hole {
    case @Nil() {
      relay.yield %x : !relay.tensor<[2], f32>
    }
    case @Cons(%h: !relay.hole, %t: !relay.hole) {
      relay.yield %h : !relay.hole
    }
  }
  relay.return %r : !relay.hole
}

// -----

// A wildcard before other cases: these are typed as well.
// CHECK: relay.func @main(%l: !relay.adt<@List, [!relay.tensor<[], i32>]>, %x: !relay.tensor<[], i32>) -> !relay.tensor<[], i32> {
// CHECK: %r = relay.match %l : !relay.adt<@List, [!relay.tensor<[], i32>]> -> !relay.tensor<[], i32> {
// CHECK: case @Cons(%h: !relay.tensor<[], i32>, %t: !relay.adt<@List, [!relay.tensor<[], i32>]>) {
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.func @main(%l: !relay.adt<@List, [!relay.tensor<[], i32>]>, %x: !relay.hole) {
  %r = relay.match %l : !relay.adt<@List, [!relay.tensor<[], i32>]> -> !relay.hole {
    default {
      relay.yield %x : !relay.hole
    }
    case @Cons(%h: !relay.hole, %t: !relay.hole) {
      relay.yield %h : !relay.hole
    }
  }
  relay.return %r : !relay.hole
}

// -----

// A type parameter that the one of an inner function hides, and one that nothing uses.
// CHECK: relay.func @outer[@t : type](%x: !relay.var<@t>) -> tuple<!relay.tensor<[], i32>, !relay.var<@t>> {
// CHECK: %f = relay.function %self [@t_1 : type](%y: !relay.var<@t_1>) -> !relay.var<@t_1> {
// CHECK: %0 = relay.call %f[!relay.tensor<[], i32>](%c) : (!relay.tensor<[], i32>) -> !relay.tensor<[], i32>
// CHECK: %1 = relay.call %f[@t](%x) : (!relay.var<@t>) -> !relay.var<@t>
// CHECK: %2 = relay.tuple(%0, %1) : tuple<!relay.tensor<[], i32>, !relay.var<@t>>
relay.func @outer[@t : type](%x: !relay.var<@t>) {
  %f = relay.function %self [@t : type](%y: !relay.var<@t>) -> !relay.var<@t> {
    relay.return %y : !relay.var<@t>
  }
  %c = relay.constant dense<1> : !relay.tensor<[], i32>
  %0 = relay.call %f(%c) : (!relay.tensor<[], i32>) -> !relay.hole
  %1 = relay.call %f(%x) : (!relay.var<@t>) -> !relay.hole
  %2 = relay.tuple(%0, %1) : tuple<!relay.hole, !relay.hole> -> !relay.hole
  relay.return %2 : !relay.hole
}

// -----

// Recursion without a base has the type of its annotation.
// CHECK: relay.func @loop(%x: !relay.tensor<[], f32>) -> !relay.tensor<[5], f32> {
// CHECK: %0 = relay.call @loop(%x) : (!relay.tensor<[], f32>) -> !relay.tensor<[5], f32>
relay.func @loop(%x: !relay.tensor<[], f32>) -> !relay.tensor<[5], f32> {
  %0 = relay.call @loop(%x) : (!relay.tensor<[], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// Data types whose constructors are equal are two types; a match says by its value which is meant.
// CHECK: relay.func @main(%x: !relay.adt<@Other, []>) -> !relay.tensor<[], i32> {
// CHECK: %0 = relay.match %x : !relay.adt<@Other, []> -> !relay.tensor<[], i32> {
// CHECK: case @Make(%i: !relay.tensor<[], i32>) {
relay.data @One {
  relay.constructor @Make(!relay.tensor<[], i32>)
}
relay.data @Other {
  relay.constructor @Make(!relay.tensor<[], i32>)
}
relay.func @main(%x: !relay.adt<@Other, []>) {
  %0 = relay.match %x : !relay.adt<@Other, []> -> !relay.hole {
    case @Make(%i: !relay.hole) {
      relay.yield %i : !relay.hole
    }
  }
  relay.return %0 : !relay.hole
}
