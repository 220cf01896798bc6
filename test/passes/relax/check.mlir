// RUN: disc-opt %s --split-input-file --verify-diagnostics -p relax-check | filecheck %s

// CHECK: relax.matmul: dimension 1 of operand 0 and dimension 0 of operand 1 differ: @k + 1 and @k [RLX-264]
relax.func @contracted(%x: !relax.tensor<[@n, @k + 1], f32>, %w: !relax.tensor<[@k, @m], f32>) -> !relax.object {
  %0 = relax.matmul %x, %w : (!relax.tensor<[@n, @k + 1], f32>, !relax.tensor<[@k, @m], f32>) -> !relax.infer
  relax.return %0 : !relax.infer
}

// -----

// All errors are reported, in order.
// CHECK: relax.add: operands have elements of types f32 and i32 [RLX-264]
// CHECK-NEXT: error: relax.flip: axis 2 is out of range for rank 1 [RLX-264]
// CHECK-NEXT: error: relax.exp: operand 0 (x) is of type !relax.object, expected a tensor; match_cast it first [RLX-150]
// CHECK-NEXT: error: relax.print: effects in a pure function [RLX-265]
relax.func @several(%x: !relax.tensor<[@n], f32>, %y: !relax.tensor<[@n], i32>, %o: !relax.object) -> !relax.object {
  %0 = relax.add %x, %y : (!relax.tensor<[@n], f32>, !relax.tensor<[@n], i32>) -> !relax.infer
  %1 = relax.flip %x {axis = 2 : i64} : (!relax.tensor<[@n], f32>) -> !relax.infer
  %2 = relax.exp %o : (!relax.object) -> !relax.infer
  %3 = relax.print %x : (!relax.tensor<[@n], f32>) -> tuple<>
  %4 = relax.exp %0 : (!relax.infer) -> !relax.infer
  relax.return %4 : !relax.infer
}

// -----

// CHECK: relax.return: the result is of type !relax.tensor<[3, 5], f32>, but !relax.tensor<[3, 4], f32> is declared [RLX-270]
relax.func @declared(%x: !relax.tensor<[3, 5], f32>) -> !relax.tensor<[3, 4], f32> {
  relax.return %x : !relax.tensor<[3, 5], f32>
}

// -----

// CHECK: relax.call: argument 0 of @g does not fit: !relax.tensor<[@n], f32> for !relax.tensor<[@a, @b], f32> [RLX-268]
relax.func @rank(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.call @g(%x) : (!relax.tensor<[@n], f32>) -> !relax.infer
  relax.return %0 : !relax.infer
}
relax.func @g(%x: !relax.tensor<[@a, @b], f32>) -> !relax.object {
  relax.return %x : !relax.tensor<[@a, @b], f32>
}

// -----

// CHECK: relax.call: @g takes 1 arguments, got 2 [RLX-268]
relax.func @arity(%x: !relax.object) -> !relax.object {
  %0 = relax.call @g(%x, %x) : (!relax.object, !relax.object) -> !relax.infer
  relax.return %0 : !relax.infer
}
relax.func @g(%x: !relax.object) -> !relax.object {
  relax.return %x : !relax.object
}

// -----

// CHECK: relax.call: the function is of type !relax.object, no function; match_cast it first [RLX-150]
relax.func @callee(%f: !relax.object) -> !relax.object {
  %0 = relax.call %f() : () -> !relax.infer
  relax.return %0 : !relax.infer
}

// -----

// CHECK: relax.call: @f calls itself and declares no result type [RLX-118]
relax.func @f(%x: !relax.object) {
  %0 = relax.call @f(%x) : (!relax.object) -> !relax.infer
  relax.return %0 : !relax.infer
}

// -----

