"""Floats of a byte and less, and integers of two and four bits: machine code on all of them."""

from collections.abc import Sequence

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

import disc_shape

Array = NDArray[np.generic]

NAMES = (
    "f8E3M4 f8E4M3 f8E4M3B11FNUZ f8E4M3FN f8E4M3FNUZ f8E5M2 f8E5M2FNUZ f6E2M3FN f6E3M2FN f4E2M1FN"
)
FLOATS = {name: getattr(ml_dtypes, f"float{name[1]}_{name[2:].lower()}") for name in NAMES.split()}
INTEGERS = {
    "i2": ml_dtypes.int2,
    "ui2": ml_dtypes.uint2,
    "i4": ml_dtypes.int4,
    "ui4": ml_dtypes.uint4,
}
OTHERS = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "i64": np.int64,
    "i32": np.int32,
    "ui32": np.uint32,
    "i16": np.int16,
    "i8": np.int8,
    "ui8": np.uint8,
    "i1": np.bool_,
}
EDGES = (0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan, 1e-45, -1e-45, 1e38, -1e38, 1e-38)
ONE_FLOAT = (
    "abs negate sign floor ceil round_nearest_even round_nearest_afz sqrt rsqrt cbrt exponential"
    " exponential_minus_one log log_plus_one logistic tanh sine cosine tan"
).split()
TWO_FLOATS = "add subtract multiply divide remainder maximum minimum power atan2".split()
ONE_INTEGER = "abs negate sign not popcnt count_leading_zeros".split()
TWO_INTEGERS = (
    "add subtract multiply divide remainder power and or xor maximum minimum shift_left"
    " shift_right_logical shift_right_arithmetic"
).split()
RELATIONS = ("EQ", "NE", "LT", "GE")


def all_of(kind: type, bits: int) -> Array:
    """All elements of a type."""
    codes, dtype = np.arange(1 << bits, dtype=np.uint8), np.dtype(kind)
    return codes.view(dtype) if kind in FLOATS.values() else codes.astype(np.int8).astype(dtype)


def pairs_of(elements: Array) -> list[Array]:
    """All pairs of elements."""
    return [np.repeat(elements, elements.size), np.tile(elements, elements.size)]


def check(steps: Sequence[tuple[str, str]], types: Sequence[str], arrays: Sequence[Array]) -> None:
    """Compare machine code with the interpreter: operations on arguments, with result types."""
    n = arrays[0].size
    given = [f"tensor<{n}x{one}>" for one in types]
    results = [f"tensor<{n}x{one}>" for _, one in steps]
    text = f"func.func @main({', '.join(f'%{i}: {one}' for i, one in enumerate(given))})"
    text += f" -> ({', '.join(results)}) {{\n"
    for place, ((step, _), result) in enumerate(zip(steps, results, strict=True)):
        text += f"  %r{place} = stablehlo.{step} : ({', '.join(given)}) -> {result}\n"
    names = ", ".join(f"%r{place}" for place in range(len(steps)))
    text += f"  return {names} : {', '.join(results)}\n}}"
    program = disc_shape.compile(text, engine="native")
    assert not [str(one) for one in program.kernels if ", interpreter," in str(one)]
    expected = disc_shape.parse(text).run(*arrays)
    for found, wanted, (step, kind) in zip(program.run(*arrays), expected, steps, strict=True):
        assert found.dtype == wanted.dtype
        same = bits_of(found) == bits_of(np.asarray(wanted))
        if kind not in INTEGERS and found.dtype.kind in "fV":
            both = [np.asarray(one).astype(np.float64) for one in (found, wanted)]
            same |= np.isnan(both[0]) & np.isnan(both[1])
            if kind[:2] in ("f6", "f4"):  # A zero of some sign stands for NaN.
                same |= (both[0] == 0) & (both[1] == 0)
        places = np.flatnonzero(~same)[:5]
        assert not places.size, (step, [one[places] for one in (*arrays, found, wanted)])


