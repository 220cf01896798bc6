"""Cards of MLIR's math dialect."""

from __future__ import annotations

from xdsl.dialects.math import Math

from disc_shape.cards.arith import like_result
from disc_shape.cards.card import Card, register_card
from disc_shape.cards.elements import Elementwise, Scalar
from disc_shape.cards.scalar_operations import FLOATING, SIGNED

register_card(Card(same_types=like_result), *Math.operations)
for _table in (SIGNED, FLOATING):
    for _function, _op_class in _table.items():
        if _op_class in Math.operations:
            register_card(
                Card(same_types=like_result, elements=Elementwise(Scalar(_function))), _op_class
            )
