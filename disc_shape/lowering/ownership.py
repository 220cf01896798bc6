"""Ownership of buffers: which operations allocate, borrow and pass on.

A buffer has one owner at a time, a block, which frees it or passes it on exactly once on every
path. `memref.alloc` and `bufferization.clone` allocate a buffer that their block owns. Results of
calls and of structured control flow, data-sized results of `lmhlo`, loop-carried values and
arguments of blocks are owned by the block that receives them. Views and casts borrow from their
source for as long as they are used, as `arith.select` does from both. Arguments of functions and
globals are borrowed from outside. Ownership passes with the operands of `func.return`, of
`scf.yield` and `scf.condition`, of branches to their target's arguments, and with the initial
values of loops; `memref.dealloc` ends it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import bufferization, cf, func, memref, scf
from xdsl.dialects.builtin import MemRefType, UnrankedMemRefType, UnrealizedConversionCastOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.dialects.shape.constraints import AssumingOp, AssumingYieldOp
from disc_shape.errors import OperationError

MAKERS = (memref.AllocOp, bufferization.CloneOp, func.CallOp, BufferOp)
"""Operations whose results have no owner before them."""

BRANCHES = (
    scf.IfOp,
    scf.IndexSwitchOp,
    AssumingOp,
)
"""Operations that run exactly one of their regions, once."""

LOOPS = (scf.ForOp, scf.WhileOp)
"""Operations whose regions may run again."""

STRUCTURED = BRANCHES + LOOPS
CASTS = (memref.CastOp, memref.MemorySpaceCastOp)
"""Operations whose result is an alias of a whole buffer."""

TAKERS = (
    scf.WhileOp,
    func.ReturnOp,
    scf.YieldOp,
    scf.ConditionOp,
    AssumingYieldOp,
    memref.DeallocOp,
)
"""Operations to which their block passes every buffer among their operands."""


def is_buffer(value: SSAValue) -> bool:
    """Whether a value is a buffer, ranked or not."""
    return isinstance(value.type, MemRefType | UnrankedMemRefType)


def owns(value: SSAValue) -> bool:
    """Whether the block that defines a buffer owns it."""
    if isinstance(value, OpResult):
        return isinstance(value.op, MAKERS + STRUCTURED)
    if not isinstance(value, BlockArgument):
        return False
    parent = value.block.parent_op()
    region = value.block.parent_region()
    if region is not None and region.first_block is not value.block:
        return True
    return isinstance(parent, LOOPS)


def owner_of(value: SSAValue) -> SSAValue | None:
    """The owned buffer that a value is, through casts; None for a borrowed one."""
    while isinstance(value, OpResult) and isinstance(value.op, CASTS):
        value = value.op.operands[0]
    return value if owns(value) else None


@dataclass(frozen=True)
class Passing:
    """A buffer that leaves its block: with an operation, or along one of its branches."""

    op: Operation
    operand: int
    edge: int | None = None


def passings(op: Operation) -> Iterator[Passing]:
    """The operands with which an operation passes buffers on, or frees them."""
    if isinstance(op, scf.ForOp):
        places = range(3, len(op.operands))
    elif isinstance(op, TAKERS):
        places = range(len(op.operands))
    elif op.successors:
        yield from (
            Passing(op, place, edge)
            for edge, places in enumerate(edge_operands(op))
            for place in places
            if is_buffer(op.operands[place])
        )
        return
    else:
        return
    for place in places:
        if is_buffer(op.operands[place]):
            yield Passing(op, place)


def edge_operands(op: Operation) -> Sequence[range]:
    """The operands that a branch forwards to each of its targets."""
    if isinstance(op, cf.BranchOp):
        return (range(len(op.operands)),)
    if isinstance(op, cf.ConditionalBranchOp):
        middle = 1 + len(op.then_arguments)
        return range(1, middle), range(middle, len(op.operands))
    if isinstance(op, cf.SwitchOp):
        first = 1 + len(op.default_operands)
        edges = [range(1, first)]
        for count in op.case_operand_segments.get_values():
            edges.append(range(first, first + count))
            first += count
        return edges
    if any(is_buffer(operand) for operand in op.operands):
        raise OperationError(f"targets of the buffers that '{op.name}' passes on are unknown", op)
    return [range(0)] * len(op.successors)


def lends(op: Operation) -> bool:
    """Whether the buffers among the results of an operation alias its operands."""
    return not isinstance(op, MAKERS + STRUCTURED)


def hides(op: Operation, operand: int) -> bool:
    """Whether an operation keeps a buffer where its uses can no longer be seen."""
    if isinstance(op, memref.StoreOp):
        return operand == 0
    if isinstance(op, UnrealizedConversionCastOp):
        return not all(is_buffer(result) for result in op.results)
    return isinstance(op, memref.ExtractAlignedPointerAsIndexOp | bufferization.ToTensorOp)


def name(value: SSAValue) -> str:
    """The name of a buffer in messages."""
    if value.name_hint:
        return f"%{value.name_hint}"
    if isinstance(value, OpResult):
        return f"the result of '{value.op.name}'"
    return f"a block's argument {value.index}" if isinstance(value, BlockArgument) else "a buffer"


def borrowed_from(value: SSAValue) -> str:
    """Why a value has no owner here, as the end of a message."""
    if isinstance(value, BlockArgument):
        parent = value.block.parent_op()
        return f"which is argument {value.index} of {_title(parent)}"
    if isinstance(value, OpResult):
        if isinstance(value.op, memref.GetGlobalOp):
            return f"which is the global @{value.op.name_.string_value()}"
        if isinstance(value.op, memref.AllocaOp):
            return "which is on the stack"
        source = next((one for one in value.op.operands if is_buffer(one)), None)
        if source is not None:
            return f"which '{value.op.name}' borrows from {name(source)}"
        return f"whose owner '{value.op.name}' leaves unknown"
    return "which has no owner"


def _title(op: Operation | None) -> str:
    if isinstance(op, func.FuncOp):
        return f"@{op.sym_name.data}"
    return "a module" if op is None else f"'{op.name}'"


def successor_edges(block: Block) -> Sequence[Block]:
    """The targets of the edges that leave a block."""
    last = block.last_op
    return () if last is None else list(last.successors)
