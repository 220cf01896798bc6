"""Integer kernels against Python's unbounded integers, on the edges of every width."""

from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disc_shape.interpreters.kernels import integers
from disc_shape.interpreters.kernels.arrays import Array, bit_width, integer_range, is_signed
from disc_shape.interpreters.kernels.elementwise import BINARY, UNARY, convert

KINDS = [
    np.dtype(kind)
    for kind in (
        np.int8,
        np.uint8,
        np.int32,
        np.uint32,
        np.int64,
        np.uint64,
        ml_dtypes.int4,
        ml_dtypes.uint4,
    )
]


def wrap(value: int, kind: np.dtype[np.generic]) -> int:
    width = bit_width(kind)
    value &= (1 << width) - 1
    return value - (1 << width) if is_signed(kind) and value >> (width - 1) else value


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) if b else -1


def rest(a: int, b: int) -> int:
    return a - b * quotient(a, b) if b else a


def unsigned(a: int, kind: np.dtype[np.generic]) -> int:
    return a & ((1 << bit_width(kind)) - 1)


def as_signed(a: int, kind: np.dtype[np.generic]) -> int:
    bits, width = unsigned(a, kind), bit_width(kind)
    return bits - (1 << width) if bits >> (width - 1) else bits


def power(a: int, b: int, kind: np.dtype[np.generic]) -> int:
    if b >= 0:
        return pow(a, b, 1 << bit_width(kind))
    return {1: 1, -1: -1 if b % 2 else 1}.get(a, 0)


MODELS: dict[str, Callable[[int, int, np.dtype[np.generic]], int]] = {
    "add": lambda a, b, _: a + b,
    "subtract": lambda a, b, _: a - b,
    "multiply": lambda a, b, _: a * b,
    "divide": lambda a, b, _: quotient(a, b),
    "remainder": lambda a, b, _: rest(a, b),
    "maximum": lambda a, b, _: max(a, b),
    "minimum": lambda a, b, _: min(a, b),
    "and": lambda a, b, _: a & b,
    "or": lambda a, b, _: a | b,
    "xor": lambda a, b, _: a ^ b,
    "power": power,
    "shift_left": lambda a, b, k: a << unsigned(b, k) if unsigned(b, k) < bit_width(k) else 0,
    "shift_right_logical": lambda a, b, k: (
        unsigned(a, k) >> unsigned(b, k) if unsigned(b, k) < bit_width(k) else 0
    ),
    "shift_right_arithmetic": lambda a, b, k: (
        as_signed(a, k) >> min(unsigned(b, k), bit_width(k) - 1)
    ),
}


def values(kind: np.dtype[np.generic]) -> st.SearchStrategy[int]:
    least, greatest = integer_range(kind)
    edges = [value for value in (least, least + 1, -1, 0, 1, 2, 31, 32, 63, 64, greatest)]
    inside = [value for value in edges if least <= value <= greatest]
    return st.sampled_from(inside) | st.integers(least, greatest)


def array(value: int, kind: np.dtype[np.generic]) -> Array:
    wide = np.int64 if is_signed(kind) else np.uint64
    return np.asarray([value], wide).astype(kind)


@pytest.mark.parametrize("name", sorted(MODELS))
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_binary(name: str, kind: np.dtype[np.generic]) -> None:
    @settings(max_examples=60, database=None)
    @given(values(kind), values(kind))
    def check(a: int, b: int) -> None:
        with np.errstate(all="ignore"):
            got = BINARY[name](array(a, kind), array(b, kind))
        assert got.dtype == kind
        assert int(got[0]) == wrap(MODELS[name](a, b, kind), kind)

    check()


UNARY_MODELS: dict[str, Callable[[int, np.dtype[np.generic]], int]] = {
    "abs": lambda a, _: abs(a),
    "negate": lambda a, _: -a,
    "not": lambda a, _: ~a,
    "sign": lambda a, _: (a > 0) - (a < 0),
    "popcnt": lambda a, k: unsigned(a, k).bit_count(),
    "count_leading_zeros": lambda a, k: bit_width(k) - unsigned(a, k).bit_length(),
}


@pytest.mark.parametrize("name", sorted(UNARY_MODELS))
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_unary(name: str, kind: np.dtype[np.generic]) -> None:
    @settings(max_examples=40, database=None)
    @given(values(kind))
    def check(a: int) -> None:
        with np.errstate(all="ignore"):
            got = UNARY[name](array(a, kind))
        assert int(got[0]) == wrap(UNARY_MODELS[name](a, kind), kind)

    check()


@settings(max_examples=200, database=None)
@given(values(np.dtype(np.int32)), values(np.dtype(np.int32)))
def test_rounded_divisions(a: int, b: int) -> None:
    kind = np.dtype(np.int32)
    if b == 0 or (a == -(2**31) and b == -1):
        return
    assert int(integers.floor_divide(array(a, kind), array(b, kind))[0]) == a // b
    assert int(integers.ceil_divide(array(a, kind), array(b, kind))[0]) == -(-a // b)


@pytest.mark.parametrize("source", KINDS, ids=str)
@pytest.mark.parametrize("target", KINDS, ids=str)
def test_convert_wraps(source: np.dtype[np.generic], target: np.dtype[np.generic]) -> None:
    @settings(max_examples=20, database=None)
    @given(values(source))
    def check(a: int) -> None:
        assert int(convert(array(a, source), target)[0]) == wrap(a, target)

    check()


@pytest.mark.parametrize("target", KINDS, ids=str)
@pytest.mark.parametrize("source", [np.float32, np.float64, ml_dtypes.bfloat16, np.float16])
def test_convert_from_float_saturates(
    source: type[np.generic], target: np.dtype[np.generic]
) -> None:
    floats = np.asarray([0.0, -0.6, 0.6, -3.7, 5.5, np.inf, -np.inf, np.nan], np.float64)
    least, greatest = integer_range(target)
    got = convert(floats.astype(source), target)
    expected = [0, 0, 0, max(-3, least), 5, greatest, least, 0]
    assert [int(value) for value in got] == expected