def bits_of(array: Array) -> Array:
    """The bits of elements."""
    return np.ascontiguousarray(array).view(f"u{array.dtype.itemsize}")


def converts(types: Sequence[str]) -> list[tuple[str, str]]:
    """Conversions of an argument to types."""
    return [("convert %0", one) for one in types]


def numbers_near(kind: type, bits: int) -> NDArray[np.float64]:
    """The numbers of a type of floats, those halfway between them, and their neighbours in f64."""
    found = all_of(kind, bits).astype(np.float64)
    found = np.unique(found[np.isfinite(found)])
    top = found[-1] * np.array([1.0625, 1.125, 1.25, 2])
    halves = np.concatenate([(found[1:] + found[:-1]) / 2, top, -top])
    near = [np.nextafter(halves, one) for one in (np.inf, -np.inf)]
    return np.concatenate([found, halves, *near, EDGES])


@pytest.mark.parametrize("name", list(FLOATS))
def test_small_floats_become_others(name: str) -> None:
    kind, bits = FLOATS[name], int(name[1])
    others = [one for one in (*OTHERS, *INTEGERS, *FLOATS) if one != name]
    raw = [] if bits == 6 else [("bitcast_convert %0", f"i{bits}")]
    check([*converts(others), ("is_finite %0", "i1"), *raw], [name], [all_of(kind, bits)])


@pytest.mark.parametrize("name", list(FLOATS))
def test_others_become_small_floats(name: str) -> None:
    kind, random = FLOATS[name], np.random.default_rng(0)
    near = numbers_near(kind, int(name[1]))
    bits = random.integers(0, 1 << 32, 1 << 16, dtype=np.uint32).view(np.float32)
    middle = near.astype(np.float32)
    narrow = [np.nextafter(middle, np.float32(one)) for one in (np.inf, -np.inf)]
    short = np.arange(1 << 16, dtype=np.uint16)
    integers = np.concatenate([np.arange(-200, 600), 2 ** np.arange(20) + 1])
    arrays: dict[str, Array] = {
        "f64": near,
        "f32": np.concatenate([middle, *narrow, bits]),
        "f16": short.view(np.float16),
        "bf16": short.view(ml_dtypes.bfloat16),
        **{one: integers.astype(OTHERS[one]) for one in ("i64", "i32", "ui32", "i16", "i8")},
        **{one: all_of(INTEGERS[one], int(one[-1])) for one in INTEGERS},
    }
    for source, array in arrays.items():
        with np.errstate(all="ignore"):
            check(converts([name]), [source], [array])


@pytest.mark.parametrize("name", list(FLOATS))
def test_functions_of_small_floats(name: str) -> None:
    elements = all_of(FLOATS[name], int(name[1]))
    check([(f"{one} %0", name) for one in ONE_FLOAT], [name], [elements])
    steps = [(f"{one} %0, %1", name) for one in TWO_FLOATS]
    orders = ("FLOAT", "TOTALORDER")
    steps += [(f"compare {one}, %0, %1, {order}", "i1") for one in RELATIONS for order in orders]
    check(steps, [name] * 2, pairs_of(elements))


@pytest.mark.parametrize("name", list(INTEGERS))
def test_small_integers(name: str) -> None:
    elements = all_of(INTEGERS[name], int(name[-1]))
    functions = [one for one in ONE_INTEGER if name[0] != "u" or one not in ("abs", "sign")]
    others = converts([one for one in (*OTHERS, *INTEGERS) if one != name])
    check([*[(f"{one} %0", name) for one in functions], *others], [name], [elements])
    steps = [(f"{one} %0, %1", name) for one in TWO_INTEGERS]
    steps += [(f"compare {one}, %0, %1", "i1") for one in RELATIONS]
    check(steps, [name] * 2, pairs_of(elements))


@pytest.mark.parametrize("name", list(OTHERS))
def test_others_become_small_integers(name: str) -> None:
    numbers = np.concatenate([np.arange(-20, 20, 0.25), np.arange(-300, 300), EDGES])
    if name[0] not in "fb":
        numbers = numbers[np.isfinite(numbers)]
    with np.errstate(all="ignore"):
        numbers = numbers.astype(OTHERS[name])
    check(converts(list(INTEGERS)), [name], [numbers])


