// RUN: not disc-run %s -p relay-infer-types 2>&1 | filecheck %s
// RUN: disc-run %s -p relay-infer-types --entry @one | filecheck %s --check-prefix=ONE
// RUN: disc-run %s -p relay-infer-types --entry three | filecheck %s --check-prefix=THREE
// RUN: not disc-run %s -p relay-infer-types --entry four 2>&1 | filecheck %s --check-prefix=MISSING

// The entry function is found as in programs on tensors.
// CHECK: error: there is no function @main, name one of @one, @two
// ONE: result 0: scalar int32 1
// THREE: result 0: scalar int32 3
// MISSING: error: there is no function @four
relay.func @one() {
  %0 = relay.constant dense<1> : !relay.tensor<[], i32>
  relay.return %0 : !relay.tensor<[], i32>
}
relay.func @two() {
  %0 = relay.constant dense<2> : !relay.tensor<[], i32>
  relay.return %0 : !relay.tensor<[], i32>
}
relay.func private @three() {
  %0 = relay.constant dense<3> : !relay.tensor<[], i32>
  relay.return %0 : !relay.tensor<[], i32>
}
