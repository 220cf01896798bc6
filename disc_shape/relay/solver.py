"""
The solver: constraints on a queue, woken by the holes that they watch (RLY-53 to 62, 65).

A constraint that holds is dropped, one that is undecided stays in the graph until something is
learned about one of its holes, one that cannot hold is an error with the types that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from xdsl.ir import Operation

from disc_shape.analysis.waking import Entry, WakingQueue
from disc_shape.dialects.relay.types import type_text
from disc_shape.errors import rule_error
from disc_shape.relay.relations import Refused, Registered, TypeState
from disc_shape.symbolic import Expr, Symbol, Truth, sym
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type
from disc_shape.typesystem.unification import Mismatch, Scope, Unifier, is_hole, is_open, plain

Printed = Literal["nothing", "relations", "trace", "solution"]
"""What is printed: constraints as they are queued and run, in a trace with the state, or types."""
USES = "the uses of a value"
"""What a type comes from that no annotation and no relation gives."""


@dataclass
class Closing(ts.TermMap):
    """Resolves terms and gives parameters the names of their declarations."""

    unifier: Unifier

    def leaf(self, term: ts.Hole | ts.Parameter) -> Type:
        if isinstance(term, ts.Parameter):
            return ts.Parameter(plain(term.name))
        found = self.unifier.find(term)
        return ts.Hole(found.kind) if isinstance(found, ts.Hole) else self.term(found)

    def size(self, size: ts.Size) -> ts.Size:
        size = self.unifier.size(size)
        if isinstance(size, Symbol) and is_hole(size):
            return ts.Hole("dim")
        if not isinstance(size, Expr):
            return size
        # An unknown inside of an expression is shown as `_7`.
        return size.substitute(
            {one: sym(plain(one.label).replace("?", "_")) for one in size.symbols}
        )

    def inside(self, term: ts.T) -> ts.T:
        found = ts.TermMap.inside(self, term)
        if isinstance(found, ts.Function):
            parameters = tuple((plain(name), kind) for name, kind in found.parameters)
            return replace(found, parameters=parameters)
        return found


def text(unifier: Unifier, term: Type) -> str:
    """A term in full, for messages."""
    return type_text(Closing(unifier).term(term))


@dataclass(eq=False)
class Constraint(Entry):
    """What must hold, and the operation that says so."""

    op: Operation
    terms: Sequence[Type]
    """The terms whose holes are watched."""
    shown: Callable[[], str]
    """The constraint for a message."""
    attempt: Callable[[], Truth]
    """Whether it holds. Raises `OperationError` where it cannot hold."""
    what: str = USES
    """What a type that follows from the constraint comes from."""
    otherwise: Callable[[], None] | None = None
    """What is done when nothing else can be: it assumes what nothing contradicts."""
    number: int = field(init=False, default=0)
    """Its name in the trace."""


@dataclass
class Solver:
    """Constraints and what they have taught."""

    promises: list[tuple[Scope, ts.Named]] = field(default_factory=list["tuple[Scope, ts.Named]"])
    """The relations of functions, which hold in their bodies (RLY-41)."""
    prints: Printed = "nothing"
    lines: list[str] = field(default_factory=list[str])
    """What is printed."""
    queue: WakingQueue[int, Constraint] = field(default_factory=WakingQueue[int, Constraint])
    entries: list[Constraint] = field(default_factory=list[Constraint])

    def __post_init__(self) -> None:
        self.unifier = Unifier(self.postpone, self.learned)
        self.statistics = self.queue.statistics
        self.op: Operation | None = None
        """The operation whose types are unified."""
        self.what = ""
        """What is unified there: an argument, a result, a relation."""
        self.origins: dict[int, str] = {}
        """What has given each hole its term."""

    def promise(self, scope: Scope, where: Sequence[ts.Named]) -> None:
        """Relations that hold in a scope; the names of its parameters are its own."""
        for named in where:
            self.promises.append((scope, named))
            if named.relation == "Identity":
                for other in named.arguments[1:]:
                    self.unifier.assume(named.arguments[0], other)

    def add(self, constraint: Constraint) -> Constraint:
        """Queue a constraint."""
        self.entries.append(constraint)
        self.queue.add(constraint)
        constraint.number = self.statistics.queued
        self.queue.watch(constraint, self.unifier.open_holes(*constraint.terms).holes)
        self.tell("queue", constraint)
        return constraint

    def postpone(self, one: ts.Size, other: ts.Size) -> None:
        """Queue an equation of dimensions that is not decided yet (RLY-07)."""
        assert self.op is not None
        op, what, types = self.op, self.what, (ts.Dim(one), ts.Dim(other))

        def attempt() -> Truth:
            try:
                return self.unifier.try_sizes(one, other)
            except Mismatch as error:
                message = f"dimensions of {what} differ: {self.shown('{} and {}', types)}"
                raise rule_error(op, message, "RLY-67") from error

        self.add(Constraint(op, types, lambda: self.shown("{} == {}", types), attempt))

    def when_known(
        self, op: Operation, form: str, types: Sequence[Type], then: Callable[[Type], None]
    ) -> Constraint:
        """Queue what follows from the last one of the types as soon as it is no hole."""

        def attempt() -> Truth:
            found = self.unifier.resolve(types[-1])
            if is_open(found):
                return Truth.UNKNOWN
            then(found)
            return Truth.YES

        return self.add(Constraint(op, types[-1:], partial(self.shown, form, types), attempt))

    def relate(
        self, op: Operation, named: ts.Named, relation: Registered, callee: str, state: TypeState
    ) -> None:
        """Queue a relation at a call (RLY-42, 53)."""
        what = f"relation @{named.relation} of {callee}"

        def attempt() -> Truth:
            if self.is_promised(named, state.scope):
                return Truth.YES
            before = Closing(self.unifier).term(named)
            try:
                truth = relation.apply(named.arguments, state)
                if truth is Truth.NO:
                    raise Refused("its types are not related")
                return truth
            except (Mismatch, Refused) as error:
                why, rule = str(error), "RLY-57"
                if isinstance(error, Mismatch):
                    why = why or self.shown("{} and {} differ", (error.one, error.other))
                    rule = error.rule if error.rule in ("RLY-63", "RLY-68") else rule
                message = f"relation {type_text(before)} of {callee} does not hold: {why}"
                raise rule_error(op, message, rule) from error

        self.add(Constraint(op, named.arguments, lambda: self.shown("{}", (named,)), attempt, what))

    def is_promised(self, needed: ts.Named, here: Scope) -> bool:
        """Whether a function around the call says that it holds; its result follows then."""
        resolve = self.unifier.resolve
        for scope, named in self.promises:
            if named.relation != needed.relation or not here.sees(scope):
                continue
            *ours, last = map(resolve, needed.arguments)
            *theirs, result = map(resolve, named.arguments)
            if ours == theirs and (last == result or isinstance(last, ts.Hole)):
                self.unifier.unify(last, result)
                return True
        return False

    def learned(self, holes: Iterable[int]) -> None:
        """Something is learned about holes, from what is unified now."""
        for hole in holes:
            self.origins.setdefault(hole, self.what)
        self.queue.wake(holes)

    def sources(self, term: Type, first: str) -> str:
        """Where a type comes from: what says it, and what has filled the holes in it."""
        found = [first]
        for hole in ts.names_in(term).holes:
            while isinstance(known := self.unifier.bindings.get(hole), ts.Hole):
                hole = known.number
            found.append(self.origins.get(hole, first))
        return " and ".join(one for one in dict.fromkeys(found) if one != self.what)

    def unify(
        self, op: Operation, given: Type, expected: Type, what: str, rule: str, source: str
    ) -> None:
        """Make two types equal; an error says what is of which type, and by what it is expected."""
        self.op, self.what = op, what
        try:
            self.unifier.unify(given, expected)
        except Mismatch as error:
            found = rule if error.rule == "RLY-67" else error.rule
            why = f": {error.why}" if error.why else ""
            shown = self.shown("is of type {}, expected {}", (given, expected))
            message = f"{what} {shown} by {self.sources(expected, source)}{why}"
            raise rule_error(op, message, found) from error

    def run(self) -> None:
        """Run constraints until all hold or nothing changes, also not by assuming (RLY-62)."""
        while True:
            while (constraint := self.queue.pop()) is not None:
                self.step(constraint)
            assumed = next((one for one in self.undecided() if one.otherwise is not None), None)
            if assumed is None or assumed.otherwise is None:
                return
            assumed.otherwise()
            self.queue.discharge(assumed)

    def step(self, constraint: Constraint) -> None:
        """Run one constraint."""
        self.op, self.what = constraint.op, constraint.what
        truth = constraint.attempt()
        if truth is Truth.YES:
            self.queue.discharge(constraint)
        else:
            self.queue.watch(constraint, self.unifier.open_holes(*constraint.terms).holes)
        self.tell(truth.name.lower(), constraint)

    def undecided(self) -> list[Constraint]:
        """The constraints that are not decided."""
        self.entries = [one for one in self.entries if one.alive]
        return self.entries

    def shown(self, form: str, types: Sequence[Type]) -> str:
        """Types for a message, in the places of a form."""
        return form.format(*(text(self.unifier, one) for one in types))

    def tell(self, word: str, constraint: Constraint) -> None:
        """A line of the trace."""
        if self.prints in ("relations", "trace"):
            self.lines.append(f"{word} #{constraint.number}: {constraint.shown()}")
            self.lines += state_of(self) if self.prints == "trace" else ()


def state_of(solver: Solver) -> Iterator[str]:
    """The queue, the edges between holes and constraints, and the classes of holes."""

    def numbers(entries: Iterable[Constraint]) -> str:
        return " ".join(f"#{one.number}" for one in entries)

    yield f"  queue: {numbers(solver.queue.waiting()) or 'empty'}"
    edges = ", ".join(f"?{hole} - {numbers(watching)}" for hole, watching in solver.queue.edges())
    yield f"  graph: {edges or 'empty'}"
    for holes, term in solver.unifier.classes():
        stands = "" if isinstance(term, ts.Hole) else f" = {text(solver.unifier, term)}"
        yield f"  class: {' '.join(f'?{hole}' for hole in holes)}{stands}"
