"""Elementwise operations of HLO as machine code, against the interpreter, at the edges."""

from __future__ import annotations

import re
from functools import cache
from itertools import product

import ml_dtypes
import numpy as np
import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.interpreters.kernels.arrays import Array, DType

INTEGERS = ("i8", "ui8", "i16", "i32", "ui32", "i64", "ui64")
FLOATS = ("f16", "bf16", "f32", "f64")
TYPES = ("i1", *INTEGERS, *FLOATS)
DTYPES: dict[str, DType] = {
    "i1": np.dtype(np.bool_),
    "i8": np.dtype(np.int8),
    "ui8": np.dtype(np.uint8),
    "i16": np.dtype(np.int16),
    "i32": np.dtype(np.int32),
    "ui32": np.dtype(np.uint32),
    "i64": np.dtype(np.int64),
    "ui64": np.dtype(np.uint64),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}
UNITS = {
    "float16": (2.0**-10, 2.0**-24),
    "bfloat16": (2.0**-7, 2.0**-133),
    "float32": (2.0**-23, 2.0**-149),
    "float64": (2.0**-52, 2.0**-1074),
}
"""The spacing of numbers after one, and of the smallest ones."""
LOGICAL = ("and", "or", "xor")
INTEGRAL = (
    *("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum"),
    *("shift_left", "shift_right_arithmetic", "shift_right_logical", "power", *LOGICAL),
)
REAL = ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum")
UNARY_INTEGRAL = ("negate", "not", "popcnt", "count_leading_zeros")
UNARY_REAL = (
    *("abs", "negate", "ceil", "floor", "round_nearest_afz", "round_nearest_even", "sign"),
    *("sqrt", "rsqrt"),
)
DEAR_UNARY = (
    *("cbrt", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic"),
    *("cosine", "sine", "tan", "tanh"),
)
DEAR_BINARY = ("power", "atan2")
CLIENT = (
    *("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "erf", "sinh", "square", "tan"),
    *("is_inf", "is_neg_inf"),
)
"""Functions of CHLO."""
NUMBERS = (
    *(0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 7.25, -100.0, 127.0, 128.0, 255.0),
    *(1e-3, -1e-8, 1e4, -3e4, 2147483647.0, -2147483904.0, 4294967296.0, 9.3e18, -1e19, 1e30),
    *(float("inf"), float("-inf"), float("nan"), 1e-40, -1e-45, 6e-8, 65504.0, 3.4e38),
)


def program(types: list[str], lines: list[str], results: list[tuple[str, str]]) -> str:
    """A function of arrays of one size."""
    arguments = ", ".join(f"%a{n}: tensor<?x{type_}>" for n, type_ in enumerate(types))
    returned = ", ".join(name for name, _ in results)
    outputs = ", ".join(f"tensor<?x{type_}>" for _, type_ in results)
    body = "\n".join(f"  {line}" for line in lines)
    return (
        f"func.func @main({arguments}) -> ({outputs}) {{\n{body}\n"
        f"  return {returned} : {outputs}\n}}"
    )


def apply_all(type_: str, unary: tuple[str, ...], binary: tuple[str, ...]) -> str:
    """A program that applies operations to two arrays."""
    lines: list[str] = []
    results: list[tuple[str, str]] = []
    for number, name in enumerate((*unary, *binary)):
        operands = "%a0" if name in unary else "%a0, %a1"
        lines.append(f"%r{number} = stablehlo.{name} {operands} : tensor<?x{type_}>")
        results.append((f"%r{number}", type_))
    return program([type_, type_], lines, results)


@cache
def compiled(text: str) -> Compiled:
    return disc_shape.compile(text, engine="native")


def values(type_: str) -> Array:
    """Numbers at the edges of a type."""
    dtype = DTYPES[type_]
    if type_ == "i1":
        return np.array([False, True])
    if type_ in FLOATS:
        with np.errstate(all="ignore"):
            return np.array(NUMBERS).astype(dtype)
    info = np.iinfo(dtype.name)
    if info.bits == 8:
        return np.arange(info.min, info.max + 1).astype(dtype)
    edges = [info.min, info.min + 1, info.max, info.max - 1, 0, 1, 2, 3, 5, 7, 31, 32, 33, 63, 64]
    edges += [-1, -2, -7, -64] if info.min else [info.max // 2 + 1, info.max // 2]
    return np.array(edges, dtype)


def pairs(type_: str) -> tuple[Array, Array]:
    """All pairs of such numbers."""
    chosen = values(type_)
    left, right = zip(*product(range(len(chosen)), repeat=2), strict=True)
    return chosen[list(left)], chosen[list(right)]


def assert_equal(found: list[Array], expected: list[Array], names: tuple[str, ...] = ()) -> None:
    """Equal bits, but that any NaN is one."""
    for number, (one, other) in enumerate(zip(found, expected, strict=True)):
        assert one.dtype == other.dtype
        bits = np.dtype(f"u{one.dtype.itemsize}")
        same = one.view(bits) == other.view(bits)
        if one.dtype.kind in "fV":
            same |= np.isnan(one.astype(np.float64)) & np.isnan(other.astype(np.float64))
        where = np.flatnonzero(~same)
        assert not where.size, (names[number : number + 1], where[:4], one[where[:4]])


def assert_close(found: list[Array], expected: list[Array], names: tuple[str, ...]) -> None:
    """Equal to a few units in the last place."""
    for number, (one, other) in enumerate(zip(found, expected, strict=True)):
        assert one.dtype == other.dtype
        wide, wanted = one.astype(np.float64), other.astype(np.float64)
        unit, least = UNITS[one.dtype.name]
        np.testing.assert_allclose(wide, wanted, 8 * unit, 8 * least, err_msg=names[number])


def both(text: str, *arrays: Array) -> tuple[list[Array], list[Array]]:
    """The results of machine code and of the interpreter."""
    assert not [one for one in compiled(text).kernels if ", machine code," not in str(one)]
    found = compiled(text).run(*arrays)
    return found, disc_shape.parse(text).run(*arrays)


@pytest.mark.parametrize("type_", INTEGERS)
def test_integers(type_: str) -> None:
    unary = UNARY_INTEGRAL if type_.startswith("u") else (*UNARY_INTEGRAL, "abs", "sign")
    text = apply_all(type_, unary, INTEGRAL)
    assert_equal(*both(text, *pairs(type_)), (*unary, *INTEGRAL))


def test_booleans() -> None:
    names = ("add", "multiply", "maximum", "minimum", *LOGICAL)
    assert_equal(*both(apply_all("i1", ("not",), names), *pairs("i1")), ("not", *names))


@pytest.mark.parametrize("type_", FLOATS)
def test_floats(type_: str) -> None:
    text = apply_all(type_, UNARY_REAL, REAL)
    assert_equal(*both(text, *pairs(type_)), (*UNARY_REAL, *REAL))


@pytest.mark.parametrize("type_", FLOATS)
def test_dear_functions(type_: str) -> None:
    left, right = pairs(type_)
    # Numpy's own circular functions lose all digits of large numbers in narrow types.
    wide = np.abs(left.astype(np.float64))
    kept = ~(wide > 1e5)
    text = apply_all(type_, DEAR_UNARY, DEAR_BINARY)
    found, expected = both(text, left[kept], right[kept])
    assert_close(found, expected, (*DEAR_UNARY, *DEAR_BINARY))


@pytest.mark.parametrize("type_", FLOATS)
def test_functions_of_chlo(type_: str) -> None:
    """They join the kernel of what is around them."""
    lines: list[str] = []
    results: list[tuple[str, str]] = []
    for number, name in enumerate(CLIENT):
        result = "i1" if name.startswith("is") else type_
        kept, other = f"tensor<?x{type_}>", f"tensor<?x{result}>"
        lines.append(f"%f{number} = chlo.{name} %a0 : {kept} -> {other}")
        operation = "not" if result == "i1" else "negate"
        lines.append(f"%r{number} = stablehlo.{operation} %f{number} : {other}")
        results.append((f"%r{number}", result))
    text = program([type_], lines, results)
    assert len(compiled(text).kernels) == 1
    left = values(type_)
    found, expected = both(text, left)
    functions = len(CLIENT) - 2
    # Numpy's own circular functions lose all digits of large numbers in narrow types.
    kept = ~(np.abs(left.astype(np.float64)) > 1e5)
    place = CLIENT.index("tan")
    found[place], expected[place] = found[place][kept], expected[place][kept]
    assert_close(found[:functions], expected[:functions], CLIENT)
    assert_equal(found[functions:], expected[functions:], CLIENT[functions:])


@pytest.mark.parametrize("type_", TYPES)
def test_comparisons(type_: str) -> None:
    kinds = ["FLOAT", "TOTALORDER"] if type_ in FLOATS else [""]
    lines: list[str] = []
    results: list[tuple[str, str]] = []
    signature = f"(tensor<?x{type_}>, tensor<?x{type_}>) -> tensor<?xi1>"
    for kind, direction in product(kinds, ("EQ", "NE", "LT", "LE", "GT", "GE")):
        name = f"%r{len(lines)}"
        given = f"{direction}, %a0, %a1" + (f", {kind}" if kind else "")
        lines.append(f"{name} = stablehlo.compare {given} : {signature}")
        results.append((name, "i1"))
    assert_equal(*both(program([type_, type_], lines, results), *pairs(type_)))


@pytest.mark.parametrize("type_", TYPES)
def test_conversions(type_: str) -> None:
    lines: list[str] = []
    results: list[tuple[str, str]] = []
    for target in TYPES:
        name = f"%r{len(lines)}"
        lines.append(f"{name} = stablehlo.convert %a0 : (tensor<?x{type_}>) -> tensor<?x{target}>")
        results.append((name, target))
    chosen = values(type_)
    if type_ in INTEGERS:
        spread = np.random.default_rng(0).integers(0, 256, 8 * 512, np.uint8)
        chosen = np.concatenate([chosen, spread.view(chosen.dtype)])
    assert_equal(*both(program([type_], lines, results), chosen), TYPES)


def test_halves_of_doubles() -> None:
    """Numbers of f64 around all numbers halfway between those of f16 are rounded once, to even."""
    all_halves = np.arange(0x7C01, dtype=np.uint16).view(np.float16).astype(np.float64)
    all_halves[-1] = 65536.0  # Where the next number would be, in place of infinity.
    middles = (all_halves[:-1] + all_halves[1:]) / 2
    near = np.concatenate([middles, np.nextafter(middles, 0), np.nextafter(middles, np.inf)])
    special = [np.inf, np.nan, 1e300, 3.5e38, 5e-324, 1e-40, 65519.999999999, 65520.0]
    given = np.concatenate([all_halves, near, special])
    given = np.concatenate([given, -given])
    text = program(
        ["f64"],
        ["%r0 = stablehlo.convert %a0 : (tensor<?xf64>) -> tensor<?xf16>"],
        [("%r0", "f16")],
    )
    with np.errstate(over="ignore"):
        expected = given.astype(np.float16)
    (found,), (interpreted,) = both(text, given)
    numbers = ~np.isnan(given)
    for one in found, interpreted:
        assert np.array_equal(np.isnan(one), ~numbers)
        assert np.array_equal(one[numbers].view(np.uint16), expected[numbers].view(np.uint16))
    assert not re.search(r"fptrunc .*double.* to .*half", compiled(text).text)
