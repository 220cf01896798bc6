"""Matrix products of any size and strides against numpy; nothing around them is written."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from xdsl.dialects import llvm
from xdsl.dialects.builtin import AnyFloat, ModuleOp, f32, f64

pytest.importorskip("llvmlite")

from disc_shape.native.machine import Code, Host, compile_module, host
from disc_shape.native.module import outside_functions
from disc_shape.native.routine import Tables
from disc_shape.native.tiles import product_functions
from disc_shape.native.tiles_shapes import Shape

Floats = npt.NDArray[np.floating]
Multiply = Callable[[Floats, Floats, Floats, bool], None]

LOADED: list[Code] = []
"""Code lives as long as the object that holds it."""

MARK = 7.5
"""What surrounds a result."""


def multiplier(element: AnyFloat, machine: Host) -> Multiply:
    """A function of two matrices that writes their product into a third one."""
    tables = Tables()
    functions = product_functions("product", element, machine, tables.functions)
    functions[0].properties["linkage"] = llvm.LinkageAttr("external")
    module = ModuleOp([*outside_functions(tables), *functions])
    module.verify()
    code = compile_module(module)
    LOADED.append(code)
    matrix = [ctypes.c_void_p, *[ctypes.c_int64] * 5]
    call = ctypes.CFUNCTYPE(None, *(matrix * 3), ctypes.c_bool)(code.address("product"))

    def multiply(lhs: Floats, rhs: Floats, out: Floats, adds: bool) -> None:
        given: list[int] = []
        for one in (lhs, rhs, out):
            rows, columns = (stride // one.itemsize for stride in one.strides)
            given += [one.ctypes.data, *one.shape, 0, rows, columns]
        call(*given, adds)

    return multiply


def without_vectors() -> Host:
    """A machine of which nothing is known."""
    return replace(host(), features="")


@pytest.fixture(scope="module")
def products() -> dict[str, Multiply]:
    """Products by element type, and one for a machine without vectors."""
    return {
        "f32": multiplier(f32, host()),
        "f64": multiplier(f64, host()),
        "scalars": multiplier(f32, without_vectors()),
    }


def matrix(
    rng: np.random.Generator, rows: int, columns: int, dtype: type[np.float32 | np.float64]
) -> Floats:
    """A matrix with rows or columns of neighbours, or neither."""
    kind = rng.integers(3)
    if kind == 0:
        return rng.standard_normal((rows, columns)).astype(dtype)
    if kind == 1:
        return rng.standard_normal((columns, rows)).astype(dtype).T
    return rng.standard_normal((2 * rows + 1, 3 * columns + 1)).astype(dtype)[1::2, 1::3]


def sizes(rng: np.random.Generator) -> Iterator[tuple[int, int, int]]:
    """Small sizes, those of one and zero among them, and sizes of several blocks."""
    for rows in (0, 1, 7, 8, 9, 17):
        for inner in (0, 1, 2, 255, 257):
            for columns in (0, 1, 31, 32, 33):
                yield rows, inner, columns
    for _ in range(150):
        rows, inner, columns = rng.integers(0, 41, 3)
        yield int(rows), int(inner), int(columns)
    yield from (
        (1600, 3, 9),
        (20, 700, 150),
        (800, 300, 140),
        (150, 520, 40),
        (1, 9000, 3),
        (5, 9000, 1),
    )


@pytest.mark.parametrize("name", ["f32", "f64", "scalars"])
def test_products_are_those_of_numpy(products: dict[str, Multiply], name: str) -> None:
    rng = np.random.default_rng(0)
    dtype = np.float64 if name == "f64" else np.float32
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


@pytest.mark.parametrize(
    ("features", "rows", "columns"),
    [("+avx512f,+fma", 8, 48), ("+avx2,+fma", 6, 16), ("+neon", 8, 12), ("+sse2", 4, 4)],
)
def test_shape_of_tiles_is_that_of_the_host(features: str, rows: int, columns: int) -> None:
    shape = Shape.of(Host("", "", features, ""), f32)
    assert (shape.rows, shape.columns) == (rows, columns)
    assert shape.has_fma == ("sse2" not in features)
