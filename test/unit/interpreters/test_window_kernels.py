"""Reductions, windows, contractions and sorting against loops over single elements."""

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from disc_shape.interpreters.kernels import contraction, linear, reduction, sorting
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.kernels.contraction import ConvDims, ConvWindow
from disc_shape.interpreters.kernels.reduction import Window

quick = settings(max_examples=150, database=None)


def positions(shape: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return itertools.product(*(range(size) for size in shape))


def shuffled(shape: Sequence[int], seed: int) -> NDArray[np.int64]:
    count = int(np.prod(shape, dtype=np.int64))
    return np.random.default_rng(seed).permutation(count).astype(np.int64).reshape(shape)


def plus(a: Array, b: Array) -> list[Array]:
    return [np.add(a, b)]


def best(value: Array, index: Array, value2: Array, index2: Array) -> list[Array]:
    """argmax: the greater value, the lower index among equals."""
    first = np.greater(value, value2) | (np.equal(value, value2) & np.less(index, index2))
    return [np.where(first, value, value2), np.where(first, index, index2)]


@quick
@given(st.data())
def test_reduce_with_a_two_valued_body(data: st.DataObject) -> None:
    shape = data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=3))
    axis = data.draw(st.integers(0, len(shape) - 1))
    values = np.asarray(shuffled(shape, data.draw(st.integers(0, 99))) % 4)
    where = np.broadcast_to(
        np.arange(shape[axis]).reshape([-1 if d == axis else 1 for d in range(len(shape))]), shape
    )
    inits = [np.asarray(-1), np.asarray(99)]
    got = reduction.reduce([values, where], inits, [axis], best)
    if shape[axis] == 0:
        assert (got[0] == -1).all()
        assert (got[1] == 99).all()
    else:
        np.testing.assert_array_equal(got[0], values.max(axis=axis))
        if 0 not in got[1].shape:
            np.testing.assert_array_equal(got[1], values.argmax(axis=axis))


@pytest.mark.parametrize(
    "dtype", [np.float32, np.int8, np.uint8, np.bool_, np.complex64, np.float16]
)
@pytest.mark.parametrize(
    ("ufunc", "start"),
    [
        *((np.add, 0), (np.add, 1), (np.multiply, 1), (np.maximum, 0), (np.minimum, 1)),
        (np.multiply, -0.0),
    ],
)
@pytest.mark.parametrize("shape", [(1, 3), (5, 1), (4, 3), (17, 2)])
@pytest.mark.parametrize("after", [False, True])
def test_running_reductions(
    dtype: type[np.generic], ufunc: np.ufunc, start: int, shape: tuple[int, int], after: bool
) -> None:
    """A window over all elements so far gives what its body gives; an initial value may count."""
    values = np.asarray((shuffled(shape, 1) % 3).astype(dtype))
    hidden = shape[0] - 1
    paddings = [(0, hidden) if after else (hidden, 0), (0, 0)]
    window = Window.of([shape[0], 1], padding=paddings)

    def body(a: Array, b: Array) -> list[Array]:
        return [ufunc(a, b)]

    init = np.asarray(start).astype(dtype)
    (got,) = reduction.reduce_window([values], [init], window, body, ufunc)
    (wanted,) = reduction.reduce_window([values], [init], window, body)
    assert got.dtype == wanted.dtype
    np.testing.assert_array_equal(got, wanted)
    if np.issubdtype(dtype, np.floating):
        np.testing.assert_array_equal(np.signbit(got), np.signbit(wanted))


def test_a_window_of_nothing_is_refused() -> None:
    window = Window.of([0], padding=[(-1, 0)])
    with pytest.raises(KernelError, match="window size of dimension 0 is 0"):
        reduction.reduce_window([np.zeros(0)], [np.zeros(())], window, plus, np.add)


