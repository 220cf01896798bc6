"""The positions of operations: insertion points, and the order that decides dominance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from disc_shape.traversal import operations


@dataclass(frozen=True)
class InsertionPoint:
    """Right after an operation, or at the top of a block."""

    block: Block
    after: Operation | None

    def insert(self, ops: Sequence[Operation]) -> None:
        """Insert operations."""
        if self.after is not None:
            self.block.insert_ops_after(ops, self.after)
        elif self.block.first_op is not None:
            self.block.insert_ops_before(ops, self.block.first_op)
        else:
            self.block.add_ops(ops)


class Order:
    """
    The positions of operations, for questions of dominance.

    Operations are numbered once, leaving room between neighbours; those inserted later are
    numbered when their position is needed.
    """

    STEP = 1 << 20

    def __init__(self, region: Region):
        self.numbers: dict[Operation, int] = {}
        self._next = 0
        self._number(region)

    def _number(self, region: Region) -> None:
        for op in operations(region):
            self._next += self.STEP
            self.numbers[op] = self._next

    def number(self, op: Operation) -> int:
        """The position of an operation."""
        found = self.numbers.get(op)
        if found is None:
            previous = op.prev_op
            while previous is not None and previous not in self.numbers:
                previous = previous.prev_op
            base = self.numbers[previous] if previous is not None else self.start(op.parent)
            found = self.numbers[op] = base + 1
        return found

    def start(self, block: Block | None) -> int:
        """The position before a block."""
        if block is None:
            return 0
        before = block.prev_block
        if before is not None and before.last_op is not None:
            return self.number(before.last_op)
        parent = block.parent_op()
        return self.numbers.get(parent, 0) if parent is not None else 0

    def definition(self, value: SSAValue) -> int:
        """The position where a value is defined; block arguments come before the operations."""
        return 0 if isinstance(value.owner, Block) else self.number(value.owner)

    def dominating_blocks(self, op: Operation) -> list[Block]:
        """The blocks that hold values which `op` can use, the outermost first."""
        blocks: list[Block] = []
        while (block := op.parent) is not None:
            blocks.append(block)
            region = block.parent
            if region is not None and (first := region.first_block) is not block and first:
                blocks.append(first)
            outer = block.parent_op()
            if outer is None:
                break
            op = outer
        return blocks[::-1]

    def dominates(self, value: SSAValue, op: Operation) -> bool:
        """True when `value` can be used by `op`."""
        definer = value.op if isinstance(value, OpResult) else None
        block = value.owner if definer is None else definer.parent
        user: Operation | None = op
        while user is not None and user.parent is not block:
            parent_block = user.parent
            region = parent_block.parent if parent_block is not None else None
            if (
                region is not None
                and block is region.first_block
                and block is not parent_block
                and block is not None
            ):
                return True
            user = user.parent_op()
        if user is None:
            return False
        return definer is None or self.number(definer) < self.number(user)
