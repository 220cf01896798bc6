"""Operators that make tensors of sizes, and sizes of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

from xdsl.dialects.builtin import f32, f64, i1, i64
from xdsl.ir import Attribute

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.literals import element_of
from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.program import ONE, ZERO, Program
from disc_shape.relax.operators.rows import (
    Built,
    Call,
    Element,
    Indices,
    Number,
    Sizes,
    Target,
    Tensor,
    builds,
)
from disc_shape.symbolic import Expr, ceildiv, compare, const, maximum, product
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import ShapeType


@builds("zeros", "ones", "zeros_like", "ones_like")
def constant(sizes: Target, *, dtype: Element | None, call: Call) -> Tensor:
    """Zero or one everywhere, in a shape or in that of a tensor."""
    element = dtype or call.first.element
    return call.program.full(int(call.name.startswith("ones")), sizes, element)


@builds("full", "full_like")
def full(sizes: Target, number: Tensor, *, dtype: Element | None, call: Call) -> Tensor:
    """One number, of rank 0, everywhere, in a shape or in that of a tensor."""
    number.want_rank(0, "the fill value")
    like = number if call.name == "full" else call.first
    return number.convert(dtype or like.element).broadcast(sizes)


@builds("shape_of")
def shape_of(x: Tensor) -> Built:
    """The shape as a value (RLX-342)."""
    return ShapeType(Shape(x.sizes))


@builds("size")
def size_of(x: Tensor) -> Tensor:
    """The number of elements."""
    return x.program.size(product(x.sizes), i64)


@builds("shape_to_tensor")
def shape_to_tensor(sizes: Sizes, *, call: Call) -> Tensor:
    """The integers of a shape as a vector."""
    return Tensor(call.program, call.program.numbers(sizes, [len(sizes)]))


@builds("tensor_to_shape")
def tensor_to_shape(x: Tensor) -> Built:
    """The integers of a vector as a shape, of which the rank is the size of the vector."""
    x.want_elements(x.element == i64, "not i64")
    x.want_rank(1)
    (length,), state = x.sizes, x.program.state
    if length.constant is None:
        raise NoForm("a vector of unknown length is no shape of known rank", ShapeType())
    items = state.elements(x.value)
    if items is None:
        rank = Shape.of_rank(length.constant)
        raise NoForm(f"a shape of {length.constant} integers is too long", ShapeType(rank))
    return ShapeType(Shape(tuple(items)))


@builds("arange")
def arange(start: Number, end: Number, step: Number, *, dtype: Element | None) -> Tensor:
    """start, start + step, ... before end: max(0, ceil((end - start) / step)) numbers."""
    element = dtype or element_of(start.type.element)
    index = start.program.iota([counted(start, end, step)], 0, element)
    return index * step.tensor(element) + start.tensor(element)


def counted(start: Number, end: Number, step: Number) -> Expr:
    """How many numbers a sequence has; it is computed where they are no known integers."""
    by = None if step.value is None else step.value.constant
    if by == 0:
        raise OperatorError("the step is 0")
    if start.value is None or end.value is None or by is None:
        state = start.program.state
        first, last, apart = (one.tensor(f64) for one in (start, end, step))
        least = ((last - first) / apart).apply("ceil").binary("maximum", 0)
        (count,) = state.elements(least.convert(i64).value) or (state.fresh(),)
        return count
    way = end.value - start.value if by > 0 else start.value - end.value
    return maximum(ceildiv(way, const(abs(by))), ZERO)


@builds("eye")
def eye(rows: Number, columns: Number, k: Number, *, dtype: Element) -> Tensor:
    """One on a diagonal."""
    program = rows.program
    sizes = [one.value or program.state.fresh() for one in (rows, columns)]
    return diagonal(program, sizes, k, dtype)


@builds("eye_like")
def eye_like(x: Tensor, k: Number | None, *, dtype: Element | None) -> Tensor:
    """One on a diagonal, in the shape of a matrix."""
    x.want_rank(2)
    return diagonal(x.program, x.sizes, k, dtype or x.element)


def diagonal(
    program: Program, sizes: Sequence[Expr], k: Number | None, element: Attribute
) -> Tensor:
    """One where the column is the row plus a number."""
    return apart(program, sizes).compare("EQ", offset(k)).convert(element)


def apart(program: Program, sizes: Sequence[Expr]) -> Tensor:
    """The column of each element minus its row."""
    rows, columns = (program.iota(sizes, len(sizes) - away, i64) for away in (2, 1))
    return columns.apply("subtract", rows)


def offset(k: Number | None) -> Tensor | int:
    """A scalar operand, 0 where it is left out."""
    return 0 if k is None else k.tensor(i64)


@builds("tril", "triu")
def triangle(x: Tensor, k: Number | None, *, call: Call) -> Tensor:
    """The elements on one side of a diagonal, zero on the other."""
    x.want_least_rank(2)
    direction = "LE" if call.name == "tril" else "GE"
    return apart(x.program, x.sizes).compare(direction, offset(k)).where(x, x.filled(0))


@builds("hamming_window")
def hamming_window(
    count: Number, periodic: Number, alpha: Number, beta: Number, *, dtype: Element
) -> Tensor:
    """alpha - beta * cos(2 * pi * i / n), n the size or one less if not periodic; 1 for size 1."""
    program, size = count.program, count.value or count.program.state.fresh()
    few = f"the window has {dim_text(size)} elements, expected 1 or more"
    program.want(compare("<=", ONE, size), few, "the window has no elements")
    index = program.iota([size], 0, f32)
    whole, less = program.size(size, f32), program.size(maximum(size - 1, ONE), f32)
    length = periodic.tensor(i1).where(whole, less)
    wave = (index * (2 * pi) / length).apply("cosine")
    window = alpha.tensor(f32) - beta.tensor(f32) * wave
    return whole.compare("LE", 1).select(window.scalar(1), window).convert(dtype)


@builds("one_hot")
def one_hot(indices: Indices, on: Number, off: Number, *, depth: int, axis: int) -> Tensor:
    """One number at each index along a new axis, another elsewhere."""
    if depth < 1 or on.type.element != off.type.element:
        kinds = f"numbers of types {on.type.element} and {off.type.element}"
        raise OperatorError(f"the depth is {depth}, with {kinds}")
    at = indices.axis(axis, 1)
    sizes = [*indices.sizes[:at], const(depth), *indices.sizes[at:]]
    here = indices.convert(i64).spread(sizes, at)
    same = here.compare("EQ", indices.program.iota(sizes, at, i64))
    element = element_of(on.type.element)
    return same.where(*(one.tensor(element).broadcast(sizes) for one in (on, off)))
