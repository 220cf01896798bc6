"""Every operation of the dialects that can be run is run, or it is said why not."""

from __future__ import annotations

from collections.abc import Iterator

import ml_dtypes
import numpy as np
import pytest
from fuzz.harness import parse
from fuzz.operations import has_semantics
from xdsl.dialects import arith, bufferization, cf, linalg, math, memref, scf, tensor
from xdsl.ir import Operation
from xdsl.traits import IsTerminator

from disc_shape.dialects import factories
from disc_shape.interpreters import check, run

FRONT_ENDS = ("relax", "relay", "quant")
"""Dialects that are translated before anything runs."""

NOT_RUN = {
    "chlo._asin_acos_kernel": "stands for a formula while CHLO is taken apart",
    "disc_shape.SymbolDim": "a declaration",
    "disc_shape.SymbolicDim": "a declaration",
    "disc_shape.dim": "part of the constraint graph, which is checked, not run",
    "disc_shape.tie_product_equal": "a statement, as the older system writes it",
    **dict.fromkeys(
        (
            "memref.alloca_scope",
            "memref.atomic_rmw",
            "memref.dma_start",
            "memref.dma_wait",
            "memref.extract_aligned_pointer_as_index",
            "memref.extract_strided_metadata",
            "memref.memory_space_cast",
        ),
        "an operation of xDSL's that no front end and no lowering writes",
    ),
    "mhlo.sparse_dot": "its metadata has no public specification",
    "sdy.manual_computation": "runs on several devices",
    "sdy.mesh": "a declaration",
    "shape.func": "a declaration",
    "shape.function_library": "a declaration",
    "torch_c.from_builtin_tensor": "imported before anything runs",
    "torch_c.to_builtin_tensor": "imported before anything runs",
}
"""Operations that no interpreter runs, and why."""


def operations() -> Iterator[type[Operation]]:
    assert check
    for name, factory in factories().items():
        if name not in FRONT_ENDS:
            yield from factory().operations
    for dialect in (arith, bufferization, cf, linalg, math, memref, scf, tensor):
        name = dialect.__name__.rpartition(".")[2]
        found = {"memref": "MemRef"}.get(name, name.capitalize())
        yield from getattr(dialect, found).operations


def test_every_operation_is_run_or_says_why_not() -> None:
    names = {
        op.name
        for op in operations()
        if not op.has_trait(IsTerminator) and not op.name.startswith("disc_shape.tie_predicate")
    }
    missing = {name for name in names if not has_semantics(name)}
    assert sorted(missing - NOT_RUN.keys()) == []
    assert sorted(NOT_RUN.keys() - missing) == []


@pytest.mark.parametrize("width", [8, 32, 64])
def test_difference_with_a_borrow(width: int) -> None:
    kind = f"tensor<4xi{width}>"
    module = parse(
        f"""
        func.func @main(%a: {kind}, %b: {kind}) -> ({kind}, tensor<4xi1>) {{
          %0, %1 = arith.subui_extended %a, %b : {kind}, tensor<4xi1>
          return %0, %1 : {kind}, tensor<4xi1>
        }}"""
    )
    kind = np.dtype(f"int{width}")
    difference, borrow = run(module, np.array([5, 3, -1, 0], kind), np.array([3, 5, 1, -1], kind))
    assert difference.tolist() == [2, -2, -2, 1]
    assert borrow.tolist() == [False, True, False, True]


def test_floats_of_one_width() -> None:
    module = parse(
        """
        func.func @main(%a: tensor<3xf16>) -> tensor<3xbf16> {
          %0 = arith.convertf %a : tensor<3xf16> to tensor<3xbf16>
          return %0 : tensor<3xbf16>
        }"""
    )
    values = np.array([1.001, -3.0, 60000.0], np.float16)
    (found,) = run(module, values)
    assert found.tolist() == values.astype(ml_dtypes.bfloat16).tolist()


def test_floats_with_a_scale() -> None:
    module = parse(
        """
        func.func @main(%a: tensor<2xf4E2M1FN>, %s: tensor<2xf8E8M0FNU>, %b: tensor<2xf32>)
            -> (tensor<2xf32>, tensor<2xf4E2M1FN>) {
          %0 = arith.scaling_extf %a, %s
            : tensor<2xf4E2M1FN>, tensor<2xf8E8M0FNU> to tensor<2xf32>
          %1 = arith.scaling_truncf %b, %s
            : tensor<2xf32>, tensor<2xf8E8M0FNU> to tensor<2xf4E2M1FN>
          return %0, %1 : tensor<2xf32>, tensor<2xf4E2M1FN>
        }"""
    )
    small = np.array([1.5, -6.0], ml_dtypes.float4_e2m1fn)
    scale = np.array([4.0, 0.5], ml_dtypes.float8_e8m0fnu)
    wide, narrow = run(module, small, scale, np.array([6.0, -3.0], np.float32))
    assert wide.tolist() == [6.0, -3.0]
    assert narrow.astype(np.float32).tolist() == [1.5, -6.0]
