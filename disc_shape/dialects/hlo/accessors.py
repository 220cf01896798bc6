"""Named operands and results of operations, in two calls.

xDSL finds the value of `op.operand` through views of all operands, in nine calls. Rules, relations
and verifiers read little else. A plain tuple is made of the values, since an index into xDSL's own
takes four calls.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from xdsl.ir import Operation, OpResult, SSAValue, SSAValues
from xdsl.irdl.operations import (
    BeforeVariadicSingleAccessor,
    UniqueVariadicAccessor,
    VarIRConstruct,
)

_operands: Callable[[Operation], tuple[SSAValue, ...]] = attrgetter("_operands")


class OperandAccessor(BeforeVariadicSingleAccessor):
    """An operand at a fixed position."""

    def __get__(self, obj: Operation, objtype: type[Operation] | None = None) -> SSAValue:
        return (*_operands(obj),)[self.idx]


class ResultAccessor(BeforeVariadicSingleAccessor):
    """A result at a fixed position."""

    def __get__(self, obj: Operation, objtype: type[Operation] | None = None) -> SSAValue:
        return (*obj.results,)[self.idx]


class OperandsAccessor(UniqueVariadicAccessor):
    """The operands of the one definition that stands for any number of them."""

    def __get__(self, obj: Operation, objtype: type[Operation] | None = None) -> SSAValues:
        values = (*_operands(obj),)
        return SSAValues(values[self.idx : self.idx + len(values) - self.num_defs + 1])


class ResultsAccessor(UniqueVariadicAccessor):
    """The results of the one definition that stands for any number of them."""

    def __get__(
        self, obj: Operation, objtype: type[Operation] | None = None
    ) -> SSAValues[OpResult]:
        values = (*obj.results,)
        return SSAValues(values[self.idx : self.idx + len(values) - self.num_defs + 1])


SINGLE = {VarIRConstruct.OPERAND: OperandAccessor, VarIRConstruct.RESULT: ResultAccessor}
SEVERAL = {VarIRConstruct.OPERAND: OperandsAccessor, VarIRConstruct.RESULT: ResultsAccessor}


def shorten_accessors(operation: type[Operation]) -> None:
    """Let an operation class find operands and results in two calls, but where segments say how."""
    for name, accessor in list(vars(operation).items()):
        if type(accessor) is BeforeVariadicSingleAccessor and accessor.construct in SINGLE:
            construct = accessor.construct
            setattr(operation, name, SINGLE[construct](construct, accessor.idx))
        elif type(accessor) is UniqueVariadicAccessor and accessor.construct in SEVERAL:
            construct = accessor.construct
            short = SEVERAL[construct](construct, accessor.idx, accessor.num_defs)
            setattr(operation, name, short)
