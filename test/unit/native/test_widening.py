"""Sums of products of halves and bytes: operands that are converted before, in strips."""

from __future__ import annotations

from math import prod
from typing import Any

import ml_dtypes
import numpy as np
import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native import contractions_widening

TYPES: dict[str, np.dtype[Any]] = {
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f16": np.dtype(np.float16),
    "i8": np.dtype(np.int8),
    "ui8": np.dtype(np.uint8),
}
SIZES = ((0, 3, 4), (3, 0, 4), (1, 1, 1), (5, 7, 33), (40, 13, 50), (4, 1, 9), (33, 20, 2))
"""Rows, terms and columns."""

LIMITS = {
    "as it is": (contractions_widening.READS, contractions_widening.ROWS, 384),
    "in strips": (1, 16, 13),
    "always": (0, 3, 5),
}
"""The reads from which on a conversion pays, and the rows and columns of strips."""


@pytest.fixture(params=LIMITS.values(), ids=list(LIMITS), autouse=True)
def _limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, limit in zip(("READS", "ROWS", "COLUMNS"), request.param, strict=True):
        monkeypatch.setattr(contractions_widening, name, limit)


def array_of(kind: str, *sizes: int) -> Array:
    """Some numbers, the extremes among them."""
    random = np.random.default_rng(prod(sizes))
    if kind in ("bf16", "f16"):
        return random.standard_normal(sizes).astype(TYPES[kind])
    low, high = (-128, 127) if kind == "i8" else (0, 255)
    return random.choice([low, high, 0, 3], sizes).astype(TYPES[kind])


def compare(text: str, *arguments: tuple[Array, ...], checked: bool = False) -> list[str]:
    """Run a program as machine code and by the interpreter; the kernels."""
    options = {"checked": True} if checked else {}
    compiled = disc_shape.compile(text, engine="native", **options)
    reference = disc_shape.compile(text, engine="reference")
    for one in arguments:
        (found,), (wanted,) = compiled.run(*one), reference.run(*one)
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
        if wanted.dtype.kind in "iu":
            assert np.array_equal(found, wanted)
        else:
            limit = 1e-5 if wanted.dtype == np.float32 else 1e-2
            found, wanted = found.astype(np.float64), wanted.astype(np.float64)
            np.testing.assert_allclose(found, wanted, rtol=limit, atol=limit)
    return [str(one) for one in compiled.kernels]


def dot(kind: str, result: str, contracted: str) -> str:
    """A product of matrices of any sizes."""
    given, made = f"tensor<?x?x{kind}>", f"tensor<?x?x{result}>"
    return f"""
    func.func @main(%x: {given}, %w: {given}) -> {made} {{
      %0 = stablehlo.dot_general %x, %w, contracting_dims = {contracted}
        : ({given}, {given}) -> {made}
      return %0 : {made}
    }}"""


RESULTS = (
    ("bf16", "bf16"),
    ("bf16", "f32"),
    ("f16", "f16"),
    ("i8", "i32"),
    ("ui8", "ui32"),
    ("i8", "i64"),
)


@pytest.mark.parametrize(("kind", "result"), RESULTS)
@pytest.mark.parametrize("contracted", ["[1] x [0]", "[1] x [1]", "[0] x [0]"])
def test_products_of_matrices(kind: str, result: str, contracted: str) -> None:
    first, second = (int(one[1]) for one in contracted.split(" x "))
    arguments = [
        (
            array_of(kind, *((rows, terms) if first else (terms, rows))),
            array_of(kind, *((columns, terms) if second else (terms, columns))),
        )
        for rows, terms, columns in SIZES
    ]
    names = compare(dot(kind, result, contracted), *arguments)
    assert any(one.startswith("matrix_product") for one in names)


@pytest.mark.parametrize("kind", ["bf16", "i8"])
def test_indices_are_in_range(kind: str) -> None:
    result = "bf16" if kind == "bf16" else "i32"
    arguments = [(array_of(kind, m, k), array_of(kind, k, n)) for m, k, n in SIZES]
    compare(dot(kind, result, "[1] x [0]"), *arguments, checked=True)


