"""Programs of Relay that several tests share."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from fuzz.harness import context, parse
from xdsl.dialects.builtin import ModuleOp

from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relay.inference import infer_types

F = "!relay.tensor<[], f32>"
LIST = """
relay.data @List[@a] {
  relay.constructor @Nil()
  relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
}
"""
TREE = """
relay.data @Tree[@a] {
  relay.constructor @Leaf(!relay.var<@a>)
  relay.constructor @Node(!relay.adt<@Tree, [!relay.var<@a>]>, !relay.adt<@Tree, [!relay.var<@a>]>)
}
"""
MAP = """
relay.func @map[@a : type, @b : type](%f: !relay.fn<(!relay.var<@a>) -> !relay.var<@b>>, %l: !relay.adt<@List, [!relay.var<@a>]>) -> !relay.adt<@List, [!relay.var<@b>]> {
  %r = relay.match %l : !relay.adt<@List, [!relay.var<@a>]> -> !relay.hole {
    case @Nil() {
      %n = relay.construct @Nil() : () -> !relay.hole
      relay.yield %n : !relay.hole
    }
    case @Cons(%h: !relay.hole, %t: !relay.hole) {
      %x = relay.call %f(%h) : (!relay.hole) -> !relay.hole
      %y = relay.call @map(%f, %t) : (!relay.fn<(!relay.var<@a>) -> !relay.var<@b>>, !relay.hole) -> !relay.hole
      %c = relay.construct @Cons(%x, %y) : (!relay.hole, !relay.hole) -> !relay.hole
      relay.yield %c : !relay.hole
    }
  }
  relay.return %r : !relay.hole
}
"""
FOLD = """
relay.func @fold[@a : type, @b : type](%f: !relay.fn<(!relay.var<@b>, !relay.var<@a>) -> !relay.var<@b>>, %z: !relay.var<@b>, %l: !relay.adt<@List, [!relay.var<@a>]>) -> !relay.hole {
  %r = relay.match %l : !relay.adt<@List, [!relay.var<@a>]> -> !relay.hole {
    case @Cons(%h: !relay.hole, %t: !relay.hole) {
      %n = relay.call %f(%z, %h) : (!relay.var<@b>, !relay.hole) -> !relay.hole
      %s = relay.call @fold(%f, %n, %t) : (!relay.fn<(!relay.var<@b>, !relay.var<@a>) -> !relay.var<@b>>, !relay.hole, !relay.hole) -> !relay.hole
      relay.yield %s : !relay.hole
    }
    default {
      relay.yield %z : !relay.var<@b>
    }
  }
  relay.return %r : !relay.hole
}
"""
LENGTH = """
relay.func @length[@a : type](%l: !relay.adt<@List, [!relay.var<@a>]>) -> !relay.hole {
  %r = relay.match %l : !relay.adt<@List, [!relay.var<@a>]> -> !relay.hole {
    case @Nil() {
      %z = relay.constant dense<0> : !relay.tensor<[], i32>
      relay.yield %z : !relay.tensor<[], i32>
    }
    case @Cons(%h: !relay.hole, %t: !relay.hole) {
      %one = relay.constant dense<1> : !relay.tensor<[], i32>
      %n = relay.call @length(%t) : (!relay.hole) -> !relay.hole
      %s = relay.call_op "add"(%one, %n) : (!relay.tensor<[], i32>, !relay.hole) -> !relay.hole
      relay.yield %s : !relay.hole
    }
  }
  relay.return %r : !relay.hole
}
"""
LISTS = (
    LIST
    + MAP
    + FOLD
    + LENGTH
    + """