// Through two functions, with declared results: fine outside of dataflow, an error inside.
// CHECK: relax.call: a recursive call in a dataflow block [RLX-117]
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.dataflow {
    %1 = relax.call @g(%x) : (!relax.object) -> !relax.object
    relax.output %1 : !relax.object
  } -> !relax.object
  relax.return %0 : !relax.object
}
relax.func @g(%x: !relax.object) -> !relax.object {
  %0 = relax.call @f(%x) : (!relax.object) -> !relax.object
  relax.return %0 : !relax.object
}

// -----

// CHECK: relax.if: a branch in a dataflow block [RLX-071]
relax.func @branch(%x: !relax.object, %c: !relax.tensor<[], i1>) -> !relax.object {
  %0 = relax.dataflow {
    %1 = relax.if %c : !relax.tensor<[], i1> -> !relax.object {
      relax.yield %x : !relax.object
    } else {
      relax.yield %x : !relax.object
    }
    relax.output %1 : !relax.object
  } -> !relax.object
  relax.return %0 : !relax.object
}

// -----

// CHECK: relax.if: the condition is of type !relax.tensor<[], f32>, no boolean scalar [RLX-028]
relax.func @condition(%x: !relax.object, %c: !relax.tensor<[], f32>) -> !relax.object {
  %1 = relax.if %c : !relax.tensor<[], f32> -> !relax.object {
    relax.yield %x : !relax.object
  } else {
    relax.yield %x : !relax.object
  }
  relax.return %1 : !relax.object
}

// -----

// Effects are harmless in a function that says so, but not in a dataflow block (RLX-078).
// CHECK: relax.print: effects in a dataflow block [RLX-071]
relax.func @forced(%x: !relax.object) -> !relax.object attributes {relax.force_pure = true} {
  %0 = relax.print %x : (!relax.object) -> tuple<>
  relax.dataflow {
    %1 = relax.print %x : (!relax.object) -> tuple<>
    relax.output
  }
  relax.return %x : !relax.object
}

// -----

// CHECK: relax.call_tir: argument 1 of @pf does not fit: !relax.tensor<[@m * @n + 1], f32> for !relax.tensor<[@m * @n], f32> [RLX-336]
relax.func @primitive(%x: !relax.tensor<[@m, @n], f32>) -> !relax.object {
  %0 = relax.call_tir @pf(%x) : (!relax.tensor<[@m, @n], f32>) -> !relax.tensor<[@m * @n + 1], f32>
  relax.return %0 : !relax.tensor<[@m * @n + 1], f32>
}
relax.prim_func @pf(!relax.tensor<[@a, @b], f32>, !relax.tensor<[@a * @b], f32>)

// -----

// CHECK: relax.match_cast: the type of the variable is narrower than the cast: !relax.tensor<[3], f32> is not above !relax.tensor<[?], f32> [RLX-183]
relax.func @narrower(%x: !relax.object) -> !relax.object {
  %0 = relax.match_cast %x : !relax.object to !relax.tensor<[?], f32> -> !relax.tensor<[3], f32>
  relax.return %x : !relax.object
}

// -----

// CHECK: no function of the module is public [RLX-122]
relax.func private @f(%x: !relax.object) -> !relax.object {
  relax.return %x : !relax.object
}

// -----

// CHECK: relax.func: the external symbol of @f is @other [RLX-123]
relax.func @f(%x: !relax.object) -> !relax.object attributes {relax.global_symbol = "other"} {
  relax.return %x : !relax.object
}

// -----

// CHECK: relax.seq: a sequence is bound to a value [RLX-091]
relax.func @sequence(%x: !relax.object) -> !relax.object {
  %0 = relax.seq {
    relax.yield %x : !relax.object
  } -> !relax.object
  relax.return %0 : !relax.object
}

// -----

// CHECK: relax.add: operands are on devices "a:0:g" and "b:0:g" [RLX-285]
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @devices(%x: !relax.tensor<[@n], f32, "a:0:g">, %y: !relax.tensor<[@n], f32, "b:0:g">) -> !relax.object {
    %0 = relax.add %x, %y : (!relax.tensor<[@n], f32, "a:0:g">, !relax.tensor<[@n], f32, "b:0:g">) -> !relax.infer
    relax.return %0 : !relax.infer
  }
}

