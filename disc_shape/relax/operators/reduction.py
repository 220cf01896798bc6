"""Operators that combine elements along axes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from disc_shape.relax.operators.program import Program
from disc_shape.relax.operators.rows import Call, builds
from disc_shape.symbolic import Expr, const

LARGE = 1 << 62
KINDS: Mapping[str, tuple[str, float]] = {
    "sum": ("add", 0),
    "prod": ("multiply", 1),
    "max": ("maximum", float("-inf")),
    "min": ("minimum", float("inf")),
}


def axes_of(call: Call, value: SSAValue) -> list[int]:
    """The axes that go: all where none is given."""
    listed = call.integers("axis")
    rank = call.program.rank(value)
    return list(range(rank)) if listed is None else call.program.axes(listed, rank)


def combined(program: Program, value: SSAValue, axes: Sequence[int], kind: str) -> SSAValue:
    """Elements combined along axes, from the number that changes nothing."""
    name, start = KINDS[kind]
    if abs(start) == float("inf") and not program.is_float(value):
        start = -LARGE if start < 0 else LARGE
    return program.reduce(value, axes, name, start)


def kept(program: Program, result: SSAValue, value: SSAValue, axes: Sequence[int]) -> SSAValue:
    """A reduced value with dimensions of size 1 where axes have gone."""
    sizes = [const(1) if at in axes else one for at, one in enumerate(program.dims(value))]
    return program.reshape(result, sizes)


def finish(call: Call, result: SSAValue, value: SSAValue, axes: Sequence[int]) -> SSAValue:
    """The result, with its dimensions kept if that is wanted."""
    return kept(call.program, result, value, axes) if call.flag("keepdims") else result


def register() -> None:
    """Register the plain reductions."""
    for kind in KINDS:
        builds(kind)(lambda call, kind=kind: plain(call, kind))


def plain(call: Call, kind: str) -> SSAValue:
    """A sum, a product, or the largest or smallest element."""
    value = call.tensor(0)
    axes = axes_of(call, value)
    return finish(call, combined(call.program, value, axes, kind), value, axes)


def mean_of(program: Program, value: SSAValue, axes: Sequence[int]) -> SSAValue:
    """The mean along axes, of which the dimensions stay."""
    total = kept(program, combined(program, value, axes, "sum"), value, axes)
    ones = program.full(1, program.dims(value), program.element(value))
    count = kept(program, combined(program, ones, axes, "sum"), value, axes)
    return program.binary("divide", total, count)


def variance_of(program: Program, value: SSAValue, axes: Sequence[int]) -> SSAValue:
    """The variance along axes, of which the dimensions stay."""
    apart = program.binary("subtract", value, mean_of(program, value, axes))
    return mean_of(program, program.binary("multiply", apart, apart), axes)


def without(program: Program, value: SSAValue, axes: Sequence[int]) -> SSAValue:
    """A value without axes, which have size 1."""
    sizes = [one for at, one in enumerate(program.dims(value)) if at not in axes]
    return program.reshape(value, sizes)


@builds("mean")
def mean(call: Call) -> SSAValue:
    """The mean along axes."""
    return averaged(call, mean_of(call.program, call.tensor(0), axes_of(call, call.tensor(0))))


def averaged(call: Call, result: SSAValue) -> SSAValue:
    """A result whose axes stay only if that is wanted."""
    if call.flag("keepdims"):
        return result
    return without(call.program, result, axes_of(call, call.tensor(0)))


@builds("variance")
def variance(call: Call) -> SSAValue:
    """The variance along axes."""
    value = call.tensor(0)
    return averaged(call, variance_of(call.program, value, axes_of(call, value)))


@builds("std")
def deviation(call: Call) -> SSAValue:
    """The standard deviation along axes."""
    value = call.tensor(0)
    spread = variance_of(call.program, value, axes_of(call, value))
    return averaged(call, call.program.unary("stablehlo.sqrt", spread))


def register_arguments() -> None:
    """Register the indices of extremes."""
    for name, kind in (("argmax", "max"), ("argmin", "min")):
        builds(name)(lambda call, kind=kind: index_of(call, kind))


def index_of(call: Call, kind: str) -> SSAValue:
    """The first index of the extreme along an axis, or among all elements."""
    program, value = call.program, call.tensor(0)
    rank, listed = program.rank(value), call.attributes["axis"]
    axes = list(range(rank)) if listed is None else [program.axis(call.integer("axis"), rank)]
    best = kept(program, combined(program, value, axes, kind), value, axes)
    sizes = program.dims(value)
    own = [sizes[axis] for axis in axes]
    index = row_major(program, own, sizes, lambda at: program.iota(sizes, axes[at], i64))
    here = program.compare("EQ", value, best)
    first = program.where(here, index, program.full(LARGE, sizes, i64))
    return finish(call, combined(program, first, axes, "min"), value, axes)


def row_major(
    program: Program,
    sizes: Sequence[Expr],
    shape: Sequence[Expr],
    column: Callable[[int], SSAValue],
) -> SSAValue:
    """Row-major places in `sizes`, of this shape: `column` has the indices along each axis."""
    index = program.full(0, shape, i64)
    step: Expr = const(1)
    for at in reversed(range(len(sizes))):
        index = program.binary("add", index, scaled_by(program, column(at), step))
        step = step * sizes[at]
    return index


def scaled_by(program: Program, value: SSAValue, factor: Expr) -> SSAValue:
    """Integers times a size."""
    if factor.constant == 1:
        return value
    return program.binary("multiply", value, program.size(factor, i64))


@builds("nn.softmax")
def softmax(call: Call) -> SSAValue:
    """exp(x - max) over its sum along an axis."""
    program = call.program
    apart, total = softened(call)
    return program.binary("divide", program.unary("stablehlo.exponential", apart), total)


def softened(call: Call) -> tuple[SSAValue, SSAValue]:
    """x - max, and the sum of its exponentials along the axis."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    axes = [program.axis(call.integer("axis"), program.rank(value))]
    most = kept(program, combined(program, value, axes, "max"), value, axes)
    apart = program.binary("subtract", value, most)
    raised = program.unary("stablehlo.exponential", apart)
    return apart, kept(program, combined(program, raised, axes, "sum"), value, axes)


@builds("nn.log_softmax")
def log_softmax(call: Call) -> SSAValue:
    """The logarithm of softmax."""
    apart, total = softened(call)
    return call.program.binary("subtract", apart, call.program.unary("stablehlo.log", total))


register()
register_arguments()
