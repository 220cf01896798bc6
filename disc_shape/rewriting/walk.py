"""
One walk over what legal runs reach of a function, in program order.

Every walk follows the guards that stay: facts that a guard checks may be used after it and not
before it, so that no guard proves itself.
"""

from __future__ import annotations

from xdsl.dialects.builtin import NoneAttr, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.symbol_table import get_name_if_symbol

from disc_shape.cards import card_of
from disc_shape.constraints.types import set_type
from disc_shape.dialects.hlo.prefixes import MAY_LACK_RANKS
from disc_shape.dialects.hlo.shapes import has_unranked
from disc_shape.progress import PROGRESS
from disc_shape.relations.value_types import is_dynamic
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.refine import (
    IS_CAST,
    has_fixed_body,
    has_fixed_types,
    leaves_branch,
)
from disc_shape.rewriting.registry import looks_at_uses, rules_of
from disc_shape.traversal import next_of, type_of


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
        rewriter = self.rewriter
        unreachable = rewriter.shapes.unreachable
        if region in unreachable:
            return
        for block in region.blocks:
            if block in unreachable:
                continue
            self.enter_block(block)
            op = block.first_op
            while op is not None:
                following = next_of(op)
                PROGRESS.advance()
                if op.regions and not has_fixed_body(op):
                    for nested in op.regions:
                        self._walk(nested)
                self.visit(op)
                if type(op) in rewriter.guard_classes:
                    rewriter.pass_guard(op)
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


MAX_VISITS = 8
"""How often the rules of an operation, and of those that replace it, run in one walk."""


class RuleWalk(Walk):
    """
    Writes what is known of every operation into its type, and runs the rules on it and on what
    replaces it.

    Rules read the operations that define operands, so a change concerns operations after it, which
    the walk has yet to visit. It notes the changes for which that is not so: then another walk may
    find more.
    """

    def run(self) -> None:
        """Walk the function from its first operation on."""
        rewriter = self.rewriter
        rewriter.is_settled = True
        rewriter.released.clear()
        inserted = len(rewriter.sizes.inserted)
        super().run()
        rewriter.is_settled &= len(rewriter.sizes.inserted) == inserted
        rewriter.is_settled &= not any(map(is_looked_at, rewriter.released))

    def enter_block(self, block: Block) -> None:
        """Blocks may come before those that define what they use."""
        self.rewriter.is_settled &= block.next_block is None

    def visit(self, op: Operation) -> None:
        """
        Write the sizes that are constants into the types of the results, and run the rules of the
        operation; then the same for one that replaces it, until none applies.
        """
        rewriter = self.rewriter
        for _ in range(MAX_VISITS):
            before = len(rewriter.released)
            self._refine(op)
            self._apply_rules(op)
            if op.parent is None:
                new = rewriter.successors.get(op)
                if new is None or new.parent is None:
                    return
                op = new
            elif len(rewriter.released) == before:
                return
        rewriter.is_settled = False

    def _apply_rules(self, op: Operation) -> None:
        """Run the rules of an operation until one of them replaces it."""
        rules = rules_of(type(op))
        if rules and MAY_LACK_RANKS[type(op)] and has_unranked(op):
            return
        for rule in rules:
            if op.parent is None:
                return
            rule(op, self.rewriter)

    def leave(self, op: Operation) -> None:
        """Write the sizes that are constants after a guard into the types of its results."""
        if type(op) in self.rewriter.guard_classes and op in self.rewriter.guards:
            types = [*op.result_types]
            self._refine(op)
            # The rules have not seen these types.
            self.rewriter.is_settled &= types == [*op.result_types]

    def _refine(self, op: Operation) -> None:
        tensors = [result for result in op.results if may_be_refined(type_of(result))]
        if IS_CAST[type(op)] and leaves_branch(op):
            return
        if tensors and not has_fixed_types(op) and not card_of(op).sized_by_operands:
            for result in tensors:
                set_type(result, self.rewriter.refined_type(result))


def is_looked_at(value: SSAValue) -> bool:
    """
    Whether a rule may apply to the only user of a value since there is no other one. Such a rule
    uses the operands of the defining operation instead: a constant has none.
    """
    owner = value.owner
    if not isinstance(owner, Operation) or not owner.operands or not value.has_one_use():
        return False
    users = [type(use.operation) for use in value.uses]
    return any(looks_at_uses(rule) for user in users for rule in rules_of(user))


def may_be_refined(type_: Attribute) -> bool:
    """Whether a type is that of a tensor with sizes or symbols that are not final."""
    return type(type_) is TensorType and (type(type_.encoding) is not NoneAttr or is_dynamic(type_))
