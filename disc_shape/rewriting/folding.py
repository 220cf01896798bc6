"""Computes small integer tensors of which everything is known.

Exporters leave arithmetic on constants behind, and sizes that have become static add more of it.
Only integers and truth values, and only few of them: float arithmetic, which rounds, belongs to
whoever runs the program, and a large constant is worse than what computes it. What the
specification leaves open (a division by zero) is not computed, and neither is arithmetic that wraps
around: the analysis reads no size from that, and must not find one in a constant instead.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    Float32Type,
    Float64Type,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.hlo.attributes import constant_ints, int_of, ints
from disc_shape.dialects.hlo.binary import (
    AddOp,
    AndOp,
    BinaryOp,
    DivOp,
    MaxOp,
    MinOp,
    MulOp,
    OrOp,
    RemOp,
    SubtractOp,
    XorOp,
)
from disc_shape.dialects.hlo.comparison import ClampOp, CompareOp, SelectOp
from disc_shape.dialects.hlo.conversion import AbsOp, ConvertOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.elementwise import NegOp, NotOp, SignOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    ConcatenateOp,
    ReshapeOp,
    ReverseOp,
    TransposeOp,
)
from disc_shape.dialects.hlo.narrow import is_unsigned
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.dialects.hlo.slicing import SliceOp
from disc_shape.relations.value_types import as_tensor, integer_type
from disc_shape.rewriting.function import Rewriter, defining, register_rule

LIMIT = 64
"""The most elements of a tensor that is computed."""

Ints = tuple[int, ...]


def truncated(lhs: int, rhs: int) -> int | None:
    """The quotient rounded towards zero, where it is defined."""
    if rhs == 0:
        return None
    quotient = abs(lhs) // abs(rhs)
    return quotient if (lhs < 0) == (rhs < 0) else -quotient


def remainder(lhs: int, rhs: int) -> int | None:
    """What `truncated` leaves, with the sign of the dividend."""
    quotient = truncated(lhs, rhs)
    return None if quotient is None else lhs - quotient * rhs


BINARY: dict[type[BinaryOp], Callable[[int, int], int | None]] = {
    AddOp: operator.add,
    SubtractOp: operator.sub,
    MulOp: operator.mul,
    DivOp: truncated,
    RemOp: remainder,
    MaxOp: max,
    MinOp: min,
    AndOp: lambda lhs, rhs: lhs & rhs,
    OrOp: lambda lhs, rhs: lhs | rhs,
    XorOp: lambda lhs, rhs: lhs ^ rhs,
}
LOGICAL = (AndOp, OrOp, XorOp, MaxOp, MinOp)
"""The operations that truth values have too."""

COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "EQ": operator.eq,
    "NE": operator.ne,
    "LT": operator.lt,
    "LE": operator.le,
    "GT": operator.gt,
    "GE": operator.ge,
}


def shape_of(value: SSAValue) -> Ints | None:
    """The sizes of a static tensor that is small enough."""
    tensor = as_tensor(value.type)
    if tensor is None or DYNAMIC_INDEX in tensor.get_shape():
        return None
    shape = tensor.get_shape()
    return shape if prod(shape) <= LIMIT else None


def element_of(value: SSAValue) -> IntegerType | None:
    """The integer type of a tensor's elements."""
    tensor = as_tensor(value.type)
    return None if tensor is None else integer_type(tensor.element_type)


def wrap(number: int, type: IntegerType) -> int:
    """The number that a type holds after overflow."""
    width = type.width.data
    number &= (1 << width) - 1
    negative = width > 1 and not is_unsigned(type) and number >> (width - 1)
    return number - (1 << width) if negative else number


def numbers(value: SSAValue) -> Ints | None:
    """The elements of a small constant, row by row, as its type reads them."""
    made, type = defining(value), element_of(value)
    if not isinstance(made, ConstantOp) or type is None:
        return None
    values = constant_ints(made.value, LIMIT)
    return None if values is None else tuple(wrap(number, type) for number in values)


