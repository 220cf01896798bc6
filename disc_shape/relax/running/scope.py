"""Values of a run against types."""

from __future__ import annotations

from collections.abc import Sequence

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.types import type_text
from disc_shape.interpreters.externals import ShapeValue
from disc_shape.interpreters.values import element_dtype
from disc_shape.relax.operators.errors import Mismatch, OperatorError
from disc_shape.relax.running import values
from disc_shape.relax.running.values import Function, Packed, Scalar, Value, as_array
from disc_shape.relax.scopes import Scope as AnyScope
from disc_shape.symbolic import Expr, Prover, Truth, const
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import scopes
from disc_shape.typesystem import types as ts
from disc_shape.typesystem.judgements import compatible
from disc_shape.typesystem.matching import Substitution


class Scope(AnyScope[Value]):
    """The values and the sizes that operations see; sizes are constants."""

    def size(self, dim: Expr) -> Expr:
        found = super().size(dim)
        if found.constant is None:
            raise OperatorError(f"{dim_text(dim)} divides by zero", "RLX-161")
        return found

    def type_of(self, value: Value) -> ts.Type:
        array, fields = as_array(value), values.members(value)
        if array is not None:
            return ts.TensorType(Shape.of(array.shape))
        if fields is not None:
            return ts.TupleType((ts.OBJECT,) * len(fields))
        match value:
            case ShapeValue():
                return ts.ShapeType(Shape.of(value))
            case Scalar():
                exact = isinstance(value.number, int)
                return ts.PrimType(value.element, const(int(value.number)) if exact else None)
            case Function():
                return value.type
            case Packed():
                return ts.PackedType()
            case _:
                return ts.OBJECT

    def has_elements(self, value: Value, element: str) -> bool:
        array = as_array(value)
        return array is not None and array.dtype == element_dtype(element_of(element))

    def members(self, value: Value) -> Sequence[Value] | None:
        return values.members(value)

    def describe(self, value: Value) -> str:
        return values.describe(value)

    def compare(self, dim: Expr, size: Expr, place: str) -> None:
        wanted = self.size(dim)
        if wanted is not size:
            text = f"{wanted}" if dim.constant is not None else f"{dim_text(dim)} = {wanted}"
            raise Mismatch(f"{place} is {size}, expected {text}")

    def other(self, value: Value, type_: ts.Type, what: str) -> None:
        own = self.type_of(value)
        if isinstance(own, ts.FunctionType) and isinstance(type_, ts.FunctionType):
            self.function(own, type_, what)
        elif isinstance(type_, ts.FunctionType | ts.PackedType) and type(own) is not type(type_):
            raise self.mismatch(value, type_, what)

    def function(self, given: ts.FunctionType, expected: ts.FunctionType, what: str) -> None:
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
                    self.sizes.setdefault(name, dim)
        bound = tuple(sorted(set(expected.bound).difference(self.names)))
        plain = ts.FunctionType(expected.parameters, expected.result, expected.pure, bound)
        if compatible(given, sized(plain, self), Prover()) is Truth.NO:
            raise Mismatch(f"{what} is of type {type_text(given)}, expected {type_text(expected)}")


def sized(type_: ts.Type, scope: AnyScope[Value]) -> ts.Type:
    """A type with the sizes of a scope in the place of its symbols."""
    shapes = {name: Shape(scope.integers(name)).mapped(scope.size) for name in scope.shapes}
    return scopes.erased(type_, scopes.Scope(scope.sizes, shapes, keeps_others=True))
