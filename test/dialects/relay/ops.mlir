// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP
// RUN: disc-opt %s | disc-opt | filecheck %s

// The programs of the dialect, in the form in which they are printed, the only one
// (RLY-03, 05, 13, 32, 99).

// CHECK: relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
// CHECK: relay.operator @my_pool : !relay.fn<[@i : type, @o : type], (!relay.var<@i>) -> !relay.var<@o> where [@Flatten(!relay.var<@i>, !relay.var<@o>)]>
// CHECK: relay.func @length[@a : type](%l: !relay.adt<@List, [!relay.var<@a>]>) -> !relay.tensor<[], i32> {
// CHECK: case @Cons(%h: !relay.hole, %t: !relay.hole) {
// CHECK: relay.func @wadd[@a : type, @b : type, @o : type](%p: !relay.var<@a>, %q: !relay.var<@b>) -> !relay.var<@o> where [@Broadcast(!relay.var<@a>, !relay.var<@b>, !relay.var<@o>)] {
// CHECK: relay.func @plus[@s : shape, @n : dim](%a: !relay.tensor<@s, f32>, %b: !relay.tensor<[@n, 2 * @n + 1, ?, _], vector<4xf16>>, %c: !relay.hole) {
// CHECK: relay.call @plus{{\[}}[10, 10], @n + 1](%a, %b, %c)
// CHECK: %f = relay.function %self [@t : type](%z: !relay.var<@t>) {
// CHECK: relay.get %c[1] : !relay.hole -> !relay.hole
// CHECK: relay.construct @Nil[!relay.tensor<@s, f32>]() : () -> !relay.hole
// CHECK: relay.ascribe %n : !relay.hole as !relay.adt<@List, [!relay.tensor<_, ui7>]>
// CHECK: relay.tuple(%a, %c) : tuple<!relay.tensor<@s, f32>, !relay.hole> -> !relay.hole
// CHECK: relay.data @Void {
// CHECK-NEXT: }
// CHECK: default {
// CHECK: relay.func private @kinds[@t : type, @b : base, @s : shape, @n : dim]

relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.operator @my_pool : !relay.fn<[@i : type], (!relay.var<@i>) -> @Flatten(!relay.var<@i>)>
relay.func @length[@a : type](%l: !relay.adt<@List, [!relay.var<@a>]>) -> !relay.tensor<[], i32> {
  %r = relay.match %l : !relay.adt<@List, [!relay.var<@a>]> -> !relay.tensor<[], i32> {
    case @Nil() {
      %z = relay.constant dense<0> : !relay.tensor<[], i32>
      relay.yield %z : !relay.tensor<[], i32>
    }
    case @Cons(%h: !relay.hole, %t: !relay.hole) {
      %one = relay.constant dense<1> : !relay.tensor<[], i32>
      %n = relay.call @length(%t) : (!relay.hole) -> !relay.hole
      %s = relay.call_op "add"(%one, %n) : (!relay.tensor<[], i32>, !relay.hole) -> !relay.hole
      relay.yield %s : !relay.hole
    }
  }
  relay.return %r : !relay.tensor<[], i32>
}
relay.func @wadd[@a : type, @b : type, @o : type](%p: !relay.var<@a>, %q: !relay.var<@b>) -> !relay.var<@o>
    where [@Broadcast(!relay.var<@a>, !relay.var<@b>, !relay.var<@o>)] {
  %0 = relay.call_op "add"(%p, %q) : (!relay.var<@a>, !relay.var<@b>) -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @plus[@s : shape, @n : dim](%a: !relay.tensor<@s, f32>, %b: !relay.tensor<[@n, 2 * @n + 1, ?, _], vector<4xf16>>, %c: !relay.hole) {
  %1 = relay.call @plus[[10, 10], @n + 1](%a, %b, %c) : (!relay.tensor<@s, f32>, !relay.tensor<[@n, 2 * @n + 1, ?, _], vector<4xf16>>, !relay.hole) -> !relay.hole
  %f = relay.function %self [@t : type](%z: !relay.var<@t>) -> !relay.hole {
    relay.return %z : !relay.var<@t>
  }
  %g = relay.ref constructor @Cons : !relay.hole
  %k = relay.get %c[1] : !relay.hole -> !relay.hole
  %n = relay.construct @Nil[!relay.tensor<@s, f32>]() : () -> !relay.hole
  %u = relay.ascribe %n : !relay.hole as !relay.adt<@List, [!relay.tensor<_, ui7>]>
  %t = relay.tuple(%a, %c) : tuple<!relay.tensor<@s, f32>, !relay.hole> -> !relay.hole
  relay.return %1 : !relay.hole
}
relay.data @Void {}
relay.data @Unit {
  relay.constructor @It()
}
relay.func @others(%p: tuple<>, %q: !relay.adt<@Unit, []>, %c: !relay.tensor<[], i1>) {
  %f = relay.ref @length[!relay.adt<@Unit, []>] : !relay.hole
  %g = relay.ref operator @add : !relay.hole
  %r = relay.match %q : !relay.adt<@Unit, []> -> !relay.hole {
    default {
      relay.yield %p : tuple<>
    }
  }
  %i = relay.if %c : !relay.tensor<[], i1> -> !relay.hole {
    relay.yield %g : !relay.hole
  } else {
    %s = relay.call_op "sum"(%c) {axis = 0 : i64} : (!relay.tensor<[], i1>) -> !relay.hole
    relay.yield %s : !relay.hole
  }
  %k = relay.call %g(%c, %c) : (!relay.tensor<[], i1>, !relay.tensor<[], i1>) -> !relay.hole
  relay.return %k : !relay.hole
}
relay.func private @kinds[@t : type, @b : base, @s : shape, @n : dim](%x: !relay.var<@t>, %y: !relay.tensor<@s, @b>, %z: !relay.tensor<[@n floordiv 2, min(@n, 3)], _>, %f: !relay.fn<[@u : type], (!relay.var<@u>) -> !relay.var<@u>>) -> !relay.tensor<_, _> {
  %0 = relay.call @kinds[!relay.var<@t>, @b, @s, 7](%x, %y, %z, %f) : (!relay.var<@t>, !relay.tensor<@s, @b>, !relay.tensor<[@n floordiv 2, min(@n, 3)], _>, !relay.fn<[@u : type], (!relay.var<@u>) -> !relay.var<@u>>) -> !relay.tensor<_, _>
  relay.return %0 : !relay.tensor<_, _>
}

// Names that are no identifiers are in quotes.

// CHECK: relay.constructor @"C 2"(!relay.var<@"a b">, !relay.adt<@"L 1", [!relay.var<@"a b">]>)
relay.data @"L 1"[@"a b"] {
  relay.constructor @"C 2"(!relay.var<@"a b">, !relay.adt<@"L 1", [!relay.var<@"a b">]>)
}
// CHECK: relay.operator @"my pool" : !relay.fn<[@"i j" : type, @o : type], (!relay.var<@"i j">) -> !relay.var<@o> where [@Flatten(!relay.var<@"i j">, !relay.var<@o>)]>
relay.operator @"my pool" : !relay.fn<[@"i j" : type], (!relay.var<@"i j">) -> @Flatten(!relay.var<@"i j">)>

// CHECK: relay.func @quoted[@"n m" : shape](%x: !relay.tensor<@"n m", f32>)
// CHECK: relay.call @quoted[@"n m"](%x)
relay.func @quoted[@"n m" : shape](%x: !relay.tensor<@"n m", f32>) {
  %0 = relay.call @quoted[@"n m"](%x) : (!relay.tensor<@"n m", f32>) -> !relay.hole
  relay.return %x : !relay.tensor<@"n m", f32>
}
