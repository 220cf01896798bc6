"""
Operators: a few have relations of Relay's, each row of the operator table has the relation that
its lowering gives (RLY-33, 39).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

from disc_shape.dialects.relax.operator_rows import OperatorRow, Value, operator_rows
from disc_shape.dialects.relay.operators import OTHER_NAMES, OWN_RELATIONS
from disc_shape.relax.operators import OperatorError, OperatorTypes
from disc_shape.relay.relations import RELATIONS, Refused, Registered, TypeState, registered
from disc_shape.symbolic import Expr, Prover, Truth, const
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import (
    OBJECT,
    PrimType,
    ShapeType,
    TensorType,
    TupleType,
    Type,
    leaves,
    mapped,
)


@cache
def operator_types() -> OperatorTypes:
    """The types of the table's operators; parameters are symbols of which nothing is known."""
    return OperatorTypes(Prover())


def row_of(name: str) -> OperatorRow | None:
    """The row of an operator."""
    return operator_rows().get(OTHER_NAMES.get(name, name))


def operator_type(name: str, count: int | None) -> ts.Function | None:
    """
    The type of an operator that takes `count` operands, or as many as its row has: quantified over
    its operands and its result, which a relation constrains.
    """
    row = row_of(name)
    if row is None:
        return None
    own = OWN_RELATIONS.get(name)
    operands = tensor_operands(row)
    fits = own is None and count is not None and row.takes(count)
    number = count if fits and count is not None else len(operands)
    names = [*(f"t{index}" for index in range(number)), "out"]
    terms = tuple(map(ts.Parameter, names))
    where = ts.Named(own or name, terms)
    return ts.Function(tuple((name, "type") for name in names), terms[:-1], terms[-1], (where,))


def tensor_operands(row: OperatorRow) -> list[str]:
    """The operands that are values; shapes and scalars are attributes of a call."""
    return [one.name for one in row.operands if one.kind not in ("shape", "prim")]


def relation_named(name: str) -> Registered | None:
    """A relation: a registered one, or that of a row."""
    if name in RELATIONS or row_of(name) is None:
        return registered(name)

    def apply(args: Sequence[Type], solve: TypeState) -> Truth:
        return row_relation(name, args, solve)

    return Registered(name, "the operator table", apply)


def row_relation(name: str, args: Sequence[Type], solve: TypeState) -> Truth:
    """The result of an operator by its lowering, once its operands are known."""
    row = row_of(name)
    assert row is not None
    terms = [solve.resolve(one) for one in args[:-1]]
    known = [found for one in terms if (found := exact_type(one)) is not None]
    if len(known) != len(terms):
        for index, one in enumerate(terms):
            names = ts.names_in(one)
            if not is_exact(one) and not names.holes and not names.parameters:
                raise Refused(f"operand {index} is no tensor of one lane")
        return Truth.UNKNOWN
    given, attributes = known.copy(), dict(solve.attributes)
    for index, operand in enumerate(row.operands):
        if operand.kind in ("shape", "prim"):
            if operand.name not in attributes:
                if operand.optional:
                    break
                raise Refused(f"attribute '{operand.name}' is missing")
            given.insert(index, literal_type(attributes.pop(operand.name)))
    for required in row.required:
        if required not in attributes:
            raise Refused(f"attribute '{required}' is missing")
    for extra in attributes:
        if extra not in row.attributes:
            raise Refused(f"there is no attribute '{extra}'")
    try:
        found = operator_types().type_of(row.name, given, {**row.defaults, **attributes})
    except OperatorError as error:
        raise Refused(str(error)) from error
    result = term_of_lattice(found)
    if result is None:
        return Truth.UNKNOWN
    solve.unify(args[-1], result)
    return Truth.YES


def literal_type(value: Value) -> Type:
    """The type of a shape or a scalar that an attribute says."""
    if isinstance(value, tuple):
        return ShapeType(Shape.of(one for one in value if isinstance(one, int)))
    if isinstance(value, int):
        return PrimType("i64", const(value))
    return PrimType("f32")


def lattice_type(term: Type, known: Collection[str] | None = None) -> Type:
    """
    A term as a type of the lattice, where parts that it does not determine are unknown; so are
    dimensions over others than `known`, if that is given, and those that stand alone.
    """
    if isinstance(term, TupleType):
        return mapped(term, lambda one: lattice_type(one, known))
    if not isinstance(term, ts.Tensor):
        return OBJECT
    element = term.element.lanes[0] if isinstance(term.element, ts.Base) else None
    if not isinstance(term.shape, ts.Dims):
        return TensorType(Shape(), element)
    sizes = [one if isinstance(one, Expr) else None for one in term.shape.sizes]
    if known is not None:
        alone = {*known, *(one.name for one in sizes if one is not None)}
        sizes = [
            None if one is None or any(e.label not in alone for e in one.symbols) else one
            for one in sizes
        ]
    return TensorType(Shape(tuple(sizes)), element)


def exact_type(term: Type) -> Type | None:
    """The type of the lattice for a term over tensors that has no parameter but dimensions."""
    return lattice_type(term) if is_exact(term) and not ts.names_in(term).holes else None


def is_exact(term: Type) -> bool:
    """Whether a term is a tensor of known rank and of one lane, or a tuple of such."""
    return all(map(is_exact_leaf, leaves(term)))


def is_exact_leaf(term: Type) -> bool:
    """`is_exact` for what is no tuple."""
    match term:
        case ts.Tensor(shape=ts.Dims(), element=ts.Base(lanes=(_, 1))):
            return True
        case _:
            return False


def term_of_lattice(type_: Type) -> Type | None:
    """The inverse of `exact_type`."""
    match type_:
        case TensorType() if type_.shape.dims is not None and type_.element is not None:
            return ts.Tensor(ts.Dims(type_.shape.dims), ts.Base(type_.element))
        case TupleType():
            fields = [term_of_lattice(one) for one in type_.fields]
            known = tuple(one for one in fields if one is not None)
            return TupleType(known) if len(known) == len(fields) else None
        case _:
            return None
