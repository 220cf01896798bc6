"""
Relay's programs on numpy: they are evaluated as those of Relax are, and their values compared with
types; data types, functions and matches are Relay's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Self

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from disc_shape.dialects.relay.calls import CallLike
from disc_shape.dialects.relay.functions import Program
from disc_shape.dialects.relay.types import type_text
from disc_shape.errors import nested_calls
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relax.operators.errors import Mismatch
from disc_shape.relax.running.program import ModuleRun
from disc_shape.relax.running.scope import Scope
from disc_shape.relax.running.values import Value, as_array, describe, members
from disc_shape.relax.scopes import Pair
from disc_shape.relay.evaluation import Callee, DataEvaluation, Instance
from disc_shape.relay.operators import types_in_scope
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type
from disc_shape.typesystem.unification import instance

RECURSION = 40_000
"""The nesting of Python's calls that a program may need."""


class DataScope(Scope):
    """The values of one activation of a function, and the sizes of its parameters."""

    def inside(self) -> Self:
        """The same scope: a parameter has one size in all of a function."""
        return self

    def pairs(self, value: Value, type_: Type, what: str) -> Iterator[Pair]:
        match type_, value:
            case ts.Data(), Instance(constructor=made) if type_.name == made.owner.sym_name.data:
                fields = instance(made.signature, type_.arguments).arguments
                for index, (field, one) in enumerate(zip(fields, value.fields, strict=True)):
                    # The instances in it were compared when they were made.
                    if not isinstance(one, Instance) or not isinstance(field, ts.Data):
                        (known,) = types_in_scope([field], self.names)
                        yield from self.pairs(one, known, f"field {index} of {what}")
            case ts.Function(), Callee():
                return
            case ts.Data() | ts.Function(), _:
                raise Mismatch(f"{what} is {self.describe(value)}, expected {type_text(type_)}")
            case _:
                yield from super().pairs(value, type_, what)

    def describe(self, value: Value) -> str:
        return described(describe, value)


class Run(DataEvaluation[Value], ModuleRun):
    """Runs functions; with `checks`, every value is compared with its type."""

    def __init__(self, module: ModuleOp, *, checks: bool = False) -> None:
        super().__init__(module, {})
        self.symbols = Program(module)
        self.outermost = DataScope()
        self.checks = checks
        self.entry: Operation | None = None

    def is_checked(self, op: Operation) -> bool:
        return self.checks or op is self.entry

    def result(self, name: str, arguments: Sequence[Value]) -> Value:
        """The result of a function, whose arguments are compared with their types."""
        self.entry = op = self.symbols.functions[name]
        with nested_calls(RECURSION, op), self.refusing(op):
            return self.body(op, arguments, self.outermost.frame())


def described(describe: Callable[[Array], str], value: Value) -> str:
    """A value for a person."""
    array, name, fields = as_array(value), "", members(value)
    if array is not None:
        return describe(array)
    if isinstance(value, Callee):
        return f"@{value.op.called}" if isinstance(value.op, CallLike) else "a function"
    if isinstance(value, Instance):
        name, fields = value.constructor.sym_name.data, value.fields
    return f"{name}({', '.join(described(describe, one) for one in fields or ())})"
