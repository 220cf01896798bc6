"""Operators that take a part of the elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.movement import ONE, ZERO, tensor_like
from disc_shape.relax.operators.program import Program
from disc_shape.relax.operators.rows import Call, builds, unranked
from disc_shape.symbolic import Expr, Prover, ceildiv, compare, const, maximum, minimum, select
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import PrimType, TupleType, Type


def part(program: Program, value: SSAValue, axis: int, start: Expr, limit: Expr) -> SSAValue:
    """The elements between two indices along an axis."""
    sizes = program.dims(value)
    starts = [start if one == axis else ZERO for one in range(len(sizes))]
    limits = [limit if one == axis else size for one, size in enumerate(sizes)]
    return program.slice(value, starts, limits, [ONE] * len(sizes))


@builds("split")
def split(call: Call) -> Sequence[SSAValue]:
    """Sections of ceil(size / k), the last one smaller, or sections between indices."""
    program, value = call.program, call.tensor(0)
    axis = program.axis(call.integer("axis"), program.rank(value))
    size, listed = program.dims(value)[axis], call.attributes["indices_or_sections"]
    if isinstance(listed, int):
        if listed <= 0:
            raise OperatorError(f"{listed} sections, expected 1 or more")
        length = ceildiv(size, const(listed))
        exact = program.state.prover.divides(listed, size).truth.value == "yes"
        ends = [
            length * index if exact else minimum(length * index, size) for index in range(listed)
        ]
    else:
        places = call.integers("indices_or_sections") or []
        ends = [ZERO, *(clamped(const(one), size, program.state.prover) for one in places)]
    prover = program.state.prover
    return [
        part(program, value, axis, start, at_least(limit, start, prover))
        for start, limit in pairwise([*ends, size])
    ]


def at_least(one: Expr, other: Expr, prover: Prover) -> Expr:
    """The larger of two sizes."""
    return one if prover.le(other, one).truth.value == "yes" else maximum(one, other)


def clamped(index: Expr, size: Expr, prover: Prover) -> Expr:
    """An index that may be negative, between 0 and the size, as numpy reads it."""
    if index.constant is not None:
        if index.constant < 0:
            return maximum(size + index, ZERO)
        return index if prover.le(index, size).truth.value == "yes" else minimum(index, size)
    if prover.le(ZERO, index).truth.value == "yes":
        return index if prover.le(index, size).truth.value == "yes" else minimum(index, size)
    counted = select(compare("<", index, ZERO), index + size, index)
    return minimum(maximum(counted, ZERO), size)


@builds("strided_slice")
def strided_slice(call: Call) -> SSAValue:
    """Python's slices along some axes."""
    program, value = call.program, call.tensor(0)
    sizes = list(program.dims(value))
    listed = [one.constant for one in call.scalars(1)]
    axes = program.axes([one for one in listed if one is not None], len(sizes))
    begins, ends = call.scalars(2), call.scalars(3)
    steps = call.scalars(4) if len(call.operands) > 4 else [ONE] * len(axes)
    if not len(axes) == len(begins) == len(ends) == len(steps):
        raise OperatorError(
            f"{len(axes)} axes, {len(begins)} starts, {len(ends)} ends and {len(steps)} steps"
        )
    for axis, begin, end, step in zip(axes, begins, ends, steps, strict=True):
        inside = call.flag("assume_inbound")
        value = sliced(program, value, axis, (begin, end, step), inside)
    return value


def sliced(
    program: Program, value: SSAValue, axis: int, corner: tuple[Expr, Expr, Expr], inside: bool
) -> SSAValue:
    """A slice along one axis; one that counts down is a slice of the reversed value."""
    begin, end, step = corner
    size, prover = program.dims(value)[axis], program.state.prover
    if step.constant == 0 or step.constant is None:
        raise OperatorError(f"the step of axis {axis} is {step}")
    if step.constant < 0:
        value = program.reverse(value, [axis])
        begin, end = (down(one, size, prover, inside) for one in (begin, end))
    elif not inside:
        begin, end = clamped(begin, size, prover), clamped(end, size, prover)
    if not inside or prover.lt(end, begin).truth.value == "yes":
        end = at_least(end, begin, prover)
    rank = program.rank(value)
    starts: list[Expr] = [ZERO] * rank
    steps: list[Expr] = [ONE] * rank
    limits = list(program.dims(value))
    starts[axis], limits[axis], steps[axis] = begin, end, const(abs(step.constant))
    return program.slice(value, starts, limits, steps)


def down(index: Expr, size: Expr, prover: Prover, inside: bool) -> Expr:
    """The index in the reversed value, where -1 is before the first element."""
    if inside:
        return size - 1 - index
    if index.constant is not None and index.constant < 0:
        counted = maximum(size + index, const(-1))
    elif prover.le(ZERO, index).truth.value == "yes":
        counted = minimum(index, size - 1)
    else:
        raw = select(compare("<", index, ZERO), index + size, index)
        counted = minimum(maximum(raw, const(-1)), size - 1)
    return size - 1 - counted


@unranked("split")
def split_of_unknown(operands: Sequence[Type], attributes: Mapping[str, Value]) -> Type:
    """As many tensors as there are sections."""
    listed = attributes["indices_or_sections"]
    count = (
        listed if isinstance(listed, int) else len(listed) + 1 if isinstance(listed, tuple) else 0
    )
    return TupleType((tensor_like(operands[0], Shape()),) * int(count))


@builds("take")
def take(call: Call) -> SSAValue:
    """Elements at indices along an axis; out of range they are clamped."""
    program, value = call.program, call.tensor(0)
    rank = program.rank(value)
    if call.attributes["axis"] is None:
        program.want_rank(value, 1, "operand 0 of take without an axis")
    axis = 0 if call.attributes["axis"] is None else program.axis(call.integer("axis"), rank)
    if isinstance(call.operands[1], PrimType):
        indices = call.number(1, i64)
    else:
        indices = call.tensor(1)
    return program.take(value, indices, axis)
