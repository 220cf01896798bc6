"""Values against types: symbols that are new get sizes, all else is compared (RLX-170 to 193)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.types import type_text
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.externals import ShapeValue
from disc_shape.interpreters.values import element_dtype
from disc_shape.relax.running.values import (
    Function,
    Packed,
    Scalar,
    Value,
    as_array,
    describe,
    members,
)
from disc_shape.symbolic import Expr, Prover, Truth, const
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import scopes
from disc_shape.typesystem.judgements import compatible
from disc_shape.typesystem.matching import Substitution
from disc_shape.typesystem.scopes import names_bound
from disc_shape.typesystem.types import (
    FunctionType,
    PackedType,
    PrimType,
    ShapeType,
    TensorType,
    TupleType,
    Type,
)

Given = tuple[Value, Type, str]
"""A value, the type that it must have, and what it is, for messages."""
Pair = tuple[Expr, int, str]
"""A dimension of a type, the size of a value there, and the place, for messages."""


class Mismatch(Exception):
    """A value that is not of a type, in words."""


@dataclass
class Scope:
    """The values and the sizes that operations see; a scope inside another one sees both."""

    values: dict[SSAValue, Value] = field(default_factory=dict[SSAValue, Value])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    """The integers of the shape values that types name."""

    def inside(self) -> Scope:
        """A scope whose values and symbols end with it."""
        return Scope(dict(self.values), dict(self.sizes), dict(self.shapes))

    @property
    def names(self) -> set[str]:
        """The symbols and shape values that have a value."""
        return {*self.sizes, *self.shapes}

    def size(self, dim: Expr) -> int:
        """The number that a dimension is here. Raises `Mismatch` for one without a value."""
        for symbol in dim.symbols:
            if symbol.label not in self.sizes:
                raise Mismatch(f"@{symbol.label} has no value here")
        try:
            return dim.evaluate(self.sizes)
        except ZeroDivisionError:
            raise Mismatch(f"{dim_text(dim)} divides by zero") from None

    def type(self, type_: Type) -> Type:
        """A type with the sizes of this scope in the place of its symbols."""
        known = scopes.Scope(
            {name: const(size) for name, size in self.sizes.items()},
            {name: Shape.of(sizes) for name, sizes in self.shapes.items()},
            keeps_others=True,
        )
        return scopes.erased(type_, known)

    def match(self, op: Operation, given: Sequence[Given], *, checks: bool = True) -> None:
        """
        Values are of types, or the run ends with one error: first the symbols that stand alone and
        are new get their sizes, then all other sizes are compared in order (RLX-191). Without
        `checks` only the former (RLX-293).
        """
        if not checks:
            given = [one for one in given if names_bound(one[1]) - self.names]
        try:
            pairs = [pair for one in given for pair in self.pairs(*one)]
            for dim, size, _ in pairs:
                if dim.name is not None:
                    self.sizes.setdefault(dim.name, size)
            for dim, size, place in pairs if checks else ():
                self.compare(dim, size, place)
        except Mismatch as error:
            raise GuardError(f"{op.name}: {error}", op) from None

    def compare(self, dim: Expr, size: int, place: str) -> None:
        """A size is that of a dimension."""
        wanted = self.size(dim)
        if wanted != size:
            text = str(wanted) if dim.constant is not None else f"{dim_text(dim)} = {wanted}"
            raise Mismatch(f"{place} is {size}, expected {text}")

    def pairs(self, value: Value, type_: Type, what: str) -> Iterator[Pair]:
        """Each dimension that a type writes and the size of the value there."""
        wanted = f"expected {type_text(type_)}"
        match type_:
            case TensorType():
                array = as_array(value)
                if array is None:
                    raise Mismatch(f"{what} is {describe(value)}, {wanted}")
                if type_.element is not None:
                    if array.dtype != element_dtype(element_of(type_.element)):
                        raise Mismatch(f"{what} has elements of {array.dtype}, {wanted}")
                yield from self.of_shape(type_.shape, array.shape, what, "dimension")
            case ShapeType():
                if not isinstance(value, ShapeValue):
                    raise Mismatch(f"{what} is {describe(value)}, {wanted}")
                if type_.shape.value is not None:
                    if type_.shape.rank not in (None, len(value)):
                        raise Mismatch(
                            f"{what} has length {len(value)}, expected {type_.shape.rank}"
                        )
                    self.bind_shape(type_.shape.value, value)
                yield from self.of_shape(type_.shape, tuple(value), what, "integer")
            case PrimType():
                if not isinstance(value, Scalar) or value.element != type_.element:
                    raise Mismatch(f"{what} is {describe(value)}, {wanted}")
                if type_.value is not None:
                    yield type_.value, int(value.number), f"{what}"
            case TupleType():
                fields = members(value)
                if fields is None or len(fields) != len(type_.fields):
                    raise Mismatch(f"{what} is {describe(value)}, {wanted}")
                for index, (one, kind) in enumerate(zip(fields, type_.fields, strict=True)):
                    yield from self.pairs(one, kind, f"member {index} of {what}")
            case FunctionType():
                if not isinstance(value, Function):
                    raise Mismatch(f"{what} is {describe(value)}, {wanted}")
                self.function(value.type, type_, what)
            case PackedType():
                if not isinstance(value, Packed):
                    raise Mismatch(f"{what} is {describe(value)}, {wanted}")
            case _:
                return

    def bind_shape(self, name: str, value: tuple[int, ...]) -> None:
        """Give a shape value its integers, unless it has some."""
        if name not in self.shapes:
            self.shapes[name] = tuple(value)
            self.sizes.update({f"{name}[{index}]": one for index, one in enumerate(value)})

    def of_shape(
        self, shape: Shape, given: tuple[int, ...], what: str, part: str
    ) -> Iterator[Pair]:
        """The dimensions of one shape, which is of the same rank."""
        dims = shape.dims
        if shape.value is not None:
            known = self.shapes.get(shape.value)
            if known is None:
                raise Mismatch(f"@{shape.value} has no value here")
            dims = Shape.of(known).dims
        if dims is None:
            return
        if len(dims) != len(given):
            kind = "rank" if part == "dimension" else "length"
            raise Mismatch(f"{what} has {kind} {len(given)}, expected {len(dims)}")
        for index, (dim, size) in enumerate(zip(dims, given, strict=True)):
            if dim is not None:
                yield dim, size, f"{part} {index} of {what}"

    def function(self, given: FunctionType, expected: FunctionType, what: str) -> None:
        """
        The type that a function has at run time fits, and binds the symbols that only the expected
        type's parameters name (RLX-178, 192).
        """
        new = set(expected.bound).difference(self.names)
        if len(given.parameters) == len(expected.parameters):
            found = Substitution(new)
            found.match_all(expected.parameters, given.parameters)
            for name, dim in found.symbols.items():
                if dim.constant is not None:
                    self.sizes.setdefault(name, dim.constant)
        bound = tuple(sorted(set(expected.bound).difference(self.names)))
        plain = FunctionType(expected.parameters, expected.result, expected.pure, bound)
        if compatible(given, self.type(plain), Prover()) is Truth.NO:
            raise Mismatch(f"{what} is of type {type_text(given)}, expected {type_text(expected)}")
