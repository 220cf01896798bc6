"""Writes layouts into a module."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, OpResult, SSAValue, Use
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.dialects.hlo.movement import TransposeOp
from disc_shape.dialects.shape import AssumingOp
from disc_shape.layout.absorb import CHEAP, is_plain, reading, writing
from disc_shape.layout.groups import Group, absorbed, best_layout, groups_of
from disc_shape.layout.members import reordered
from disc_shape.layout.orders import Order, inverse, is_identity, order_of, permuted, transposed
from disc_shape.traversal import erase_dead, pre_order

REGIONS = (AssumingOp, CaseOp, IfOp, WhileOp, func.FuncOp)
"""Operations whose regions hold programs on tensors."""


def choose_layouts(module: ModuleOp) -> None:
    """Let each group of values of a module have one layout, transposes at its border."""
    for facts in ShapeAnalysis(module).functions:
        blocks = blocks_of(facts.function)
        for block in blocks:
            while choose_in_block(block, facts):
                pass
        erase_dead(facts.function.body)


def choose_in_block(block: Block, facts: FunctionFacts) -> bool:
    """
    Choose layouts for the groups of a block, first without the reductions between them: True where
    one of them got another layout, so that larger ones may gain.
    """
    changed = False
    for with_reductions in (False, True):
        absorb_transposes(block)
        for group in groups_of(block, with_reductions):
            layout = best_layout(group, facts)
            if layout is not None:
                GroupWriter(group, layout, facts).write()
                statistics.count("hlo-layout: groups in another layout")
                changed = True
    return changed


def blocks_of(function: func.FuncOp) -> list[Block]:
    """The blocks of a function that hold programs on tensors."""
    return [
        block
        for op in pre_order(function)
        if isinstance(op, REGIONS)
        for region in op.regions
        for block in region.blocks
    ]


def absorb_transposes(block: Block) -> None:
    """
    Let operations read the operand of a transpose, if all that read its result can.

        %1 = stablehlo.transpose %0, dims = [0, 2, 1]
        %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0]
    =>
        %2 = stablehlo.dot_general %0, %w, contracting_dims = [2] x [0]
    """
    for op in list(block.ops):
        if not isinstance(op, TransposeOp) or not is_plain(op):
            continue
        uses, order = list(real_uses(op.result)), order_of(op)
        if is_identity(order):
            op.result.replace_all_uses_with(op.operand)
        elif uses and all(reading(use.operation, use.index, order) is not None for use in uses):
            for use in uses:
                read_in_order(use, order, op.operand)


def real_uses(value: SSAValue) -> Iterator[Use]:
    """The uses of a value, those of its ties in place of the ties."""
    for use in value.uses:
        if isinstance(use.operation, TieShapeOp) and use.index == 0:
            yield from real_uses(use.operation.result)
        else:
            yield use


def read_in_order(use: Use, order: Order, source: SSAValue) -> None:
    """Let an operation read a value whose dimensions another one permutes by an order."""
    found = reading(use.operation, use.index, order)
    assert found is not None
    use.operation.properties.update(found)
    use.operation.operands[use.index] = source


class GroupWriter:
    """Stores all values of a group in one layout."""

    def __init__(self, group: Group, layout: Order, facts: FunctionFacts) -> None:
        self.group = group
        self.layout = layout
        self._state = facts.derived.state
        self.stored: dict[SSAValue, SSAValue] = {}
        self._inside = set(group.ops)

    def write(self) -> None:
        """
        Write all operations of the group in its layout.

            %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
            %2 = stablehlo.tanh %1 : tensor<?x?xf32>
            %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
        =>
            %3 = stablehlo.tanh %0 : tensor<?x?xf32>
        """
        for value in self.group.orders:
            if value.owner not in self._inside:
                self.stored[value] = self._entered(value)
        for op in self.group.ops:
            self._move(op)
        for value in list(self.group.orders):
            self._leave(value)
        for op in reversed(self.group.ops):
            if all(result.first_use is None for result in op.results):
                Rewriter.erase_op(op)

    def _order(self, value: SSAValue) -> tuple[int, ...]:
        return self.group.stored(value, self.layout)

    def _entered(self, value: SSAValue) -> SSAValue:
        """A value from outside in the layout of the group."""
        order = self._order(value)
        if is_identity(order):
            return value
        owner = value.owner
        found = None if isinstance(owner, Block) else writing(owner, order)
        like = self.group.transposes[0]
        made = [transposed(value, order, like)] if found is None else found.create()
        inserted(made, after(value))
        return self._sized(made[-1].results[0], value, order)

    def _sized(self, new: SSAValue, old: SSAValue, order: Order) -> SSAValue:
        """A new value; its sizes are known from now on."""
        sizes = permuted(self._state.raw_dims(old), order)
        self._state.define_all(new, sizes, defining(new), "in another order of dimensions")
        return new

    def _move(self, op: Operation) -> None:
        if isinstance(op, TransposeOp):
            self.stored[op.result] = self.stored[op.operand]
            return
        moved = [one for one in (*op.operands, *op.results) if one in self.group.orders]
        if all(self.stored.get(operand, operand) is operand for operand in op.operands) and all(
            is_identity(self._order(one)) for one in moved
        ):
            self.stored.update(zip(op.results, op.results, strict=True))
            return
        made = reordered(op, self._order, self.stored.__getitem__).create()
        inserted(made, InsertPoint.before(op))
        for old, new in zip(op.results, made[-1].results, strict=True):
            self.stored[old] = self._sized(new, old, self._order(old))

    def _leave(self, value: SSAValue) -> None:
        """Let operations outside read a value of the group."""
        stored, order = self.stored[value], inverse(self._order(value))
        if stored is value or (value.owner not in self._inside and self._stays(value)):
            return
        uses = [use for use in value.uses if use.operation not in self._inside]
        made = [use for use in uses if use.operation is stored.owner]
        uses = [use for use in uses if use not in made]
        if not uses:
            return
        if is_identity(order):
            for use in uses:
                use.operation.operands[use.index] = stored
        elif absorbed(value, order, lambda op: op in self._inside or op is stored.owner):
            for use in uses:
                read_in_order(use, order, stored)
        else:
            op = transposed(stored, order, self.group.transposes[0])
            inserted([op], after(stored))
            self._sized(op.result, stored, order)
            for use in uses:
                use.operation.operands[use.index] = op.result

    def _stays(self, value: SSAValue) -> bool:
        """Whether operations outside use a value from outside as it is."""
        owner = value.owner
        if isinstance(owner, Block) or isinstance(owner, CHEAP):
            return True
        made = self.stored[value].owner
        return isinstance(made, TransposeOp) and made.operand is value


def after(value: SSAValue) -> InsertPoint:
    """Where a value is available from."""
    owner = value.owner
    return InsertPoint.at_start(owner) if isinstance(owner, Block) else InsertPoint.after(owner)


def inserted(ops: Sequence[Operation], where: InsertPoint) -> None:
    """Insert operations."""
    Rewriter.insert_op(list(ops), where)


def defining(value: SSAValue) -> Operation:
    """The operation whose result a value is."""
    assert isinstance(value, OpResult)
    return value.op
