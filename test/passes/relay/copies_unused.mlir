// RUN: disc-opt %s -p relay-infer-types,relay-monomorphize | filecheck %s
// RUN: disc-opt %s -p relay-infer-types,relay-monomorphize 2>&1 | filecheck %s --check-prefix=WARNING

// A public polymorphic function without an instance is left out with a warning, also one that only
// such a function calls; a private one is left out, and one that is called or has no type parameters
// is kept, without.
// WARNING: copies_unused.mlir:14:1: warning: relay.func: @unused is left out: nothing instantiates it
// WARNING-NEXT: {{.*}}copies_unused.mlir:18:1: warning: relay.func: @inner is left out: nothing instantiates it
// WARNING-NOT: warning
// CHECK: relay.func private @called_tensor_3_f32(%x: !relay.tensor<[3], f32>)
// CHECK: relay.func @rows[@n : dim](%x: !relay.tensor<[@n], f32>)
// CHECK: relay.func @main(%x: !relay.tensor<[3], f32>)
// CHECK-NOT: relay.func
relay.func @unused[@t : type](%x: !relay.var<@t>) -> !relay.var<@t> {
  %r = relay.call @inner(%x) : (!relay.var<@t>) -> !relay.hole
  relay.return %r : !relay.hole
}
relay.func @inner[@t : type](%x: !relay.var<@t>) -> !relay.var<@t> {
  relay.return %x : !relay.var<@t>
}
relay.func private @hidden[@t : type](%x: !relay.var<@t>) -> !relay.var<@t> {
  relay.return %x : !relay.var<@t>
}
relay.func @called[@t : type](%x: !relay.var<@t>) -> !relay.var<@t> {
  relay.return %x : !relay.var<@t>
}
relay.func @rows[@n : dim](%x: !relay.tensor<[@n], f32>) {
  relay.return %x : !relay.tensor<[@n], f32>
}
relay.func @main(%x: !relay.tensor<[3], f32>) {
  %r = relay.call @called(%x) : (!relay.tensor<[3], f32>) -> !relay.hole
  relay.return %r : !relay.hole
}
