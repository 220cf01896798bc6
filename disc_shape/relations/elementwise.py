"""Relations of operations whose operands and results all have one shape."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.binary import BinaryOp
from disc_shape.dialects.hlo.comparison import ClampOp, CompareOp, SelectOp
from disc_shape.dialects.hlo.conversion import (
    ComplexOp,
    ConvertOp,
    IsFiniteOp,
    PartOp,
    ReducePrecisionOp,
)
from disc_shape.dialects.hlo.elementwise import UnaryOp
from disc_shape.dialects.hlo.movement import ReverseOp
from disc_shape.dialects.hlo.quantization import ConversionOp
from disc_shape.dialects.hlo.windowed import MapOp, SortOp
from disc_shape.relations.core import RELATIONS, Relation
from disc_shape.relations.state import RelationState
from disc_shape.relations.value_types import RANKED
from disc_shape.traversal import operands_of, type_of


class SameShape(Relation):
    """
    All ranked operands and results have the same sizes; ranked operands of rank 0 beside operands
    of higher rank are exempt when `scalars_broadcast` is set (`select`'s predicate, `clamp`'s
    bounds).
    """

    name = "SameShape"
    source = "StableHLO, elementwise operations: shape(operand) = shape(result)"

    def __init__(self, scalars_broadcast: bool = False):
        self.scalars_broadcast = scalars_broadcast

    def apply(self, op: Operation, state: RelationState) -> bool:
        """State that all ranked operands and results have the same sizes, scalars aside."""
        values: list[SSAValue] = [
            value for value in (*operands_of(op), *op.results) if type_of(value).name in RANKED
        ]
        if self.scalars_broadcast:
            result = next((value for value in op.results if state.is_ranked(value)), None)
            if result is not None and state.rank(result) > 0:
                values = [value for value in values if state.rank(value) > 0]
        if len(values) > 1:
            same_shape(values, op, state)
        return True


def same_shape(values: Sequence[SSAValue], op: Operation, state: RelationState) -> None:
    """State that `values` have one shape, in the words of an elementwise operation."""
    state.same_shape(values, op, f"operands and results of '{op.name}' have one shape")


SAME_SHAPE = SameShape()
SCALARS_BROADCAST = SameShape(scalars_broadcast=True)

RELATIONS.register(SAME_SHAPE, UnaryOp, BinaryOp, CompareOp)
RELATIONS.register(SAME_SHAPE, ConvertOp, IsFiniteOp, PartOp, ComplexOp, ReducePrecisionOp)
RELATIONS.register(SAME_SHAPE, ReverseOp, MapOp, SortOp, ConversionOp)
RELATIONS.register(SCALARS_BROADCAST, SelectOp, ClampOp)
