// RUN: disc-opt %s --split-input-file -p relay-infer-types,relay-monomorphize | filecheck %s
// RUN: disc-opt %s --split-input-file -p relay-infer-types,relay-monomorphize,relay-infer-types | filecheck %s

// What a copy of a polymorphic function holds (RLY-25).

// The relations of a local function are over the type arguments too.
// CHECK: relay.func private @f_tensor_3_f32(%x: !relay.tensor<[3], f32>)
// CHECK: where [@Identity(!relay.tensor<[3], f32>, !relay.tensor<[3], f32>)] {
relay.func @f[@t : type](%x: !relay.var<@t>) -> !relay.var<@t> {
  %g = relay.function %self (%y: !relay.var<@t>, %z: !relay.var<@t>) -> !relay.var<@t> where [@Identity(!relay.var<@t>, !relay.var<@t>)] {
    relay.return %y : !relay.var<@t>
  }
  %r = relay.call %g(%x, %x) : (!relay.var<@t>, !relay.var<@t>) -> !relay.hole
  relay.return %r : !relay.hole
}
relay.func @main(%x: !relay.tensor<[3], f32>) {
  %r = relay.call @f(%x) : (!relay.tensor<[3], f32>) -> !relay.hole
  relay.return %r : !relay.hole
}
