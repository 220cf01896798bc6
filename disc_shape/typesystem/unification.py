"""
Unification: a union-find over holes of four kinds, with an occurs check and rigid parameters.

Dimensions are equal when the prover says so; an equation that it cannot decide is postponed. A
parameter is rigid inside the function that declares it, and a hole that is visible outside of that
function never stands for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from disc_shape.symbolic import Contradiction, Expr, Prover, Symbol, Truth, compare, sym
from disc_shape.symbolic.counterexamples import counterexample
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.terms import HOLE_MARK, Dim, Function, Hole, Parameter, Size
from disc_shape.typesystem.types import Type


class Mismatch(Exception):
    """Two types that cannot be one: the innermost parts that differ, and the rule."""

    def __init__(self, one: Type, other: Type, why: str = "", rule: str = "RLY-67") -> None:
        super().__init__(why)
        self.one = one
        self.other = other
        self.why = why
        self.rule = rule


@dataclass(eq=False, slots=True)
class Scope:
    """Where the parameters of a function are visible."""

    parent: Scope | None = None
    depth: int = 0
    names: dict[str, Type] = field(default_factory=dict[str, Type])
    """The parameters by the names that are written for them."""

    def inside(self) -> Scope:
        """The scope of a function in this one."""
        return Scope(self, self.depth + 1, dict(self.names))

    def sees(self, other: Scope) -> bool:
        """Whether what `other` declares is visible here."""
        here: Scope | None = self
        while here is not None and here.depth > other.depth:
            here = here.parent
        return here is other

    def common(self, other: Scope) -> Scope:
        """The innermost scope that is around both."""
        here = self
        while not other.sees(here):
            assert here.parent is not None
            here = here.parent
        return here


Postpone = Callable[[Size, Size], None]
Learned = Callable[[Iterable[int]], None]


@dataclass
class Holes(ts.TermMap):
    """What holes are bound to."""

    bindings: dict[int, Type] = field(init=False, default_factory=dict[int, Type])
    scopes: list[Scope] = field(init=False, default_factory=list[Scope])
    """The scope of each hole by its number, counted from 1."""
    kinds: list[ts.Kind] = field(init=False, default_factory=list[ts.Kind])

    def hole(self, kind: ts.Kind, scope: Scope) -> Type:
        """A new hole."""
        self.scopes.append(scope)
        self.kinds.append(kind)
        return self.numbered(len(self.scopes))

    def numbered(self, number: int) -> Type:
        """The hole of this number."""
        kind = self.kinds[number - 1]
        return Dim(sym(f"{HOLE_MARK}{number}")) if kind == "dim" else Hole(kind, number)

    def hole_size(self, scope: Scope) -> Expr:
        """A new hole that is a dimension."""
        hole = self.hole("dim", scope)
        assert isinstance(hole, Dim)
        assert isinstance(hole.size, Expr)
        return hole.size

    def scope_of(self, number: int) -> Scope:
        """Where a hole is visible."""
        return self.scopes[number - 1]

    def find(self, term: Type) -> Type:
        """A term without holes that stand for others at its top."""
        path: list[int] = []
        while isinstance(term, Hole) and (found := self.bindings.get(term.number)) is not None:
            path.append(term.number)
            term = found
        for number in path[:-1]:
            self.bindings[number] = term
        return term

    def resolve(self, term: Type) -> Type:
        """A term in which no hole stands for anything."""
        return self.term(term)

    def leaf(self, term: Hole | Parameter) -> Type:
        found = self.find(term)
        return found if isinstance(found, Hole | Parameter) else self.term(found)

    def size(self, size: Size) -> Size:
        while isinstance(size, Expr):
            changed = ts.substituted(size, self.given)
            if changed is size:
                return size
            size = changed
        return size

    def given(self, label: str) -> Size | Literal["kept"]:
        """The dimension for a symbol."""
        if not label.startswith(HOLE_MARK):
            return "kept"
        found = self.bindings.get(int(label[1:]))
        return found.size if isinstance(found, Dim) else "kept"

    def classes(self) -> Iterator[tuple[list[int], Type]]:
        """The holes that are one, and their term: a hole where nothing is known."""
        found: dict[Type, list[int]] = {}
        for number in range(1, len(self.kinds) + 1):
            found.setdefault(self.resolve(self.numbered(number)), []).append(number)
        for term, holes in found.items():
            yield holes, term

    def open_holes(self, *terms: Type) -> ts.Names:
        """The parameters and the holes in terms that are left."""
        return ts.names_in(*map(self.resolve, terms))


@dataclass
class Unifier(Holes):
    """Makes terms equal."""

    postpone: Postpone
    """Takes two dimensions of which it is not decided yet whether they are equal."""
    learned: Learned
    """Takes the holes about which something is learned."""
    prover: Prover = field(default_factory=Prover)
    merges: int = 0
    outermost: Scope = field(default_factory=Scope)
    rigid: dict[str, Scope] = field(default_factory=dict[str, Scope])
    """The scope of each parameter by its unique name."""

    def unify(self, one: Type, other: Type) -> None:
        """Make two terms equal. Raises `Mismatch`; what was learned before that stays."""
        one, other = self.find(one), self.find(other)
        if one == other:
            return
        if isinstance(one, Hole):
            self.bind(one, one.number, other)
        elif isinstance(other, Hole):
            self.bind(other, other.number, one)
        else:
            self.unify_parts(one, other)

    def unify_all(self, ones: Iterable[Type], others: Iterable[Type]) -> None:
        """Make terms of equal number equal in pairs."""
        for one, other in zip(ones, others, strict=True):
            self.unify(one, other)

    def unify_parts(self, one: Type, other: Type) -> None:
        """Make two terms equal that are no holes."""
        match one, other:
            case Dim(), Dim():
                self.unify_sizes(one.size, other.size)
            case Function(), Function() if is_alike(one, other):
                self.unify_functions(one, other)
            case _ if ts.is_like(one, other):
                self.unify_all(ts.parts(one), ts.parts(other))
            case _:
                raise Mismatch(one, other)

    def unify_functions(self, one: Function, other: Function) -> None:
        """Arguments and results; the parameters of both become the same rigid ones."""
        scope = self.outermost.inside()
        rigid = tuple(Parameter(self.declare("t", scope)) for _ in one.parameters)
        one, other = instance(one, rigid), instance(other, rigid)
        self.unify_all(one.arguments, other.arguments)
        self.unify(one.result, other.result)
        if len(one.where) == len(other.where):
            for relation, another in zip(one.where, other.where, strict=True):
                self.unify_all(relation.arguments, another.arguments)

    def declare(self, name: str, scope: Scope) -> str:
        """A unique name for a parameter that a scope declares."""
        unique = f"{name}'{len(self.rigid)}"
        self.rigid[unique] = scope
        return unique

    def bind(self, hole: Type, number: int, term: Type) -> None:
        """Let a hole, which has a number, stand for a term."""
        kind = self.kinds[number - 1]
        if ts.kind_of(term) not in (None, kind):
            raise Mismatch(hole, term, f"expected a term of kind {kind}", "RLY-22")
        names = self.open_holes(term)
        if number in names.holes:
            raise Mismatch(hole, self.resolve(term), "a type cannot contain itself", "RLY-68")
        self.narrow(hole, number, names)
        self.bindings[number] = term
        self.merges += is_open(term)
        self.learned((number,))

    def narrow(self, hole: Type, number: int, names: ts.Names) -> None:
        """A hole that stands for a term is visible where the parameters of the term are."""
        scope = self.scope_of(number)
        for name in names.parameters:
            if name in self.rigid and not scope.sees(self.rigid[name]):
                why = f"@{plain(name)} is not visible where an annotation is missing"
                raise Mismatch(hole, Parameter(name), why, "RLY-63")
        for other in names.holes:
            inner = self.scope_of(other)
            if not scope.sees(inner):
                self.scopes[other - 1] = scope.common(inner)

    # dimensions

    def assume(self, one: Type, other: Type) -> None:
        """Take the dimensions of two tensors of one rank to be equal."""
        if not isinstance(one, ts.Tensor) or not isinstance(other, ts.Tensor):
            return
        for size, another in zip(ts.parts(one.shape), ts.parts(other.shape), strict=False):
            match size, another:
                case Dim(size=Expr() as left), Dim(size=Expr() as right):
                    with suppress(Contradiction):
                        self.prover.assume(compare("==", left, right))
                case _:
                    pass

    def unify_sizes(self, one: Size, other: Size) -> None:
        """Make two dimensions equal, or postpone them."""
        if self.try_sizes(one, other) is Truth.UNKNOWN:
            self.postpone(one, other)

    def try_sizes(self, one: Size, other: Size) -> Truth:
        """Make two dimensions equal if that can be decided. Raises `Mismatch`."""
        one, other = self.size(one), self.size(other)
        if one is other or one == other:
            return Truth.YES
        for size, another in ((one, other), (other, one)):
            if isinstance(size, Symbol) and is_hole(size):
                if not isinstance(another, Expr) or size not in another.symbols:
                    self.bind_size(size, another)
                    return Truth.YES
        if not isinstance(one, Expr) or not isinstance(other, Expr):
            left = one if isinstance(one, Expr) else other
            if isinstance(left, Expr) and any(map(is_hole, left.symbols)):
                return Truth.UNKNOWN
            raise Mismatch(Dim(one), Dim(other))
        truth = self.prover.equal(one, other).truth
        if truth is Truth.YES:
            return Truth.YES
        holes = list(dict.fromkeys(one for side in (one, other) for one in side.symbols))
        holes = [symbol for symbol in holes if is_hole(symbol)]
        if truth is Truth.NO or (not holes and self.differs_somewhere(one, other)):
            raise Mismatch(Dim(one), Dim(other))
        return self.solved(one, other, holes)

    def differs_somewhere(self, one: Expr, other: Expr) -> bool:
        """Whether two dimensions differ for some sizes that obey what is assumed."""
        known = len(self.prover.store.fact_list)
        return counterexample(self.prover, compare("==", one, other), known) is not None

    def solved(self, one: Expr, other: Expr, holes: list[Symbol]) -> Truth:
        """Bind a hole that an equation determines."""
        for hole in holes:
            value = self.prover.solve(one, other, hole)
            if value is None or hole in value.symbols:
                continue
            sides = [side.substitute({hole: value}) for side in (one, other)]
            if not self.prover.proves_equal(*sides):
                continue
            if self.prover.lt(value, 0).truth is Truth.YES:
                raise Mismatch(Dim(one), Dim(other))
            if self.prover.le(0, value).truth is Truth.YES:
                self.bind_size(hole, value)
                return Truth.YES
        return Truth.UNKNOWN

    def bind_size(self, hole: Symbol, size: Size) -> None:
        """Let a hole stand for a dimension."""
        self.bind(Dim(hole), int(hole.label[1:]), Dim(size))


def is_hole(symbol: Symbol) -> bool:
    """Whether a symbol is a hole."""
    return symbol.label.startswith(HOLE_MARK)


def is_open(term: Type) -> bool:
    """Whether a term is a hole."""
    if isinstance(term, Dim):
        return isinstance(term.size, Symbol) and is_hole(term.size)
    return isinstance(term, Hole)


def plain(name: str) -> str:
    """A parameter's name as its declaration writes it."""
    return name.partition("'")[0]


def instance(function: Function, terms: Sequence[Type]) -> Function:
    """A function type with terms for its parameters."""
    names = (name for name, _ in function.parameters)
    return ts.Substitution(dict(zip(names, terms, strict=True))).inside(function.body)


def is_alike(one: Function, other: Function) -> bool:
    """Whether two functions have parameters of the same kinds, and as many arguments."""
    ours, theirs = ([kind for _, kind in type_.parameters] for type_ in (one, other))
    return ours == theirs and len(one.arguments) == len(other.arguments)
