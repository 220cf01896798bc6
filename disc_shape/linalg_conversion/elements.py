"""Reads elements of small tensors as scalars, through the rules of cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Elementwise, Reshaping, Scalar
from disc_shape.cards.indices import (
    Index,
    element_type_of,
    indices,
    is_inside,
    is_shaped,
    linearized,
    rank_of,
    shape_of,
)
from disc_shape.linalg_conversion.scalars import apply_scalar
from disc_shape.linalg_conversion.types import kind_of, signless
from disc_shape.linalg_conversion.values import MAX_ELEMENTS, Values, known_integers


@dataclass(frozen=True)
class ElementReader:
    """Elements of operands as scalars of the converted program."""

    values: Values
    target: Attribute
    """The element type of the result that is read."""

    def element(self, value: SSAValue, index: Index) -> SSAValue | None:
        """An element of a tensor that is held as scalars, or of rank 0."""
        known = self.values.known_elements(value)
        if known is None and not rank_of(value) and _is_whole(value):
            known = self.values.elements(value)
        if known is None or not is_inside(index, shape_of(value)):
            return None
        return known[linearized(index, shape_of(value))]

    def integer(self, value: SSAValue, index: Index) -> int | None:
        """An element of an index operand that is a constant."""
        known = known_integers(value)
        if known is None or not is_inside(index, shape_of(value)):
            return None
        return known[linearized(index, shape_of(value))]

    def constant(self, number: int) -> SSAValue | None:
        """A number in the type of the result."""
        return self.values.writer.constant(number, signless(self.target))

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[SSAValue]) -> SSAValue | None:
        """A scalar function of elements."""
        types = [element_type_of(operand.type) for operand in op.operands]
        target = element_type_of(op.results[0].type)
        return apply_scalar(self.values.writer, op, scalar, operands, types, target)


def _is_whole(value: SSAValue) -> bool:
    return kind_of(element_type_of(value.type)) in ("bool", "signed", "unsigned")


def scalarize(op: Operation, values: Values) -> bool:
    """
    Compute a small tensor of integers, or a tensor of rank 0, as scalars where its operands are
    known as such:

        %s = stablehlo.concatenate %a, %b, dim = 0 : ... -> tensor<2xi32>
    =>
        (the scalars of %a and %b)
    """
    rule = elements_of(op)
    if rule is None or not rule.reads_elements or len(op.results) != 1 or op.regions:
        return False
    result = op.results[0]
    shape = shape_of(result)
    if not is_shaped(result) or DYNAMIC_INDEX in shape or prod(shape) > MAX_ELEMENTS:
        return False
    if (shape or isinstance(rule, Reshaping)) and not _is_whole(result):
        return False
    if not op.operands:
        return False
    if not isinstance(rule, Elementwise) and values.known_elements(op.operands[0]) is None:
        return False
    reader = ElementReader(values, element_type_of(result.type))
    found: list[SSAValue] = []
    for index in indices(shape):
        item = rule.element(op, index, reader)
        if item is None:
            return False
        found.append(item)
    values.bind_elements(result, found)
    return True
