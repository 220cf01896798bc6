"""Integers that change their sign or lose bits on the way into a shape."""

from __future__ import annotations

import numpy as np
import pytest

import disc_shape
from disc_shape.interpreters.api import run

NUMBERS = (0, 1, 5, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 63, (1 << 64) - 1)
"""Bit patterns, of which each type has the lowest bits."""


def program(*types: str) -> str:
    """A vector with as many elements as a number that goes through types has, 9 at most."""
    lines = "\n".join(
        f"%n{to} = stablehlo.convert %n{to - 1} : (tensor<{types[to - 1]}>) -> tensor<{types[to]}>"
        for to in range(1, len(types))
    )
    last, kind = f"%n{len(types) - 1}", types[-1]
    return f"""func.func @main(%n0: tensor<{types[0]}>) -> tensor<?xi32> {{
        {lines}
        %least = stablehlo.constant dense<0> : tensor<{kind}>
        %most = stablehlo.constant dense<9> : tensor<{kind}>
        %n = stablehlo.clamp %least, {last}, %most : tensor<{kind}>
        %s = stablehlo.reshape %n : (tensor<{kind}>) -> tensor<1x{kind}>
        %x = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1x{kind}>) -> tensor<?xi32>
        return %x : tensor<?xi32>
    }}"""


@pytest.mark.parametrize(
    "types",
    [
        ("i32", "ui32", "i32"),
        ("ui32", "i32"),
        ("ui32", "i32", "ui32"),
        ("i32", "ui32"),
        ("i64", "ui64", "i64"),
        ("ui64", "i64"),
        ("ui64", "i32"),
        ("i32", "ui64", "i32"),
        ("i32", "i64", "ui32"),
        ("i8", "ui8", "i32"),
        ("ui8", "i8", "i32"),
        ("i16", "i8", "i64"),
        ("ui32", "i64", "i8", "i32"),
    ],
)
def test_a_size_is_what_conversions_make_of_a_number(types: tuple[str, ...]) -> None:
    text = program(*types)
    original, compiled = disc_shape.parse(text).module, disc_shape.compile(text, engine="native")
    bits = int(types[0].lstrip("ui"))
    kind = np.dtype(f"{'u' * types[0].startswith('u')}int{bits}")
    for number in NUMBERS:
        given = np.asarray(number % (1 << bits), f"uint{bits}").view(kind)
        (expected,), (found,) = run(original, given), compiled.run(given)
        assert found.shape == expected.shape, given
