// RUN: disc-run %s -p relay-infer-types --check --input 'x=[1.0, 2.0]' | filecheck %s
// RUN: disc-run %s -p relay-infer-types,convert-relay-to-hlo --input 'x=[1.0, 2.0]' | filecheck %s --check-prefix=LOWERED

// Relay flattens a vector to a matrix of one column, called by name and as a value (RLY-36).
// CHECK: result 0: (2x1 float32 [[1.] [2.]], 2x1 float32 [[1.] [2.]])
// LOWERED: result 0: 2x1 float32 {{\[\[}}1.] [2.]]
// LOWERED: result 1: 2x1 float32 {{\[\[}}1.] [2.]]
relay.func @main[@n : dim](%x: !relay.tensor<[@n], f32>) {
  %0 = relay.call_op "batch_flatten"(%x) : (!relay.tensor<[@n], f32>) -> !relay.hole
  %f = relay.ref operator @batch_flatten : !relay.hole
  %1 = relay.call %f(%x) : (!relay.tensor<[@n], f32>) -> !relay.hole
  %2 = relay.tuple(%0, %1) : tuple<!relay.hole, !relay.hole> -> !relay.hole
  relay.return %2 : !relay.hole
}
