"""Cards of operations that MHLO alone has."""

from __future__ import annotations

from disc_shape.cards.card import Card, register_card
from disc_shape.dialects.hlo.reshape_shapes import CstrReshapableOp

register_card(Card(guard=lambda op: "reshapable"), CstrReshapableOp)
