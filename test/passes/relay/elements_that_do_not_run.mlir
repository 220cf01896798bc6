// RUN: disc-opt %s -p relay-infer-types | filecheck %s --check-prefix=TYPED
// RUN: not disc-run %s -p relay-infer-types 2>&1 | filecheck %s
// RUN: not disc-run %s -p relay-infer-types,relay-monomorphize 2>&1 | filecheck %s

// Each element type of MLIR has a type, but numpy has not all of them.
// TYPED: relay.func @main(%x: !relay.tensor<[2], ui7>) -> !relay.tensor<[2], ui7>
// CHECK: elements_that_do_not_run.mlir:1:1: error: element type ui7 has no numpy type
// CHECK-NOT: {{.}}
relay.func @id[@b : base](%x: !relay.tensor<[2], @b>) {
  relay.return %x : !relay.tensor<[2], @b>
}
relay.func @main(%x: !relay.tensor<[2], ui7>) {
  %0 = relay.call @id(%x) : (!relay.tensor<[2], ui7>) -> !relay.hole
  relay.return %0 : !relay.hole
}
