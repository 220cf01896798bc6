"""Operators that combine elements along axes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute

from disc_shape.relations.value_types import integer_range
from disc_shape.relax.operators.program import ONE, Program
from disc_shape.relax.operators.rows import Axes, Axis, Call, Element, Floats, Tensor, builds
from disc_shape.symbolic import Expr

KINDS: Mapping[str, tuple[str, float]] = {
    "sum": ("add", 0),
    "prod": ("multiply", 1),
    "max": ("maximum", float("-inf")),
    "min": ("minimum", float("inf")),
}


def combined(value: Tensor, axes: Sequence[int], kind: str) -> Tensor:
    """Elements combined along axes, from the number that changes nothing."""
    return value.reduce(axes, *start_of(kind, value.element))


def start_of(kind: str, element: Attribute) -> tuple[str, float]:
    """The operation that combines elements of a type, and the number that changes nothing."""
    (name, start), (least, greatest) = KINDS[kind], integer_range(element)
    exact = {float("-inf"): least, float("inf"): greatest}.get(start)
    return name, start if exact is None else exact


def kept(value: Tensor, axes: Sequence[int], kind: str) -> Tensor:
    """Elements combined along axes, which stay with size 1."""
    sizes = [ONE if at in axes else one for at, one in enumerate(value.sizes)]
    return combined(value, axes, kind).reshape(sizes)


def mean_of(value: Tensor, axes: Sequence[int]) -> Tensor:
    """The mean along axes, of which the dimensions stay."""
    return kept(value, axes, "sum") / kept(value.filled(1), axes, "sum")


def variance_of(value: Tensor, axes: Sequence[int]) -> Tensor:
    """The variance along axes, of which the dimensions stay."""
    apart = value - mean_of(value, axes)
    return mean_of(apart * apart, axes)


def without(value: Tensor, axes: Sequence[int]) -> Tensor:
    """A value without axes, which have size 1."""
    return value.reshape([one for at, one in enumerate(value.sizes) if at not in axes])


@builds(*KINDS)
def reduction(x: Tensor, *, axis: Axes | None, keepdims: bool, call: Call) -> Tensor:
    """A sum, a product, or the largest or smallest element."""
    axes = range(x.rank) if axis is None else axis
    return kept(x, axes, call.name) if keepdims else combined(x, axes, call.name)


@builds("mean", "variance", "std")
def moment(x: Tensor, *, axis: Axes | None, keepdims: bool, call: Call) -> Tensor:
    """The mean, the variance or the standard deviation along axes."""
    axes = range(x.rank) if axis is None else axis
    found = mean_of(x, axes) if call.name == "mean" else variance_of(x, axes)
    found = found.apply("sqrt") if call.name == "std" else found
    return found if keepdims else without(found, axes)


@builds("argmax", "argmin")
def index_of(x: Tensor, *, axis: Axis | None, keepdims: bool, call: Call) -> Tensor:
    """
    The first index of the extreme along an axis, or among all elements; that of the first NaN where
    there is one, which is the extreme then.
    """
    axes = range(x.rank) if axis is None else [axis]
    best = kept(x, axes, call.name.removeprefix("arg"))
    own = [x.sizes[at] for at in axes]
    index = row_major(x.program, own, x.sizes, lambda at: x.program.iota(x.sizes, axes[at], i64))
    _, last = start_of("min", i64)
    first = x.compare("EQ", best).where(index, index.filled(last))
    if x.is_float:
        first = x.compare("NE", x).where(index, first)
    return kept(first, axes, "min") if keepdims else combined(first, axes, "min")


def row_major(
    program: Program, sizes: Sequence[Expr], shape: Sequence[Expr], column: Callable[[int], Tensor]
) -> Tensor:
    """Row-major places in `sizes`, of this shape: `column` has the indices along each axis."""
    index = program.full(0, shape, i64)
    step: Expr = ONE
    for at in reversed(range(len(sizes))):
        index = index + scaled_by(column(at), step)
        step = step * sizes[at]
    return index


def scaled_by(value: Tensor, factor: Expr) -> Tensor:
    """Integers times a size."""
    return value if factor.constant == 1 else value * factor


@builds("cumsum", "cumprod")
def running(
    x: Tensor, *, axis: Axis | None, dtype: Element | None, exclusive: bool, call: Call
) -> Tensor:
    """All elements up to each one combined."""
    value = x if dtype is None else x.convert(dtype)
    kind = "sum" if call.name == "cumsum" else "prod"
    flat = value.flat() if axis is None else value
    return accumulated(flat, axis or 0, kind, exclusive=exclusive)


def accumulated(value: Tensor, at: int, kind: str, *, exclusive: bool = False) -> Tensor:
    """
    All elements up to each one along an axis combined: each row of a square holds the elements up
    to its own, and is reduced.
    """
    sizes = value.sizes
    wide = [*sizes[: at + 1], *sizes[at:]]
    spread = value.spread(wide, at)
    rows, columns = (value.program.iota(wide, one, i64) for one in (at, at + 1))
    inside = columns.compare("LT" if exclusive else "LE", rows)
    name, start = KINDS[kind]
    return inside.where(spread, value.filled(start, wide)).reduce([at + 1], name, start)


def softened(x: Tensor, axis: int) -> tuple[Tensor, Tensor]:
    """x - max, and its exponentials."""
    apart = x - kept(x, [axis], "max")
    return apart, apart.exp()


def softmax_of(x: Tensor, axis: int) -> Tensor:
    """exp(x - max) over its sum along an axis."""
    _, raised = softened(x, axis)
    return raised / kept(raised, [axis], "sum")


@builds("nn.softmax")
def softmax(x: Floats, *, axis: Axis) -> Tensor:
    """exp(x - max) over its sum along an axis."""
    return softmax_of(x, axis)


@builds("nn.log_softmax")
def log_softmax(x: Floats, *, axis: Axis) -> Tensor:
    """The logarithm of softmax."""
    apart, raised = softened(x, axis)
    return apart - kept(raised, [axis], "sum").apply("log")