@quick
@given(st.lists(st.integers(0, 4), min_size=1, max_size=3), st.booleans())
def test_reduce_simple_and_general_agree(shape: list[int], everything: bool) -> None:
    values = shuffled(shape, 3)
    axes = list(range(len(shape))) if everything else [0]
    init = np.asarray(5)
    fast = reduction.reduce([values], [init], axes, plus, np.add)
    slow = reduction.reduce([values], [init], axes, plus)
    np.testing.assert_array_equal(fast[0], slow[0])
    np.testing.assert_array_equal(fast[0], values.sum(axis=tuple(axes)) + 5)


@st.composite
def window_cases(draw: st.DrawFn) -> tuple[list[int], Window]:
    rank = draw(st.integers(1, 2))
    small = st.lists(st.integers(1, 3), min_size=rank, max_size=rank)
    pads = st.lists(st.tuples(st.integers(-1, 2), st.integers(-1, 2)), min_size=rank, max_size=rank)
    shape = draw(st.lists(st.integers(2, 5), min_size=rank, max_size=rank))
    window = Window.of(draw(small), draw(small), draw(small), draw(small), draw(pads))
    return shape, window


def window_elements(
    operand: Array, window: Window, at: Sequence[int]
) -> list[tuple[int, ...] | None]:
    """Where each element of one window comes from; None for padding and holes."""
    result: list[tuple[int, ...] | None] = []
    for inner in positions(window.sizes):
        source: list[int] = []
        for d in range(operand.ndim):
            place = at[d] * window.strides[d] + inner[d] * window.window_dilations[d]
            place -= window.padding[d][0]
            dilation = window.base_dilations[d]
            inside = place % dilation == 0 and 0 <= place // dilation < operand.shape[d]
            source.append(place // dilation if inside else -1)
        result.append(None if -1 in source else tuple(source))
    return result


def window_counts(shape: Sequence[int], window: Window) -> list[int]:
    result: list[int] = []
    for d, size in enumerate(shape):
        padded = (size - 1) * window.base_dilations[d] + 1 + sum(window.padding[d])
        reach = (window.sizes[d] - 1) * window.window_dilations[d] + 1
        result.append((padded - reach) // window.strides[d] + 1 if padded >= reach else 0)
    return result


@quick
@given(window_cases(), st.booleans())
def test_reduce_window(case: tuple[list[int], Window], simple: bool) -> None:
    shape, window = case
    operand, init = shuffled(shape, 1), np.asarray(100)
    ufunc = np.add if simple else None
    got = reduction.reduce_window([operand], [init], window, plus, ufunc)[0]
    assert got.shape == tuple(window_counts(shape, window))
    for at in positions(got.shape):
        elements = window_elements(operand, window, at)
        assert got[at] == 100 + sum(100 if e is None else operand[e] for e in elements)


@quick
@given(st.data())
def test_select_and_scatter(data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, 2))
    shape = data.draw(st.lists(st.integers(2, 5), min_size=rank, max_size=rank))
    small = st.lists(st.integers(1, 3), min_size=rank, max_size=rank)
    pads = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=rank, max_size=rank)
    window = Window.of(data.draw(small), data.draw(small), padding=data.draw(pads))
    operand = np.asarray(shuffled(shape, 5) % 5)
    source = shuffled(window_counts(shape, window), 6) + 1

    def at_least(a: Array, b: Array) -> list[Array]:
        return [np.greater_equal(a, b)]

    init = np.asarray(7)
    got = reduction.select_and_scatter(operand, source, init, window, at_least, plus, np.add)
    expected = np.full(shape, 7)
    for at in positions(source.shape):
        inside = [e for e in window_elements(operand, window, at) if e is not None]
        if not inside:
            continue
        chosen = inside[0]
        for candidate in inside[1:]:
            if not operand[chosen] >= operand[candidate]:
                chosen = candidate
        expected[chosen] += source[at]
    np.testing.assert_array_equal(got, expected)


