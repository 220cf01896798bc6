"""All small shapes of MLIR's memref and bufferization operations."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]

VECTOR, MATRIX = "memref<?xf32>", "memref<?x?xf32>"

READ = """
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = tensor.extract %s[%c0] : tensor<2xindex>
    %m = tensor.extract %s[%c1] : tensor<2xindex>
"""

FILL = """
    %c = arith.constant 1.0 : f32
    linalg.fill ins(%c : f32) outs(%r : memref<?x3x?xf32>)
"""


@pytest.mark.parametrize("name", ["alloc", "alloca"])
def test_allocate(exhaust: Exhaust, name: str) -> None:
    exhaust(
        "%s: tensor<2xindex>",
        READ + f"%r = memref.{name}(%n, %m) : memref<?x3x?xf32>\n{FILL}"
        "%k = bufferization.clone %r : memref<?x3x?xf32> to memref<?x3x?xf32>\n"
        "return %k : memref<?x3x?xf32>",
        "memref<?x3x?xf32>",
        values={0: range(-1, 4)},
        about=f"memref.{name}",
    )


def test_cast(exhaust: Exhaust) -> None:
    exhaust(
        "%0: memref<?x2xf32>",
        "%r = memref.cast %0 : memref<?x2xf32> to memref<3x?xf32>\nreturn %r : memref<3x?xf32>",
        "memref<3x?xf32>",
    )


def test_copy(exhaust: Exhaust) -> None:
    exhaust(
        f"%0: {MATRIX}, %1: {MATRIX}",
        f'"memref.copy"(%0, %1) : ({MATRIX}, {MATRIX}) -> ()\nreturn',
        "()",
    )


def test_collapse_shape(exhaust: Exhaust) -> None:
    exhaust(
        "%0: memref<?x?x2xf32>",
        '%r = "memref.collapse_shape"(%0) <{reassociation = [[0 : i64, 1 : i64], [2 : i64]]}>'
        " : (memref<?x?x2xf32>) -> memref<?x2xf32>\nreturn %r : memref<?x2xf32>",
        "memref<?x2xf32>",
    )


def test_expand_shape(exhaust: Exhaust) -> None:
    exhaust(
        f"%0: {VECTOR}, %s: tensor<2xindex>",
        READ + '%r = "memref.expand_shape"(%0, %n) <{reassociation = [[0 : i64, 1 : i64]],'
        " static_output_shape = array<i64: -9223372036854775808, 2>}>"
        f" : ({VECTOR}, index) -> memref<?x2xf32>\nreturn %r : memref<?x2xf32>",
        "memref<?x2xf32>",
        values={1: range(4)},
        sizes=range(7),
    )


@pytest.mark.parametrize("stride", [1, 2])
def test_subview(exhaust: Exhaust, stride: int) -> None:
    view = f"memref<1x?xf32, strided<[?, {stride}], offset: ?>>"
    exhaust(
        f"%0: {MATRIX}, %s: tensor<2xindex>",
        READ + '%r = "memref.subview"(%0, %n, %m) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>,'
        " static_offsets = array<i64: 0, -9223372036854775808>,"
        " static_sizes = array<i64: 1, -9223372036854775808>,"
        f" static_strides = array<i64: 1, {stride}>}}> : ({MATRIX}, index, index) -> {view}\n"
        f"return %r : {view}",
        view,
        # A view of no element may begin anywhere.
        values={1: range(1, 4)},
        sizes=range(5),
    )


def test_reinterpret_cast(exhaust: Exhaust) -> None:
    exhaust(
        f"%0: {VECTOR}, %s: tensor<2xindex>",
        READ + '%r = "memref.reinterpret_cast"(%0, %n, %m) <{'
        "operandSegmentSizes = array<i32: 1, 0, 2, 0>,"
        " static_offsets = array<i64: 0>,"
        " static_sizes = array<i64: -9223372036854775808, -9223372036854775808>,"
        " static_strides = array<i64: 0, 0>}>"
        f" : ({VECTOR}, index, index) -> memref<?x?xf32, strided<[0, 0]>>\n"
        "return %r : memref<?x?xf32, strided<[0, 0]>>",
        "memref<?x?xf32, strided<[0, 0]>>",
        values={1: range(1, 4)},
        sizes=range(1, 5),
    )


def test_clone(exhaust: Exhaust) -> None:
    exhaust(
        f"%0: {MATRIX}",
        f"%r = bufferization.clone %0 : {MATRIX} to {MATRIX}\nreturn %r : {MATRIX}",
        MATRIX,
    )


def test_to_tensor(exhaust: Exhaust) -> None:
    exhaust(
        f"%0: {MATRIX}",
        f"%r = bufferization.to_tensor %0 : {MATRIX} to tensor<?x?xf32>\n"
        "return %r : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


def test_to_buffer(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>",
        f"%r = bufferization.to_buffer %0 : tensor<?x?xf32> to {MATRIX}\n"
        f"%k = bufferization.clone %r : {MATRIX} to {MATRIX}\nreturn %k : {MATRIX}",
        MATRIX,
        about="bufferization.to_buffer",
    )


def test_view(exhaust: Exhaust) -> None:
    exhaust(
        "%0: memref<64xi8>, %s: tensor<2xindex>",
        READ + '%r = "memref.view"(%0, %c0, %n, %m) : (memref<64xi8>, index, index, index)'
        f" -> {MATRIX}\n%c = arith.constant 1.0 : f32\n"
        f"linalg.fill ins(%c : f32) outs(%r : {MATRIX})\nreturn %r : {MATRIX}",
        MATRIX,
        values={1: range(-1, 4)},
        about="memref.view",
    )


ON_BUFFERS = {
    "add": "operandSegmentSizes = array<i32: 1, 1, 1>",
    "concatenate": "dimension = 1 : i64, operandSegmentSizes = array<i32: 2, 1>",
    "dot": "operandSegmentSizes = array<i32: 1, 1, 1>",
}


@pytest.mark.parametrize("name", ON_BUFFERS)
def test_operation_on_buffers(exhaust: Exhaust, name: str) -> None:
    """What an operation says of tensors it says of the buffers that it reads and writes."""
    exhaust(
        f"%0: {MATRIX}, %1: {MATRIX}, %2: {MATRIX}",
        f'"lmhlo.{name}"(%0, %1, %2) <{{{ON_BUFFERS[name]}}}> :'
        f" ({MATRIX}, {MATRIX}, {MATRIX}) -> ()\nreturn",
        "()",
        sizes=(0, 1, 2),
    )
