"""Functions of numbers at the edges of their types: wrapped, saturated, divided by zero, NaN."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from fuzz.harness import parse
from numpy.typing import NDArray
from xdsl.dialects.builtin import ModuleOp

INTEGERS = ("i8", "i32", "i64", "ui8", "ui32", "ui64")
FLOATS = ("f16", "f32", "f64")
BINARY = "add subtract multiply divide remainder maximum minimum power".split()
BITS = "and or xor shift_left shift_right_arithmetic shift_right_logical".split()
BOOLEANS = "add multiply maximum minimum and or xor".split()
UNARY = "negate abs sign".split()
UNARY_BITS = "not popcnt count_leading_zeros".split()
UNARY_FLOATS = (
    "ceil floor round_nearest_afz round_nearest_even logistic tanh exponential "
    "exponential_minus_one log log_plus_one rsqrt sqrt cbrt cosine sine tan"
).split()
ORDERS = [
    ("i8", "SIGNED"),
    ("ui8", "UNSIGNED"),
    ("i1", "UNSIGNED"),
    ("f32", "FLOAT"),
    ("f32", "TOTALORDER"),
    ("f16", "TOTALORDER"),
]


class Case(NamedTuple):
    """An operation on arguments `%a`, `%b`, `%c` of some element types."""

    kinds: tuple[str, ...]
    result: str
    operation: str

    def program(self) -> tuple[ModuleOp, list[NDArray[np.generic]]]:
        """A program that computes it, and all combinations of the numbers of its arguments."""
        arguments = ", ".join(
            f"%{name}: tensor<?x{kind}>" for name, kind in zip("abc", self.kinds, strict=False)
        )
        type_ = f"tensor<?x{self.result}>"
        text = f"func.func @main({arguments}) -> {type_} {{\n  %r = {self.operation}\n"
        module = parse(text + f"  return %r : {type_}\n}}")
        module.verify()
        return module, [array.ravel() for array in np.meshgrid(*map(numbers, self.kinds))]


def cases() -> dict[str, Case]:
    """All functions of one, two and three numbers of each type, by a name."""
    found: dict[str, Case] = {}
    two = [*product(BINARY, (*INTEGERS, *FLOATS)), *product(BITS, INTEGERS)]
    for name, kind in [*two, *product(BOOLEANS, ["i1"])]:
        operation = f"stablehlo.{name} %a, %b : tensor<?x{kind}>"
        found[f"{name}-{kind}"] = Case((kind, kind), kind, operation)
    one = [*product(UNARY, ("i8", "i32", *FLOATS)), *product(UNARY_BITS, INTEGERS)]
    for name, kind in [*one, *product(UNARY_FLOATS, FLOATS)]:
        found[f"{name}-{kind}"] = Case((kind,), kind, f"stablehlo.{name} %a : tensor<?x{kind}>")
    for direction, (kind, order) in product(("EQ", "NE", "LT", "LE", "GT", "GE"), ORDERS):
        types = f"(tensor<?x{kind}>, tensor<?x{kind}>) -> tensor<?xi1>"
        operation = f"stablehlo.compare {direction}, %a, %b, {order} : {types}"
        found[f"{direction}-{kind}-{order}"] = Case((kind, kind), "i1", operation)
    for before, after in product((*INTEGERS, *FLOATS, "i1"), repeat=2):
        operation = f"stablehlo.convert %a : (tensor<?x{before}>) -> tensor<?x{after}>"
        found[f"convert-{before}-{after}"] = Case((before,), after, operation)
    for kind in ("i8", "ui8", "f32"):
        three = ", ".join([f"tensor<?x{kind}>"] * 3)
        operation = f"stablehlo.clamp %a, %b, %c : ({three}) -> tensor<?x{kind}>"
        found[f"clamp-{kind}"] = Case((kind,) * 3, kind, operation)
    return found


CASES = cases()


def numbers(kind: str) -> NDArray[np.generic]:
    """Numbers of a type, those at its edges among them."""
    if kind == "i1":
        return np.array([False, True])
    if kind.startswith("f"):
        some = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 300.7, -1e9, 1e20, np.inf, -np.inf, np.nan]
        with np.errstate(over="ignore"):
            return np.array(some).astype(f"f{int(kind[1:]) // 8}")
    dtype = np.dtype(kind.replace("ui", "u").replace("i", "i")[0] + str(int(kind.strip("ui")) // 8))
    info = np.iinfo(dtype)
    whole = {0, 1, 2, 3, 7, 8, 31, 63, 100, info.max, info.max - 1, info.min, info.min + 1}
    whole |= {-1, -2, -7} if info.min < 0 else {info.max // 2 + 1}
    return np.array(sorted(whole), dtype)


def assert_near(found: NDArray[np.generic], expected: NDArray[np.generic]) -> None:
    """Both are the same but for the rounding of transcendental functions."""
    assert found.dtype == expected.dtype
    tolerance = 1e-3 if found.dtype == np.float16 else 1e-6
    np.testing.assert_allclose(found.astype(float), expected.astype(float), rtol=tolerance)
