"""A dialect of one operation with all that the compiler and the tests need to know of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.arith import signlessIntegerLike
from xdsl.ir import Dialect, Operation
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def
from xdsl.utils.exceptions import VerifyException

from disc_shape.cards import Card, register_card
from disc_shape.cards.elements import Elementwise, Scalar
from disc_shape.cards.functions import ScalarFunction
from disc_shape.cards.indices import element_type_of
from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array, same_shapes
from disc_shape.lowering.registry import LOWERINGS
from disc_shape.lowering.scalar_loops import lower_elementwise
from disc_shape.relations.core import RELATIONS
from disc_shape.relations.elementwise import SAME_SHAPE

INTEGERS = signlessIntegerLike


@irdl_op_definition
class DistanceOp(IRDLOperation):
    """The distance of integers: `|lhs - rhs|`."""

    name = "outside.distance"
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

    def verify_(self) -> None:
        """The element types agree."""
        types = (*self.operand_types, self.result.type)
        if len({element_type_of(type) for type in types}) > 1:
            raise VerifyException(f"element types of '{self.name}' differ")


def distance(lhs: int, rhs: int) -> int:
    """The distance of two numbers."""
    return abs(lhs - rhs)


Outside = Dialect("outside", [DistanceOp])
FUNCTION = ScalarFunction("distance", distance)

register_card(Card(elements=Elementwise(Scalar(FUNCTION))), DistanceOp)
RELATIONS.register(SAME_SHAPE, DistanceOp)
LOWERINGS.register(lower_elementwise, DistanceOp)


@semantics(DistanceOp.name)
def bind_distance(_op: Operation) -> Step:
    """The numpy semantics."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        same_shapes(ins)
        return (np.abs(np.subtract(ins[0], ins[1])),)

    return step
