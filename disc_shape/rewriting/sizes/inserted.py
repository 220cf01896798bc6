"""The operations that are inserted into a function to compute sizes, and their positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Block, BlockArgument, Operation, OpResult, Region, SSAValue

from disc_shape.class_table import Kind
from disc_shape.relations.value_types import scalar_type
from disc_shape.rewriting.sizes.order import InsertionPoint, Order
from disc_shape.traversal import operands_of, operations

READS = (arith.ConstantOp, tensor.DimOp)
"""Inserted operations that compute nothing, which every run inserts again."""


COMPUTATIONS = (
    arith.SignlessIntegerBinaryOperation,
    arith.IndexCastOp,
    tensor.ExtractOp,
    tensor.FromElementsOp,
)
"""Other operations that are inserted to compute sizes."""


_MAY_COMPUTE = Kind(*READS, *COMPUTATIONS)
_IS_CONSTANT = Kind(arith.ConstantOp)


class UsedInteger(NamedTuple):
    """An integer used as data that was computed anew."""

    value: SSAValue
    is_held: bool
    """Whether `index` provably holds the number: the arithmetic does not wrap around."""


class InsertedOperations:
    """
    The operations inserted into one function. All that are inserted after one operation (or block
    argument) of the program, their anchor, form one group, in order of insertion; constants are at
    the top of `entry`.
    """

    def __init__(self, order: Order, entry: Block):
        self.order = order
        self.entry = entry
        self._last_constant: Operation | None = None
        self._tails: dict[Operation | Block, Operation] = {}
        self._anchors: dict[Operation, Operation | Block] = {}
        """For each inserted operation, after which operation or argument of the program it is."""
        self.integers: dict[Operation, UsedInteger] = {}
        """Integers used as data, by the casts of the sizes that they are."""

    def __contains__(self, op: Operation) -> bool:
        return op in self._anchors

    def __len__(self) -> int:
        return len(self._anchors)

    def latest(self, values: Sequence[SSAValue]) -> SSAValue:
        """The value that is defined last, all of them dominating one user."""
        best = values[0]
        for value in values[1:]:
            if self.position(value) > self.position(best):
                best = value
        return best

    def position(self, value: SSAValue) -> int:
        """The position of the definition of a value, in the order of the function."""
        if isinstance(value, OpResult):
            return self.order.number(value.op)
        assert isinstance(value, BlockArgument)
        parent = value.block.parent_op()
        if value.block is not self.entry and value.block.prev_block is not None:
            return self.order.start(value.block)
        return self.order.numbers.get(parent, -1) if parent is not None else -1

    def insert(self, op: Operation, after: SSAValue) -> None:
        """Insert an operation after the definition of a value."""
        owner = after.owner
        anchor = owner if isinstance(owner, Block) else self._anchors.get(owner, owner)
        tail = self._tails.get(anchor)
        if tail is None and not isinstance(anchor, Block):
            tail = anchor
        if tail is None and anchor is self.entry:
            tail = self._last_constant
        block = anchor if isinstance(anchor, Block) else anchor.parent
        assert block is not None
        InsertionPoint(block, tail).insert([op])
        self._tails[anchor] = op
        self._anchors[op] = anchor
        self.order.number(op)

    def constant(self, op: Operation) -> SSAValue:
        """Insert a constant after those that are there already; its value."""
        InsertionPoint(self.entry, self._last_constant).insert([op])
        self.order.numbers[op] = 0
        self._anchors[op] = self.entry
        self._last_constant = op
        return op.results[0]

    def arrange(self, body: Region) -> None:
        """
        Put the inserted operations of each group into the order in which the function first uses
        them, constants first. The order of insertion depends on sizes that were computed and then
        not used. What computes sizes right after a group belongs to it: an earlier run may have
        inserted that.
        """
        placed: set[Operation] = set()
        present: list[Operation] = []
        wanted: list[Operation] = []
        anchors = self._anchors
        if not anchors:
            return
        for op in operations(body):
            if _MAY_COMPUTE[op.__class__] and computes_size(op):
                previous = op.prev_op
                if previous is not None and previous in anchors:
                    anchors.setdefault(op, anchors[previous])
            if op in anchors:
                present.append(op)
            else:
                wanted += self._needed_by(op, placed)
        wanted.sort(key=lambda op: not _IS_CONSTANT[type(op)])
        before = self._grouped([op for op in present if op in placed])
        for key, ops in self._grouped(wanted).items():
            if before[key] != ops:
                _permute(before[key], ops)

    def left_integers(self, body: Region) -> list[SSAValue]:
        """
        The `integers` in `body`, and the indices besides them, for which operations were inserted
        that no shape operand uses, and which another analysis does not read again as the sizes that
        they are unless it demands them.
        """
        if not self.integers:
            return []
        users: list[Operation] = []
        placed: set[Operation] = set()
        for op in operations(body):
            is_anchored = op in self._anchors
            if op in self.integers or (not is_anchored and any(map(is_index, operands_of(op)))):
                users.append(op)
            elif not is_anchored:
                placed.update(self._needed_by(op, placed))
        found: list[SSAValue] = []
        for op in users:
            own = [one for one in self._needed_by(op, set(placed)) if not isinstance(one, READS)]
            integer = self.integers.get(op)
            if integer is None:
                found += [one for one in op.operands if one.owner in own]
            elif len(own) > (1 if integer.is_held else 0):
                found.append(integer.value)
        return found

    def _grouped(self, ops: Sequence[Operation]) -> dict[Operation | Block, list[Operation]]:
        """Inserted operations by group."""
        groups: dict[Operation | Block, list[Operation]] = {}
        for op in ops:
            groups.setdefault(self._anchors[op], []).append(op)
        return groups

    def _needed_by(self, user: Operation, placed: set[Operation]) -> list[Operation]:
        """The inserted operations that `user` needs, operands before their users."""
        found: list[Operation] = []
        anchors = self._anchors
        work = [(user, iter(operands_of(user)))]
        while work:
            op, operands = work[-1]
            for operand in operands:
                if type(operand) is not OpResult:
                    continue
                owner = operand.op
                if owner in anchors and owner not in placed:
                    placed.add(owner)
                    work.append((owner, iter(operands_of(owner))))
                    break
            else:
                work.pop()
                if op is not user:
                    found.append(op)
        return found


def computes_size(op: Operation) -> bool:
    """Whether an operation is one of those that compute sizes, which have no effects."""
    (result,) = op.results if len(op.results) == 1 else (None,)
    if result is None or not _MAY_COMPUTE[type(op)]:
        return False
    return type(scalar_type(result.type)) is IndexType


def is_index(value: SSAValue) -> bool:
    """Whether a value is a single index."""
    return type(value.type) is IndexType


def _permute(present: Sequence[Operation], wanted: Sequence[Operation]) -> None:
    """Put operations of one block, given in program order, into another order."""
    markers: list[Operation] = []
    for op in present:
        block = op.parent
        assert block is not None
        marker = arith.ConstantOp(IntegerAttr(0, IndexType()))
        block.insert_op_before(marker, op)
        op.detach()
        markers.append(marker)
    for marker, op in zip(markers, wanted, strict=True):
        block = marker.parent
        assert block is not None
        block.insert_op_before(op, marker)
        block.erase_op(marker)
