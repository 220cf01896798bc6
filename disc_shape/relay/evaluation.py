"""
Evaluation of programs: instances, matches and functions as values, beside what Relax evaluates too.

What a tensor is, and what operators and branches do with it, is left to Relax: numpy arrays when a
program runs, values of HLO when it is lowered. Polymorphic functions are evaluated as they stand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.ir import Block, Operation, SSAValue

from disc_shape.dialects.functional_declarations import LocalFunction
from disc_shape.dialects.relax.operators import attributes_of
from disc_shape.dialects.relax.types import INFER
from disc_shape.dialects.relay.calls import CallLike, CallOp, RefOp
from disc_shape.dialects.relay.data import ConstructorOp, MatchOp
from disc_shape.dialects.relay.functions import FunctionOp, Program
from disc_shape.dialects.relay.types import term_of
from disc_shape.errors import rule_error
from disc_shape.locations import trace
from disc_shape.relax.evaluation import Evaluation, given
from disc_shape.relax.lowering.values import NoTensor
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.scopes import Scope, V
from disc_shape.relay.operators import operator_op, types_in_scope
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type


@dataclass(frozen=True)
class Instance(NoTensor):
    """A constructor and the values of its fields (RLY-81)."""

    constructor: ConstructorOp
    fields: tuple[object, ...]

    @property
    def refusal(self) -> OperatorError:
        what = f"an instance of @{self.constructor.owner.sym_name.data}"
        return OperatorError(f"{what} is left, which has no form in HLO", "RLY-81")


@dataclass(frozen=True, eq=False)
class Callee(NoTensor):
    """What can be called: what an operation names, or a local function with what it sees."""

    op: CallLike | FunctionOp
    scope: Scope[object] | None = None

    @property
    def refusal(self) -> OperatorError:
        return OperatorError("a function as a value is left, which has no form in HLO", "RLY-17")


class DataEvaluation(Evaluation[V]):
    """Evaluates the functions of a module of Relay."""

    symbols: Program
    outermost: Scope[V]
    """Where nothing is known: calls of global functions take copies of it."""

    # types

    def types_of(
        self, op: Operation, values: Sequence[SSAValue], names: Collection[str]
    ) -> Sequence[Type | None]:
        return types_in_scope([term_of(one.type) or ts.Hole() for one in values], names)

    # operations

    def value(self, op: Operation, scope: Scope[V]) -> V:
        match op:
            case MatchOp():
                return self.match(op, scope)
            case RefOp():
                return cast("V", Callee(op))
            case CallOp(function=SSAValue() as function):
                return self.call(op, scope.values[function], given(op.arguments, scope))
            case CallLike():
                return self.call(op, cast("V", Callee(op)), given(op.operands, scope))
            case _:
                return super().value(op, scope)

    def closure(self, op: LocalFunction, scope: Scope[V]) -> V:
        assert isinstance(op, FunctionOp)
        around = scope.frame()
        for name, _ in op.parameters:
            # Its own parameters hide those around it (RLY-17).
            around.sizes.pop(name, None)
        return cast("V", Callee(op, cast("Scope[object]", around)))

    def match(self, op: MatchOp, scope: Scope[V]) -> V:
        """The first case of the constructor (RLY-88)."""
        value = scope.values[op.scrutinee]
        if not isinstance(value, Instance):
            raise rule_error(op, "the constructor of what is matched is not known", "RLY-81")
        constructor = value.constructor.sym_name.data
        for name, body in op.clauses:
            if name in ("", constructor):
                for binder, field in zip(body.block.args, value.fields, strict=False):
                    self.define(op, binder, cast("V", field), scope)
                return self.block(body.block, scope)
        raise rule_error(op, f"no case for @{constructor}", "RLY-100")

    # calls

    def call(self, op: Operation, callee: V, arguments: Sequence[V]) -> V:
        """A call of a value (RLY-42)."""
        match callee:
            case Callee(op=FunctionOp() as function):
                scope = cast("Scope[V]", callee.scope).frame()
                scope.values[function.body.block.args[0]] = callee
                return self.body(function, arguments, scope)
            case Callee(op=CallLike(called=str() as name) as named):
                if named.kind == "function":
                    return self.global_call(op, name, arguments)
                if named.kind == "operator":
                    return self.operator_call(op, named, name, arguments)
                return cast("V", Instance(self.symbols.constructor(op, name), tuple(arguments)))
            case _:
                raise rule_error(op, "the callee is no function", "RLY-42")

    def global_call(self, op: Operation, name: str, arguments: Sequence[V]) -> V:
        """A call of a global function."""
        return self.body(self.symbols.functions[name], arguments, self.outermost.frame())

    def operator_call(self, op: Operation, named: CallLike, name: str, arguments: Sequence[V]) -> V:
        """A call of an operator of the table, as an operation of Relax (RLY-32)."""
        if name in self.symbols.operators:
            raise rule_error(op, f"operator @{name} of the program has no implementation", "RLY-32")
        block, scope = Block(arg_types=[INFER] * len(arguments)), self.outermost.frame()
        scope.values.update(zip(block.args, arguments, strict=True))
        form = operator_op(name, block.args, attributes_of(named))
        trace(form, op)
        with self.refusing(form):
            for one in form.operands:
                if isinstance(one.owner, Operation):
                    scope.values[one] = self.literal(one.owner, scope)
            return self.operator(form, given(form.operands, scope))