relay.func @main[@n : dim](%x: !relay.tensor<[@n], f32>, %y: !relay.tensor<[1], f32>) {
  %e = relay.construct @Nil() : () -> !relay.hole
  %a = relay.construct @Cons(%x, %e) : (!relay.tensor<[@n], f32>, !relay.hole) -> !relay.hole
  %b = relay.construct @Cons(%x, %a) : (!relay.tensor<[@n], f32>, !relay.hole) -> !relay.hole
  %g = relay.function %self (%u: !relay.hole) -> !relay.hole {
    %0 = relay.call_op "multiply"(%u, %y) : (!relay.hole, !relay.tensor<[1], f32>) -> !relay.hole
    relay.return %0 : !relay.hole
  }
  %m = relay.call @map(%g, %b) : (!relay.fn<(!relay.hole) -> !relay.hole>, !relay.hole) -> !relay.hole
  %add = relay.function %self2 (%u: !relay.hole, %v: !relay.hole) -> !relay.hole {
    %0 = relay.call_op "add"(%u, %v) : (!relay.hole, !relay.hole) -> !relay.hole
    relay.return %0 : !relay.hole
  }
  %s = relay.call @fold(%add, %x, %m) : (!relay.fn<(!relay.hole, !relay.hole) -> !relay.hole>, !relay.tensor<[@n], f32>, !relay.hole) -> !relay.hole
  %l = relay.call @length(%m) : (!relay.hole) -> !relay.hole
  %t = relay.tuple(%s, %l) : tuple<!relay.hole, !relay.hole> -> !relay.hole
  relay.return %t : !relay.hole
}
"""
)
TREES = (
    TREE
    + """