// -----

// CHECK: relax.call_tir: result 0 is of type !relax.tensor<[@n + 1], f32>, argument 0 of type !relax.tensor<[@n], f32> [RLX-337]
relax.prim_func @increment(!relax.tensor<[@a], f32>)
relax.func @inplace(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.call_tir @increment(%x) {inplace_indices = array<i64: 0>} : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n + 1], f32>
  relax.return %0 : !relax.tensor<[@n + 1], f32>
}

// -----

// CHECK: relax.nn.batch_flatten: operand 0 has rank 1, expected 2 or more [RLX-264]
relax.func @vector(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.nn.batch_flatten %x : (!relax.tensor<[@n], f32>) -> !relax.infer
  relax.return %0 : !relax.infer
}

// -----

// A dataflow block gives a value another name too (RLX-341).
// CHECK: relax.exp: an operand has been written by 'f' before [RLX-341]
relax.func @output(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %y = relax.dataflow {
    %z = relax.bind %x : !relax.tensor<[@n], f32> -> !relax.tensor<[@n], f32>
    relax.output %z : !relax.tensor<[@n], f32>
  } -> !relax.tensor<[@n], f32>
  %0 = relax.call_inplace_packed "f"(%y) {inplace_indices = array<i64: 0>} : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  %1 = relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  relax.return %0 : !relax.tensor<[@n], f32>
}

// -----

// What a call has written is not used afterwards, by none of its names (RLX-341).
// CHECK: relax.exp: an operand has been written by 'f' before [RLX-341]
// CHECK-NEXT: error: relax.tuple: an operand has been written by 'f' before [RLX-341]
// CHECK-NEXT: error: relax.get: an operand has been written by 'f' before [RLX-341]
// CHECK-NOT: error
relax.func @mutated(%x: !relax.tensor<[@n], f32>, %y: !relax.tensor<[@n], f32>) -> !relax.object {
  %t = relax.tuple(%x, %y) : tuple<!relax.tensor<[@n], f32>, !relax.tensor<[@n], f32>>
  %a = relax.get %t[0] : tuple<!relax.tensor<[@n], f32>, !relax.tensor<[@n], f32>>
  %0 = relax.exp %a : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  %1 = relax.call_inplace_packed "f"(%x, %0) {inplace_indices = array<i64: 0>} : (!relax.tensor<[@n], f32>, !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  %2 = relax.exp %a : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  %3 = relax.tuple(%x, %1, %0) : tuple<!relax.tensor<[@n], f32>, !relax.tensor<[@n], f32>, !relax.tensor<[@n], f32>>
  %b = relax.get %t[0] : tuple<!relax.tensor<[@n], f32>, !relax.tensor<[@n], f32>>
  %4 = relax.get %t[1] : tuple<!relax.tensor<[@n], f32>, !relax.tensor<[@n], f32>>
  relax.return %3 : tuple<!relax.tensor<[@n], f32>, !relax.tensor<[@n], f32>, !relax.tensor<[@n], f32>>
}

// -----

// The result may be used, and the other branch does not run.
// CHECK-LABEL: @unmutated
relax.func @unmutated(%x: !relax.tensor<[@n], f32>, %c: !relax.tensor<[], i1>) -> !relax.object {
  %0 = relax.if %c : !relax.tensor<[], i1> -> !relax.tensor<[@n], f32> {
    %1 = relax.call_inplace_packed "f"(%x) {inplace_indices = array<i64: 0>} : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    %2 = relax.exp %1 : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.yield %2 : !relax.tensor<[@n], f32>
  } else {
    relax.yield %x : !relax.tensor<[@n], f32>
  }
  relax.return %0 : !relax.tensor<[@n], f32>
}
