"""linalg, index, bufferization, parallel loops: against numpy, on tensors and on buffers."""

import numpy as np
import pytest
from fuzz.harness import parse

from disc_shape.errors import OperationError
from disc_shape.interpreters import check, run

A = np.arange(6, dtype=np.float32).reshape(2, 3)
B = np.arange(12, dtype=np.float32).reshape(3, 4)

MATMUL = """{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
  affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}"""
BODY = """{
  ^bb0(%p: f32, %q: f32, %s: f32):
    %m = arith.mulf %p, %q : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  }"""


@pytest.mark.parametrize("sizes", [(2, 3, 4), (1, 1, 1), (0, 2, 3), (2, 0, 3)])
def test_generic_matmul(sizes: tuple[int, int, int]) -> None:
    m, k, n = sizes
    a = np.arange(m * k, dtype=np.float32).reshape(m, k)
    b = np.arange(k * n, dtype=np.float32).reshape(k, n)
    c = np.ones((m, n), np.float32)
    tensor = f"""
func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {{
  %r = linalg.generic {MATMUL} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
    outs(%c : tensor<?x?xf32>) {BODY} -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}}"""
    buffer = f"""
func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {{
  linalg.generic {MATMUL} ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>)
    outs(%c : memref<?x?xf32>) {BODY}
  return
}}"""
    for text in (tensor, buffer):
        np.testing.assert_array_equal(run(parse(text), a, b, c)[0], a @ b + 1)


def test_a_body_that_is_not_elementwise() -> None:
    """Branches run once for each element, and see its index."""
    text = """
func.func @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]} outs(%a : tensor<2x3xf32>) {
  ^bb0(%s: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi slt, %i, %j : index
    %t = scf.if %c -> (f32) {
      %n = arith.negf %s : f32
      scf.yield %n : f32
    } else {
      scf.yield %s : f32
    }
    linalg.yield %t : f32
  } -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}"""
    np.testing.assert_array_equal(run(parse(text), A)[0], [[0, -1, -2], [3, 4, -5]])


def test_windows_and_index() -> None:
    """An index expression that is no plain loop, and indices as data."""
    text = """
func.func @main(%a: memref<?xf32>, %w: memref<2xf32>, %o: memref<?xi64> {disc_shape.out}) {
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i * 2 + k)>, affine_map<(i, k) -> (k)>,
    affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a, %w : memref<?xf32>, memref<2xf32>) outs(%o : memref<?xi64>) {
  ^bb0(%p: f32, %q: f32, %s: i64):
    %i = linalg.index 0 : index
    %c = arith.constant 10 : index
    %j = arith.muli %i, %c : index
    %k = arith.index_cast %j : index to i64
    %f = arith.fptosi %p : f32 to i64
    %t = arith.addi %f, %k : i64
    linalg.yield %t : i64
  }
  return
}"""
    w, o = np.zeros(2, np.float32), np.zeros(3, np.int64)
    found = check(parse(text), np.arange(6, dtype=np.float32), w, o).results
    np.testing.assert_array_equal(found, [[1, 13, 25]])
    with pytest.raises(OperationError, match="index 5 of dimension 0 of operand 0 is outside its"):
        run(parse(text), np.arange(5, dtype=np.float32), w, o)
    with pytest.raises(OperationError, match=r"element \[0\] of %o .* never written"):
        run(
            parse(
                text.replace(" {disc_shape.out}) {", ", %n: index) {")
                .replace("%o: memref<?xi64>", "%u: memref<?xi64>")
                .replace(
                    "  linalg.generic", "  %o = memref.alloc(%n) : memref<?xi64>\n linalg.generic"
                )
                .replace("arith.addi %f, %k", "arith.addi %s, %k")
            ),
            np.arange(6, dtype=np.float32),
            w,
            o,
            3,
        )


NAMED = [
    ("linalg.add ins(%a, %a : {t}, {t}) outs(%c : {t})", A + A),
    ("linalg.mul ins(%a, %a : {t}, {t}) outs(%c : {t})", A * A),
    ("linalg.fill ins(%f : f32) outs(%c : {t})", np.full_like(A, 7)),
    ("linalg.copy ins(%a : {t}) outs(%c : {t})", A),
    ("linalg.matmul ins(%a, %e : {t}, {s}) outs(%c : {t})", A @ np.eye(3, dtype=np.float32)),
]


