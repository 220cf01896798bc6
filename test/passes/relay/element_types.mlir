// RUN: disc-opt %s -p relay-infer-types | filecheck %s

// An element type is named by a string or a type.
// CHECK: relay.call_op "astype"(%x) {dtype = "bf16"} : (!relay.tensor<[2], f32>) -> !relay.tensor<[2], bf16>
// CHECK: relay.call_op "astype"(%x) {dtype = i64} : (!relay.tensor<[2], f32>) -> !relay.tensor<[2], i64>
relay.func @main(%x: !relay.tensor<[2], f32>) {
  %0 = relay.call_op "astype"(%x) {dtype = "bf16"} : (!relay.tensor<[2], f32>) -> !relay.hole
  %1 = relay.call_op "astype"(%x) {dtype = i64} : (!relay.tensor<[2], f32>) -> !relay.hole
  %2 = relay.tuple(%0, %1) : tuple<!relay.hole, !relay.hole> -> !relay.hole
  relay.return %2 : !relay.hole
}
