"""Cards of MLIR's linalg dialect."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.linalg import Linalg
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.card import Card, register_card


def result_and_destination(op: Operation) -> Sequence[SSAValue]:
    """The one result, and the last operand, into which it is written."""
    return (op.results[0], op.operands[-1]) if len(op.results) == 1 and op.operands else ()


register_card(Card(same_types=result_and_destination), *Linalg.operations)
