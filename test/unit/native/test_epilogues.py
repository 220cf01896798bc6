"""What is computed of the sums of products: for each tile, with the bits of a kernel of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects import func, memref, scf
from xdsl.dialects.builtin import ModuleOp

pytest.importorskip("llvmlite")

from native_targets import TARGETS, code_for

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.interpreters import check
from disc_shape.native.compilation import llvm_text
from disc_shape.native.contractions import convert_contractions
from disc_shape.native.contractions_products import EPILOGUE, PRODUCT
from disc_shape.native.engine import pipeline
from disc_shape.native.machine import host
from disc_shape.native.module import convert_module
from disc_shape.native.vectorized import vectorized

Array = npt.NDArray[np.generic]
SIZES = (0, 1, 2, 3, 7, 8, 9, 31, 47, 48, 49, 65)
DEPTHS = (0, 1, 2, 5, 513, 1030)

ONES = "%ones = stablehlo.constant dense<1.0> : tensor<f32>"
BROADCAST = "{known_nonexpanding_dimensions = array<i64: 0>}"
SHAPE = """
    %n = tensor.dim %s, %c0 : tensor<?x?xf32>
    %m = tensor.dim %s, %c1 : tensor<?x?xf32>
    %shape = tensor.from_elements %n, %m : tensor<2xindex>
"""


def bias(axis: int) -> str:
    """A bias of rows or columns."""
    return f"""{SHAPE}
    %b = stablehlo.dynamic_broadcast_in_dim %{"vw"[axis]}, %shape, dims = [{axis}] {BROADCAST}
        : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %y = stablehlo.add %s, %b : tensor<?x?xf32>
    """


COMPUTED: dict[str, tuple[str, str]] = {
    "bias_of_rows": (bias(0), "f32"),
    "bias_of_columns": (bias(1), "f32"),
    "residual": ("%y = stablehlo.add %s, %r : tensor<?x?xf32>", "f32"),
    "relu": (
        """
    %zero = stablehlo.subtract %s, %s : tensor<?x?xf32>
    %y = stablehlo.maximum %s, %zero : tensor<?x?xf32>
    """,
        "f32",
    ),
    "product_and_sum": (
        """
    %p = stablehlo.multiply %s, %r : tensor<?x?xf32>
    %y = stablehlo.add %p, %r : tensor<?x?xf32>
    """,
        "f32",
    ),
    "tanh": ("%y = stablehlo.tanh %s : tensor<?x?xf32>", "f32"),
    "negated": ("%y = stablehlo.negate %s : tensor<?x?xf32>", "f32"),
    "half": ("%y = stablehlo.convert %s : (tensor<?x?xf32>) -> tensor<?x?xf16>", "f16"),
    "bfloat": ("%y = stablehlo.convert %s : (tensor<?x?xf32>) -> tensor<?x?xbf16>", "bf16"),
    "wide": ("%y = stablehlo.convert %s : (tensor<?x?xf32>) -> tensor<?x?xf64>", "f64"),
    "integer": ("%y = stablehlo.convert %s : (tensor<?x?xf32>) -> tensor<?x?xi32>", "i32"),
    "boolean": ("%y = stablehlo.compare GT, %s, %r : (tensor<?x?xf32>, tensor<?x?xf32>)"
                " -> tensor<?x?xi1>", "i1"),
}  # fmt: skip
"""What is computed of %s, with a matrix %r and vectors %v and %w, and the type of the result."""

OTHERS = "%r: tensor<?x?xf32>, %v: tensor<?xf32>, %w: tensor<?xf32>"


def text_of(body: str, arguments: str, result: str) -> str:
    """A program."""
    return f"""
    func.func @main({arguments}) -> tensor<?x?x{result}> {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      {body}
      return %y : tensor<?x?x{result}>
    }}
    """


DOT = """
    %s = stablehlo.dot_general %a, %b0, contracting_dims = [1] x [0]
        : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
