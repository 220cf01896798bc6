"""Formulas of functions, with the interpreter's arithmetic, against numpy in float64."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import cast

import numpy as np
import numpy.typing as npt
import pytest
from fuzz.harness import context
from xdsl.dialects import arith
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import SSAValue
from xdsl.parser import Parser

from disc_shape import statistics
from disc_shape.expansions.circular import WINDOWS, quotient_parts
from disc_shape.expansions.functions import BINARY, NARROW, UNARY
from disc_shape.expansions.polynomials import circle_constant, logarithm_of_two
from disc_shape.interpreters import semantics
from disc_shape.interpreters.core import BINDERS, Frame
from disc_shape.native.functions import expand_functions

Floats = npt.NDArray[np.floating]
Reference = Callable[..., Floats]

assert semantics  # Importing it registers the arithmetic.

UNITS = 1.5
"""The largest error allowed here, in units in the last place; the issue is content with four."""

SPECIAL = np.array(
    [
        *(0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 1.5),
        *(1e-45, -1e-45, 1.17549435e-38, -1.17549435e-38, 3.4028235e38, -3.4028235e38),
        *(88.72284, 88.72283, 89.0, -87.33655, -103.97, -103.98, -104.0, 127.99999, 128.0),
        *(-149.0, -150.0, -151.0, 16777216.0, 16777215.0, 33554432.0, 1e22, -1e22, 9.0, -9.1),
        *(2.0**-18, -(2.0**-18), 4.0, 3.99, 0.9999999, 1.0000001, 0.41421357, 2.4142137),
    ],
    np.float32,
)


def rows() -> Floats:
    """Bit patterns at equal distances over all floats, special ones, and ordinary numbers."""
    strided = (np.arange(4001, dtype=np.uint64) * 1073489).astype(np.uint32).view(np.float32)
    near = np.linspace(-12, 12, 2001, dtype=np.float32)
    return np.concatenate([strided, SPECIAL, near, np.linspace(-110, 110, 1001, dtype=np.float32)])


def formula(
    text: str, arguments: int, type_: str = "f32", fma: bool = True, ldexp: bool = False
) -> FuncOp:
    """The function of an expanded body, whose result is `%r`."""
    names = ", ".join(f"%x{number}: {type_}" for number in range(arguments))
    source = f"func.func @f({names}) -> {type_} {{\n{text}\nfunc.return %r : {type_}\n}}"
    module = Parser(context(), source).parse_module()
    expand_functions(module, fma, ldexp)
    module.verify()
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    return function


def evaluate(function: FuncOp, *arrays: Floats) -> Floats:
    """A straight line of arithmetic on each element of arrays."""
    block = function.body.block
    values: dict[SSAValue, npt.NDArray[np.generic]] = {}
    values.update(zip(block.args, arrays, strict=True))
    with np.errstate(all="ignore"):
        for op in block.ops:
            operands = [values[one] for one in op.operands]
            if isinstance(op, ReturnOp):
                return cast("Floats", operands[0])
            found = BINDERS[op.name](op)(cast("Frame", None), operands)[0]
            values[op.results[0]] = np.broadcast_to(found, arrays[0].shape)
    raise AssertionError


def units(found: Floats, exact: Floats) -> Floats:
    """
    Errors in units in the last place of f32 of results in float64; infinite where a special value
    differs, the sign of a zero among them.
    """
    with np.errstate(all="ignore"):
        nearest = exact.astype(np.float32)
        size = np.clip(np.abs(exact), 2.0**-126, 2.0**127)
        unit = np.exp2(np.floor(np.log2(size)) - 23)
        error = np.abs(found.astype(np.float64) - exact) / unit
    same = (found == nearest) | (np.isnan(found) & np.isnan(nearest))
    zero = (found == 0) & (exact == 0)
    special = ~np.isfinite(found) | ~np.isfinite(nearest)
    error = np.where(special, np.where(same, 0.0, np.inf), error)
    return np.where(zero & (np.signbit(found) != np.signbit(exact)), np.inf, error)


def reciprocal_root(x: Floats) -> Floats:
    """`1 / sqrt(x)`."""
    return 1 / np.sqrt(x)


ONE_ARGUMENT: dict[str, Reference] = {
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atanh": np.arctanh,
    "cbrt": np.cbrt,
    "cos": np.cos,
    "cosh": np.cosh,
    "erf": np.vectorize(math.erf, otypes=[float]),
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "log": np.log,
    "log10": np.log10,
    "log1p": np.log1p,
    "log2": np.log2,
    "rsqrt": reciprocal_root,
    "sin": np.sin,
    "sinh": np.sinh,
    "tan": np.tan,
    "tanh": np.tanh,
}
TWO_ARGUMENTS: dict[str, Reference] = {"atan2": np.arctan2, "powf": np.power}


def test_every_function_has_a_reference() -> None:
    names = {one.name.removeprefix("math.") for one in (*UNARY, *NARROW, *BINARY)}
    assert names == {*ONE_ARGUMENT, *TWO_ARGUMENTS}


@pytest.mark.parametrize("type_", ["f32", "f16", "bf16"])
def test_scaling_in_one_step_changes_no_bit(type_: str) -> None:
    x = rows()
    text = (
        f"%r = math.exp %x0 : {type_}"
        if type_ == "f32"
        else f"%0 = arith.truncf %x0 : f32 to {type_}\n%1 = math.exp %0 : {type_}\n"
        f"%r = arith.extf %1 : {type_} to f32"
    )
    steps, once = (evaluate(formula(text, 1, ldexp=ldexp), x) for ldexp in (False, True))
    assert np.array_equal(steps, once, equal_nan=True)


@pytest.mark.parametrize("fma", [True, False])
@pytest.mark.parametrize("name", ONE_ARGUMENT)
def test_function_of_one_number(name: str, fma: bool) -> None:
    x = rows()
    found = evaluate(formula(f"%r = math.{name} %x0 : f32", 1, fma=fma), x)
    with np.errstate(all="ignore"):
        exact = ONE_ARGUMENT[name](x.astype(np.float64))
    assert found.dtype == np.float32
    errors = units(found, exact)
    worst = int(errors.argmax())
    assert errors[worst] <= UNITS, (x[worst], found[worst], exact[worst])


def pairs() -> tuple[Floats, Floats]:
    """Special values in all pairs, powers near 1, and powers of integers."""
    lhs, rhs = (one.ravel() for one in np.meshgrid(SPECIAL, SPECIAL))
    ones, large = np.linspace(0.99, 1.01, 500), np.linspace(-9000, 9000, 500)
    whole, exponents = np.meshgrid(np.arange(-9, 10), np.linspace(-12, 12, 49))
    return (
        np.concatenate([lhs, ones, whole.ravel()]).astype(np.float32),
        np.concatenate([rhs, large, exponents.ravel()]).astype(np.float32),
    )


@pytest.mark.parametrize("name", TWO_ARGUMENTS)
def test_function_of_two_numbers(name: str) -> None:
    x, y = pairs()
    found = evaluate(formula(f"%r = math.{name} %x0, %x1 : f32", 2), x, y)
    with np.errstate(all="ignore"):
        exact = TWO_ARGUMENTS[name](x.astype(np.float64), y.astype(np.float64))
    errors = units(found, exact)
    worst = int(errors.argmax())
    assert errors[worst] <= UNITS, (x[worst], y[worst], found[worst], exact[worst])


EXPONENTS = [half / 2 for half in (*range(-20, 0), *range(1, 21))]


@pytest.mark.parametrize("exponent", EXPONENTS)
def test_power_of_a_constant(exponent: float) -> None:
    x = rows()
    text = f"%y = arith.constant {exponent} : f32\n%r = math.powf %x0, %y : f32"
    function = formula(text, 1)
    found = evaluate(function, x)
    with np.errstate(all="ignore"):
        exact = np.power(x.astype(np.float64), np.full(x.shape, exponent))
    # What is rounded to f32 once is half a unit from the exact number, and f64 rounds before.
    is_formula = not any(isinstance(op, arith.ShLIOp) for op in function.body.block.ops)
    assert is_formula == (abs(exponent) <= 8)
    assert units(found, exact).max() <= (0.501 if is_formula else UNITS)


@pytest.mark.parametrize("exponent", [-1.0, 1.0, 2.0])
def test_power_of_a_constant_in_f64_rounds_once(exponent: float) -> None:
    x = rows().astype(np.float64)
    text = f"%y = arith.constant {exponent} : f64\n%r = math.powf %x0, %y : f64"
    found = evaluate(formula(text, 1, "f64"), x)
    with np.errstate(all="ignore"):
        exact = {-1.0: 1 / x, 1.0: x, 2.0: x * x}[exponent]
    assert np.array_equal(found, exact, equal_nan=True)
    assert np.array_equal(np.signbit(found), np.signbit(exact))


LOGISTIC = """
%one = arith.constant 1.0 : f32
%0 = arith.negf %x0 : f32
%1 = math.exp %0 : f32
%2 = arith.addf %one, %1 : f32
%r = arith.divf %one, %2 : f32
"""


@pytest.mark.parametrize("fma", [True, False])
def test_logistic_function_is_one_formula(fma: bool) -> None:
    x = rows()
    function = formula(LOGISTIC, 1, fma=fma)
    with np.errstate(all="ignore"):
        exact = 1 / (1 + np.exp(-x.astype(np.float64)))
    assert units(evaluate(function, x), exact).max() <= UNITS
    assert sum(isinstance(op, arith.DivfOp) for op in function.body.block.ops) == 1


@pytest.mark.parametrize("type_", ["f32", "f64"])
def test_round_away_from_zero(type_: str) -> None:
    dtype = np.float32 if type_ == "f32" else np.float64
    halves = np.arange(-9, 10) / 2
    edges = np.array([0.49999997, 0.49999999999999994, 2.0**52 + 1], dtype)
    with np.errstate(all="ignore"):
        x = np.concatenate([halves.astype(dtype), rows().astype(dtype), edges])
    found = evaluate(formula(f"%r = math.round %x0 : {type_}", 1, type_), x)
    with np.errstate(all="ignore"):
        whole = np.trunc(x)
        exact = np.where(np.abs(x - whole) < 0.5, whole, whole + np.copysign(dtype(1), x))
    assert np.array_equal(found, exact, equal_nan=True)
    assert np.array_equal(np.signbit(found), np.signbit(exact))


MONOTONE = ("exp", "tanh", "erf", "log", "log1p", "expm1", "cbrt", "atan", "sinh")


@pytest.mark.parametrize("name", [*MONOTONE, "logistic"])
def test_function_keeps_the_order_of_neighbours(name: str) -> None:
    """In windows of neighbouring floats all over the range, and around thresholds."""
    starts = [0x3F317200, 0x3F7FFF00, 0x42B17200, 0x3E800000, 0x00000001, 0x00800000, 0x40800000]
    starts += [0x33000000 + number * 0x00A5A5A5 for number in range(24)]
    function = formula(LOGISTIC if name == "logistic" else f"%r = math.{name} %x0 : f32", 1)
    for start in starts:
        window = np.arange(start, start + 512, dtype=np.uint32)
        for sign in (0,) if name == "log" else (0, 0x80000000):
            x = (window | np.uint32(sign)).view(np.float32)
            found = evaluate(function, np.sort(x))
            assert not (found[1:] < found[:-1]).any(), hex(start)


@pytest.mark.parametrize("type_", ["f16", "bf16"])
def test_narrow_types_are_computed_as_f32(type_: str) -> None:
    import ml_dtypes

    dtype = np.float16 if type_ == "f16" else ml_dtypes.bfloat16
    x = cast("Floats", np.arange(1 << 16, dtype=np.uint16).view(dtype))
    found = evaluate(formula(f"%r = math.exp %x0 : {type_}", 1, type_), x)
    wide = evaluate(formula("%r = math.exp %x0 : f32", 1), x.astype(np.float32))
    assert found.dtype == dtype
    with np.errstate(all="ignore"):
        assert np.array_equal(
            found.astype(np.float32), wide.astype(dtype).astype(np.float32), equal_nan=True
        )


def allowed(function: FuncOp) -> Sequence[str]:
    """Operations that LLVM does not vectorise, in a function."""
    lanes = {"math.absf", "math.fma", "math.sqrt", "math.copysign", "math.trunc"}
    slow = {"arith.divsi", "arith.divui", "arith.remsi", "arith.remui", "arith.fptosi"}
    return [
        op.name
        for op in function.body.block.ops
        if op.name in slow
        or op.regions
        or (op.dialect_name() != "arith" and op.name not in lanes | {"func.return"})
    ]


@pytest.mark.parametrize("name", [*ONE_ARGUMENT, *TWO_ARGUMENTS])
def test_formulas_are_straight_lines(name: str) -> None:
    operands = "%x0, %x1" if name in TWO_ARGUMENTS else "%x0"
    function = formula(f"%r = math.{name} {operands} : f32", 2)
    assert allowed(function) == []
    without = formula(f"%r = math.{name} {operands} : f32", 2, fma=False)
    assert not any(op.name == "math.fma" for op in without.body.block.ops)


def test_functions_of_f64_stay() -> None:
    statistics.take()
    function = formula("%r = math.exp %x0 : f64", 1, "f64")
    assert [op.name for op in function.body.block.ops] == ["math.exp", "func.return"]
    assert statistics.take() == {}


def test_constants_are_those_of_the_mathematical_library() -> None:
    assert float(logarithm_of_two()) == math.log(2)
    assert float(circle_constant()) == math.pi


@pytest.mark.parametrize("start", [0, *WINDOWS])
def test_parts_of_the_quotient_leave_out_whole_turns(start: int) -> None:
    high, low = map(Fraction, quotient_parts(start))
    assert high * 2 ** (start + 21) < 2**46 if start else high == Fraction(2 / math.pi)
    turns = (2 / circle_constant() - high - low) * 2 ** max(start - 23, 0) / 4
    assert abs(turns - round(turns)) < Fraction(1, 1 << 100)
