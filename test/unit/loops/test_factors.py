"""Cholesky's factors, and those of Gaussian elimination, as loops: batches of any sizes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from fuzz.harness import apply, context, parse

import disc_shape
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array

LOOPS = "shape-optimization,mhlo-to-lmhlo,lmhlo-to-loops"
TYPES = {"f32": np.float32, "f64": np.float64}
SIZES = (0, 1, 2, 8, 9, 21)
"""Some with a part of a panel, or none, after the full ones."""


def cholesky(lower: str, batch: str = "", element: str = "f32", side: str = "?") -> str:
    """A program that has a factor of HLO."""
    matrix = f"tensor<{batch}{side}x{side}x{element}>"
    return f"""
func.func @main(%a: {matrix}) -> {matrix} {{
  %0 = stablehlo.cholesky %a, lower = {lower} : {matrix}
  return %0 : {matrix}
}}"""


def called(name: str, matrix: str, *others: str, uplo: str = "") -> str:
    """A call of LAPACK whose sizes are known: `spotrf` or `sgetrf`, and those of doubles."""
    results = ", ".join((matrix, *others))
    count = 1 + len(others)
    names = ", ".join(f"%0#{number}" for number in range(count))
    config = f"uplo = {ord(uplo)} : ui8" if uplo else ""
    return f"""
func.func @main(%a: {matrix}) -> ({results}) {{
  %0:{count} = stablehlo.custom_call @lapack_{name}_ffi(%a)
    {{mhlo.backend_config = {{{config}}}, api_version = 4 : i32}} : ({matrix}) -> ({results})
  return {names} : {results}
}}"""


def called_open(name: str, element: str, batch: str = "", uplo: str = "") -> str:
    """The same of square matrices of any size, as JAX exports it."""
    axes = ("d0", "d1", "d1") if batch else ("d0", "d0")
    matrix, status = f"tensor<{batch}?x?x{element}>", f"tensor<{batch}i32>"
    shapes = [axes, *(() if uplo else (axes[:-1],)), axes[:-2]]
    types = [matrix, *(() if uplo else (f"tensor<{batch}?xi32>",)), status]
    lines: list[str] = []
    for number, names in enumerate(shapes):
        kind = f"tensor<{len(names)}xi32>"
        parts = ", ".join(f"%{name}_1" for name in names)
        ones = ", ".join(["tensor<1xi32>"] * len(names))
        lines.append(
            f"%s{number} = stablehlo.concatenate {parts}, dim = 0 : ({ones}) -> {kind}"
            if names
            else f"%s{number} = stablehlo.constant dense<> : {kind}"
        )
    sizes = [
        f"%{name} = stablehlo.get_dimension_size %a, dim = {axes.index(name)}"
        f" : ({matrix}) -> tensor<i32>\n"
        f"  %{name}_1 = stablehlo.reshape %{name} : (tensor<i32>) -> tensor<1xi32>"
        for name in dict.fromkeys(axes)
    ]
    given = ", ".join(f"%s{number}" for number in range(len(shapes)))
    kinds = ", ".join(f"tensor<{len(names)}xi32>" for names in shapes)
    results, indices = ", ".join(types), list(range(1, 1 + len(shapes)))
    config = f"uplo = {ord(uplo)} : ui8" if uplo else ""
    back = ", ".join(f"%0#{number}" for number in range(len(types)))
    turned = ", ".join(map(str, (*range(len(axes) - 2), len(axes) - 1, len(axes) - 2)))
    text = "\n  ".join((*sizes, *lines))
    return f"""
