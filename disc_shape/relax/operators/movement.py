"""Operators that move elements."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import Program
from disc_shape.relax.operators.rows import Built, Call, builds
from disc_shape.symbolic import Expr, const, product
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import TensorType, Type

ZERO, ONE = const(0), const(1)


@builds("permute_dims")
def permute_dims(call: Call) -> SSAValue:
    """The dimensions in another order, the reverse one if none is given."""
    program, value = call.program, call.tensor(0)
    rank = program.rank(value)
    listed = call.integers("axes")
    axes = list(reversed(range(rank))) if listed is None else program.axes(listed, rank)
    if len(axes) != rank:
        raise OperatorError(f"{len(axes)} axes for rank {rank}")
    return program.transpose(value, axes)


def tensor_like(type_: Type, shape: Shape) -> Type:
    """A tensor of another shape with the elements of a type."""
    return TensorType(shape, type_.element if isinstance(type_, TensorType) else None)


@builds("reshape")
def reshape(call: Call) -> SSAValue:
    """The same elements in another shape: 0 keeps a dimension, one -1 is computed."""
    program, value = call.program, call.tensor(0)
    sizes = program.dims(value)
    wanted: list[Expr] = []
    computed: list[int] = []
    for index, size in enumerate(call.sizes(1)):
        if not call.asks(index, size):
            pass
        elif size.constant == 0 and index < len(sizes):
            size = sizes[index]
        elif size.constant != 0:
            if size.constant != -1:
                raise OperatorError(f"dimension {index} of the target shape is {dim_text(size)}")
            computed.append(index)
        wanted.append(size)
    if len(computed) > 1:
        raise OperatorError("more than one dimension of the target shape is -1")
    if computed:
        others = wanted[: computed[0]] + wanted[computed[0] + 1 :]
        wanted[computed[0]] = quotient(list(sizes), others)
    return program.reshape(value, wanted)


def quotient(sizes: list[Expr], others: list[Expr]) -> Expr:
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
def broadcast_to(call: Call) -> SSAValue:
    """The value repeated to a shape, its dimensions the last ones."""
    program, value, sizes = call.program, call.tensor(0), call.sizes(1)
    rank = program.rank(value)
    if rank > len(sizes):
        raise OperatorError(f"a tensor of rank {rank} does not broadcast to rank {len(sizes)}")
    return program.broadcast(value, sizes, range(len(sizes) - rank, len(sizes)))


@builds("flatten")
def flatten(call: Call) -> SSAValue:
    """All elements in one dimension."""
    value = call.tensor(0)
    return call.program.reshape(value, [product(call.program.dims(value))])


@builds("nn.batch_flatten")
def batch_flatten(call: Call) -> SSAValue:
    """The first dimension stays, all others become one."""
    program, value = call.program, call.tensor(0)
    sizes = program.dims(value)
    if len(sizes) < 2:
        raise OperatorError(f"operand 0 has rank {len(sizes)}, expected 2 or more")
    return program.reshape(value, [sizes[0], product(sizes[1:])])


@builds("expand_dims")
def expand_dims(call: Call) -> SSAValue:
    """New dimensions of size 1 at the axes of the result."""
    program, value = call.program, call.tensor(0)
    listed = call.integers("axis") or []
    rank = program.rank(value) + len(listed)
    axes = program.axes(listed, rank)
    old = iter(program.dims(value))
    return program.reshape(value, [ONE if axis in axes else next(old) for axis in range(rank)])


@builds("squeeze")
def squeeze(call: Call) -> Built:
    """Dimensions of size 1 dropped: those listed, or all of them."""
    program, value = call.program, call.tensor(0)
    sizes, listed = program.dims(value), call.integers("axis")
    if listed is None:
        gone = [axis for axis, size in enumerate(sizes) if program.equal(size, ONE)]
        if any(not program.differ(size, ONE) for size in sizes if not program.equal(size, ONE)):
            return tensor_of(program, value, Shape())
    else:
        gone = program.axes(listed, len(sizes))
        for axis in gone:
            if program.differ(sizes[axis], ONE):
                raise OperatorError(
                    f"axis {axis} is squeezed, but has size {dim_text(sizes[axis])}, not 1"
                )
    return program.reshape(value, [one for axis, one in enumerate(sizes) if axis not in gone])


def tensor_of(program: Program, value: SSAValue, shape: Shape) -> Type:
    """A type with the elements of a value."""
    return TensorType(shape, None if program.is_unknown(value) else str(program.element(value)))


@builds("concat")
def concat(call: Call) -> SSAValue:
    """Tensors one after the other along an axis; without one they have rank 1."""
    program, values = call.program, call.tensors()
    program.want_equal_elements(values)
    rank = program.rank(values[0])
    for value in values[1:]:
        program.want_rank(value, rank, "an operand")
    axis = call.attributes["axis"]
    if axis is None:
        program.want_rank(values[0], 1, "an operand of concat without an axis")
    at = program.axis(0 if axis is None else call.integer("axis"), rank)
    return program.concatenate(values, at)


@builds("stack")
def stack(call: Call) -> SSAValue:
    """Tensors of one shape along a new axis."""
    program, values = call.program, call.tensors()
    program.want_equal_elements(values)
    rank = program.rank(values[0])
    for value in values[1:]:
        program.want_rank(value, rank, "an operand")
    axis = program.axis(call.integer("axis"), rank + 1)
    wide: list[SSAValue] = []
    for value in values:
        sizes = list(program.dims(value))
        sizes.insert(axis, ONE)
        wide.append(program.reshape(value, sizes))
    return program.concatenate(wide, axis)


@builds("flip")
def flip(call: Call) -> SSAValue:
    """The order along an axis turned around."""
    program, value = call.program, call.tensor(0)
    return program.reverse(value, program.axes(call.integers("axis") or [], program.rank(value)))


@builds("repeat")
def repeat(call: Call) -> SSAValue:
    """Each element several times along an axis, or of all of them in one dimension."""
    program, value = call.program, call.tensor(0)
    times = const(call.integer("repeats"))
    if call.attributes["axis"] is None:
        value = program.reshape(value, [product(program.dims(value))])
        axis = 0
    else:
        axis = program.axis(call.integer("axis"), program.rank(value))
    sizes = list(program.dims(value))
    wide = [*sizes[: axis + 1], times, *sizes[axis + 1 :]]
    kept = [one for one in range(len(wide)) if one != axis + 1]
    spread = program.broadcast(value, wide, kept)
    sizes[axis] = sizes[axis] * times
    return program.reshape(spread, sizes)


@builds("tile")
def tile(call: Call) -> SSAValue:
    """The whole tensor several times along its last axes."""
    program, value = call.program, call.tensor(0)
    times = call.integers("repeats") or []
    sizes = [ONE] * (len(times) - program.rank(value)) + list(program.dims(value))
    counts = [1] * (len(sizes) - len(times)) + times
    value = program.reshape(value, sizes)
    wide: list[Expr] = []
    for count, size in zip(counts, sizes, strict=True):
        wide += [const(count), size]
    spread = program.broadcast(value, wide, range(1, len(wide), 2))
    return program.reshape(
        spread, [size * count for size, count in zip(sizes, counts, strict=True)]
    )


@builds("meshgrid")
def meshgrid(call: Call) -> Sequence[SSAValue]:
    """Each vector along an axis of its own."""
    program, values = call.program, call.tensors()
    for value in values:
        if program.rank(value) > 1:
            raise OperatorError(f"an operand has rank {program.rank(value)}, expected at most 1")
    flat = [program.reshape(one, [product(program.dims(one))]) for one in values]
    axes = list(range(len(flat)))
    if call.word("indexing") == "xy" and len(axes) > 1:
        axes[:2] = [1, 0]
    sizes: list[Expr] = [ONE] * len(flat)
    for value, axis in zip(flat, axes, strict=True):
        sizes[axis] = program.dims(value)[0]
    return [program.broadcast(one, sizes, [axis]) for one, axis in zip(flat, axes, strict=True)]


@builds("nn.pad")
def pad(call: Call) -> SSAValue:
    """More elements before and after each dimension."""
    program, value = call.program, call.tensor(0)
    widths = call.integers("pad_width") or []
    rank = program.rank(value)
    if len(widths) != 2 * rank:
        raise OperatorError(f"{len(widths)} paddings for rank {rank}, expected {2 * rank}")
    number = program.constant(call.real("pad_value"), program.element(value))
    low, high = ([const(one) for one in widths[start::2]] for start in (0, 1))
    return program.pad(value, number, low, high)


@builds("nn.pixel_shuffle")
def pixel_shuffle(call: Call) -> SSAValue:
    """Channels become pixels: (..., c * r * r, h, w) is (..., c, h * r, w * r)."""
    program, value = call.program, call.tensor(0)
    sizes = program.dims(value)
    if len(sizes) < 3:
        raise OperatorError(f"operand 0 has rank {len(sizes)}, expected 3 or more")
    factor = const(call.integer("upscale_factor"))
    *before, channels, height, width = sizes
    kept = channels // (factor * factor)
    wide = program.reshape(value, [*before, kept, factor, factor, height, width])
    first = len(before)
    axes = [*range(first + 1), first + 3, first + 1, first + 4, first + 2]
    moved = program.transpose(wide, axes)
    return program.reshape(moved, [*before, kept, height * factor, width * factor])
