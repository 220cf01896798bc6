"""Instances of polymorphic functions: each is one copy, and runs as the function does."""

from __future__ import annotations

import numpy as np
import pytest
from unit.relay.programs import LIST, LISTS, typed
from unit.relay.runs import assert_same_results

from disc_shape.errors import OperationError
from disc_shape.relay.monomorphize import monomorphize


def test_each_instantiation_is_one_private_copy() -> None:
    module = typed(LISTS)
    monomorphize(module)
    text = str(module)
    assert text.count("relay.func private @map_") == 1
    assert "@a : type" not in text
    monomorphize(module)
    assert str(module) == text


OWN_DIMENSIONS = """
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
"""
LOCAL_DIMENSION = """
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
"""

EITHER_DIMENSION = """
relay.func @f[@n : dim, @m : dim, @t : type](%x: !relay.tensor<[@n, @m], f32>, %y: !relay.var<@t>) {
  relay.return %x : !relay.tensor<[@n, @m], f32>
}
relay.func @main[@k : dim](%p: !relay.tensor<[@k, 4], f32>, %q: !relay.tensor<[4, @k], f32>) {
  %c = relay.constant dense<2> : !relay.tensor<[], i32>
  %0 = relay.call @f(%p, %c)
    : (!relay.tensor<[@k, 4], f32>, !relay.tensor<[], i32>) -> !relay.hole
  %1 = relay.call @f(%q, %c)
    : (!relay.tensor<[4, @k], f32>, !relay.tensor<[], i32>) -> !relay.hole
  %2 = relay.tuple(%0, %1) : tuple<!relay.hole, !relay.hole> -> !relay.hole
  relay.return %2 : !relay.hole
}
"""


@pytest.mark.parametrize(("n", "k"), [(0, 1), (1, 0), (2, 3)])
def test_dimensions_of_one_name_stay_apart_in_copies(n: int, k: int) -> None:
    x, y = np.ones(n, np.float32), np.ones(k, np.float32)
    assert [len(one) for one in assert_same_results(typed(OWN_DIMENSIONS), x, y)] == [n, k, k]
    assert [len(one) for one in assert_same_results(typed(LOCAL_DIMENSION), x)] == [2, n]


@pytest.mark.parametrize("k", [0, 1, 4, 5])
def test_a_number_for_one_dimension_and_for_another_makes_two_copies(k: int) -> None:
    x, y = np.ones((k, 4), np.float32), np.ones((4, k), np.float32)
    results = assert_same_results(typed(EITHER_DIMENSION), x, y)
    assert [one.shape for one in results] == [(k, 4), (4, k)]


OWN_VALUE = """
relay.func private @apply[@s : type](%f: !relay.fn<(!relay.var<@s>, LIST) -> SCALAR>, %x: !relay.var<@s>, %l: LIST) {
  %0 = relay.call %f(%x, %l) : (!relay.var<@s>, LIST) -> !relay.hole
  relay.return %0 : !relay.hole
}
relay.func @main(%x: SCALAR) {
  %f = relay.function %self [@a : type](%p: !relay.var<@a>, %l: LIST) -> SCALAR {
    %0 = relay.match %l : LIST -> !relay.hole {
      case @Nil() {
        relay.yield %x : SCALAR
      }
      case @Cons(%h: !relay.hole, %t: !relay.hole) {
        %1 = relay.tuple(%p, %p) : tuple<!relay.var<@a>, !relay.var<@a>> -> !relay.hole
        %2 = CALL
        %3 = relay.call_op "add"(%2, %h) : (!relay.hole, !relay.hole) -> !relay.hole
        relay.yield %3 : !relay.hole
      }
    }
    relay.return %0 : !relay.hole
  }
  %n = relay.construct @Nil() : () -> LIST
  %m = relay.construct @Cons(%x, %n) : (SCALAR, LIST) -> LIST
  %l = relay.construct @Cons(%x, %m) : (SCALAR, LIST) -> LIST
  %4 = relay.call %f(%x, %l) : (SCALAR, LIST) -> !relay.hole
  relay.return %4 : !relay.hole
}
"""
SELF = "!relay.fn<[@a : type], (!relay.var<@a>, LIST) -> SCALAR>"


@pytest.mark.parametrize(
    "call",
    [
        "relay.call %self(%1, %t) : (!relay.hole, !relay.hole) -> !relay.hole",
        f"relay.call @apply(%self, %1, %t) : ({SELF}, !relay.hole, !relay.hole) -> !relay.hole",
    ],
)
def test_a_local_function_names_itself_at_other_types(call: str) -> None:
    scalar = "!relay.tensor<[], f32>"
    text = OWN_VALUE.replace("CALL", call)
    text = text.replace("LIST", "!relay.adt<@List, [SCALAR]>").replace("SCALAR", scalar)
    (found,) = assert_same_results(typed(LIST + text), np.array(2.5, np.float32))
    assert found == 7.5


