"""What a dialect asks of operands and results where it differs from the others."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TypeVar

from xdsl.irdl import OpDef, OperandDef, RangeConstraint, ResultDef
from xdsl.irdl.constraints import RangeLengthConstraint, RangeOf

from disc_shape.dialects.hlo.constraints import HloConstraint
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.shapes import UnknownRank, has_unranked

FieldT = TypeVar("FieldT", OperandDef, ResultDef)


def fit_constraints(definition: OpDef, prefix: str) -> None:
    """Give the operands and results of an operation the constraints of the dialect `prefix`."""
    definition.operands[:] = [(name, _fitted(field, prefix)) for name, field in definition.operands]
    definition.results[:] = [(name, _fitted(field, prefix)) for name, field in definition.results]


def _fitted(field: FieldT, prefix: str) -> FieldT:
    fitted = copy(field)
    fitted.constr = _under(field.constr, prefix)
    return fitted


def _under(constraint: RangeConstraint, prefix: str) -> RangeConstraint:
    if isinstance(constraint, RangeLengthConstraint):
        return RangeLengthConstraint(_under(constraint.constraint, prefix), constraint.length)
    if isinstance(constraint, RangeOf) and isinstance(constraint.constr, HloConstraint):
        return RangeOf(constraint.constr.under(prefix))
    return constraint


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
