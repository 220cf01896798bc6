"""Lowers one operation: to scalars where it can be, else by its lowering."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, UnrankedTensorType
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.dialects.shape.types import ShapeType, SizeType, WitnessType
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.registry import lowering_of
from disc_shape.lowering.scalars import lower_assertion, lower_to_scalars
from disc_shape.lowering.writer import no_form

HIGH = (TensorType, UnrankedTensorType, ShapeType, SizeType, WitnessType)
"""Types that do not occur at buffer level."""

SHAPE = "shape"
"""The dialect none of whose operations occurs at buffer level."""


def is_high_type(type_: Attribute) -> bool:
    """Whether a type does not occur at buffer level."""
    return isinstance(type_, HIGH)


def is_high(value: SSAValue) -> bool:
    """Whether a value has a type that does not occur at buffer level."""
    return isinstance(value.type, HIGH)


def lower(op: Operation, lowering: FunctionLowering) -> None:
    """
    Write the form of an operation that buffers have, if it works on tensors or shapes. Raises an
    `OperationError` where there is none.
    """
    high = op.dialect_name() == SHAPE or any(map(is_high, (*op.operands, *op.results)))
    if not high and (not op.regions or isinstance(op, BufferOp)) and op not in lowering.exits:
        return
    rule = lowering_of(op)
    if rule is not None:
        with lowering.writer.before(op):
            if not (lower_to_scalars(op, lowering) or lower_assertion(op, lowering)):
                rule(op, lowering)
        lowering.leave(op)
    elif high or any(is_high(value) for inner in op.walk() for value in inner.results):
        raise no_form(op)
