"""Indices of large, empty and dynamic shapes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from spaces.programs import module_of, the_operation
from xdsl.ir import Operation, SSAValue

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Scalar
from disc_shape.cards.indices import Index, indices

LARGE = 10**15


def test_in_row_major_order() -> None:
    assert list(indices((2, 2))) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(indices(())) == [()]


def test_a_large_shape_is_not_listed_before_it_is_read() -> None:
    assert next(indices((1, LARGE))) == (0, 0)


def test_an_empty_shape_has_none_however_large_other_sizes_are() -> None:
    assert list(indices((LARGE, 0))) == []


class Ones:
    """A reader for which all elements are 1 and all functions are sums."""

    def element(self, value: SSAValue, index: Index) -> int:
        """An element."""
        return 1

    def integer(self, value: SSAValue, index: Index) -> int:
        """An element of an index operand."""
        return 1

    def constant(self, number: int) -> int:
        """A number."""
        return number

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[int]) -> int:
        """A sum."""
        return sum(operands)


@pytest.mark.parametrize(("size", "total"), [("0", 1), ("1", 2), ("3", 4), ("?", None)])
def test_a_reduction_along_a_dynamic_dimension_is_unknown(size: str, total: int | None) -> None:
    reduced = f"tensor<{size}xi32>"
    module = module_of(
        f"%x: {reduced}, %z: tensor<i32>",
        "stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]"
        f" : ({reduced}, tensor<i32>) -> tensor<i32>",
    )
    op = the_operation(module)
    rule = elements_of(op)
    assert rule is not None
    assert rule.element(op, (), Ones()) == total
