// RUN: disc-opt %s -p 'relay-infer-types{print=relations}' | filecheck %s --check-prefix=RELATIONS
// RUN: disc-opt %s -p 'relay-infer-types{print=trace}' | filecheck %s --check-prefix=TRACE
// RUN: disc-opt %s -p 'relay-infer-types{print=solution}' | filecheck %s --check-prefix=SOLUTION
// RUN: disc-opt %s -p relay-infer-types --statistics 2>&1 | filecheck %s --check-prefix=COUNT

// The first relation waits for the second one, which wakes it (RLY-50, 53 to 61).
// RELATIONS: // queue #1: @Flatten(!relay.hole, !relay.hole)
// RELATIONS-NEXT: // queue #2: @Identity(!relay.hole, !relay.hole)
// RELATIONS-NEXT: // unknown #1:
// RELATIONS-NEXT: // yes #2:
// RELATIONS-NEXT: // yes #1: @Flatten(!relay.tensor<[2, 3, 4], f32>, !relay.tensor<[2, 12], f32>)
// RELATIONS-NEXT: builtin.module

// TRACE: // queue #2:
// TRACE-NEXT: //   queue: #1 #2
// TRACE-NEXT: //   graph: ?4 - #1, ?5 - #1, ?7 - #2, ?8 - #2
// TRACE: // unknown #1:
// TRACE-NEXT: //   queue: #2
// TRACE: //   class: ?2 ?4 ?8 ?9
// TRACE: // yes #2:
// TRACE-NEXT: //   queue: #1
// TRACE-NEXT: //   graph: ?4 - #1, ?5 - #1, ?1 - #1
// TRACE: //   class: ?2 ?4 ?7 ?8 ?9 = !relay.tensor<[2, 3, 4], f32>
// TRACE: // yes #1:
// TRACE-NEXT: //   queue: empty
// TRACE-NEXT: //   graph: empty
// TRACE: // queued 2, run 2, rerun 1, discharged 2, merged 7

// SOLUTION: // %a: !relay.tensor<[2, 3, 4], f32>
// SOLUTION-NEXT: // %b: !relay.tensor<[2, 12], f32>
// SOLUTION-NEXT: // %y: !relay.tensor<[2, 3, 4], f32>

// COUNT: 7 relay-infer-types: classes merged
// COUNT-NEXT: 2 relay-infer-types: relations discharged
// COUNT-NEXT: 2 relay-infer-types: relations queued
// COUNT-NEXT: 1 relay-infer-types: relations rerun
// COUNT-NEXT: 2 relay-infer-types: relations run
relay.func @main(%x: !relay.tensor<[2, 3, 4], f32>) {
  %f = relay.function %self (%a: !relay.hole) -> !relay.hole {
    %b = relay.call_op "batch_flatten"(%a) : (!relay.hole) -> !relay.hole
    relay.return %b : !relay.hole
  }
  %y = relay.call_op "tanh"(%x) : (!relay.tensor<[2, 3, 4], f32>) -> !relay.hole
  %r = relay.call %f(%y) : (!relay.hole) -> !relay.hole
  relay.return %r : !relay.hole
}
