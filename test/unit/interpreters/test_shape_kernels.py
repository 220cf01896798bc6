"""Kernels that move elements, against loops over single elements that follow the specification."""

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from disc_shape.interpreters.kernels import indexing, shapes
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.kernels.indexing import GatherDims, ScatterDims

quick = settings(max_examples=150, database=None)


def positions(shape: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return itertools.product(*(range(size) for size in shape))


def numbered(shape: Sequence[int]) -> NDArray[np.int32]:
    return np.arange(1, 1 + int(np.prod(shape, dtype=np.int64)), dtype=np.int32).reshape(shape)


sizes = st.lists(st.integers(0, 4), max_size=3)


@quick
@given(st.data())
def test_pad(data: st.DataObject) -> None:
    shape = data.draw(sizes)
    low = [data.draw(st.integers(-3, 3)) for _ in shape]
    high = [data.draw(st.integers(-3, 3)) for _ in shape]
    interior = [data.draw(st.integers(0, 2)) for _ in shape]
    operand, value = numbered(shape), np.asarray(-7, np.int32)
    target = [
        size + lo + hi + max(size - 1, 0) * inner
        for size, lo, hi, inner in zip(shape, low, high, interior, strict=True)
    ]
    if any(size < 0 for size in target):
        with pytest.raises(KernelError, match="negative"):
            shapes.pad(operand, value, low, high, interior)
        return
    expected = np.full(target, value)
    for at in positions(shape):
        where = tuple(
            lo + index * (inner + 1) for lo, index, inner in zip(low, at, interior, strict=True)
        )
        if all(0 <= index < size for index, size in zip(where, target, strict=True)):
            expected[where] = operand[at]
    np.testing.assert_array_equal(shapes.pad(operand, value, low, high, interior), expected)


@quick
@given(st.data())
def test_broadcast_in_dim(data: st.DataObject) -> None:
    shape = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))
    dims = data.draw(st.permutations(range(len(shape))))
    dims = dims[: data.draw(st.integers(0, len(dims)))]
    operand = numbered([shape[d] if data.draw(st.booleans()) else 1 for d in dims])
    got = shapes.broadcast_in_dim(operand, shape, dims)
    assert got.shape == tuple(shape)
    for at in positions(shape):
        source = tuple(
            0 if size == 1 else at[d] for d, size in zip(dims, operand.shape, strict=True)
        )
        assert got[at] == operand[source]


def test_broadcast_in_dim_refuses() -> None:
    with pytest.raises(KernelError, match=r"operand dimension 0 of size 3 .* 1 of size 4"):
        shapes.broadcast_in_dim(numbered([3]), [2, 4], [1])


@quick
@given(st.data())
def test_slices(data: st.DataObject) -> None:
    shape = data.draw(sizes)
    operand = numbered(shape)
    start = [data.draw(st.integers(0, size)) for size in shape]
    limit = [data.draw(st.integers(at, size)) for at, size in zip(start, shape, strict=True)]
    stride = [data.draw(st.integers(1, 3)) for _ in shape]
    got = shapes.static_slice(operand, start, limit, stride)
    lines = [range(a, b, c) for a, b, c in zip(start, limit, stride, strict=True)]
    assert got.shape == tuple(len(line) for line in lines)
    for at in positions(got.shape):
        assert got[at] == operand[tuple(line[i] for line, i in zip(lines, at, strict=True))]


def test_static_slice_refuses() -> None:
    with pytest.raises(KernelError, match=r"slice \[0:5\] of dimension 0 is outside its size 4"):
        shapes.static_slice(numbered([4]), [0], [5], [1])


@quick
@given(st.data())
def test_dynamic_slices_clamp(data: st.DataObject) -> None:
    shape = data.draw(sizes)
    operand = numbered(shape)
    size = [data.draw(st.integers(0, n)) for n in shape]
    starts = [data.draw(st.integers(-6, 6)) for _ in shape]
    begin = [max(0, min(s, n - k)) for s, n, k in zip(starts, shape, size, strict=True)]
    arrays = [np.asarray(s, np.int32) for s in starts]
    got = shapes.dynamic_slice(operand, arrays, size)
    update = -numbered(size)
    changed = shapes.dynamic_update_slice(operand, update, arrays)
    expected = operand.copy()
    for at in positions(size):
        source = tuple(b + i for b, i in zip(begin, at, strict=True))
        assert got[at] == operand[source]
        expected[source] = update[at]
    np.testing.assert_array_equal(changed, expected)


