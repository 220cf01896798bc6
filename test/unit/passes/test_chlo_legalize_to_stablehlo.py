"""The decompositions of CHLO compute what the operations mean, at every precision and size."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from xdsl.context import Context
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func
from xdsl.dialects.tensor import Tensor
from xdsl.parser import Parser

from disc_shape.dialects import register
from disc_shape.interpreters.api import run
from disc_shape.passes.chlo_legalize_to_stablehlo import ChloLegalizeToStablehloPass

Floats = NDArray[np.float64]


def legalized(text: str) -> tuple[Context, ModuleOp]:
    """A program before and after the pass; none of CHLO is left after it."""
    ctx = Context()
    for dialect in (Builtin, Func, Arith, Tensor):
        ctx.load_dialect(dialect)
    register(ctx)
    module = Parser(ctx, text).parse_module()
    ChloLegalizeToStablehloPass().apply(ctx, module)
    module.verify()
    assert not [op.name for op in module.walk() if op.name.startswith("chlo.")]
    return ctx, module


def apply(name: str, values: Floats, dtype: str, static: bool = True) -> Floats:
    """The results of a function of one number after the pass."""
    element = {"float64": "f64", "float32": "f32", "float16": "f16"}[dtype]
    size = len(values) if static else "?"
    out = "i1" if name.startswith("is_") else element
    text = f"""
func.func @main(%x: tensor<{size}x{element}>) -> tensor<{size}x{out}> {{
  %0 = chlo.{name} %x : tensor<{size}x{element}> -> tensor<{size}x{out}>
  func.return %0 : tensor<{size}x{out}>
}}"""
    _, module = legalized(text)
    with np.errstate(all="ignore"):
        (result,) = run(module, values.astype(dtype))
    return result.astype(bool if out == "i1" else np.float64)


def each(function: Callable[[float], float], values: Floats) -> Floats:
    """A function of Python's on each number, undefined where Python raises."""

    def one(x: float) -> float:
        try:
            return function(x)
        except (ValueError, OverflowError):
            return math.nan

    return np.array([one(float(x)) for x in values])


POINTS = np.concatenate(
    [
        np.linspace(-6, 6, 4001),
        np.linspace(-1, 1, 801),
        np.geomspace(1e-30, 30, 300),
        -np.geomspace(1e-30, 30, 300),
    ]
)

REFERENCES: dict[str, Callable[[float], float]] = {
    "erf": math.erf,
    "erfc": math.erfc,
    "cosh": math.cosh,
    "sinh": math.sinh,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "asinh": math.asinh,
    "acosh": math.acosh,
    "atanh": lambda x: math.atanh(x) if abs(x) != 1 else math.copysign(math.inf, x),
    "tan": math.tan,
    "square": lambda x: x * x,
}

ULPS = {"cosh": 16.0, "sinh": 16.0, "erfc": 8.0}
"""How many units in the last place a result may be off, 4 unless it is listed here.

Half precision is computed in single precision, so there it is half a unit.
"""


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
@pytest.mark.parametrize("name", sorted(REFERENCES))
def test_functions_are_exact_to_a_few_units(name: str, dtype: str) -> None:
    values = POINTS.astype(dtype).astype(np.float64)
    if name == "tan":
        values = values[np.abs(np.cos(values)) > 0.05]
    expected = each(REFERENCES[name], values)
    found = apply(name, values, dtype)
    with np.errstate(over="ignore"):
        rounded = expected.astype(dtype)
    assert np.array_equal(np.isnan(found), np.isnan(rounded))
    finite = np.isfinite(rounded)
    unit = np.spacing(np.abs(rounded[finite])).astype(np.float64)
    limit = 0.51 if dtype == "float16" else ULPS.get(name, 4.0)
    worst = np.max(np.abs(found[finite] - expected[finite]) / unit)
    assert worst <= limit, f"{name} of {dtype} is {worst} units off"


@pytest.mark.parametrize("name", sorted(REFERENCES))
def test_functions_at_the_ends(name: str) -> None:
    ends = {
        "erf": (-1.0, 1.0),
        "erfc": (2.0, 0.0),
        "cosh": (math.inf, math.inf),
        "sinh": (-math.inf, math.inf),
        "atan": (-math.pi / 2, math.pi / 2),
        "asinh": (-math.inf, math.inf),
        "acosh": (math.nan, math.inf),
        "square": (math.inf, math.inf),
    }.get(name, (math.nan, math.nan))
    for dtype in ("float64", "float32"):
        found = apply(name, np.array([-math.inf, math.inf, math.nan]), dtype)
        expected = np.array([*ends, math.nan]).astype(dtype)
        np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_great_numbers_do_not_overflow_early() -> None:
    for name in ("asinh", "acosh"):
        for dtype, great in (("float64", 1e300), ("float32", 1e38)):
            found = apply(name, np.array([great]), dtype)
            np.testing.assert_allclose(found, [math.asinh(great)], rtol=1e-6)
    np.testing.assert_allclose(
        apply("cosh", np.array([710.0, -710.0]), "float64"), [math.cosh(710.0)] * 2, rtol=1e-12
    )


