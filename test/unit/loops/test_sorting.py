"""Sorts as loops: in any dimension, of any number of operands, by any comparison of scalars."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from fuzz.harness import apply, context, parse

import disc_shape
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array

LOOPS = "shape-optimization,mhlo-to-lmhlo,lmhlo-to-loops"
PLANNED = "shape-optimization,mhlo-to-lmhlo,plan-memory,lmhlo-to-loops"
TYPES = {
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f64": np.float64,
    "i8": np.int8,
    "ui16": np.uint16,
    "i1": np.bool_,
}
SHAPES = [(0,), (1,), (2,), (3,), (8,), (9,), (17,), (0, 3), (3, 0), (4, 5), (2, 3, 5), (1, 7)]

COMPARISONS = {
    "less": "%r = stablehlo.compare LT, %a, %b : (tensor<T>, tensor<T>) -> tensor<i1>",
    "greater": "%r = stablehlo.compare GT, %a, %b : (tensor<T>, tensor<T>) -> tensor<i1>",
    "never": "%r = stablehlo.constant dense<false> : tensor<i1>",
    "by what is outside": """
    %p = stablehlo.compare GE, %a, %middle : (tensor<T>, tensor<T>) -> tensor<i1>
    %q = stablehlo.compare LT, %b, %middle : (tensor<T>, tensor<T>) -> tensor<i1>
    %r = stablehlo.and %p, %q : tensor<i1>""",
}


def program(element: str, rank: int, axis: int, comparison: str) -> str:
    """A sort of keys, of their positions, and of the keys again."""
    shape = "x".join("?" * rank)
    keys, places = f"tensor<{shape}x{element}>", f"tensor<{shape}xi64>"
    types = f"({keys}, {places}, {keys}) -> ({keys}, {places}, {keys})"
    one = "true" if element == "i1" else "1.0" if "f" in element else "1"
    body = COMPARISONS[comparison].replace("<T>", f"<{element}>")
    scalars = f"%a: tensor<{element}>, %b: tensor<{element}>, %i: tensor<i64>, %j: tensor<i64>"
    return f"""
func.func @main(%x: {keys}, %at: {places}) -> ({keys}, {places}, {keys}) {{
  %middle = stablehlo.constant dense<{one}> : tensor<{element}>
  %0:3 = "stablehlo.sort"(%x, %at, %x) <{{dimension = {axis} : i64, is_stable = true}}> ({{
  ^bb0({scalars}, %c: tensor<{element}>, %d: tensor<{element}>):
    {body}
    stablehlo.return %r : tensor<i1>
  }}) : {types}
  return %0#0, %0#1, %0#2 : {keys}, {places}, {keys}
}}"""


def inputs(shape: tuple[int, ...], element: str, axis: int) -> list[Array]:
    """Keys of which many are equal, and where they are."""
    keys = np.random.default_rng(sum(shape) + axis).integers(-3, 4, shape)
    places = np.indices(shape)[axis]
    return [keys.astype(TYPES[element]), places.astype(np.int64)]


def is_loops(text: str, passes: str) -> bool:
    """Whether no operation on buffers is left."""
    module = parse(text)
    apply(passes, module, context())
    return not any(isinstance(op, BufferOp) for op in module.walk())


@pytest.mark.parametrize(
    ("comparison", "passes"), [*((one, LOOPS) for one in COMPARISONS), ("less", PLANNED)]
)
def test_loops_give_what_the_operation_gives(comparison: str, passes: str) -> None:
    for shape in SHAPES:
        for axis in range(len(shape)):
            text = program("f32", len(shape), axis, comparison)
            given = inputs(shape, "f32", axis)
            expected = run(parse(text), *given)
            module = parse(text)
            apply(passes, module, context())
            for found, wanted in zip(run(module, *given), expected, strict=True):
                np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize(
    ("element", "comparison"),
    dict.fromkeys([*((one, "less") for one in TYPES), *(("f32", one) for one in COMPARISONS)]),
)
def test_machine_code_gives_what_the_operation_gives(element: str, comparison: str) -> None:
    pytest.importorskip("llvmlite")
    for rank, axis in ((1, 0), (3, 1)):
        text = program(element, rank, axis, comparison)
        compiled = disc_shape.compile(text, engine="native", checked=True)
        assert not any(", interpreter," in str(kernel) for kernel in compiled.kernels)
        for shape in (one for one in (*SHAPES, (130,), (2, 70, 3), (2, 0, 3)) if len(one) == rank):
            given = inputs(shape, element, axis)
            expected = run(parse(text), *given)
            for found, wanted in zip(compiled.run(*given), expected, strict=True):
                np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize("passes", [LOOPS, PLANNED])
def test_no_sort_is_left(element: str, passes: str) -> None:
    assert is_loops(program(element, 2, 0, "less"), passes)


def test_scratch_is_in_the_plan() -> None:
    """Two rows for each of three operands: of 4, 8 and 4 bytes."""
    pytest.importorskip("llvmlite")
    compiled = disc_shape.compile(program("f32", 2, 1, "less"), engine="native")
    small, large = (compiled.memory(S0=4, S1=size) for size in (1000, 2000))
    assert 2 * 16 * 1000 <= small <= 2 * 16 * 1000 + 256
    assert 2 * 16 * 2000 <= large <= 2 * 16 * 2000 + 256
