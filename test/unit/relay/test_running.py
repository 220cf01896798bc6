"""Programs over lists and trees: inferred, run, instantiated, lowered, and compared with Python."""

from __future__ import annotations

import numpy as np
import pytest
from unit.relay.programs import FOLDED, LIST, LISTS, MAP, TREES, assert_close, module_of, typed
from unit.relay.runs import array, assert_same_results, run

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relay.types import attribute_of
from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, check
from disc_shape.relax.running.values import members
from disc_shape.relay.evaluation import Instance
from disc_shape.relay.lowering import convert_module
from disc_shape.relay.monomorphize import monomorphize
from disc_shape.relay.running import Run
from disc_shape.symbolic import const
from disc_shape.traversal import values_of
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type


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
        fields = members(result)
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


UNKNOWN_SIZES = """
relay.func @id[@t : type](%x: !relay.var<@t>) -> !relay.var<@t> {
  relay.return %x : !relay.var<@t>
}
relay.func @main(%x: !relay.tensor<[?, 4], f32>, %y: !relay.tensor<[1, 4], f32>) {
  %0 = relay.call_op "batch_flatten"(%x) : (!relay.tensor<[?, 4], f32>) -> !relay.hole
  %1 = relay.call @id(%x) : (!relay.tensor<[?, 4], f32>) -> !relay.hole
  %2 = relay.call_op "add"(%x, %y) : (!relay.tensor<[?, 4], f32>, !relay.tensor<[1, 4], f32>) -> !relay.hole
  %3 = relay.call_op "relu"(%1) : (!relay.hole) -> !relay.hole
  %4 = relay.call_op "sum"(%3) {axis = 0 : i64} : (!relay.hole) -> !relay.hole
  %5 = relay.tuple(%0, %2, %4) : tuple<!relay.hole, !relay.hole, !relay.hole> -> !relay.hole
  relay.return %5 : !relay.hole
}
"""


@pytest.mark.parametrize("size", [0, 1, 3])
def test_unknown_sizes_run_as_they_are_lowered(size: int) -> None:
    x = np.arange(-2, 4 * size - 2, dtype=np.float32).reshape(size, 4)
    y = np.arange(4, dtype=np.float32).reshape(1, 4)
    flat, added, total = assert_same_results(typed(UNKNOWN_SIZES), x, y)
    assert_close(flat, x)
    assert_close(added, x + y)
    assert_close(total, np.maximum(x, 0).sum(0))


FLATTEN = "!relay.fn<[@t : type, @u : type], (!relay.var<@t>) -> !relay.var<@u> where [@Flatten(!relay.var<@t>, !relay.var<@u>)]>"


@pytest.mark.parametrize("shape", [(0,), (1,), (3,), (0, 2), (2, 0), (2, 3), (2, 1, 3)])
def test_a_polymorphic_value_flattens_every_rank(shape: tuple[int, ...]) -> None:
    type_ = f"!relay.tensor<{list(shape)}, f32>"
    text = f"""
relay.func @main(%x: {type_}) {{
  %f = relay.function %s [@t : type, @u : type](%y: !relay.var<@t>) -> !relay.var<@u> where [@Flatten(!relay.var<@t>, !relay.var<@u>)] {{
    %1 = relay.call_op "batch_flatten"(%y) : (!relay.var<@t>) -> !relay.hole
    relay.return %1 : !relay.hole
  }}
  %g = relay.ascribe %f : {FLATTEN} as {FLATTEN}
  %2 = relay.call %g(%x) : ({type_}) -> !relay.hole
  relay.return %2 : !relay.hole
}}
"""
    x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    (found,) = assert_same_results(typed(text), x)
    assert_close(found, x.reshape(shape[0], int(np.prod(shape[1:]))))


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


HIDDEN = """
relay.func @main[@n : dim](%x: !relay.tensor<[@n], f32>, %y: !relay.tensor<[2], f32>) -> !relay.tensor<[2], f32> {
  %f = relay.function %s [@n : dim](%z: !relay.tensor<[@n], f32>) -> !relay.tensor<[@n], f32> {
    %0 = relay.call_op "exp"(%z) : (!relay.tensor<[@n], f32>) -> !relay.tensor<[@n], f32>
    relay.return %0 : !relay.tensor<[@n], f32>
  }
  %1 = relay.call %f(%y) : (!relay.tensor<[2], f32>) -> !relay.tensor<[2], f32>
  relay.return %1 : !relay.tensor<[2], f32>
}
"""


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_parameters_of_a_local_function_hide_those_around_it(size: int) -> None:
    """Inference gives them other names; a program that is written with its types needs none."""
    x, y = np.ones(size, np.float32), np.ones(2, np.float32)
    (found,) = assert_same_results(module_of(HIDDEN), x, y)
    assert_close(found, np.exp(y))


def vector(size: int, element: str = "f32") -> ts.Tensor:
    """The type of a vector."""
    return ts.Tensor(ts.Dims((const(size),)), ts.Base(element))


@pytest.mark.parametrize(
    ("name", "type_", "message"),
    [
        ("h", vector(3), "dimension 0 of %h is 2, expected 3"),
        ("h", vector(2, "i32"), "%h is a tensor of rank 1 .* expected !relax.tensor<.2., i32>"),
        (
            "l1",
            ts.Data("List", (vector(3),)),
            "dimension 0 of field 0 of the value is 2, expected 3",
        ),
        ("l0", ts.Data("Tree"), "is Nil.., expected !relay.adt<@Tree"),
        ("f", vector(2), "is @tanh, expected !relax.tensor"),
        ("r", ts.Function((), (), vector(2)), "is a tensor of rank 1 .*, expected !relay.fn"),
    ],
)
def test_each_value_is_compared_with_its_type(name: str, type_: Type, message: str) -> None:
    """Types that inference has not found: a run with checks refuses what is not of them."""
    module, x = (
        typed(
            LIST + "relay.data @Tree { relay.constructor @Leaf() }\n"
            "relay.func @main(%x: !relay.tensor<[2], f32>) {\n"
            "  %l0 = relay.construct @Nil() : () -> !relay.hole\n"
            "  %l1 = relay.construct @Cons(%x, %l0) : (!relay.tensor<[2], f32>, !relay.hole) -> !relay.hole\n"
            "  %f = relay.ref operator @tanh : !relay.fn<(!relay.tensor<[2], f32>) -> !relay.tensor<[2], f32>>\n"
            "  %r = relay.match %l1 : !relay.hole -> !relay.hole {\n"
            "    case @Cons(%h: !relay.hole, %t: !relay.hole) { relay.yield %h : !relay.hole }\n"
            "    default { relay.yield %x : !relay.tensor<[2], f32> }\n"
            "  }\n"
            "  relay.return %r : !relay.hole\n}"
        ),
        np.ones(2, np.float32),
    )
    run(module, x)
    values = [one for op in module.walk() for one in values_of(op)]
    set_type(next(one for one in values if one.name_hint == name), attribute_of(type_))
    with pytest.raises(GuardError, match=message):
        run(module, x)
