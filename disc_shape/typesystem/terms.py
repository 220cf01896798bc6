"""
Types with parameters and holes of four kinds: whole types, base types, shapes and dimensions.

Every part of a type is a term, so that one walk serves them all. A parameter is bound by a
function or an operator and replaced at each call; a hole is an unknown of inference. In a
dimension, both are symbols of the prover.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Final, Literal, TypeAlias, TypeVar

from disc_shape.symbolic import Expr, sym
from disc_shape.typesystem.types import TupleType, Type

T = TypeVar("T", bound=Type)
Kind: TypeAlias = Literal["type", "base", "shape", "dim"]
KINDS: Final[tuple[Kind, ...]] = ("type", "base", "shape", "dim")
"""What a parameter may stand for (RLY-20)."""
HOLE_MARK: Final = "?"
"""What the labels of symbols that are holes begin with."""


@dataclass(frozen=True, slots=True)
class Hole(Type):
    """An unknown (RLY-51); those that a program writes all have the number 0."""

    kind: Kind = "type"
    number: int = 0


@dataclass(frozen=True, slots=True)
class Parameter(Type):
    """A parameter by its name; its kind where its declaration has been seen."""

    name: str
    kind: Kind | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Base(Type):
    """A base type as MLIR writes it; four lanes are a vector (RLY-05)."""

    name: str

    @property
    def lanes(self) -> tuple[str, int]:
        """The base type of one lane, and how many there are."""
        if not self.name.startswith("vector<"):
            return self.name, 1
        lanes, _, element = self.name.removeprefix("vector<").removesuffix(">").partition("x")
        return element, int(lanes)


Size: TypeAlias = "Expr | Hole | None"
"""A dimension: None is Any, of which nothing is known (RLY-08)."""


@dataclass(frozen=True, slots=True)
class Dim(Type):
    """A dimension where a type parameter is given."""

    size: Size


@dataclass(frozen=True, slots=True)
class Dims(Type):
    """A shape of known rank (RLY-07)."""

    sizes: tuple[Size, ...]


@dataclass(frozen=True, slots=True)
class Tensor(Type):
    """A tensor: a shape and a base type (RLY-03)."""

    shape: Type
    element: Type


@dataclass(frozen=True, slots=True)
class Named(Type):
    """A relation by its name, over types (RLY-32); it is a part of a function type."""

    relation: str
    arguments: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Function(Type):
    """Parameters with their kinds, arguments, a result, and relations (RLY-13)."""

    parameters: tuple[tuple[str, Kind], ...]
    arguments: tuple[Type, ...]
    result: Type
    where: tuple[Named, ...] = ()

    @property
    def body(self) -> Function:
        """The same type with its parameters free in it."""
        return Function((), self.arguments, self.result, self.where)


@dataclass(frozen=True, slots=True)
class Data(Type):
    """A type call: the handle of a data type and its arguments (RLY-90)."""

    name: str
    arguments: tuple[Type, ...] = ()


BOOLEAN: Final = Tensor(Dims(()), Base("i1"))


_KINDS: Final[Mapping[type[Type], Kind]] = {Base: "base", Dims: "shape", Dim: "dim"}


def kind_of(term: Type) -> Kind | None:
    """The kind of a term; None for a parameter whose declaration says it."""
    return term.kind if isinstance(term, Hole | Parameter) else _KINDS.get(type(term), "type")


def parts(term: Type) -> tuple[Type, ...]:
    """The terms that a term consists of, one level down; a shape consists of its dimensions."""
    match term:
        case Tensor():
            return term.shape, term.element
        case Dims():
            return tuple(map(Dim, term.sizes))
        case TupleType():
            return term.fields
        case Data() | Named():
            return term.arguments
        case Function():
            return *term.arguments, term.result, *term.where
        case _:
            return ()


def with_parts(term: T, new: Iterable[Type]) -> T:
    """A term of the same form that consists of as many others."""
    match term:
        case Tensor():
            shape, element = new
            return replace(term, shape=shape, element=element)
        case Dims():
            return replace(term, sizes=tuple(one.size for one in new if isinstance(one, Dim)))
        case TupleType():
            return replace(term, fields=tuple(new))
        case Data() | Named():
            return replace(term, arguments=tuple(new))
        case Function():
            listed, count = tuple(new), len(term.arguments)
            where = tuple(one for one in listed[count + 1 :] if isinstance(one, Named))
            return replace(term, arguments=listed[:count], result=listed[count], where=where)
        case _:
            return term


def is_like(one: Type, other: Type) -> bool:
    """Whether two terms differ in their parts only, of which they have as many."""
    ours, theirs = parts(one), parts(other)
    same = type(one) is type(other) and 0 < len(ours) == len(theirs)
    return same and with_parts(one, theirs) == other


def bound_by(term: Type) -> frozenset[str]:
    """The parameters that a term declares for its parts."""
    parameters = term.parameters if isinstance(term, Function) else ()
    return frozenset(name for name, _ in parameters)


class TermMap:
    """Builds a term anew, with other holes, parameters and dimensions."""

    def leaf(self, term: Hole | Parameter) -> Type:
        """What takes the place of a hole or a parameter."""
        return term

    def size(self, size: Size) -> Size:
        """What takes the place of a dimension."""
        return size

    def term(self, term: Type) -> Type:
        """The whole term."""
        match term:
            case Hole() | Parameter():
                return self.leaf(term)
            case Dim():
                size = self.size(term.size)
                return term if size is term.size else Dim(size)
            case _:
                return self.inside(term)

    def inside(self, term: T) -> T:
        """A term of the same form, with other parts; itself where they are the same."""
        ours = parts(term)
        new = tuple(map(self.term, ours))
        return term if all(map(is_, ours, new)) else with_parts(term, new)


@dataclass
class Substitution(TermMap):
    """
    Puts terms in the place of parameters (RLY-25), and of holes by their numbers; parameters that a
    function type binds stay.
    """

    terms: Mapping[str, Type]
    holes: Mapping[int, Type] = field(default_factory=dict[int, Type])

    def leaf(self, term: Hole | Parameter) -> Type:
        if isinstance(term, Parameter):
            return self.terms.get(term.name, term)
        return self.holes.get(term.number, term)

    def size(self, size: Size) -> Size:
        return substituted(size, self.given) if isinstance(size, Expr) else size

    def given(self, label: str) -> Size | Literal["kept"]:
        """The dimension for a symbol."""
        is_hole = label.startswith(HOLE_MARK)
        found = self.holes.get(int(label[1:])) if is_hole else self.terms.get(label)
        if isinstance(found, Parameter):
            return sym(found.name)
        return found.size if isinstance(found, Dim) else "kept"

    def inside(self, term: T) -> T:
        bound = bound_by(term)
        if bound.isdisjoint(self.terms):
            return TermMap.inside(self, term)
        rest = {name: one for name, one in self.terms.items() if name not in bound}
        return TermMap.inside(replace(self, terms=rest), term)


def substituted(size: Expr, given: Callable[[str], Size | Literal["kept"]]) -> Size:
    """A dimension over other dimensions; Any where it is over Any, or a hole that is one alone."""
    mapping: dict[Expr, Expr] = {}
    for symbol in size.symbols:
        found = given(symbol.label)
        if found == "kept":
            continue
        if not isinstance(found, Expr):
            return found if size.name is not None else None
        mapping[symbol] = found
    return size.substitute(mapping) if mapping else size


@dataclass(slots=True)
class Names:
    """The parameters in terms, with how often each occurs, and the holes."""

    parameters: Counter[str] = field(default_factory=Counter[str])
    holes: dict[int, None] = field(default_factory=dict[int, None])

    def add(self, term: Type, bound: frozenset[str] = frozenset()) -> Names:
        """What a term mentions, without the parameters that a function type in it binds."""
        match term:
            case Hole():
                self.holes[term.number] = None
            case Parameter() if term.name not in bound:
                self.parameters[term.name] += 1
            case Dim():
                self.add_size(term.size, bound)
            case _:
                bound |= bound_by(term)
                for part in parts(term):
                    self.add(part, bound)
        return self

    def add_size(self, size: Size, bound: frozenset[str]) -> None:
        """What a dimension mentions."""
        if isinstance(size, Hole):
            self.holes[size.number] = None
        elif size is not None:
            for symbol in size.symbols:
                if symbol.label.startswith(HOLE_MARK):
                    self.holes[int(symbol.label[1:])] = None
                elif symbol.label not in bound:
                    self.parameters[symbol.label] += 1


def names_in(*terms: Type) -> Names:
    """The parameters and holes in terms, in order."""
    names = Names()
    for term in terms:
        names.add(term)
    return names


def sizes_in(term: Type) -> Iterator[Size]:
    """The dimensions in a term."""
    if isinstance(term, Dim):
        yield term.size
    for part in parts(term):
        yield from sizes_in(part)


def is_negative(size: Size) -> bool:
    """Whether a dimension is a number below 0, which no tensor has."""
    return isinstance(size, Expr) and size.constant is not None and size.constant < 0
