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

// -----

// A dimension of the caller has another name than the function's own one, and than one that a copy
// around the call has got.
// CHECK: relay.func private @h_tuple_tensor_n_1_f32_tensor_n_f32[@n : dim, @n_1 : dim, @n_1_1 : dim](%x: tuple<!relay.tensor<[@n_1], f32>, !relay.tensor<[@n_1_1], f32>>, %y: !relay.tensor<[@n], f32>)
// CHECK: relay.func private @g_tensor_n_f32[@n : dim, @n_1 : dim](%x: !relay.tensor<[@n_1], f32>, %y: !relay.tensor<[@n], f32>)
// CHECK: relay.call @h_tuple_tensor_n_1_f32_tensor_n_f32[@n, @n_1, @n](
// CHECK: relay.call @g_tensor_n_f32[@k, @n](%p, %q)
relay.func @h[@t : type, @n : dim](%x: !relay.var<@t>, %y: !relay.tensor<[@n], f32>) {
  %0 = relay.tuple(%x, %y) : tuple<!relay.var<@t>, !relay.tensor<[@n], f32>> -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @g[@t : type, @n : dim](%x: !relay.var<@t>, %y: !relay.tensor<[@n], f32>) {
  %0 = relay.tuple(%x, %y) : tuple<!relay.var<@t>, !relay.tensor<[@n], f32>> -> !relay.hole
  %1 = relay.call @h(%0, %y) : (!relay.hole, !relay.tensor<[@n], f32>) -> !relay.hole
  relay.return %1 : !relay.hole
}
relay.func @main[@n : dim, @k : dim](%p: !relay.tensor<[@n], f32>, %q: !relay.tensor<[@k], f32>) {
  %1 = relay.call @g(%p, %q) : (!relay.tensor<[@n], f32>, !relay.tensor<[@k], f32>) -> !relay.hole
  relay.return %1 : !relay.hole
}

// -----

// A dimension of the caller has another name than that of a local function.
// CHECK: relay.func private @h_tensor_n_f32[@n_1 : dim](%x: !relay.tensor<[@n_1], f32>)
// CHECK: relay.function %self [@n : dim](%z: !relay.tensor<[@n], f32>, %w: !relay.tensor<[@n_1], f32>)
relay.func @h[@t : type](%x: !relay.var<@t>) {
  %f = relay.function %self [@n : dim](%z: !relay.tensor<[@n], f32>, %w: !relay.var<@t>) {
    %r = relay.tuple(%z, %w) : tuple<!relay.tensor<[@n], f32>, !relay.var<@t>> -> !relay.hole
    relay.return %r : !relay.hole
  }
  %c = relay.constant dense<[1.0, 2.0]> : !relay.tensor<[2], f32>
  %r = relay.call %f(%c, %x) : (!relay.tensor<[2], f32>, !relay.var<@t>) -> !relay.hole
  relay.return %r : !relay.hole
}
relay.func @main[@n : dim](%p: !relay.tensor<[@n], f32>) {
  %1 = relay.call @h(%p) : (!relay.tensor<[@n], f32>) -> !relay.hole
  relay.return %1 : !relay.hole
}

// -----

// A local function that another one calls has copies at the types of the copies of that one.
// CHECK: %f = relay.function %self (%z: !relay.tensor<[2], f32>)
// CHECK: %k = relay.function %self_1 (%y: !relay.tensor<[2], f32>)
// CHECK-NEXT: relay.call %f(%y)
relay.func @main(%p: !relay.tensor<[2], f32>) {
  %f = relay.function %self [@t : type](%z: !relay.var<@t>) {
    %r = relay.tuple(%z, %z) : tuple<!relay.var<@t>, !relay.var<@t>> -> !relay.hole
    relay.return %r : !relay.hole
  }
  %k = relay.function %self_1 [@m : type](%y: !relay.var<@m>) {
    %r = relay.call %f(%y) : (!relay.var<@m>) -> !relay.hole
    relay.return %r : !relay.hole
  }
  %1 = relay.call %k(%p) : (!relay.tensor<[2], f32>) -> !relay.hole
  relay.return %1 : !relay.hole
}

// -----

// It has no copy at types that mention the dimensions of the other one.
// CHECK: %f = relay.function %self [@t : type](%z: !relay.var<@t>)
// CHECK: %k = relay.function %self_1 [@m : dim](%y: !relay.tensor<[@m], f32>)
// CHECK-NEXT: relay.call %f[!relay.tensor<[@m], f32>](%y)
relay.func @main(%p: !relay.tensor<[2], f32>) {
  %f = relay.function %self [@t : type](%z: !relay.var<@t>) {
    %r = relay.tuple(%z, %z) : tuple<!relay.var<@t>, !relay.var<@t>> -> !relay.hole
    relay.return %r : !relay.hole
  }
  %k = relay.function %self_1 [@m : dim](%y: !relay.tensor<[@m], f32>) {
    %r = relay.call %f(%y) : (!relay.tensor<[@m], f32>) -> !relay.hole
    relay.return %r : !relay.hole
  }
  %1 = relay.call %k(%p) : (!relay.tensor<[2], f32>) -> !relay.hole
  relay.return %1 : !relay.hole
}

// -----

// A local function that is a value stays polymorphic, and so does what it calls at its parameters.
// CHECK: relay.func private @g_t[@t : type](%x: !relay.var<@t>)
// CHECK: relay.function %self [@t : type](%z: !relay.var<@t>)
// CHECK-NEXT: relay.call @g_t[@t](%z)
relay.func @g[@t : type](%x: !relay.var<@t>) {
  relay.return %x : !relay.var<@t>
}
relay.func @main(%p: !relay.tensor<[2], f32>) {
  %f = relay.function %self [@t : type](%z: !relay.var<@t>) {
    %r = relay.call @g(%z) : (!relay.var<@t>) -> !relay.hole
    relay.return %r : !relay.hole
  }
  %k = relay.tuple(%f, %p) : tuple<!relay.fn<[@t : type], (!relay.var<@t>) -> !relay.hole>, !relay.tensor<[2], f32>> -> !relay.hole
  %h = relay.get %k[0] : !relay.hole -> !relay.hole
  %1 = relay.call %h(%p) : (!relay.tensor<[2], f32>) -> !relay.hole
  relay.return %1 : !relay.hole
}

// -----

// So does one that calls itself at other types, which would have copies without end.
// CHECK: relay.function %self [@a : type](%x: !relay.var<@a>, %k: !relay.tensor<[], i32>)
// CHECK: relay.call %self[tuple<!relay.var<@a>, !relay.var<@a>>](
// CHECK: relay.call %f[!relay.tensor<[], i1>](%p, %{{.*}})
relay.func @main(%p: !relay.tensor<[], i1>) {
  %f = relay.function %self [@a : type](%x: !relay.var<@a>, %k: !relay.tensor<[], i32>) -> !relay.tensor<[], i32> {
    %1 = relay.if %p : !relay.tensor<[], i1> -> !relay.hole {
      relay.yield %k : !relay.tensor<[], i32>
    } else {
      %2 = relay.tuple(%x, %x) : tuple<!relay.var<@a>, !relay.var<@a>> -> !relay.hole
      %3 = relay.call %self(%2, %k) : (!relay.hole, !relay.tensor<[], i32>) -> !relay.hole
      relay.yield %3 : !relay.hole
    }
    relay.return %1 : !relay.hole
  }
  %k = relay.constant dense<2> : !relay.tensor<[], i32>
  %4 = relay.call %f(%p, %k) : (!relay.tensor<[], i1>, !relay.tensor<[], i32>) -> !relay.hole
  relay.return %4 : !relay.hole
}

// -----

// One that calls itself at its own parameters is copied, and the copy calls itself.
// CHECK: %f = relay.function %self (%x: !relay.tensor<[], i1>, %k: !relay.tensor<[], i32>)
// CHECK: relay.call %self(%x, %k)
// CHECK: relay.call %f(%p, %{{.*}})
relay.func @main(%p: !relay.tensor<[], i1>) {
  %f = relay.function %self [@a : type](%x: !relay.var<@a>, %k: !relay.tensor<[], i32>) -> !relay.tensor<[], i32> {
    %1 = relay.if %p : !relay.tensor<[], i1> -> !relay.hole {
      relay.yield %k : !relay.tensor<[], i32>
    } else {
      %3 = relay.call %self(%x, %k) : (!relay.var<@a>, !relay.tensor<[], i32>) -> !relay.hole
      relay.yield %3 : !relay.hole
    }
    relay.return %1 : !relay.hole
  }
  %k = relay.constant dense<2> : !relay.tensor<[], i32>
  %4 = relay.call %f(%p, %k) : (!relay.tensor<[], i1>, !relay.tensor<[], i32>) -> !relay.hole
  relay.return %4 : !relay.hole
}
