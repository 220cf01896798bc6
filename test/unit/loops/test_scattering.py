"""Scatters as loops: of rows, points and windows that may lie outside, combined in any way."""

from __future__ import annotations

from dataclasses import dataclass

import ml_dtypes
import numpy as np
import pytest
from fuzz.harness import apply, context, parse

import disc_shape
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array

LOOPS = "shape-optimization,mhlo-to-lmhlo,lmhlo-to-loops"
TYPES = {
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f64": np.float64,
    "i8": np.int8,
    "ui16": np.uint16,
    "i1": np.bool_,
}
INDEX_TYPES = {"i32": np.int32, "i64": np.int64, "i8": np.int8, "ui8": np.uint8, "ui64": np.uint64}
SIZES = (
    {"a": 5, "b": 4, "n": 7, "m": 3, "p": 2, "q": 3},
    {"a": 1, "b": 1, "n": 1, "m": 1, "p": 1, "q": 1},
    {"a": 0, "b": 3, "n": 2, "m": 2, "p": 0, "q": 1},
    {"a": 4, "b": 0, "n": 3, "m": 0, "p": 3, "q": 0},
    {"a": 6, "b": 6, "n": 0, "m": 5, "p": 6, "q": 2},
    {"a": 3, "b": 9, "n": 40, "m": 2, "p": 2, "q": 9},
)


@dataclass(frozen=True)
class Form:
    """The sizes of input, indices and updates, and which dimensions are which."""

    input: str
    indices: str
    updates: str
    windows: str = ""
    inserted: str = ""
    scattered: str = "0"
    vector: int = 1
    batching: tuple[str, str] = ("", "")

    @property
    def numbers(self) -> str:
        batches, indexed = self.batching
        fields = [
            ("update_window_dims", self.windows),
            ("inserted_window_dims", self.inserted),
            ("input_batching_dims", batches),
            ("scatter_indices_batching_dims", indexed),
            ("scatter_dims_to_operand_dims", self.scattered),
        ]
        lists = [f"{name} = [{value}]" for name, value in fields if value]
        return ", ".join([*lists, f"index_vector_dim = {self.vector}"])


FORMS = {
    "rows": Form("ab", "n1", "nb", "1", "0"),
    "rows, no vectors": Form("ab", "n", "nb", "1", "0"),
    "rows of two lists": Form("ab", "nm1", "nmb", "2", "0", vector=2),
    "columns": Form("ab", "n1", "an", "0", "1", "1"),
    "points": Form("ab", "n2", "n", "", "0, 1", "0, 1"),
    "points, turned": Form("ab", "2n", "n", "", "0, 1", "1, 0", vector=0),
    "columns of one row": Form("ab", "n1", "n", "", "0, 1", "1"),
    "windows": Form("ab", "n1", "npb", "1, 2", "", "0"),
    "windows that count first": Form("ab", "n1", "pnb", "0, 2", "", "0"),
    "windows in both directions": Form("ab", "n2", "npq", "1, 2", "", "0, 1"),
    "windows around": Form("ab", "n2", "pnq", "0, 2", "", "0, 1"),
    "one window": Form("ab", "1", "pb", "0, 1", "", "0", vector=0),
    "one point": Form("a", "1", "", "", "0", vector=0),
    "batches": Form("abq", "an1", "anq", "2", "1", "1", 2, ("0", "0")),
    "batches, turned": Form("bam", "n1ab", "nabp", "3", "", "2", 1, ("0, 1", "3, 2")),
}


def tensor(sizes: str, element: str) -> str:
    """Numbers are sizes, letters open ones."""
    shape = "".join(f"{size}x" if size.isdigit() else "?x" for size in sizes)
    return f"tensor<{shape}{element}>"


COMBINE = {
    "sum": "%r = stablehlo.add %x, %u : tensor<T>",
    "last": "%r = stablehlo.add %u, %zero : tensor<T>",
    "greatest": "%r = stablehlo.maximum %x, %u : tensor<T>",
    "less": "%r = stablehlo.subtract %u, %x : tensor<T>",
}


def program(form: Form, element: str = "f32", index: str = "i32", combine: str = "sum") -> str:
    """A scatter of updates, combined with the elements where they go."""
    x, u = tensor(form.input, element), tensor(form.updates, element)
    at = tensor(form.indices, index)
    zero = "false" if element == "i1" else "0.0" if "f" in element else "0"
    body = COMBINE[combine].replace("<T>", f"<{element}>")
    return f"""
func.func @main(%a: {x}, %at: {at}, %b: {u}) -> {x} {{
  %zero = stablehlo.constant dense<{zero}> : tensor<{element}>
  %0 = "stablehlo.scatter"(%a, %at, %b) <{{
    scatter_dimension_numbers = #stablehlo.scatter<{form.numbers}>
  }}> ({{
  ^bb0(%x: tensor<{element}>, %u: tensor<{element}>):
    {body}
    stablehlo.return %r : tensor<{element}>
  }}) : ({x}, {at}, {u}) -> {x}
  return %0 : {x}
}}"""


def fits(form: Form, sizes: dict[str, int]) -> bool:
    """Whether no window is larger than what it is moved over."""
    windows = [int(one) for one in form.windows.split(", ") if one]
    left_out = f"{form.inserted}, {form.batching[0]}"
    kept = [one for axis, one in enumerate(form.input) if str(axis) not in left_out]
    return all(
        sizes[form.updates[window]] <= sizes[whole]
        for window, whole in zip(windows, kept, strict=True)
    )


