"""
Operators: a few have relations of Relay's, each row of the operator table has the relation that
its lowering gives (RLY-33, 39).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, partial

from xdsl.dialects.builtin import DictionaryAttr, FloatAttr, IntegerAttr, StringAttr, f32, i64
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.relax import literals
from disc_shape.dialects.relax.operator_rows import OperandRow, OperatorRow, Value, operator_rows
from disc_shape.dialects.relax.operators import OPERATORS, OperatorOp, attribute_for, value_of
from disc_shape.dialects.relax.types import INFER, attribute_of, type_of
from disc_shape.dialects.relay.calls import OTHER_NAMES, OWN_RELATIONS
from disc_shape.errors import rule_error
from disc_shape.relax.operators import OperatorError, OperatorTypes
from disc_shape.relay import relations
from disc_shape.relay.relations import RELATIONS, Refused, Registered, TypeState, registered
from disc_shape.symbolic import Prover, Truth
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.scopes import Scope, erased, names_bound
from disc_shape.typesystem.types import OBJECT, TensorType, TupleType, Type, mapped, tuple_type


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
    if own is not None or count is None or not row.takes(count):
        count = sum(not is_literal(one) for one in row.operands)
    names = [*(f"t{index}" for index in range(count)), "out"]
    terms = tuple(map(ts.Parameter, names))
    where = ts.Named(own or name, terms)
    return ts.Function(tuple((name, "type") for name in names), terms[:-1], terms[-1], (where,))


def is_literal(operand: OperandRow) -> bool:
    """Whether an operand is a shape or a scalar, which is an attribute of a call."""
    return operand.kind in ("shape", "prim")


def known_relation(op: Operation, named: ts.Named) -> Registered:
    """
    A relation by its name, over the right number of types: a registered one, or that of a row
    (RLY-31, 34).
    """
    name, count, row = named.relation, len(named.arguments), row_of(named.relation)
    try:
        if row is None or name in RELATIONS:
            relation = registered(name)
        else:
            relation = Registered(name, "the operator table", partial(row_relation, row))
    except (ImportError, AttributeError) as error:
        raise rule_error(op, f"relation @{name} cannot be loaded: {error}", "RLY-34") from error
    if relation is None:
        raise rule_error(op, f"no relation is called @{name}", "RLY-34")
    if count != relation.arity and (relation.arity is not None or count < 2):
        message = f"relation @{name} relates {relation.arity or 2} types, got {count}"
        raise rule_error(op, message, "RLY-29")
    return relation


def row_relation(row: OperatorRow, args: Sequence[Type], solve: TypeState) -> Truth:
    """The result of an operator by its lowering, once its operands are known."""
    terms = list(map(solve.resolve, args[:-1]))
    known = list(map(exact_type, terms))
    for index, one in enumerate(terms):
        if known[index] is None and ts.names_in(one) == ts.Names():
            raise Refused(f"operand {index} is no tensor of one lane")
    operands = tuple_type(known)
    if operands is None:
        return Truth.UNKNOWN
    literals_ = [one.name for one in row.operands if is_literal(one) and not one.optional]
    for required in (*literals_, *row.required):
        if required not in solve.attributes:
            raise Refused(f"attribute '{required}' is missing")
    words = {name: attribute_for(word) for name, word in solve.attributes.items()}
    result = term_of_lattice(lowered_type(row.name, operands.fields, DictionaryAttr(words)))
    if result is None:
        return Truth.UNKNOWN
    solve.unify(args[-1], result)
    return Truth.YES


@cache
def lowered_type(name: str, operands: tuple[Type, ...], attributes: DictionaryAttr) -> Type:
    """
    The type of the operation that an operator of the table becomes. Raises `Refused`. To Python 1
    and 1.0 are equal, as attributes they differ.
    """
    words = {key: value_of(one) for key, one in attributes.data.items()}
    block = Block(arg_types=list(map(attribute_of, operands)))
    try:
        op = operator_op(name, block.args, words)
        op.verify_()
        given = [type_of(one.type) or OBJECT for one in op.operands]
        return operator_types().type_of(op.ROW.name, given, op.values())
    except (OperatorError, VerifyException) as error:
        raise Refused(str(error)) from error


def literal_op(value: Value) -> Operation:
    """A shape, a scalar or a string as an operation of Relax."""
    match value:
        case tuple():
            return literals.ShapeOp(Shape.of(one for one in value if isinstance(one, int)))
        case int():
            return literals.PrimOp(IntegerAttr(value, i64))
        case float():
            return literals.PrimOp(FloatAttr(value, f32))
        case _:
            return literals.StringOp(StringAttr(str(value)))


def operator_op(name: str, operands: Sequence[SSAValue], words: Mapping[str, Value]) -> OperatorOp:
    """
    An operator as an operation of Relax: attributes that say shapes and scalars become operands,
    which are operations too.
    """
    if name == "batch_flatten":
        # Relax flattens no vectors, Relay adds a dimension of 1 (RLY-36).
        name, words = "reshape", {"shape": (0, -1)}
    row = row_of(name)
    assert row is not None
    given, attributes = list(operands), {key: attribute_for(word) for key, word in words.items()}
    for index, operand in enumerate(row.operands):
        if is_literal(operand) and attributes.pop(operand.name, None) is not None:
            given.insert(index, literal_op(words[operand.name]).results[0])
    return OPERATORS[row.name](given, attributes, INFER)


def lattice_type(term: Type) -> Type:
    """
    A term as a type of the lattice, where parts that it does not determine are unknown. Data types
    and functions are what they are.
    """
    if isinstance(term, TupleType):
        return mapped(term, lattice_type)
    if not isinstance(term, ts.Tensor):
        return term if isinstance(term, ts.Data | ts.Function) else OBJECT
    element = term.element.lanes[0] if isinstance(term.element, ts.Base) else None
    return TensorType(Shape(relations.sizes_of(term.shape)), element)


def types_in_scope(terms: Iterable[Type], names: Collection[str]) -> list[Type]:
    """
    Terms as types of the lattice whose dimensions are over `names` and over those that the terms
    bind: no value says what others are (RLY-09).
    """
    types = list(map(lattice_type, terms))
    scope = Scope.of({*names, *names_bound(TupleType(tuple(types)))})
    return [erased(one, scope) for one in types]


def exact_type(term: Type) -> Type | None:
    """
    The type of the lattice for a tensor of known rank and of one lane, or for a tuple of such, that
    has no parameter but dimensions.
    """
    found = lattice_type(term)
    return found if term_of_lattice(found) == term and not ts.names_in(term).holes else None


def term_of_lattice(type_: Type) -> Type | None:
    """The inverse of `exact_type`."""
    match type_:
        case TensorType() if type_.shape.dims is not None and type_.element is not None:
            return ts.Tensor(ts.Dims(type_.shape.dims), ts.Base(type_.element))
        case TupleType():
            return tuple_type(map(term_of_lattice, type_.fields))
        case _:
            return None
