"""Operators that move elements, and those that take a part of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xdsl.dialects.builtin import i64

from disc_shape.dialects.hlo.attributes import i64_attr
from disc_shape.dialects.relax.dims import dim_text
from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.program import ONE, ZERO, want_equal_elements
from disc_shape.relax.operators.rows import (
    Axes,
    Axis,
    Built,
    Call,
    Ints,
    Scalars,
    Sizes,
    Tensor,
    Tensors,
    builds,
)
from disc_shape.symbolic import (
    Expr,
    Prover,
    Truth,
    ceildiv,
    compare,
    const,
    maximum,
    minimum,
    product,
    select,
)


@builds("permute_dims")
def permute_dims(x: Tensor, *, axes: Axes | None) -> Tensor:
    """The dimensions in another order, the reverse one if none is given."""
    order = list(reversed(range(x.rank))) if axes is None else axes
    if len(order) != x.rank:
        raise OperatorError(f"{len(order)} axes for rank {x.rank}")
    return x.transpose(order)


@builds("reshape")
def reshape(x: Tensor, sizes: Sizes, *, call: Call) -> Tensor:
    """The same elements in another shape: 0 keeps a dimension, one -1 is computed."""
    wanted = list(sizes)
    computed: list[int] = []
    for index, size in enumerate(sizes):
        if not call.asks(index, size):
            continue
        if size.constant == -1:
            computed.append(index)
        elif size.constant != 0:
            raise OperatorError(f"dimension {index} of the target shape is {dim_text(size)}")
        elif index < x.rank:
            wanted[index] = x.sizes[index]
    if len(computed) > 1:
        raise OperatorError("more than one dimension of the target shape is -1")
    for index in computed:
        wanted[index] = quotient(x.sizes, wanted[:index] + wanted[index + 1 :])
    return x.reshape(wanted)


def quotient(sizes: Sequence[Expr], others: Sequence[Expr]) -> Expr:
    """How often the product of `others` goes into that of `sizes`; equal factors cancel."""
    left = list(sizes)
    right: list[Expr] = []
    for size in others:
        if size in left:
            left.remove(size)
        else:
            right.append(size)
    above, below = product(left), product(right)
    return above if below is ONE else above // below


@builds("broadcast_to")
def broadcast_to(x: Tensor, sizes: Sizes) -> Tensor:
    """The value repeated to a shape, its dimensions the last ones."""
    if x.rank > len(sizes):
        raise OperatorError(f"a tensor of rank {x.rank} does not broadcast to rank {len(sizes)}")
    return x.broadcast(sizes)


@builds("flatten")
def flatten(x: Tensor) -> Tensor:
    """All elements in one dimension."""
    return x.flat()


@builds("nn.batch_flatten")
def batch_flatten(x: Tensor) -> Tensor:
    """The first dimension stays, all others become one."""
    x.want_least_rank(2)
    return x.reshape([x.sizes[0], product(x.sizes[1:])])


@builds("expand_dims")
def expand_dims(x: Tensor, *, axis: Ints) -> Tensor:
    """New dimensions of size 1 at the axes of the result."""
    axes, old = x.axes(axis, len(axis)), iter(x.sizes)
    return x.reshape([ONE if at in axes else next(old) for at in range(x.rank + len(axes))])


@builds("squeeze")
def squeeze(x: Tensor, *, axis: Axes | None) -> Built:
    """Dimensions of size 1 dropped: those listed, or all of them."""
    sizes, program = x.sizes, x.program
    gone = axis
    if gone is None:
        gone = [at for at, size in enumerate(sizes) if program.equal(size, ONE)]
        if not all(at in gone or program.differ(size, ONE) for at, size in enumerate(sizes)):
            return x.tensor_type()
    for at in gone:
        if program.differ(sizes[at], ONE):
            raise OperatorError(f"axis {at} is squeezed, but has size {dim_text(sizes[at])}, not 1")
    return x.reshape([size for at, size in enumerate(sizes) if at not in gone])


def want_alike(tensors: Tensors) -> None:
    """Refuse different ranks and element types."""
    want_equal_elements(*tensors)
    for one in tensors[1:]:
        one.want_rank(tensors[0].rank)


@builds("concat")
def concat(tensors: Tensors, *, axis: Axis | None) -> Tensor:
    """Tensors one after the other along an axis; without one they have rank 1."""
    want_alike(tensors)
    if axis is None:
        tensors[0].want_rank(1, "an operand of concat without an axis")
    return concatenated(tensors, axis or 0)


def concatenated(tensors: Tensors, axis: int) -> Tensor:
    """Tensors one after the other along an axis."""
    return tensors[0].apply("concatenate", *tensors[1:], dimension=i64_attr(axis))


@builds("stack")
def stack(tensors: Tensors, *, axis: int) -> Tensor:
    """Tensors of one shape along a new axis."""
    want_alike(tensors)
    at = tensors[0].axis(axis, 1)
    wide = [one.reshape([*one.sizes[:at], ONE, *one.sizes[at:]]) for one in tensors]
    return concatenated(wide, at)


@builds("flip")
def flip(x: Tensor, *, axis: Axes) -> Tensor:
    """The order along an axis turned around."""
    return x.reverse(axis)


@builds("repeat")
def repeat(x: Tensor, *, repeats: int, axis: Axis | None) -> Tensor:
    """Each element several times along an axis, or of all of them in one dimension."""
    value, at, times = x.flat() if axis is None else x, axis or 0, const(repeats)
    sizes = list(value.sizes)
    wide = value.spread([*sizes[: at + 1], times, *sizes[at + 1 :]], at + 1)
    sizes[at] = sizes[at] * times
    return wide.reshape(sizes)


@builds("tile")
def tile(x: Tensor, *, repeats: Ints) -> Tensor:
    """The whole tensor several times along its last axes."""
    sizes = [ONE] * (len(repeats) - x.rank) + list(x.sizes)
    counts = [const(one) for one in [1] * (len(sizes) - len(repeats)) + repeats]
    pairs = list(zip(counts, sizes, strict=True))
    wide = [one for pair in pairs for one in pair]
    spread = x.reshape(sizes).broadcast(wide, range(1, len(wide), 2))
    return spread.reshape([size * count for count, size in pairs])


@builds("meshgrid")
def meshgrid(tensors: Tensors, *, indexing: str) -> Sequence[Tensor]:
    """Each vector along an axis of its own."""
    tensors[0].want_rank(1)
    want_alike(tensors)
    axes = list(range(len(tensors)))
    if indexing == "xy" and len(axes) > 1:
        axes[:2] = [1, 0]
    sizes = [tensors[axis].sizes[0] for axis in axes]
    return [one.broadcast(sizes, [axis]) for one, axis in zip(tensors, axes, strict=True)]


@builds("nn.pad")
def pad(x: Tensor, *, pad_width: Ints, pad_mode: str, pad_value: float) -> Tensor:
    """More elements before and after each dimension: a number, or elements of the operand."""
    if len(pad_width) != 2 * x.rank:
        raise OperatorError(f"{len(pad_width)} paddings for rank {x.rank}, expected {2 * x.rank}")
    low, high = ([const(one) for one in pad_width[start::2]] for start in (0, 1))
    if pad_mode == "constant":
        return x.pad(pad_value, low, high)
    for axis, (before, after) in enumerate(zip(low, high, strict=True)):
        if before is not ZERO or after is not ZERO:
            x = x.take(places_beyond(x, axis, before, after, pad_mode), axis)
    return x


def places_beyond(x: Tensor, axis: int, before: Expr, after: Expr, mode: str) -> Tensor:
    """
    The elements along an axis, and those that stand for the ones before and after them: at the same
    distance from the end (`reflect`), the last one (`replicate`), or from the other end
    (`circular`).
    """
    program, size = x.program, x.sizes[axis]
    least = maximum(before, after) + 1 if mode == "reflect" else ONE
    few = f"axis {axis} has {dim_text(size)} elements, which are too few to pad"
    program.want(compare("<=", least, size), few, f"axis {axis} has too few elements to pad")
    index = program.iota([size + before + after], 0, i64)
    index, last = index - index.scalar(before), index.scalar(size - 1)
    match mode:
        case "reflect":
            return last - (last - index.apply("abs")).apply("abs")
        case "replicate":
            return index.clamped(0, last)
        case "circular":
            return around(index, size)
        case _:
            modes = "constant, reflect, replicate or circular"
            raise OperatorError(f"the mode is '{mode}', expected {modes}")


def around(index: Tensor, size: Expr) -> Tensor:
    """Indices counted around the ends, as often as it takes."""
    length = index.scalar(size)
    return (index.binary("remainder", length) + length).binary("remainder", length)


@builds("nn.pixel_shuffle")
def pixel_shuffle(x: Tensor, *, upscale_factor: int) -> Tensor:
    """Channels become pixels: (..., c * r * r, h, w) is (..., c, h * r, w * r)."""
    x.want_least_rank(3)
    factor, (*before, channels, height, width) = const(upscale_factor), x.sizes
    kept = groups_of(x, channels, upscale_factor * abs(upscale_factor))
    wide = x.reshape([*before, kept, factor, factor, height, width])
    first = len(before)
    moved = wide.transpose([*range(first + 1), *(first + at for at in (3, 1, 4, 2))])
    return moved.reshape([*before, kept, height * factor, width * factor])


def groups_of(x: Tensor, channels: Expr, size: int) -> Expr:
    """How many groups of a size channels are. Refuses a size that does not divide them."""
    if size < 1:
        raise OperatorError(f"channels are taken in groups of {size}, expected 1 or more")
    text = f"{dim_text(channels)} channels are no groups of {size}"
    x.program.want(compare("==", channels % size, ZERO), text)
    return channels // size


@builds("split")
def split(x: Tensor, *, indices_or_sections: Ints, axis: Axis, call: Call) -> Built:
    """
    Sections of ceil(size / k), the last one smaller, or sections between indices; one section is no
    tuple.
    """
    size, prover = x.sizes[axis], x.program.state.prover
    if isinstance(count := call.attributes["indices_or_sections"], int):
        if count <= 0:
            raise OperatorError(f"{count} sections, expected 1 or more")
        length = ceildiv(size, const(count))
        ends = [length * index for index in range(count)]
        if prover.divides(count, size).truth is not Truth.YES:
            ends = [minimum(end, size) for end in ends]
    else:
        ends = [ZERO, *(clamped(const(one), size, prover) for one in indices_or_sections)]
    pairs = pairwise([*ends, size])
    found = [x.part(axis, start, at_least(limit, start, prover)) for start, limit in pairs]
    return found if len(found) > 1 else found[0]


def is_at_most(one: Expr, other: Expr, prover: Prover) -> bool:
    """Whether a size is not above another one in any run."""
    return prover.le(one, other).truth is Truth.YES


def at_least(one: Expr, other: Expr, prover: Prover) -> Expr:
    """The larger of two sizes."""
    return one if is_at_most(other, one, prover) else maximum(one, other)


def clamped(index: Expr, size: Expr, prover: Prover, least: int = 0) -> Expr:
    """
    An index that may be negative, as numpy reads it: between 0 and the size, or for what counts
    down between -1, which is before the first element, and the last one.
    """
    low, high = const(least), size + least
    if index.constant is not None and index.constant < 0:
        return maximum(size + index, low)
    if not is_at_most(ZERO, index, prover):
        counted = select(compare("<", index, ZERO), index + size, index)
        return minimum(maximum(counted, low), high)
    return index if is_at_most(index, high, prover) else minimum(index, high)


@builds("strided_slice")
def strided_slice(
    x: Tensor,
    axes: Scalars,
    begins: Scalars,
    ends: Scalars,
    steps: Scalars | None,
    *,
    assume_inbound: bool,
) -> Tensor:
    """Python's slices along some axes."""
    places = x.axes([one.constant for one in axes if one.constant is not None])
    by = [ONE] * len(places) if steps is None else steps
    if not len(places) == len(begins) == len(ends) == len(by):
        raise OperatorError(
            f"{len(places)} axes, {len(begins)} starts, {len(ends)} ends and {len(by)} steps"
        )
    if any(step.constant is None for step in by):
        sizes = [None if at in places else size for at, size in enumerate(x.sizes)]
        raise NoForm("a step is not known", x.tensor_type(sizes))
    value = x
    for axis, begin, end, step in zip(places, begins, ends, by, strict=True):
        value = sliced(value, axis, begin, end, step, inside=assume_inbound)
    return value


def sliced(x: Tensor, axis: int, begin: Expr, end: Expr, step: Expr, *, inside: bool) -> Tensor:
    """A slice along one axis; one that counts down is a slice of the reversed value."""
    size, prover = x.sizes[axis], x.program.state.prover
    by = step.constant or 0
    if by == 0:
        raise OperatorError(f"the step of axis {axis} is 0")
    if by < 0:
        x = x.reverse([axis])
        ends = (one if inside else clamped(one, size, prover, -1) for one in (begin, end))
        begin, end = (size - 1 - one for one in ends)
    elif not inside:
        begin, end = clamped(begin, size, prover), clamped(end, size, prover)
    if not inside or prover.lt(end, begin).truth is Truth.YES:
        end = at_least(end, begin, prover)
    return x.part(axis, begin, end, const(abs(by)))
