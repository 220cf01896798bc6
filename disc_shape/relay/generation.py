"""The walk that generates types and constraints (RLY-50): one visit of each operation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.ir import Block, Operation

from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.dialects.relax.operators import value_of
from disc_shape.dialects.relay import calls, data, functions, values
from disc_shape.relay.closing import text
from disc_shape.relay.errors import rule_error
from disc_shape.relay.instantiation import Instance, Place
from disc_shape.relay.matching import MatchTypes, annotation, named
from disc_shape.relay.operators import operator_type
from disc_shape.relay.program import Program, constructor_type, handle_of
from disc_shape.relay.solver import USES, Known, Solver, member_of
from disc_shape.symbolic import sym
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import TupleType, Type
from disc_shape.typesystem.unification import plain


class Generation(MatchTypes):
    """The types of a program's values; what must hold of them is queued."""

    def __init__(self, program: Program, solver: Solver) -> None:
        super().__init__(program, solver)
        self.chosen: dict[Operation, Instance] = {}
        """The type arguments of calls and references."""
        self.declared: dict[functions.FunctionLike, tuple[ts.Function, Place]] = {}

    def run(self) -> None:
        """Walk all functions; their types are declared first, since they see each other."""
        outermost = Place(self.unifier.outermost)
        for op in self.program.functions.values():
            self.declare(op, outermost)
        for operator in self.program.operators.values():
            self.check_relations(operator, operator.signature.where)
        for op in self.program.functions.values():
            self.body(op)

    # functions

    def declare(self, op: functions.FunctionLike, around: Place) -> ts.Function:
        """The type of a function by its annotations; its parameters are rigid inside of it."""
        scope = around.scope.inside()
        names, kinds = dict(around.names), dict(around.kinds)
        taken = set(map(plain, ts.names_in(*around.names.values()).parameters))
        parameters: list[tuple[str, str]] = []
        for name, kind in op.parameters:
            shown = name
            while shown in taken:
                shown += "_1"
            taken.add(shown)
            unique = self.unifier.declare(shown, scope)
            parameters.append((unique, kind))
            names[name] = ts.Dim(sym(unique)) if kind == "dim" else ts.Parameter(unique)
            kinds[name] = kind
        place = Place(scope, names, kinds)
        signature = op.signature
        self.check_relations(op, signature.where)
        opened = self.opening(place).inside(signature.body)
        type_ = replace(opened, parameters=tuple(parameters))
        self.solver.promise(scope, opened.where)
        self.declared[op] = type_, place
        return type_

    def check_relations(self, op: Operation, where: Sequence[ts.Named]) -> None:
        """The relations of a declaration are known and have the right number of types."""
        for relation in where:
            self.known_relation(op, relation)

    def body(self, op: functions.FunctionLike) -> None:
        """The operations of a function, whose result is as declared (RLY-41)."""
        type_, place = self.declared[op]
        for value, argument in zip(op.arguments, type_.arguments, strict=True):
            self.types[value] = argument
        self.block(op.body.block, place, type_.result, "the result", "RLY-41", "the function")

    def block(
        self, block: Block, place: Place, result: Type, what: str, rule: str, source: str
    ) -> None:
        *ops, last = block.ops
        for op in ops:
            self.operation(op, place)
        given = self.use(last, last.operands[0], place)
        self.solver.unify(last, given, result, what, rule, source)

    # operations

    def operation(self, op: Operation, place: Place) -> None:
        """One operation."""
        match op:
            case functions.FunctionOp():
                self.local(op, place)
            case values.ConstantOp():
                self.define(op, annotation(op.result), place)
            case values.TupleOp():
                self.define(op, TupleType(self.uses(op, op.operands, place)), place)
            case values.GetOp():
                self.member(op, place)
            case values.AscribeOp():
                self.ascribe(op, place)
            case data.IfOp():
                self.branch(op, place)
            case data.MatchOp():
                self.match(op, place)
            case calls.RefOp():
                self.define(op, self.callee(op, place)[1], place)
            case calls.CallOp() | calls.CallOperatorOp() | calls.ConstructOp():
                self.call(op, place)
            case _:
                raise rule_error(op, "no operation of Relay", "RLY-01")

    def local(self, op: functions.FunctionOp, place: Place) -> None:
        """A local function, which sees itself."""
        type_ = self.declare(op, place)
        self.types[op.body.block.args[0]] = type_
        self.types[op.result] = type_
        self.body(op)

    def ascribe(self, op: values.AscribeOp, place: Place) -> None:
        """A value is of its annotation's type; only a polymorphic one keeps parameters."""
        written = annotation(op.result)
        keeps = isinstance(written, ts.Function) and written.parameters
        self.define(op, self.types[op.value] if keeps else self.use(op, op.value, place), place)

    def member(self, op: values.GetOp, place: Place) -> None:
        """A member of a tuple, whose length must be known (RLY-11, 12)."""
        type_ = self.use(op, op.tuple_, place)
        index = op.index.value.data
        if not isinstance(type_, ts.Hole):
            self.define(op, member_of(op, self.unifier, type_, index), place)
            return
        result, what = self.unifier.hole("type", place.scope), f"member {index}"

        def take(found: Type) -> None:
            member = member_of(op, self.unifier, found, index)
            self.solver.unify(op, member, result, what, "RLY-67", USES)

        shown = f"{{}} is {what} of {{}}"
        self.solver.add(Known(op, shown, (result, type_), take))
        self.define(op, result, place)

    # calls

    def named_type(self, op: calls.CallLike, name: str) -> Type:
        """The type of what is named: a function, an operator or a constructor."""
        match op.kind:
            case "constructor":
                return constructor_type(*self.program.constructor(op, name, handle_of(op)))
            case "operator":
                operator = self.program.operators.get(name)
                count = len(op.operands) if isinstance(op, calls.CallOperatorOp) else None
                found = operator.signature if operator is not None else operator_type(name, count)
                if found is None:
                    raise rule_error(op, f"no operator is called {name}", "RLY-34")
                return self.opened(found, Place(self.unifier.outermost))
            case "function":
                function = self.program.functions.get(name)
                if function is None:
                    raise rule_error(op, f"no function is called @{name}", "RLY-17")
                return self.declared[function][0]

    def callee(self, op: calls.CallLike, place: Place) -> tuple[str, Type]:
        """What is called, for messages, and its type with the type arguments that are given."""
        name = op.called
        if name is None:
            shown, type_ = named(op.operands[0]), self.types[op.operands[0]]
        else:
            shown = f'"{name}"' if isinstance(op, calls.CallOperatorOp) else f"@{name}"
            type_ = self.named_type(op, name)
        words = attributes_of(op)
        found = self.instantiated(op, type_, place, shown, op.type_arguments, words)
        if self.instances and self.instances[-1].op is op:
            self.chosen[op] = self.instances[-1]
        return shown, found

    def call(
        self, op: calls.CallOp | calls.CallOperatorOp | calls.ConstructOp, place: Place
    ) -> None:
        """A call (RLY-42)."""
        shown, found = self.callee(op, place)
        given = self.uses(op, op.arguments, place)
        if isinstance(found, ts.Hole):
            result = self.unifier.hole("type", place.scope)
            expected = ts.Function((), given, result)
            self.solver.unify(op, found, expected, shown, "RLY-42", "its call")
            self.define(op, result, place)
            return
        if not isinstance(found, ts.Function):
            message = f"{shown} is of type {text(self.unifier, found)} and cannot be called"
            raise rule_error(op, message, "RLY-42")
        if len(found.arguments) != len(given):
            message = f"{shown} takes {len(found.arguments)} arguments, got {len(given)}"
            raise rule_error(op, message, "RLY-29")
        for index, (one, expected) in enumerate(zip(given, found.arguments, strict=True)):
            what = f"argument {index} of {shown}"
            self.solver.unify(op, one, expected, what, "RLY-25", shown)
        self.define(op, found.result, place)


def attributes_of(op: Operation) -> dict[str, Value]:
    """The attributes of an operator's call."""
    return {name: value_of(one) for name, one in op.attributes.items() if "." not in name}
