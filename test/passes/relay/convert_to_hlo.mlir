// RUN: disc-opt %s -p relay-infer-types,relay-monomorphize,convert-relay-to-hlo | filecheck %s
// RUN: disc-opt %s -p relay-infer-types,relay-monomorphize | filecheck %s --check-prefix=MONO
// RUN: disc-run %s -p relay-infer-types --check --input 'x=[1.0, 2.0]' | filecheck %s --check-prefix=RESULT
// RUN: disc-run %s -p relay-infer-types,relay-monomorphize,convert-relay-to-hlo --input 'x=[1.0, 2.0]' | filecheck %s --check-prefix=LOWERED

// A list of known length disappears; a polymorphic function has one copy for its one type.
// MONO: relay.func private @sum_n[@n : dim](
// MONO-NOT: @s : shape
// RESULT: all 14 values are of their types
// RESULT: result 0: 2 float32 [2. 4.]
// LOWERED: result 0: 2 float32 [2. 4.]
// CHECK-NOT: relay
// CHECK: func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<?xf32>
// CHECK: chlo.broadcast_add
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.func @sum[@s : shape](%z: !relay.tensor<@s, f32>, %l: !relay.adt<@List, [!relay.tensor<@s, f32>]>) {
  %r = relay.match %l : !relay.adt<@List, [!relay.tensor<@s, f32>]> -> !relay.hole {
    case @Nil() {
      relay.yield %z : !relay.tensor<@s, f32>
    }
    case @Cons(%h: !relay.hole, %t: !relay.hole) {
      %a = relay.call_op "add"(%z, %h) : (!relay.tensor<@s, f32>, !relay.hole) -> !relay.hole
      %s = relay.call @sum(%a, %t) : (!relay.hole, !relay.hole) -> !relay.hole
      relay.yield %s : !relay.hole
    }
  }
  relay.return %r : !relay.hole
}
relay.func @main[@n : dim](%x: !relay.tensor<[@n], f32>) {
  %n = relay.construct @Nil() : () -> !relay.hole
  %l = relay.construct @Cons(%x, %n) : (!relay.tensor<[@n], f32>, !relay.hole) -> !relay.hole
  %0 = relay.call @sum(%x, %l) : (!relay.tensor<[@n], f32>, !relay.hole) -> !relay.hole
  relay.return %0 : !relay.hole
}
