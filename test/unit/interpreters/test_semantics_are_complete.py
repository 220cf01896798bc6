"""Every operation of the dialects that can be run is run, or there is a reason why not."""

from __future__ import annotations

from collections.abc import Iterator

from fuzz.operations import has_semantics
from xdsl.dialects import arith, bufferization, cf, linalg, math, memref, scf, tensor
from xdsl.ir import Operation
from xdsl.traits import IsTerminator

from disc_shape.dialects import factories
from disc_shape.interpreters import check

FRONT_ENDS = ("relax", "relay", "quant")
"""Dialects that are translated before anything runs."""

NOT_RUN = {
    "chlo._asin_acos_kernel": "a formula in an intermediate step of the decomposition of CHLO",
    "disc_shape.SymbolDim": "a declaration",
    "disc_shape.SymbolicDim": "a declaration",
    "disc_shape.dim": "part of the constraint graph, which is checked, not run",
    "disc_shape.tie_product_equal": "a statement, as the older system writes it",
    **dict.fromkeys(
        (
            "bufferization.alloc_tensor",
            "bufferization.materialize_in_destination",
            "memref.alloca_scope",
            "memref.assume_alignment",
            "memref.atomic_rmw",
            "memref.dma_start",
            "memref.dma_wait",
            "memref.extract_aligned_pointer_as_index",
            "memref.extract_strided_metadata",
            "memref.memory_space_cast",
            "memref.rank",
            "scf.execute_region",
        ),
        "an operation of xDSL's that no front end and no lowering writes",
    ),
    "mhlo.sparse_dot": "its metadata has no public specification",
    "sdy.manual_computation": "runs on several devices",
    "sdy.mesh": "a declaration",
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
