"""Slices in kernels as machine code: which elements they read, along each set of dimensions."""

import re
from itertools import chain, combinations
from math import prod
from pathlib import Path
from typing import cast

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.interpreters.kernels.arrays import Array

GATHERS = Path(__file__).parents[2] / "passes/shape_optimization/rules/progressions.mlir"
RANK = 4
AXES = list(chain.from_iterable(combinations(range(RANK), n) for n in range(1, RANK + 1)))
"""Each set of dimensions."""


def program(start: int, sizes: str) -> str:
    """A slice of one element along each set of dimensions, which becomes part of a kernel."""
    lines = [f"%n{axis} = tensor.dim %x, %c{axis} : tensor<{sizes}xf32>" for axis in range(RANK)]
    results: list[str] = []
    for number, axes in enumerate(AXES):
        limits = ", ".join("%stop" if axis in axes else f"%n{axis}" for axis in range(RANK))
        starts = ", ".join("%start" if axis in axes else "%c0" for axis in range(RANK))
        shape = "x".join(
            "1" if axis in axes else size for axis, size in enumerate(sizes.split("x"))
        )
        type_, index = f"tensor<{shape}xf32>", f"tensor<{RANK}xindex>"
        results.append(type_)
        lines += [
            f"%s{number} = tensor.from_elements {starts} : {index}",
            f"%l{number} = tensor.from_elements {limits} : {index}",
            f"%a{number} = stablehlo.real_dynamic_slice %x, %s{number}, %l{number}, %steps"
            f" : (tensor<{sizes}xf32>, {index}, {index}, {index}) -> {type_}",
            f"%r{number} = stablehlo.negate %a{number} : {type_}",
        ]
    constants = [f"%c{axis} = arith.constant {axis} : index" for axis in range(RANK)]
    constants += [
        f"%start = arith.constant {start} : index",
        f"%stop = arith.constant {start + 1} : index",
        f"%steps = arith.constant dense<1> : tensor<{RANK}xindex>",
    ]
    body = "\n".join(f"  {line}" for line in [*constants, *lines])
    returned = ", ".join(f"%r{number}" for number in range(len(AXES)))
    types = ", ".join(results)
    return (
        f"func.func @main(%x: tensor<{sizes}xf32>) -> ({types}) {{\n{body}\n"
        f"  return {returned} : {types}\n}}"
    )


@pytest.mark.parametrize("sizes", ["?x?x?x?", "?x3x?x4", "2x3x5x4"])
@pytest.mark.parametrize("start", [0, 1])
def test_slices_of_one_element_read_it_where_it_lies(start: int, sizes: str) -> None:
    run = disc_shape.compile(program(start, sizes), engine="native")
    assert not any(", interpreter," in str(kernel) for kernel in run.kernels)
    shapes = [(2, 3, 5, 4)]
    if sizes != "2x3x5x4":
        shapes += [(3, 3, 2, 4), (2 - (start == 0), 3, 1 + start, 4)]
    for shape in shapes:
        x = np.arange(prod(shape), dtype=np.float32).reshape(shape)
        for axes, found in zip(AXES, run.run(x), strict=True):
            where = tuple(
                slice(start, start + 1) if axis in axes else slice(None) for axis in range(RANK)
            )
            assert np.array_equal(found, -x[where]), (shape, axes)


@pytest.mark.parametrize("sizes", ["?x8x8", "4x8x8"])
@pytest.mark.parametrize(("start", "count"), [(0, 7), (0, 1), (1, 7), (0, 8)])
@pytest.mark.parametrize("axis", [1, 2])
def test_gathers_of_neighbours_read_them_where_they_lie(
    sizes: str, start: int, count: int, axis: int
) -> None:
    rows = sizes.split("x")[0]
    part = f"{rows}x{count}x8" if axis == 1 else f"{rows}x8x{count}"
    names = ["%n", *("%count" if one == axis else "%c8" for one in (1, 2))]
    run = disc_shape.compile(
        f"""
func.func @main(%x: tensor<{sizes}xf32>) -> tensor<{part}xf32> {{
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : i32
  %count = arith.constant {count} : i32
  %rows = tensor.dim %x, %c0 : tensor<{sizes}xf32>
  %n = arith.index_cast %rows : index to i32
  %s = tensor.from_elements {", ".join(names)} : tensor<3xi32>
  %i = stablehlo.constant dense<{start}> : tensor<1xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{{dimension_numbers = #stablehlo.gather<
      offset_dims = [0, 1, 2], start_index_map = [{axis}]>, indices_are_sorted = true}}>
      : (tensor<{sizes}xf32>, tensor<1xi32>, tensor<3xi32>) -> tensor<{part}xf32>
  %1 = stablehlo.negate %0 : tensor<{part}xf32>
  return %1 : tensor<{part}xf32>
}}
""",
        engine="native",
    )
    for length in (4,) if rows == "4" else (0, 1, 2, 5):
        x = np.arange(length * 64, dtype=np.float32).reshape(length, 8, 8)
        (found,) = run.run(x)
        first = min(start, 8 - count)
        where = [slice(None)] * 3
        where[axis] = slice(first, first + count)
        assert np.array_equal(found, -x[tuple(where)])


