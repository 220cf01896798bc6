"""Cards of MLIR's bufferization dialect."""

from __future__ import annotations

from xdsl.dialects import bufferization

from disc_shape.cards.card import Card, register_card

register_card(Card(sized_by_operands=True), bufferization.ToTensorOp)