@pytest.mark.parametrize("source", ["f64", "f32", "f16", "bf16"])
def test_floats_saturate_to_integers(source: str) -> None:
    limits = [
        s * 2.0**e * (1 + d) for e in range(70) for s in (1, -1) for d in (0, 2**-23, -(2**-24))
    ]
    numbers = np.concatenate([np.arange(-300, 300, 0.25), limits, EDGES])
    with np.errstate(all="ignore"):
        array = numbers.astype(OTHERS[source])
    integers = [one for one in OTHERS if OTHERS[one] not in (np.bool_,) and one[0] != "f"]
    check(converts([one for one in integers if one != "bf16"]), [source], [array])


def test_wide_numbers_are_rounded_once_to_halves() -> None:
    """Not to f32 before, from where 2^30 + 2^22 + 1 would be a tie."""
    integers = np.array([2**30 + 2**22 + 1, -(2**30) - 2**22 - 1, 2**30 + 2**22], np.int32)
    check(converts(["bf16"]), ["i32"], [integers])
    check(converts(["bf16"]), ["i64"], [integers.astype(np.int64)])
    check(converts(["bf16"]), ["ui32"], [np.abs(integers).astype(np.uint32)])
    check(converts(["bf16"]), ["ui64"], [np.abs(integers).astype(np.uint64)])
    check(converts(["bf16"]), ["f64"], [np.array([1 + 2**-8 + 2**-30, 1 + 2**-8, 1e300])])


EXTREME = """
func.func @main(%x: tensor<?x?xTYPE>) -> (tensor<?xTYPE>, tensor<?xTYPE>, tensor<TYPE>) {
  %init = stablehlo.constant dense<START> : tensor<TYPE>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.NAME across dimensions = [0]
      : (tensor<?x?xTYPE>, tensor<TYPE>) -> tensor<?xTYPE>
  %1 = stablehlo.reduce(%x init: %init) applies stablehlo.NAME across dimensions = [1]
      : (tensor<?x?xTYPE>, tensor<TYPE>) -> tensor<?xTYPE>
  %2 = stablehlo.reduce(%x init: %init) applies stablehlo.NAME across dimensions = [0, 1]
      : (tensor<?x?xTYPE>, tensor<TYPE>) -> tensor<TYPE>
  return %0, %1, %2 : tensor<?xTYPE>, tensor<?xTYPE>, tensor<TYPE>
}
"""


@pytest.mark.parametrize("name", ["f16", "bf16", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f4E2M1FN"])
@pytest.mark.parametrize("function", ["maximum", "minimum"])
def test_extremes_of_narrow_floats(name: str, function: str) -> None:
    """Computed in f32: the same, zeros and NaN among them."""
    start = {"maximum": "-4.0", "minimum": "4.0"}[function]
    text = EXTREME.replace("TYPE", name).replace("NAME", function).replace("START", start)
    program = disc_shape.compile(text, engine="native")
    dtype, random = np.dtype({**OTHERS, **FLOATS}[name]), np.random.default_rng(0)
    for shape in ((0, 3), (1, 1), (3, 70), (70, 3), (40, 40)):
        numbers = random.normal(0, 3, shape).astype(np.float32).astype(dtype)
        signs = random.choice([0.0, -0.0], shape).astype(np.float32).astype(dtype)
        with_nan = numbers.copy()
        with_nan.reshape(-1)[:1] = np.nan
        for x in (numbers, signs, with_nan):
            for found, wanted in zip(program.run(x), disc_shape.parse(text).run(x), strict=True):
                one, other = (np.asarray(value).astype(np.float64) for value in (found, wanted))
                np.testing.assert_array_equal(one, other)
                np.testing.assert_array_equal(
                    np.signbit(one) | np.isnan(one), np.signbit(other) | np.isnan(one)
                )