PARTS = {
    "first": ("slice %x [0:20, 0:30] : (tensor<27x41xK>)", (27, 41)),
    "middle": ("slice %x [3:23, 5:35] : (tensor<27x41xK>)", (27, 41)),
    "steps": ("slice %x [0:40:2, 1:60:2] : (tensor<41x60xK>)", (41, 60)),
    "reversed": ("reverse %x, dims = [0, 1] :", (20, 30)),
    "transposed": ("transpose %x, dims = [1, 0] : (tensor<30x20xK>)", (30, 20)),
    "padded": (
        "pad %x, %z, low = [0, 2], high = [7, 9], interior = [0, 0] : (tensor<13x19xK>, tensor<K>)",
        (13, 19),
    ),
}
"""What makes 20 x 30 elements of more or fewer."""


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize(("kind", "result"), [("bf16", "f32"), ("i8", "i32")])
@pytest.mark.parametrize("side", ["left", "right"])
def test_parts_of_operands(name: str, kind: str, result: str, side: str) -> None:
    """The first rows of a buffer are counted as all are: what is behind them stays."""
    made, sizes = PARTS[name]
    part, given = f"tensor<20x30x{kind}>", f"tensor<{sizes[0]}x{sizes[1]}x{kind}>"
    made = made.replace("K>", f"{kind}>") + ("" if name == "reversed" else " ->")
    other, operands, out = (
        ((30, 40), "%p, %w", (20, 40)) if side == "left" else ((40, 20), "%w, %p", (40, 30))
    )
    factor, total = f"tensor<{other[0]}x{other[1]}x{kind}>", f"tensor<{out[0]}x{out[1]}x{result}>"
    types = f"{part}, {factor}" if side == "left" else f"{factor}, {part}"
    zero = "0.0" if kind == "bf16" else "0"
    text = f"""
    func.func @main(%x: {given}, %w: {factor}) -> {total} {{
      %z = stablehlo.constant dense<{zero}> : tensor<{kind}>
      %p = stablehlo.{made} {part}
      %0 = stablehlo.dot_general {operands}, contracting_dims = [1] x [0] : ({types}) -> {total}
      return %0 : {total}
    }}"""
    for checked in (False, True):
        compare(text, (array_of(kind, *sizes), array_of(kind, *other)), checked=checked)


@pytest.mark.parametrize(("kind", "result"), [("bf16", "bf16"), ("i8", "i32")])
def test_batches(kind: str, result: str) -> None:
    lhs, rhs, out = f"tensor<?x?x12x{kind}>", f"tensor<?x12x?x{kind}>", f"tensor<?x?x?x{result}>"
    text = f"""
    func.func @main(%x: {lhs}, %w: {rhs}) -> {out} {{
      %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1]
        : ({lhs}, {rhs}) -> {out}
      return %0 : {out}
    }}"""
    sizes = ((2, 30, 17), (1, 1, 1), (3, 9, 40), (0, 3, 3))
    compare(text, *((array_of(kind, b, m, 12), array_of(kind, b, 12, n)) for b, m, n in sizes))


@pytest.mark.parametrize(("kind", "result"), [("f16", "f16"), ("i8", "i32"), ("ui8", "ui32")])
@pytest.mark.parametrize(
    ("image", "kernel", "out", "dimensions"),
    [
        ((9, 11, 6), (3, 3, 6, 20), (9, 11, 20), "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"),
        ((6, 9, 11), (20, 6, 3, 3), (20, 9, 11), "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"),
    ],
    ids=["features last", "features first"],
)
def test_convolutions(
    kind: str,
    result: str,
    image: tuple[int, ...],
    kernel: tuple[int, ...],
    out: tuple[int, ...],
    dimensions: str,
) -> None:
    types = [
        f"tensor<{'x'.join(map(str, ('?', *image)))}x{kind}>",
        f"tensor<{'x'.join(map(str, kernel))}x{kind}>",
        f"tensor<{'x'.join(map(str, ('?', *out)))}x{result}>",
    ]
    text = f"""
    func.func @main(%x: {types[0]}, %w: {types[1]}) -> {types[2]} {{
      %0 = stablehlo.convolution(%x, %w) dim_numbers = {dimensions},
        window = {{stride = [1, 1], pad = [[1, 1], [1, 1]]}}
        {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
        : ({types[0]}, {types[1]}) -> {types[2]}
      return %0 : {types[2]}
    }}"""
    arguments = [(array_of(kind, batch, *image), array_of(kind, *kernel)) for batch in (1, 0, 3)]
    compare(text, *arguments)


def test_memory_is_that_of_strips() -> None:
    compiled = disc_shape.compile(dot("bf16", "bf16", "[1] x [0]"), engine="native")
    for rows, terms, columns in ((3, 4, 5), (100, 50, 70), (5000, 64, 3000)):
        height = min(rows, contractions_widening.ROWS)
        width = min(columns, contractions_widening.COLUMNS)
        wanted = 4 * (height * terms + terms * width + height * width)
        assert compiled.memory(S0=rows, S1=terms, S2=columns) == wanted


def test_sums_that_wrap() -> None:
    terms = 1 << 17
    lhs, rhs = (np.full(shape, -128, np.int8) for shape in ((9, terms), (terms, 9)))
    compare(dot("i8", "i32", "[1] x [0]"), (lhs, rhs), (lhs, rhs[:, :1]))