@quick
@given(st.data())
def test_dot_general(data: st.DataObject) -> None:
    batch = data.draw(st.lists(st.integers(0, 3), max_size=1))
    depth = data.draw(st.lists(st.integers(0, 3), max_size=2))
    rows = data.draw(st.lists(st.integers(0, 3), max_size=1))
    columns = data.draw(st.lists(st.integers(0, 3), max_size=1))
    b, k = len(batch), len(depth)
    left = data.draw(st.permutations(range(b + k + len(rows))))
    right = data.draw(st.permutations(range(b + k + len(columns))))
    plain_lhs = shuffled([*batch, *depth, *rows], 1)
    plain_rhs = shuffled([*batch, *depth, *columns], 2)
    lhs = np.transpose(plain_lhs, np.argsort(left))
    rhs = np.transpose(plain_rhs, np.argsort(right))
    got = contraction.dot_general(
        lhs, rhs, (left[:b], right[:b]), (left[b : b + k], right[b : b + k]), np.dtype(np.int64)
    )
    assert got.shape == (*batch, *rows, *columns)
    for at in positions(got.shape):
        pre, row, column = at[:b], at[b : b + len(rows)], at[b + len(rows) :]
        total = sum(
            int(plain_lhs[(*pre, *inner, *row)]) * int(plain_rhs[(*pre, *inner, *column)])
            for inner in positions(depth)
        )
        assert got[at] == total


