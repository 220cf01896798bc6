"""`select_and_scatter` as loops: windows that overlap, leave gaps, and lie in the padding."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from fuzz.harness import apply, context, parse

import disc_shape
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array

LOOPS = "shape-optimization,mhlo-to-lmhlo,lmhlo-to-loops"
TYPES = {"f32": np.float32, "f16": np.float16, "f64": np.float64, "i8": np.int8, "ui16": np.uint16}


@dataclass(frozen=True)
class Windows:
    """The windows of some dimensions."""

    length: tuple[int, ...]
    stride: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]

    def counts(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """How many windows there are along each dimension."""
        axes = zip(shape, self.length, self.stride, self.padding, strict=True)
        return tuple(
            max(0, (low + size + high - length) // stride + 1)
            for size, length, stride, (low, high) in axes
        )


FORMS = {
    "pairs": Windows((2,), (2,), ((0, 0),)),
    "overlapping": Windows((3,), (1,), ((1, 1),)),
    "gaps": Windows((2,), (3,), ((0, 0),)),
    "in the padding": Windows((2,), (2,), ((4, 5),)),
    "cut off": Windows((2,), (1,), ((-1, -1),)),
    "elements": Windows((1,), (1,), ((0, 0),)),
    "elements, moved": Windows((1,), (1,), ((1, -1),)),
    "images": Windows((1, 2, 2, 1), (1, 2, 2, 1), ((0, 0), (0, 1), (1, 0), (0, 0))),
}
SHAPES = {1: [(0,), (1,), (2,), (3,), (8,), (9,)], 4: [(2, 4, 5, 3), (1, 1, 1, 1), (2, 0, 3, 1)]}


def program(form: Windows, element: str, direction: str = "GE", combine: str = "add") -> str:
    """Sources go to the elements that windows select, and are combined there."""
    tensor = f"tensor<{'?x' * len(form.length)}{element}>"
    lists = [", ".join(map(str, numbers)) for numbers in (form.length, form.stride)]
    padding = [list(pair) for pair in form.padding]
    return f"""
func.func @main(%x: {tensor}, %s: {tensor}, %i: tensor<{element}>) -> {tensor} {{
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{{
    window_dimensions = array<i64: {lists[0]}>, window_strides = array<i64: {lists[1]}>,
    padding = dense<{padding}> : tensor<{len(padding)}x2xi64>
  }}> ({{
  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
    %1 = stablehlo.compare {direction}, %a, %b
        : (tensor<{element}>, tensor<{element}>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }}, {{
  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
    %1 = stablehlo.{combine} %a, %b : tensor<{element}>
    stablehlo.return %1 : tensor<{element}>
  }}) : ({tensor}, {tensor}, tensor<{element}>) -> {tensor}
  return %0 : {tensor}
}}"""


def inputs(form: Windows, shape: tuple[int, ...], element: str) -> list[Array]:
    """Elements of which many are equal, and sources."""
    random = np.random.default_rng(sum(shape))
    numbers = [random.integers(0, 4, one) for one in (shape, form.counts(shape), ())]
    return [np.asarray(one).astype(TYPES[element]) for one in numbers]


@pytest.mark.parametrize("name", FORMS)
def test_loops_give_what_the_operation_gives(name: str) -> None:
    form = FORMS[name]
    text = program(form, "f32")
    module = parse(text)
    apply(LOOPS, module, context())
    assert not any(isinstance(op, BufferOp) for op in module.walk())
    for shape in SHAPES[len(form.length)]:
        if any(size + sum(pair) < 0 for size, pair in zip(shape, form.padding, strict=True)):
            continue
        given = inputs(form, shape, "f32")
        (expected,) = run(parse(text), *given)
        np.testing.assert_array_equal(run(module, *given)[0], expected)


@pytest.mark.parametrize(
    ("name", "element", "direction", "combine"),
    [
        *((name, "f32", "GE", "add") for name in FORMS),
        *(("overlapping", element, "GT", "add") for element in TYPES),
        ("overlapping", "f32", "LE", "subtract"),
        ("images", "f32", "NE", "maximum"),
    ],
)
def test_machine_code_gives_what_the_operation_gives(
    name: str, element: str, direction: str, combine: str
) -> None:
    pytest.importorskip("llvmlite")
    form = FORMS[name]
    text = program(form, element, direction, combine)
    compiled = disc_shape.compile(text, engine="native", checked=True)
    assert not any(", interpreter," in str(kernel) for kernel in compiled.kernels)
    for shape in SHAPES[len(form.length)]:
        if any(size + sum(pair) < 0 for size, pair in zip(shape, form.padding, strict=True)):
            continue
        given = inputs(form, shape, element)
        (expected,) = run(parse(text), *given)
        np.testing.assert_array_equal(compiled.run(*given)[0], expected)


def test_nan_is_selected_as_the_comparison_says() -> None:
    pytest.importorskip("llvmlite")
    text = program(FORMS["overlapping"], "f32")
    x = np.array([1, np.nan, 0, np.nan, 2, 2, np.nan, -0.0, 0.0], np.float32)
    given = [x, np.arange(1, 10, dtype=np.float32), np.zeros((), np.float32)]
    (expected,) = run(parse(text), *given)
    compiled = disc_shape.compile(text, engine="native", checked=True)
    np.testing.assert_array_equal(compiled.run(*given)[0], expected)
