// RUN: not disc-opt %s -p relay-infer-types,relay-monomorphize,convert-relay-to-hlo 2>&1 | filecheck %s
// RUN: not disc-run %s -p relay-infer-types,relay-monomorphize --input x=1 2>&1 | filecheck %s

// An error in a copy of a function is reported where the function is written.
// CHECK: copies_invalid.mlir:8:3: error: relay.call_op: operator @my of the program has no implementation [RLY-32]
relay.operator @my : !relay.fn<(!relay.tensor<[], f32>) -> !relay.tensor<[], f32>>
relay.func @f[@t : type](%x: !relay.var<@t>, %y: !relay.tensor<[], f32>) -> !relay.tensor<[], f32> {
  %0 = relay.call_op "my"(%y) : (!relay.tensor<[], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @main(%x: !relay.tensor<[], f32>) {
  %0 = relay.call @f(%x, %x) : (!relay.tensor<[], f32>, !relay.tensor<[], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}
