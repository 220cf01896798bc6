"""memref: views, which show the memory of a buffer in other sizes and steps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from xdsl.dialects.builtin import DYNAMIC_INDEX, NoneAttr
from xdsl.ir import Attribute, Operation

from disc_shape.interpreters import memory
from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.memory import Buffer
from disc_shape.interpreters.reading import attribute, dense_array
from disc_shape.interpreters.semantics.memref import buffer_of, type_of
from disc_shape.interpreters.semantics.tensor import reassociation
from disc_shape.interpreters.values import element_dtype, sizes_of


def laid_out(buffer: Buffer, kind: Attribute) -> Buffer:
    """The buffer, when its offset and strides are those of the type; KernelError otherwise."""
    ranked = memory.as_memref(kind)
    if ranked is None or ranked.get_num_dims() != buffer.ndim:
        return buffer
    steps, offset = memory.layout_of(ranked)
    if isinstance(ranked.layout, NoneAttr):
        steps = memory.row_major(buffer.shape)
    if 0 in buffer.shape:
        return buffer
    if offset is not None and offset != buffer.offset:
        raise KernelError(f"offset of {buffer.name} is {buffer.offset}, its type has {offset}")
    for dimension, (step, found) in enumerate(zip(steps, buffer.steps, strict=True)):
        if step is not None and step != found and buffer.shape[dimension] > 1:
            raise KernelError(
                f"stride of dimension {dimension} of {buffer.name} is {found}, its type has {step}"
            )
    return buffer


@semantics("memref.cast")
def bind_cast(op: Operation) -> Step:
    """The step of `memref.cast`."""
    kind = op.results[0].type
    return lambda _frame, ins: (laid_out(buffer_of(ins[0]), kind),)


def _view(
    source: Buffer, kind: Attribute, sizes: Sequence[int], steps: Sequence[int], offset: int
) -> Buffer:
    memory.alive(source)
    made = memory.window(source.allocation, source.dtype, sizes, steps, offset, source.origin)
    return laid_out(made, kind)


def _mixed(op: Operation, name: str, given: Iterator[Array]) -> list[int]:
    """Static numbers, the open ones given by operands in order."""
    static = dense_array(attribute(op, name))
    return [int(next(given)) if number == DYNAMIC_INDEX else number for number in static]


@semantics("memref.reinterpret_cast")
def bind_reinterpret_cast(op: Operation) -> Step:
    """
    The step of `memref.reinterpret_cast`; the elements of one that begins a lifetime hold nothing
    yet.
    """
    kind = op.results[0].type
    begins = "disc_shape.lifetime" in op.attributes

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        given = iter(ins[1:])
        offsets, sizes, steps = (
            _mixed(op, name, given) for name in ("static_offsets", "static_sizes", "static_strides")
        )
        view = _view(buffer_of(ins[0]), kind, sizes, steps, offsets[0])
        if begins:
            view.allocation.forget_bytes(view.start, view.start + view.nbytes)
        return (view,)

    return step


@semantics("memref.subview")
def bind_subview(op: Operation) -> Step:
    """The step of `memref.subview`."""
    kind = op.results[0].type
    expected = sizes_of(kind) or ()
    # A size that happens to be 1 when the program runs is not dropped for one that always is.
    static = dense_array(attribute(op, "static_sizes"))
    kept = _kept(static, expected) if len(static) - static.count(1) <= len(expected) else None

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        source, given = buffer_of(ins[0]), iter(ins[1:])
        offsets, sizes, strides = (
            _mixed(op, name, given) for name in ("static_offsets", "static_sizes", "static_strides")
        )
        steps = [a * b for a, b in zip(source.steps, strides, strict=True)]
        offset = source.offset
        bounds = zip(offsets, sizes, strides, source.shape, strict=True)
        for dimension, (at, size, stride, whole) in enumerate(bounds):
            ends = (at, at + (size - 1) * stride)
            if min(at, size) < 0 or (size and not 0 <= min(ends) <= max(ends) < whole):
                raise KernelError(
                    f"{size} from {at} in steps of {stride} leave dimension {dimension} of"
                    f" {source.name}"
                )
            offset += at * source.steps[dimension]
        axes = _kept(sizes, expected) if kept is None else kept
        return (_view(source, kind, [sizes[i] for i in axes], [steps[i] for i in axes], offset),)

    return step


def _kept(sizes: Sequence[int], expected: Sequence[int]) -> list[int]:
    """The dimensions that a result of lower rank keeps: ones go, the first ones first."""
    kept = list(range(len(sizes)))
    at = 0
    while len(kept) > len(expected):
        if at >= len(kept):
            raise KernelError(f"sizes {list(sizes)} do not fit rank {len(expected)}")
        fits = at < len(expected) and expected[at] in (1, -1)
        surplus = len(kept) - len(expected)
        ones = sum(sizes[index] == 1 for index in kept[at:])
        if sizes[kept[at]] == 1 and not (fits and expected[at] == 1 and ones > surplus):
            del kept[at]
        else:
            at += 1
    return kept


@semantics("memref.view")
def bind_view(op: Operation) -> Step:
    """The step of `memref.view`; the bytes of one that begins a lifetime hold nothing yet."""
    kind = type_of(op.results[0], op)
    dtype = element_dtype(kind.element_type)
    begins = "disc_shape.lifetime" in op.attributes

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        source, shift, given = buffer_of(ins[0]), int(ins[1]), iter(ins[2:])
        memory.alive(source)
        sizes = [int(next(given)) if size < 0 else size for size in kind.get_shape()]
        needed = shift + math.prod(sizes) * dtype.itemsize
        if shift < 0 or needed > source.size:
            raise KernelError(f"bytes {shift} to {needed} are asked of {source.name}")
        origin = source.start + shift
        steps = memory.row_major(sizes)
        if begins:
            source.allocation.forget_bytes(origin, source.start + needed)
        return (memory.window(source.allocation, dtype, sizes, steps, 0, origin),)

    return step


@semantics("memref.expand_shape")
def bind_expand_shape(op: Operation) -> Step:
    """The step of `memref.expand_shape`."""
    kind, groups = op.results[0].type, reassociation(op)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        source = buffer_of(ins[0])
        sizes = _mixed(op, "static_output_shape", iter(ins[1:]))
        steps = [1] * len(sizes)
        for dimension, group in enumerate(groups):
            product = math.prod(sizes[index] for index in group)
            if product != source.shape[dimension]:
                raise KernelError(
                    f"dimension {dimension} of {source.name} is expanded to {product} elements"
                )
            step = source.steps[dimension]
            for index in reversed(group):
                steps[index] = step
                step *= sizes[index]
        return (_view(source, kind, sizes, steps, source.offset),)

    return step


@semantics("memref.collapse_shape")
def bind_collapse_shape(op: Operation) -> Step:
    """The step of `memref.collapse_shape`."""
    kind, groups = op.results[0].type, reassociation(op)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        source = buffer_of(ins[0])
        sizes: list[int] = []
        steps: list[int] = []
        for group in groups:
            real = [index for index in group if source.shape[index] != 1]
            for outer, inner in pairwise(real):
                dense = source.steps[inner] * source.shape[inner]
                if source.size and source.steps[outer] != dense:
                    raise KernelError(
                        f"dimensions {outer} and {inner} of {source.name} do not lie side by"
                        f" side: strides {source.steps[outer]} and {source.steps[inner]}"
                    )
            sizes.append(math.prod(source.shape[index] for index in group))
            steps.append(source.steps[(real or group)[-1]])
        return (_view(source, kind, sizes, steps, source.offset),)

    return step
