"""Emits functions of elements as operations on scalars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import arith
from xdsl.dialects import complex as complex_numbers
from xdsl.dialects.builtin import (
    FixedBitwidthType,
    Float32Type,
    Float64Type,
    UnrealizedConversionCastOp,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Elementwise, Scalar
from disc_shape.cards.indices import element_type_of
from disc_shape.dialects.hlo.conversion import (
    BitcastConvertOp,
    ComplexOp,
    ImagOp,
    IsFiniteOp,
    RealOp,
)
from disc_shape.dialects.hlo.narrow import complex_part, is_power_of_two
from disc_shape.dialects.hlo.windowed import MapOp
from disc_shape.linalg_conversion.elementwise import FUNCTIONS
from disc_shape.linalg_conversion.scalars import apply_scalar, is_finite
from disc_shape.linalg_conversion.types import kind_of, signless
from disc_shape.loops.kernels import CONSTANTS, NoLoopsError, splat_of
from disc_shape.loops.writer import NestWriter


def checked(type_: Attribute) -> Attribute:
    """An element type that scalars can have; raises `NoLoopsError` for others."""
    if kind_of(type_) is None or is_power_of_two(type_):
        raise NoLoopsError
    return type_


def plain(writer: NestWriter, value: SSAValue, type_: Attribute) -> SSAValue:
    """An element without sign."""
    return cast_element(writer, value, signless(checked(type_)))


def cast_element(writer: NestWriter, value: SSAValue, type_: Attribute) -> SSAValue:
    """An element in a type that differs at most in sign."""
    if value.type == type_:
        return value
    return writer.insert(UnrealizedConversionCastOp.get([value], [type_])).results[0]


def constant(writer: NestWriter, number: float, type_: Attribute) -> SSAValue:
    """A number as an element without sign."""
    return writer.constant(number, signless(checked(type_)))


def apply_function(
    writer: NestWriter,
    op: Operation,
    scalar: Scalar,
    operands: Sequence[SSAValue],
    types: Sequence[Attribute],
    target: Attribute,
) -> SSAValue:
    """A scalar function of elements."""
    checked(target)
    value = apply_scalar(writer, op, scalar, operands, types, target)
    if value is None:
        raise NoLoopsError
    return value


def apply_other(
    writer: NestWriter,
    op: Operation,
    operands: Sequence[SSAValue],
    types: Sequence[Attribute],
    target: Attribute,
) -> SSAValue:
    """A function of elements that no card gives."""
    source, type_ = checked(types[0]), signless(checked(target))
    if isinstance(op, MapOp):
        return apply_body(writer, op, operands)[0]
    if isinstance(op, IsFiniteOp):
        return is_finite(writer, operands[0])
    if isinstance(op, BitcastConvertOp):
        if bits_of(source) != bits_of(target):
            raise NoLoopsError
        same = operands[0].type == type_
        return operands[0] if same else writer.op(arith.BitcastOp, operands, type_)
    if kind_of(source) != "float":
        raise NoLoopsError
    function = next(one for base, one in FUNCTIONS.items() if isinstance(op, base))
    return writer.op(function, operands, type_)


PARTS: dict[type[Operation], type[Operation]] = {
    ComplexOp: complex_numbers.CreateOp,
    ImagOp: complex_numbers.ImOp,
    RealOp: complex_numbers.ReOp,
}
"""What makes complex numbers of their parts, and what reads these."""


def apply_parts(writer: NestWriter, op: Operation, operands: Sequence[SSAValue]) -> SSAValue:
    """One of these operations on scalars; raises `NoLoopsError` where no number is complex."""
    function = next(found for base, found in PARTS.items() if isinstance(op, base))
    number = op.results[0] if isinstance(op, ComplexOp) else op.operands[0]
    if not is_complex(element_type_of(number.type)):
        raise NoLoopsError
    return writer.op(function, operands, element_type_of(op.results[0].type))


def is_complex(type_: Attribute) -> bool:
    """Whether elements are complex numbers that processors compute with."""
    return isinstance(complex_part(type_), Float32Type | Float64Type)


def apply_body(
    writer: NestWriter, op: Operation, arguments: Sequence[SSAValue], region: int = 0
) -> Sequence[SSAValue]:
    """The body of a reduction on scalars, or another region of an operation."""
    return apply_block(writer, op.regions[region].block, arguments)


def apply_block(
    writer: NestWriter, block: Block, arguments: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """What a block of operations on scalars gives."""
    scalars: dict[SSAValue, SSAValue] = {}
    scalars.update(zip(block.args, arguments, strict=True))
    for inner in block.ops:
        if inner is block.last_op:
            return [known_scalar(value, scalars) for value in inner.operands]
        rule = elements_of(inner)
        scalar = rule.scalar(inner) if isinstance(rule, Elementwise) else None
        result = inner.results[0]
        target = element_type_of(result.type)
        if isinstance(inner, tuple(PARTS)):
            operands = [known_scalar(value, scalars) for value in inner.operands]
            scalars[result] = apply_parts(writer, inner, operands)
        elif isinstance(inner, CONSTANTS):
            scalars[result] = constant(writer, splat_of(inner), target)
        elif scalar is None:
            raise NoLoopsError
        else:
            operands = [known_scalar(value, scalars) for value in inner.operands]
            types = [checked(element_type_of(value.type)) for value in inner.operands]
            scalars[result] = apply_function(writer, inner, scalar, operands, types, target)
    raise NoLoopsError


def known_scalar(value: SSAValue, scalars: Mapping[SSAValue, SSAValue]) -> SSAValue:
    """What a value of a body is; raises `NoLoopsError` for one from outside of it."""
    if value not in scalars:
        raise NoLoopsError
    return scalars[value]


def bits_of(type_: Attribute) -> int | None:
    """The width of an element type, where it has one."""
    return type_.bitwidth if isinstance(type_, FixedBitwidthType) else None
