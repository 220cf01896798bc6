"""Cards of torch-mlir's conversions between tensors."""

from __future__ import annotations

from disc_shape.cards.card import Card, register_card
from disc_shape.dialects.torch import FromBuiltinTensorOp, ToBuiltinTensorOp

register_card(Card(is_wrapper=True), FromBuiltinTensorOp)
register_card(Card(is_wrapper=True, keeps_types=True), ToBuiltinTensorOp)
