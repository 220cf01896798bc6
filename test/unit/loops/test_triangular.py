"""Triangular systems as loops: each side, triangle and transposition, in batches of any sizes."""

from __future__ import annotations

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
SYSTEMS = list(product((True, False), (True, False), (True, False), ("NO_TRANSPOSE", "TRANSPOSE")))
"""Left side, lower, unit diagonal, and what is done to the matrix."""


def text_of(
    system: tuple[bool, bool, bool, str], batch: str = "", element: str = "f32", side: str = "?"
) -> str:
    """A program that solves a system of HLO."""
    left, lower, unit, transposed = system
    matrix = f"tensor<{batch}{side}x{side}x{element}>"
    right = f"tensor<{batch}{side}x?x{element}>" if left else f"tensor<{batch}?x{side}x{element}>"
    flags = [str(one).lower() for one in (left, lower, unit)]
    return f"""
func.func @main(%a: {matrix}, %b: {right}) -> {right} {{
  %0 = "stablehlo.triangular_solve"(%a, %b) <{{
    left_side = {flags[0]}, lower = {flags[1]}, unit_diagonal = {flags[2]},
    transpose_a = #stablehlo<transpose {transposed}>
  }}> : ({matrix}, {right}) -> {right}
  return %0 : {right}
}}"""


def called(side: str, uplo: str, diag: str, trans: str, element: str = "f32") -> str:
    """The same by a call of LAPACK, as JAX exports it."""
    letter = "s" if element == "f32" else "d"
    matrix, right = f"tensor<4x4x{element}>", f"tensor<4x4x{element}>"
    config = ", ".join(
        f"{name} = {ord(one)} : ui8"
        for name, one in (("diag", diag), ("side", side), ("trans_x", trans), ("uplo", uplo))
    )
    return f"""
func.func @main(%a: {matrix}, %b: {right}) -> {right} {{
  %0 = stablehlo.custom_call @lapack_{letter}trsm_ffi(%a, %b)
    {{mhlo.backend_config = {{{config}}}, api_version = 4 : i32}} : ({matrix}, {right}) -> {right}
  return %0 : {right}
}}"""


def inputs(
    left: bool, size: int, others: int, batch: tuple[int, ...] = (), element: str = "f32"
) -> list[Array]:
    """A matrix, in which zeros would be noticed, and a right side."""
    random = np.random.default_rng(size + others)
    matrix = random.uniform(0.1, 0.5, (*batch, size, size)) + 2 * np.eye(size)
    right = random.normal(size=(*batch, *((size, others) if left else (others, size))))
    return [matrix.astype(TYPES[element]), right.astype(TYPES[element])]


def unread(given: list[Array], lower: bool, unit: bool) -> list[Array]:
    """The same with NaN where the matrix is not read."""
    matrix = given[0].copy()
    size = matrix.shape[-1]
    outside = np.triu_indices(size, 0 if unit else 1)
    if not lower:
        outside = outside[1], outside[0]
    matrix[..., outside[0], outside[1]] = np.nan
    return [matrix, given[1]]


@pytest.mark.parametrize("system", SYSTEMS)
def test_loops_and_machine_code_solve_systems(system: tuple[bool, bool, bool, str]) -> None:
    pytest.importorskip("llvmlite")
    left, lower, unit, _ = system
    for batch in ("", "?x"):
        text = text_of(system, batch)
        module = parse(text)
        apply(LOOPS, module, context())
        assert not any(isinstance(op, BufferOp) for op in module.walk())
        compiled = disc_shape.compile(text, engine="native", checked=True)
        assert not any(", interpreter," in str(kernel) for kernel in compiled.kernels)
        batches = [(3,), (0,)] if batch else [()]
        for size, others, sizes in product((0, 1, 2, 7), (0, 1, 5), batches):
            given = inputs(left, size, others, sizes)
            (expected,) = run(parse(text), *given)
            poisoned = unread(given, lower, unit)
            (found,) = compiled.run(*poisoned)
            assert np.allclose(found, expected, rtol=1e-5, atol=1e-5)
            if size < 7:  # Interpreted loops take time.
                (interpreted,) = run(module, *poisoned)
                assert np.allclose(interpreted, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize(("side", "uplo", "diag", "trans"), list(product("LR", "LU", "UN", "NTC")))
def test_calls_of_lapack(element: str, side: str, uplo: str, diag: str, trans: str) -> None:
    text = called(side, uplo, diag, trans, element)
    module = parse(text)
    apply(LOOPS, module, context())
    assert not any(isinstance(op, BufferOp) for op in module.walk())
    given = inputs(True, 4, 4, element=element)
    (expected,) = run(parse(text), *given)
    (found,) = run(module, *unread(given, uplo == "L", diag == "U"))
    assert np.allclose(found, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    "text",
    [
        called("L", "X", "N", "N"),
        called("L", "L", "N", "N").replace("strsm", "ctrsm").replace("xf32", "xcomplex<f32>"),
        called("L", "L", "N", "N")
        .replace("tensor<4x4xf32>, %b: tensor<4x4xf32>", "tensor<?x?xf32>, %b: tensor<4x4xf32>")
        .replace("(tensor<4x4xf32>, tensor<4x4xf32>)", "(tensor<?x?xf32>, tensor<4x4xf32>)"),
        text_of((True, True, False, "NO_TRANSPOSE"), element="f16"),
    ],
    ids=["unknown letter", "complex", "sizes may differ", "half"],
)
def test_others_are_left_to_the_interpreter(text: str) -> None:
    module = parse(text)
    apply(LOOPS, module, context())
    assert any(isinstance(op, BufferOp) for op in module.walk())
