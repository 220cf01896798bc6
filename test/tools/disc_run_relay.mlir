// RUN: disc-run %s -p relay-infer-types --check --input 'x=[1.0, 2.0]' --input 'p.0=[3.0, 4.0]' --input p.1.0=7 | filecheck %s
// RUN: disc-run %s -p relay-infer-types --check --dims n=1 | filecheck %s --check-prefix=SIZE
// RUN: not disc-run %s -p relay-infer-types --input 'x=[1.0, 2.0]' --input 'p.0=[3.0]' --input p.1.0=7 2>&1 | filecheck %s --check-prefix=DIFFER
// RUN: not disc-run %s -p relay-infer-types --entry list 2>&1 | filecheck %s --check-prefix=DATA
// RUN: not disc-run %s 2>&1 | filecheck %s --check-prefix=UNTYPED

// The arrays of a tuple are arguments by their places; an instance is no array.
// CHECK: all 5 values are of their types
// CHECK-NEXT: result 0: (2 float32 [4. 6.], (2 float32 [3. 4.], (scalar int32 7)))
// SIZE: all 5 values are of their types
// SIZE-NEXT: result 0: (1 float32
// DIFFER: is 1, expected @n = 2
// DATA: disc_run_relay.mlir:{{[0-9]+}}:1: error: argument 0 of @list is of type !relay.adt<@List, [!relay.tensor<[], f32>]>: no array is one
// UNTYPED: error: a value has no type; run relay-infer-types first [RLY-52]
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.func @main[@n : dim](%x: !relay.tensor<[@n], f32>, %p: tuple<!relay.tensor<[@n], f32>, tuple<!relay.tensor<[], i32>>>) {
  %a = relay.get %p[0] : tuple<!relay.tensor<[@n], f32>, tuple<!relay.tensor<[], i32>>> -> !relay.hole
  %s = relay.call_op "add"(%a, %x) : (!relay.hole, !relay.tensor<[@n], f32>) -> !relay.hole
  %t = relay.tuple(%s, %p) : tuple<!relay.hole, tuple<!relay.tensor<[@n], f32>, tuple<!relay.tensor<[], i32>>>> -> !relay.hole
  relay.return %t : !relay.hole
}
relay.func @list(%l: !relay.adt<@List, [!relay.tensor<[], f32>]>) {
  relay.return %l : !relay.adt<@List, [!relay.tensor<[], f32>]>
}
