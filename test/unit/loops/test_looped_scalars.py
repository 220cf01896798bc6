"""Functions of numbers at the edges of their types as loops: the same bits."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from fuzz.harness import context, parse

from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass

INTEGERS = ("i8", "i32", "i64", "ui8", "ui32", "ui64")
FLOATS = ("f16", "f32", "f64")
BINARY = (
    "add",
    "subtract",
    "multiply",
    "divide",
    "remainder",
    "maximum",
    "minimum",
    "power",
)
BITS = ("and", "or", "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical")
UNARY = ("negate", "abs", "sign")
UNARY_BITS = ("not", "popcnt", "count_leading_zeros")
UNARY_FLOATS = (
    "ceil",
    "floor",
    "round_nearest_afz",
    "round_nearest_even",
    "logistic",
    "tanh",
    "exponential",
    "exponential_minus_one",
    "log",
    "log_plus_one",
    "rsqrt",
    "sqrt",
    "cbrt",
    "cosine",
    "sine",
    "tan",
)


def numbers(kind: str) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]:
    """Numbers of a type, those at its edges among them."""
    if kind == "i1":
        return np.array([False, True])
    if kind.startswith("f"):
        some = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 300.7, -1e9, 1e20, np.inf, -np.inf, np.nan]
        with np.errstate(over="ignore"):
            return np.array(some).astype(f"f{int(kind[1:]) // 8}")
    dtype = np.dtype(kind.replace("ui", "u").replace("i", "i")[0] + str(int(kind.strip("ui")) // 8))
    info = np.iinfo(dtype)
    some = {0, 1, 2, 3, 7, 8, 31, 63, 100, info.max, info.max - 1, info.min, info.min + 1}
    some |= {-1, -2, -7} if info.min < 0 else {info.max // 2 + 1}
    return np.array(sorted(some), dtype)


def check(kinds: list[str], result: str, operation: str) -> None:
    """As loops and as it is, an operation computes the same bits of all numbers."""
    grids = [array.ravel() for array in np.meshgrid(*map(numbers, kinds))]
    arguments = ", ".join(f"%{'abc'[at]}: tensor<?x{kind}>" for at, kind in enumerate(kinds))
    text = f"func.func @main({arguments}) -> tensor<?x{result}> {{\n  %r = {operation}\n"
    module = parse(text + f"  return %r : tensor<?x{result}>\n}}")
    module.verify()
    with np.errstate(all="ignore"):
        (expected,) = run(module, *grids)
        MhloToLmhloPass().apply(context(), module)
        LmhloToLoopsPass().apply(context(), module)
        module.verify()
        assert not any(isinstance(op, BufferOp) for op in module.walk())
        (found,) = run(module, *grids)
        assert found.dtype == expected.dtype
        if found.dtype.kind == "f":
            nan = np.isnan(expected)
            assert np.array_equal(nan, np.isnan(found))
            exact = "logistic" not in operation
            bits = f"u{found.dtype.itemsize}"
            if exact:
                assert np.array_equal(found.view(bits)[~nan], expected.view(bits)[~nan])
            else:
                np.testing.assert_allclose(
                    found.astype(np.float64),
                    expected.astype(np.float64),
                    rtol=1e-3 if "16" in result else 1e-6,
                )
        else:
            assert np.array_equal(found, expected)


@pytest.mark.parametrize(
    ("name", "kind"), [*product(BINARY, (*INTEGERS, *FLOATS)), *product(BITS, INTEGERS)]
)
def test_functions_of_two_numbers(name: str, kind: str) -> None:
    check([kind, kind], kind, f"stablehlo.{name} %a, %b : tensor<?x{kind}>")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *product(UNARY, ("i8", "i32", *FLOATS)),
        *product(UNARY_BITS, INTEGERS),
        *product(UNARY_FLOATS, FLOATS),
    ],
)
def test_functions_of_one_number(name: str, kind: str) -> None:
    check([kind], kind, f"stablehlo.{name} %a : tensor<?x{kind}>")


@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "minimum", "and", "or", "xor"])
def test_functions_of_booleans(name: str) -> None:
    check(["i1", "i1"], "i1", f"stablehlo.{name} %a, %b : tensor<?xi1>")


@pytest.mark.parametrize("direction", ["EQ", "NE", "LT", "LE", "GT", "GE"])
@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("i8", "SIGNED"),
        ("ui8", "UNSIGNED"),
        ("i1", "UNSIGNED"),
        ("f32", "FLOAT"),
        ("f32", "TOTALORDER"),
        ("f16", "TOTALORDER"),
    ],
)
def test_comparisons(direction: str, kind: str, order: str) -> None:
    types = f"(tensor<?x{kind}>, tensor<?x{kind}>) -> tensor<?xi1>"
    check([kind, kind], "i1", f"stablehlo.compare {direction}, %a, %b, {order} : {types}")


@pytest.mark.parametrize(("before", "after"), list(product((*INTEGERS, *FLOATS, "i1"), repeat=2)))
def test_conversions(before: str, after: str) -> None:
    check([before], after, f"stablehlo.convert %a : (tensor<?x{before}>) -> tensor<?x{after}>")


@pytest.mark.parametrize("kind", ["i8", "ui8", "f32"])
def test_clamp(kind: str) -> None:
    three = ", ".join([f"tensor<?x{kind}>"] * 3)
    check([kind] * 3, kind, f"stablehlo.clamp %a, %b, %c : ({three}) -> tensor<?x{kind}>")


def test_complex_numbers_stay() -> None:
    type_ = "tensor<?xcomplex<f32>>"
    text = f"func.func @main(%a: {type_}) -> {type_} {{ %r = stablehlo.tanh %a : {type_}\n"
    module = parse(text + f"return %r : {type_} }}")
    MhloToLmhloPass().apply(context(), module)
    LmhloToLoopsPass().apply(context(), module)
    module.verify()
    assert [op.name for op in module.walk() if isinstance(op, BufferOp)] == ["lmhlo.tanh"]
