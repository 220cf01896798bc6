"""Conversions by the bits of elements, of types that have fewer than a byte as well."""

import ml_dtypes
import numpy as np
import pytest

from disc_shape.interpreters.kernels.arrays import Array, DType, KernelError
from disc_shape.interpreters.kernels.elementwise import bitcast, convert

WIDE = [np.uint8, np.int16, np.int32, np.float32, np.uint64, np.int64]
NARROW = [
    np.bool_,
    ml_dtypes.int2,
    ml_dtypes.uint2,
    ml_dtypes.int4,
    ml_dtypes.uint4,
    ml_dtypes.float4_e2m1fn,
]


@pytest.mark.parametrize("wide", WIDE)
@pytest.mark.parametrize("count", [0, 1, 3])
def test_bits_in_parts_and_together(wide: type, count: int) -> None:
    kind: DType = np.dtype(wide)
    raw: Array = np.random.default_rng(7).integers(0, 256, (count, kind.itemsize), np.uint8)
    whole = raw.view(kind).reshape(count)
    bits = bitcast(whole, np.dtype(np.bool_))
    assert bits.shape == (count, kind.itemsize * 8)
    packed: Array = np.packbits(bits.astype(np.uint8), axis=-1, bitorder="little")
    np.testing.assert_array_equal(packed.reshape(raw.shape), raw)
    for narrow in NARROW:
        back = bitcast(bitcast(whole, np.dtype(narrow)), kind)
        np.testing.assert_array_equal(back.view(np.uint8).reshape(raw.shape), raw)


def test_bits_of_another_sign() -> None:
    numbers = np.arange(-8, 8).astype(ml_dtypes.int4)
    unsigned = bitcast(numbers, np.dtype(ml_dtypes.uint4))
    assert unsigned.astype(int).tolist() == [*range(8, 16), *range(8)]


def test_bits_that_do_not_fit_are_refused() -> None:
    with pytest.raises(KernelError, match="last dimension of bitcast operand is 7"):
        bitcast(np.zeros(7, np.bool_), np.dtype(np.uint8))


def test_only_the_real_part_of_a_complex_number_is_true() -> None:
    found = convert(np.asarray([1j, 2, 0, -1 + 1j], np.complex64), np.dtype(np.bool_))
    assert found.tolist() == [False, True, False, True]


@pytest.mark.parametrize("narrow", [ml_dtypes.float6_e2m3fn, ml_dtypes.float6_e3m2fn])
def test_floats_of_six_bits(narrow: type) -> None:
    given = np.asarray([0.5, -1.5, 7, 0], np.float32)
    kind = np.dtype(narrow)
    np.testing.assert_array_equal(convert(convert(given, kind), np.dtype(np.float32)), given)