@st.composite
def gathers(draw: st.DrawFn) -> tuple[Array, Array, GatherDims, list[int]]:
    rank = draw(st.integers(1, 3))
    shape = [draw(st.integers(1, 3)) for _ in range(rank)]
    kinds = [draw(st.sampled_from(["offset", "collapsed", "batching"])) for _ in shape]
    slices = [draw(st.integers(0, n)) if k == "offset" else 1 for n, k in zip(shape, kinds)]
    batching = [d for d in range(rank) if kinds[d] == "batching"]
    mapped = [d for d in range(rank) if kinds[d] == "collapsed"]
    mapped += [d for d in range(rank) if kinds[d] == "offset" and draw(st.booleans())]
    mapped = draw(st.permutations(mapped))
    batch = [shape[d] for d in batching] + draw(st.lists(st.integers(0, 3), max_size=1))
    order = draw(st.permutations(range(len(batch))))
    batch = [batch[i] for i in order]
    vector = draw(st.integers(0, len(batch)))
    where = [order.index(i) for i in range(len(batching))]
    where = [i if i < vector else i + 1 for i in where]
    index_shape = [*batch[:vector], len(mapped), *batch[vector:]]
    if len(mapped) == 1 and draw(st.booleans()) and vector == len(batch):
        index_shape = batch
    count = int(np.prod(index_shape, dtype=np.int64))
    values = draw(st.lists(st.integers(-2, 4), min_size=count, max_size=count))
    indices = np.asarray(values, np.int64).reshape(index_shape)
    kept = [d for d in range(rank) if kinds[d] == "offset"]
    result_rank = len(batch) + len(kept)
    offsets = sorted(draw(st.permutations(range(result_rank)))[: len(kept)])
    dims = GatherDims(
        tuple(offsets),
        tuple(d for d in range(rank) if kinds[d] == "collapsed"),
        tuple(batching),
        tuple(where),
        tuple(mapped),
        vector,
    )
    return numbered(shape), indices, dims, slices


def index_vector(indices: Array, vector_dim: int, batch: Sequence[int]) -> list[int]:
    if vector_dim == indices.ndim:
        return [int(indices[tuple(batch)])]
    where = (*batch[:vector_dim], slice(None), *batch[vector_dim:])
    return [int(value) for value in indices[where]]


@settings(max_examples=400, database=None)
@given(gathers())
def test_gather(case: tuple[Array, Array, GatherDims, list[int]]) -> None:
    operand, indices, dims, slices = case
    got = indexing.gather(operand, indices, dims, slices)
    kept = [
        d
        for d in range(operand.ndim)
        if d not in (*dims.collapsed_slice_dims, *dims.operand_batching_dims)
    ]
    for at in positions(got.shape):
        batch = [at[d] for d in range(got.ndim) if d not in dims.offset_dims]
        offset = [at[d] for d in dims.offset_dims]
        vector = index_vector(indices, dims.index_vector_dim, batch)
        source: list[int] = []
        for d in range(operand.ndim):
            index = 0
            if d in dims.start_index_map:
                raw = vector[dims.start_index_map.index(d)]
                index = max(0, min(raw, operand.shape[d] - slices[d]))
            if d in dims.operand_batching_dims:
                place = dims.start_indices_batching_dims[dims.operand_batching_dims.index(d)]
                index = batch[place if place < dims.index_vector_dim else place - 1]
            if d in kept:
                index += offset[kept.index(d)]
            source.append(index)
        assert got[at] == operand[tuple(source)]


