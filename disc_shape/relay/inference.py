"""
Type inference: generate types and constraints in one visit of each operation, solve, annotate
(RLY-50). What is not determined in the end is an error (RLY-63).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relax.operators import attributes_of
from disc_shape.dialects.relay import calls, data, functions, values
from disc_shape.dialects.relay.types import ArgumentsAttr, FnAttr, attribute_of, type_text
from disc_shape.errors import OperationError, OperationErrors, rule_error
from disc_shape.relay.instantiation import Instantiation, annotation, named
from disc_shape.relay.operators import OWN_RELATIONS, known_relation, operator_type
from disc_shape.relay.solver import USES, Closing, Solver, text
from disc_shape.traversal import definer_of
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import TupleType, Type
from disc_shape.typesystem.unification import instance, plain

WORDS = {"type": "type", "base": "element type", "shape": "shape", "dim": "dimension"}


class Generation(Instantiation):
    """The types of a program's values; what must hold of them is queued."""

    def __init__(self, program: functions.Program, solver: Solver) -> None:
        super().__init__(solver)
        self.program = program

    def run(self) -> None:
        """Walk all functions; their types are declared first, since they see each other."""
        for op in self.program.functions.values():
            self.declare(op)
        for operator in self.program.operators.values():
            for relation in operator.signature.where:
                known_relation(operator, relation)
        for op in self.program.functions.values():
            self.body(op)

    # functions

    def body(self, op: functions.FunctionLike) -> None:
        """The operations of a function, whose result is as declared (RLY-41)."""
        around = self.scope
        type_, self.scope = self.declared[op]
        self.types.update(zip(op.arguments, type_.arguments, strict=True))
        self.block(op.body.block, type_.result, "the result", "RLY-41", "the function")
        self.scope = around

    def block(self, block: Block, result: Type, what: str, rule: str, source: str) -> None:
        """The operations of a block, whose value is of type `result` by what `source` says."""
        *ops, last = block.ops
        for op in ops:
            self.operation(op)
        self.solver.unify(last, self.use(last, last.operands[0]), result, what, rule, source)

    # operations

    def operation(self, op: Operation) -> None:
        """One operation; a local function sees itself."""
        if isinstance(op, functions.FunctionOp):
            self.types[op.body.block.args[0]] = self.types[op.result] = self.declare(op)
            self.body(op)
        else:
            self.bound(op, op.results[0], self.derived(op), "RLY-67")

    def derived(self, op: Operation) -> Type:
        """The type of the result, which may be annotated."""
        match op:
            case calls.CallOp() | calls.NamedCall():
                return self.call(op)
            case calls.RefOp():
                return self.callee(op)[1]
            case values.ConstantOp():
                return annotation(op.result)
            case values.TupleOp():
                return TupleType(tuple(self.use(op, one) for one in op.operands))
            case values.GetOp():
                return self.member(op)
            case values.AscribeOp():
                # Only a polymorphic annotation keeps parameters.
                written = annotation(op.result)
                keeps = isinstance(written, ts.Function) and written.parameters
                return self.types[op.value] if keeps else self.use(op, op.value)
            case data.IfOp():
                return self.branch(op)
            case data.MatchOp():
                return self.match(op)
            case _:
                raise rule_error(op, "no operation of Relay", "RLY-01")

    def member(self, op: values.GetOp) -> Type:
        """A member of a tuple, whose length must be known (RLY-11, 12)."""
        type_, result, index = self.use(op, op.tuple_), self.unknown(), op.index.value.data
        what = f"member {index}"

        def take(found: Type) -> None:
            if not isinstance(found, TupleType):
                raise rule_error(op, f"{text(self.unifier, found)} is no tuple", "RLY-12")
            if not 0 <= index < len(found.fields):
                raise rule_error(op, f"{what} of a tuple of {len(found.fields)}", "RLY-12")
            self.solver.unify(op, found.fields[index], result, what, "RLY-67", USES)

        if isinstance(type_, ts.Hole):
            self.solver.when_known(op, f"{{}} is {what} of {{}}", (result, type_), take)
        else:
            take(type_)
        return result

    # branches and matches

    def branch(self, op: data.IfOp) -> Type:
        """A branch on a boolean scalar; both values are of one type (RLY-67, 69)."""
        condition = self.use(op, op.condition)
        self.solver.unify(op, condition, ts.BOOLEAN, "the condition", "RLY-67", "the branch")
        result, what = self.unknown(), "the value of the branch"
        for region in op.regions:
            self.block(region.block, result, what, "RLY-67", "the other branch")
        return result

    def match(self, op: data.MatchOp) -> Type:
        """A match: binders have the types of the constructor's fields (RLY-88, 89, 100)."""
        scrutinee, what = self.use(op, op.scrutinee), "the value of the case"
        result = self.unknown()
        for name, region in op.clauses:
            if name:
                self.case(op, name, region.block, scrutinee)
            self.block(region.block, result, what, "RLY-67", "the other cases")

        def check(type_: Type) -> None:
            if not isinstance(type_, ts.Data):
                shown = text(self.unifier, type_)
                raise rule_error(op, f"takes apart a value of type {shown}, no data type", "RLY-89")
            constructors, handled = self.program.data[type_.name].constructors, dict(op.clauses)
            missing = [f"@{one}" for one in constructors if one not in handled]
            if missing and "" not in handled:
                message = f"no case for {', '.join(missing)} of @{type_.name}, and no default"
                raise rule_error(op, message, "RLY-100")

        self.solver.when_known(op, "{} is a data type", (scrutinee,), check)
        return result

    def case(self, op: data.MatchOp, name: str, block: Block, scrutinee: Type) -> None:
        """What is matched is an instance of a constructor; the binders are its fields."""
        type_ = self.program.constructor(op, name, self.unifier.find(scrutinee)).signature
        found = instance(type_, [self.unknown() for _ in type_.parameters])
        self.solver.unify(op, scrutinee, found.result, "what is matched", "RLY-89", f"@{name}")
        if len(block.args) != len(found.arguments):
            message = f"@{name} has {len(found.arguments)} fields, got {len(block.args)} binders"
            raise rule_error(op, message, "RLY-29")
        for value, field in zip(block.args, found.arguments, strict=True):
            self.bound(op, value, field, "RLY-88")

    # calls

    def named_type(self, op: calls.CallLike, name: str) -> Type:
        """The type of what is named: a function, an operator or a constructor."""
        match op.kind:
            case "constructor":
                return self.program.constructor(op, name).signature
            case "operator":
                operator = self.program.operators.get(name)
                count = len(op.operands) if isinstance(op, calls.CallOperatorOp) else None
                found = operator.signature if operator is not None else operator_type(name, count)
                if found is None:
                    raise rule_error(op, f"no operator is called {name}", "RLY-34")
                if operator is None and name in OWN_RELATIONS and attributes_of(op):
                    listed = ", ".join(attributes_of(op))
                    raise rule_error(op, f"{name} has no attributes, got {listed}", "RLY-39")
                return self.opening(self.unifier.outermost).term(found)
            case "function":
                function = self.program.functions.get(name)
                if function is None:
                    raise rule_error(op, f"no function is called @{name}", "RLY-17")
                return self.declared[function][0]

    def callee(self, op: calls.CallLike) -> tuple[str, Type]:
        """What is called, for messages, and its type with the type arguments that are given."""
        name = op.called
        if name is None:
            shown, type_ = named(op.operands[0]), self.unifier.find(self.types[op.operands[0]])
        else:
            shown = f'"{name}"' if isinstance(op, calls.CallOperatorOp) else f"@{name}"
            type_ = self.named_type(op, name)
        return shown, self.instantiated(op, type_, shown, op)

    def call(self, op: calls.CallOp | calls.NamedCall) -> Type:
        """A call (RLY-42)."""
        shown, found = self.callee(op)
        given = tuple(self.use(op, one) for one in op.arguments)
        if isinstance(found, ts.Hole):
            expected = ts.Function((), given, self.unknown())
            self.solver.unify(op, found, expected, shown, "RLY-42", "its call")
            found = expected
        if not isinstance(found, ts.Function):
            message = f"{shown} is of type {text(self.unifier, found)} and cannot be called"
            raise rule_error(op, message, "RLY-42")
        if len(found.arguments) != len(given):
            message = f"{shown} takes {len(found.arguments)} arguments, got {len(given)}"
            raise rule_error(op, message, "RLY-29")
        for index, (one, expected) in enumerate(zip(given, found.arguments, strict=True)):
            self.solver.unify(op, one, expected, f"argument {index} of {shown}", "RLY-25", shown)
        return found.result


