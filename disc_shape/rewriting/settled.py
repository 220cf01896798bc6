"""
Which programs one run of analysis and simplification finishes.

A run that confirms that there is nothing left to do costs as much as the run before it. It finds
something where an integer was read before all that makes its form simpler was known (quotients,
remainders, minima and maxima of these, and elements of data), where a branch turns out to be the
one that runs, and among operations that other patterns fold. Programs without these have said
everything after one run. Loops and open branches of HLO read again say what they said before.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.tensor import ExtractOp
from xdsl.ir import BlockArgument, Operation, SSAValue

from disc_shape.dialects.disc_shape import TiePredicateOp
from disc_shape.traversal import pre_order

SIMPLE = frozenset(
    "builtin.module func.func func.return tensor.dim tensor.from_elements tensor.cast"
    " arith.constant arith.addi arith.subi arith.muli arith.index_cast arith.cmpi arith.select"
    " arith.maxsi arith.minsi"
    " shape.shape_of shape.cstr_broadcastable shape.assuming shape.assuming_yield"
    " disc_shape.dim disc_shape.SymbolDim disc_shape.tie_predicate_eq disc_shape.tie_predicate_lt"
    " disc_shape.tie_predicate_divisible disc_shape.tie_predicate_mul_eq"
    " disc_shape.tie_predicate_group_mul_eq disc_shape.tie_predicate_affine_eq".split()
)
"""Operations whose integers are sums, products, minima and maxima of sizes."""

HLO = ("stablehlo", "mhlo")

NOT_SIMPLE = ("call", "optimization_barrier")
"""HLO operations that hand on what they are given, or what another function makes of it."""

BRANCHES = ("case", "if")
"""HLO operations that run one of their regions, by an index or a condition."""

DIVIDING = ("//", "%")
"""What stands in a predicate over integers that have more than one form."""


def is_settled(module: ModuleOp) -> bool:
    """True for a program in which a run that has just ended has left nothing for another one."""
    return all(_is_simple(op) for op in pre_order(module))


def _is_simple(op: Operation) -> bool:
    if op.name in SIMPLE:
        return True
    if isinstance(op, TiePredicateOp):
        text = op.condition.data
        return not any(sign in text for sign in DIVIDING)
    if isinstance(op, ExtractOp):
        # What a loop carries is not read as an integer any better the second time.
        return isinstance(op.tensor, BlockArgument)
    prefix, _, name = op.name.partition(".")
    if prefix not in HLO:
        return False
    if name in BRANCHES:
        return not _is_constant(op.operands[0])
    return name not in NOT_SIMPLE


def _is_constant(value: SSAValue) -> bool:
    """Whether a value is a constant, or made of nothing else."""
    owner = value.owner
    if not isinstance(owner, Operation) or owner.regions:
        return False
    if not owner.operands:
        return owner.name.endswith(".constant")
    return all(_is_constant(operand) for operand in owner.operands)
