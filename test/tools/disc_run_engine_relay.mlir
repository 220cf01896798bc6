// RUN: disc-run %s --dims n=3 --input 'x=ones(3, 2, 2)' --engine native | filecheck %s
// RUN: disc-run %s --dims n=3 --input 'x=ones(3, 2, 2)' --engine reference | filecheck %s

// A program of Relay is typed, copied for its types and lowered to HLO for an engine.
// CHECK: result 0: 3x4 float32, from 2 to 2, mean 2
relay.func @main[@n : dim](%x: !relay.tensor<[@n, 2, 2], f32>) {
  %y = relay.call_op "add"(%x, %x) : (!relay.tensor<[@n, 2, 2], f32>, !relay.tensor<[@n, 2, 2], f32>) -> !relay.hole
  %f = relay.function %self (%a: !relay.hole) -> !relay.hole {
    %b = relay.call_op "batch_flatten"(%a) : (!relay.hole) -> !relay.hole
    relay.return %b : !relay.hole
  }
  %r = relay.call %f(%y) : (!relay.hole) -> !relay.hole
  relay.return %r : !relay.hole
}
