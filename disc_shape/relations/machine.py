"""Numbers that are data: they wrap, and are read only where they provably do not."""

from __future__ import annotations

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation, SSAValue

from disc_shape.relations.demand import ONLY_SIZES
from disc_shape.relations.integers import Item, fits
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import integer_type, scalar_type
from disc_shape.symbolic import Expr

INDEX_BITS = 64


def width(value: SSAValue) -> int:
    """The bits of an integer, or of the elements of a tensor."""
    element = integer_type(value.type)
    return INDEX_BITS if element is None else element.width.data


def as_machine_numbers(
    op: Operation, result: SSAValue, content: Content, state: RelationState
) -> Content:
    """
    What an operation gives when its result reaches no shape operand and no guard: new numbers are
    those of its arithmetic only if the type provably holds them, else any. `index` is as wide as
    sizes are.
    """
    if (
        content is None
        or result in state.into_shapes
        or isinstance(scalar_type(result.type), IndexType)
        or op.name in ONLY_SIZES
    ):
        return content
    given: set[Item] = set()
    for operand in op.operands:
        if operand in state.relevant and width(operand) == width(result):
            given.update(state.content(operand) or ())
    return tuple(
        item
        if not isinstance(item, Expr) or item in given or fits(state, item, result.type)
        else state.fresh_element(result, position)
        for position, item in enumerate(content)
    )
