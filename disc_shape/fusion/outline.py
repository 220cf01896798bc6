"""Writes planned kernels as `mhlo.fusion` regions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.dialects.tensor import FromElementsOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.cards import card_of, elements_of
from disc_shape.cards.elements import Reshaping
from disc_shape.cards.indices import shape_of
from disc_shape.copies import copy_of
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.dialects.disc_shape.shaping import untied
from disc_shape.dialects.hlo.control_flow import ReturnOp
from disc_shape.dialects.hlo.factory import final, final_attribute
from disc_shape.dialects.hlo.mhlo_only import FusionKindAttr, FusionOp
from disc_shape.dialects.hlo.op import MHLO
from disc_shape.fusion.graph import Graph, Node
from disc_shape.fusion.kernels import Kernel
from disc_shape.fusion.reader import CONSTANTS
from disc_shape.locations import fused


def outline(kernel: Kernel, graph: Graph) -> Operation | None:
    """
    Move the members of a kernel into a region, at the position of the last one. None for a kernel
    of one operation, which stays as it is unless it is given sizes: these are captured, and need
    no buffer then.

        %1 = stablehlo.add %x, %y : tensor<?xf32, [@n]>
        %2 = stablehlo.tanh %1 : tensor<?xf32, [@n]>
    =>
        %2 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
        ^bb0(%a: tensor<?xf32, [@n]>, %b: tensor<?xf32, [@n]>):
          %3 = stablehlo.add %a, %b : tensor<?xf32, [@n]>
          %4 = stablehlo.tanh %3 : tensor<?xf32, [@n]>
          mhlo.return %4 : tensor<?xf32, [@n]>
        }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
    """
    members = without_outer_reshapes(sorted(kernel.views, key=lambda node: node.position), graph)
    if len(members) < 2 and not (members and card_of(members[0].op).size_operands(members[0].op)):
        return None
    writer = RegionWriter(members, graph.positions)
    block = writer.block
    outputs = [
        result
        for node in members
        if node in kernel.outputs
        for result in node.op.results
        if result.first_use is not None
    ]
    inner = [writer.values[value] for value in outputs]
    block.add_op(final(ReturnOp, MHLO).create(operands=inner))
    kind = final_attribute(FusionKindAttr, MHLO)(kernel.kind)
    fusion = final(FusionOp, MHLO).create(
        operands=writer.inputs,
        result_types=[value.type for value in outputs],
        properties={"fusion_kind": kind},
        regions=[Region(block)],
    )
    fusion.location = fused(node.op.location for node in members)
    Rewriter.insert_op(fusion, InsertPoint.before(members[-1].op))
    after: Operation = fusion
    for value, result in zip(outputs, fusion.results, strict=True):
        result.name_hint = value.name_hint
        after = move_views(value, after, graph, members[-1].position)
        value.replace_all_uses_with(result)
    return fusion


def move_views(value: SSAValue, after: Operation, graph: Graph, position: int) -> Operation:
    """
    Let the ties and reshapes of an output that was computed before the last member, at `position`,
    follow the fusion. Returns the last operation that has been moved.
    """
    for use in list(value.uses):
        op = use.operation
        moves = isinstance(op, TieShapeOp) or isinstance(elements_of(op), Reshaping)
        if moves and use.index == 0 and graph.positions.get(op, position) < position:
            op.detach()
            Rewriter.insert_op(op, InsertPoint.after(after))
            after = move_views(op.results[0], op, graph, position)
    return after


def without_outer_reshapes(members: Sequence[Node], graph: Graph) -> list[Node]:
    """The members but for reshapes of inputs, which are views outside of the kernel."""
    inside = set(members)
    for node in members:
        if node.reshapes and graph.by_value.get(node.reads[0].value) not in inside:
            inside.discard(node)
    return [node for node in members if node in inside]


class RegionWriter:
    """Copies members into the block of a region."""

    def __init__(self, members: Sequence[Node], positions: Mapping[Operation, int]):
        self.inputs: list[SSAValue] = []
        """The operands of the fusion."""
        self.block = Block()
        self._positions = positions
        self.values: dict[SSAValue, SSAValue] = {}
        """The value inside the region for each value outside."""
        made = {result for node in members for result in node.op.results}
        for node in members:
            for operand in self._data(node.op):
                value = untied(operand)
                if value not in made and value not in self.values:
                    self.inputs.append(operand)
                    argument = self.block.insert_arg(operand.type, len(self.block.args))
                    argument.name_hint = operand.name_hint
                    self.values[value] = argument
        shown = [*self.inputs, *(members[-1].op.results)]
        self._names = {
            name for value in shown for name in value_symbols(value) or () if name is not None
        }
        for node in members:
            self._copy(node.op)

    def _data(self, op: Operation) -> list[SSAValue]:
        """The operands that are no sizes."""
        sizes = set(card_of(op).size_operands(op))
        return [operand for operand in op.operands if operand not in sizes]

    def _copy(self, op: Operation) -> None:
        sizes = set(card_of(op).size_operands(op))
        operands = list(op.operands)
        for operand in operands if sizes else ():
            if operand in sizes and operand not in self.values:
                self._copy_sizes(operand)
        mapper = {
            operand: self.values[operand if operand in sizes else untied(operand)]
            for operand in operands
        }
        copy = copy_of(op, mapper)
        self.block.add_op(copy)
        for old, new in zip(op.results, copy.results, strict=True):
            self.values[old] = self._tied(old, new)

    def _copy_sizes(self, value: SSAValue) -> None:
        """Repeat sizes inside: a constant, or scalars that the region captures."""
        owner = value.owner
        assert isinstance(owner, (FromElementsOp, *CONSTANTS))
        copy = copy_of(owner, {})
        self.block.add_op(copy)
        self.values[value] = copy.results[0]

    def _are_before(self, sizes: Sequence[SSAValue], value: SSAValue) -> bool:
        """Whether sizes are computed before a member, and so not from it."""
        known = self._positions
        owner = value.owner
        assert isinstance(owner, Operation)
        return all(
            isinstance(size.owner, Block) or known.get(size.owner, -1) < known[owner]
            for size in sizes
        )

    def _tied(self, old: SSAValue, new: SSAValue) -> SSAValue:
        """A member tied to its sizes, where no operand or result of the fusion shows them."""
        symbols = value_symbols(old) or (None,) * len(shape_of(old))
        shown = all(
            size != DYNAMIC_INDEX or name in self._names
            for size, name in zip(shape_of(old), symbols, strict=True)
        )
        if shown:
            return new
        tie = next(
            (use.operation for use in old.uses if isinstance(use.operation, TieShapeOp)), None
        )
        if not isinstance(tie, TieShapeOp) or not self._are_before(tie.dims, old):
            return new
        copy = TieShapeOp(new, list(tie.dims))
        self.block.add_op(copy)
        return copy.result