def infer_types(module: ModuleOp, solver: Solver | None = None) -> Solver:
    """Write the type of each value. Raises `OperationError`; no type is written then."""
    solver = Solver() if solver is None else solver
    generation = Generation(functions.Program(module), solver)
    generation.run()
    solver.run()
    annotate(generation)
    if solver.prints == "solution":
        solver.lines += (f"{named(value)}: {value.type}" for value in generation.types)
    return solver


def annotate(generation: Generation) -> None:
    """Write all types. Raises `OperationErrors` for what is not determined."""
    check_any(generation)
    if errors := list(undetermined(generation)):
        raise OperationErrors(errors)
    closing = Closing(generation.unifier)
    known = {value: closing.term(type_) for value, type_ in generation.types.items()}
    for value, type_ in known.items():
        if any(map(ts.is_negative, ts.sizes_in(type_))):
            message = f"{named(value)} is of type {type_text(type_)}: a dimension is negative"
            raise OperationError(f"{message} [RLY-07]", definer_of(value))
    for value, type_ in known.items():
        set_type(value, attribute_of(type_))
    for op, (type_, _) in generation.declared.items():
        op.scheme = FnAttr(replace(closing.inside(type_), arguments=()))
    for use in chain.from_iterable(generation.instances.values()):
        call = use.call
        # Those of operators and constructors follow from the types of operands and result.
        if call is not None and (call.kind == "function" or call.type_args is not None):
            terms = tuple(map(closing.term, use.terms.values()))
            call.properties["type_args"] = ArgumentsAttr(terms)


