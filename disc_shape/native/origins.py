"""
Which buffers of a function can share memory.

The memory of a buffer comes from allocations, arguments, constants and parts of an arena, through
views and through what blocks and loops carry. Two buffers of different memory share none: arguments
that are written are the caller's out-parameters, and lifetimes in an arena that overlap in time do
not overlap in place. Memory that is allocated is none that existed before.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import TypeAlias

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

VIEWS = (
    memref.CastOp,
    memref.CollapseShapeOp,
    memref.ExpandShapeOp,
    memref.MemorySpaceCastOp,
    memref.ReinterpretCastOp,
    memref.SubviewOp,
)
LOOPS = (scf.ForOp, scf.WhileOp)
Loop: TypeAlias = scf.ForOp | scf.WhileOp
LIFETIME = "disc_shape.lifetime"
"""The attribute of views of an arena that begin the lifetime of a buffer."""


class Origins:
    """Where the memory of the buffers of a function comes from."""

    def __init__(self, function: FuncOp) -> None:
        self.function = function
        self._exchanging: dict[Operation, bool] = {}
        """Whether loops only exchange the memory that they carry."""
        self._sources: dict[SSAValue, list[SSAValue]] = {}
        for op in function.body.walk():
            self._note(op)

    def _note(self, op: Operation) -> None:
        """Note what structured control flow carries."""
        if isinstance(op, scf.WhileOp):
            before, body = op.before_region.block, op.after_region.block
            self._flow(op.arguments, before.args)
            assert isinstance(before.last_op, scf.ConditionOp)
            self._flow(before.last_op.args, body.args)
            self._flow(before.last_op.args, op.res)
            self._flow(last_operands(body), before.args)
        elif isinstance(op, scf.ForOp):
            carried = op.body.block.args[1:]
            self._flow(op.iter_args, carried)
            self._flow(last_operands(op.body.block), carried)
            self._flow(carried, op.res)
        elif isinstance(op, scf.IfOp | scf.IndexSwitchOp | scf.ExecuteRegionOp):
            for region in op.regions:
                for block in region.blocks:
                    if isinstance(block.last_op, scf.YieldOp):
                        self._flow(last_operands(block), op.results)

    def _flow(self, sources: Sequence[SSAValue], targets: Sequence[SSAValue]) -> None:
        for source, target in zip(sources, targets, strict=True):
            if isinstance(target.type, MemRefType):
                self._sources.setdefault(target, []).append(source)

    def of(self, value: SSAValue) -> frozenset[SSAValue] | None:
        """The memory that a buffer may be, None when that is unknown."""
        found: set[SSAValue] = set()
        visited: set[SSAValue] = set()
        pending = [value]
        while pending:
            one = pending.pop()
            if one in visited:
                continue
            visited.add(one)
            if one in self._sources:
                pending += self._sources[one]
            elif isinstance(one, OpResult) and isinstance(one.op, VIEWS):
                pending.append(one.op.operands[0])
            elif is_memory(one, self.function):
                found.add(one)
            else:
                return None
        return frozenset(found)

    def may_share(self, one: SSAValue, other: SSAValue) -> bool:
        """Whether two buffers may have memory in common."""
        if one is other:
            return True
        if self._are_exchanged(root_of(one), root_of(other)):
            return False
        left, right = self.of(one), self.of(other)
        if left is None or right is None:
            return True
        if not left & right:
            return False
        return not (existed_before(one, other) or existed_before(other, one))

    def _are_exchanged(self, one: SSAValue, other: SSAValue) -> bool:
        """Whether two buffers are carried by one loop that only exchanges what it carries."""
        if one is other or one.owner is not other.owner:
            return False
        loop = one.owner.parent_op() if isinstance(one.owner, Block) else one.owner
        if not isinstance(loop, LOOPS):
            return False
        if loop not in self._exchanging:
            self._exchanging[loop] = permutes(loop) and self._starts_with_different(loop)
        return self._exchanging[loop]

    def _starts_with_different(self, loop: Loop) -> bool:
        """Whether the buffers that a loop starts with are different memory."""
        block = loop.parent
        if block is None or not are_different(loop.operands, block):
            return False
        outer = block.parent_op()
        if not isinstance(outer, LOOPS) or len(block.args) < 2:
            return True
        return self._are_exchanged(block.args[0], block.args[1])

    def not_aliased(self, values: Sequence[SSAValue], written: AbstractSet[int]) -> set[SSAValue]:
        """
        The buffers among `values` that share no memory with another one, where one of both is
        written; `written` has the places of those.
        """
        buffers = [
            (place, value)
            for place, value in enumerate(values)
            if isinstance(value.type, MemRefType)
        ]
        return {
            value
            for place, value in buffers
            if not any(
                (place in written or other_place in written) and self.may_share(value, other)
                for other_place, other in buffers
                if other_place != place
            )
        }


def permutes(loop: Loop) -> bool:
    """Whether each iteration of a loop passes on different memory if it is given different."""
    return all(are_different(last_operands(region.block), region.block) for region in loop.regions)


def are_different(values: Sequence[SSAValue], block: Block) -> bool:
    """
    Whether the buffers among some values are different memory if the arguments of a block are:
    these, what the block allocates, and what loops make of them that exchange what they carry.
    """
    pending = [one for one in values if isinstance(one.type, MemRefType)]
    while loop := next((one.owner for one in pending if isinstance(one.owner, LOOPS)), None):
        if len(set(pending)) < len(pending) or loop.parent is not block or not permutes(loop):
            return False
        pending = [one for one in pending if one.owner is not loop]
        pending += [one for one in loop.operands if isinstance(one.type, MemRefType)]
    return len(set(pending)) == len(pending) and all(
        one.owner is block or (is_new(one) and one.owner.parent is block) for one in pending
    )


def is_new(value: SSAValue) -> bool:
    """Whether a value is memory that is allocated, or begins its lifetime, where it is defined."""
    op = value.owner
    return isinstance(op, memref.AllocOp) or (
        isinstance(op, memref.ViewOp) and LIFETIME in op.attributes
    )


def root_of(value: SSAValue) -> SSAValue:
    """The buffer that a buffer is a view of."""
    while isinstance(value, OpResult) and isinstance(value.op, VIEWS):
        value = value.op.operands[0]
    return value


def last_operands(block: Block) -> Sequence[SSAValue]:
    """The operands of the terminator of a block."""
    assert block.last_op is not None
    return block.last_op.operands


def is_memory(value: SSAValue, function: FuncOp) -> bool:
    """Whether a value is memory of its own."""
    if isinstance(value, BlockArgument):
        return value.block is function.body.first_block
    op = value.owner
    if isinstance(op, memref.ViewOp):
        return LIFETIME in op.attributes
    return isinstance(op, memref.AllocOp | memref.AllocaOp | memref.GetGlobalOp)


def existed_before(older: SSAValue, newer: SSAValue) -> bool:
    """Whether a buffer is memory that was allocated where another one existed already."""
    root = newer
    while isinstance(root, OpResult) and isinstance(root.op, VIEWS):
        root = root.op.operands[0]
    if not isinstance(root, OpResult) or not isinstance(root.op, memref.AllocOp | memref.AllocaOp):
        return False
    block = root.op.parent
    if isinstance(older, BlockArgument):
        inner = block
        while inner is not None:
            if inner is older.block:
                return True
            inner = inner.parent_block()
    return False