@settings(max_examples=250, database=None)
@given(st.data())
def test_convolution(data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, 2))
    groups = data.draw(st.sampled_from([(1, 1), (2, 1), (1, 2)]))
    small = st.lists(st.integers(1, 2), min_size=rank, max_size=rank)
    pads = st.lists(st.tuples(st.integers(-1, 2), st.integers(-1, 2)), min_size=rank, max_size=rank)
    batch, features = 2, 2 * groups[0]
    outputs = 2 * data.draw(st.integers(1, 2))
    space = data.draw(st.lists(st.integers(2, 4), min_size=rank, max_size=rank))
    reach = data.draw(st.lists(st.integers(1, 3), min_size=rank, max_size=rank))
    window = ConvWindow.of(
        rank,
        data.draw(small),
        data.draw(pads),
        data.draw(small),
        data.draw(small),
        data.draw(st.lists(st.booleans(), min_size=rank, max_size=rank)),
    )
    orders = [data.draw(st.permutations(range(rank + 2))) for _ in range(3)]
    dims = ConvDims(
        orders[0][0], orders[0][1], tuple(orders[0][2:]),
        orders[1][0], orders[1][1], tuple(orders[1][2:]),
        orders[2][0], orders[2][1], tuple(orders[2][2:]),
    )  # fmt: skip
    plain = shuffled([batch, features, *space], 1)
    weights = shuffled([features // groups[0], outputs, *reach], 2)
    lhs = np.transpose(plain, np.argsort(orders[0]))
    rhs = np.transpose(weights, np.argsort(orders[1]))
    got = contraction.convolution(lhs, rhs, dims, window, *groups, np.dtype(np.int64))
    got = np.transpose(got, orders[2])
    sliding = Window.of(
        reach, window.strides, window.lhs_dilation, window.rhs_dilation, window.padding
    )
    counts = window_counts(space, sliding)
    assert got.shape == (batch // groups[1], outputs, *counts)
    image = plain[0, 0]
    per_group = outputs // max(groups)
    for n, o, *at in positions(got.shape):
        group = o // per_group
        first = group * (features // groups[0]) if groups[0] > 1 else 0
        row = group * (batch // groups[1]) + n if groups[1] > 1 else n
        total = 0
        for inner, place in zip(positions(reach), window_elements(image, sliding, at), strict=True):
            if place is None:
                continue
            flipped = tuple(
                size - 1 - i if flip else i
                for i, size, flip in zip(inner, reach, window.reversal, strict=True)
            )
            for f in range(features // groups[0]):
                total += int(plain[(row, first + f, *place)]) * int(weights[(f, o, *flipped)])
        assert got[(n, o, *at)] == total


@quick
@given(st.data())
def test_sort_is_stable_and_follows_the_comparator(data: st.DataObject) -> None:
    shape = data.draw(st.lists(st.integers(0, 7), min_size=1, max_size=2))
    axis = data.draw(st.integers(0, len(shape) - 1))
    keys = np.asarray(shuffled(shape, data.draw(st.integers(0, 99))) % 3)
    tags = shuffled(shape, 8)

    def descending(a: Array, b: Array, _c: Array, _d: Array) -> list[Array]:
        return [np.greater(a, b)]

    got = sorting.sort([keys, tags], axis, descending)
    order = np.argsort(-keys, axis=axis, kind="stable")
    np.testing.assert_array_equal(got[0], np.take_along_axis(keys, order, axis))
    np.testing.assert_array_equal(got[1], np.take_along_axis(tags, order, axis))


def ascending(a: Array, b: Array) -> list[Array]:
    return [np.less(a, b)]


def test_sort_is_fast_enough_for_long_lines() -> None:
    values = np.random.default_rng(0).random(20_000).astype(np.float32)
    got = sorting.sort([values], 0, ascending)[0]
    np.testing.assert_array_equal(got, np.sort(values))


def test_top_k_breaks_ties_by_position() -> None:
    values = np.asarray([[1.0, 3.0, np.nan, 3.0, -np.inf]], np.float32)
    best_values, where = sorting.top_k(values, 3)
    assert where.tolist() == [[2, 1, 3]]
    np.testing.assert_array_equal(best_values, values[:, [2, 1, 3]])


@pytest.mark.parametrize("kind", [np.float64, np.complex128])
@pytest.mark.parametrize("lower", [True, False])
def test_cholesky_reads_one_triangle(kind: type[np.generic], lower: bool) -> None:
    random = np.random.default_rng(4)
    a = random.random((2, 3, 3)) + (1j * random.random((2, 3, 3)) if kind is np.complex128 else 0)
    whole = a @ np.conjugate(np.swapaxes(a, -1, -2)) + 3 * np.eye(3)
    spoiled = (np.tril(whole) if lower else np.triu(whole)).astype(kind)
    factor = np.asarray(linear.cholesky(spoiled, lower=lower)).astype(kind)
    other = np.conjugate(np.swapaxes(factor, -1, -2))
    product = np.matmul(factor, other) if lower else np.matmul(other, factor)
    np.testing.assert_allclose(product, whole, rtol=1e-10)


@pytest.mark.parametrize("number", [0.0, -1.0, np.nan, -np.inf])
@pytest.mark.parametrize("lower", [True, False])
def test_cholesky_is_nan_where_a_pivot_is_not_positive(number: float, lower: bool) -> None:
    """All of a matrix, whatever the library does that computes factors."""
    a = np.stack([np.eye(3), np.eye(3)])
    a[0, 1, 1] = number
    factor = np.asarray(linear.cholesky(a, lower=lower))
    assert np.isnan(factor[0]).all()
    np.testing.assert_array_equal(factor[1], np.eye(3))


@pytest.mark.parametrize("transpose_a", ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("unit", [True, False])
def test_triangular_solve(transpose_a: str, lower: bool, left: bool, unit: bool) -> None:
    random = np.random.default_rng(4)
    a = random.random((2, 3, 3)) + 1j * random.random((2, 3, 3)) + 2 * np.eye(3)
    b = random.random((2, 3, 3)) + 0j
    x = linear.triangular_solve(
        a, b, left_side=left, lower=lower, unit_diagonal=unit, transpose_a=transpose_a
    )
    used = np.tril(a) if lower else np.triu(a)
    if unit:
        used = used - used * np.eye(3) + np.eye(3)
    if transpose_a != "NO_TRANSPOSE":
        used = np.swapaxes(used, -1, -2)
    if transpose_a == "ADJOINT":
        used = np.conjugate(used)
    solution = np.asarray(x).astype(np.complex128)
    np.testing.assert_allclose(used @ solution if left else solution @ used, b, atol=1e-12)


def test_fft_lengths_are_checked() -> None:
    operand = np.zeros((3, 5), np.float32)
    assert linear.fft(operand, "RFFT", [5]).shape == (3, 3)
    with pytest.raises(KernelError, match=r"dimension 1 .* is 5, expected 4"):
        linear.fft(operand, "RFFT", [4])
