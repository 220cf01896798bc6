"""The names in a type, and what is left of it where some of them are out of scope."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from disc_shape.symbolic import Expr, sym
from disc_shape.symbolic.shapes import Shape, element_of, value_of
from disc_shape.typesystem import types as ts


def shapes_in(type_: ts.Type) -> Iterator[Shape]:
    """The shapes and values of scalars that a type mentions, those in function types included."""
    for one in ts.all_leaves(type_):
        match one:
            case ts.Shaped():
                yield one.shape
            case ts.PrimType(value=Expr() as value):
                yield Shape((value,))
            case _:
                pass


def names_used(type_: ts.Type) -> set[str]:
    """The symbols that a type mentions, bound ones too (RLX-164)."""
    labels = {one.label for shape in shapes_in(type_) for one in shape.symbols}
    return {label for label in labels if not label.endswith("]")}


def free_names(type_: ts.Type) -> set[str]:
    """The symbols and shape values of the scope around it that a type mentions."""
    inside = list(map(free_names, ts.parts(type_)))
    if not inside:
        return {name for shape in shapes_in(type_) for name in names_of(shape)}
    bound = type_.bound if isinstance(type_, ts.FunctionType) else ()
    return set[str]().union(*inside).difference(bound)


def names_of(shape: Shape) -> Iterator[str]:
    """The symbols and shape values that a shape mentions."""
    if shape.value is not None:
        yield shape.value
    for symbol in shape.symbols:
        yield value_of(symbol) or symbol.label


def names_bound(type_: ts.Type) -> set[str]:
    """The symbols that a value of this type binds: those alone in a dimension (RLX-114, 164)."""
    match type_:
        case ts.Shaped():
            name = type_.shape.value
            if name is not None:
                return {name} if isinstance(type_, ts.ShapeType) else set()
            return {dim.name for dim in type_.shape.known if dim.name is not None}
        case ts.PrimType(value=Expr() as value):
            return set() if value.name is None else {value.name}
        case ts.TupleType():
            return set[str]().union(*map(names_bound, type_.fields))
        case ts.FunctionType():
            return set(type_.bound)
        case _:
            return set()


def function_of(
    parameters: Iterable[ts.Type], result: ts.Type, pure: bool = True, scope: Collection[str] = ()
) -> ts.FunctionType:
    """
    The type of a function whose parameters bind the symbols that stand alone in one of their
    dimensions and are not in `scope` (RLX-163).
    """
    parameters = tuple(parameters)
    own = (one for one in parameters if not isinstance(one, ts.FunctionType))
    bound = set[str]().union(*map(names_bound, own)).difference(scope)
    return ts.FunctionType(parameters, result, pure, tuple(sorted(bound)))


@dataclass(frozen=True, slots=True)
class Scope:
    """What becomes of names: each has a replacement or, without one or with None, is lost."""

    symbols: Mapping[str, Expr | None] = field(default_factory=dict[str, "Expr | None"])
    values: Mapping[str, Shape] = field(default_factory=dict[str, Shape])
    """The shapes that stand for shape values."""
    keeps_others: bool = False
    """Whether names without a replacement stay as they are."""

    @staticmethod
    def of(names: Iterable[str]) -> Scope:
        """A scope in which these symbols and shape values are known, and no others."""
        names = list(names)
        return Scope(
            {name: sym(name) for name in names}, {name: Shape.of_value(name) for name in names}
        )

    def dim(self, dim: Expr) -> Expr | None:
        """The dimension over the replacements, None when it mentions a lost name."""
        mapping: dict[Expr, Expr] = {}
        for symbol in dim.symbols:
            value = value_of(symbol)
            if value is None:
                found, known = self.symbols.get(symbol.label), symbol.label in self.symbols
            else:
                found, known = self.element(value, symbol), value in self.values
            if found is not None:
                mapping[symbol] = found
            elif known or not self.keeps_others:
                return None
        return dim.substitute(mapping) if mapping else dim

    def element(self, value: str, symbol: Expr) -> Expr | None:
        """The integer of a shape value that `symbol` stands for."""
        shape = self.values.get(value)
        if shape is None:
            return None
        axis = int(str(symbol.name).partition("[")[2][:-1])
        if shape.dims is None:
            return None if shape.value is None else element_of(shape.value, axis)
        return shape.dims[axis] if axis < len(shape.dims) else None

    def shape(self, shape: Shape) -> Shape:
        """The shape over the replacements; lost dimensions become unknown (RLX-151, 232)."""
        if shape.value is None:
            return shape.mapped(self.dim)
        found = self.values.get(shape.value)
        if found is None:
            return shape if self.keeps_others else Shape.of_rank(shape.rank)
        if found.value is not None:
            return Shape.of_value(found.value, found.rank if shape.rank is None else shape.rank)
        fits = found.rank is not None and shape.rank in (None, found.rank)
        return found if fits else Shape.of_rank(shape.rank)

    def without(self, names: Collection[str]) -> Scope:
        """This scope around a function type that binds `names`: they stay what they are."""
        if not names:
            return self
        symbols = {name: one for name, one in self.symbols.items() if name not in names}
        values = {name: one for name, one in self.values.items() if name not in names}
        if not self.keeps_others:
            symbols.update({name: sym(name) for name in names})
            values.update({name: Shape.of_value(name) for name in names})
        return Scope(symbols, values, self.keeps_others)

    def replacements(self, names: Iterable[str]) -> set[str]:
        """The names that the replacements of `names` mention."""
        found: set[str] = set()
        for name in names:
            if (dim := self.symbols.get(name)) is not None:
                found.update(symbol.label for symbol in dim.symbols)
            if (shape := self.values.get(name)) is not None:
                found.update(names_of(shape))
        return found


def erased(type_: ts.Type, scope: Scope) -> ts.Type:
    """
    The least type above `type_` that names nothing outside of `scope` (RLX-232 to 235).

    A function type that loses a dimension of a parameter becomes an object: with an unknown
    dimension there it would accept more, and so be no supertype.
    """
    match type_:
        case ts.Shaped():
            return replace(type_, shape=scope.shape(type_.shape))
        case ts.PrimType(value=Expr() as value):
            return ts.PrimType(type_.element, scope.dim(value))
        case ts.FunctionType():
            return erased_function(type_, scope)
        case _:
            return ts.mapped(type_, lambda one: erased(one, scope))


def erased_function(type_: ts.FunctionType, scope: Scope) -> ts.Type:
    """A function type in a scope: the names that it binds stay its own (RLX-234)."""
    type_ = away_from(type_, scope.replacements(free_names(type_)))
    inner = scope.without(type_.bound)
    found = ts.mapped(type_, lambda one: erased(one, inner))
    return ts.OBJECT if knowledge(found.parameters) < knowledge(type_.parameters) else found


def knowledge(types: Iterable[ts.Type]) -> int:
    """How many dimensions, values and shape values types name."""
    shapes = (shape for one in types for shape in shapes_in(one))
    return sum((shape.value is not None) + len(tuple(shape.known)) for shape in shapes)


def away_from(type_: ts.FunctionType, names: Collection[str]) -> ts.FunctionType:
    """The same function type, binding none of `names`."""
    if not set(names).intersection(type_.bound):
        return type_
    taken = {*names, *type_.bound}

    def other(name: str) -> str:
        if name in names:
            name = next(new for i in count(1) if (new := f"{name}_{i}") not in taken)
            taken.add(name)
        return name

    return renamed(type_, other)


def renamed(type_: ts.FunctionType, name: Callable[[str], str]) -> ts.FunctionType:
    """The same function type with other names for what it binds."""
    names = {old: name(old) for old in type_.bound}
    scope = Scope(
        {old: sym(new) for old, new in names.items()},
        {old: Shape.of_value(new) for old, new in names.items()},
        keeps_others=True,
    )
    found = ts.mapped(type_, lambda one: erased(one, scope))
    return replace(found, bound=tuple(names.values()))


def static_type(type_: ts.Type) -> ts.Type:
    """The type without dimensions, values and devices (RLX-152)."""
    match type_:
        case ts.TensorType():
            return ts.TensorType(Shape.of_rank(type_.shape.rank), type_.element)
        case ts.ShapeType():
            return ts.ShapeType(Shape.of_rank(type_.shape.rank))
        case ts.PrimType():
            return ts.PrimType(type_.element)
        case ts.PackedType():
            return ts.PackedType(pure=type_.pure)
        case ts.FunctionType():
            return ts.mapped(replace(type_, bound=()), static_type)
        case _:
            return ts.mapped(type_, static_type)
