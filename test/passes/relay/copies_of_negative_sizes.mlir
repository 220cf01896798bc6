// RUN: not disc-opt %s -p relay-infer-types,relay-monomorphize 2>&1 | filecheck %s

// A copy in which a dimension would be negative is refused where the function is written.
// CHECK: copies_of_negative_sizes.mlir:6:3: error: a dimension is -2, expected 0 or more [RLY-07]
relay.func @m[@n : dim, @t : type](%x: !relay.var<@t>, %y: !relay.tensor<[@n], f32>) -> !relay.var<@t> {
  %0 = relay.call @cut(%y) : (!relay.tensor<[@n], f32>) -> !relay.hole
  relay.return %x : !relay.var<@t>
}
relay.func @cut[@n : dim](%y: !relay.tensor<[@n], f32>) -> !relay.tensor<[@n - 5], f32> {
  %0 = relay.call @cut(%y) : (!relay.tensor<[@n], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @main(%x: !relay.tensor<[3], f32>) {
  %0 = relay.call @m(%x, %x) : (!relay.tensor<[3], f32>, !relay.tensor<[3], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}
