// RUN: disc-opt %s -p relay-infer-types,convert-relay-to-hlo | filecheck %s
// RUN: disc-run %s -p relay-infer-types --input 'x=[[1.0, 2.0], [3.0, 4.0]]' | filecheck %s --check-prefix=RESULT
// RUN: disc-run %s -p relay-infer-types,convert-relay-to-hlo --input 'x=[[1.0, 2.0], [3.0, 4.0]]' | filecheck %s --check-prefix=RESULT

// A dimension over a parameter that stands alone in no argument has an unknown size in HLO (RLY-07).

// CHECK: func.func private @twice(%p: tensor<?x2xf32
// CHECK: func.func @main(%x: tensor<?x2xf32>) -> tensor<?x2xf32>
// RESULT: result 0: 2x2 float32 {{\[}}[2. 4.] [6. 8.]]
relay.func private @twice[@m : dim](%p: !relay.tensor<[2 * @m, 2], f32>) -> !relay.tensor<[2 * @m, 2], f32> {
  %0 = relay.call_op "add"(%p, %p) : (!relay.tensor<[2 * @m, 2], f32>, !relay.tensor<[2 * @m, 2], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @main[@n : dim](%x: !relay.tensor<[2 * @n, 2], f32>) -> !relay.tensor<[2 * @n, 2], f32> {
  %0 = relay.call @twice(%x) : (!relay.tensor<[2 * @n, 2], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}