def check_any(generation: Generation) -> None:
    """Two dimensions that are Any are not one dimension of several arguments (RLY-08)."""
    for use in chain.from_iterable(generation.instances.values()):
        for name, kind in use.function.parameters:
            found = generation.unifier.resolve(use.terms[name])
            is_any = kind in ("shape", "dim") and None in ts.sizes_in(found)
            if is_any and ts.names_in(*use.function.arguments).parameters[name] > 1:
                shown = f"@{plain(name)} of {use.callee} is {text(generation.unifier, found)}"
                message = f"{shown} for several arguments, but two ? are not known to be equal"
                raise rule_error(use.op, message, "RLY-08")


def undetermined(generation: Generation) -> Iterator[OperationError]:
    """
    What is not determined, in the order of the program and once for each cause: holes that
    undecided constraints connect have one.
    """
    unifier = generation.unifier
    holes_of = {one: unifier.open_holes(*one.terms).holes for one in generation.solver.undecided()}
    connected: dict[int, set[int]] = {}
    for holes in holes_of.values():
        joined = set(holes).union(*(connected.get(one, ()) for one in holes))
        connected.update(dict.fromkeys(joined, joined))
    reported = set[int]()
    for op, what, term in named_terms(generation):
        holes = unifier.open_holes(term).holes
        if holes and reported.isdisjoint(holes):
            kinds = dict.fromkeys(WORDS[unifier.kinds[one - 1]] for one in holes)
            first = next((one for one, own in holes_of.items() if own.keys() & holes), None)
            shown = "" if first is None else f"; {first.shown()} waits"
            missing = f"nothing determines its {' and '.join(kinds)}{shown}"
            yield OperationError(f"{what} needs an annotation: {missing} [RLY-63]", op)
            reported.update(*(connected.get(one, ()) for one in holes))
        reported.update(holes)
    for constraint, holes in holes_of.items():
        if reported.isdisjoint(holes):
            reported.update(holes)
            message = f"it is not decided whether {constraint.shown()} holds"
            yield rule_error(constraint.op, f"{message}; an annotation is missing", "RLY-63")


def named_terms(generation: Generation) -> Iterator[tuple[Operation, str, Type]]:
    """The types at each operation of the program, and what they are called."""
    for op in chain.from_iterable(one.walk() for one in generation.program.functions.values()):
        own = isinstance(op, functions.FunctionLike)
        values = op.arguments if own else [one for body in op.regions for one in body.block.args]
        for value in (*values, *op.results):
            if value in generation.types:
                yield op, f"the type of {named(value)}", generation.types[value]
        if isinstance(op, functions.FunctionLike):
            yield op, "the result of the function", generation.declared[op][0].result
        for use in generation.instances.get(op, ()):
            for name, term in use.terms.items():
                yield op, f"type parameter @{plain(name)} of {use.callee}", term
