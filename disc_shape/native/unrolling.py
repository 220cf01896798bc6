"""
Loops that LLVM must not unroll.

It copies the body of a loop of few iterations for each of them before it looks for vectors: what
was one loop to vectorize is then many, or none, and each is vectorized, unrolled and optimized
alone. That pays for short bodies only, and for loops over blocks of neighbours, which become a few
vectors: these stay in registers where each has code of its own.
"""

from __future__ import annotations

from math import inf
from typing import Protocol, cast

from xdsl.dialects import llvm, memref, scf
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.lowering.writer import constant_of

LIMIT = 200
"""The most instructions, as estimated, of a loop that may be unrolled."""

MANY = 64
"""Longer loops are not copied for each iteration: a few vectors of them may be."""

ACCESS = 4
"""The instructions of a load or store, with those that compute the address."""

BLOCK = "disc_shape.block"
"""The attribute of a loop over a block of neighbours."""

WITHIN_BOUNDS = "disc_shape.within_bounds"
"""The attribute of a load in such a loop whose indices need no test."""

ROLLED = "disc_shape.rolled"
"""The attribute of a branch back to the begin of such a loop."""


class Branch(Protocol):
    """A branch of `llvmlite.ir`."""

    def set_metadata(self, name: str, node: object) -> None:
        """Attach a node."""
        ...


class IrBlock(Protocol):
    """A block of `llvmlite.ir`."""

    terminator: Branch


class Node(Protocol):
    """A node of metadata of `llvmlite.ir`."""

    operands: tuple[object, ...]


class IrModule(Protocol):
    """A module of `llvmlite.ir`."""

    def add_metadata(self, operands: list[object]) -> Node:
        """A node of this module."""
        ...


def length_of(block: Block) -> float:
    """About how many instructions a block has when all loops in it are unrolled."""
    return sum(map(instructions, block.ops))


def instructions(op: Operation) -> float:
    """The same of one operation; infinite for a loop of unknown length."""
    if isinstance(op, scf.ForOp):
        return unrolled(op.lb, op.ub, op.step, length_of(op.body.block))
    inner = sum(length_of(block) for region in op.regions for block in region.blocks)
    if isinstance(op, scf.ParallelOp):
        for bounds in zip(op.lowerBound, op.upperBound, op.step, strict=True):
            inner = unrolled(*bounds, inner)
        return inner
    if isinstance(op, scf.WhileOp):
        return inf
    return inner + (ACCESS if isinstance(op, memref.LoadOp | memref.StoreOp) else 1)


def unrolled(low: SSAValue, high: SSAValue, step: SSAValue, body: float) -> float:
    """The instructions of a loop with a body of so many."""
    first, last, by = map(constant_of, (low, high, step))
    if first is None or last is None or not by:
        return inf
    return body * len(range(first, last, by))


def is_rolled(low: SSAValue, high: SSAValue, step: SSAValue, body: float) -> bool:
    """Whether LLVM might unroll a loop, as it is known how often it runs, and must not."""
    return unrolled(low, high, step, 1) <= MANY and unrolled(low, high, step, body) > LIMIT


def over_block(loop: scf.ForOp) -> scf.ForOp:
    """Mark a loop over a block of neighbours."""
    loop.attributes[BLOCK] = UnitAttr()
    return loop


def within_bounds(op: Operation) -> None:
    """Mark a load whose indices lie between those of others, which are tested."""
    if isinstance(op, memref.LoadOp):
        op.attributes[WITHIN_BOUNDS] = UnitAttr()


def keep_rolled(branch: Operation | None) -> None:
    """Mark the branch back to the begin of a loop that LLVM must not unroll."""
    assert isinstance(branch, llvm.BrOp)
    branch.attributes[ROLLED] = UnitAttr()


def mark_rolled(function: llvm.FuncOp, blocks: list[IrBlock], module: IrModule) -> None:
    """
    Write the marks of a function into its blocks of LLVM.

        llvm.br ^header(%next) {disc_shape.rolled}
    =>
        br label %header, !llvm.loop !1     ; !1 = distinct !{!1, !{!"llvm.loop.unroll.disable"}}
    """
    for block, converted in zip(function.body.blocks, blocks, strict=True):
        last = block.last_op
        if last is None or ROLLED not in last.attributes:
            continue
        node = module.add_metadata([module.add_metadata(["llvm.loop.unroll.disable"])])
        node.operands = (node, *node.operands)  # A loop is named by a node that contains itself.
        converted.terminator.set_metadata("llvm.loop", cast("object", node))