def single_float(value: SSAValue) -> tuple[float] | None:
    """The number that a constant of rank 0 holds, of a type that Python's floats hold exactly."""
    made = defining(value)
    attr = made.value if isinstance(made, ConstantOp) else None
    if not isinstance(attr, DenseIntOrFPElementsAttr) or shape_of(value) != ():
        return None
    if not isinstance(cast("Attribute", attr.get_element_type()), Float32Type | Float64Type):
        return None
    return (float(next(iter(cast("Iterable[float]", attr.iter_values())))),)


def place(index: Sequence[int], shape: Sequence[int]) -> int:
    """Where an element stands, row by row."""
    at = 0
    for position, size in zip(index, shape, strict=True):
        at = at * size + position
    return at


def picked(
    values: Ints, shape: Sequence[int], result: Sequence[int], source: Callable[[Ints], Ints]
) -> Ints:
    """The elements of a tensor, each of which stands at another place of `values`."""
    indices = product(*(range(size) for size in result))
    return tuple(values[place(source(index), shape)] for index in indices)


def fold_binary(op: Operation) -> Ints | None:
    """`add`, `and`, ...: two constants, element by element."""
    assert isinstance(op, BinaryOp)
    compute = next((one for kind, one in BINARY.items() if isinstance(op, kind)), None)
    type, lhs, rhs = element_of(op.results[0]), numbers(op.operands[0]), numbers(op.operands[1])
    if compute is None or type is None or lhs is None or rhs is None:
        return None
    if type.width.data == 1 and not isinstance(op, LOGICAL):
        return None
    results: list[int] = []
    for one, other in zip(lhs, rhs, strict=True):
        number = compute(one, other)
        if number is None:
            return None
        results.append(number)
    return tuple(results)


def fold_unary(op: Operation) -> Ints | None:
    """`negate`, `abs`, `sign`, `not`."""
    values = numbers(op.operands[0])
    if values is None:
        return None
    match op:
        case NegOp():
            return tuple(-one for one in values)
        case AbsOp():
            return tuple(abs(one) for one in values)
        case SignOp():
            return tuple((one > 0) - (one < 0) for one in values)
        case _:
            type = element_of(op.results[0])
            return None if type is None else tuple(wrap(~one, type) for one in values)


def fold_compare(op: Operation) -> Ints | None:
    """`compare`: truth values of two constants; two floats compare without rounding."""
    assert isinstance(op, CompareOp)
    lhs, rhs, kind = numbers(op.lhs), numbers(op.rhs), "SIGNED"
    if lhs is None or rhs is None:
        lhs, rhs, kind = single_float(op.lhs), single_float(op.rhs), "FLOAT"
    if lhs is None or rhs is None:
        return None
    if op.compare_type is not None and op.compare_type.data not in (kind, "NOTYPE"):
        return None
    holds = COMPARISONS[op.comparison_direction.data]
    return tuple(int(holds(one, other)) for one, other in zip(lhs, rhs, strict=True))


def fold_choice(op: Operation) -> Ints | None:
    """`select` and `clamp`; the predicate, or the bounds, may be scalars."""
    assert isinstance(op, SelectOp | ClampOp)
    given = [numbers(operand) for operand in op.operands]
    count = max(len(values) for values in given if values is not None) if any(given) else 0
    columns = [values * count if len(values) == 1 else values for values in given if values]
    if len(columns) != len(given):
        return None
    rows = zip(*columns, strict=True)
    if isinstance(op, SelectOp):
        return tuple(yes if condition else no for condition, yes, no in rows)
    return tuple(min(max(value, low), high) for low, value, high in rows)


def fold_convert(op: Operation) -> Ints | None:
    """`convert` between integers, where no number is lost; a truth value says whether not zero."""
    assert isinstance(op, ConvertOp)
    values, type = numbers(op.operand), element_of(op.result)
    if values is None or type is None:
        return None
    if type.width.data == 1:
        return tuple(int(one != 0) for one in values)
    return values if all(wrap(one, type) == one for one in values) else None


