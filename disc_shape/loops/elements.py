"""Emits the elements of a nest as operations on scalars."""

from __future__ import annotations

from xdsl.dialects import memref, scf
from xdsl.ir import Block, SSAValue

from disc_shape.linalg_conversion.scalars import convert_scalar
from disc_shape.linalg_conversion.types import INDEX, signless
from disc_shape.loops.indices import IndexWriter
from disc_shape.loops.kernels import NoLoopsError
from disc_shape.loops.nests import Nest
from disc_shape.loops.nodes import Apply, Choice, Counter, Given, Load, Node, Result
from disc_shape.loops.reduction_loops import ReductionWriter
from disc_shape.loops.scalar_functions import apply_function, apply_other, checked, constant, plain
from disc_shape.loops.writer import NestWriter


class ElementWriter(IndexWriter):
    """Emits the elements of one nest, each once, at the level of the innermost loop it needs."""

    def __init__(self, nest: Nest, writer: NestWriter) -> None:
        super().__init__(nest, writer)
        self.reductions = ReductionWriter(self)

    def element(self, node: Node) -> SSAValue:
        """An element as a scalar without sign."""
        node = self.nest.replaced.get(node, node)
        found = self.writer.known(node)
        if found is not None:
            return found
        level = self.level(node.loops)
        if not isinstance(node, Given):
            level = max(level, self.writer.guard)
        with self.writer.at_level(min(level, self.writer.level)):
            value = self._emit(node)
            self.writer.remember(node, value)
            return value

    def _emit(self, node: Node) -> SSAValue:
        match node:
            case Given():
                return self._given(node)
            case Load():
                return self._load(node)
            case Apply():
                operands = [self.element(one) for one in node.elements]
                types = [one.type for one in node.elements]
                if node.scalar is None:
                    return apply_other(self.writer, node.op, operands, types, node.type)
                return apply_function(self.writer, node.op, node.scalar, operands, types, node.type)
            case Counter():
                value = self.writer.value(self.number(node.number))
                return convert_scalar(self.writer, value, INDEX, checked(node.type))
            case Choice():
                return self._choose(node)
            case Result():
                return self.reductions.results(node.reduction)[node.position]
            case _:
                raise NoLoopsError

    def _given(self, node: Given) -> SSAValue:
        if isinstance(node.value, SSAValue):
            return plain(self.writer, node.value, node.type)
        return constant(self.writer, node.value, node.type)

    def _load(self, node: Load) -> SSAValue:
        view, index = self.address(node.buffer, node.index)
        item = self.writer.insert(memref.LoadOp.get(view, self.writer.values(index))).res
        return plain(self.writer, item, node.type)

    # choices

    def _choose(self, node: Choice) -> SSAValue:
        if any(self.decided(one) is False for one in node.conditions):
            return self.element(node.otherwise)
        left = [one for one in node.conditions if not self.decided(one)]
        if not left:
            return self.element(node.then)
        condition = self.condition(left)
        type_ = signless(checked(node.type))
        then, otherwise = (self._branch(one) for one in (node.then, node.otherwise))
        return self.writer.branch(condition, [type_], then, otherwise)[0]

    def _branch(self, node: Node) -> Block:
        block = Block()
        with self.writer.inside(block, guarded=True):
            self.writer.insert(scf.YieldOp(self.element(node)))
        return block
