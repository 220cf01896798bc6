"""The greatest elements of rows: loops over a list give what a stable sort of each row gives."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from fuzz.harness import apply, context, parse

import disc_shape
from disc_shape.dialects.hlo.mhlo_only import TopKOp
from disc_shape.interpreters import GuardError, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.lowering.top_k import MOST

LOOPS = "shape-optimization,find-top-k,mhlo-to-lmhlo,plan-memory,lmhlo-to-loops"
FOUND = "shape-optimization,find-top-k"
TYPES = {
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f64": np.float64,
    "i8": np.int8,
    "ui16": np.uint16,
}


def selection(element: str, rank: int, count: int, largest: bool = True) -> str:
    """The operation of MHLO, in rows of any size."""
    outer = "?x" * (rank - 1)
    kind = f"tensor<{outer}?x{element}>"
    results = f"tensor<{outer}{count}x{element}>, tensor<{outer}{count}xi32>"
    flag = "" if largest else ", largest = false"
    return f"""
func.func @main(%x: {kind}) -> ({results}) {{
  %v, %i = mhlo.topk(%x, k = {count}{flag}) : {kind} -> ({results})
  return %v, %i : {results}
}}"""


def sort(direction: str = "GT", order: str = "TOTALORDER", count: int = 3, axis: int = 1) -> str:
    """A sort with places, of which the first elements are read."""
    rows, kept = "tensor<?x?x{}>", f"tensor<?x{count}x{{}}>"
    kinds = f"({rows.format('f32')}, {rows.format('i32')})"
    indices = "tensor<2xi64>"
    slices = "\n".join(
        f"""%{name} = stablehlo.real_dynamic_slice %s#{place}, %zeros, %limits, %ones
        : ({rows.format(type_)}, {indices}, {indices}, {indices}) -> {kept.format(type_)}"""
        for place, (name, type_) in enumerate((("v", "f32"), ("i", "i32")))
    )
    return f"""
func.func @main(%x: {rows.format("f32")}) -> ({kept.format("f32")}, {kept.format("i32")}) {{
  %zeros = stablehlo.constant dense<0> : {indices}
  %ones = stablehlo.constant dense<1> : {indices}
  %count = stablehlo.constant dense<{count}> : tensor<1xi64>
  %n = stablehlo.get_dimension_size %x, dim = 0 : ({rows.format("f32")}) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : ({rows.format("f32")}) -> tensor<i32>
  %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %wide = stablehlo.convert %a : (tensor<1xi32>) -> tensor<1xi64>
  %limits = stablehlo.concatenate %wide, %count, dim = 0 : (tensor<1xi64>, tensor<1xi64>)
    -> {indices}
  %places = stablehlo.dynamic_iota %shape, dim = {axis} : (tensor<2xi32>) -> {rows.format("i32")}
  %s:2 = "stablehlo.sort"(%x, %places) <{{dimension = {axis} : i64, is_stable = true}}> ({{
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>):
    %r = stablehlo.compare {direction}, %p, %q, {order} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }}) : {kinds} -> {kinds}
  {slices}
  return %v, %i : {kept.format("f32")}, {kept.format("i32")}
}}"""


def approximate(direction: str = "GT", count: int = 3, axis: int = 1, kept: str = "true") -> str:
    """A call that selects elements that are about the first ones, as JAX exports it."""
    rows, places, scalar = "tensor<?x?xf32>", "tensor<?x?xi32>", "tensor<f32>"
    results = f"tensor<?x{count}xf32>, tensor<?x{count}xi32>"
    config = f"aggregate_to_topk = {kept}, reduction_dim = {axis} : i64, top_k = {count} : i64"
    return f"""