relay.func @sum(%t: !relay.hole) -> !relay.hole {
  %r = relay.match %t : !relay.hole -> !relay.hole {
    case @Leaf(%x: !relay.hole) {
      relay.yield %x : !relay.hole
    }
    case @Node(%a: !relay.hole, %b: !relay.hole) {
      %u = relay.call @sum(%a) : (!relay.hole) -> !relay.hole
      %v = relay.call @sum(%b) : (!relay.hole) -> !relay.hole
      %s = relay.call_op "add"(%u, %v) : (!relay.hole, !relay.hole) -> !relay.hole
      relay.yield %s : !relay.hole
    }
  }
  relay.return %r : !relay.hole
}
relay.func @main(%x: !relay.tensor<[2, 3], f32>) {
  %a = relay.construct @Leaf(%x) : (!relay.tensor<[2, 3], f32>) -> !relay.hole
  %b = relay.construct @Node(%a, %a) : (!relay.hole, !relay.hole) -> !relay.hole
  %c = relay.construct @Node(%b, %a) : (!relay.hole, !relay.hole) -> !relay.hole
  %s = relay.call @sum(%c) : (!relay.hole) -> !relay.hole
  relay.return %s : !relay.hole
}
"""
)
SHAPES = """
relay.func @join[@n : dim, @m : dim](%x: !relay.tensor<[@n, @m], f32>, %y: !relay.tensor<[@m, @n], f32>) -> !relay.tensor<[@n * @m], f32> {
  %0 = relay.call @join(%y, %x) : (!relay.tensor<[@m, @n], f32>, !relay.tensor<[@n, @m], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @main[@k : dim](%x: !relay.tensor<[@k, 3], f32>, %y: !relay.tensor<[3, @k], f32>, %c: !relay.tensor<[], i1>) {
  %0 = relay.call @join(%x, %y) : (!relay.tensor<[@k, 3], f32>, !relay.tensor<[3, @k], f32>) -> !relay.hole
  %1 = relay.call_op "batch_flatten"(%x) : (!relay.tensor<[@k, 3], f32>) -> !relay.hole
  %2 = relay.call_op "add"(%1, %x) : (!relay.hole, !relay.tensor<[@k, 3], f32>) -> !relay.hole
  %3 = relay.if %c : !relay.tensor<[], i1> -> !relay.hole {
    relay.yield %2 : !relay.hole
  } else {
    %4 = relay.call_op "relu"(%x) : (!relay.tensor<[@k, 3], f32>) -> !relay.hole
    relay.yield %4 : !relay.hole
  }
  %5 = relay.call_op "matmul"(%3, %y) : (!relay.hole, !relay.tensor<[3, @k], f32>) -> !relay.hole
  %6 = relay.tuple(%0, %5) : tuple<!relay.hole, !relay.hole> -> !relay.hole
  relay.return %6 : !relay.hole
}
"""
FOLDED = (
    TREE
    + """
relay.func @fold[@a : type, @b : type](%leaf: !relay.fn<(!relay.var<@a>) -> !relay.var<@b>>, %node: !relay.fn<(!relay.var<@b>, !relay.var<@b>) -> !relay.var<@b>>, %t: !relay.adt<@Tree, [!relay.var<@a>]>) -> !relay.var<@b> {
  %r = relay.match %t : !relay.adt<@Tree, [!relay.var<@a>]> -> !relay.hole {
    case @Leaf(%x: !relay.hole) {
      %0 = relay.call %leaf(%x) : (!relay.hole) -> !relay.hole
      relay.yield %0 : !relay.hole
    }
    case @Node(%l: !relay.hole, %m: !relay.hole) {
      %0 = relay.call @fold(%leaf, %node, %l) : (!relay.fn<(!relay.var<@a>) -> !relay.var<@b>>, !relay.fn<(!relay.var<@b>, !relay.var<@b>) -> !relay.var<@b>>, !relay.hole) -> !relay.hole
      %1 = relay.call @fold(%leaf, %node, %m) : (!relay.fn<(!relay.var<@a>) -> !relay.var<@b>>, !relay.fn<(!relay.var<@b>, !relay.var<@b>) -> !relay.var<@b>>, !relay.hole) -> !relay.hole
      %2 = relay.call %node(%0, %1) : (!relay.hole, !relay.hole) -> !relay.hole
      relay.yield %2 : !relay.hole
    }
  }
  relay.return %r : !relay.hole
}
relay.func @main[@n : dim, @m : dim](%x: !relay.tensor<[@n, 1], f32>, %y: !relay.tensor<[1, @m], f32>) {
  %leaf = relay.function %self (%z: !relay.hole) -> !relay.hole {
    %0 = relay.call_op "multiply"(%z, %y) : (!relay.hole, !relay.tensor<[1, @m], f32>) -> !relay.hole
    relay.return %0 : !relay.hole
  }
  %node = relay.ref operator @add : !relay.hole
  %a = relay.construct @Leaf(%x) : (!relay.tensor<[@n, 1], f32>) -> !relay.hole
  %b = relay.construct @Node(%a, %a) : (!relay.hole, !relay.hole) -> !relay.hole
  %c = relay.construct @Node(%b, %a) : (!relay.hole, !relay.hole) -> !relay.hole
  %s = relay.call @fold(%leaf, %node, %c) : (!relay.fn<(!relay.hole) -> !relay.hole>, !relay.hole, !relay.hole) -> !relay.hole
  relay.return %s : !relay.hole
}
"""
)
PROGRAMS = {"lists": LISTS, "trees": TREES, "shapes": SHAPES, "folded": FOLDED}


def module_of(text: str) -> ModuleOp:
    """A program as it is read."""
    return parse(text, context())


def typed(text: str, change: Callable[[ModuleOp], None] | None = None) -> ModuleOp:
    """A program with its types, after a change."""
    module = module_of(text)
    if change is not None:
        change(module)
    infer_types(module)
    module.verify()
    return module


def body(count: int, line: Callable[[int], str], result: str) -> str:
    """A function of many lines."""
    lines = "\n".join(map(line, range(count)))
    return f"relay.func @main(%x: {F}) {{\n{lines}\n  relay.return %{result} : !relay.hole\n}}"


def assert_close(found: Array, expected: Array) -> None:
    """Arrays of equal shapes with nearly equal elements."""
    assert found.shape == expected.shape
    assert np.allclose(found.astype(np.float64), expected.astype(np.float64), equal_nan=True)