@settings(max_examples=400, database=None)
@given(gathers(), st.sampled_from(["add", "replace", "affine"]))
def test_scatter(case: tuple[Array, Array, GatherDims, list[int]], kind: str) -> None:
    operand, indices, mirror, slices = case
    dims = ScatterDims(
        mirror.offset_dims,
        mirror.collapsed_slice_dims,
        mirror.operand_batching_dims,
        mirror.start_indices_batching_dims,
        mirror.start_index_map,
        mirror.index_vector_dim,
    )
    updates = 10 * numbered(indexing.gather(operand, indices, mirror, slices).shape)

    def body(old: Array, new: Array) -> list[Array]:
        sums = {"add": np.add(old, new), "affine": np.add(np.multiply(3, old), new)}
        return [sums.get(kind, new)]

    ufunc = np.add if kind == "add" else None
    got = indexing.scatter([operand], indices, [updates], dims, body, ufunc)[0]
    expected = operand.copy()
    skipped = (*dims.inserted_window_dims, *dims.input_batching_dims)
    windows = [d for d in range(operand.ndim) if d not in skipped]
    for at in positions(updates.shape):
        batch = [at[d] for d in range(updates.ndim) if d not in dims.update_window_dims]
        vector = index_vector(indices, dims.index_vector_dim, batch)
        target: list[int] = []
        for d in range(operand.ndim):
            index = 0
            if d in dims.scatter_dims_to_operand_dims:
                index = vector[dims.scatter_dims_to_operand_dims.index(d)]
            if d in dims.input_batching_dims:
                place = dims.scatter_indices_batching_dims[dims.input_batching_dims.index(d)]
                index = batch[place if place < dims.index_vector_dim else place - 1]
            if d in windows:
                index += at[dims.update_window_dims[windows.index(d)]]
            target.append(index)
        if all(0 <= i < n for i, n in zip(target, operand.shape, strict=True)):
            where = tuple(target)
            expected[where] = body(expected[where], updates[at])[0]
    np.testing.assert_array_equal(got, expected)


def test_reshape_refuses() -> None:
    with pytest.raises(KernelError, match=r"has 6 elements, result of shape \[4\] has 4"):
        shapes.reshape(numbered([2, 3]), [4])


@pytest.mark.parametrize(
    ("operands", "expected"),
    [([[2, 3], [3]], [2, 3]), ([[1], [4, 1]], [4, 1]), ([[0], [1]], [0]), ([[], [5]], [5])],
)
def test_broadcast_shapes(operands: list[list[int]], expected: list[int]) -> None:
    got = shapes.broadcast_shapes([np.asarray(o, np.int64) for o in operands])
    assert got.tolist() == expected


def test_broadcast_shapes_refuses() -> None:
    with pytest.raises(KernelError, match=r"dimension 1 .* 3 and 2"):
        shapes.broadcast_shapes([np.asarray([4, 3]), np.asarray([2])])


def test_torch_index_select() -> None:
    operand, index = numbered([2, 3, 2]), np.asarray([[2, 0, 1], [1, 1, 9]])
    got = indexing.torch_index_select(operand, index, 1, 1)
    clipped = np.clip(index, 0, 2)
    for b, i, c in positions((2, 3, 2)):
        assert got[b, i, c] == operand[b, clipped[b, i], c]
    one = indexing.torch_index_select(numbered([3]), np.asarray(2), 0, 0)
    assert (one.shape, one.item()) == ((), numbered([3])[2])


@pytest.mark.parametrize(
    ("sizes_given", "fits"),
    [([2, 3], True), ([-1, 3], True), ([-1, 4], False), ([-1, -1], False), ([-2, 3], False)],
)
def test_reshapable(sizes_given: list[int], fits: bool) -> None:
    assert shapes.is_reshapable(6, np.asarray(sizes_given)) is fits


def test_reshape_target() -> None:
    assert shapes.reshape_target(12, np.asarray([-1, 3])).tolist() == [4, 3]
    assert shapes.reshape_target(0, np.asarray([-1, 3])).tolist() == [0, 3]
    with pytest.raises(KernelError, match=r"-1 in target shape \[-1, 0\] could be any size"):
        shapes.reshape_target(0, np.asarray([-1, 0]))
