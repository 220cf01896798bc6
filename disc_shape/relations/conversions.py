"""
Evaluators of StableHLO's elementwise integer arithmetic, for scalars and small tensors that are
parts of shapes.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i1

from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.rounding import SIZE_BITS, integer_before_rounding
from disc_shape.relations.contents import converted
from disc_shape.relations.integers import Item, as_number, at_least, fits
from disc_shape.relations.machine import is_within, width
from disc_shape.relations.rules import evaluates
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import scalar_type
from disc_shape.symbolic import Cond, Reason, compare, disj


@evaluates(ConvertOp)
def conversion(op: ConvertOp, state: RelationState) -> Content:
    """The integers that a conversion keeps, also when the operand has been rounded to a float."""
    rounded = integer_before_rounding(op)
    if rounded is None:
        return converted(op.operand, op.result, state)
    source, bits = rounded
    items = state.content(source.operands[0])
    if items is None:
        return None
    found = [unrounded(op, bits, item, position, state) for position, item in enumerate(items)]
    kept = tuple(item for item in found if item is not None)
    return kept if len(kept) == len(items) else None


def unrounded(
    op: ConvertOp, bits: int, item: Item, position: int, state: RelationState
) -> Item | None:
    """
    An integer after a conversion to a float and back: the same when the float holds it exactly.
    Otherwise the same or a large one, so that the comparison of a size with itself after rounding
    (`d == e or d == 1 or e == 1`) still proves that they are equal.
    """
    if scalar_type(op.result.type) == i1:
        return None
    if isinstance(item, Cond):
        return as_number(item)
    limit = 1 << bits
    if is_within(item, (-limit, limit), state):
        return item if fits(state, item, op.result.type) else None
    if op.result not in state.into_shapes:
        return None
    # Like arithmetic on sizes that wraps: no size rounds to what its type does not hold, and
    # nothing of 2**53 elements exists.
    state.assumes_no_wrap = True
    if bits >= SIZE_BITS:
        return item if width(op.result) > SIZE_BITS or fits(state, item, op.result.type) else None
    if not at_least(state, item, 0):
        return None
    result = state.fresh_element(op.result, position)
    reason = Reason(f"'{op.name}' of a rounded integer", op)
    same = compare("==", result, item)
    state.prover.assume(disj((same, compare(">", item, limit))), reason)
    state.prover.assume(disj((same, compare(">=", result, limit))), reason)
    return result
