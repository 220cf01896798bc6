"""
The operations about whose sizes there is nothing to say, each with the reason.

Together with the registries this covers every operation of every dialect of ours, which a test
checks: an operation is never left out by oversight.
"""

from __future__ import annotations

_REGIONS = "its regions say it: the analysis follows control flow"
_TERMINATOR = "a terminator: what it hands on is read where its region is"
_SCALAR = "its result has a static shape"
_OPAQUE = "its value is of a type without sizes"
_OUTSIDE = "sizes come from outside the program"
_MEMORY = "it reads or writes memory, whose contents are not followed"
_FACTS = "it states facts about symbols, which the analysis loads"
_CALL = "the called function says it"

SILENT: dict[str, str] = {
    "after_all": _OPAQUE,
    "async_done": _CALL,
    "async_start": _CALL,
    "async_update": _CALL,
    "bitcast": "the result is the same memory under any type of the same number of bytes",
    "case": _REGIONS,
    "composite": _CALL,
    "create_token": _OPAQUE,
    "fusion": _REGIONS,
    "if": _REGIONS,
    "infeed": _OUTSIDE,
    "minimum_broadcast_shapes": "which dimensions are merged depends on all shapes at run time",
    "outfeed": _OPAQUE,
    "partition_id": _SCALAR,
    "recv": _OUTSIDE,
    "replica_id": _SCALAR,
    "return": _TERMINATOR,
    "send": _OPAQUE,
    "trace": "it has no result",
    "tuple": "what takes its elements says it",
    "while": _REGIONS,
    "xla.rng_get_and_update_state": _SCALAR,
}
"""Operations of mhlo, stablehlo and chlo, by the name without the dialect."""

SILENT_ELSEWHERE: dict[str, str] = {
    "disc_shape.SymbolDim": _FACTS,
    "disc_shape.SymbolicDim": _FACTS,
    "disc_shape.bind_dim": _FACTS,
    "disc_shape.dim": _FACTS,
    "disc_shape.tie_predicate": _FACTS,
    "disc_shape.tie_predicate_affine_eq": _FACTS,
    "disc_shape.tie_predicate_divisible": _FACTS,
    "disc_shape.tie_predicate_eq": _FACTS,
    "disc_shape.tie_predicate_group_mul_eq": _FACTS,
    "disc_shape.tie_predicate_lt": _FACTS,
    "disc_shape.tie_predicate_mul_eq": _FACTS,
    "disc_shape.tie_product_equal": _FACTS,
    "index.sizeof": "the width of an index is the target's",
    "linalg.index": "a loop counter, no size",
    "linalg.yield": _TERMINATOR,
    "memref.alloca_scope": _REGIONS,
    "memref.alloca_scope.return": _TERMINATOR,
    "memref.atomic_rmw": _MEMORY,
    "memref.atomic_yield": _TERMINATOR,
    "memref.dealloc": _MEMORY,
    "memref.dma_start": _MEMORY,
    "memref.dma_wait": _MEMORY,
    "memref.extract_aligned_pointer_as_index": "an address, no size",
    "memref.generic_atomic_rmw": _MEMORY,
    "memref.global": "it has no result",
    "memref.prefetch": _MEMORY,
    "memref.reshape": _MEMORY,
    "scf.condition": _TERMINATOR,
    "scf.execute_region": _REGIONS,
    "scf.for": _REGIONS,
    "scf.forall": _REGIONS,
    "scf.forall.in_parallel": _TERMINATOR,
    "scf.if": _REGIONS,
    "scf.index_switch": _REGIONS,
    "scf.parallel": _REGIONS,
    "scf.reduce": _REGIONS,
    "scf.reduce.return": _TERMINATOR,
    "scf.while": _REGIONS,
    "scf.yield": _TERMINATOR,
    "sdy.manual_computation": "its body sees the part of each value that one device has",
    "sdy.mesh": "a declaration",
    "sdy.return": _TERMINATOR,
    "shape.assuming": _REGIONS,
    "shape.assuming_all": "a conjunction of witnesses, whose guards have spoken already",
    "shape.assuming_yield": _TERMINATOR,
    "shape.const_witness": "a witness without a check",
    "shape.func": "a declaration",
    "shape.function_library": "a declaration",
    "shape.reduce": "a loop over the extents of a shape, which the analysis does not unroll",
    "shape.return": _TERMINATOR,
    "shape.with_shape": "values paired with shapes are not followed",
    "shape.yield": _TERMINATOR,
    "tensor.yield": _TERMINATOR,
    "torch.bind_symbolic_shape": "a front end reads it and takes it away",
    "torch.symbolic_int": "a front end reads it and takes it away",
    "torch_c.from_builtin_tensor": "tensors of torch-mlir are not followed",
}
"""Operations of the other dialects, by name."""


def reason_for_silence(name: str) -> str | None:
    """Why an operation has neither a relation nor an evaluator and is no guard."""
    dialect, _, mnemonic = name.partition(".")
    if dialect in ("mhlo", "stablehlo", "chlo"):
        return SILENT.get(mnemonic)
    return SILENT_ELSEWHERE.get(name)
