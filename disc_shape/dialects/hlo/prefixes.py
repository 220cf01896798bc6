"""What a dialect asks of operands and results where it differs from the others."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TypeVar

from xdsl.ir import Attribute
from xdsl.irdl import OpDef, OperandDef, RangeConstraint, ResultDef
from xdsl.irdl.constraints import RangeLengthConstraint, RangeOf

from disc_shape.dialects.hlo.constraints import HloConstraint
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.shapes import UnknownRank, has_unranked

FieldT = TypeVar("FieldT", OperandDef, ResultDef)


def fit_constraints(definition: OpDef, prefix: str, own: bool = True) -> None:
    """Give operands, results and properties of an operation the constraints of a dialect.

    With `own`, its types and attributes are that dialect's, else those of any HLO dialect.
    """

    def under(constraint: HloConstraint[Attribute]) -> HloConstraint[Attribute]:
        fitted = constraint.under(prefix)
        return fitted if own else fitted.under(None)

    def under_all(constraint: RangeConstraint) -> RangeConstraint:
        if isinstance(constraint, RangeLengthConstraint):
            return RangeLengthConstraint(under_all(constraint.constraint), constraint.length)
        if isinstance(constraint, RangeOf) and isinstance(constraint.constr, HloConstraint):
            return RangeOf(under(constraint.constr))
        return constraint

    def fitted(field: FieldT) -> FieldT:
        new = copy(field)
        new.constr = under_all(field.constr)
        return new

    definition.operands[:] = [(name, fitted(field)) for name, field in definition.operands]
    definition.results[:] = [(name, fitted(field)) for name, field in definition.results]
    for name, property_ in definition.properties.items():
        if isinstance(constraint := property_.constr, HloConstraint):
            new = copy(property_)
            new.constr = under(constraint)
            definition.properties[name] = new


def when_ranked(verify: Callable[[HloOp], None]) -> Callable[[HloOp], None]:
    """The same checks up to the first that needs the sizes of a tensor of unknown rank.

    What the others would find such an operation to break is known when it runs.
    """

    def verify_(op: HloOp) -> None:
        try:
            verify(op)
        except UnknownRank:
            if not has_unranked(op):
                raise

    return verify_
