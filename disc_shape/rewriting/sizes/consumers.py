"""
Rewrites shape computation from its users: every operation that needs sizes gets them from shared
values.

The walk visits operations that use integers for something else than computing further integers.
Their shape operands become vectors of sizes, their `index` operands shared sizes, and integers or
conditions that take a long computation are computed anew when that is shorter. The old
computation dies with its last user.
"""

from __future__ import annotations

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation, SSAValue

from disc_shape.cards import card_of
from disc_shape.class_table import Kind
from disc_shape.relations import evaluator_of
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.sizes.measured import MeasuredTensors
from disc_shape.rewriting.sizes.operands import INDEX_SPACES, OperandValues, holds_shape
from disc_shape.rewriting.walk import Walk
from disc_shape.symbolic import Expr
from disc_shape.traversal import operands_of

_IS_INDEX_SPACE = Kind(*INDEX_SPACES)


class ShapeComputation(Walk):
    """Computes the size operands of the operations of one function."""

    def __init__(self, rewriter: Rewriter, explicit: bool):
        super().__init__(rewriter)
        self.explicit = explicit
        self.sizes = rewriter.sizes
        self.values = OperandValues(rewriter)
        self.measured = MeasuredTensors(rewriter)

    def visit(self, op: Operation) -> None:
        """
        Compute the size operands of an operation that does more than compute integers, and the
        results of one that reads sizes.
        """
        if card_of(op).reads_sizes and op not in self.sizes.inserted:
            self.measured.compute(op)
        if self._is_consumer(op):
            self._rewrite_operands(op)

    def _is_consumer(self, op: Operation) -> bool:
        """
        False for operations that only compute integers that the analysis knows, and for inserted
        ones.
        """
        if len(self.sizes.inserted) and op in self.sizes.inserted:
            return False
        return (
            not op.results
            or _IS_INDEX_SPACE[type(op)]
            or not all(map(self._is_known, op.results))
            or evaluator_of(op) is None
        )

    def _is_known(self, result: SSAValue) -> bool:
        """False for data, and for integers that are symbols of their own."""
        state = self.rewriter.state
        if result not in state.relevant:
            return False
        for item in state.raw_elements(result) or ():
            anchor = state.anchors.get(item)
            if anchor is not None and anchor.value is result:
                return False
        return True

    def _rewrite_operands(self, op: Operation) -> None:
        relevant = self.rewriter.state.relevant
        operands = operands_of(op)
        if not operands or relevant.isdisjoint(operands):
            return
        card = card_of(op)
        shape_operands = card.size_operands(op)
        vectors = [
            operand
            for operand in shape_operands
            if is_vector(operand) and operand in relevant and card.takes_index_sizes
        ]
        # Shape operands of one operation have one element type: all become vectors of `index`, or
        # none does.
        alone = len(shape_operands) == 1
        complete = len(vectors) == sum(is_vector(operand) for operand in shape_operands)
        rebuild = complete and (self.explicit or not self.values.are_shorter(vectors))
        built = {operand: self._vector(op, operand, alone) for operand in vectors if rebuild}
        rebuild = rebuild and all(value is not None for value in built.values())
        if len(vectors) == 1 and self._is_read_differently(op, vectors[0]):
            self.rewriter.discoveries.note()
        if not rebuild:
            for operand in vectors:
                self.sizes.keep_vector(operand, self.rewriter.elements(operand))
        for index, operand in enumerate(operands_of(op)):
            if operand not in relevant or type(operand.type) is MemRefType:
                continue
            if operand in vectors:
                value = built[operand] if rebuild else None
            elif operand in shape_operands and as_tensor(operand.type) is not None:
                value = self.values.integers(op, operand)
            elif holds_shape(operand.type):
                value = self.values.shape(op, operand)
            else:
                value = self.values.scalar(op, operand)
            if value is not None and value is not operand:
                held = self.rewriter.state.raw_elements(operand) or ()
                if any(map(self._is_guarded_form, held)):
                    # From now on the operation implies what the guard checks.
                    self.rewriter.discoveries.note()
                op.operands[index] = value

    def _is_guarded_form(self, number: Expr) -> bool:
        """Whether an integer has a form here that it has by facts of a guard that stays."""
        rewriter = self.rewriter
        return rewriter.canonical(number) is not number and rewriter.rests_on_guard(number)

    def _is_read_differently(self, op: Operation, vector: SSAValue) -> bool:
        """
        Whether a shape operand holds other sizes than a result of that shape is known to have, in a
        branch or loop: facts of that have been forgotten.
        """
        items = self.rewriter.elements(vector)
        if items is None or len(op.results) != 1:
            return False
        (result,) = op.results
        if result not in self.rewriter.shapes.conditional_values:
            return False
        dims = self.rewriter.state.recorded_dims(result)
        return dims is not None and len(dims) == len(items) and self.rewriter.dims(result) != items

    def _vector(self, op: Operation, operand: SSAValue, alone: bool) -> SSAValue | None:
        """
        The sizes that a shape operand holds as one vector that `op` can use: itself where nothing
        else is known of what it holds, if there is no other operand whose type must agree.
        """
        items = self.rewriter.elements(operand)
        if items is None:
            return None
        if alone and self.sizes.holder(items) is operand:
            return operand
        return self.sizes.vector(items, op)


def is_vector(value: SSAValue) -> bool:
    """True for values of rank one."""
    type = as_tensor(value.type)
    return type is not None and len(type.shape) == 1
