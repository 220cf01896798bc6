"""linalg: tensors cut into tiles and put together again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation

from disc_shape.dialects.xdsl_extras.linalg import PackOp, UnPackOp
from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.reading import attribute, dense_array


def tile_sizes(op: PackOp | UnPackOp, given: Iterator[Array]) -> list[int]:
    """The sizes of the tiles; KernelError for a tile without elements."""
    static = dense_array(attribute(op, "static_inner_tiles"))
    sizes = [int(next(given)) if size == DYNAMIC_INDEX else size for size in static]
    if any(size < 1 for size in sizes):
        raise KernelError(f"tiles of sizes {sizes}")
    return sizes


def in_tiles(
    op: PackOp | UnPackOp, plain: Sequence[int], tiles: Sequence[int]
) -> tuple[list[int], list[int]]:
    """
    The sizes of a tensor of sizes `plain` with each dimension that is cut split into tiles and
    their elements, and the order of these dimensions in the tensor of tiles.
    """
    split: list[int] = []
    outer: dict[int, int] = {}
    inner: dict[int, int] = {}
    for axis, size in enumerate(plain):
        outer[axis] = len(split)
        if axis not in op.cut:
            split.append(size)
            continue
        tile = tiles[op.cut.index(axis)]
        inner[axis] = len(split) + 1
        split += [-(-size // tile), tile]
    order = [outer[axis] for axis in op.outer_order] + [inner[axis] for axis in op.cut]
    return split, order


def filled(op: PackOp | UnPackOp, plain: Sequence[int], tiles: Sequence[int]) -> list[int]:
    """The sizes of a tensor whose last tiles are full."""
    sizes = list(plain)
    for axis, tile in zip(op.cut, tiles, strict=True):
        sizes[axis] = -(-sizes[axis] // tile) * tile
    return sizes


def expect(found: Sequence[int], wanted: Sequence[int]) -> None:
    if list(found) != list(wanted):
        raise KernelError(f"a tensor of tiles has sizes {list(found)}, expected {list(wanted)}")


@semantics("linalg.pack")
def bind_pack(op: Operation) -> Step:
    if not isinstance(op, PackOp):
        raise TypeError(op.name)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        source, dest, *rest = ins
        padding = rest.pop(0) if op.padding is not None else None
        tiles = tile_sizes(op, iter(rest))
        split, order = in_tiles(op, source.shape, tiles)
        expect(dest.shape, [split[place] for place in order])
        sizes = filled(op, source.shape, tiles)
        if padding is None and tuple(sizes) != source.shape:
            raise KernelError(f"tiles of {tiles} do not fill sizes {list(source.shape)}")
        whole = np.zeros(sizes, source.dtype)
        if padding is not None:
            whole[...] = padding
        whole[tuple(slice(size) for size in source.shape)] = source
        return (np.ascontiguousarray(whole.reshape(split).transpose(order)),)

    return step


@semantics("linalg.unpack")
def bind_unpack(op: Operation) -> Step:
    if not isinstance(op, UnPackOp):
        raise TypeError(op.name)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        source, dest, *rest = ins
        tiles = tile_sizes(op, iter(rest))
        split, order = in_tiles(op, dest.shape, tiles)
        expect(source.shape, [split[place] for place in order])
        back = [order.index(place) for place in range(len(order))]
        whole = source.transpose(back).reshape(filled(op, dest.shape, tiles))
        return (np.ascontiguousarray(whole[tuple(slice(size) for size in dest.shape)]),)

    return step
