"""Cards of MLIR's builtin dialect."""

from __future__ import annotations

from xdsl.dialects.builtin import UnrealizedConversionCastOp

from disc_shape.cards.card import Card, register_card

register_card(Card(is_wrapper=True, is_cast=True, keeps_types=True), UnrealizedConversionCastOp)
