"""Cards of MLIR's linalg dialect."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.linalg import Linalg
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.card import Card, register_card


def destination_like_result(op: Operation) -> tuple[SSAValue, Sequence[int]]:
    """The last operand, into which one result is written, has its type."""
    return op.results[0], (len(op.operands) - 1,) if len(op.results) == 1 else ()


register_card(Card(same_types=destination_like_result), *Linalg.operations)
