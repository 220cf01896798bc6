"""The types of the values of a module as far as they are derived, and what is wrong with them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.relax.types import hint_for, type_text
from disc_shape.errors import OperationError, OperationWarning
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.symbolic import Expr, Prover, Truth
from disc_shape.typesystem import types as ts
from disc_shape.typesystem.judgements import compatible

FAILS = " fails for "
"""What a prover says before sizes for which two dimensions differ."""


@dataclass(frozen=True)
class Doubt:
    """Where a value may not be of the type that is written: its derived type, and that one."""

    op: Operation
    """The operation whose result it is, or the terminator that returns it."""
    given: ts.Type
    expected: ts.Type


class ValueTypes:
    """The type of each value that is derived, and the errors found on the way."""

    def __init__(self, module: ModuleOp) -> None:
        self.info = ModuleInfo(module)
        self.types: dict[SSAValue, ts.Type | None] = {}
        """The types of values; None where an error makes it unknown."""
        self.errors: list[OperationError] = []
        self.prover = Prover()
        self.doubts: list[Doubt] = []
        self.warns = True

    def of(self, value: SSAValue | None) -> ts.Type | None:
        """The type of a value, None where it is unknown."""
        return None if value is None else self.types.get(value)

    def of_all(self, values: Sequence[SSAValue]) -> list[ts.Type] | None:
        """The types of values, None where one is unknown."""
        types = [self.of(one) for one in values]
        known = [one for one in types if one is not None]
        return known if len(known) == len(types) else None

    def errors_in_order(self) -> list[OperationError]:
        """The errors, in the order of the operations at which they are."""
        places = {op: index for index, op in enumerate(self.info.module.walk())}
        last = len(places)
        self.errors.sort(key=lambda one: places.get(one.operation, last) if one.operation else last)
        return self.errors

    def fail(self, op: Operation, message: str, rule: str) -> None:
        """Note an error."""
        text = message if message.endswith("]") else f"{message} [{rule}]"
        self.errors.append(OperationError(f"{op.name}: {text}", op))

    def warn(self, op: Operation, message: str, rule: str) -> None:
        """Warn of what is checked when the program runs."""
        if self.warns:
            warnings.warn(OperationWarning(f"{message} [{rule}]", op), stacklevel=2)

    def compare(
        self, op: Operation, given: ts.Type, expected: ts.Type, what: str, rule: str, warning: str
    ) -> None:
        """A value of one type where another is written: an error, a warning or nothing."""
        truth = compatible(given, expected, self.prover)
        if truth is Truth.YES:
            return
        texts = f"{what} is of type {type_text(given)}, but {type_text(expected)} is declared"
        if truth is Truth.NO:
            self.fail(op, texts + hint_for(given), rule)
        else:
            self.doubts.append(Doubt(op, given, expected))
            example = example_of(given, expected, self.prover)
            self.warn(op, f"{texts}; it is checked at run time{example}", warning)


def example_of(given: ts.Type, expected: ts.Type, prover: Prover) -> str:
    """`, and fails for n = 7`, where the prover knows sizes for which parts differ (RLX-294)."""
    for one, other in dim_pairs(given, expected):
        answer = prover.equal(one, other)
        if answer.truth is Truth.UNKNOWN:
            for reason in answer.explain():
                if FAILS in reason.text:
                    return f", and fails for {reason.text.partition(FAILS)[2]}"
    return ""


def dim_pairs(given: ts.Type, expected: ts.Type) -> Iterator[tuple[Expr, Expr]]:
    """The known dimensions of two types that stand in one place."""
    match given, expected:
        case (ts.TensorType(), ts.TensorType()) | (ts.ShapeType(), ts.ShapeType()):
            ours, theirs = given.shape.dims or (), expected.shape.dims or ()
            for one, other in zip(ours, theirs, strict=True) if len(ours) == len(theirs) else ():
                if one is not None and other is not None:
                    yield one, other
        case ts.PrimType(value=Expr() as one), ts.PrimType(value=Expr() as other):
            yield one, other
        case ts.TupleType(), ts.TupleType() if len(given.fields) == len(expected.fields):
            for one, other in zip(given.fields, expected.fields, strict=True):
                yield from dim_pairs(one, other)
        case _:
            return
