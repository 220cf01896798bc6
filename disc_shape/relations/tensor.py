"""Relations and evaluators of MLIR's tensor dialect that belong to no other family."""

from __future__ import annotations

from xdsl.dialects import tensor
from xdsl.ir import SSAValue

from disc_shape.cards.indices import is_inside, linearized
from disc_shape.relations.contents import static_shape
from disc_shape.relations.demand import origin
from disc_shape.relations.elements import carried_over
from disc_shape.relations.elementwise import same_shape
from disc_shape.relations.hlo_contents import constants
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.sizes import inside
from disc_shape.relations.state import Content, RelationState
from disc_shape.symbolic import const
from disc_shape.traversal import operands_of


@relation("Cast", "MLIR, tensor.cast: a cast changes no size", tensor.CastOp)
def cast(op: tensor.CastOp, state: RelationState) -> bool:
    """A cast changes no size. Source: MLIR, tensor.cast."""
    source = origin(op.source)
    if not state.is_ranked(source) or state.rank(source) == state.rank(op.dest):
        state.same_shape([source, op.dest], op, f"'{op.name}' changes no size")
    return True


@evaluates(tensor.CastOp)
def cast_contents(op: tensor.CastOp, state: RelationState) -> Content:
    """The integers of the operand."""
    return carried_over(origin(op.source), op.dest, state)


@relation("Access", "MLIR, tensor.dim: the dimension exists", tensor.DimOp)
def dim(op: tensor.DimOp, state: RelationState) -> bool:
    """The index is that of a dimension."""
    source, index = operands_of(op)
    inside(op, [index], [const(state.rank(source))], state)
    return True


@relation("Access", "MLIR, tensor.extract: indices are in bounds", tensor.ExtractOp)
def extract(op: tensor.ExtractOp, state: RelationState) -> bool:
    """Each index is an index of its dimension."""
    inside(op, op.indices, state.dims(op.tensor), state)
    return True


@relation("Access", "MLIR, tensor.insert: indices are in bounds", tensor.InsertOp)
def insert(op: tensor.InsertOp, state: RelationState) -> bool:
    """The result has the shape of the destination, and each index is one of its dimension."""
    same_shape([op.dest, op.result], op, state)
    inside(op, op.indices, state.dims(op.dest), state)
    return True


def position(value: SSAValue, indices: tuple[SSAValue, ...], state: RelationState) -> int | None:
    """The place in row-major order that constant indices name in a small static tensor."""
    shape = static_shape(value)
    found: list[int] = []
    for index in indices:
        at = constants(index, state)
        if at is None:
            return None
        found += at
    return None if shape is None or not is_inside(found, shape) else linearized(found, shape)