def fold_movement(op: Operation) -> Ints | None:
    """Operations that put the elements of one constant elsewhere."""
    values, shape, result = (
        numbers(op.operands[0]),
        shape_of(op.operands[0]),
        shape_of(op.results[0]),
    )
    if values is None or shape is None or result is None:
        return None
    match op:
        case ReshapeOp():
            return values
        case BroadcastInDimOp():
            dims = ints(op.broadcast_dimensions)
            return picked(
                values,
                shape,
                result,
                lambda at: tuple(
                    0 if size == 1 else at[dim] for dim, size in zip(dims, shape, strict=True)
                ),
            )
        case TransposeOp():
            dims = ints(op.permutation)
            return picked(
                values, shape, result, lambda at: tuple(at[dims.index(d)] for d in range(len(at)))
            )
        case ReverseOp():
            dims = ints(op.dimensions)
            return picked(
                values,
                shape,
                result,
                lambda at: tuple(
                    shape[d] - 1 - one if d in dims else one for d, one in enumerate(at)
                ),
            )
        case SliceOp():
            starts, strides = ints(op.start_indices), ints(op.strides)
            return picked(
                values,
                shape,
                result,
                lambda at: tuple(
                    start + one * stride
                    for start, one, stride in zip(starts, at, strides, strict=True)
                ),
            )
        case _:
            return None


def fold_concatenate(op: Operation) -> Ints | None:
    """`concatenate`: constants one after another."""
    assert isinstance(op, ConcatenateOp)
    result, axis = shape_of(op.results[0]), int_of(op.dimension)
    parts: list[tuple[Ints, Ints]] = []
    for operand in op.operands:
        values, shape = numbers(operand), shape_of(operand)
        if values is None or shape is None:
            return None
        parts.append((values, shape))
    if result is None:
        return None
    joined: list[int] = []
    for index in product(*(range(size) for size in result)):
        at = list(index)
        for values, shape in parts:
            if at[axis] < shape[axis]:
                joined.append(values[place(at, shape)])
                break
            at[axis] -= shape[axis]
    return tuple(joined)


def fold_constants(op: Operation, rewriter: Rewriter) -> bool:
    """
    Put a constant in the place of an operation on small integer constants.

        %0 = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
        %1 = stablehlo.multiply %0, %0 : tensor<2xi32>
    =>
        %1 = stablehlo.constant dense<[4, 9]> : tensor<2xi32>
    """
    type = element_of(op.results[0])
    fold = next(one for kinds, one in FOLDS.items() if isinstance(op, kinds))
    values = None if type is None else fold(op)
    if type is None or values is None or any(wrap(one, type) != one for one in values):
        return False
    return become_constant(op, values, rewriter)


def become_constant(op: Operation, values: Sequence[int], rewriter: Rewriter) -> bool:
    """Put a constant of integers in the place of an operation of static result type."""
    shape, type = shape_of(op.results[0]), element_of(op.results[0])
    if shape is None or type is None:
        return False
    tensor = TensorType(type, shape)
    attr = DenseIntOrFPElementsAttr.from_list(tensor, list(values))
    new = twin(ConstantOp, op).create(result_types=[tensor], properties={"value": attr})
    return rewriter.replace_by(op, new)


def fold_dimension_size(op: Operation, rewriter: Rewriter) -> bool:
    """
    Write a size that is known.

        %1 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    =>
        %1 = stablehlo.constant dense<4> : tensor<i32>
    """
    assert isinstance(op, GetDimensionSizeOp)
    size = rewriter.dims(op.operand)[int_of(op.dimension)].constant
    type = element_of(op.result)
    if size is None or type is None or wrap(size, type) != size:
        return False
    return become_constant(op, [size], rewriter)


FOLDS: dict[tuple[type[Operation], ...], Callable[[Operation], Ints | None]] = {
    tuple(BINARY): fold_binary,
    (NegOp, AbsOp, SignOp, NotOp): fold_unary,
    (CompareOp,): fold_compare,
    (SelectOp, ClampOp): fold_choice,
    (ConvertOp,): fold_convert,
    (ReshapeOp, BroadcastInDimOp, TransposeOp, ReverseOp, SliceOp): fold_movement,
    (ConcatenateOp,): fold_concatenate,
}
for _kinds in FOLDS:
    register_rule(fold_constants, *_kinds)
register_rule(fold_dimension_size, GetDimensionSizeOp)
