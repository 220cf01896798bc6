"""Counts of the loops that a printed program has, whatever it does when it runs."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.ir import Operation

from disc_shape.dialects.lmhlo.op import BufferOp

LOOPS = (scf.ForOp, scf.ParallelOp)
DIVISIONS = (
    arith.CeilDivSIOp,
    arith.CeilDivUIOp,
    arith.DivSIOp,
    arith.DivUIOp,
    arith.FloorDivSIOp,
    arith.RemSIOp,
    arith.RemUIOp,
)


@dataclass(frozen=True)
class LoopCounts:
    """The loops of a program as it stands."""

    kernels: int
    """Outermost nests that read or write buffers, and operations on whole buffers."""
    depth: int
    """The most loops inside of each other."""
    divisions: int
    """Quotients and remainders of indices inside of nests."""
    choices: int
    """Comparisons of indices and choices between them in innermost loops."""


def loop_counts(module: ModuleOp) -> LoopCounts:
    """Count the loops of a program."""
    nests = [op for op in module.walk() if is_nest(op)]
    whole = sum(isinstance(op, BufferOp | memref.CopyOp) for op in module.walk())
    inside = [op for nest in nests for op in nest.walk()]
    innermost = [
        op
        for loop in inside
        if isinstance(loop, LOOPS)
        and not any(isinstance(one, LOOPS) for one in loop.walk() if one is not loop)
        for op in loop.walk()
    ]
    return LoopCounts(
        len(nests) + whole,
        max((depth(nest) for nest in nests), default=0),
        sum(isinstance(op, DIVISIONS) and is_index(op) for op in inside),
        sum(isinstance(op, arith.CmpiOp | arith.SelectOp) and is_index(op) for op in innermost),
    )


def is_nest(op: Operation) -> bool:
    """Whether an operation is an outermost loop over elements."""
    if not isinstance(op, LOOPS):
        return False
    outer = op.parent_op()
    while outer is not None:
        if isinstance(outer, LOOPS):
            return False
        outer = outer.parent_op()
    return any(isinstance(inner, memref.LoadOp | memref.StoreOp) for inner in op.walk())


def depth(op: Operation) -> int:
    """The loops of an operation, each counter of a parallel one counted."""
    inner = max(
        (depth(one) for region in op.regions for block in region.blocks for one in block.ops),
        default=0,
    )
    if isinstance(op, scf.ParallelOp):
        return inner + len(op.lowerBound)
    return inner + isinstance(op, scf.ForOp)


def is_index(op: Operation) -> bool:
    """Whether an operation computes with indices."""
    return isinstance(op.operands[-1].type, IndexType)
