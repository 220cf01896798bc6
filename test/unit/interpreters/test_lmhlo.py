"""lmhlo runs: operands are read before results are written, whatever shares memory with what."""

import numpy as np
import pytest
from fuzz.harness import parse

from disc_shape.errors import OperationError
from disc_shape.interpreters import ClaimError, check, run

A = np.arange(6, dtype=np.float32).reshape(2, 3)


def program(body: str, result: str, arguments: str = "%a: memref<?x?xf32>") -> str:
    return f"""
func.func @main({arguments}) -> {result} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  {body}
}}"""


COPY = """%x = memref.alloc(%m, %n) : memref<?x?xf32>
  "memref.copy"(%a, %x) : (memref<?x?xf32>, memref<?x?xf32>) -> ()
"""


@pytest.mark.parametrize("sizes", [(2, 3), (1, 1), (0, 3), (4, 0)])
def test_in_place(sizes: tuple[int, int]) -> None:
    a = np.arange(np.prod(sizes), dtype=np.float32).reshape(sizes)
    body = (
        COPY
        + """lmhlo.add ins(%x, %x : memref<?x?xf32>, memref<?x?xf32>) outs(%x : memref<?x?xf32>)
  return %x : memref<?x?xf32>"""
    )
    np.testing.assert_array_equal(
        check(parse(program(body, "memref<?x?xf32>")), a).results[0], a + a
    )


def test_a_result_over_its_operand() -> None:
    """A transpose and a reversal that write the memory they read."""
    a = np.arange(9, dtype=np.float32).reshape(3, 3)
    body = (
        COPY
        + """lmhlo.transpose ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>)
    {permutation = dense<[1, 0]> : tensor<2xi64>}
  lmhlo.reverse ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>)
    {dimensions = dense<0> : tensor<1xi64>}
  return %x : memref<?x?xf32>"""
    )
    np.testing.assert_array_equal(run(parse(program(body, "memref<?x?xf32>")), a)[0], a.T[::-1])


def test_two_results_over_the_operands() -> None:
    """A sort of two buffers into each other."""
    body = """%x = memref.alloc(%m) : memref<?xf32>
  %y = memref.alloc(%m) : memref<?xf32>
  "memref.copy"(%p, %x) : (memref<?xf32>, memref<?xf32>) -> ()
  "memref.copy"(%q, %y) : (memref<?xf32>, memref<?xf32>) -> ()
  lmhlo.sort ins(%x, %y : memref<?xf32>, memref<?xf32>)
    outs(%y, %x : memref<?xf32>, memref<?xf32>) {dimension = 0 : i64} ({
  ^bb0(%0: tensor<f32>, %1: tensor<f32>, %2: tensor<f32>, %3: tensor<f32>):
    %4 = mhlo.compare LT, %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %4 : tensor<i1>
  })
  return %x, %y : memref<?xf32>, memref<?xf32>"""
    kind = "(memref<?xf32>, memref<?xf32>)"
    arguments = "%a: memref<?x?xf32>, %p: memref<?xf32>, %q: memref<?xf32>"
    p, q = np.asarray([3, 1, 2], np.float32), np.asarray([7, 8, 9], np.float32)
    results = run(parse(program(body, kind, arguments)), np.zeros((3, 1), np.float32), p, q)
    np.testing.assert_array_equal(results, [[8, 9, 7], [1, 2, 3]])


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            """%x = memref.alloc(%n, %m) : memref<?x?xf32>
  lmhlo.negate ins(%a : memref<?x?xf32>) outs(%x : memref<?x?xf32>)
  return %x : memref<?x?xf32>""",
            r"'lmhlo.negate': sizes \[2, 3\] are written to %x \(3x2 float32\)",
        ),
        (
            """%x = memref.alloc(%m, %n) : memref<?x?xf32>
  lmhlo.negate ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>)
  return %x : memref<?x?xf32>""",
            r"'lmhlo.negate': element \[0, 0\] of %x \(2x3 float32\) is read",
        ),
        (
            COPY
            + """memref.dealloc %x : memref<?x?xf32>
  lmhlo.negate ins(%a : memref<?x?xf32>) outs(%x : memref<?x?xf32>)
  return %x : memref<?x?xf32>""",
            r"'lmhlo.negate': %x \(2x3 float32\) is used after 'memref.dealloc' freed it",
        ),
    ],
)
def test_wrong(body: str, message: str) -> None:
    with pytest.raises(OperationError, match=message):
        run(parse(program(body, "memref<?x?xf32>")), A)


def test_claims_of_a_broadcast() -> None:
    body = """%s = memref.alloc() : memref<2xindex>
  memref.store %m, %s[%c0] : memref<2xindex>
  memref.store %n, %s[%c1] : memref<2xindex>
  %x = memref.alloc(%m, %n) : memref<?x?xf32>
  lmhlo.dynamic_broadcast_in_dim ins(%a, %s : memref<?x?xf32>, memref<2xindex>)
    outs(%x : memref<?x?xf32>) {broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>,
    known_expanding_dimensions = dense<[0]> : tensor<1xi64>}
  memref.dealloc %s : memref<2xindex>
  return %x : memref<?x?xf32>"""
    module = parse(program(body, "memref<?x?xf32>"))
    assert check(module, A[:1]).claims == {"buffer": 2, "expansion": 1}
    with pytest.raises(ClaimError, match="claims that operand dimension 0 expands, its size is 2"):
        check(module, A)
