"""Cards of MLIR's shape dialect."""

from __future__ import annotations

from disc_shape.cards.card import Card, register_card
from disc_shape.dialects import shape

register_card(Card(reads_sizes=True), shape.ShapeOfOp, shape.DimOp, shape.RankOp)
register_card(Card(guard=lambda op: "condition"), shape.CstrRequireOp)
register_card(
    Card(size_operands=lambda op: op.operands, guard=lambda op: "broadcastable"),
    shape.CstrBroadcastableOp,
)
register_card(
    Card(size_operands=lambda op: op.operands, guard=lambda op: "equal_shapes"), shape.CstrEqOp
)
