"""Matrix products of any size and strides against numpy; nothing around them is written."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from xdsl.dialects import llvm
from xdsl.dialects.builtin import AnyFloat, ModuleOp, f32, f64

pytest.importorskip("llvmlite")

from native_targets import AVX2, AVX512, NEON, TARGETS, ZEN

from disc_shape.native.code import Code
from disc_shape.native.compilation import compile_module, llvm_text, optimized_text
from disc_shape.native.machine import Host, compiling_for, this_machine
from disc_shape.native.module import outside_functions
from disc_shape.native.routine import Tables
from disc_shape.native.tiles import product_functions
from disc_shape.native.tiles_rows import ROWS
from disc_shape.native.tiles_shapes import LARGE_CACHE, Shape
from disc_shape.native.vectorized import functions_of, is_loop

Floats = npt.NDArray[np.floating]
Multiply = Callable[..., None]

LOADED: list[Code] = []
"""Code lives as long as the object that holds it."""

EDGES = (0, 1, 2, 3, 7, 13, 20, 31, 33, 47, 48, 49, 55, 64, 65, 97, 100, 384, 385, 512, 513, 1000)
"""Sizes at which tiles and blocks end."""

LARGE = replace(AVX512, second_cache=LARGE_CACHE)
"""A machine with long strips, which fetches rows of the left operand."""

MARK = 7.5
"""What surrounds a result."""


def multiplier(element: AnyFloat, machine: Host, shape_of: Host | None = None) -> Multiply:
    """
    A function of two matrices that writes their product into a third one, by tiles of the shape of
    this or of another machine.
    """
    tables = Tables()
    functions = product_functions("product", element, shape_of or machine, tables.functions)
    functions[0].properties["linkage"] = llvm.LinkageAttr("external")
    module = ModuleOp([*outside_functions(tables), *functions])
    module.verify()
    with compiling_for(machine):
        code = compile_module(module)
    LOADED.append(code)
    matrix = [ctypes.c_void_p, *[ctypes.c_int64] * 5]
    call = ctypes.CFUNCTYPE(None, *(matrix * 3), ctypes.c_bool, *matrix[1:3])(
        code.address("product")
    )

    def multiply(lhs: Floats, rhs: Floats, out: Floats, adds: bool, parts: int = 1) -> None:
        given: list[int] = []
        for one in (lhs, rhs, out):
            rows, columns = (stride // one.itemsize for stride in one.strides)
            given += [one.ctypes.data, *one.shape, 0, rows, columns]
        for part in range(parts):
            call(*given, adds, part, parts)

    return multiply


def without_vectors() -> Host:
    """A machine of which nothing is known."""
    return replace(this_machine(), cpu="", features="")


def all_products(machine: Host) -> ModuleOp:
    """The products of both element types."""
    tables = Tables()
    functions = [
        one
        for element in (f32, f64)
        for one in product_functions(f"program_{element}", element, machine, tables.functions)
    ]
    for one in functions:
        one.properties["linkage"] = llvm.LinkageAttr("external")
    return ModuleOp([*outside_functions(tables), *functions])


@pytest.fixture(scope="module")
def products() -> dict[str, Multiply]:
    """Products by element type, for tiles of several shapes."""
    return {
        "f32": multiplier(f32, this_machine()),
        "f64": multiplier(f64, this_machine()),
        "scalars": multiplier(f32, without_vectors()),
        "f32 NEON": multiplier(f32, this_machine(), NEON),
        "f64 NEON": multiplier(f64, this_machine(), NEON),
        "f32 Zen": multiplier(f32, this_machine(), ZEN),
        "f32 large cache": multiplier(f32, this_machine(), LARGE),
        **(
            {"f32 AVX2": multiplier(f32, AVX2), "f64 AVX2": multiplier(f64, AVX2)}
            if this_machine().has("avx2") and this_machine().has("fma")
            else {}
        ),
    }


def matrix(
    rng: np.random.Generator, rows: int, columns: int, dtype: type[np.float32 | np.float64]
) -> Floats:
    """A matrix with rows or columns of neighbours, or neither, also from the end on."""
    kind = rng.integers(5)
    if kind == 0:
        return rng.standard_normal((rows, columns)).astype(dtype)
    if kind == 1:
        return rng.standard_normal((columns, rows)).astype(dtype).T
    if kind == 2:
        return rng.standard_normal((rows, columns)).astype(dtype)[::-1]
    if kind == 3:
        return rng.standard_normal((columns, rows)).astype(dtype).T[:, ::-1]
    return rng.standard_normal((2 * rows + 1, 3 * columns + 1)).astype(dtype)[1::2, 1::3]


def sizes(rng: np.random.Generator) -> Iterator[tuple[int, int, int]]:
    """Small sizes, those of one and zero among them, and sizes of several blocks."""
    for rows in (0, 1, 7, 8, 9, 17):
        for inner in (0, 1, 2, 255, 257):
            for columns in (0, 1, 31, 32, 33):
                yield rows, inner, columns
    for rows in (2, 3, 5, 6, 8, 9, 12, 13):
        for inner in (63, 64, 65, 600):
            for columns in (1, 2, 31, 70):
                yield rows, inner, columns
                yield columns, inner, rows
    for _ in range(150):
        rows, inner, columns = rng.integers(0, 41, 3)
        yield int(rows), int(inner), int(columns)
    for _ in range(150):
        rows, inner, columns = (int(one) for one in rng.choice(EDGES, 3))
        if rows * inner * columns <= 2_000_000:
            yield rows, inner, columns
    yield from (
        (1600, 3, 9),
        (20, 700, 150),
        (800, 300, 140),
        (150, 520, 40),
        (70, 520, 150),
        (20, 300, 1100),
        *[(130, 300, 1100)] * 5,
        (1, 9000, 3),
        (5, 9000, 1),
        (1, 9, 5000),
        *[(rows, 70, 2100) for rows in (2, 5, 6, 8, 12)] * 3,
        *[(2100, 70, columns) for columns in (2, 3, 4, 8, 16, 17)] * 3,
        (4500, 6, 1),
    )


@pytest.mark.parametrize(
    "name",
    [
        "f32",
        "f64",
        "scalars",
        "f32 NEON",
        "f64 NEON",
        "f32 Zen",
        "f32 large cache",
        "f32 AVX2",
        "f64 AVX2",
    ],
)
def test_products_are_those_of_numpy(products: dict[str, Multiply], name: str) -> None:
    """And in several parts they are the same to the bit."""
    if name not in products:
        pytest.skip("this machine has no AVX2")
    rng = np.random.default_rng(0)
    dtype = np.float64 if name.startswith("f64") else np.float32
    epsilon = np.finfo(dtype).eps
    for rows, inner, columns in sizes(rng):
        lhs, rhs = matrix(rng, rows, inner, dtype), matrix(rng, inner, columns, dtype)
        around = matrix(rng, rows + 2, columns + 2, dtype)
        around[...] = MARK
        out = around[1:-1, 1:-1]
        adds = bool(rng.integers(2))
        products[name](lhs, rhs, out, adds)
        exact = lhs.astype(np.longdouble) @ rhs.astype(np.longdouble)
        bound = np.abs(lhs).astype(float) @ np.abs(rhs).astype(float)
        exact, bound = (exact + MARK, bound + MARK) if adds else (exact, bound)
        assert (np.abs(out - exact) <= bound * (inner + 2) * epsilon).all(), out.shape
        again = np.full_like(out, MARK)
        products[name](lhs, rhs, again, adds, int(rng.integers(2, 6)))
        assert np.array_equal(again, out), out.shape
        out[...] = MARK
        assert (around == MARK).all(), out.shape


def test_infinities_and_nan_stay_in_their_rows(products: dict[str, Multiply]) -> None:
    """The rows and columns that fill up a tile at an edge reach no element of the result."""
    lhs, rhs = np.ones((11, 5), np.float32), np.ones((5, 37), np.float32)
    lhs[10, 2], rhs[3, 36] = np.inf, np.nan
    out = np.empty((11, 37), np.float32)
    products["f32"](lhs, rhs, out, False)
    with np.errstate(all="ignore"):
        exact = np.full((11, 37), 5.0)
        exact[10], exact[:, 36] = np.inf, np.nan
    assert np.array_equal(out, exact, equal_nan=True)


@pytest.mark.parametrize("target", TARGETS)
def test_sums_of_tiles_stay_in_registers(target: str) -> None:
    """Each iteration multiplies as many vectors as a tile has, none of which is in memory."""
    machine = TARGETS[target]
    with compiling_for(machine):
        text = optimized_text(llvm_text(all_products(machine)))
    for element, name in ((f32, "float"), (f64, "double")):
        shape = Shape.of(machine, element)
        vector = f"<{shape.lanes} x {name}>"
        body = functions_of(text)[f"program_{element}"]
        loops = [one for one in re.split(r"^(?=[\w.]+:)", body, flags=re.M) if is_loop(one)]
        fused = [one.count(f"call {vector} @llvm.fma") for one in loops]
        heights = shape.rows, shape.rows - 1
        widths = {shape.vectors, shape.narrow_vectors or shape.vectors}
        assert max(fused) == shape.rows * shape.vectors
        in_memory = [f"store {vector}" in one for one in loops]
        tiles = {n for n, stored in zip(fused, in_memory, strict=True) if not stored}
        others = {n for n, stored in zip(fused, in_memory, strict=True) if stored}
        assert {height * width for height in heights for width in widths} <= tiles
        assert others <= {0, *(rows * n for rows in (1, ROWS) for n in (1, shape.kept))}


@pytest.mark.parametrize("target", TARGETS)
def test_rows_of_a_matrix_are_read_once_by_vectors(target: str) -> None:
    """What registers hold of four rows is added to vectors of sums of each of the few rows."""
    machine = TARGETS[target]
    with compiling_for(machine):
        text = optimized_text(llvm_text(all_products(machine)))
    for element, name in ((f32, "float"), (f64, "double")):
        shape = Shape.of(machine, element)
        vector = f"<{shape.lanes} x {name}>"
        body = functions_of(text)[f"program_{element}"]
        loops = [one for one in re.split(r"^(?=[\w.]+:)", body, flags=re.M) if is_loop(one)]
        rows = [one for one in loops if f"store {vector}" in one and "@llvm.fma" in one]
        counts = {
            tuple(one.count(f"{word} {vector}") for word in ("call", "load", "store"))
            for one in rows
        }
        assert (ROWS * shape.kept, shape.kept, shape.kept) in counts


@pytest.mark.parametrize(
    ("features", "rows", "columns"),
    [("+avx512f,+fma", 8, 48), ("+avx2,+fma", 6, 16), ("+neon", 8, 12), ("+sse2", 4, 4)],
)
def test_shape_of_tiles_is_that_of_the_host(features: str, rows: int, columns: int) -> None:
    shape = Shape.of(Host("", "", features, ""), f32)
    assert (shape.rows, shape.columns) == (rows, columns)
    assert shape.has_fma == ("sse2" not in features)


def test_strips_for_zen_are_wide() -> None:
    """The sizes of products above have more than one strip of either width."""
    assert Shape.of(AVX512, f32).strip == Shape.of(AVX2, f32).strip == 384
    assert Shape.of(ZEN, f32).strip == Shape.of(ZEN, f64).strip == 1056


def test_strips_are_long_where_the_cache_is_large() -> None:
    assert Shape.of(LARGE, f32).strip == Shape.of(LARGE, f64).strip == 768
    assert Shape.of(replace(ZEN, second_cache=LARGE_CACHE), f32).strip == 1056
    assert Shape.of(LARGE, f32).fetches_rows
    assert not Shape.of(ZEN, f32).fetches_rows


def test_rows_of_wide_tiles_are_fetched_ahead_but_for_zen() -> None:
    assert Shape.of(AVX512, f32).ahead == Shape.of(AVX512, f64).ahead == 8
    assert Shape.of(AVX2, f32).ahead == Shape.of(ZEN, f32).ahead == 0
