"""The one array type of the kernels, and the small things that all of them need.

A tensor is a numpy array of exactly its element type: ``i1`` is ``bool``, ``bf16`` and the 8-bit
floats are the extension types of ``ml_dtypes``. Kernels never change an element type silently.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.generic]
DType: TypeAlias = np.dtype[np.generic]
Body: TypeAlias = Callable[..., Sequence[Array]]
"""The region of an operation, lifted: it maps whole arrays element by element."""


class KernelError(ValueError):
    """An operation's own constraint is broken by the values it was given."""


SMALL_FLOATS: frozenset[DType] = frozenset(
    np.dtype(kind)
    for kind in (
        ml_dtypes.bfloat16,
        np.float16,
        ml_dtypes.float8_e3m4,
        ml_dtypes.float8_e4m3,
        ml_dtypes.float8_e4m3b11fnuz,
        ml_dtypes.float8_e4m3fn,
        ml_dtypes.float8_e4m3fnuz,
        ml_dtypes.float8_e5m2,
        ml_dtypes.float8_e5m2fnuz,
        ml_dtypes.float8_e8m0fnu,
        ml_dtypes.float6_e2m3fn,
        ml_dtypes.float6_e3m2fn,
        ml_dtypes.float4_e2m1fn,
    )
)
NARROW_FLOATS: dict[DType, int] = {
    np.dtype(ml_dtypes.float6_e2m3fn): 6,
    np.dtype(ml_dtypes.float6_e3m2fn): 6,
    np.dtype(ml_dtypes.float4_e2m1fn): 4,
}
"""The bits of the floats that have fewer than a byte."""

SMALL_INTS: dict[DType, tuple[int, bool]] = {
    np.dtype(ml_dtypes.int2): (2, True),
    np.dtype(ml_dtypes.int4): (4, True),
    np.dtype(ml_dtypes.uint2): (2, False),
    np.dtype(ml_dtypes.uint4): (4, False),
}


def is_bool(dtype: DType) -> bool:
    """Whether a type holds truth values."""
    return dtype.kind == "b"


def is_integer(dtype: DType) -> bool:
    """Whether a type holds integers, truth values excluded."""
    return dtype.kind in "iu" or dtype in SMALL_INTS


def is_float(dtype: DType) -> bool:
    """Whether a type holds floats."""
    return dtype.kind == "f" or dtype in SMALL_FLOATS


def is_complex(dtype: DType) -> bool:
    """Whether a type holds complex numbers."""
    return dtype.kind == "c"


def is_signed(dtype: DType) -> bool:
    """Whether a type holds signed integers."""
    return dtype.kind == "i" or SMALL_INTS.get(dtype, (0, False))[1]


def bit_width(dtype: DType) -> int:
    """The number of bits of one element (of a ``bool``: 1)."""
    if is_bool(dtype):
        return 1
    if dtype in SMALL_INTS:
        return SMALL_INTS[dtype][0]
    return NARROW_FLOATS.get(dtype, dtype.itemsize * 8)


def integer_range(dtype: DType) -> tuple[int, int]:
    """Least and greatest value of an integer type."""
    width = bit_width(dtype)
    if is_signed(dtype):
        return -(1 << (width - 1)), (1 << (width - 1)) - 1
    return 0, (1 << width) - 1


def wide_type(dtype: DType) -> DType:
    """The type in which arithmetic on ``dtype`` is done before one rounding back to it.

    One operation of float32 rounded to a type of at most 11 significant bits is correctly rounded.
    """
    if dtype in SMALL_FLOATS:
        return np.dtype(np.float32)
    if dtype in SMALL_INTS:
        return np.dtype(np.int64)
    return dtype


def widen(array: Array) -> Array:
    """An array in the type that a kernel computes in."""
    wide = wide_type(array.dtype)
    return array if wide is array.dtype else array.astype(wide)


def narrow(array: Array, dtype: DType) -> Array:
    """Back from the wide type: floats round, integers wrap."""
    if array.dtype == dtype:
        return np.asarray(array)
    if dtype in SMALL_INTS:
        width, signed = SMALL_INTS[dtype]
        bits = np.bitwise_and(array, (1 << width) - 1)
        if signed:
            half = 1 << (width - 1)
            bits = np.subtract(np.bitwise_xor(bits, half), half)
        return np.asarray(bits).astype(np.int8).astype(dtype)
    if dtype in SMALL_FLOATS and array.dtype == np.float64:
        array = _odd(array)
    return np.asarray(array).astype(dtype)


UNSIGNED = {np.dtype(f"i{size}"): np.dtype(f"u{size}") for size in (1, 2, 4, 8)} | {
    np.dtype(ml_dtypes.int2): np.dtype(ml_dtypes.uint2),
    np.dtype(ml_dtypes.int4): np.dtype(ml_dtypes.uint4),
}
"""The types of integers without sign, by those of as many bits with one."""


def unsigned_type(dtype: DType) -> DType:
    """The type with the same bits and no sign."""
    return UNSIGNED.get(dtype, dtype)


def _odd(array: Array) -> Array:
    """
    Numbers of float64 as float32, inexact ones with their last bit set: another rounding, which
    `ml_dtypes` does from there, gives the same result as one from float64.
    """
    small = array.astype(np.float32)
    even = np.equal(np.atleast_1d(small).view(np.int32) & 1, 0).reshape(small.shape)
    back = small.astype(np.float64)
    inexact = np.isfinite(back) & even & np.not_equal(back, array)
    towards = np.where(np.greater(array, back), np.inf, -np.inf).astype(np.float32)
    return np.where(inexact, np.nextafter(small, towards), small)


def same_shapes(arrays: Sequence[Array], what: str = "operands") -> None:
    """Every array has the shape of the first one."""
    first = arrays[0].shape
    for array in arrays[1:]:
        if array.shape == first:
            continue
        if len(array.shape) != len(first):
            raise KernelError(f"ranks of {what} differ: {len(first)} and {len(array.shape)}")
        for index, (lhs, rhs) in enumerate(zip(first, array.shape, strict=True)):
            if lhs != rhs:
                raise KernelError(f"dimension {index} of {what} differ: {lhs} and {rhs}")


def integers(array: Array) -> list[int]:
    """The elements of an integer array as Python integers."""
    return [int(value) for value in array.reshape(-1).tolist()]


def index_array(array: Array) -> NDArray[np.int64]:
    """Indices as int64; an unsigned value beyond that range becomes the greatest one."""
    if array.dtype == np.dtype(np.uint64):
        return np.minimum(array, np.iinfo(np.int64).max).astype(np.int64)
    return array.astype(np.int64)