def test_instances_without_end_are_an_error_with_the_chain() -> None:
    text = """
relay.func @grow[@t : type](%x: !relay.var<@t>) -> !relay.tensor<[], f32> {
  %p = relay.tuple(%x, %x) : tuple<!relay.var<@t>, !relay.var<@t>> -> !relay.hole
  %r = relay.call @grow(%p) : (!relay.hole) -> !relay.hole
  relay.return %r : !relay.hole
}
relay.func @main(%x: !relay.tensor<[], f32>) {
  %r = relay.call @grow(%x) : (!relay.tensor<[], f32>) -> !relay.hole
  relay.return %r : !relay.hole
}
"""
    module = typed(text)
    with pytest.raises(OperationError, match=r"instances of @grow never end: .* -> @grow\["):
        monomorphize(module)


I8 = "!relay.tensor<[], i8>"


def rotation(kinds: int, new: str) -> str:
    """A function that calls itself with its type arguments in another order, and `new` put in."""
    names = [f"t{at}" for at in range(kinds)]
    parameters = ", ".join(f"@{name} : type" for name in names)
    rotated = ", ".join([new, *(f"!relay.var<@{name}>" for name in names[:-1])])
    first = ", ".join(f"!relay.tensor<[{at}], f32>" for at in range(kinds))
    x = "!relay.tensor<[], f32>"
    return f"""
relay.func @turn[{parameters}](%x: {x}) -> {x} {{
  %0 = relay.call @turn[{rotated}](%x) : ({x}) -> !relay.hole
  relay.return %0 : !relay.hole
}}
relay.func @main(%x: {x}) {{
  %0 = relay.call @turn[{first}](%x) : ({x}) -> !relay.hole
  relay.return %0 : !relay.hole
}}
"""


@pytest.mark.parametrize("new", [I8, f"{9 * 'tuple<'}{I8}{9 * '>'}"])
def test_types_that_repeat_in_the_end_are_instantiated_however_many(new: str) -> None:
    module = typed(rotation(20, new))
    monomorphize(module)
    module.verify()
    assert str(module).count("relay.func private @turn_") == 21


def test_dimensions_that_shrink_are_instantiated() -> None:
    text = """
relay.func @half[@n : dim, @t : type](%x: !relay.tensor<[@n], f32>, %y: !relay.var<@t>) -> !relay.var<@t> {
  %z = relay.call @cut[@n](%x) : (!relay.tensor<[@n], f32>) -> !relay.hole
  %r = relay.call @half(%z, %y) : (!relay.hole, !relay.var<@t>) -> !relay.hole
  relay.return %r : !relay.hole
}
relay.func @cut[@n : dim](%x: !relay.tensor<[@n], f32>) -> !relay.tensor<[@n floordiv 2], f32> {
  %r = relay.call @cut(%x) : (!relay.tensor<[@n], f32>) -> !relay.hole
  relay.return %r : !relay.hole
}
relay.func @main(%x: !relay.tensor<[5000], f32>) {
  %r = relay.call @half(%x, %x) : (!relay.tensor<[5000], f32>, !relay.tensor<[5000], f32>) -> !relay.hole
  relay.return %r : !relay.hole
}
"""
    module = typed(text)
    monomorphize(module)
    module.verify()
    assert "relay.func private @half_0_" in str(module)


GROWING = """
relay.func @f[@t : type, @u : type](%x: !relay.var<@t>, %y: !relay.var<@u>) -> !relay.tensor<[], f32> {
  %r = relay.call @g(%y, %x) : (!relay.var<@u>, !relay.var<@t>) -> !relay.hole
  relay.return %r : !relay.hole
}
relay.func @g[@t : type, @u : type](%x: !relay.var<@t>, %y: !relay.var<@u>) -> !relay.tensor<[], f32> {
  %p = relay.tuple(%x) : tuple<!relay.var<@t>> -> !relay.hole
  %r = relay.call @f(%y, %p) : (!relay.var<@u>, !relay.hole) -> !relay.hole
  relay.return %r : !relay.hole
}
relay.func @main(%x: !relay.tensor<[], f32>) {
  %r = relay.call @f(%x, %x) : (!relay.tensor<[], f32>, !relay.tensor<[], f32>) -> !relay.hole
  relay.return %r : !relay.hole
}
"""


def test_types_that_grow_through_two_functions_are_an_error() -> None:
    with pytest.raises(
        OperationError, match=r"instances of @[fg] never end: .* -> \.\.\. \[RLY-98"
    ):
        monomorphize(typed(GROWING))
