"""Values that can be computed where a function begins."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import arith, memref
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from disc_shape.cards.scalar_operations import DIVISIONS
from disc_shape.lowering.types import as_buffer
from disc_shape.lowering.writer import constant_of

PURE = (
    arith.AddiOp,
    arith.AndIOp,
    arith.CmpiOp,
    arith.ConstantOp,
    arith.ExtSIOp,
    arith.ExtUIOp,
    arith.IndexCastOp,
    arith.MaxSIOp,
    arith.MaxUIOp,
    arith.MinSIOp,
    arith.MinUIOp,
    arith.MuliOp,
    arith.OrIOp,
    arith.SelectOp,
    arith.SubiOp,
    arith.TruncIOp,
    arith.XOrIOp,
)
"""Operations that have a result for all operands."""


def is_hoistable(value: SSAValue) -> bool:
    """Whether a value follows, by arithmetic alone, from the arguments of its function."""
    return all(isinstance(one, Operation) or _is_argument(one) for one in sources(value))


def sources(value: SSAValue) -> list[Operation | BlockArgument | None]:
    """
    The operations that compute a value from others, operands first, and the block arguments that it
    depends on; None for what cannot be computed elsewhere.
    """
    order: dict[Operation | BlockArgument | None, None] = {}
    stack: list[tuple[SSAValue, bool]] = [(value, False)]
    while stack:
        one, ready = stack.pop()
        owner = one.owner
        if isinstance(owner, Block):
            assert isinstance(one, BlockArgument)
            order[one] = None
        elif ready:
            order[owner] = None
        elif owner not in order:
            if not _has_result(owner):
                order[None] = None
                break
            stack.append((one, True))
            stack.extend((operand, False) for operand in owner.operands)
    return list(order)


def _is_argument(value: BlockArgument | None) -> bool:
    """Whether a value is an argument of a function."""
    if value is None:
        return False
    region = value.block.parent_region()
    first = region is not None and region.first_block is value.block
    return first and isinstance(value.block.parent_op(), FuncOp)


def _has_result(op: Operation) -> bool:
    """Whether an operation may run anywhere its operands are available."""
    if isinstance(op, memref.DimOp):
        axis = constant_of(op.index)
        type_ = as_buffer(op.source.type)
        return type_ is not None and axis is not None and 0 <= axis < type_.get_num_dims()
    if isinstance(op, DIVISIONS):
        divisor = constant_of(op.operands[1])
        return divisor is not None and divisor > 0
    return isinstance(op, PURE)


class Hoister:
    """Moves operations before one of the function's block; `enter` numbers operations in order."""

    def __init__(self, before: Operation, enter: Mapping[Operation, int]) -> None:
        self._before = before
        self._enter = enter
        self._moved: set[Operation] = set()

    def hoist(self, value: SSAValue) -> SSAValue:
        """Move the operations that compute a value, if they are not before already."""
        block = self._before.parent
        assert block is not None
        for op in sources(value):
            if not isinstance(op, Operation) or op in self._moved:
                continue
            if op.parent is block and self._enter.get(op, -1) < self._enter[self._before]:
                continue
            op.detach()
            block.insert_ops_before([op], self._before)
            self._moved.add(op)
        return value
