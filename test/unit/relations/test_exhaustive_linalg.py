"""All small shapes of MLIR's linalg operations, on tensors and on buffers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]

VECTOR, MATRIX = "tensor<?xf32>", "tensor<?x?xf32>"
ROWS, COLUMNS = "affine_map<(i, j) -> (i)>", "affine_map<(i, j) -> (j)>"
PLACE, TURNED = "affine_map<(i, j) -> (i, j)>", "affine_map<(i, j) -> (j, i)>"


def generic(maps: list[str], iterators: list[str], ins: list[str], outs: list[str]) -> str:
    """A `linalg.generic` over arguments that hands its first operand on."""
    inputs = ", ".join(f"%{index}" for index in range(len(ins)))
    outputs = ", ".join(f"%{index + len(ins)}" for index in range(len(outs)))
    arguments = ", ".join(f"%a{index}: f32" for index in range(len(ins) + len(outs)))
    kinds = ", ".join(f'"{one}"' for one in iterators)
    results = ", ".join(outs)
    yields = ", ".join(["%a0"] * len(outs))
    values = ", ".join(f"%r#{index}" for index in range(len(outs)))
    kept = "%r" if len(outs) == 1 else values
    bind = "%r" if len(outs) == 1 else f"%r:{len(outs)}"
    return (
        f"{bind} = linalg.generic {{indexing_maps = [{', '.join(maps)}],"
        f" iterator_types = [{kinds}]}}"
        f" ins({inputs} : {', '.join(ins)}) outs({outputs} : {results}) {{\n"
        f"^bb0({arguments}):\nlinalg.yield {yields} : {', '.join(['f32'] * len(outs))}\n"
        f"}} -> {results}\nreturn {kept} : {results}"
    )


def arguments(types: list[str]) -> str:
    return ", ".join(f"%{index}: {type}" for index, type in enumerate(types))


PARALLEL = ["parallel", "parallel"]
GENERICS = {
    "elementwise": ([PLACE, PLACE, PLACE], PARALLEL, [MATRIX, MATRIX], [MATRIX]),
    "transposed": ([TURNED, PLACE], PARALLEL, [MATRIX], [MATRIX]),
    "outer": ([ROWS, COLUMNS, PLACE], PARALLEL, [VECTOR, VECTOR], [MATRIX]),
    "sum of rows": ([PLACE, ROWS], ["parallel", "reduction"], [MATRIX], [VECTOR]),
    "two results": ([PLACE, PLACE, TURNED], PARALLEL, [MATRIX], [MATRIX, MATRIX]),
    "static": ([PLACE, PLACE], PARALLEL, ["tensor<2x?xf32>"], [MATRIX]),
    "diagonal": (
        ["affine_map<(i) -> (i, i)>", "affine_map<(i) -> (i)>"],
        ["parallel"],
        [MATRIX],
        [VECTOR],
    ),
}


@pytest.mark.parametrize("name", GENERICS)
def test_generic(exhaust: Exhaust, name: str) -> None:
    maps, iterators, ins, outs = GENERICS[name]
    result = outs[0] if len(outs) == 1 else f"({', '.join(outs)})"
    sizes = range(4) if len(ins) + len(outs) < 3 else range(3)
    exhaust(arguments([*ins, *outs]), generic(maps, iterators, ins, outs), result, sizes=sizes)


def test_generic_on_buffers(exhaust: Exhaust) -> None:
    exhaust(
        "%0: memref<?x?xf32>, %1: memref<?x?xf32>",
        f"linalg.generic {{indexing_maps = [{TURNED}, {PLACE}],"
        ' iterator_types = ["parallel", "parallel"]}'
        " ins(%0 : memref<?x?xf32>) outs(%1 : memref<?x?xf32>) {\n"
        "^bb0(%a: f32, %b: f32):\nlinalg.yield %a : f32\n}\nreturn",
        "()",
    )


@pytest.mark.parametrize("name", ["add", "sub", "mul", "max", "min"])
def test_elementwise(exhaust: Exhaust, name: str) -> None:
    exhaust(
        arguments([VECTOR] * 3),
        f"%r = linalg.{name} ins(%0, %1 : {VECTOR}, {VECTOR}) outs(%2 : {VECTOR}) -> {VECTOR}\n"
        f"return %r : {VECTOR}",
        VECTOR,
    )


@pytest.mark.parametrize("name", ["exp", "log", "sqrt", "copy"])
def test_unary(exhaust: Exhaust, name: str) -> None:
    exhaust(
        arguments([VECTOR] * 2),
        f"%r = linalg.{name} ins(%0 : {VECTOR}) outs(%1 : {VECTOR}) -> {VECTOR}\n"
        f"return %r : {VECTOR}",
        VECTOR,
    )


def test_fill(exhaust: Exhaust) -> None:
    exhaust(
        f"%0: {MATRIX}",
        "%c = arith.constant 1.0 : f32\n"
        f"%r = linalg.fill ins(%c : f32) outs(%0 : {MATRIX}) -> {MATRIX}\nreturn %r : {MATRIX}",
        MATRIX,
    )


def test_matmul(exhaust: Exhaust) -> None:
    exhaust(
        arguments([MATRIX] * 3),
        f"%r = linalg.matmul ins(%0, %1 : {MATRIX}, {MATRIX}) outs(%2 : {MATRIX}) -> {MATRIX}\n"
        f"return %r : {MATRIX}",
        MATRIX,
        sizes=(0, 1, 2),
    )


def test_transpose(exhaust: Exhaust) -> None:
    exhaust(
        arguments([MATRIX] * 2),
        f"%r = linalg.transpose ins(%0 : {MATRIX}) outs(%1 : {MATRIX}) permutation = [1, 0]\n"
        f"return %r : {MATRIX}",
        MATRIX,
    )


def test_broadcast(exhaust: Exhaust) -> None:
    exhaust(
        arguments([VECTOR, MATRIX]),
        f"%r = linalg.broadcast ins(%0 : {VECTOR}) outs(%1 : {MATRIX}) dimensions = [0]\n"
        f"return %r : {MATRIX}",
        MATRIX,
    )


def test_reduce(exhaust: Exhaust) -> None:
    exhaust(
        arguments([MATRIX, VECTOR]),
        f"%r = linalg.reduce ins(%0 : {MATRIX}) outs(%1 : {VECTOR}) dimensions = [0]\n"
        "(%a: f32, %b: f32) {\n%s = arith.addf %a, %b : f32\nlinalg.yield %s : f32\n}\n"
        f"return %r : {VECTOR}",
        VECTOR,
    )


def test_a_sum_of_loops_stays_inside(exhaust: Exhaust) -> None:
    """
    A window over a vector: its size is at least that of both loops together, less one, unless one
    of them is empty and nothing is read.
    """
    maps = ["affine_map<(i, j) -> (i + j)>", COLUMNS, ROWS]
    exhaust(
        arguments([VECTOR] * 3),
        generic(maps, ["parallel", "reduction"], [VECTOR, VECTOR], [VECTOR]),
        VECTOR,
        sizes=range(5),
    )


def test_select(exhaust: Exhaust) -> None:
    types = f"tensor<?xi1>, {VECTOR}, {VECTOR}"
    exhaust(
        f"%0: tensor<?xi1>, %1: {VECTOR}, %2: {VECTOR}, %3: {VECTOR}",
        f"%r = linalg.select ins(%0, %1, %2 : {types}) outs(%3 : {VECTOR}) -> {VECTOR}\n"
        f"return %r : {VECTOR}",
        VECTOR,
    )


WINDOWS = {
    "pooling_nchw_max": ("1x1x?x3", "?x1", "1x1x?x1"),
    "conv_2d_nchw_fchw": ("1x1x?x3", "1x1x?x1", "1x1x?x1"),
    "conv_2d_nhwc_hwcf": ("1x?x3x1", "?x1x1x1", "1x?x1x1"),
    "conv_2d_nhwc_fhwc": ("1x?x3x1", "1x?x1x1", "1x?x1x1"),
    "conv_2d_ngchw_gfchw": ("1x1x1x?x3", "1x1x1x?x1", "1x1x1x?x1"),
    "conv_2d_ngchw_fgchw": ("1x1x1x?x3", "1x1x1x?x1", "1x1x1x?x1"),
    "conv_2d_nhwgc_gfhwc": ("1x?x3x1x1", "1x1x?x1x1", "1x?x1x1x1"),
}


@pytest.mark.parametrize("name", WINDOWS)
@pytest.mark.parametrize(("stride", "dilation"), [(1, 1), (2, 3)])
def test_windows(exhaust: Exhaust, name: str, stride: int, dilation: int) -> None:
    """A window reads inside of the image, unless a loop is empty."""
    image, window, result = (f"tensor<{shape}xf32>" for shape in WINDOWS[name])
    numbers = f"dense<{dilation}> : vector<2xi64>", f"dense<{stride}> : vector<2xi64>"
    exhaust(
        arguments([image, window, result]),
        f"%r = linalg.{name} {{dilations = {numbers[0]}, strides = {numbers[1]}}}"
        f" ins(%0, %1 : {image}, {window}) outs(%2 : {result}) -> {result}\n"
        f"return %r : {result}",
        result,
        sizes=range(6),
    )


def test_quantized_matmul(exhaust: Exhaust) -> None:
    """The zero points have no sizes."""
    rows, out = "tensor<?x?xi8>", "tensor<?x?xi32>"
    exhaust(
        arguments([rows, rows, out]),
        "%z = arith.constant 0 : i32\n"
        f"%r = linalg.quantized_matmul ins(%0, %1, %z, %z : {rows}, {rows}, i32, i32)"
        f" outs(%2 : {out}) -> {out}\nreturn %r : {out}",
        out,
        sizes=(0, 2),
    )


READ = "%c0 = arith.constant 0 : index\n%t = tensor.extract %s[%c0] : tensor<1xindex>\n"