def test_a_part_of_a_plane_is_read_where_it_lies() -> None:
    run = disc_shape.compile(
        """
func.func @main(%x: tensor<4x5x3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.slice %x [0:4, 0:1, 0:3] : (tensor<4x5x3xf32>) -> tensor<4x1x3xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x1x3xf32>) -> tensor<4x3xf32>
  %2 = stablehlo.slice %1 [0:3, 0:2] : (tensor<4x3xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.negate %2 : tensor<3x2xf32>
  return %3 : tensor<3x2xf32>
}
""",
        engine="native",
    )
    x = np.arange(60, dtype=np.float32).reshape(4, 5, 3)
    (found,) = run.run(x)
    assert np.array_equal(found, -x[:3, 0, :2])


def test_a_slice_of_no_rows_is_empty() -> None:
    run = disc_shape.compile(
        """
func.func @main(%x: tensor<?x3x?xf32>) -> tensor<?x1x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x?xf32>
  %m = tensor.dim %x, %c2 : tensor<?x3x?xf32>
  %from = arith.constant dense<0> : tensor<3xindex>
  %to = tensor.from_elements %n, %c1, %m : tensor<3xindex>
  %steps = arith.constant dense<1> : tensor<3xindex>
  %0 = stablehlo.real_dynamic_slice %x, %from, %to, %steps
      : (tensor<?x3x?xf32>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>) -> tensor<?x1x?xf32>
  %1 = stablehlo.negate %0 : tensor<?x1x?xf32>
  return %1 : tensor<?x1x?xf32>
}
""",
        engine="native",
    )
    for shape in ((0, 3, 4), (4, 3, 0), (1, 3, 1), (2, 3, 2)):
        x = np.arange(prod(shape), dtype=np.float32).reshape(shape)
        assert np.array_equal(run.run(x)[0], -x[:, :1, :])


@pytest.mark.parametrize("text", GATHERS.read_text().split("// -----"))
def test_gathers_by_indices_that_follow_each_other(text: str) -> None:
    """Slices or not, they read what the program as it was written reads."""
    found = re.search(r"func\.func @(\w+)\((.*)\) ->", text)
    assert found is not None
    name, arguments = found.groups()
    text = text.replace(f"@{name}(", "@main(")
    program, compiled = disc_shape.parse(text), disc_shape.compile(text, engine="native")
    takes_count = "index" in arguments
    for size in ["4"] if takes_count else ["1", "2", "3", "16", "17", "40"]:
        sizes = arguments.split("<")[1].split("xf32")[0].replace("?", size).split("x")
        shape = [*map(int, sizes)]
        given = [np.arange(prod(shape), dtype=np.float32).reshape(shape) - 3]
        if takes_count:
            given.append(np.array(7))
        (expected,) = program.run(*given)
        (result,) = cast("tuple[Array]", compiled(*given))
        assert np.allclose(result, expected, rtol=1e-6, atol=0)  # One case has exponentials.


STACKED_HEADS = """
func.func @stacked(%x: tensor<?x32xf32>) -> (tensor<2x?x32xf32>, tensor<?x8xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x32xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %eight = stablehlo.constant dense<8> : tensor<1xi32>
  %wide = stablehlo.constant dense<32> : tensor<1xi32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m = stablehlo.multiply %s, %four : tensor<1xi32>
  %to = stablehlo.concatenate %two, %s, %wide, dim = 0
    : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %heads = stablehlo.concatenate %m, %eight, dim = 0
    : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %y = stablehlo.negate %x : tensor<?x32xf32>
  %z = stablehlo.abs %x : tensor<?x32xf32>
  %0 = stablehlo.concatenate %y, %z, dim = 0
    : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x32xf32>
  %1 = stablehlo.dynamic_reshape %0, %to : (tensor<?x32xf32>, tensor<3xi32>) -> tensor<2x?x32xf32>
  %2 = stablehlo.reverse %y, dims = [1] : tensor<?x32xf32>
  %3 = stablehlo.dynamic_reshape %2, %heads : (tensor<?x32xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  return %1, %3 : tensor<2x?x32xf32>, tensor<?x8xf32>
}
"""


@pytest.mark.parametrize("size", [0, 1, 2, 5])
def test_stacks_and_parted_rows(size: int) -> None:
    compiled = disc_shape.compile(STACKED_HEADS, engine="native")
    x = np.arange(-3, 32 * size - 3, dtype=np.float32).reshape(size, 32)
    stacked, parted = cast("tuple[Array, Array]", compiled(x))
    assert np.array_equal(stacked, np.stack([-x, abs(x)]))
    assert np.array_equal(parted, -x[:, ::-1].reshape(4 * size, 8))
