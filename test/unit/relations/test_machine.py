"""Bounds of numbers made of others that a machine holds, though nothing else is known of them."""

from __future__ import annotations

import pytest
from exhaustive.harness import context
from xdsl.dialects.builtin import IndexType, IntegerType, Signedness, TensorType, f32, i1
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute
from xdsl.parser import Parser

from disc_shape.relations import RelationState
from disc_shape.relations.machine import INDEX_RANGE, as_machine_numbers, bounds, is_within
from disc_shape.relations.value_types import integer_range
from disc_shape.symbolic import compare, maximum, minimum

LEAST, MOST = INDEX_RANGE


def test_bounds() -> None:
    state = RelationState()
    a, b = state.fresh(None, None), state.fresh(None, None)
    size = state.fresh(2, 5)
    assert bounds(a, state) == (LEAST, MOST)
    assert bounds(a + b, state) == (2 * LEAST, 2 * MOST)
    assert bounds(-3 * a + 1, state) == (-3 * MOST + 1, -3 * LEAST + 1)
    assert bounds(a * b, state) == (LEAST * MOST, LEAST * LEAST)
    assert bounds(a // 2, state) == (LEAST // 2, MOST // 2)
    assert bounds(a // size, state) == (LEAST // 2, MOST // 2)
    assert bounds(minimum(a, b), state) == (LEAST, MOST)
    assert bounds(maximum(size, 3), state) == (3, 5)


def test_a_divisor_that_may_be_zero_or_negative_bounds_nothing() -> None:
    state = RelationState()
    a = state.fresh(None, None)
    assert bounds(a // state.fresh(0, 5), state) == (None, None)
    assert bounds(a // state.fresh(1, 5), state) == (LEAST, MOST)
    unbounded = state.fresh(None, None) // state.fresh(0, 5)
    assert bounds(a // maximum(unbounded, 1), state) == (LEAST, MOST)
    assert bounds(a // minimum(unbounded, 5), state) == (None, None)


def test_what_lies_between_numbers_of_a_range_is_in_it() -> None:
    state = RelationState()
    limits = (-(1 << 31), (1 << 31) - 1)
    a, n = state.fresh(), state.fresh()
    assert not is_within(n, limits, state)
    assert is_within(n, limits, state, [n])
    assert not is_within(n + 1, limits, state, [n])
    assert not is_within(a, limits, state, [n])
    state.prover.assume(compare("<=", a, n))
    assert is_within(a, limits, state, [n])
    assert not is_within(a + 1, limits, state, [n])
    assert not is_within(-n, limits, state, [n])
    least = state.fresh(None, 5)
    assert not is_within(least, limits, state, [n])
    assert is_within(least, limits, state, [least])
    assert is_within(maximum(least, -3), limits, state)


@pytest.mark.parametrize(
    ("type", "least", "most"),
    [
        (i1, 0, 1),
        (IntegerType(8), -128, 127),
        (TensorType(IntegerType(8, Signedness.UNSIGNED), [2]), 0, 255),
        (IndexType(), None, None),
        (f32, None, None),
    ],
)
def test_ranges_of_types(type: Attribute, least: int | None, most: int | None) -> None:
    assert integer_range(type) == (least, most)


def machine_numbers(lines: str, factors: tuple[int, int], data: bool = True) -> bool:
    """Whether an operation on integers is inferred to result in a number made of two others."""
    text = f"func.func @f(%p: i1, %a: index, %b: index, %i: i32) {{\n{lines}\nreturn\n}}"
    module = Parser(context(), text).parse_module()
    func = next(op for op in module.walk() if isinstance(op, FuncOp))
    _, a, b, i = func.body.block.args
    *_, op, _ = func.body.block.ops
    state = RelationState()
    state.relevant.update((a, b, i, *op.results))
    if not data:
        state.into_shapes.update(op.results)
    # Both numbers are known from somewhere else.
    x, y = state.fresh(None, None), state.fresh(None, None)
    for arg, item in ((a, x + y), (b, y), (i, x)):
        state.define_content(arg, (item,))
    found = x * factors[0] + y * factors[1]
    return as_machine_numbers(op, op.results[0], (found,), state) == (found,)


@pytest.mark.parametrize(
    ("lines", "factors", "is_kept"),
    [
        # What an operand of this width holds is held.
        ("%c = arith.select %p, %a, %b : index", (1, 1), True),
        ("%c = arith.select %p, %a, %b : index", (0, 1), True),
        # Sums of numbers of 64 bits may wrap.
        ("%c = arith.addi %a, %b : index", (1, 2), False),
        # What more bits hold fewer may not, and in the other direction nothing was computed.
        ("%c = arith.index_cast %a : index to i32", (1, 1), False),
        ("%c = arith.index_cast %i : i32 to index", (1, 0), True),
        ("%c = arith.extsi %i : i32 to i64", (1, 1), False),
    ],
)
def test_data_is_what_operands_hold_or_what_the_type_holds(
    lines: str, factors: tuple[int, int], is_kept: bool
) -> None:
    assert machine_numbers(lines, factors) == is_kept
    assert machine_numbers(lines, factors, data=False)


def test_an_operand_of_more_bits_says_nothing_of_fewer() -> None:
    lines = "%c = arith.trunci %i : i32 to i8"
    assert not machine_numbers(lines, (1, 0))


def test_sizes_are_read_as_they_are() -> None:
    lines = "%c = tensor.dim %t, %a : tensor<?xf32>"
    lines = "%t = tensor.empty(%a) : tensor<?xf32>\n" + lines
    assert machine_numbers(lines, (1, 2))


def test_an_unsigned_number_of_64_bits_may_be_larger_than_an_index() -> None:
    state = RelationState()
    most = (1 << 64) - 1
    number = state.fresh(0, most)
    assert is_within(number, (0, most), state)
    assert not is_within(number + 1, (0, most), state)
    assert not is_within(number, INDEX_RANGE, state)
    # Where no type is known, it is one of 64 bits.
    assert is_within(state.fresh(None, None), INDEX_RANGE, state)
    assert is_within(state.fresh(0, None) + 1, (0, most), state)
