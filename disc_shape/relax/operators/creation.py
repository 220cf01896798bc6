"""Operators that make tensors of sizes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, f64, i64
from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.relax.literals import element_of
from disc_shape.relax.operators.elementwise import element_name, element_named
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import Program
from disc_shape.relax.operators.rows import Call, builds
from disc_shape.symbolic import Expr, ceildiv, const, maximum
from disc_shape.typesystem.types import PrimType


@builds("zeros")
def zeros(call: Call) -> SSAValue:
    """Zero everywhere."""
    return call.program.full(0, call.sizes(0), element_named(call, "dtype"))


@builds("ones")
def ones(call: Call) -> SSAValue:
    """One everywhere."""
    return call.program.full(1, call.sizes(0), element_named(call, "dtype"))


@builds("full")
def full(call: Call) -> SSAValue:
    """One number, of rank 0, everywhere."""
    program, number = call.program, call.tensor(1)
    program.want_rank(number, 0, "the fill value")
    return program.broadcast(program.convert(number, chosen(call, number)), call.sizes(0), ())


def chosen(call: Call, value: SSAValue) -> Attribute:
    """The element type in the attribute, or that of a value."""
    name = element_name(call.attributes["dtype"])
    return call.program.element(value) if name is None else element_of(name)


@builds("zeros_like")
def zeros_like(call: Call) -> SSAValue:
    """Zero in the shape of the operand."""
    value = call.tensor(0)
    return call.program.full(0, call.program.dims(value), chosen(call, value))


@builds("ones_like")
def ones_like(call: Call) -> SSAValue:
    """One in the shape of the operand."""
    value = call.tensor(0)
    return call.program.full(1, call.program.dims(value), chosen(call, value))


@builds("full_like")
def full_like(call: Call) -> SSAValue:
    """One number in the shape of the operand."""
    program, value, number = call.program, call.tensor(0), call.tensor(1)
    program.want_rank(number, 0, "the fill value")
    filled = program.convert(number, chosen(call, value))
    return program.broadcast(filled, program.dims(value), ())


@builds("arange")
def arange(call: Call) -> SSAValue:
    """start, start + step, ... before end: max(0, ceil((end - start) / step)) numbers."""
    program, first = call.program, call.operands[0]
    own = first.element if isinstance(first, PrimType) else "i64"
    element = element_of(element_name(call.attributes["dtype"]) or own)
    size = counted(call)
    index = program.iota([size], 0, element)
    steps = program.binary("multiply", index, call.number(2, element))
    return program.binary("add", steps, call.number(0, element))


def counted(call: Call) -> Expr:
    """How many numbers a sequence has; it is computed where they are no known integers."""
    start, end, step = (call.scalar(index) for index in range(3))
    if start is None or end is None or step is None or step.constant is None:
        program = call.program
        first, last, by = (call.number(index, f64) for index in range(3))
        zero = program.constant(0, f64)
        exact = program.binary("divide", program.binary("subtract", last, first), by)
        least = program.binary("maximum", program.unary("stablehlo.ceil", exact), zero)
        (count,) = program.state.elements(program.convert(least, i64)) or (program.state.fresh(),)
        return count
    if step.constant == 0:
        raise OperatorError("the step is 0")
    if step.constant > 0:
        count = ceildiv(end - start, step)
    else:
        count = ceildiv(start - end, const(-step.constant))
    return maximum(count, const(0))


@builds("eye")
def eye(call: Call) -> SSAValue:
    """One on a diagonal."""
    rows, columns = (call.scalar(index) for index in range(2))
    program = call.program
    sizes = [program.state.fresh() if one is None else one for one in (rows, columns)]
    return diagonal(call, sizes, 2, element_named(call, "dtype"))


@builds("eye_like")
def eye_like(call: Call) -> SSAValue:
    """One on a diagonal, in the shape of a matrix."""
    program, value = call.program, call.tensor(0)
    program.want_rank(value, 2, "operand 0")
    return diagonal(call, program.dims(value), 1, chosen(call, value))


def diagonal(call: Call, sizes: Sequence[Expr], at: int, element: Attribute) -> SSAValue:
    """One where the column is the row plus the scalar operand at a place."""
    program = call.program
    here = program.compare("EQ", apart(program, sizes), offset(call, at))
    return program.convert(here, element)


def apart(program: Program, sizes: Sequence[Expr]) -> SSAValue:
    """The column of each element minus its row."""
    rank = len(sizes)
    rows, columns = (program.iota(sizes, rank - away, i64) for away in (2, 1))
    return program.add("stablehlo.subtract", [columns, rows], rank)


def offset(call: Call, at: int) -> SSAValue:
    """The scalar operand at a place, 0 where it is left out."""
    return call.number(at, i64) if at < len(call.operands) else call.program.constant(0, i64)


def register_triangles() -> None:
    """Register the triangles of matrices."""
    for name, direction in (("tril", "LE"), ("triu", "GE")):
        builds(name)(lambda call, way=direction: triangle(call, way))


def triangle(call: Call, direction: str) -> SSAValue:
    """The elements on one side of a diagonal, zero on the other."""
    program, value = call.program, call.tensor(0)
    sizes = program.dims(value)
    if len(sizes) < 2:
        raise OperatorError(f"operand 0 has rank {len(sizes)}, expected 2 or more")
    inside = program.compare(direction, apart(program, sizes), offset(call, 1))
    nothing = program.full(0, sizes, program.element(value))
    return program.where(inside, value, nothing)


@builds("one_hot")
def one_hot(call: Call) -> SSAValue:
    """One number at each index along a new axis, another elsewhere."""
    program, indices = call.program, call.tensor(0)
    if not isinstance(program.element(indices), IntegerType) and not program.is_unknown(indices):
        raise OperatorError(f"indices have elements of type {program.element(indices)}")
    rank = program.rank(indices)
    axis = program.axis(call.integer("axis"), rank + 1)
    sizes = list(program.dims(indices))
    sizes.insert(axis, const(call.integer("depth")))
    on = call.operands[1]
    element = element_of(on.element if isinstance(on, PrimType) else "f32")
    kept = [one for one in range(rank + 1) if one != axis]
    here = program.broadcast(program.convert(indices, i64), sizes, kept)
    same = program.compare("EQ", here, program.iota(sizes, axis, i64))
    one, other = (program.broadcast(call.number(at, element), sizes, ()) for at in (1, 2))
    return program.where(same, one, other)


register_triangles()