def inputs(form: Form, sizes: dict[str, int], element: str, index: str) -> list[Array]:
    """Numbers, and indices of which some lie outside."""
    random = np.random.default_rng(sum(sizes.values()))
    shapes = [
        tuple(sizes[one] if one.isalpha() else int(one) for one in text)
        for text in (form.input, form.indices, form.updates)
    ]
    low = 0 if index.startswith("u") else -2
    at = random.integers(low, max(sizes["a"], sizes["b"]) + 2, shapes[1])
    numbers = [random.integers(-3, 4, shape) / 2 for shape in (shapes[0], shapes[2])]
    x, u = (one.astype(np.int8 if element == "ui16" else TYPES[element]) for one in numbers)
    return [x.astype(TYPES[element]), at.astype(INDEX_TYPES[index]), u.astype(TYPES[element])]


def is_loops(text: str) -> bool:
    """Whether no operation on buffers is left."""
    module = parse(text)
    apply(LOOPS, module, context())
    return not any(isinstance(op, BufferOp) for op in module.walk())


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("combine", ["sum", "last"])
def test_loops_give_what_the_operation_gives(name: str, combine: str) -> None:
    form = FORMS[name]
    text = program(form, combine=combine)
    module = parse(text)
    apply(LOOPS, module, context())
    compared = 0
    for sizes in (one for one in SIZES if fits(form, one)):
        given = inputs(form, sizes, "f32", "i32")
        (expected,) = run(parse(text), *given)
        (found,) = run(module, *given)
        np.testing.assert_array_equal(found, expected)
        compared += 1
    assert compared >= 2


CASES = [
    *((name, "f32", "i32", "sum") for name in FORMS),
    *((name, "f32", "i64", "less") for name in ("rows", "points", "windows around")),
    *(("rows", element, "i32", "greatest") for element in TYPES),
    *(("windows", element, "i32", "sum") for element in TYPES),
    *(("windows", "f32", index, "last") for index in INDEX_TYPES),
]


@pytest.mark.parametrize(("name", "element", "index", "combine"), CASES)
def test_machine_code_gives_what_the_operation_gives(
    name: str, element: str, index: str, combine: str
) -> None:
    pytest.importorskip("llvmlite")
    form = FORMS[name]
    text = program(form, element, index, combine)
    compiled = disc_shape.compile(text, engine="native", checked=True)
    assert not any(", interpreter," in str(kernel) for kernel in compiled.kernels)
    for sizes in (one for one in SIZES if fits(form, one)):
        given = inputs(form, sizes, element, index)
        (expected,) = run(parse(text), *given)
        np.testing.assert_array_equal(compiled.run(*given)[0], expected)


@pytest.mark.parametrize("index", ["i32", "i64", "ui64"])
def test_the_ends_of_the_range_of_indices_lie_outside(index: str) -> None:
    pytest.importorskip("llvmlite")
    limits = np.iinfo(INDEX_TYPES[index])
    for name in ("rows", "windows", "windows that count first", "windows in both directions"):
        form, sizes = FORMS[name], SIZES[0]
        text = program(form, index=index)
        compiled = disc_shape.compile(text, engine="native", checked=True)
        x, at, u = inputs(form, sizes, "f32", index)
        ends = [limits.min, limits.max, limits.min + 1, limits.max - 1, 1]
        at = np.resize(np.array(ends, at.dtype), at.shape)
        (expected,) = run(parse(text), x, at, u)
        np.testing.assert_array_equal(compiled.run(x, at, u)[0], expected)


PAIRS = """
func.func @main(
    %v: tensor<?xf32>, %i: tensor<?xi32>, %at: tensor<?x1xi64>,
    %w: tensor<?xf32>, %j: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0:2 = "stablehlo.scatter"(%v, %i, %at, %w, %j) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<f32>, %p: tensor<i32>, %b: tensor<f32>, %q: tensor<i32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }) : (tensor<?xf32>, tensor<?xi32>, tensor<?x1xi64>, tensor<?xf32>, tensor<?xi32>)
      -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}"""


def test_several_results() -> None:
    """The greatest update of each element, and which one it was."""
    pytest.importorskip("llvmlite")
    compiled = disc_shape.compile(PAIRS, engine="native", checked=True)
    assert not any(", interpreter," in str(kernel) for kernel in compiled.kernels)
    random = np.random.default_rng(0)
    for size, count in ((5, 60), (1, 3), (0, 4), (3, 0)):
        values = [random.integers(0, 9, one).astype(np.float32) for one in (size, count)]
        numbers = [-np.ones(size, np.int32), np.arange(count, dtype=np.int32)]
        at = random.integers(-1, size + 1, (count, 1))
        given = [values[0], numbers[0], at, values[1], numbers[1]]
        expected = run(parse(PAIRS), *given)
        for found, wanted in zip(compiled.run(*given), expected, strict=True):
            np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("name", FORMS)
def test_no_scatter_is_left(name: str) -> None:
    assert is_loops(program(FORMS[name]))


@pytest.mark.parametrize(
    ("element", "zero"),
    [("complex<f32>", "(0.0, 0.0)"), ("f8E8M0FNU", "1.0")],
)
def test_elements_that_are_no_scalars(element: str, zero: str) -> None:
    text = program(FORMS["rows"], "f32", "i32")
    assert not is_loops(text.replace("f32", element).replace("dense<0.0>", f"dense<{zero}>"))
