"""Values of a lowered program against types: what is not known to fit is checked by the program."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.types import type_text
from disc_shape.relax.lowering.program import LoweringProgram
from disc_shape.relax.lowering.values import element_named
from disc_shape.relax.operators.errors import Mismatch
from disc_shape.relax.operators.rows import Operand
from disc_shape.relax.operators.typing import known
from disc_shape.relax.scopes import Scope
from disc_shape.symbolic import Contradiction, Expr
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import OBJECT, ShapeType, TensorType, TupleType, Type


class LoweringScope(Scope[Operand]):
    """The values and the sizes that operations see."""

    def __init__(self, program: LoweringProgram) -> None:
        super().__init__()
        self.program = program

    def type_of(self, value: Operand) -> Type:
        match value:
            case SSAValue():
                return TensorType(Shape(self.program.dims(value)), str(self.program.element(value)))
            case list():
                return TupleType((OBJECT,) * len(value))
            case _:
                return value

    def has_elements(self, value: Operand, element: str) -> bool:
        own = isinstance(value, SSAValue) and self.program.element(value)
        return own == element_named(element)

    def members(self, value: Operand) -> Sequence[Operand] | None:
        return value if isinstance(value, list) else None

    def describe(self, value: Operand) -> str:
        if isinstance(value, SSAValue):
            return f"a value of type {value.type}"
        if isinstance(value, ShapeType):
            value = ShapeType(value.shape.mapped(known))
        return f"a tuple of {len(value)}" if isinstance(value, list) else type_text(value)

    def compare(self, dim: Expr, size: Expr, place: str) -> None:
        expected = self.size(dim)
        try:
            if expected is not size:
                self.program.check_equal(expected, size, place, dim_text(dim))
        except Contradiction as error:
            text = f"{place} is {dim_text(known(size))}, expected {dim_text(dim)}"
            raise Mismatch(text) from error
