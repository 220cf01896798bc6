"""Index arithmetic between spaces of equal sizes: what is cancelled computes the same."""

from itertools import product

import numpy as np
from fuzz.harness import context, parse
from hypothesis import given, settings
from hypothesis import strategies as st

from disc_shape.errors import OperationError
from disc_shape.interpreters import check, run
from disc_shape.passes.shape_optimization import ShapeOptimizationPass

SIZES = {
    "a": ("%a0", "%b0"),
    "b": ("%a1", "%b1"),
    "c": ("%a2", "%b2"),
    "bc": ("%v1",),
    "1": ("%c1", "%u0"),
}
"""Sizes by what they are, each under all of its names."""

SPACES = (
    ("a", "b", "c"),
    ("a", "bc"),
    ("a", "1", "b", "c"),
    ("1", "a", "bc"),
    ("a", "b", "1", "c"),
)
"""Spaces with one number of elements."""

PROGRAM = """
func.func @main(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %u: memref<?xf32>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i64
  %c31 = arith.constant 31 : i64
  %a0 = memref.dim %a, %c0 : memref<?x?x?xf32>
  %a1 = memref.dim %a, %c1 : memref<?x?x?xf32>
  %a2 = memref.dim %a, %c2 : memref<?x?x?xf32>
  %b0 = memref.dim %b, %c0 : memref<?x?x?xf32>
  %b1 = memref.dim %b, %c1 : memref<?x?x?xf32>
  %b2 = memref.dim %b, %c2 : memref<?x?x?xf32>
  %u0 = memref.dim %u, %c0 : memref<?xf32>
  %v = memref.collapse_shape %a [[0], [1, 2]] : memref<?x?x?xf32> into memref<?x?xf32>
  %v1 = memref.dim %v, %c1 : memref<?x?xf32>
  lmhlo.abs ins(%a : memref<?x?x?xf32>) outs(%b : memref<?x?x?xf32>)
  %w = memref.alloc() : memref<1xf32>
  lmhlo.abs ins(%u : memref<?xf32>) outs(%w : memref<1xf32>)
  memref.dealloc %w : memref<1xf32>
  %m = arith.muli %a0, %a1 : index
  %n = arith.muli %m, %a2 : index
  %sum = scf.for %p0 = %c0 to %n step %c1 iter_args(%s0 = %z) -> (i64) {
BODY
  }
  return %sum : i64
}
"""


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A position that goes from space to space and back; its indices are summed up."""
    lines: list[str] = []
    sums = 0
    for step in range(draw(st.integers(1, 4))):
        space = draw(st.sampled_from(SPACES))
        other = space if draw(st.booleans()) else draw(st.sampled_from(SPACES))
        indices = [f"%i{step}_{axis}" for axis in range(len(space))]
        lines.append(f"{', '.join(indices)} = disc_shape.delinearize %p{step} in "
                     f"[{named(draw, space)}] : {', '.join(['index'] * len(space))}")  # fmt: skip
        for index in indices:
            lines += added(sums, index)
            sums += 1
        if len(other) != len(space):
            other = space
        lines.append(f"%p{step + 1} = disc_shape.linearize [{', '.join(indices)}] in "
                     f"[{named(draw, other)}]")  # fmt: skip
        lines += added(sums, f"%p{step + 1}")
        sums += 1
    lines.append(f"scf.yield %s{sums} : i64")
    return PROGRAM.replace("BODY", "\n".join(f"    {line}" for line in lines))


def added(sums: int, index: str) -> list[str]:
    """Mix an index into the sum, in arithmetic on data, which may wrap around."""
    return [
        f"%d{sums} = arith.index_cast {index} : index to i64",
        f"%t{sums} = arith.muli %s{sums}, %c31 : i64",
        f"%s{sums + 1} = arith.addi %t{sums}, %d{sums} : i64",
    ]


def named(draw: st.DrawFn, space: tuple[str, ...]) -> str:
    return ", ".join(draw(st.sampled_from(SIZES[size])) for size in space)


@settings(max_examples=20)
@given(programs())
def test_cancelled_index_arithmetic_computes_the_same(text: str) -> None:
    original, ctx = parse(text), context()
    optimized = parse(text, ctx)
    ShapeOptimizationPass().apply(ctx, optimized)
    optimized.verify()
    for shape in product((0, 1, 3), repeat=3):
        arrays = (np.ones(shape, np.float32), np.ones(shape, np.float32), np.ones(1, np.float32))
        try:
            expected = run(original, *arrays)
        except OperationError:
            continue  # An index is outside its space: what that gives is not defined.
        found = check(optimized, *arrays).results
        assert int(found[0]) == int(expected[0]), (shape, text)


def test_a_whole_round_trip_disappears() -> None:
    body = """    %i, %j, %k = disc_shape.delinearize %p0 in [%a0, %a1, %a2] : index, index, index
    %q = disc_shape.linearize [%i, %j, %k] in [%b0, %b1, %b2]
    %l, %m1 = disc_shape.delinearize %q in [%u0, %n] : index, index
    %d1 = arith.index_cast %m1 : index to i64
    %s1 = arith.addi %s0, %d1 : i64
    scf.yield %s1 : i64"""
    ctx, text = context(), PROGRAM.replace("BODY", body)
    module = parse(text, ctx)
    ShapeOptimizationPass().apply(ctx, module)
    for shape in ((0, 2, 3), (1, 1, 1), (2, 3, 4)):
        arrays = (np.ones(shape, np.float32), np.ones(shape, np.float32), np.ones(1, np.float32))
        count = shape[0] * shape[1] * shape[2]
        for program in (parse(text), module):
            assert int(check(program, *arrays).results[0]) == count * (count - 1) // 2
    assert not [op for op in module.walk() if "linearize" in op.name]