func.func @main(%x: {rows}) -> ({results}) {{
  %least = stablehlo.constant dense<0xFF800000> : {scalar}
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : ({rows}) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : ({rows}) -> tensor<i32>
  %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %places = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> {places}
  %v:2 = stablehlo.custom_call @ApproxTopK(%x, %places, %least, %none)
    {{called_computations = [@before], mhlo.backend_config = {{{config}}}}}
    : ({rows}, {places}, {scalar}, tensor<i32>) -> ({results})
  return %v#0, %v#1 : {results}
}}
func.func private @before(%p: {scalar}, %q: {scalar}, %i: tensor<i32>, %j: tensor<i32>)
    -> tensor<i1> {{
  %0 = stablehlo.compare {direction}, %p, %q, FLOAT : ({scalar}, {scalar}) -> tensor<i1>
  return %0 : tensor<i1>
}}"""


def rows(shape: tuple[int, ...], element: str) -> Array:
    """Elements of which many are equal; of floats, zeros of both signs, infinities and NaN."""
    random = np.random.default_rng(sum(shape))
    found = random.integers(0, 5, shape).astype(TYPES[element])
    if "f" in element:
        special = np.array([-0.0, np.inf, -np.inf, np.nan, -np.nan, -2.5], np.float32)
        chosen = special.astype(TYPES[element])[random.integers(0, len(special), shape)]
        found = np.where(random.integers(0, 2, shape) == 0, chosen, found)
    return found


def same_bits(found: list[Array], expected: list[Array]) -> None:
    """Compare all bits."""
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        assert one.dtype == other.dtype
        assert one.tobytes() == other.tobytes()


def is_found(text: str) -> bool:
    """Whether a selection is found in a program."""
    module = parse(text)
    apply(FOUND, module, context())
    return any(isinstance(op, TopKOp) for op in module.walk())


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("element", TYPES)
def test_machine_code_gives_what_the_operation_gives(element: str, largest: bool) -> None:
    pytest.importorskip("llvmlite")
    for rank, count in ((1, 0), (1, 1), (2, 3), (3, 9)):
        text = selection(element, rank, count, largest)
        compiled = disc_shape.compile(text, engine="native", checked=True)
        assert not any(", interpreter," in str(kernel) for kernel in compiled.kernels)
        for length in (count, count + 1, 40):
            for outer in ((0,) * (rank - 1), (1,) * (rank - 1), (5, 2)[: rank - 1]):
                given = rows((*outer, length), element)
                same_bits(list(compiled.run(given)), list(run(parse(text), given)))


def test_loops_give_what_the_sort_gives() -> None:
    text = sort()
    module = parse(text)
    apply(LOOPS, module, context())
    assert "lmhlo" not in str(module)
    for shape in ((0, 3), (1, 3), (4, 5), (2, 30)):
        given = rows(shape, "f32")
        same_bits(list(run(module, given)), list(run(parse(text), given)))


def test_machine_code_gives_what_the_sort_gives() -> None:
    pytest.importorskip("llvmlite")
    text = sort()
    compiled = disc_shape.compile(text, engine="native")
    assert compiled.memory(S0=100, S1=1000) == 0  # Nothing is sorted.
    for shape in ((0, 3), (1, 3), (4, 5), (2, 30)):
        given = rows(shape, "f32")
        same_bits(list(compiled.run(given)), list(run(parse(text), given)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (sort(), True),
        (sort(count=MOST), True),
        (sort(count=MOST + 1), False),
        (sort("LT"), False),
        (sort("GE"), False),
        (sort(order="FLOAT"), False),
        (sort(axis=0), False),
        (sort().replace("%p, %q", "%q, %p"), False),
        (sort().replace("%p, %q, TOTALORDER", "%p, %p, TOTALORDER"), False),
        (sort().replace("dense<0>", "dense<[0, 1]>").replace("dense<3>", "dense<4>"), False),
        (
            sort()
            .replace('sort"(%x, %places)', 'sort"(%x, %other)')
            .replace(
                "%s:2", "%other = stablehlo.subtract %places, %places : tensor<?x?xi32>\n  %s:2"
            ),
            False,
        ),
        (
            sort().replace(
                "return %v, %i", "%u = stablehlo.negate %s#0 : tensor<?x?xf32>\n  return %v, %i"
            ),
            True,
        ),
    ],
)
def test_which_sorts_are_found(text: str, found: bool) -> None:
    assert is_found(text) == found


@pytest.mark.parametrize("direction", ["GT", "LT"])
def test_an_approximate_selection_is_found(direction: str) -> None:
    text = approximate(direction)
    module = parse(text)
    apply(LOOPS, module, context())
    assert "custom_call" not in str(module)
    for shape in ((0, 3), (1, 3), (4, 5), (2, 30)):
        given = np.random.default_rng(0).integers(-9, 9, shape).astype(np.float32)
        same_bits(list(run(module, given)), list(run(parse(text), given)))


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_an_approximate_selection_of_fewer_elements_is_refused(engine: str) -> None:
    pytest.importorskip("llvmlite")
    with pytest.raises(GuardError, match="expected 3 <= S1, found S1 = 2"):
        disc_shape.compile(approximate(), engine=engine).run(np.zeros((1, 2), np.float32))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (approximate(count=MOST), True),
        (approximate(count=MOST + 1), False),
        (approximate("GE"), False),
        (approximate(kept="false"), False),
        (approximate().replace("%p, %q, FLOAT", "%p, %p, FLOAT"), False),
        (approximate().replace("_iota %shape, dim = 1", "_iota %shape, dim = 0"), False),
        (approximate().replace("[@before], ", "[], "), False),
    ],
)
def test_which_approximate_selections_are_found(text: str, found: bool) -> None:
    assert is_found(text) == found


def test_a_sort_that_is_read_as_a_whole_stays() -> None:
    text = sort().replace("-> (tensor<?x3xf32>, ", "-> (tensor<?x?xf32>, tensor<?x3xf32>, ")
    text = text.replace("return %v, %i : ", "return %s#0, %v, %i : tensor<?x?xf32>, ")
    assert not is_found(text)


def test_a_long_list_is_not_kept() -> None:
    """Of `chlo.top_k`, which becomes a sort."""
    for count in (MOST, MOST + 1):
        kinds = f"tensor<?x{count}xf32>, tensor<?x{count}xi32>"
        text = f"""
func.func @main(%x: tensor<?x?xf32>) -> ({kinds}) {{
  %v, %i = chlo.top_k(%x, k = {count}) : tensor<?x?xf32> -> ({kinds})
  return %v, %i : {kinds}
}}"""
        assert is_found(text) == (count == MOST)
