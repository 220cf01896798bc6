// RUN: disc-opt %s --split-input-file --verify-diagnostics -p relay-infer-types,convert-relay-to-hlo | filecheck %s

// What has no form in HLO (RLY-81, 98).

// CHECK: recursion by values that are no tensors is deeper than 400 [RLY-98]
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.func @f(%l: !relay.adt<@List, [!relay.tensor<[], f32>]>, %x: !relay.tensor<[], f32>) -> !relay.tensor<[], f32> {
  %m = relay.construct @Cons(%x, %l) : (!relay.tensor<[], f32>, !relay.adt<@List, [!relay.tensor<[], f32>]>) -> !relay.hole
  %r = relay.call @f(%m, %x) : (!relay.hole, !relay.tensor<[], f32>) -> !relay.hole
  relay.return %r : !relay.hole
}
relay.func @main(%x: !relay.tensor<[], f32>) {
  %n = relay.construct @Nil() : () -> !relay.hole
  %r = relay.call @f(%n, %x) : (!relay.hole, !relay.tensor<[], f32>) -> !relay.hole
  relay.return %r : !relay.hole
}

// -----

// CHECK: @main is of type !relay.fn<(!relay.tensor<[], f32>) -> !relay.adt<@Unit, []>>, which has no form in HLO [RLY-81]
relay.data @Unit {
  relay.constructor @It()
}
relay.func @main(%x: !relay.tensor<[], f32>) {
  %u = relay.construct @It() : () -> !relay.hole
  relay.return %u : !relay.hole
}

// -----

// CHECK: a function as a value is left, which has no form in HLO [RLY-17]
relay.func @main(%c: !relay.tensor<[], i1>, %x: !relay.tensor<[], f32>) {
  %f = relay.ref operator @exp : !relay.hole
  %g = relay.ref operator @tanh : !relay.hole
  %h = relay.if %c : !relay.tensor<[], i1> -> !relay.hole {
    relay.yield %f : !relay.hole
  } else {
    relay.yield %g : !relay.hole
  }
  %r = relay.call %h(%x) : (!relay.tensor<[], f32>) -> !relay.hole
  relay.return %r : !relay.hole
}

// -----

// CHECK: an instance of @Unit is left, which has no form in HLO [RLY-81]
relay.data @Unit {
  relay.constructor @It()
}
relay.func @main(%c: !relay.tensor<[], i1>, %x: !relay.tensor<[], f32>) -> !relay.tensor<[], f32> {
  %u = relay.if %c : !relay.tensor<[], i1> -> !relay.hole {
    %a = relay.construct @It() : () -> !relay.hole
    relay.yield %a : !relay.hole
  } else {
    %b = relay.construct @It() : () -> !relay.hole
    relay.yield %b : !relay.hole
  }
  %r = relay.match %u : !relay.hole -> !relay.hole {
    case @It() {
      relay.yield %x : !relay.tensor<[], f32>
    }
  }
  relay.return %r : !relay.hole
}
