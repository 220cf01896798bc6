"""Arrays and pieces of text that the programs of the comparisons are made of."""

from __future__ import annotations

import numpy as np

RANDOM = np.random.default_rng(11)
XLA = ("xla",)
REFERENCE = ("reference",)
"""XLA's CPU compiler takes no operation whose sizes are operands."""


def floats(*shape: int, kind: type = np.float32) -> np.ndarray:
    return RANDOM.normal(size=shape).astype(kind)


def numbers(*values: int, kind: type = np.int32) -> np.ndarray:
    return np.asarray(values, kind)


def grid(*shape: int, kind: type = np.float32) -> np.ndarray:
    return np.arange(np.prod(shape)).reshape(shape).astype(kind)


def region(name: str, kind: str = "f32", arguments: str = "ab") -> str:
    """A region of one operation on its first two arguments."""
    scalar = f"tensor<{kind}>"
    listed = ", ".join(f"%{one}: {scalar}" for one in arguments)
    return (
        f"{{ ^bb0({listed}): %z = stablehlo.{name} %a, %b : {scalar}"
        f" stablehlo.return %z : {scalar} }}"
    )


def choice(direction: str, kind: str = "f32", compare: str = "FLOAT", more: str = "") -> str:
    """A region that compares its first two arguments."""
    scalar = f"tensor<{kind}>"
    return (
        f"{{ ^bb0(%a: {scalar}, %b: {scalar}{more}): %z = stablehlo.compare {direction}, %a, %b,"
        f" {compare} : ({scalar}, {scalar}) -> tensor<i1> stablehlo.return %z : tensor<i1> }}"
    )


def main(arguments: str, results: str, *lines: str) -> str:
    body = "\n  ".join(lines)
    return f"func.func public @main({arguments}) -> ({results}) {{\n  {body}\n}}\n"


X = grid(3, 4, 5)
NAN = np.float32(np.nan)
