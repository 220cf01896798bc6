"""
The operations without a relation, an evaluator or a guard condition, each with the reason.

Together with the registries this covers every operation of every dialect of ours, which a test
checks: an operation is never left out by oversight.
"""

from __future__ import annotations

_REGIONS = "the analysis follows its regions"
_TERMINATOR = "a terminator: its parent operation reads the yielded values"
_SCALAR = "its result has a static shape"
_OPAQUE = "its value is of a type without sizes"
_OUTSIDE = "sizes come from outside the program"
_MEMORY = "it reads or writes memory, whose contents are not followed"
_FACTS = "it states facts about symbols, which the analysis loads"
_UNUSED = "no front end and no lowering writes it"
_EXPORTED = "it is written for IREE alone, after the last analysis"
_CALL = "the analysis follows the called function"

HLO: dict[str, str] = {
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
    "tuple": "`get_tuple_element` has the relation",
    "while": _REGIONS,
    "xla.rng_get_and_update_state": _SCALAR,
}
"""Operations of mhlo, stablehlo and chlo, by the name without the dialect."""

OTHERS: dict[str, str] = {
    "bufferization.alloc_tensor": _UNUSED,
    "bufferization.materialize_in_destination": _UNUSED,
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
    "flow.tensor.tie_shape": _EXPORTED,
    "linalg.index": "a loop counter, no size",
    "linalg.yield": _TERMINATOR,
    "memref.alloca_scope": _UNUSED,
    "memref.alloca_scope.return": _TERMINATOR,
    "memref.assume_alignment": _UNUSED,
    "memref.atomic_rmw": _UNUSED,
    "memref.dealloc": _MEMORY,
    "memref.dma_start": _UNUSED,
    "memref.dma_wait": _UNUSED,
    "memref.extract_aligned_pointer_as_index": _UNUSED,
    "memref.extract_strided_metadata": _UNUSED,
    "memref.global": "it has no result",
    "memref.memory_space_cast": _UNUSED,
    "memref.prefetch": "it has no result",
    "memref.rank": _UNUSED,
    "scf.condition": _TERMINATOR,
    "scf.execute_region": _UNUSED,
    "scf.for": _REGIONS,
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
    "shape.assuming_all": "a conjunction of witnesses, each of which is a guard",
    "shape.assuming_yield": _TERMINATOR,
    "shape.const_witness": "a witness without a check",
    "tensor.yield": _TERMINATOR,
    "torch.bind_symbolic_shape": "a front end reads it and erases it",
    "torch.symbolic_int": "a front end reads it and erases it",
    "torch_c.from_builtin_tensor": "tensors of torch-mlir are not followed",
    "util.assume.int": _EXPORTED,
    "util.optimization_barrier": _EXPORTED,
}
"""Operations of the other dialects, by name."""


def reason_without_relation(name: str) -> str | None:
    """Why an operation has neither a relation nor an evaluator and is no guard."""
    dialect, _, mnemonic = name.partition(".")
    if dialect in ("mhlo", "stablehlo", "chlo"):
        return HLO.get(mnemonic)
    return OTHERS.get(name)
