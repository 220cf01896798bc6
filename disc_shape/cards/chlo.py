"""Cards of CHLO."""

from __future__ import annotations

from disc_shape.cards.card import Card, register_card
from disc_shape.cards.elements import Reshaping
from disc_shape.dialects.hlo.client_other import DynamicReshapeOp

register_card(
    Card(size_operands=lambda op: (op.output_shape,), elements=Reshaping()), DynamicReshapeOp
)
