"""Relations of operations that set or tie the sizes of a value."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.disc_shape import DelinearizeOp, LinearizeOp, TieShapeOp
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.sizes import SetDimensionSizeOp
from disc_shape.relations.core import EVALUATORS
from disc_shape.relations.integers import ONE
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.statements import ZERO
from disc_shape.relations.value_types import shape_of_type
from disc_shape.symbolic import Expr, const, product


@relation(
    "SetDimensionSize",
    "StableHLO, set_dimension_size (c2)",
    SetDimensionSizeOp,
)
def set_dimension_size(op: SetDimensionSizeOp, state: RelationState) -> bool:
    """
    One size of the result is the operand `size`, which is within its bound; all others are those of
    the operand.
    """
    axis = int_of(op.dimension)
    sizes: list[Expr | None] = list(state.dims(op.operand))
    static = shape_of_type(op.result.type) or ()
    # In older IR a static type is a bound, and the size is known at run time only.
    size = state.integer(op.size)
    sizes[axis] = size if static[axis] == DYNAMIC_INDEX else None
    whole = state.dim(op.operand, axis)
    if size is not None:
        why = f"'{op.name}' sets a size within its bound"
        state.at_most(ZERO, size, op, why)
        # A dynamic size may have been set before, and have room to grow.
        if whole.constant is not None:
            state.at_most(size, whole, op, why)
    state.define_all(op.result, sizes, op, f"'{op.name}' sets one size")
    return True


@relation(
    "TieShape",
    "disc_shape.tie_shape: the operands are the sizes of the value",
    TieShapeOp,
)
def tie_shape(op: TieShapeOp, state: RelationState) -> bool:
    """
    The operands are the sizes of the result, which has the shape of the tied value. Source:
    disc_shape.tie_shape.
    """
    for index, value in enumerate(op.dims):
        size = state.integer(value)
        if size is not None:
            state.define(op.value, index, size, op, f"size {index} given by '{op.name}'")
    state.same_shape([op.value, op.result], op, f"'{op.name}' changes no size")
    return True


@evaluates(TieShapeOp)
def tied_contents(op: TieShapeOp, state: RelationState) -> Content:
    """The integers of the tied value."""
    return state.content(op.value)


def inside(
    op: Operation, indices: Sequence[SSAValue], sizes: Sequence[Expr | None], state: RelationState
) -> None:
    """State that each index is at least 0 and less than its size."""
    for axis, (index, size) in enumerate(zip(indices, sizes, strict=True)):
        number = state.integer(index)
        if number is None:
            continue
        state.at_most(ZERO, number, op, f"index {axis} of '{op.name}' is not negative")
        if size is not None:
            why = f"index {axis} of '{op.name}' is less than its size"
            state.at_most(number + 1, size, op, why)


@relation("Access", "disc_shape.linearize: indices are inside of their sizes", LinearizeOp)
def indices_inside(op: LinearizeOp, state: RelationState) -> bool:
    """Each index is an index of a dimension of its size."""
    inside(op, op.indices, [state.integer(size) for size in op.sizes], state)
    return True


@relation("Access", "disc_shape.delinearize: the position is that of an element", DelinearizeOp)
def position_inside(op: DelinearizeOp, state: RelationState) -> bool:
    """No size is 0, and the position is less than the number of elements."""
    sizes = integers(op.sizes, state)
    for axis, value in enumerate(op.sizes):
        size = state.integer(value)
        if size is not None:
            state.at_most(ONE, size, op, f"size {axis} of '{op.name}' is at least 1")
    inside(op, [op.position], [None if sizes is None else product(sizes)], state)
    return True


@evaluates(LinearizeOp)
def linearize(op: LinearizeOp, state: RelationState) -> Content:
    """The row-major position of the indices."""
    indices, sizes = integers(op.indices, state), integers(op.sizes, state)
    if indices is None or sizes is None:
        return None
    position: Expr = const(0)
    for index, size in zip(indices, sizes, strict=True):
        position = position * size + index
    return (position,)


def integers(values: Sequence[SSAValue], state: RelationState) -> list[Expr] | None:
    """The integers that scalars hold, None when one is unknown."""
    found = [state.integer(value) for value in values]
    known = [item for item in found if item is not None]
    return known if len(known) == len(found) else None


def delinearize(op: Operation, state: RelationState) -> list[Content]:
    """The indices at a row-major position."""
    assert isinstance(op, DelinearizeOp)
    position, sizes = state.integer(op.position), integers(op.sizes, state)
    if position is None or sizes is None:
        return [None] * len(op.results)
    found: list[Content] = []
    for size in reversed(sizes[1:]):
        found.append((position % size,))
        position = position // size
    return [(position,), *reversed(found)] if sizes else []


EVALUATORS.register(delinearize, DelinearizeOp)
