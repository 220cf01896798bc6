"""
Relay's programs on numpy: data types, functions and matches are evaluated, and values are those of
Relax, which runs the operators and compares values with types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relay.calls import CallLike
from disc_shape.dialects.relay.data import IfOp
from disc_shape.dialects.relay.functions import Program
from disc_shape.dialects.relay.types import term_of, type_text
from disc_shape.errors import OperationError, nested_calls
from disc_shape.interpreters import GuardError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relax.running.operators import OperatorRuns
from disc_shape.relax.running.program import literal
from disc_shape.relax.running.scope import Scope
from disc_shape.relax.running.values import as_array, describe
from disc_shape.relay.evaluation import Closure, Evaluation, Frame, Instance, Value, fields_of
from disc_shape.relay.operators import lattice_type, type_in_scope
from disc_shape.traversal import definer_of
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.scopes import names_bound
from disc_shape.typesystem.types import TupleType, Type

RECURSION = 40_000
"""The nesting of Python's calls that a program may need."""


class Run(Evaluation):
    """Runs functions; with `checks`, every value is compared with its type."""

    def __init__(self, module: ModuleOp, *, checks: bool = False) -> None:
        super().__init__(Program(module))
        self.checks = checks
        self.compared = 0
        self.operators = OperatorRuns()

    def result(self, name: str, arguments: Sequence[Value]) -> Value:
        """The result of a function, whose arguments are compared with their types."""
        op = self.program.functions[name]
        if len(arguments) != len(op.arguments):
            message = f"@{name} has {len(op.arguments)} arguments, {len(arguments)} are given"
            raise OperationError(message, op)
        scope = Scope()
        # First the parameters that stand alone are bound, then all sizes are compared.
        for index, (value, own) in 2 * [*enumerate(zip(arguments, op.arguments, strict=True))]:
            self.compare(op, scope, value, term_of(own.type), f"argument {index} of @{name}")
        with nested_calls(RECURSION, op):
            return self.body(op, op, arguments, Frame())

    def define(self, value: SSAValue, known: Value, frame: Frame) -> None:
        super().define(value, known, frame)
        if self.checks and (op := definer_of(value)) is not None:
            what = f"%{value.name_hint or 'a value'}"
            self.compare(op, Scope(sizes=frame.sizes), known, term_of(value.type), what)
            self.compared += 1

    def compare(
        self, op: Operation, scope: Scope, value: Value, term: Type | None, what: str
    ) -> None:
        """A value is of a type; sizes that are met for the first time are bound (RLY-09)."""
        members = fields_of(value)
        match term, value:
            case ts.Data(), Instance() if term.name == value.data:
                owner = self.program.data[value.data]
                fields = owner.constructors[value.constructor].fields_types
                map_ = ts.Substitution(dict(zip(owner.names, term.arguments, strict=True)))
                for index, (field, one) in enumerate(zip(fields, value.fields, strict=True)):
                    # The instances in it were compared when they were made.
                    if not isinstance(one, Instance) or not isinstance(field, ts.Data):
                        self.compare(op, scope, one, map_.term(field), f"field {index} of {what}")
            case TupleType(), _ if members is not None and len(term.fields) == len(members):
                for index, one in enumerate(members):
                    self.compare(op, scope, one, term.fields[index], f"member {index} of {what}")
            case ts.Tensor(), _:
                type_ = lattice_type(term)
                known = type_in_scope(type_, {*scope.sizes, *names_bound(type_)})
                scope.check(op, [(value, known, what)])
            case (ts.Function(), Closure() | CallLike()) | (ts.Parameter() | ts.Hole() | None, _):
                return
            case _:
                shown = described(describe, value)
                raise GuardError(f"{op.name}: {what} is {shown}, expected {type_text(term)}", op)

    def branch(self, op: IfOp, frame: Frame) -> Value:
        condition = as_array(frame.values[op.condition])
        region = op.then_region if condition is not None and bool(condition) else op.else_region
        return self.block(region.block, frame)

    def primitive(self, op: Operation, form: Operation, operands: Sequence[Value]) -> Value:
        if not isinstance(form, OperatorOp):
            return literal(form, Scope())
        try:
            return self.operators.run(form, operands)
        except GuardError as error:
            raise GuardError(f"{op.name}: {error}", op) from error


def described(describe: Callable[[Array], str], value: Value) -> str:
    """A value for a person."""
    array, fields = as_array(value), fields_of(value)
    if array is not None:
        return describe(array)
    match value:
        case Instance():
            name, fields = value.constructor, value.fields
        case CallLike():
            return f"@{value.called}"
        case Closure():
            return "a function"
        case _:
            name = ""
    return f"{name}({', '.join(described(describe, one) for one in fields or ())})"
