"""Elementwise operations at the edges of their types, against two independent implementations."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from peers.executors import NAMES, agree, case, type_of

SPECIAL = (
    0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1.0, -1.0, 2.0, 3.7, -3.7, 30.0, -30.0,
    np.inf, -np.inf, np.nan, 0.49999997,
)  # fmt: skip

FLOATS = (np.float16, ml_dtypes.bfloat16, np.float32, np.float64)
TOLERANCE = {np.float16: 4e-3, ml_dtypes.bfloat16: 3e-2}
INTEGERS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)
NARROW = (ml_dtypes.int4, ml_dtypes.uint4)


def floats(kind: type) -> np.ndarray:
    return np.asarray(SPECIAL).astype(kind)


def integers(kind: type) -> np.ndarray:
    info = ml_dtypes.iinfo(kind)
    low, high = int(info.min), int(info.max)
    edges = {low, low + 1, 0, 1, 2, 5, 7, high - 1, high, info.bits, info.bits - 1, info.bits + 1}
    edges |= {-1, -2, -7} if low else set()
    return np.asarray([edge for edge in sorted(edges) if low <= edge <= high], object).astype(kind)


def pairs(values: np.ndarray) -> list[np.ndarray]:
    count = len(values)
    left, right = np.meshgrid(np.arange(count), np.arange(count))
    return [values[left.ravel()], values[right.ravel()]]


def name_of(kind: object) -> str:
    return NAMES[np.dtype(kind)] if isinstance(kind, type) else str(kind)


UNARY = (
    "abs cbrt ceil cosine exponential exponential_minus_one floor log log_plus_one logistic negate"
    " round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh"
).split()


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("kind", FLOATS, ids=name_of)
def test_unary_floats(name: str, kind: type) -> None:
    x = floats(kind)
    agree(case(f"stablehlo.{name}", [x], type_of(x), tolerance=TOLERANCE.get(kind, 1e-5)))


@pytest.mark.parametrize("kind", FLOATS, ids=name_of)
def test_is_finite(kind: type) -> None:
    x = floats(kind)
    agree(case("stablehlo.is_finite", [x], f"tensor<{len(x)}xi1>"))


COMPLEX = (
    "negate exponential exponential_minus_one log log_plus_one logistic rsqrt sign sqrt sine"
    " cosine tan tanh"
).split()
POINTS = np.asarray(
    [0, 1, -1, 1j, -1j, 1 + 1j, -2 + 0.5j, 0.3 - 2j, 3 + 4j, -0.25 - 0.75j, complex(-2, -0.0)]
)


@pytest.mark.parametrize("name", COMPLEX)
@pytest.mark.parametrize("kind", [np.complex64, np.complex128], ids=name_of)
def test_unary_complex(name: str, kind: type) -> None:
    x = POINTS.astype(kind)
    if name in ("log", "rsqrt"):
        x = x[1:]  # At zero both parts of the result depend on how it is computed.
    if name == "sqrt":
        x = x[:-1]  # XLA does not see the sign of a zero imaginary part, which C does.
    agree(case(f"stablehlo.{name}", [x], type_of(x)))


@pytest.mark.parametrize("name", ["abs", "real", "imag"])
def test_parts_of_complex(name: str) -> None:
    x = POINTS.astype(np.complex64)
    agree(case(f"stablehlo.{name}", [x], f"tensor<{len(x)}xf32>"))


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "divide", "power"])
def test_binary_complex(name: str) -> None:
    left, right = pairs(POINTS[1:].astype(np.complex64))
    agree(case(f"stablehlo.{name}", [left, right], type_of(left), tolerance=1e-4))


def test_complex_of_parts() -> None:
    left, right = pairs(floats(np.float32))
    agree(case("stablehlo.complex", [left, right], f"tensor<{len(left)}xcomplex<f32>>"))


BINARY = "add subtract multiply divide remainder maximum minimum power atan2".split()


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("kind", FLOATS, ids=name_of)
def test_binary_floats(name: str, kind: type) -> None:
    left, right = pairs(floats(kind))
    tolerance = TOLERANCE.get(kind, 1e-5)
    agree(case(f"stablehlo.{name}", [left, right], type_of(left), tolerance=tolerance))


BITS = "and or xor shift_left shift_right_arithmetic shift_right_logical".split()
WHOLE = "add subtract multiply divide remainder maximum minimum power".split()


@pytest.mark.parametrize("name", WHOLE + BITS)
@pytest.mark.parametrize("kind", INTEGERS + NARROW, ids=name_of)
def test_binary_integers(name: str, kind: type) -> None:
    left, right = pairs(integers(kind))
    by = ["xla", "reference"]
    if name in ("divide", "remainder"):
        by = ["xla"]  # The reference interpreter stops at zero.
    if name == "power":
        # XLA reads the lowest bits of the exponent only: larger ones are for the reference.
        kept = (right >= 0) & (right < 8)
        left, right = left[kept], right[kept]
    agree(case(f"stablehlo.{name}", [left, right], type_of(left), by=by))


@pytest.mark.parametrize("name", ["divide", "remainder"])
@pytest.mark.parametrize("kind", INTEGERS, ids=name_of)
def test_division_by_what_is_not_zero(name: str, kind: type) -> None:
    left, right = pairs(integers(kind))
    kept = right != 0
    left, right = left[kept], right[kept]
    agree(case(f"stablehlo.{name}", [left, right], type_of(left)))


@pytest.mark.parametrize("kind", INTEGERS, ids=name_of)
def test_power_of_every_exponent(kind: type) -> None:
    left, right = pairs(integers(kind))
    kept = (right >= 0) & (right.astype(np.float64) < 70)
    left, right = left[kept], right[kept]
    agree(case("stablehlo.power", [left, right], type_of(left), by=["reference"]))


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64], ids=name_of)
def test_power_of_negative_exponents(kind: type) -> None:
    left, right = pairs(np.asarray([-3, -2, -1, 1, 2, 3], kind))
    kept = right < 0
    left, right = left[kept], right[kept]
    agree(case("stablehlo.power", [left, right], type_of(left)))


@pytest.mark.parametrize("name", "abs negate sign not popcnt count_leading_zeros".split())
@pytest.mark.parametrize("kind", INTEGERS + NARROW, ids=name_of)
def test_unary_integers(name: str, kind: type) -> None:
    if name in ("abs", "sign", "negate") and not ml_dtypes.iinfo(kind).min and name != "negate":
        kind = {8: np.int8, 16: np.int16, 32: np.int32, 64: np.int64, 4: ml_dtypes.int4}[
            ml_dtypes.iinfo(kind).bits
        ]
    x = integers(kind)
    if name == "popcnt" and kind is ml_dtypes.int4:
        x = x[x >= 0]  # XLA counts the bits of a wider integer.
    agree(case(f"stablehlo.{name}", [x], type_of(x)))


TRUTHS = np.asarray([False, True])


@pytest.mark.parametrize("name", "and or xor add multiply maximum minimum".split())
def test_binary_truths(name: str) -> None:
    left, right = pairs(TRUTHS)
    agree(case(f"stablehlo.{name}", [left, right], "tensor<4xi1>"))


def test_not() -> None:
    agree(case("stablehlo.not", [TRUTHS], "tensor<2xi1>"))


@pytest.mark.parametrize("direction", "EQ NE LT LE GT GE".split())
@pytest.mark.parametrize("kind", [*FLOATS, *INTEGERS, *NARROW, np.bool_], ids=name_of)
def test_compare(direction: str, kind: type) -> None:
    if kind is np.bool_:
        values, how = TRUTHS, "UNSIGNED"
    elif kind in FLOATS:
        values, how = floats(kind), "FLOAT"
    else:
        values, how = integers(kind), "SIGNED" if ml_dtypes.iinfo(kind).min else "UNSIGNED"
    left, right = pairs(values)
    attributes = (
        f"comparison_direction = #stablehlo<comparison_direction {direction}>,"
        f" compare_type = #stablehlo<comparison_type {how}>"
    )
    agree(
        case("stablehlo.compare", [left, right], f"tensor<{len(left)}xi1>", attributes=attributes)
    )


@pytest.mark.parametrize("direction", ["LT", "LE", "GT", "GE", "EQ", "NE"])
def test_total_order(direction: str) -> None:
    """`TOTALORDER` distinguishes zeros and puts NaN at the ends."""
    left, right = pairs(np.asarray([*SPECIAL, -np.nan], np.float32))
    attributes = (
        f"comparison_direction = #stablehlo<comparison_direction {direction}>,"
        " compare_type = #stablehlo<comparison_type TOTALORDER>"
    )
    kind = f"tensor<{len(left)}xi1>"
    agree(case("stablehlo.compare", [left, right], kind, attributes=attributes, by=["xla"]))


KINDS = (np.bool_, *FLOATS, *INTEGERS, np.complex64)


@pytest.mark.parametrize("source", KINDS, ids=name_of)
@pytest.mark.parametrize("target", KINDS, ids=name_of)
def test_convert(source: type, target: type) -> None:
    values = np.asarray([0, 1, 2.5, -2.5, 100, 200, -1, -200, 3e4])
    if source is np.bool_ or np.dtype(source).kind in "iu":
        low, high = (0, 1) if source is np.bool_ else (np.iinfo(source).min, np.iinfo(source).max)
        values = np.clip(values, float(low), float(high))
    with np.errstate(all="ignore"):
        x = values.astype(source)
    if np.dtype(source).kind not in "iub" and np.dtype(target).kind in "iu":
        info = np.iinfo(target)  # What does not fit has no value that everybody agrees on.
        wide = x.astype(np.complex128).real
        x = x[(wide > info.min - 1.0) & (wide < float(info.max) + 1.0)]
    agree(case("stablehlo.convert", [x], f"tensor<{len(x)}x{name_of(target)}>"))


@pytest.mark.parametrize("kind", [np.float32, np.int32, np.uint8, np.int64], ids=name_of)
def test_clamp(kind: type) -> None:
    values = floats(kind)[:-2] if kind is np.float32 else integers(kind)
    x, high = pairs(values)
    low = np.roll(high, 3)
    agree(case("stablehlo.clamp", [low, x, high], type_of(x)))


@pytest.mark.parametrize("bits", [(5, 7), (8, 0), (2, 3), (5, 10), (8, 23), (1, 1)], ids=str)
def test_reduce_precision(bits: tuple[int, int]) -> None:
    x = np.asarray([*SPECIAL, 1e-6, 65520.0, 1e30, 3.14159, -1.00049], np.float32)
    attributes = f"exponent_bits = {bits[0]} : i32, mantissa_bits = {bits[1]} : i32"
    # Without a mantissa the reference interpreter has no room for NaN.
    by = ["xla", "reference"] if bits[1] else ["xla"]
    agree(case("stablehlo.reduce_precision", [x], type_of(x), attributes=attributes, by=by))


CHLO_UNARY = (
    "acos acosh asin asinh atan atanh bessel_i1e cosh digamma erf erf_inv erfc lgamma sinh square"
    " tan"
).split()


@pytest.mark.parametrize("name", CHLO_UNARY)
@pytest.mark.parametrize("kind", [np.float32, np.float64], ids=name_of)
def test_chlo_unary(name: str, kind: type) -> None:
    x = np.asarray([0.0, -0.0, 0.5, -0.5, 0.9, -0.9, 1.0, 1.5, 2.5, 3.0, 7.25, 20.0], kind)
    kind_text = type_of(x)
    tolerance = 1e-4 if name in ("digamma", "lgamma") else 2e-5
    agree(case(f"chlo.{name}", [x], kind_text, by=["xla"], tolerance=tolerance))


@pytest.mark.parametrize("name", ["is_inf", "is_neg_inf", "is_pos_inf"])
def test_chlo_tests(name: str) -> None:
    x = floats(np.float32)
    agree(case(f"chlo.{name}", [x], f"tensor<{len(x)}xi1>", by=["xla"]))


@pytest.mark.parametrize("name", ["next_after", "broadcast_next_after"])
def test_chlo_next_after(name: str) -> None:
    left, right = pairs(floats(np.float32))
    agree(case(f"chlo.{name}", [left, right], type_of(left), by=["xla"], tolerance=0))


@pytest.mark.parametrize("name", ["zeta", "polygamma"])
def test_chlo_two_operands(name: str) -> None:
    first = np.asarray([2, 3, 4, 5], np.float32) - (name == "polygamma")
    x = np.asarray([0.5, 1.0, 3.5, 10.0], np.float32)
    left, right = (grid.ravel() for grid in np.meshgrid(first, x))
    for prefix in ("", "broadcast_"):
        one = case(f"chlo.{prefix}{name}", [left, right], type_of(left), by=["xla"], tolerance=1e-4)
        agree(one)


@pytest.mark.parametrize("name", ["zeta", "polygamma"])
def test_chlo_two_operands_out_of_the_way(name: str) -> None:
    """Orders that are no natural numbers, and poles."""
    first = np.asarray([-1, -0.5, 0.5, 2, 2.5, 3, np.nan], np.float32)
    x = np.asarray([-2.0, -1.5, -0.0, 0.0, 0.25, 3.0, np.nan], np.float32)
    left, right = (grid.ravel() for grid in np.meshgrid(first, x))
    agree(case(f"chlo.{name}", [left, right], type_of(left), by=["xla"], tolerance=1e-4))


CHLO_BROADCAST = "add subtract multiply divide remainder maximum minimum power atan2".split()


@pytest.mark.parametrize("name", CHLO_BROADCAST)
def test_chlo_broadcast(name: str) -> None:
    x = floats(np.float32)
    column = x.reshape(-1, 1)
    kind = f"tensor<{len(x)}x{len(x)}xf32>"
    agree(case(f"chlo.broadcast_{name}", [column, x], kind, by=["xla"]))


@pytest.mark.parametrize("name", BITS)
def test_chlo_broadcast_bits(name: str) -> None:
    x = integers(np.int32)
    kind = f"tensor<{len(x)}x{len(x)}xi32>"
    agree(case(f"chlo.broadcast_{name}", [x.reshape(-1, 1), x], kind, by=["xla"]))


def test_chlo_broadcast_compare() -> None:
    x = floats(np.float32)
    attributes = "comparison_direction = #chlo<comparison_direction LT>"
    kind = f"tensor<{len(x)}x{len(x)}xi1>"
    operands = [x.reshape(-1, 1), x]
    agree(case("chlo.broadcast_compare", operands, kind, attributes=attributes, by=["xla"]))


def test_chlo_broadcast_complex() -> None:
    x = floats(np.float32)
    kind = f"tensor<{len(x)}x{len(x)}xcomplex<f32>>"
    agree(case("chlo.broadcast_complex", [x.reshape(-1, 1), x], kind, by=["xla"]))


def test_chlo_broadcast_select() -> None:
    mask, x = np.asarray([[True], [False]]), np.arange(6, dtype=np.float32).reshape(2, 3)
    y = np.asarray([7, 8, 9], np.float32)
    agree(case("chlo.broadcast_select", [mask, x, y], "tensor<2x3xf32>", by=["xla"]))


def test_chlo_conj() -> None:
    x = POINTS.astype(np.complex64)
    agree(case("chlo.conj", [x], type_of(x), by=["xla"]))


def test_chlo_mulhi() -> None:
    for kind in (np.int32, np.uint32, np.int64, np.uint64):
        left, right = pairs(integers(kind))
        agree(case("chlo.mulhi", [left, right], type_of(left), by=["xla"]))
