"""MLIR's tensor dialect."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, IntegerAttr
from xdsl.ir import Attribute, Operation

from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels import elementwise, shapes
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.pure import pure, pure_of_each
from disc_shape.interpreters.reading import attribute, int_of, ints_of, named, only_block
from disc_shape.interpreters.semantics.linalg import body_of, is_elementwise
from disc_shape.interpreters.semantics.movement import result_dtype
from disc_shape.interpreters.values import sizes_of


@semantics("tensor.dim", "shape.dim")
def bind_dim(_op: Operation) -> Step:
    """A size at an index that is computed."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        index = int(ins[1])
        if not 0 <= index < ins[0].ndim:
            raise KernelError(f"dimension {index} asked of a value of rank {ins[0].ndim}")
        return (np.asarray(ins[0].shape[index], np.int64),)

    return step


def dynamic_shape(op: Operation, ins: Sequence[Array]) -> tuple[int, ...]:
    """The result's sizes, the unknown ones given by operands in order."""
    sizes = sizes_of(op.results[0].type) or ()
    given = iter(ins)
    shape = tuple(int(next(given)) if size == -1 else size for size in sizes)
    for index, size in enumerate(shape):
        if size < 0:
            raise KernelError(f"size of dimension {index} is negative: {size}")
    return shape


@semantics("tensor.empty")
def bind_empty(op: Operation) -> Step:
    """What is in it is not defined: zeros here."""
    dtype = result_dtype(op)
    return lambda _frame, ins: (np.zeros(dynamic_shape(op, ins), dtype),)


@semantics("tensor.splat")
def bind_splat(op: Operation) -> Step:
    """The step of `tensor.splat`."""
    return lambda _frame, ins: (np.full(dynamic_shape(op, ins[1:]), ins[0], ins[0].dtype),)


@semantics("tensor.from_elements")
def bind_from_elements(op: Operation) -> Step:
    """The step of `tensor.from_elements`."""
    dtype, shape = result_dtype(op), sizes_of(op.results[0].type) or ()

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        result = np.empty(len(ins), dtype)
        for index, value in enumerate(ins):
            result[index] = value
        return (result.reshape(shape),)

    return step


def _position(array: Array, indices: Sequence[Array]) -> tuple[int, ...]:
    where = tuple(int(index) for index in indices)
    for dimension, (index, size) in enumerate(zip(where, array.shape, strict=True)):
        if not 0 <= index < size:
            raise KernelError(f"index {index} of dimension {dimension} is outside its size {size}")
    return where


@semantics("tensor.insert")
def bind_insert(_op: Operation) -> Step:
    """The step of `tensor.insert`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        result = ins[1].copy()
        result[_position(result, ins[2:])] = ins[0]
        return (result,)

    return step


def reassociation(op: Operation) -> list[list[int]]:
    """The groups of dimensions that collapse into one."""
    groups: list[list[int]] = []
    attr = attribute(op, "reassociation")
    for group in cast("ArrayAttr[Attribute]", attr).data if isinstance(attr, ArrayAttr) else ():
        inner = cast("ArrayAttr[Attribute]", group).data if isinstance(group, ArrayAttr) else ()
        groups.append([index.value.data for index in inner if isinstance(index, IntegerAttr)])
    return groups


@semantics("tensor.collapse_shape")
def bind_collapse_shape(op: Operation) -> Step:
    """The step of `tensor.collapse_shape`."""
    groups = reassociation(op)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        shape = [math.prod(ins[0].shape[index] for index in group) for group in groups]
        return (shapes.reshape(ins[0], shape),)

    return step


@semantics("tensor.expand_shape")
def bind_expand_shape(op: Operation) -> Step:
    """Each source dimension is the product of its group; at most one size of it may be open."""
    groups, static = reassociation(op), ints_of(op, "static_output_shape")
    sizes = static or sizes_of(op.results[0].type) or ()

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        given = iter(ins[1:])
        shape = [
            int(next(given, np.asarray(-1))) if size in (DYNAMIC_INDEX, -1) else size
            for size in sizes
        ]
        for source, group in enumerate(groups):
            known = math.prod(shape[index] for index in group if shape[index] != -1)
            for index in group:
                if shape[index] == -1:
                    shape[index] = ins[0].shape[source] // known if known else 0
            product = math.prod(shape[index] for index in group)
            if product != ins[0].shape[source]:
                raise KernelError(
                    f"dimension {source} of size {ins[0].shape[source]} expands to {product}"
                )
        return (shapes.reshape(ins[0], shape),)

    return step


def _mixed(op: Operation, name: str, given: Sequence[Array]) -> tuple[list[int], Sequence[Array]]:
    """A list of static numbers whose open places operands fill; and the operands left over."""
    static = ints_of(op, name)
    rest = iter(given)
    numbers = [int(next(rest)) if value == DYNAMIC_INDEX else value for value in static]
    return numbers, list(rest)


def _slices(
    op: Operation, source: Array, given: Sequence[Array]
) -> tuple[tuple[slice, ...], list[int]]:
    offsets, given = _mixed(op, "static_offsets", given)
    sizes, given = _mixed(op, "static_sizes", given)
    strides, _ = _mixed(op, "static_strides", given)
    where: list[slice] = []
    for index, (at, size, stride) in enumerate(zip(offsets, sizes, strides, strict=True)):
        last = at + (size - 1) * stride
        outside = min(at, size) < 0 or (size and not (at < source.shape[index] > last >= 0))
        if outside or not stride:
            raise KernelError(
                f"slice of {size} from {at} in steps of {stride} does not fit dimension {index} of"
                f" size {source.shape[index]}"
            )
        stop = last + (1 if stride > 0 else -1)
        where.append(slice(at, stop if size and stop >= 0 else (at if not size else None), stride))
    return tuple(where), sizes


@semantics("tensor.extract_slice")
def bind_extract_slice(op: Operation) -> Step:
    """The step of `tensor.extract_slice`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        where, _ = _slices(op, ins[0], ins[1:])
        return (_drop_ones(ins[0][where], ints_of(op, "static_sizes"), expected),)

    expected = sizes_of(op.results[0].type) or ()
    return step


