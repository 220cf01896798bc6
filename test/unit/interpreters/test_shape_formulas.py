"""
The operations of `shape`, those that number elements, and what `scf` and `tensor` do with small
shapes, against formulas on Python's lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

import numpy as np
import pytest
from fuzz.harness import parse

from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, run

EXTENTS = "tensor<?xindex>"


def results(
    lines: str, types: str, arguments: str = "", *values: int | Sequence[int]
) -> list[object]:
    """What some lines give, the last of which ends in the values that are returned."""
    module = parse(f"func.func @main({arguments}) -> ({types}) {{\n{lines} : {types}\n}}")
    return [one.tolist() for one in run(module, *(np.asarray(one, np.int64) for one in values))]


@pytest.mark.parametrize("sizes", [(), (0,), (1, 5), (3, 0, 2)])
def test_constants(sizes: tuple[int, ...]) -> None:
    listed = list(sizes)
    text = f"""%s = shape.const_shape {listed} : tensor<{len(sizes)}xindex>
      %n = shape.num_elements %s : tensor<{len(sizes)}xindex> -> index
      return %s, %n"""
    assert results(text, f"tensor<{len(sizes)}xindex>, index") == [listed, prod(sizes)]


@pytest.mark.parametrize("size", [0, 1, 7])
def test_sizes_and_indices(size: int) -> None:
    text = """%c = shape.const_size 3
      %s = shape.index_to_size %x
      %sum = shape.add %s, %c : !shape.size, !shape.size -> !shape.size
      %least = shape.min %s, %c : !shape.size, !shape.size -> !shape.size
      %most = shape.max %s, %c : !shape.size, !shape.size -> !shape.size
      %i = shape.size_to_index %sum : !shape.size
      %j = shape.size_to_index %least : !shape.size
      %k = shape.size_to_index %most : !shape.size
      return %i, %j, %k"""
    assert results(text, "index, index, index", "%x: index", size) == [
        size + 3,
        min(size, 3),
        max(size, 3),
    ]


@pytest.mark.parametrize("shape", [(), (0,), (4,), (2, 0, 3)])
def test_shapes_of_values(shape: tuple[int, ...]) -> None:
    rank = len(shape)
    kind = f"tensor<{'?x' * rank}f32>"
    module = parse(
        f"""func.func @main(%x: {kind}) -> ({EXTENTS}, index, {EXTENTS}) {{
          %s = shape.shape_of %x : {kind} -> {EXTENTS}
          %r = shape.rank %s : {EXTENTS} -> index
          %v = shape.from_extent_tensor %s : {EXTENTS}
          %e = shape.to_extent_tensor %v : !shape.shape -> {EXTENTS}
          return %s, %r, %e : {EXTENTS}, index, {EXTENTS}
        }}"""
    )
    found = [one.tolist() for one in run(module, np.zeros(shape, np.float32))]
    assert found == [list(shape), rank, list(shape)]


@pytest.mark.parametrize("at", [-1, 0, 1, 2])
def test_dimensions(at: int) -> None:
    module = parse(
        """func.func @main(%x: tensor<?x?xf32>, %i: index) -> index {
          %d = shape.dim %x, %i : tensor<?x?xf32>, index -> index
          return %d : index
        }"""
    )
    arguments = np.zeros((0, 3), np.float32), np.asarray(at)
    if 0 <= at < 2:
        assert int(run(module, *arguments)[0]) == (0, 3)[at]
        return
    with pytest.raises(OperationError, match=f"dimension {at} asked of a value of rank 2"):
        run(module, *arguments)


@pytest.mark.parametrize("extents", [(0, 1), (5, 2)])
def test_extents_joined_and_split(extents: tuple[int, int]) -> None:
    whole = [*extents, *extents, 7]
    text = """%s = shape.from_extents %a, %b : index, index
      %t = shape.concat %s, %s : !shape.shape, !shape.shape -> !shape.shape
      %c = shape.const_shape [7] : !shape.shape
      %u = shape.concat %t, %c : !shape.shape, !shape.shape -> !shape.shape
      %head, %tail = "shape.split_at"(%u, %at)
        : (!shape.shape, index) -> (!shape.shape, !shape.shape)
      %h = shape.to_extent_tensor %head : !shape.shape -> tensor<?xindex>
      %r = shape.to_extent_tensor %tail : !shape.shape -> tensor<?xindex>
      return %h, %r"""
    types, arguments = f"{EXTENTS}, {EXTENTS}", "%a: index, %b: index, %at: index"
    for at in range(-5, 6):
        cut = at if at >= 0 else 5 + at
        found = results(text, types, arguments, *extents, at)
        assert found == [whole[:cut], whole[cut:]]
    for at in (-6, 6):
        with pytest.raises(OperationError, match=f"split at {at} of a shape of rank 5"):
            results(text, types, arguments, *extents, at)


def test_what_is_the_same() -> None:
    text = f"%r = shape.any %a, %b : {EXTENTS}, {EXTENTS} -> {EXTENTS}\nreturn %r"
    arguments = f"%a: {EXTENTS}, %b: {EXTENTS}"
    for sizes in ([], [0], [3, 1]):
        assert results(text, EXTENTS, arguments, sizes, sizes) == [sizes]
    for other in ([3], [3, 2], [3, 1, 1]):
        with pytest.raises(OperationError, match="differ"):
            results(text, EXTENTS, arguments, [3, 1], other)


def test_witnesses() -> None:
    """A region runs when all that its witnesses stand for holds."""
    text = f"""%w0 = shape.const_witness true
      %small = arith.cmpi slt, %n, %m : index
      %w1 = shape.cstr_require %small, "n is too large"
      %w2 = shape.cstr_eq %a, %b : {EXTENTS}, {EXTENTS}
      %all = shape.assuming_all %w0, %w1, %w2
      %r = shape.assuming %all -> (index) {{
        %sum = arith.addi %n, %m : index
        shape.assuming_yield %sum : index
      }}
      return %r"""
    arguments = f"%n: index, %m: index, %a: {EXTENTS}, %b: {EXTENTS}"
    for n, m, same in product((0, 1, 4), (1, 3), (True, False)):
        values = n, m, [2, 0], [2, 0] if same else [2]
        if n < m and same:
            assert results(text, "index", arguments, *values) == [n + m]
            continue
        with pytest.raises(GuardError):
            results(text, "index", arguments, *values)
    with pytest.raises(GuardError, match="constant witness is false"):
        results("%w = shape.const_witness false\nreturn %n", "index", "%n: index", 3)


@pytest.mark.parametrize("sizes", [(1,), (3, 2), (2, 1, 4)])
def test_places_of_elements(sizes: tuple[int, ...]) -> None:
    """Row by row, as numpy numbers the elements of an array."""
    axes = range(len(sizes))
    listed = ", ".join(f"%s{axis}" for axis in axes)
    arguments = ", ".join(f"%s{axis}: index" for axis in axes)
    names, types = ", ".join(f"%i{axis}" for axis in axes), ", ".join("index" for _ in axes)
    text = f"""{names} = disc_shape.delinearize %at in [{listed}] : {types}
      %back = disc_shape.linearize [{names}] in [{listed}]
      return {names}, %back"""
    for at in range(prod(sizes)):
        expected = [int(index) for index in np.unravel_index(at, sizes)]
        found = results(text, f"{types}, index", f"%at: index, {arguments}", at, *sizes)
        assert found == [*expected, at]


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (1, 1), (3, 2)])
def test_tensors_made_and_reshaped(rows: int, columns: int) -> None:
    module = parse(
        """func.func @main(%v: i32, %n: index, %m: index) -> (tensor<?x?xi32>, tensor<?xi32>) {
          %x = tensor.splat %v[%n, %m] : tensor<?x?xi32>
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %y = tensor.generate %n, %m {
          ^bb0(%i: index, %j: index):
            %row = arith.muli %i, %m : index
            %at = arith.addi %row, %j : index
            %k = arith.index_cast %at : index to i32
            tensor.yield %k : i32
          } : tensor<?x?xi32>
          %count = arith.muli %n, %m : index
          %s = tensor.from_elements %count : tensor<1xindex>
          %z = tensor.reshape %y(%s) : (tensor<?x?xi32>, tensor<1xindex>) -> tensor<?xi32>
          return %x, %z : tensor<?x?xi32>, tensor<?xi32>
        }"""
    )
    made, flat = run(module, np.asarray(9, np.int32), np.asarray(rows), np.asarray(columns))
    assert made.tolist() == [[9] * columns] * rows
    assert flat.tolist() == list(range(rows * columns))
