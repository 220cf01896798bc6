// RUN: disc-opt %s -p relay-infer-types | filecheck %s --check-prefix=TYPED
// RUN: disc-run %s -p relay-infer-types --check --input 'x=[0.0, 2.5]' | filecheck %s
// RUN: disc-run %s -p relay-infer-types,convert-relay-to-hlo --input 'x=[0.0, 2.5]' | filecheck %s --check-prefix=LOWERED

// An element type is named by a type, or by a string as MLIR or numpy names it.
// TYPED: relay.call_op "astype"(%x) {dtype = "f16"} : (!relay.tensor<[2], f32>) -> !relay.tensor<[2], f16>
// TYPED: relay.call_op "astype"(%x) {dtype = i64} : (!relay.tensor<[2], f32>) -> !relay.tensor<[2], i64>
// TYPED: relay.call_op "astype"(%x) {dtype = "uint8"} : (!relay.tensor<[2], f32>) -> !relay.tensor<[2], ui8>
// TYPED: relay.call_op "astype"(%x) {dtype = "bool"} : (!relay.tensor<[2], f32>) -> !relay.tensor<[2], i1>
// CHECK: (2 float16 [0. 2.5], 2 int64 [0 2], 2 uint8 [0 2], 2 bool [False True])
// LOWERED: result 0: 2 float16 [0. 2.5]
// LOWERED: result 1: 2 int64 [0 2]
// LOWERED: result 2: 2 uint8 [0 2]
// LOWERED: result 3: 2 bool [False True]
relay.func @main(%x: !relay.tensor<[2], f32>) {
  %0 = relay.call_op "astype"(%x) {dtype = "f16"} : (!relay.tensor<[2], f32>) -> !relay.hole
  %1 = relay.call_op "astype"(%x) {dtype = i64} : (!relay.tensor<[2], f32>) -> !relay.hole
  %2 = relay.call_op "astype"(%x) {dtype = "uint8"} : (!relay.tensor<[2], f32>) -> !relay.hole
  %3 = relay.call_op "astype"(%x) {dtype = "bool"} : (!relay.tensor<[2], f32>) -> !relay.hole
  %4 = relay.tuple(%0, %1, %2, %3) : tuple<!relay.hole, !relay.hole, !relay.hole, !relay.hole> -> !relay.hole
  relay.return %4 : !relay.hole
}