func.func @main(%a: {matrix}) -> ({results}, {matrix}) {{
  %t = stablehlo.transpose %a, dims = [{turned}] : ({matrix}) -> {matrix}
  %sum = stablehlo.add %a, %t : {matrix}
  {text}
  %0:{len(types)} = stablehlo.custom_call @lapack_{name}_ffi(%a, {given})
    {{mhlo.backend_config = {{{config}}}, api_version = 4 : i32,
      indices_of_shape_operands = dense<{indices}> : tensor<{len(shapes)}xi64>}}
    : ({matrix}, {kinds}) -> ({results})
  return {back}, %sum : {results}, {matrix}
}}"""


def definite(size: int, batch: tuple[int, ...] = (), element: str = "f32") -> Array:
    """Symmetric matrices that have a factor."""
    half = np.random.default_rng(size).normal(size=(*batch, size, size))
    return (half @ np.swapaxes(half, -1, -2) + np.eye(size)).astype(TYPES[element])


def looped(text: str) -> bool:
    """Whether all operations of a program become loops."""
    module = parse(text)
    apply(LOOPS, module, context())
    return not any(isinstance(op, BufferOp) for op in module.walk())


def compare(text: str, given: Sequence[Array], tolerance: float) -> None:
    """Compare machine code, and interpreted loops, with the interpreter."""
    assert looped(text)
    compiled = disc_shape.compile(text, engine="native", checked=True)
    assert not any(", interpreter," in str(kernel) for kernel in compiled.kernels)
    loops = parse(text)
    apply(LOOPS, loops, context())
    for one in given:
        expected = run(parse(text), one)
        found = [compiled.run(one)]
        if one.size < 100:  # Interpreted loops take time.
            found.append(run(loops, one))
        for results in found:
            for ours, wanted in zip(results, expected, strict=True):
                assert ours.dtype == wanted.dtype
                assert ours.shape == wanted.shape
                assert np.allclose(ours, wanted, rtol=tolerance, atol=tolerance, equal_nan=True)


@pytest.mark.parametrize("lower", ["true", "false"])
@pytest.mark.parametrize("element", TYPES)
def test_factors_of_positive_definite_matrices(lower: str, element: str) -> None:
    pytest.importorskip("llvmlite")
    tolerance = 1e-4 if element == "f32" else 1e-10
    compare(cholesky(lower, "", element), [definite(one, (), element) for one in SIZES], tolerance)
    batches = [definite(size, (b,), element) for size in SIZES for b in (0, 1, 3)]
    compare(cholesky(lower, "?x", element), batches, tolerance)
    for side in (0, 4, 17):
        fixed = cholesky(lower, "2x3x", element, str(side))
        compare(fixed, [definite(side, (2, 3), element)], tolerance)


@pytest.mark.parametrize("uplo", ["L", "U"])
@pytest.mark.parametrize("name", ["spotrf", "dpotrf"])
def test_calls_keep_the_other_triangle(name: str, uplo: str) -> None:
    pytest.importorskip("llvmlite")
    element, tolerance = ("f32", 1e-4) if name[0] == "s" else ("f64", 1e-10)
    marked = [definite(one, (2,), element) for one in SIZES]
    for one in marked:
        outside = np.triu_indices(one.shape[-1], 1)
        one[:, *(outside if uplo == "L" else outside[::-1])] = 7.0
    compare(called_open(name, element, "?x", uplo), marked, tolerance)
    compare(called_open(name, element, "", uplo), [one[0] for one in marked], tolerance)


def indefinite() -> list[Array]:
    """Matrices of which the factor does not exist, or is no number somewhere."""
    found: list[Array] = []
    for size in (1, 2, 5, 12):
        for place, number in product((0, size - 1), (0.0, -0.0, -1.0, np.nan, np.inf, -np.inf)):
            one = definite(size)
            one[place, place] = number
            found.append(one)
    large = definite(12)
    large[11, 3] = large[3, 11] = np.inf
    return [*found, large, np.zeros((12, 12), np.float32), np.full((3, 3), np.nan, np.float32)]


@pytest.mark.parametrize("uplo", ["L", "U"])
def test_no_number_where_there_is_no_factor(uplo: str) -> None:
    """All of a matrix becomes NaN, and its status is 1; others of the batch do not change."""
    pytest.importorskip("llvmlite")
    given = indefinite()
    compare(cholesky(str(uplo == "L").lower()), given, 1e-4)
    pairs = [np.stack([one, definite(one.shape[0])]) for one in given]
    compare(called_open("spotrf", "f32", "?x", uplo), pairs, 1e-4)
    (_, status, _) = disc_shape.compile(
        called_open("spotrf", "f32", "?x", uplo), engine="native"
    ).run(np.stack([np.zeros((9, 9), np.float32), definite(9)]))
    np.testing.assert_array_equal(status, [1, 0])


def general(rows: int, columns: int, batch: tuple[int, ...] = (), element: str = "f32") -> Array:
    """Matrices without structure."""
    random = np.random.default_rng(rows + 100 * columns)
    return random.normal(size=(*batch, rows, columns)).astype(TYPES[element])


@pytest.mark.parametrize("name", ["sgetrf", "dgetrf"])
def test_elimination_is_that_of_the_interpreter(name: str) -> None:
    """Bit for bit: rows are subtracted in the same order."""
    pytest.importorskip("llvmlite")
    element = "f32" if name[0] == "s" else "f64"
    given = [general(one, one, (), element) for one in SIZES]
    compare(called_open(name, element), given, 0)
    batches = [general(size, size, (b,), element) for size in SIZES for b in (0, 1, 3)]
    compare(called_open(name, element, "?x"), batches, 0)
    for rows, columns in ((0, 3), (3, 3), (8, 20), (20, 9)):
        steps = min(rows, columns)
        types = (f"tensor<2x{rows}x{columns}x{element}>", f"tensor<2x{steps}xi32>", "tensor<2xi32>")
        compare(called(name, *types), [general(rows, columns, (2,), element)], 0)


def singular() -> list[Array]:
    """Matrices with pivots that are zero or no numbers, and with equal ones."""
    found: list[Array] = []
    for size, place in ((2, 0), (9, 4), (21, 3), (21, 15)):
        for number in (0.0, np.nan, np.inf):
            one = general(size, size)
            one[:, place] = number
            found.append(one)
            other = general(size, size)
            other[place, :] = number
            found.append(other)
    infinite = general(21, 21)
    infinite[:, 2] = 0
    infinite[2, 15] = np.inf
    found += [infinite, np.zeros((12, 12), np.float32), np.ones((12, 12), np.float32)]
    signs = np.where(np.arange(144).reshape(12, 12) % 3, 1.0, -1.0).astype(np.float32)
    return [*found, signs, -np.zeros((3, 3), np.float32)]


def test_pivots_that_are_zero_or_no_numbers() -> None:
    pytest.importorskip("llvmlite")
    given = singular()
    compare(called_open("sgetrf", "f32"), given, 0)
    pairs = [np.stack([one, general(*one.shape)]) for one in given]
    compare(called_open("sgetrf", "f32", "?x"), pairs, 0)


FOUR, STATUS = "tensor<4x4xf32>", "tensor<i32>"


@pytest.mark.parametrize(
    "text",
    [
        cholesky("true", element="f16"),
        cholesky("true", element="complex<f32>"),
        called("spotrf", FOUR, STATUS, uplo="X"),
        called("spotrf", FOUR, "tensor<i64>", uplo="L"),
        called("spotrf", "tensor<?x?xf32>", STATUS, uplo="L"),
        called("cpotrf", "tensor<4x4xcomplex<f32>>", STATUS, uplo="L"),
        called("sgetrf", "tensor<?x?xf32>", "tensor<?xi32>", STATUS),
        called("sgetrf", FOUR, "tensor<3xi32>", STATUS),
        called("sgetrf", FOUR, "tensor<4xi32>"),
    ],
    ids=[
        "half",
        "complex",
        "unknown letter",
        "wide status",
        "sizes may differ",
        "complex call",
        "sizes of pivots may differ",
        "too few pivots",
        "no status",
    ],
)
def test_others_are_left_to_the_interpreter(text: str) -> None:
    assert not looped(text)
