"""Guards as `cf.assert`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from xdsl.builder import Builder
from xdsl.dialects import cf, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, StringAttr
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.cards.hlo_sizes import SHAPE_ASSERTION
from disc_shape.cards.indices import is_shaped, shape_of
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.shape import (
    AssumingAllOp,
    AssumingOp,
    ConstWitnessOp,
    CstrBroadcastableOp,
    CstrEqOp,
    CstrRequireOp,
    SizeType,
)
from disc_shape.linalg_conversion.calls import convert_call
from disc_shape.linalg_conversion.registry import no_form, register_conversion
from disc_shape.linalg_conversion.types import BOOL
from disc_shape.linalg_conversion.values import Elements, Values
from disc_shape.linalg_conversion.writer import Writer
from disc_shape.relations.guards import message_without_numbers


def inline_assuming(op: AssumingOp) -> None:
    """
    Move the body of an `assuming` before it; the checks of its witness come earlier still.

        %1 = shape.assuming %w -> tensor<?xf32> { ... shape.assuming_yield %0 : tensor<?xf32> }
    =>
        (uses of %1 use %0)
    """
    block = op.regions[0].block
    last = block.last_op
    assert last is not None
    values = [
        value
        if value.type == result.type
        else Builder(InsertPoint.before(last))
        .insert(tensor.CastOp.create(operands=[value], result_types=[result.type]))
        .results[0]
        for result, value in zip(op.results, last.operands, strict=True)
    ]
    Rewriter.erase_op(last)
    Rewriter.inline_block(block, InsertPoint.before(op))
    Rewriter.replace_op(op, [], values)


def emit_assert(writer: Writer, condition: SSAValue, message: str) -> None:
    """Stop the program unless a condition holds."""
    writer.insert(cf.AssertOp(condition, StringAttr(message)))


def convert_custom_call(op: Operation, values: Values) -> None:
    """
    A check of shapes; calls of other targets have conversions of their own.

        stablehlo.custom_call @shape_assertion(%ok, %n) {error_message = "n is {0}"} : ...
    =>
        cf.assert %ok, "n is {0}"
    """
    assert isinstance(op, CustomCallOp)
    if op.call_target_name.data != SHAPE_ASSERTION:
        convert_call(op, values)
        return
    message = op.attributes.get("error_message")
    text = message.data if isinstance(message, StringAttr) else "shape assertion failed"
    emit_assert(values.writer, values.scalar(op.operands[0]), message_without_numbers(text))


def convert_cstr_broadcastable(op: Operation, values: Values) -> None:
    """
    A check that shapes broadcast, size by size.

        %w = shape.cstr_broadcastable %s, %t : tensor<1xindex>, tensor<1xindex>
    =>
        %e = arith.cmpi eq, %a, %b : index
        %p = arith.cmpi eq, %a, %c1 : index
        %q = arith.cmpi eq, %b, %c1 : index
        cf.assert %e | %p | %q, "required broadcastable shapes"
    """
    conditions = broadcastable(values.writer, [extents(op, one, values) for one in op.operands])
    require_all(values.writer, conditions, "required broadcastable shapes")


def broadcastable(writer: Writer, shapes: Sequence[Elements]) -> list[SSAValue]:
    """The conditions under which shapes broadcast: any two sizes are equal, or one of them is 1."""
    one = writer.constant(1)
    conditions: list[SSAValue] = []
    for number, left in enumerate(shapes):
        for right in shapes[number + 1 :]:
            for a, b in zip(reversed(left), reversed(right), strict=False):
                unit = writer.either(writer.compare("==", a, one), writer.compare("==", b, one))
                conditions.append(writer.either(writer.compare("==", a, b), unit))
    return conditions


def convert_cstr_eq(op: Operation, values: Values) -> None:
    """A check that shapes are equal, size by size."""
    conditions = equal_shapes(values.writer, [extents(op, one, values) for one in op.operands])
    require_all(values.writer, conditions, "required equal shapes")


def equal_shapes(writer: Writer, shapes: Sequence[Elements]) -> list[SSAValue]:
    """The conditions under which shapes are equal."""
    if len({len(sizes) for sizes in shapes}) > 1:
        return [writer.constant(0, BOOL)]
    return [
        writer.compare("==", a, b)
        for other in shapes[1:]
        for a, b in zip(shapes[0], other, strict=True)
    ]


def conjunction(writer: Writer, conditions: Sequence[SSAValue]) -> SSAValue:
    """Whether all conditions hold."""
    return reduce(writer.both, conditions, writer.constant(1, BOOL))


def require_all(writer: Writer, conditions: Sequence[SSAValue], message: str) -> None:
    """Stop the program unless all conditions hold."""
    if conditions:
        emit_assert(writer, reduce(writer.both, conditions), message)


def extents(op: Operation, value: SSAValue, values: Values) -> Elements:
    """The sizes that a value holds; raises `OperationError` where their number is unknown."""
    if not is_counted(value, values):
        raise no_form(op, f"it is not known how many sizes a value of type {value.type} holds")
    return values.elements(value)


def is_counted(value: SSAValue, values: Values) -> bool:
    """Whether it is known how many sizes a value holds."""
    if values.known_elements(value) is not None or isinstance(value.type, IndexType | SizeType):
        return True
    return is_shaped(value) and DYNAMIC_INDEX not in shape_of(value)


def convert_cstr_require(op: Operation, values: Values) -> None:
    """A check of a condition."""
    message = op.properties.get("msg")
    text = message.data if isinstance(message, StringAttr) else "required condition"
    emit_assert(values.writer, values.tensor(op.operands[0]), text)


def drop_witness(op: Operation, values: Values) -> None:
    """A witness is a check that has passed."""


def convert_const_witness(op: Operation, values: Values) -> None:
    """A witness that never holds stops the program."""
    assert isinstance(op, ConstWitnessOp)
    passing = op.properties.get("passing", op.attributes.get("passing"))
    if getattr(getattr(passing, "value", None), "data", 1) == 0:
        emit_assert(values.writer, values.writer.constant(0, BOOL), "witness never holds")


register_conversion(convert_custom_call, CustomCallOp)
register_conversion(convert_cstr_broadcastable, CstrBroadcastableOp)
register_conversion(convert_cstr_eq, CstrEqOp)
register_conversion(convert_cstr_require, CstrRequireOp)
register_conversion(drop_witness, AssumingAllOp)
register_conversion(convert_const_witness, ConstWitnessOp)