@pytest.mark.parametrize(("line", "expected"), NAMED)
def test_named(line: str, expected: object) -> None:
    for kind in ("tensor", "memref"):
        t, s = f"{kind}<?x?xf32>", f"{kind}<3x3xf32>"
        op, ending = line.format(t=t, s=s), "return"
        if kind == "tensor":
            op, ending = f"%r = {op} -> {t}", f"return %r : {t}"
        result = f"-> {t}" if kind == "tensor" else ""
        text = f"""func.func @main(%a: {t}, %e: {s}, %c: {t}) {result} {{
  %f = arith.constant 7.0 : f32
  {op}
  {ending}
}}"""
        c = np.zeros_like(A)
        np.testing.assert_array_equal(
            run(parse(text), A, np.eye(3, dtype=np.float32), c)[0], expected
        )


def test_transpose_broadcast_reduce() -> None:
    text = """
func.func @main(%a: tensor<2x3xf32>, %t: tensor<3x2xf32>, %b: tensor<2x4x3xf32>, %s: tensor<3xf32>)
    -> (tensor<3x2xf32>, tensor<2x4x3xf32>, tensor<3xf32>) {
  %0 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%t : tensor<3x2xf32>) permutation = [1, 0]
  %1 = linalg.broadcast ins(%a : tensor<2x3xf32>) outs(%b : tensor<2x4x3xf32>) dimensions = [1]
  %2 = linalg.reduce ins(%a : tensor<2x3xf32>) outs(%s : tensor<3xf32>) dimensions = [0]
  (%x: f32, %y: f32) {
    %z = arith.subf %y, %x : f32
    linalg.yield %z : f32
  }
  return %0, %1, %2 : tensor<3x2xf32>, tensor<2x4x3xf32>, tensor<3xf32>
}"""
    zeros = [np.zeros(shape, np.float32) for shape in ((3, 2), (2, 4, 3), (3,))]
    found = run(parse(text), A, *zeros)
    np.testing.assert_array_equal(found[0], A.T)
    np.testing.assert_array_equal(found[1], np.broadcast_to(A[:, None], (2, 4, 3)))
    np.testing.assert_array_equal(found[2], -A.sum(0))


def test_convolution() -> None:
    text = """
func.func @main(%x: tensor<1x1x5x5xf32>, %k: tensor<1x1x3x3xf32>, %o: tensor<1x1x2x2xf32>)
    -> tensor<1x1x2x2xf32> {
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>,
    strides = dense<2> : tensor<2xi64>}
    ins(%x, %k : tensor<1x1x5x5xf32>, tensor<1x1x3x3xf32>)
    outs(%o : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  return %r : tensor<1x1x2x2xf32>
}"""
    x = np.arange(25, dtype=np.float32).reshape(1, 1, 5, 5)
    k, o = np.ones((1, 1, 3, 3), np.float32), np.zeros((1, 1, 2, 2), np.float32)
    np.testing.assert_array_equal(run(parse(text), x, k, o)[0], [[[[54, 72], [144, 162]]]])


def test_parallel_loops() -> None:
    text = """
func.func @main(%n: index, %o: memref<?x?xindex> {disc_shape.out}) -> index {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %r = "scf.parallel"(%z, %z, %n, %two, %one, %one, %z)
    <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
  ^bb0(%i: index, %j: index):
    %p = arith.muli %i, %two : index
    %q = arith.addi %p, %j : index
    memref.store %q, %o[%i, %j] : memref<?x?xindex>
    scf.reduce(%q : index) {
    ^bb1(%x: index, %y: index):
      %s = arith.addi %x, %y : index
      scf.reduce.return %s : index
    }
  }) : (index, index, index, index, index, index, index) -> index
  return %r : index
}"""
    total, table = run(parse(text), 3, np.zeros((3, 2), np.int64))
    assert int(total) == 15
    np.testing.assert_array_equal(table, np.arange(6).reshape(3, 2))


def test_bufferization() -> None:
    text = """
func.func @main(%t: tensor<?xf32>) -> (tensor<?xf32>, memref<?xf32>) {
  %z = arith.constant 0 : index
  %f = arith.constant 9.0 : f32
  %b = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %c = bufferization.clone %b : memref<?xf32> to memref<?xf32>
  memref.store %f, %c[%z] : memref<?xf32>
  %u = bufferization.to_tensor %c : memref<?xf32> to tensor<?xf32>
  return %u, %c : tensor<?xf32>, memref<?xf32>
}"""
    x = np.asarray([1, 2], np.float32)
    for found in check(parse(text), x).results:
        np.testing.assert_array_equal(found, [9, 2])
