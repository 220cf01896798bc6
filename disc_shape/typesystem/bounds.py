"""The least type above two (RLX-220 to 227)."""

from __future__ import annotations

from disc_shape.symbolic import Expr, Prover, Truth
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import types as ts
from disc_shape.typesystem.judgements import equivalent, same_dim
from disc_shape.typesystem.matching import Substitution, matched
from disc_shape.typesystem.scopes import away_from, erased, free_names, renamed


def least_upper_bound(one: ts.Type, other: ts.Type, prover: Prover) -> ts.Type:
    """The least type that both types are subtypes of, as far as dimensions are proved equal."""
    match one, other:
        case ts.TensorType(), ts.TensorType():
            return ts.TensorType(
                bound_of_shapes(one.shape, other.shape, prover),
                one.element if one.element == other.element else None,
                one.device if one.device == other.device else None,
            )
        case ts.ShapeType(), ts.ShapeType():
            return ts.ShapeType(bound_of_shapes(one.shape, other.shape, prover))
        case ts.PrimType(), ts.PrimType() if one.element == other.element:
            return ts.PrimType(one.element, bound_of_dims(one.value, other.value, prover))
        case ts.TupleType(), ts.TupleType() if len(one.fields) == len(other.fields):
            pairs = zip(one.fields, other.fields, strict=True)
            return ts.TupleType(tuple(least_upper_bound(a, b, prover) for a, b in pairs))
        case ts.FunctionType(), ts.FunctionType():
            return bound_of_functions(one, other, prover)
        case ts.PackedType(), ts.PackedType():
            return bound_of_packed(one, other, prover)
        case _:
            return one if one == other else ts.OBJECT


def bound_of_dims(one: Expr | None, other: Expr | None, prover: Prover) -> Expr | None:
    """A dimension if both are proved equal: the simpler of the two."""
    if one is None or other is None or same_dim(one, other, prover) is not Truth.YES:
        return None
    return min(one, other, key=lambda dim: (dim.size, str(dim)))


def bound_of_shapes(one: Shape, other: Shape, prover: Prover) -> Shape:
    """The dimensions that are equal, the others unknown (RLX-151, 222, 223)."""
    if one == other:
        return one
    if one.value is not None and one.value == other.value:
        return Shape.of_value(one.value)
    if one.dims is None or other.dims is None or len(one.dims) != len(other.dims):
        return Shape()
    pairs = zip(one.dims, other.dims, strict=True)
    return Shape(tuple(bound_of_dims(a, b, prover) for a, b in pairs))


def bound_of_functions(one: ts.FunctionType, other: ts.FunctionType, prover: Prover) -> ts.Type:
    """Parameters that are equivalent up to the names they bind, or an object (RLX-225)."""
    if len(one.parameters) != len(other.parameters) or len(one.bound) != len(other.bound):
        return ts.OBJECT
    one = away_from(one, free_names(one) | free_names(other))
    other = renamed(other, lambda name: f"{name}'o")
    found = matched(other, one.parameters)
    if not (renames(found, one) and renames(matched(one, other.parameters), other)):
        return ts.OBJECT
    scope = found.scope(loses=False)
    parameters = [erased(parameter, scope) for parameter in other.parameters]
    if not all(equivalent(a, b, prover) for a, b in zip(one.parameters, parameters, strict=True)):
        return ts.OBJECT
    result = least_upper_bound(one.result, erased(other.result, scope), prover)
    return ts.FunctionType(one.parameters, result, one.pure and other.pure, one.bound)


def renames(found: Substitution, function: ts.FunctionType) -> bool:
    """Whether each name that a function type binds stands for another."""
    names = {dim.name for dim in found.symbols.values()}
    return names.union(shape.value for shape in found.values.values()) == set(function.bound)


def bound_of_packed(one: ts.PackedType, other: ts.PackedType, prover: Prover) -> ts.PackedType:
    """The same rule, or the weakest (RLX-226)."""
    pure = one.pure and other.pure
    if one.rule != other.rule:
        return ts.PackedType("empty", None, pure)
    if one.result is None or other.result is None:
        return ts.PackedType(one.rule, None, pure)
    return ts.PackedType(one.rule, least_upper_bound(one.result, other.result, prover), pure)