"""
FACTORS = "%a: tensor<?x?xf32>, %b0: tensor<?x?xf32>"
PROGRAMS: dict[str, Sequence[Compiled]] = {}


def programs(name: str) -> Sequence[Compiled]:
    """The product with what is computed of it, the product, and what is computed of its sums."""
    if name not in PROGRAMS:
        body, result = COMPUTED[name]
        texts = (
            text_of(DOT + body, f"{FACTORS}, {OTHERS}", result),
            text_of(DOT.replace("%s =", "%y ="), FACTORS, "f32"),
            text_of(body, f"%s: tensor<?x?xf32>, {OTHERS}", result),
        )
        PROGRAMS[name] = [disc_shape.compile(one, engine="native") for one in texts]
    return PROGRAMS[name]


def run(program: Compiled, *arrays: Array) -> Array:
    """The only result."""
    (found,) = cast("tuple[Array]", program(*arrays))
    return found


def bits(array: Array) -> Array:
    """The bits, of which NaN and zeros have several."""
    return array.view(f"u{array.dtype.itemsize}")


@pytest.mark.parametrize("name", COMPUTED)
@settings(max_examples=25)
@given(
    st.sampled_from(SIZES),
    st.sampled_from(DEPTHS),
    st.sampled_from(SIZES),
    st.integers(0, 1 << 30),
)
def test_bits_are_those_of_a_kernel_of_its_own(
    name: str, rows: int, inner: int, columns: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)

    def normal(*sizes: int) -> npt.NDArray[np.float32]:
        return rng.standard_normal(sizes).astype(np.float32)

    lhs, rhs, rest = normal(rows, inner), normal(inner, columns), normal(rows, columns)
    lhs[rng.random(lhs.shape) < 0.002] = rng.choice([np.nan, np.inf, -np.inf])
    rest[rng.random(rest.shape) < 0.1] = -0.0
    others = rest, normal(rows), normal(columns)
    fused, product, computed = programs(name)
    expected = run(computed, run(product, lhs, rhs), *others)
    found = run(fused, lhs, rhs, *others)
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
    assert np.array_equal(bits(found), bits(expected))


@pytest.mark.parametrize("contracted", ["[1] x [0]", "[1] x [1]", "[0] x [0]"])
@pytest.mark.parametrize("name", ["bias_of_rows", "product_and_sum", "bfloat"])
def test_few_rows_or_columns(name: str, contracted: str) -> None:
    """They are computed without tiles; of sums the same is computed."""
    rng = np.random.default_rng(0)
    body, result = COMPUTED[name]
    dot = DOT.replace("[1] x [0]", contracted)
    fused = disc_shape.compile(text_of(dot + body, f"{FACTORS}, {OTHERS}", result), engine="native")
    _, _, computed = programs(name)
    for rows, columns in (
        (2, 70),
        (5, 33),
        (8, 2100),
        (12, 49),
        (70, 2),
        (33, 4),
        (400, 8),
        (3, 3),
    ):
        for inner in (63, 64, 600):
            lhs, rhs, rest = (
                rng.integers(-9, 9, sizes).astype(np.float32)
                for sizes in ((rows, inner), (inner, columns), (rows, columns))
            )
            others = rest, rest[:, 0].copy(), rest[0].copy()
            expected = run(computed, lhs @ rhs, *others)
            first = lhs if contracted.startswith("[1]") else np.ascontiguousarray(lhs.T)
            second = rhs if contracted.endswith("[0]") else np.ascontiguousarray(rhs.T)
            assert np.array_equal(run(fused, first, second, *others), expected)


@pytest.mark.parametrize("name", COMPUTED)
def test_no_other_kernel_passes_over_the_result(name: str) -> None:
    fused, _, _ = programs(name)
    kinds = [str(one).split(",")[0] for one in fused.kernels]
    assert kinds == ["matrix_product_f32_0: tiles", "epilogue_0: epilogue"]


def lowered(text: str) -> ModuleOp:
    """A program with its products."""
    module = disc_shape.parse(text).optimize().lower(LOOPS).module
    convert_contractions(module)
    module.verify()
    return module


LOOPS = "hlo-fusion,mhlo-to-lmhlo,lmhlo-to-loops,deallocate-buffers"


@pytest.mark.parametrize("name", COMPUTED)
def test_the_program_calls_the_product_and_nothing_else(name: str) -> None:
    """There are no loops around the call, and the product hands over each sum once."""
    body, result = COMPUTED[name]
    module = lowered(text_of(DOT + body, f"{FACTORS}, {OTHERS}", result))
    functions = {one.sym_name.data: one for one in module.ops if isinstance(one, func.FuncOp)}
    main = functions["main"]
    assert not any(isinstance(one, scf.ForOp | scf.ParallelOp) for one in main.walk())
    calls = [one.callee.string_value() for one in main.walk() if isinstance(one, func.CallOp)]
    assert calls == ["matrix_product_f32_0"]
    assert PRODUCT in functions[calls[0]].attributes
    stored = [one for one in functions[calls[0]].walk() if isinstance(one, memref.StoreOp)]
    assert [str(one.memref.type) for one in stored] == ["memref<1x1xf32>"]
    rng = np.random.default_rng(0)
    given = [rng.standard_normal(sizes).astype(np.float32) for sizes in ((3, 2), (2, 4), (3, 4))]
    others = [np.ones(3, np.float32), np.ones(4, np.float32)]
    (found,) = check(module, *given, *others).results
    expected = run(programs(name)[0], *given, *others)
    assert np.allclose(found.astype(float), expected.astype(float), rtol=1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["bias_of_columns", "residual", "relu", "tanh", "wide"])
def test_loops_over_tiles_are_vectorized(name: str, target: str) -> None:
    body, result = COMPUTED[name]
    text = text_of(DOT + body, f"{FACTORS}, {OTHERS}", result)
    found = vectorized(code_for(TARGETS[target], disc_shape.parse(text).optimize()), "epilogue_0")
    assert found.is_vectorized


LAYER = """
func.func @main(%x: tensor<?x?x?x3xf32>, %w: tensor<3x2x3x6xf32>, %v: tensor<6xf32>)
    -> tensor<?x?x?x6xf32> {
  %0 = stablehlo.convolution(%x, %w)
      dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 0]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<?x?x?x3xf32>, tensor<3x2x3x6xf32>) -> tensor<?x?x?x6xf32>
  %1 = shape.shape_of %0 : tensor<?x?x?x6xf32> -> tensor<4xindex>
  %2 = stablehlo.dynamic_broadcast_in_dim %v, %1, dims = [3]
      : (tensor<6xf32>, tensor<4xindex>) -> tensor<?x?x?x6xf32>
  %3 = stablehlo.add %0, %2 : tensor<?x?x?x6xf32>
  %4 = stablehlo.tanh %3 : tensor<?x?x?x6xf32>
  return %4 : tensor<?x?x?x6xf32>
}
"""


FEATURES_FIRST = (
    LAYER.replace("b, 0, 1, f", "b, f, 0, 1")
    .replace("[0, 1, i, o]", "[o, i, 0, 1]")
    .replace("?x?x?x3", "?x3x?x?")
    .replace("?x?x?x6", "?x6x?x?")
    .replace("3x2x3x6", "6x3x3x2")
    .replace("dims = [3]", "dims = [1]")
)


@pytest.mark.parametrize("sizes", [(0, 3, 3), (1, 1, 1), (2, 5, 1), (2, 1, 7), (1, 9, 60)])
@pytest.mark.parametrize("text", [LAYER, FEATURES_FIRST], ids=["features last", "features first"])
def test_a_sum_over_a_window_is_finished_once(sizes: tuple[int, ...], text: str) -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((*sizes, 3)).astype(np.float32)
    w = rng.standard_normal((3, 2, 3, 6)).astype(np.float32)
    v = rng.standard_normal(6).astype(np.float32)
    if text is FEATURES_FIRST:
        x, w = x.transpose(0, 3, 1, 2).copy(), w.transpose(3, 2, 0, 1).copy()
    if text not in PROGRAMS:
        engines = ("native", "reference")
        PROGRAMS[text] = [disc_shape.compile(text, engine=one) for one in engines]
    ours, reference = PROGRAMS[text]
    assert np.allclose(run(ours, x, w, v), run(reference, x, w, v), rtol=1e-5, atol=1e-5)
    kinds = {str(one).split(":")[0] for one in ours.kernels}
    assert {"matrix_product_f32_0", "epilogue_0"} <= kinds


IN_PLACE = """
func.func @main(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %view = memref.reinterpret_cast %READ to offset: [%c0], sizes: [%n, %n], strides: [%n, %c1]
      : memref<?x?xf32> to memref<?x?xf32>
  "scf.parallel"(%c0, %c0, %n, %n, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    %0 = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
      %1 = memref.load %x[%i, %k] : memref<?x?xf32>
      %2 = memref.load %w[%k, %j] : memref<?x?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %s, %3 : f32
      scf.yield %4 : f32
    }
    %5 = memref.load %view[%i, %j] : memref<?x?xf32>
    %6 = arith.subf %0, %5 : f32
    memref.store %6, %y[%i, %j] : memref<?x?xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}
"""


@pytest.mark.parametrize("read", ["y", "x"])
def test_sums_have_memory_of_their_own_where_the_result_is_read(read: str) -> None:
    module = disc_shape.parse(IN_PLACE.replace("%READ", f"%{read}")).module.clone()
    convert_contractions(module)
    module.verify()
    allocated = [one for one in module.walk() if isinstance(one, memref.AllocOp)]
    assert len(allocated) == (1 if read == "y" else 0)
    joined = [one for one in module.ops if EPILOGUE in one.attributes]
    assert len(joined) == 1


@pytest.mark.parametrize("checked", [False, True])
def test_epilogues_of_tiles_have_no_tests(checked: bool) -> None:
    """A program is compiled without epilogues for tests; one that has them converts as well."""
    body, result = COMPUTED["residual"]
    text = text_of(DOT + body, f"{FACTORS}, {OTHERS}", result)
    module = disc_shape.parse(text).optimize().lower(pipeline(host())).module
    made = convert_module(module, checked=checked).module
    made.verify()
    assert "program_epilogue_0" in llvm_text(made)
    kernels = disc_shape.compile(text, engine="native", checked=checked).kernels
    assert any(str(one).startswith("epilogue_0") for one in kernels) != checked
