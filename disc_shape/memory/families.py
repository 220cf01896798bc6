"""
Families of buffers: those that loops exchange, so that it depends on the run which is where.

A loop takes over the buffers that it carries. Where what it leaves is freed in the same block that
has allocated them, the buffers may lie in an arena: the frees go, whichever buffer each has met.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects import memref, scf
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

from disc_shape.errors import OperationError
from disc_shape.lowering.deallocation import Touch, touches_of
from disc_shape.traversal import ancestor_in


@dataclass
class Family:
    """Buffers of one block that loops exchange."""

    allocs: list[memref.AllocOp] = field(default_factory=list[memref.AllocOp])
    uses: list[Operation] = field(default_factory=list[Operation])
    frees: list[memref.DeallocOp] = field(default_factory=list[memref.DeallocOp])


def family_of(alloc: memref.AllocOp) -> Family | None:
    """
    The buffers that loops exchange for a buffer. None where one of them leaves the block of the
    allocation, is allocated elsewhere, as in the body of a loop that carries it, or by another
    operation.
    """
    found = Family()
    values: dict[SSAValue, None] = {alloc.memref: None}
    pending = list(values)
    while pending:
        value = pending.pop()
        try:
            more = relatives(value, found)
        except OperationError:
            return None
        if more is None:
            return None
        new = [one for one in more if one not in values]
        values.update(dict.fromkeys(new))
        pending += new
    block = alloc.parent
    if any(one.parent is not block for one in found.allocs):
        return None
    if any(ancestor_in(op, block) is None for op in (*found.uses, *found.frees)):
        return None
    return found


def relatives(value: SSAValue, family: Family) -> list[SSAValue] | None:
    """
    The values that may be the memory of a value, before and after it; None where these cannot be
    seen. What is done with the value is added to the family.
    """
    found: list[SSAValue] = []
    if isinstance(value, OpResult) and isinstance(value.op, memref.AllocOp):
        family.allocs.append(value.op)
    elif isinstance(value, BlockArgument):
        found += carried_by_argument(value) or ()
    elif isinstance(value, OpResult):
        found += carried_by_result(value) or ()
    if not found and not isinstance(value.owner, memref.AllocOp):
        return None
    for touch in touches_of(value):
        if isinstance(touch.op, memref.DeallocOp):
            family.frees.append(touch.op)
        elif touch.passes:
            passed = passed_on(touch, value)
            if passed is None:
                return None
            family.uses.append(touch.op)
            found += passed
        else:
            family.uses.append(touch.op)
    return found


def passed_on(touch: Touch, value: SSAValue) -> list[SSAValue] | None:
    """The values that take over a buffer from an operation; None for one that is no loop's."""
    op = touch.op
    places = [place for place, operand in enumerate(op.operands) if operand is value]
    if len(places) != 1:
        return None
    (place,) = places
    loop = op.parent_op()
    if isinstance(op, scf.ForOp):
        return [op.body.block.args[place - 2]]
    if isinstance(op, scf.WhileOp):
        return [op.before_region.block.args[place]]
    if isinstance(op, scf.ConditionOp) and isinstance(loop, scf.WhileOp):
        return [loop.after_region.block.args[place - 1], loop.res[place - 1]]
    if isinstance(op, scf.YieldOp) and isinstance(loop, scf.WhileOp):
        return [loop.before_region.block.args[place]]
    if isinstance(op, scf.YieldOp) and isinstance(loop, scf.ForOp):
        return [loop.body.block.args[place + 1]]
    return None


def carried_by_argument(value: BlockArgument) -> list[SSAValue] | None:
    """What an argument of a loop's region may be, and what it goes on as."""
    loop = value.block.parent_op()
    if isinstance(loop, scf.ForOp) and value.index > 0:
        at = value.index - 1
        return [loop.iter_args[at], last_of(value.block).operands[at], loop.res[at]]
    if isinstance(loop, scf.WhileOp):
        if value.block is loop.before_region.block:
            return [
                loop.arguments[value.index],
                last_of(loop.after_region.block).operands[value.index],
            ]
        return [last_of(loop.before_region.block).operands[value.index + 1], loop.res[value.index]]
    return None


def carried_by_result(value: OpResult) -> list[SSAValue] | None:
    """What a result of a loop may be."""
    loop = value.op
    if isinstance(loop, scf.ForOp):
        return [loop.body.block.args[value.index + 1]]
    if isinstance(loop, scf.WhileOp):
        return [loop.after_region.block.args[value.index]]
    return None


def last_of(block: Block) -> Operation:
    """The terminator of a block."""
    assert block.last_op is not None
    return block.last_op
