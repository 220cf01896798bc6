"""
One walk over what legal runs reach of a function, in program order.

Every walk follows the guards that stay: facts that a guard checks may be used after it and not
before it, so that no guard proves itself.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from xdsl.ir import Block, Operation, Region
from xdsl.utils.symbol_table import get_name_if_symbol

from disc_shape.progress import PROGRESS
from disc_shape.rewriting.refine import has_fixed_body

if TYPE_CHECKING:
    from disc_shape.rewriting.function import Rewriter


class Walk:
    """
    Visits the operations of one function; subclasses override the methods that do nothing here.

    The operations of its regions are visited before an operation itself. An operation that a visit
    inserts is not visited.
    """

    def __init__(self, rewriter: Rewriter):
        self.rewriter = rewriter

    def run(self) -> None:
        """Walk the function from its first operation on."""
        self.rewriter.rewind()
        function = self.rewriter.shapes.body.parent
        PROGRESS.enter("" if function is None else get_name_if_symbol(function) or "")
        self._walk(self.rewriter.shapes.body)

    def _walk(self, region: Region) -> None:
        unreachable = self.rewriter.shapes.unreachable
        if region in unreachable:
            return
        for block in region.blocks:
            if block in unreachable:
                continue
            self.enter_block(block)
            op = block.first_op
            while op is not None:
                following = op.next_op
                PROGRESS.advance()
                if not has_fixed_body(op):
                    for nested in op.regions:
                        self._walk(nested)
                self.visit(op)
                self.rewriter.pass_guard(op)
                if op.parent is block:
                    self.leave(op)
                op = following
        self.leave_region(region)

    def enter_block(self, block: Block) -> None:
        """Visit a block before its operations."""

    def visit(self, op: Operation) -> None:
        """Visit an operation; if it is a guard that stays, its own facts must not be used."""

    def leave(self, op: Operation) -> None:
        """Visit an operation again, unless it was erased; the facts of a guard may be used."""

    def leave_region(self, region: Region) -> None:
        """Visit a region after its blocks."""


def is_unreachable(op: Operation, unreachable: Collection[Block | Region]) -> bool:
    """True for operations in the given regions and blocks, which no legal run enters."""
    if not unreachable:
        return False
    if op.parent is not None and op.parent in unreachable:
        return True
    region = op.parent_region()
    while region is not None:
        if region in unreachable:
            return True
        region = None if region.parent is None else region.parent.parent_region()
    return False
