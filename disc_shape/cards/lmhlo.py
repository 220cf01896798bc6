"""Cards of operations on buffers: those of the HLO operations that they mean."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from disc_shape.cards.card import NO_OPERANDS, Card, GuardKind, card_of, register_card
from disc_shape.cards.hlo_sizes import asserts_shapes
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.dialects.lmhlo.dialect import LMHLO
from disc_shape.dialects.lmhlo.fusion import BufferFusionOp
from disc_shape.dialects.lmhlo.op import BufferOp, discard


def size_operands(op: BufferOp) -> Sequence[SSAValue]:
    """The buffers that hold what the size operands of the HLO operation hold."""
    if isinstance(op, BufferFusionOp):
        return ()
    hlo = op.twin()
    wanted = set(card_of(hlo).size_operands(hlo))
    found = [op.ins[index] for index, operand in enumerate(hlo.operands) if operand in wanted]
    discard(hlo)
    return found


def guard(op: BufferOp) -> GuardKind | None:
    """A custom call that checks shapes does so on buffers, too."""
    return asserts_shapes(op) if issubclass(op.HLO, CustomCallOp) else None


register_card(Card(size_operands=size_operands, guard=guard), BufferOp)
for _op_class in LMHLO.operations:
    if issubclass(_op_class, BufferOp) and issubclass(_op_class.HLO, GetDimensionSizeOp):
        register_card(Card(reads_sizes=True, reads=NO_OPERANDS), _op_class)