def _drop_ones(array: Array, static: Sequence[int], expected: Sequence[int]) -> Array:
    """
    A slice in the rank of its type. From the last dimension on, one that is written as 1 goes where
    the type has another size, as in upstream's `getDroppedDims`.
    """
    if array.ndim == len(expected):
        return array
    wanted = list(expected)
    kept: list[int] = []
    for size, written in zip(reversed(array.shape), reversed(static), strict=True):
        if written == 1 and not (wanted and wanted[-1] == 1):
            continue
        kept.append(size)
        if wanted:
            wanted.pop()
    if wanted or len(kept) != len(expected):
        raise KernelError(f"slice of sizes {list(array.shape)} does not fit rank {len(expected)}")
    return array.reshape(kept[::-1])


def _is_reduced(shape: Sequence[int], sizes: Sequence[int]) -> bool:
    """Whether ``shape`` is ``sizes`` without some of its ones."""
    rest = iter(sizes)
    for size in shape:
        found = next((other for other in rest if other == size or other != 1), None)
        if found != size:
            return False
    return all(other == 1 for other in rest)


def _insert(op: Operation, source: Array, whole: Array, numbers: Sequence[Array]) -> None:
    where, sizes = _slices(op, whole, numbers)
    if not _is_reduced(source.shape, sizes):
        raise KernelError(
            f"source of shape {shapes.shape_text(source.shape)} is no slice of shape"
            f" {shapes.shape_text(sizes)}"
        )
    whole[where] = shapes.reshape(source, sizes)


@semantics("tensor.insert_slice")
def bind_insert_slice(op: Operation) -> Step:
    """The step of `tensor.insert_slice`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        result = ins[1].copy()
        _insert(op, ins[0], result, ins[2:])
        return (result,)

    return step


def _by_index(op: Operation, frame: Frame, shape: tuple[int, ...]) -> Callable[[], Array]:
    """
    The array whose elements a region computes from their indices: on whole arrays where it holds
    elementwise operations alone, else one by one.
    """
    dtype, block = result_dtype(op), only_block(op)

    def build() -> Array:
        indices = np.indices(shape, np.int64, sparse=True)
        if is_elementwise(block) and 0 not in shape:
            return np.array(body_of(block, frame, shape)(*indices)[0])
        result = np.empty(shape, dtype)
        for at in np.ndindex(shape):
            single = [np.asarray(index, np.int64) for index in at]
            result[at] = frame.run_region(op.regions[0], single)[1][0]
        return result

    return build


@semantics("tensor.generate")
def bind_generate(op: Operation) -> Step:
    """The step of `tensor.generate`."""
    return lambda frame, ins: (_by_index(op, frame, dynamic_shape(op, ins))(),)


@semantics("tensor.pad")
def bind_pad(op: Operation) -> Step:
    """The step of `tensor.pad`."""

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        source = ins[0]
        low, rest = _mixed(op, "static_low", ins[1:])
        high, _ = _mixed(op, "static_high", rest)
        if any(edge < 0 for edge in (*low, *high)):
            raise KernelError(f"padding is negative: {low} and {high}")
        shape = tuple(a + b + c for a, b, c in zip(low, source.shape, high, strict=True))
        result = _by_index(op, frame, shape)()
        where = tuple(slice(a, a + b) for a, b in zip(low, source.shape, strict=True))
        result[where] = source
        return (result,)

    return step


# The result type of a cast is compared with the sizes, as that of every operation.
pure("tensor.cast", lambda ins: ins)
pure("tensor.rank", lambda ins: np.asarray(ins[0].ndim, np.int64))
pure("tensor.extract", lambda ins: np.asarray(ins[0][_position(ins[0], ins[1:])]))
pure("tensor.concat", shapes.concatenate, named(int_of, "dim"))
pure("tensor.reshape", lambda ins: shapes.reshape(ins[0], shapes.target_shape(ins[1])))
pure_of_each("tensor.bitcast", elementwise.bitcast, result_dtype)
