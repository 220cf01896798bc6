"""Small tensors of integers as the scalars in them: sizes, indices, guards, counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects import cf
from xdsl.dialects.builtin import DYNAMIC_INDEX, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.cards import card_of, elements_of
from disc_shape.cards.elements import Scalar
from disc_shape.cards.indices import (
    Index,
    element_type_of,
    indices,
    is_inside,
    linearized,
    rank_of,
    shape_of,
)
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.linalg_conversion.scalars import apply_scalar
from disc_shape.linalg_conversion.types import kind_of
from disc_shape.linalg_conversion.writer import Writer
from disc_shape.lowering.function import FunctionLowering
from disc_shape.relations.guards import message_without_numbers

MAX_ELEMENTS = 16
"""The number of integers up to which work on them is no kernel."""


@dataclass(frozen=True)
class ScalarReader:
    """Elements of small tensors as scalars of the lowered program."""

    lowering: FunctionLowering
    writer: Writer
    target: Attribute
    """The element type of the result that is read."""

    def element(self, value: SSAValue, index: Index) -> SSAValue | None:
        """An element of a tensor whose scalars are known, or of rank 0."""
        if not is_inside(index, shape_of(value)):
            return None
        place = linearized(index, shape_of(value))
        contents = self.lowering.contents
        if (known := contents.elements.get(value)) is not None:
            return known[place] if place < len(known) else None
        if (numbers := contents.integers.get(value)) is not None:
            number = numbers[place if len(numbers) > 1 else 0]
            return self.writer.constant(number, element_type_of(value.type))
        if rank_of(value) or not is_whole(value):
            return None
        return contents.scalar(value)

    def integer(self, value: SSAValue, index: Index) -> int | None:
        """An element of an index operand that is a constant."""
        known = self.lowering.contents.integers.get(value)
        if known is None or not is_inside(index, shape_of(value)):
            return None
        return known[linearized(index, shape_of(value))]

    def constant(self, number: int) -> SSAValue | None:
        """A number in the type of the result."""
        return self.writer.constant(number, self.target)

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[SSAValue]) -> SSAValue | None:
        """A scalar function of elements."""
        types = [element_type_of(operand.type) for operand in op.operands]
        target = element_type_of(op.results[0].type)
        return apply_scalar(self.writer, op, scalar, operands, types, target)


def is_whole(value: SSAValue) -> bool:
    """Whether a value is a tensor of booleans or of integers that arith computes with."""
    element = element_type_of(value.type)
    return as_tensor(value.type) is not None and kind_of(element) in ("bool", "signed")


def is_number(value: SSAValue) -> bool:
    """Whether a value is a tensor of rank 0 that holds a boolean or such an integer."""
    return is_whole(value) and not rank_of(value)


def scalar_of(value: SSAValue, lowering: FunctionLowering) -> SSAValue:
    """The number in a tensor of rank 0: a constant, a known scalar, or loaded from its buffer."""
    numbers = lowering.contents.integers.get(value)
    if numbers is None:
        return lowering.contents.scalar(value)
    return lowering.scalars.constant(numbers[0], element_type_of(value.type))


def lower_to_scalars(op: Operation, lowering: FunctionLowering) -> bool:
    """
    Compute at most 16 integers from scalars. They are stored in a buffer only for what reads it.

        %1 = stablehlo.compare GE, %0, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    =>
        %1 = arith.cmpi sge, %0, %c : i32
    """
    if not isinstance(op, HloOp) or len(op.results) != 1 or op.regions or not op.operands:
        return False
    result, rule = op.results[0], elements_of(op)
    shape = shape_of(result) if as_tensor(result.type) is not None else (DYNAMIC_INDEX,)
    if DYNAMIC_INDEX in shape or not 0 < prod(shape) <= MAX_ELEMENTS:
        return False
    if rule is None or not rule.reads_elements or not all(map(is_whole, (result, *op.operands))):
        return False
    contents = lowering.contents
    for operand in op.operands:
        held = operand in contents.elements or operand in contents.integers
        if not held and rank_of(operand):
            return False
    last = op.prev_op
    with lowering.scalars.at(InsertPoint.before(op)):
        reader = ScalarReader(lowering, lowering.scalars, element_type_of(result.type))
        found: list[SSAValue] = []
        for index in indices(shape):
            item = rule.element(op, index, reader)
            if item is None:
                _erase_between(last, op)
                return False
            found.append(item)
    contents.define(result, found)
    return True


def _erase_between(last: Operation | None, op: Operation) -> None:
    """Erase the operations after `last`, or from the start of the block, and before `op`."""
    while (made := op.prev_op) is not last and made is not None:
        made.detach()
        made.erase()


def lower_assertion(op: Operation, lowering: FunctionLowering) -> bool:
    """
    Check a condition.

        stablehlo.custom_call @shape_assertion(%ok, %n) {error_message = "n is {0}"} : ...
    =>
        cf.assert %ok, "n is {0}"

    What a message says at its end of the sizes that it found is dropped.
    """
    guard = card_of(op).guard
    if not isinstance(op, CustomCallOp) or guard is None or guard(op) != "condition":
        return False
    message = op.attributes.get("error_message")
    text = message.data if isinstance(message, StringAttr) else "shape assertion failed"
    condition = lowering.contents.scalar(op.operands[0])
    lowering.writer.emit(cf.AssertOp(condition, StringAttr(message_without_numbers(text))))
    return True