@pytest.mark.parametrize("name", ["erf", "sinh", "is_inf", "asinh"])
@pytest.mark.parametrize("count", [0, 1, 5])
def test_dynamic_sizes(name: str, count: int) -> None:
    values = np.linspace(-3, 3, count)
    np.testing.assert_array_equal(
        apply(name, values, "float32", static=False), apply(name, values, "float32")
    )


def test_infinities() -> None:
    values = np.array([-math.inf, -1.0, math.nan, 0.0, math.inf])
    for name, expected in (
        ("is_inf", [True, False, False, False, True]),
        ("is_pos_inf", [False, False, False, False, True]),
        ("is_neg_inf", [True, False, False, False, False]),
    ):
        assert apply(name, values, "float16").tolist() == expected


BROADCASTS = """
!M = tensor<4x?xf32>
!V = tensor<?xf32>
func.func @main(%a: !M, %b: !V, %c: tensor<4xf32>, %s: tensor<f32>)
    -> (!M, !M, tensor<4x?xi1>, !M, tensor<4x?xcomplex<f32>>, !M, !V) {
  %0 = chlo.broadcast_subtract %a, %b : (!M, !V) -> !M
  %1 = chlo.broadcast_divide %c, %a {broadcast_dimensions = array<i64: 0>}
    : (tensor<4xf32>, !M) -> !M
  %2 = chlo.broadcast_compare %s, %a {comparison_direction = #chlo<comparison_direction LT>}
    : (tensor<f32>, !M) -> tensor<4x?xi1>
  %3 = chlo.broadcast_select %2, %b, %s : (tensor<4x?xi1>, !V, tensor<f32>) -> !M
  %4 = chlo.broadcast_complex %a, %b : (!M, !V) -> tensor<4x?xcomplex<f32>>
  %5 = "chlo.constant_like"(%a) <{value = 2.5 : f32}> : (!M) -> !M
  %6 = chlo.broadcast_add %b, %b : (!V, !V) -> !V
  func.return %0, %1, %2, %3, %4, %5, %6
    : !M, !M, tensor<4x?xi1>, !M, tensor<4x?xcomplex<f32>>, !M, !V
}"""


@pytest.mark.parametrize(("width", "other"), [(3, 3), (3, 1), (1, 3), (1, 1), (0, 0), (0, 1)])
def test_broadcasts_at_sizes(width: int, other: int) -> None:
    random = np.random.default_rng(0)
    a = random.normal(size=(4, width)).astype(np.float32)
    b = random.normal(size=other).astype(np.float32)
    c = random.normal(size=4).astype(np.float32)
    s = np.float32(0.25)
    _, module = legalized(BROADCASTS)
    results = run(module, a, b, c, s)
    pred = s < a
    expected = [a - b, c[:, None] / a, pred, np.where(pred, b, s), a + 1j * b]
    for found, wanted in zip(results, [*expected, np.full_like(a, 2.5), b + b], strict=True):
        np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("batch", ["3", "?"])
@pytest.mark.parametrize("width", ["5", "?"])
@pytest.mark.parametrize("k", [0, 1, 4])
def test_top_k(batch: str, width: str, k: int) -> None:
    shape, out = f"{batch}x{width}xf32", f"{batch}x{k}x"
    text = f"""
func.func @main(%x: tensor<{shape}>) -> (tensor<{out}f32>, tensor<{out}i32>) {{
  %0, %1 = chlo.top_k(%x, k = {k}) : tensor<{shape}> -> (tensor<{out}f32>, tensor<{out}i32>)
  func.return %0, %1 : tensor<{out}f32>, tensor<{out}i32>
}}"""
    _, module = legalized(text)
    x = np.array([[1, 3, 2, 3, 0], [5, 5, 5, 5, 5], [-1, -2, -3, -4, 9]], np.float32)
    values, indices = run(module, x)
    order = np.argsort(-x, axis=1, kind="stable")[:, :k]
    np.testing.assert_array_equal(indices, order)
    np.testing.assert_array_equal(values, np.take_along_axis(x, order, 1))


@pytest.mark.parametrize(("element", "dtype"), [("i32", np.int32), ("ui8", np.uint8)])
def test_upper_half_of_products(element: str, dtype: type[np.integer]) -> None:
    type_ = f"tensor<4x{element}>"
    text = f"""
func.func @main(%x: {type_}, %y: {type_}) -> {type_} {{
  %0 = chlo.mulhi %x, %y : {type_}, {type_} -> {type_}
  func.return %0 : {type_}
}}"""
    _, module = legalized(text)
    info = np.iinfo(dtype)
    x = np.array([info.max, info.min, info.max, 3], dtype)
    y = np.array([info.max, info.min, 2, 5], dtype)
    (found,) = run(module, x, y)
    wide = [int(a) * int(b) >> info.bits for a, b in zip(x, y, strict=True)]
    assert np.asarray(found).tolist() == wide
