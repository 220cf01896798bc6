"""Programs over lists and trees: inferred, run, instantiated, lowered, and compared with Python."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from unit.relay.programs import FOLDED, LIST, LISTS, MAP, TREES, assert_close, typed
from xdsl.dialects.builtin import ModuleOp

from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, check
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relax.running.values import flattened
from disc_shape.relay.evaluation import Instance, Value, fields_of
from disc_shape.relay.lowering import convert_module
from disc_shape.relay.monomorphize import monomorphize
from disc_shape.relay.running import Run


def run(module: ModuleOp, *arrays: Array) -> Value:
    """The result of `main`, each value compared with its type."""
    runs = Run(module, checks=True)
    result = runs.result("main", arrays)
    assert runs.compared
    return result


def array(value: Value) -> Array:
    """The array that a value is."""
    assert isinstance(value, np.ndarray)
    return cast("Array", value)


@pytest.mark.parametrize("size", [0, 1, 3])
def test_map_fold_and_length_over_tensors(size: int) -> None:
    x, y = np.arange(size, dtype=np.float32), np.array([2.5], np.float32)
    expected = x + x * y + x * y
    module = typed(LISTS)
    for change in (None, monomorphize):
        if change is not None:
            change(module)
            module.verify()
        result = run(module, x, y)
        fields = fields_of(result)
        assert fields is not None
        assert_close(array(fields[0]), expected)
        assert array(fields[1]) == 2
    convert_module(module)
    module.verify()
    assert "relay" not in str(module)
    lowered = check(module, x, y).results
    assert_close(lowered[0], expected)
    assert lowered[1] == 2


def test_a_tree_is_summed() -> None:
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    module = typed(TREES)
    assert_close(array(run(module, x)), 3 * x)
    convert_module(module)
    assert_close(check(module, x).results[0], 3 * x)


@pytest.mark.parametrize(("n", "m"), [(0, 2), (1, 1), (3, 2)])
def test_a_tree_is_folded_by_bodies_that_broadcast(n: int, m: int) -> None:
    x = np.arange(n, dtype=np.float32).reshape(n, 1)
    y = np.arange(1, m + 1, dtype=np.float32).reshape(1, m)
    module = typed(FOLDED)
    assert "-> !relay.tensor<[@n, @m], f32> {" in str(module)
    assert_close(array(run(module, x, y)), 3 * (x * y))
    monomorphize(module)
    module.verify()
    assert_close(array(run(module, x, y)), 3 * (x * y))
    convert_module(module)
    assert_close(check(module, x, y).results[0], 3 * (x * y))


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


@pytest.mark.parametrize(("n", "k"), [(0, 1), (1, 0), (2, 3)])
def test_dimensions_of_one_name_stay_apart_in_copies(n: int, k: int) -> None:
    x, y = np.ones(n, np.float32), np.ones(k, np.float32)
    for text, inputs, sizes in (
        (OWN_DIMENSIONS, (x, y), [n, k, k]),
        (LOCAL_DIMENSION, (x,), [2, n]),
    ):
        module = typed(text)
        monomorphize(module)
        module.verify()
        found = flattened(run(module, *inputs))
        assert [len(array(one)) for one in found] == sizes
        convert_module(module)
        assert [len(one) for one in check(module, *inputs).results] == sizes


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


def rotation(kinds: int) -> str:
    """A function that calls itself with its type arguments in another order, and one put in."""
    names = [f"t{at}" for at in range(kinds)]
    parameters = ", ".join(f"@{name} : type" for name in names)
    rotated = ", ".join(["!relay.tensor<[], i8>", *(f"!relay.var<@{name}>" for name in names[:-1])])
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


def test_types_that_repeat_in_the_end_are_instantiated_however_many() -> None:
    module = typed(rotation(20))
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            LIST + "relay.func @main(%x: !relay.tensor<[], f32>) {\n"
            "  %n = relay.construct @Nil() : () -> !relay.adt<@List, [!relay.tensor<[], f32>]>\n"
            "  relay.return %n : !relay.adt<@List, [!relay.tensor<[], f32>]>\n}",
            r"@main is of type .* which has no form in HLO \[RLY-81\]",
        ),
        (
            "relay.operator @my : !relay.fn<(!relay.tensor<[], f32>) -> !relay.tensor<[], f32>>\n"
            "relay.func @main(%x: !relay.tensor<[], f32>) {\n"
            '  %0 = relay.call_op "my"(%x) : (!relay.tensor<[], f32>) -> !relay.hole\n'
            "  relay.return %0 : !relay.hole\n}",
            r"operator @my of the program has no implementation \[RLY-32\]",
        ),
    ],
)
def test_what_has_no_form_in_hlo_is_named(text: str, message: str) -> None:
    module = typed(text)
    before = str(module)
    with pytest.raises(OperationError, match=message):
        convert_module(module)
    assert str(module) == before


def test_a_wrong_type_is_a_false_claim() -> None:
    module = typed(
        "relay.func @main[@n : dim](%x: !relay.tensor<[@n, @n], f32>) { relay.return %x : !relay.tensor<[@n, @n], f32> }"
    )
    run(module, np.zeros((2, 2), np.float32))
    with pytest.raises(
        GuardError, match="dimension 1 of argument 0 of @main is 3, expected @n = 2"
    ):
        run(module, np.zeros((2, 3), np.float32))


def test_a_long_list_is_mapped() -> None:
    count = 300
    lines = "".join(
        f"  %l{at + 1} = relay.construct @Cons(%x, %l{at}) : (!relay.tensor<[], f32>, !relay.hole) -> !relay.hole\n"
        for at in range(count)
    )
    text = (
        LIST + MAP + "relay.func @main(%x: !relay.tensor<[], f32>) {\n"
        f"  %l0 = relay.construct @Nil() : () -> !relay.hole\n{lines}"
        "  %f = relay.ref operator @tanh : !relay.hole\n"
        f"  %m = relay.call @map(%f, %l{count}) : (!relay.hole, !relay.hole) -> !relay.hole\n"
        "  relay.return %m : !relay.hole\n}"
    )
    module = typed(text)
    result = run(module, np.ones((), np.float32))
    assert isinstance(result, Instance)
    assert_close(array(result.fields[0]), np.tanh(np.ones((), np.float32)))


ENDLESS = """
relay.func @f(%x: !relay.tensor<[], f32>) -> !relay.tensor<[], f32> {
  %0 = relay.call @f(%x) : (!relay.tensor<[], f32>) -> !relay.tensor<[], f32>
  relay.return %0 : !relay.tensor<[], f32>
}
"""
ENDLESS_ON_LISTS = """
relay.data @L { relay.constructor @N() }
relay.func private @f(%x: !relay.adt<@L, []>) -> !relay.tensor<[], f32> {
  %0 = relay.call @f(%x) : (!relay.adt<@L, []>) -> !relay.tensor<[], f32>
  relay.return %0 : !relay.tensor<[], f32>
}
relay.func @main(%x: !relay.tensor<[], f32>) -> !relay.tensor<[], f32> {
  %n = relay.construct @N() : () -> !relay.adt<@L, []>
  %0 = relay.call @f(%n) : (!relay.adt<@L, []>) -> !relay.tensor<[], f32>
  relay.return %0 : !relay.tensor<[], f32>
}
"""


def test_recursion_without_end_is_an_error() -> None:
    """In a run, and where calls are put in the place of their results."""
    with pytest.raises(OperationError, match="calls are nested too deeply"):
        Run(typed(ENDLESS)).result("f", [np.zeros((), np.float32)])
    with pytest.raises(OperationError, match=r"is deeper than 400 \[RLY-98\]"):
        convert_module(typed(ENDLESS_ON_LISTS))
