// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// CHECK: @t is of kind type, but is used as one of kind shape [RLY-21]
relay.func @f[@t : type](%x: !relay.tensor<@t, f32>) {
  relay.return %x : !relay.tensor<@t, f32>
}

// -----

// CHECK: @s is of kind shape, but is used as one of kind base [RLY-21]
relay.func @f[@s : shape](%x: !relay.tensor<[3], @s>) {
  relay.return %x : !relay.tensor<[3], @s>
}

// -----

// CHECK: @n is of kind dim, but is used as one of kind type [RLY-21]
relay.func @f[@n : dim](%x: !relay.var<@n>) {
  relay.return %x : !relay.var<@n>
}

// -----

// CHECK: @b is of kind base, but is used as one of kind dim [RLY-21]
relay.func @f[@b : base](%x: !relay.tensor<[2 * @b], f32>) {
  relay.return %x : !relay.tensor<[2 * @b], f32>
}

// -----

// CHECK: !relay.fn<() -> !relay.tensor<[], f32>> is a type, expected a base type [RLY-06]
relay.func @f(%x: !relay.tensor<[3], !relay.fn<() -> !relay.tensor<[], f32>>>) {
  relay.return %x : !relay.tensor<[3], !relay.fn<() -> !relay.tensor<[], f32>>>
}

// -----

// CHECK: @k is of kind 'colour', expected one of type, base, shape, dim [RLY-20]
relay.func @f[@k : colour](%x: !relay.hole) {
  relay.return %x : !relay.hole
}

// -----

// CHECK: parameter @k is declared twice [RLY-20]
relay.func @f[@k : dim, @k : type](%x: !relay.hole) {
  relay.return %x : !relay.hole
}

// -----

// CHECK: @m is no type parameter that is in scope [RLY-14]
relay.func @f[@n : dim](%x: !relay.tensor<[@n, @m], f32>) {
  relay.return %x : !relay.tensor<[@n, @m], f32>
}

// -----

// A parameter of a local function is not in scope outside of it.
// CHECK: @t is no type parameter that is in scope [RLY-14]
relay.func @f(%x: !relay.hole) {
  %f = relay.function %self [@t : type](%y: !relay.var<@t>) -> !relay.hole {
    relay.return %y : !relay.var<@t>
  }
  %z = relay.ascribe %x : !relay.hole as !relay.var<@t>
  relay.return %z : !relay.var<@t>
}

// -----

// CHECK: @List takes 1 type arguments, got 2 in !relay.adt<@List, [!relay.hole, !relay.hole]> [RLY-90]
relay.data @List[@a] {
}
relay.func @f(%x: !relay.adt<@List, [!relay.hole, !relay.hole]>) {
  relay.return %x : !relay.adt<@List, [!relay.hole, !relay.hole]>
}

// -----

// CHECK: no data type is called @Lost [RLY-87]
relay.func @f(%x: !relay.adt<@Lost, []>) {
  relay.return %x : !relay.adt<@Lost, []>
}

// -----

// CHECK: f32 is a base type, expected a type [RLY-22]
relay.data @List[@a] {
  relay.constructor @Cons(!relay.adt<@List, [f32]>)
}

// -----

// CHECK: constructor @A is defined twice [RLY-80]
relay.data @D {
  relay.constructor @A()
  relay.constructor @A()
}

// -----

// CHECK: 'relay.data' holds 'relay.operator', expected constructors
relay.data @D {
  relay.operator @o : !relay.fn<() -> !relay.hole>
}

// -----

// CHECK: 'relay.ref' names an operator or a constructor, not both
relay.func @f() {
  %0 = relay.ref operator constructor @add : !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: 'relay.data' has the parameters [f32], expected names
relay.data @D[f32] {
}

// -----

// A relation is over types (RLY-44).
// CHECK: @s is of kind shape, but is used as one of kind type [RLY-21]
relay.operator @o : !relay.fn<[@s : shape], () -> !relay.tensor<@s, f32> where [@Identity(!relay.var<@s>, !relay.var<@s>)]>

// -----

// CHECK: tensor<3xf32> is no type of Relay
relay.func @f(%x: !relay.adt<@D, [tensor<3xf32>]>) {
  relay.return %x : !relay.adt<@D, [tensor<3xf32>]>
}

// -----

// CHECK: expected a function type, got !relay.hole
relay.operator @o : !relay.hole

// -----

// CHECK: a constant is of type !relay.tensor<[_], f32>
relay.func @f() {
  %0 = relay.constant dense<1.0> : !relay.tensor<[_], f32>
  relay.return %0 : !relay.tensor<[_], f32>
}

// -----

// CHECK: expected a tuple type, got !relay.hole
relay.func @f(%x: !relay.hole) {
  %0 = relay.tuple(%x) : !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: a region of 'relay.match' does not end with 'relay.yield'
relay.func @f(%x: !relay.hole) {
  %0 = relay.match %x : !relay.hole -> !relay.hole {
    default {
    }
  }
  relay.return %0 : !relay.hole
}

// -----

// CHECK: 'relay.match' binds values in its default case
relay.func @f(%x: !relay.hole) {
  %0 = "relay.match"(%x) <{cases = [""]}> ({
  ^bb0(%y: !relay.hole):
    relay.yield %y : !relay.hole
  }) : (!relay.hole) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: 'relay.match' has 2 cases, but 1 regions
relay.func @f(%x: !relay.hole) {
  %0 = "relay.match"(%x) <{cases = ["A", ""]}> ({
    relay.yield %x : !relay.hole
  }) : (!relay.hole) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: 'relay.call' calls a global function or a value, and only one
relay.func @f(%x: !relay.hole) {
  %0 = "relay.call"(%x) <{callee = "f", operandSegmentSizes = array<i32: 1, 0>}> : (!relay.hole) -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: 'relay.function' is of type !relay.hole and calls itself as !relay.fn<() -> !relay.hole>
relay.func @f(%x: !relay.hole) {
  %0 = "relay.function"() <{scheme = !relay.fn<() -> !relay.hole>}> ({
  ^bb0(%self: !relay.fn<() -> !relay.hole>):
    relay.return %x : !relay.hole
  }) : () -> !relay.hole
  relay.return %0 : !relay.hole
}

// -----

// CHECK: 'relay.func' has a value of type tensor<3xf32>
relay.func @f(%x: tensor<3xf32>) {
  relay.return %x : tensor<3xf32>
}

// -----

// CHECK: parameter @a is declared twice [RLY-20]
relay.data @D[@a, @a] {
  relay.constructor @C()
}
