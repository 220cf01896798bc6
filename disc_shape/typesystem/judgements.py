"""
The judgements of the lattice, in three values: YES and NO hold for all legal sizes, UNKNOWN is
*possible*; and the least type above two (RLX-220 to 227).

Ranks, element types and devices are compared as they stand, dimensions by a prover under the facts
of the scope.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from disc_shape.symbolic import Expr, Prover, Truth
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import types as ts
from disc_shape.typesystem.matching import Substitution, matched
from disc_shape.typesystem.scopes import away_from, erased, free_names, renamed

YES, NO, UNKNOWN = Truth.YES, Truth.NO, Truth.UNKNOWN


def worst(truths: Iterable[Truth]) -> Truth:
    """The judgement of a whole by those of its parts: NO wins, then UNKNOWN."""
    result = YES
    for truth in truths:
        if truth is NO:
            return NO
        if truth is UNKNOWN:
            result = UNKNOWN
    return result


def subtype(below: ts.Type, above: ts.Type, prover: Prover) -> Truth:
    """
    Whether each value of `below` is one of `above` (RLX-200 to 213). What is unknown in `below` and
    known in `above` makes it a NO.
    """
    return Comparison(prover, NO).of(below, above)


def compatible(given: ts.Type, expected: ts.Type, prover: Prover) -> Truth:
    """
    Whether a value of `given` may be used as one of `expected` (RLX-237 to 245). What is unknown in
    `given` and known in `expected` is possible: it is checked when the program runs.
    """
    return Comparison(prover, UNKNOWN).of(given, expected)


def equivalent(one: ts.Type, other: ts.Type, prover: Prover) -> bool:
    """Whether two types are proved to be the same."""
    return one == other or (
        subtype(one, other, prover) is YES and subtype(other, one, prover) is YES
    )


def same_dim(one: Expr, other: Expr, prover: Prover) -> Truth:
    """Whether two dimensions are equal for all sizes."""
    if one is other:
        return YES
    if one.constant is not None and other.constant is not None:
        return NO
    return prover.equal(one, other).truth


@dataclass(frozen=True, slots=True)
class Comparison:
    """`subtype` or `compatible`, which differ in what unknown parts mean."""

    prover: Prover
    wider: Truth
    """The judgement where the upper type knows what the lower one leaves open."""
    depth: int = 0
    """How many function types enclose the types compared: it tells their symbols apart."""

    def of(self, below: ts.Type, above: ts.Type) -> Truth:
        """The judgement of two types."""
        match below, above:
            case _, ts.ObjectType():
                return YES
            case ts.TensorType(), ts.TensorType():
                return self.tensors(below, above)
            case ts.ShapeType(), ts.ShapeType():
                if below.shape.rank is None and above.shape.rank is not None:
                    return NO
                return self.shapes(below.shape, above.shape)
            case ts.PrimType(), ts.PrimType():
                if below.element != above.element:
                    return NO
                return self.dim(below.value, above.value)
            case ts.TupleType(), ts.TupleType():
                if len(below.fields) != len(above.fields):
                    return NO
                return worst(map(self.of, below.fields, above.fields))
            case ts.FunctionType(), ts.FunctionType():
                return self.functions(below, above)
            case ts.PackedType(), ts.PackedType():
                return self.packed(below, above)
            case _:
                return YES if below == above else NO

    def known(self, below: object, above: object) -> Truth:
        """The judgement of parts that are equal or not, None where unknown."""
        if above is None or below == above:
            return YES
        return self.wider if below is None else NO

    def tensors(self, below: ts.TensorType, above: ts.TensorType) -> Truth:
        """Element type, device and shape (RLX-203, 242)."""
        return worst(
            (
                self.known(below.element, above.element),
                self.known(below.device, above.device),
                self.shapes(below.shape, above.shape),
            )
        )

    def shapes(self, below: Shape, above: Shape) -> Truth:
        """Ranks, then dimensions (RLX-204, 205, 240)."""
        if below.dims is not None and above.dims is not None:
            if len(below.dims) != len(above.dims):
                return NO
            return worst(map(self.dim, below.dims, above.dims))
        if above.dims is None and above.value in (None, below.value):
            return YES
        if below.dims is None and below.value is not None and below.value == above.value:
            return YES
        return UNKNOWN if above.dims is None and below != Shape() else self.wider

    def dim(self, below: Expr | None, above: Expr | None) -> Truth:
        """One dimension, None where unknown."""
        if above is None or below is above:
            return YES
        return self.wider if below is None else same_dim(below, above, self.prover)

    def functions(self, below: ts.FunctionType, above: ts.FunctionType) -> Truth:
        """
        Parameters the other way round, results this way (RLX-211, 212, 244): `below` is called with
        the parameters of `above`, whose symbols are arbitrary.
        """
        if len(below.parameters) != len(above.parameters) or (above.pure and not below.pure):
            return NO
        below = renamed(below, lambda name: f"{name}'b{self.depth}")
        above = renamed(above, lambda name: f"{name}'a{self.depth}")
        found = matched(below, above.parameters)
        arguments, result = found.scope(loses=False), found.scope(loses=True)
        inside = Comparison(self.prover, self.wider, self.depth + 1)
        verdicts = [
            inside.of(argument, erased(parameter, arguments))
            for argument, parameter in zip(above.parameters, below.parameters, strict=True)
        ]
        verdicts.append(inside.of(erased(below.result, result), above.result))
        return worst(verdicts)

    def packed(self, below: ts.PackedType, above: ts.PackedType) -> Truth:
        """Rule-based functions: by rule (RLX-209, 210, 244)."""
        if above.pure and not below.pure:
            return NO
        if above.rule == "empty":
            return YES
        if below.rule != above.rule:
            return self.wider
        if above.rule == "declared" and below.result is not None and above.result is not None:
            return self.of(below.result, above.result)
        return YES


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
