"""
Relations and evaluators of operations on buffers: those of their HLO counterparts.

A relation sees the HLO operation on tensors which have the sizes of the buffers and hold what
write-once buffers hold. Its facts are those of the operation on buffers: an out is the counterpart
of a result, so its sizes are usually known, and equations that would define them become facts.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from xdsl.ir import Operation, SSAValue

from disc_shape.cards import card_of
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.lmhlo.fusion import BufferFusionOp
from disc_shape.dialects.lmhlo.op import BufferOp, discard
from disc_shape.relations.buffers import Written, filling_of
from disc_shape.relations.core import (
    EVALUATORS,
    MAKES,
    RELATIONS,
    Relation,
    evaluator_of,
    relation_of,
)
from disc_shape.relations.state import Content, RelationState


@contextmanager
def on_tensors(op: BufferOp, state: RelationState) -> Generator[HloOp]:
    """The HLO counterpart of `op`, with the same facts about its values."""
    hlo = op.twin()
    tensors = (*hlo.operands, *hlo.results)
    buffers = (*op.ins, *op.hlo_results)
    for tensor, buffer in zip(tensors, buffers, strict=True):
        if state.is_ranked(buffer):
            # The sizes of buffers are read from the buffers.
            state.raw_dims(buffer)
            state.copy_value(buffer, tensor)
            state.define_content(tensor, state.content(buffer))
            if buffer in state.relevant:
                state.relevant.add(tensor)
    state.program_op[hlo] = op
    for shape in card_of(hlo).size_operands(hlo):
        if state.content(shape) is None:
            index = hlo.operands.index(shape)
            state.define_content(shape, state.contents_at(op, index, shape))
    anchors = len(state.anchors)
    try:
        yield hlo
    finally:
        # The new symbols are sizes of values of the HLO operation, which is erased.
        for symbol in list(state.anchors)[anchors:]:
            del state.anchors[symbol]
        for tensor in tensors:
            state.forget(tensor)
            state.relevant.discard(tensor)
        del state.program_op[hlo]
        discard(hlo)


class OnBuffers(Relation):
    """The relation of an operation on buffers."""

    name = "OnBuffers"
    source = "the relation of the HLO operation"

    def apply(self, op: Operation, state: RelationState) -> bool:
        """Apply the relation of the HLO operation to the sizes of the buffers."""
        assert isinstance(op, BufferOp)
        if isinstance(op, BufferFusionOp):
            return True  # Its buffers have the symbols that its members imply.
        with on_tensors(op, state) as hlo:
            relation = relation_of(hlo)
            return relation is None or relation.apply(hlo, state)


def made_values(op: Operation) -> Sequence[SSAValue]:
    """The outs and results."""
    assert isinstance(op, BufferOp)
    return op.hlo_results


def contents(op: Operation, state: RelationState) -> Sequence[Content]:
    """The contents of each out or result after the operation; None for buffers that may change."""
    assert isinstance(op, BufferOp)
    values = op.hlo_results
    fixed = [filling_of(value) == Written(op) and value in state.relevant for value in values]
    if not any(fixed) or isinstance(op, BufferFusionOp):
        return [None] * len(values)
    with on_tensors(op, state) as hlo:
        evaluator = evaluator_of(hlo)
        if evaluator is None:
            return [None] * len(values)
        found = evaluator(hlo, state)
    return [one if known else None for one, known in zip(found, fixed, strict=True)]


RELATIONS.register(OnBuffers(), BufferOp)
EVALUATORS.register(contents, BufferOp)
MAKES.register(made_values, BufferOp)
