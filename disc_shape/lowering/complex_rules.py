"""What computes the parts of complex numbers, or a real number of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects import tensor
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    TensorType,
)
from xdsl.ir import Block, Operation, Region, SSAValue

from disc_shape.cards.hlo_reduction import combining_operation
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.hlo import binary, comparison, conversion, elementwise, movement, slicing
from disc_shape.dialects.hlo.contraction import DotGeneralOp
from disc_shape.dialects.hlo.control_flow import ReturnOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.gather_scatter import AnyGather
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.xdsl_extras.literals import is_repeated
from disc_shape.lowering.complex_parts import Pair, Parts, is_complex, part_type

PARTWISE = (
    AnyGather,
    TieShapeOp,
    binary.AddOp,
    binary.SubtractOp,
    comparison.SelectOp,
    elementwise.NegOp,
    movement.BroadcastInDimOp,
    movement.BroadcastOp,
    movement.ConcatenateOp,
    movement.DynamicBroadcastInDimOp,
    movement.DynamicReshapeOp,
    movement.ReshapeOp,
    movement.ReverseOp,
    movement.TransposeOp,
    slicing.DynamicPadOp,
    slicing.DynamicSliceOp,
    slicing.DynamicUpdateSliceOp,
    slicing.PadOp,
    slicing.RealDynamicSliceOp,
    slicing.SliceOp,
    tensor.CastOp,
)
"""Operations that do the same to real and imaginary parts, or move elements."""


def product(parts: Parts, lhs: Pair, rhs: Pair) -> Pair:
    """`(a + bi)(c + di)` is `ac - bd + (ad + bc)i`."""
    (a, b), (c, d) = lhs, rhs
    multiply, add, subtract = binary.MulOp, binary.AddOp, binary.SubtractOp
    return (
        parts.make(subtract, parts.make(multiply, a, c), parts.make(multiply, b, d)),
        parts.make(add, parts.make(multiply, a, d), parts.make(multiply, b, c)),
    )


def multiply(op: Operation, parts: Parts) -> Pair:
    """A product of numbers."""
    return product(parts, parts.of(op.operands[0]), parts.of(op.operands[1]))


def divide(op: Operation, parts: Parts) -> Pair:
    """
    A quotient by Smith's method: with `p` for the part of the divisor that is greater in magnitude,
    `q` for the other one and `r` for `q / p`, the divisor is `p + q r` times a unit, which does not
    overflow. By zero, both parts are divided by zero.
    """
    make = parts.make
    multiply, add, subtract = binary.MulOp, binary.AddOp, binary.SubtractOp
    (a, b), (c, d) = (parts.of(one) for one in op.operands)
    sizes = [make(conversion.AbsOp, one) for one in (c, d)]
    is_real = parts.compare("GE", *sizes)
    p, q = select(parts, is_real, c, d), select(parts, is_real, d, c)
    ratio = make(binary.DivOp, q, p)
    scale = make(add, p, make(multiply, q, ratio))
    first, second = select(parts, is_real, a, b), select(parts, is_real, b, a)
    real = make(add, first, make(multiply, second, ratio))
    imag = select(
        parts,
        is_real,
        make(subtract, b, make(multiply, a, ratio)),
        make(subtract, make(multiply, b, ratio), a),
    )
    by_zero = parts.compare("EQ", p, parts.number(0.0, p))
    found = [
        select(parts, by_zero, make(binary.DivOp, one, sizes[0]), make(binary.DivOp, other, scale))
        for one, other in ((a, real), (b, imag))
    ]
    return found[0], found[1]


def exponential(op: Operation, parts: Parts) -> Pair:
    """
    `e^a (cos b + i sin b)`, with half of `a` on either side of the cosine, so that only what is
    infinite overflows. A real number has a real power, and the power of minus infinity is zero.
    """
    make, multiply = parts.make, binary.MulOp
    a, b = parts.of(op.operands[0])
    half = make(elementwise.ExpOp, make(multiply, a, parts.number(0.5, a)))
    zero = parts.number(0.0, a)
    is_zero = parts.compare("EQ", half, zero)
    real, imag = (
        select(parts, is_zero, zero, make(multiply, half, make(multiply, half, make(kind, b))))
        for kind in (elementwise.CosineOp, elementwise.SineOp)
    )
    return real, select(parts, parts.compare("EQ", b, zero), b, imag)


def constant(op: Operation, parts: Parts) -> Pair | None:
    """The parts of a constant."""
    assert isinstance(op, ConstantOp)
    if not isinstance(op.value, DenseIntOrFPElementsAttr):
        return None
    type_ = part_type(op.results[0].type)
    values = cast("Sequence[tuple[float, float]]", op.value.get_values())
    if is_repeated(op.value):
        values = values[:1]
    kind = final(ConstantOp, STABLEHLO)
    found: list[SSAValue] = []
    for numbers in zip(*values, strict=True) if values else ((), ()):
        value = DenseIntOrFPElementsAttr.from_list(cast("TensorType[AnyFloat]", type_), numbers)
        found.append(parts.insert(kind.create(result_types=[type_], properties={"value": value})))
    return found[0], found[1]


def dot(op: Operation, parts: Parts) -> Pair:
    """A sum of products, as four real ones."""
    assert isinstance(op, DotGeneralOp)
    type_ = part_type(op.results[0].type)

    def real(lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        made = type(op).create(
            operands=[lhs, rhs], result_types=[type_], properties=dict(op.properties)
        )
        return parts.insert(made)

    (a, b), (c, d) = (parts.of(one) for one in op.operands)
    return (
        parts.make(binary.SubtractOp, real(a, c), real(b, d)),
        parts.make(binary.AddOp, real(a, d), real(b, c)),
    )


def reduce(op: Operation, parts: Parts) -> Pair | None:
    """Sums of complex numbers are two sums."""
    assert isinstance(op, ReduceOp)
    if len(op.results) != 1 or not isinstance(combining_operation(op.body), binary.AddOp):
        return None
    pairs = [parts.of(one) for one in op.operands]
    type_ = part_type(op.results[0].type)

    def total(operands: Sequence[SSAValue]) -> SSAValue:
        scalar = operands[1].type
        block = Block(arg_types=[scalar, scalar])
        add = final(binary.AddOp, STABLEHLO).create(operands=block.args, result_types=[scalar])
        end = final(ReturnOp, STABLEHLO).create(operands=add.results)
        block.add_ops([add, end])
        made = type(op).create(
            operands=operands,
            result_types=[type_],
            properties=dict(op.properties),
            regions=[Region(block)],
        )
        return parts.insert(made)

    return total([one for one, _ in pairs]), total([one for _, one in pairs])


def convert(op: Operation, parts: Parts) -> Pair | None:
    """From complex numbers of another width, or from floats, whose imaginary part is zero."""
    (operand,) = op.operands
    type_ = part_type(op.results[0].type)
    pair = parts.of(operand) if is_complex(operand) else (operand,)
    kind = type(op)
    found = [parts.insert(kind.create(operands=[one], result_types=[type_])) for one in pair]
    return found[0], found[1] if len(found) > 1 else parts.number(0.0, found[0])


def absolute(op: Operation, parts: Parts) -> SSAValue:
    """
    The length `g sqrt(1 + (l / g)^2)` of the greater part `g` and the lesser one `l`, which does
    not overflow; infinite if a part is, zero if both are.
    """
    a, b = (parts.make(conversion.AbsOp, one) for one in parts.of(op.operands[0]))
    greater, less = parts.make(binary.MaxOp, a, b), parts.make(binary.MinOp, a, b)
    ratio = parts.make(binary.DivOp, less, greater)
    square = parts.make(binary.MulOp, ratio, ratio)
    root = parts.make(elementwise.SqrtOp, parts.make(binary.AddOp, parts.number(1.0, a), square))
    length = parts.make(binary.MulOp, greater, root)
    for number in (0.0, float("inf")):
        limit = parts.number(number, a)
        tests = [greater] if number == 0.0 else [a, b]
        for one in tests:
            length = select(parts, parts.compare("EQ", one, limit), limit, length)
    return length


def select(parts: Parts, condition: SSAValue, then: SSAValue, otherwise: SSAValue) -> SSAValue:
    """One of two real numbers."""
    kind = final(comparison.SelectOp, STABLEHLO)
    made = kind.create(operands=[condition, then, otherwise], result_types=[then.type])
    return parts.insert(made)


def compare(op: Operation, parts: Parts) -> SSAValue | None:
    """Two numbers are equal if both parts are."""
    assert isinstance(op, comparison.CompareOp)
    direction = op.comparison_direction.data
    (a, b), (c, d) = (parts.of(one) for one in op.operands)
    if direction not in ("EQ", "NE"):
        return None
    first, second = parts.compare(direction, a, c), parts.compare(direction, b, d)
    return parts.make(binary.AndOp if direction == "EQ" else binary.OrOp, first, second)


COMPLEX: dict[type[Operation], Callable[[Operation, Parts], Pair | None]] = {
    ConstantOp: constant,
    DotGeneralOp: dot,
    ReduceOp: reduce,
    binary.DivOp: divide,
    binary.MulOp: multiply,
    conversion.ComplexOp: lambda op, _parts: (op.operands[0], op.operands[1]),
    conversion.ConvertOp: convert,
    elementwise.ExpOp: exponential,
    **dict.fromkeys(PARTWISE, lambda op, parts: parts.partwise(op)),
}
"""What computes the parts of a complex result; None where that is not done."""

REAL: dict[type[Operation], Callable[[Operation, Parts], SSAValue | None]] = {
    comparison.CompareOp: compare,
    conversion.AbsOp: absolute,
    conversion.ImagOp: lambda op, parts: parts.of(op.operands[0])[1],
    conversion.RealOp: lambda op, parts: parts.of(op.operands[0])[0],
}
"""What computes a real result of complex operands."""
