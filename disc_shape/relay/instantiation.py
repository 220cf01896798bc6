"""
Types of values: what a program annotates, with fresh holes, and what a polymorphic function
becomes at each use (RLY-24 to 27).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Final

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.relax.operators import attributes_of
from disc_shape.dialects.relay.calls import CallLike
from disc_shape.dialects.relay.data import WORDS
from disc_shape.dialects.relay.functions import FunctionLike
from disc_shape.dialects.relay.types import part_text, term_of
from disc_shape.errors import rule_error
from disc_shape.relay.operators import known_relation
from disc_shape.relay.relations import TypeState
from disc_shape.relay.solver import USES, Closing, Solver
from disc_shape.symbolic import sym
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type
from disc_shape.typesystem.unification import Scope, Unifier, plain

DEPTH: Final = 50
"""How deep a type may be whose parts follow from themselves."""


@dataclass(kw_only=True)
class Opening(ts.Substitution):
    """Gives each hole that a program writes a number, and each parameter its unique name."""

    unifier: Unifier
    scope: Scope

    def leaf(self, term: ts.Hole | ts.Parameter) -> Type:
        if isinstance(term, ts.Hole):
            return self.unifier.hole(term.kind, self.scope)
        return super().leaf(term)

    def size(self, size: ts.Size) -> ts.Size:
        if isinstance(size, ts.Hole):
            return self.unifier.hole_size(self.scope)
        return super().size(size)


@dataclass(frozen=True)
class Instance:
    """A use of a polymorphic function: its type arguments by name."""

    op: Operation
    callee: str
    function: ts.Function
    terms: Mapping[str, Type]
    scope: Scope
    call: CallLike | None
    """The call or reference that names the function, None where it is a value."""


def parameter_of(name: str, kind: ts.Kind) -> Type:
    """The term for a parameter."""
    return ts.Dim(sym(name)) if kind == "dim" else ts.Parameter(name, kind)


def fresh_names(names: Iterable[str], taken: set[str]) -> dict[str, str]:
    """Names that are not taken: `n_1` for `n` where that is."""
    found: dict[str, str] = {}
    for name in names:
        new = name
        while new in taken:
            new += "_1"
        found[name] = new
        taken.add(new)
    return found


def named(value: SSAValue) -> str:
    """A value for a message."""
    return f"%{value.name_hint}" if value.name_hint else "the value"


def annotation(value: SSAValue) -> Type:
    """The type that a program writes for a value."""
    return term_of(value.type) or ts.Hole()


class Instantiation:
    """Opens annotations and instantiates function types."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.unifier = solver.unifier
        self.scope = self.unifier.outermost
        """That of the operation whose types are generated."""
        self.types: dict[SSAValue, Type] = {}
        self.instances: dict[Operation, list[Instance]] = {}
        self.declared: dict[FunctionLike, tuple[ts.Function, Scope]] = {}

    def unknown(self) -> Type:
        """A hole for a type, in its scope."""
        return self.unifier.hole("type", self.scope)

    def opening(self, scope: Scope) -> Opening:
        """What opens the types that a program writes in a scope."""
        return Opening(scope.names, unifier=self.unifier, scope=scope)

    def use(self, op: Operation, value: SSAValue) -> Type:
        """The type of an operand; a polymorphic function is instantiated there."""
        found = self.unifier.find(self.types[value])
        if isinstance(found, ts.Function) and (found.parameters or found.where):
            return self.instantiated(op, found, named(value))
        return found

    def bound(self, op: Operation, value: SSAValue, type_: Type, rule: str) -> None:
        """The type of a value is that of its annotation."""
        written = self.types[value] = self.opening(self.scope).term(annotation(value))
        self.solver.unify(op, type_, written, named(value), rule, "its annotation")

    def declare(self, op: FunctionLike) -> ts.Function:
        """The type of a function by its annotations; its parameters are rigid inside of it."""
        scope, signature = self.scope.inside(), op.signature
        taken = set(map(plain, ts.names_in(*scope.names.values()).parameters))
        shown = fresh_names(dict(op.parameters), taken)
        unique = {name: self.unifier.declare(one, scope) for name, one in shown.items()}
        parameters = tuple((unique[name], kind) for name, kind in op.parameters)
        scope.names.update((name, parameter_of(unique[name], kind)) for name, kind in op.parameters)
        for relation in signature.where:
            known_relation(op, relation)
        type_ = replace(self.opening(scope).inside(signature.body), parameters=parameters)
        self.solver.promise(scope, type_.where)
        self.declared[op] = type_, scope
        return type_

    def instantiated(
        self, op: Operation, function: Type, callee: str, call: CallLike | None = None
    ) -> Type:
        """
        A function type at one use; its relations are queued (RLY-42, 53). The type arguments and
        the attributes are those of `call`.
        """
        parameters = function.parameters if isinstance(function, ts.Function) else ()
        given = None if call is None else call.type_arguments
        if given is not None and len(given) != len(parameters):
            message = f"{callee} takes {len(parameters)} type arguments, got {len(given)}"
            raise rule_error(op, message, "RLY-29")
        if not isinstance(function, ts.Function):
            return function
        terms: dict[str, Type] = {}
        for (name, kind), written in zip(parameters, given or repeat(ts.Hole()), strict=False):
            terms[name] = self.unifier.hole(kind, self.scope)
            if not isinstance(written, ts.Hole):
                self.give(op, f"@{plain(name)} of {callee}", terms[name], written)
        found: Type = function.body
        if terms:
            use = Instance(op, callee, function, terms, self.scope, call)
            self.instances.setdefault(op, []).append(use)
            found = self.copied(found, use)
        assert isinstance(found, ts.Function)
        state = TypeState(self.unifier, self.scope, {} if call is None else attributes_of(call))
        for named in found.where:
            self.solver.relate(op, named, known_relation(op, named), callee, state)
        return replace(found, where=())

    def copied(self, term: Type, use: Instance, depth: int = 0) -> Type:
        """A part of a function type at one use of the function."""
        term = self.unifier.resolve(term)
        declared = self.unifier.rigid.get(use.function.parameters[0][0])
        copies: dict[int, Type] = {}
        for number in ts.names_in(term).holes:
            if declared is not None and self.unifier.scope_of(number).sees(declared):
                copies[number] = self.unifier.hole(self.unifier.kinds[number - 1], use.scope)
        if copies and depth > DEPTH:
            raise rule_error(use.op, "the type of a use contains itself", "RLY-68")
        found = ts.Substitution(use.terms, copies).term(term)
        for number, copy in copies.items():
            self.follow(self.unifier.numbered(number), copy, use, depth)
        return found

    def follow(self, hole: Type, copy: Type, use: Instance, depth: int) -> None:
        """
        What a hole in a polymorphic function's type becomes at a use of the function (RLY-27): a
        copy. A hole that the function itself does not fill is one unknown for all uses.
        """

        def take(term: Type) -> None:
            self.solver.unify(use.op, copy, term, "a use of the function", "RLY-67", "the function")

        def known(found: Type) -> None:
            take(self.copied(found, use, depth + 1))

        constraint = self.solver.when_known(use.op, "{} from {}", (copy, hole), known)
        constraint.otherwise = lambda: take(hole)

    def give(self, op: Operation, what: str, hole: Type, given: Type) -> None:
        """Put a type argument in the place of a parameter (RLY-22, 24)."""
        opened, kind = self.opening(self.scope).term(given), ts.kind_of(hole)
        if kind is not None and ts.kind_of(opened) != kind:
            shown = part_text(Closing(self.unifier).term(opened))
            raise rule_error(op, f"type argument {shown} for {what} is not {WORDS[kind]}", "RLY-22")
        self.solver.unify(op, opened, hole, f"the type argument for {what}", "RLY-24", USES)
