// RUN: disc-opt %s --split-input-file --verify-diagnostics -p relay-infer-types | filecheck %s

// A lone @Nil.
// CHECK: :3: error: the type of %l needs an annotation: nothing determines its type [RLY-63]
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.func @main(%x: !relay.tensor<[], f32>) {
  %l = relay.construct @Nil() : () -> !relay.hole
  relay.return %x : !relay.tensor<[], f32>
}

// -----

// A constructor that determines one of two parameters.
// CHECK: :1: error: the result of the function needs an annotation: nothing determines its type [RLY-63]
relay.data @Either[@a, @b] {
  relay.constructor @Left(!relay.var<@a>)
  relay.constructor @Right(!relay.var<@b>)
}
relay.func @main(%x: !relay.tensor<[], f32>) {
  %e = relay.construct @Left(%x) : (!relay.tensor<[], f32>) -> !relay.hole
  relay.return %e : !relay.hole
}

// -----

// One of two data types with equal constructors where the other is expected.
// CHECK: :3: error: relay.return: the result is of type !relay.adt<@One, []>, expected !relay.adt<@Other, []> by the function [RLY-41]
relay.data @One {
  relay.constructor @A(!relay.tensor<[], i32>)
}
relay.data @Other {
  relay.constructor @B(!relay.tensor<[], i32>)
}
relay.func @main(%x: !relay.adt<@One, []>) -> !relay.adt<@Other, []> {
  relay.return %x : !relay.adt<@One, []>
}

// -----

// A constructor of two data types, where nothing says which is meant.
// CHECK: :3: error: relay.construct: constructor @Make belongs to @One and @Other: an annotation is missing [RLY-63]
relay.data @One {
  relay.constructor @Make(!relay.tensor<[], i32>)
}
relay.data @Other {
  relay.constructor @Make(!relay.tensor<[], i32>)
}
relay.func @main(%x: !relay.tensor<[], i32>) {
  %0 = relay.construct @Make(%x) : (!relay.tensor<[], i32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// A list of itself.
// CHECK: :3: error: relay.construct: argument 1 of @Cons is of type !relay.hole, expected !relay.adt<@List, [!relay.hole]> by @Cons: a type cannot contain itself [RLY-68]
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
relay.func @main(%l: !relay.hole) {
  %0 = relay.construct @Cons(%l, %l) : (!relay.hole, !relay.hole) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// Recursion without any base.
// CHECK: :1: error: the result of the function needs an annotation: nothing determines its type [RLY-63]
relay.func @loop(%x: !relay.tensor<[], f32>) {
  %0 = relay.call @loop(%x) : (!relay.tensor<[], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// A match on a hole that only a default takes apart.
// CHECK: :1: error: the type of %l needs an annotation: nothing determines its type; !relay.hole is a data type waits [RLY-63]
relay.func @main(%l: !relay.hole, %x: !relay.tensor<[], f32>) {
  %r = relay.match %l : !relay.hole -> !relay.hole {
    default {
      relay.yield %x : !relay.tensor<[], f32>
    }
  }
  relay.return %r : !relay.hole
}

// -----

// Type parameters that a call does not determine: each is named.
// CHECK: :3: error: type parameter @u of @f needs an annotation: nothing determines its shape [RLY-63]
// CHECK: :3: error: type parameter @v of @f needs an annotation: nothing determines its dimension [RLY-63]
relay.func @f[@t : type, @u : shape, @v : dim](%x: !relay.var<@t>) {
  relay.return %x : !relay.var<@t>
}
relay.func @main(%x: !relay.tensor<[], f32>) {
  %0 = relay.call @f(%x) : (!relay.tensor<[], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// An unknown data type where a constructor is looked for.
// CHECK: :1: error: no data type is called @Lost [RLY-87]
relay.func @main(%x: !relay.adt<@Lost, []>) {
  relay.return %x : !relay.adt<@Lost, []>
}

// -----

// A case after the wildcard is of another type.
// CHECK: :7: error: relay.yield: the value of the case is of type !relay.tensor<[3], f32>, expected !relay.tensor<[2], f32> by the other cases [RLY-67]
relay.data @Unit {
  relay.constructor @One()
}
relay.func @main(%u: !relay.adt<@Unit, []>, %x: !relay.tensor<[2], f32>, %y: !relay.tensor<[3], f32>) {
  %r = relay.match %u : !relay.adt<@Unit, []> -> !relay.hole {
    default {
      relay.yield %x : !relay.tensor<[2], f32>
    }
    case @One() {
      relay.yield %y : !relay.tensor<[3], f32>
    }
  }
  relay.return %r : !relay.hole
}

// -----

// An operator of the table at lanes.
// CHECK: relation @matmul(!relay.tensor<[2], vector<4xf16>>, !relay.tensor<[2], vector<4xf16>>, !relay.hole) of "matmul" does not hold: operand 0 is no tensor of one lane [RLY-57]
relay.func @main(%x: !relay.tensor<[2], vector<4xf16>>) {
  %0 = relay.call_op "matmul"(%x, %x) : (!relay.tensor<[2], vector<4xf16>>, !relay.tensor<[2], vector<4xf16>>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// An operator of the table at an instance.
// CHECK: of "sum" does not hold: operand 0 is no tensor of one lane [RLY-57]
relay.data @Unit {
  relay.constructor @One()
}
relay.func @main(%x: !relay.adt<@Unit, []>) {
  %0 = relay.call_op "sum"(%x) : (!relay.adt<@Unit, []>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: :3: error: relay.call_op: relation @astype(!relay.tensor<[2], f32>, !relay.hole) of "astype" does not hold: attribute 'dtype' names no element type [RLY-57]
relay.func @main(%x: !relay.tensor<[2], f32>) {
  %0 = relay.call_op "astype"(%x) {dtype = "float"} : (!relay.tensor<[2], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: :3: error: relay.call_op: relation @astype(!relay.tensor<[2], f32>, !relay.hole) of "astype" does not hold: attribute 'dtype' names no element type [RLY-57]
relay.func @main(%x: !relay.tensor<[2], f32>) {
  %0 = relay.call_op "astype"(%x) {dtype = 3} : (!relay.tensor<[2], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: :3: error: relay.call_op: relation @reshape(!relay.tensor<[2], f32>, !relay.hole) of "reshape" does not hold: attribute 'shape' is missing [RLY-57]
relay.func @main(%x: !relay.tensor<[2], f32>) {
  %0 = relay.call_op "reshape"(%x) : (!relay.tensor<[2], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: :3: error: relay.call_op: relation @sum(!relay.tensor<[2], f32>, !relay.hole) of "sum" does not hold: 'relax.sum' has no attribute 'axes', only axis, keepdims [RLY-57]
relay.func @main(%x: !relay.tensor<[2], f32>) {
  %0 = relay.call_op "sum"(%x) {axes = 0} : (!relay.tensor<[2], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: :3: error: relay.call_op: relu has no attributes, got dtype [RLY-39]
relay.func @main(%x: !relay.tensor<[2], f32>) {
  %0 = relay.call_op "relu"(%x) {dtype = f16} : (!relay.tensor<[2], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: :3: error: relay.ref: add has no attributes, got axis, mode [RLY-39]
relay.func @main(%x: !relay.tensor<[2], f32>) {
  %0 = relay.ref operator @add {axis = 1, mode = "all"} : !relay.hole
  %1 = relay.call %0(%x, %x) : (!relay.tensor<[2], f32>, !relay.tensor<[2], f32>) -> !relay.hole
  relay.return %1 : !relay.hole
}
