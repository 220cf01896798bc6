"""Patterns: what the names that a type binds stand for, given a value of another type."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from disc_shape.symbolic import Expr
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import types as ts
from disc_shape.typesystem.scopes import Scope, names_of


@dataclass(slots=True)
class Substitution:
    """What names stand for; the first position of a name decides (RLX-236)."""

    bound: Collection[str]
    """The names that may be bound."""
    symbols: dict[str, Expr] = field(default_factory=dict[str, Expr])
    values: dict[str, Shape] = field(default_factory=dict[str, Shape])

    def match(self, pattern: ts.Type, type_: ts.Type) -> None:
        """Bind the names alone in a dimension of `pattern` to the dimensions of `type_` there."""
        match pattern, type_:
            case ts.ShapeType(), ts.ShapeType():
                self.match_shape(pattern.shape, type_.shape)
            case ts.TensorType(), ts.TensorType():
                if pattern.shape.value is None:
                    self.match_shape(pattern.shape, type_.shape)
            case ts.PrimType(), ts.PrimType():
                self.match_dim(pattern.value, type_.value)
            case ts.TupleType(), ts.TupleType() if len(pattern.fields) == len(type_.fields):
                self.match_all(pattern.fields, type_.fields)
            case ts.FunctionType(), ts.FunctionType():
                self.match_inside(pattern, type_)
            case _:
                return

    def match_inside(self, pattern: ts.FunctionType, type_: ts.FunctionType) -> None:
        """`match` for function types; what `type_` binds means nothing outside of it."""
        if len(pattern.parameters) != len(type_.parameters):
            return
        inside = Substitution(set(self.bound).difference(pattern.bound))
        inside.match_all(pattern.parameters, type_.parameters)
        for name, dim in inside.symbols.items():
            if set(names_of(Shape((dim,)))).isdisjoint(type_.bound):
                self.symbols.setdefault(name, dim)
        for name, shape in inside.values.items():
            if set(names_of(shape)).isdisjoint(type_.bound):
                self.values.setdefault(name, shape)

    def match_all(self, patterns: Sequence[ts.Type], types: Sequence[ts.Type]) -> None:
        """`match` for each pair."""
        for pattern, type_ in zip(patterns, types, strict=True):
            self.match(pattern, type_)

    def match_shape(self, pattern: Shape, shape: Shape) -> None:
        """`match` for shapes, which have one rank unless one of them has none."""
        if pattern.value is not None:
            if pattern.value in self.bound and pattern.rank in (None, shape.rank):
                self.values.setdefault(pattern.value, shape)
        elif pattern.dims is not None and shape.rank == pattern.rank:
            for one, other in zip(pattern.dims, shape.dims or (), strict=True):
                self.match_dim(one, other)

    def match_dim(self, pattern: Expr | None, dim: Expr | None) -> None:
        """`match` for one dimension."""
        if pattern is None or dim is None:
            return
        name = pattern.name
        if name is not None and name in self.bound:
            self.symbols.setdefault(name, dim)

    def scope(self, *, loses: bool) -> Scope:
        """
        What becomes of names by this substitution: those that may be bound and are not stay, or are
        lost; all others stay.
        """
        left = self.bound if loses else ()
        symbols: dict[str, Expr | None] = dict.fromkeys(left)
        values = dict.fromkeys(left, Shape())
        return Scope(symbols | self.symbols, values | self.values, keeps_others=True)


def matched(function: ts.FunctionType, arguments: Sequence[ts.Type]) -> Substitution:
    """What a call with these arguments binds; there are as many as parameters."""
    found = Substitution(function.bound)
    found.match_all(function.parameters, arguments)
    return found
