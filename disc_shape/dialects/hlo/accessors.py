"""Named operands and results of operations, in two calls.

xDSL finds the value of `op.operand` through views of all operands, in nine calls. Rules, relations
and verifiers read little else. A plain tuple is made of the values, since an index into xDSL's own
takes four calls.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from xdsl.ir import Operation, SSAValue
from xdsl.irdl.operations import BeforeVariadicSingleAccessor, VarIRConstruct

_operands: Callable[[Operation], tuple[SSAValue, ...]] = attrgetter("_operands")


class OperandAccessor(BeforeVariadicSingleAccessor):
    """An operand at a fixed position."""

    def __get__(self, obj: Operation, objtype: type[Operation] | None = None) -> SSAValue:
        return (*_operands(obj),)[self.idx]


class ResultAccessor(BeforeVariadicSingleAccessor):
    """A result at a fixed position."""

    def __get__(self, obj: Operation, objtype: type[Operation] | None = None) -> SSAValue:
        return (*obj.results,)[self.idx]


SHORT = {VarIRConstruct.OPERAND: OperandAccessor, VarIRConstruct.RESULT: ResultAccessor}


def shorten_accessors(operation: type[Operation]) -> None:
    """Let an operation class find operands and results that have a fixed position in two calls."""
    for name, accessor in list(vars(operation).items()):
        if type(accessor) is BeforeVariadicSingleAccessor and accessor.construct in SHORT:
            construct = accessor.construct
            setattr(operation, name, SHORT[construct](construct, accessor.idx))
