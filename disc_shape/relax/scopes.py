"""Values against types: symbols that are new get sizes, all else is compared (RLX-170 to 193)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Generic, Self, TypeAlias, TypeVar

from xdsl.ir import SSAValue

from disc_shape.dialects.relax.types import type_text
from disc_shape.relax.operators.errors import Mismatch, OperatorError
from disc_shape.symbolic import Expr
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.scopes import names_bound
from disc_shape.typesystem.types import PrimType, ShapeType, TensorType, TupleType, Type

V = TypeVar("V")
"""A value."""
Pair: TypeAlias = tuple[Expr, Expr, str]
"""A dimension of a type, the size of a value there, and the place, for messages."""


class Scope(ABC, Generic[V]):
    """The values and the sizes that operations see; a scope inside another one sees both."""

    def __init__(
        self, values: dict[SSAValue, V] | None = None, sizes: dict[str, Expr] | None = None
    ) -> None:
        self.values: dict[SSAValue, V] = {} if values is None else values
        self.sizes: dict[str, Expr] = {} if sizes is None else sizes
        """What each symbol is; `s[i]` is an integer of the shape value `s`."""
        self.shapes: dict[str, int] = {}
        """The lengths of the shape values that types name."""

    def inside(self) -> Self:
        """A scope whose symbols end with it."""
        inner = copy(self)
        inner.sizes, inner.shapes = dict(self.sizes), dict(self.shapes)
        return inner

    def frame(self) -> Self:
        """A scope for one call, whose values end with it too."""
        inner = copy(self)
        inner.values, inner.sizes = dict(self.values), dict(self.sizes)
        inner.shapes = dict(self.shapes)
        return inner

    @property
    def names(self) -> set[str]:
        """The symbols and shape values that are known."""
        return {*self.sizes, *self.shapes}

    def size(self, dim: Expr) -> Expr:
        """What a dimension is here. Raises `OperatorError` for one without a value."""
        mapping: dict[Expr, Expr] = {}
        for symbol in dim.symbols:
            if symbol.label not in self.sizes:
                raise OperatorError(f"@{symbol.label} has no value here", "RLX-161")
            mapping[symbol] = self.sizes[symbol.label]
        return dim.substitute(mapping)

    # what a value is

    @abstractmethod
    def type_of(self, value: V) -> Type:
        """The type of a value with all of its sizes, of a tuple without those of its members."""

    @abstractmethod
    def has_elements(self, value: V, element: str) -> bool:
        """Whether a tensor has elements of a type."""

    @abstractmethod
    def members(self, value: V) -> Sequence[V] | None:
        """The members of a tuple; None for other values."""

    @abstractmethod
    def describe(self, value: V) -> str:
        """What a value is, for messages."""

    @abstractmethod
    def compare(self, dim: Expr, size: Expr, place: str) -> None:
        """A size is that of a dimension, or the run ends."""

    def other(self, value: V, type_: Type, what: str) -> None:
        """A value is of a type that says no sizes, or the run ends."""

    def member(self, value: V, index: int) -> V:
        """A member of a tuple (RLX-305)."""
        fields = self.members(value)
        if fields is None:
            raise OperatorError(f"{self.describe(value)} is no tuple", "RLX-262")
        if not 0 <= index < len(fields):
            raise OperatorError(f"member {index} of a tuple of {len(fields)}", "RLX-262")
        return fields[index]

    # comparison

    def match(self, given: Sequence[tuple[V, Type, str]], *, checks: bool = True) -> None:
        """
        Values are of types, or the run ends: first the symbols that stand alone and are new get
        their sizes, then all other sizes are compared in order (RLX-114, 116, 182, 191). Each value
        comes with what it is, for messages. Without `checks` only the former (RLX-293).
        """
        if not checks:
            given = [one for one in given if names_bound(one[1]).difference(self.names)]
        pairs = [pair for one in given for pair in self.pairs(*one)]
        for dim, size, _ in pairs:
            if dim.name is not None:
                self.sizes.setdefault(dim.name, size)
        for dim, size, place in pairs if checks else ():
            self.compare(dim, size, place)

    def pairs(self, value: V, type_: Type, what: str) -> Iterator[Pair]:
        """Each dimension that a type writes and the size of the value there."""
        match self.type_of(value), type_:
            case TensorType() as given, TensorType():
                if type_.element is not None and not self.has_elements(value, type_.element):
                    raise self.mismatch(value, type_, what)
                yield from self.of_shape(type_.shape, given.shape, what, "dimension", "rank")
            case ShapeType() as given, ShapeType():
                self.name_shape(type_.shape, given.shape, what)
                yield from self.of_shape(type_.shape, given.shape, what, "integer", "length")
            case PrimType() as given, PrimType() if given.element == type_.element:
                if type_.value is not None and given.value is not None:
                    yield type_.value, given.value, what
            case TupleType() as given, TupleType() if len(given.fields) == len(type_.fields):
                fields = zip(self.members(value) or (), type_.fields, strict=True)
                for index, (one, field) in enumerate(fields):
                    yield from self.pairs(one, field, f"member {index} of {what}")
            case _, TensorType() | ShapeType() | PrimType() | TupleType():
                raise self.mismatch(value, type_, what)
            case _:
                self.other(value, type_, what)

    def mismatch(self, value: V, type_: Type, what: str) -> Mismatch:
        """The error for a value of another kind than a type."""
        return Mismatch(f"{what} is {self.describe(value)}, expected {type_text(type_)}")

    def name_shape(self, shape: Shape, given: Shape, what: str) -> None:
        """Give a shape value its integers, unless it has some."""
        name, integers = shape.value, given.exact or ()
        if name is None:
            return
        if shape.rank not in (None, len(integers)):
            raise Mismatch(f"{what} has length {len(integers)}, expected {shape.rank}")
        if name not in self.shapes:
            self.shapes[name] = len(integers)
            for symbol, size in zip(self.integers(name), integers, strict=True):
                self.sizes[str(symbol.name)] = size

    def integers(self, name: str) -> tuple[Expr, ...]:
        """The symbols for the integers of a shape value."""
        if name not in self.shapes:
            raise Mismatch(f"@{name} has no value here")
        return Shape.of_value(name, self.shapes[name]).exact or ()

    def of_shape(
        self, shape: Shape, given: Shape, what: str, part: str, count: str
    ) -> Iterator[Pair]:
        """The dimensions of one shape, which has as many."""
        dims = shape.dims if shape.value is None else self.integers(shape.value)
        sizes = given.exact or ()
        if dims is None:
            return
        if len(dims) != len(sizes):
            raise Mismatch(f"{what} has {count} {len(sizes)}, expected {len(dims)}")
        for index, (dim, size) in enumerate(zip(dims, sizes, strict=True)):
            if dim is not None:
                yield dim, size, f"{part} {index} of {what}"
