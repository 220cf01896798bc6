"""How operations spell lists of integers of which some are attributes and the others operands."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue

from disc_shape.relations.state import RelationState
from disc_shape.symbolic import Expr, const


def mixed_sizes(
    static: Sequence[int], dynamic: Sequence[SSAValue], state: RelationState
) -> list[Expr | None]:
    """
    The integers of a list in which `?` stands for the next of `dynamic`; None for those that are
    unknown.
    """
    found: list[Expr | None] = []
    rest = iter(dynamic)
    for size in static:
        found.append(state.integer(next(rest)) if size == DYNAMIC_INDEX else const(size))
    return found
