"""What a dialect asks of operands and results where it differs from the others."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TypeVar

from xdsl.ir import Attribute, Operation
from xdsl.irdl import OpDef, OperandDef, RangeConstraint, ResultDef
from xdsl.irdl.constraints import RangeLengthConstraint, RangeOf

from disc_shape.dialects.hlo.constraints import HloConstraint, TensorOf, Value
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


class _MayLackRanks(dict[type[Operation], bool]):
    """
    Whether operations of a class may have operands or results of unknown rank: those of HLO
    classes whose constraints do not demand ranks.
    """

    def __missing__(self, key: type[Operation]) -> bool:
        found = self[key] = issubclass(key, HloOp) and not _demands_ranks(key)
        return found


MAY_LACK_RANKS = _MayLackRanks()


def _demands_ranks(op_class: type[HloOp]) -> bool:
    definition = op_class.get_irdl_definition()
    for _, field in (*definition.operands, *definition.results):
        values = field.constr
        if isinstance(values, RangeLengthConstraint):
            values = values.constraint
        one = values.constr if isinstance(values, RangeOf) else None
        tensor = one.tensor if isinstance(one, Value) else one
        if not (isinstance(tensor, TensorOf) and tensor.ranked):
            return False
    return True


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
