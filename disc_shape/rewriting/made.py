"""The operations that an analysis adds to a function, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

from disc_shape.rewriting.order import Order, Place


class Made:
    """
    Operations made for one function. All that is made behind one operation (or block argument) of
    the program forms one group, in order of making; constants stand at the top of `entry`.
    """

    def __init__(self, order: Order, entry: Block):
        self.order = order
        self.entry = entry
        self._last_constant: Operation | None = None
        self._tails: dict[Operation | Block, Operation] = {}
        self._anchors: dict[Operation, Operation | Block] = {}
        """
        For each operation made here, behind which operation or argument of the program it stands.
        """

    def __contains__(self, op: Operation) -> bool:
        return op in self._anchors

    def __len__(self) -> int:
        return len(self._anchors)

    def latest(self, values: Sequence[SSAValue]) -> SSAValue:
        """The value that is defined last, all of them dominating one user."""
        best = values[0]
        for value in values[1:]:
            if self._position(value) > self._position(best):
                best = value
        return best

    def _position(self, value: SSAValue) -> int:
        if isinstance(value, OpResult):
            return self.order.number(value.op)
        assert isinstance(value, BlockArgument)
        parent = value.block.parent_op()
        if value.block is not self.entry and value.block.prev_block is not None:
            return self.order.start(value.block)
        return self.order.numbers.get(parent, -1) if parent is not None else -1

    def insert(self, op: Operation, behind: SSAValue) -> None:
        """Put an operation behind the definition of a value."""
        owner = behind.owner
        anchor = self._anchors.get(owner, owner) if isinstance(owner, Operation) else owner
        tail = self._tails.get(anchor)
        if tail is None and isinstance(anchor, Operation):
            tail = anchor
        if tail is None and anchor is self.entry:
            tail = self._last_constant
        block = anchor if isinstance(anchor, Block) else anchor.parent
        assert block is not None
        Place(block, tail).insert([op])
        self._tails[anchor] = op
        self._anchors[op] = anchor
        self.order.number(op)

    def constant(self, op: Operation) -> SSAValue:
        """Put a constant behind those that are there already; its value."""
        Place(self.entry, self._last_constant).insert([op])
        self.order.numbers[op] = 0
        self._anchors[op] = self.entry
        self._last_constant = op
        return op.results[0]
