"""Cards of the disc_shape dialect."""

from __future__ import annotations

from disc_shape.cards.card import Card, register_card
from disc_shape.dialects.disc_shape import BindDimOp, DelinearizeOp, LinearizeOp, TieShapeOp

register_card(Card(size_operands=lambda op: op.dims), TieShapeOp)
register_card(
    Card(indices=lambda op: (*op.operands, *op.results)), BindDimOp, DelinearizeOp, LinearizeOp
)
