"""The types of literals, of members of tuples and of casts."""

from __future__ import annotations

from typing import TypeAlias

from disc_shape.dialects.relax import casts, literals, tuples
from disc_shape.dialects.relax.scoping import Names, bind
from disc_shape.dialects.relax.types import type_of, type_text
from disc_shape.relax.value_types import ValueTypes, hint_for
from disc_shape.symbolic import Prover, Truth
from disc_shape.typesystem.judgements import compatible, subtype
from disc_shape.typesystem.types import OBJECT, PrimType, ShapeType, TupleType, Type

LiteralOp: TypeAlias = (
    literals.ConstantOp
    | literals.ShapeOp
    | literals.PrimOp
    | literals.SymbolicPrimOp
    | literals.OpaqueOp
    | tuples.TupleOp
)


def type_of_literal(op: LiteralOp, values: ValueTypes) -> Type | None:
    """The type of a literal; that of a tuple needs the types of its members."""
    match op:
        case literals.ConstantOp():
            return literals.type_of_tensor(op.value.type)
        case literals.ShapeOp():
            return ShapeType(op.dims.data)
        case literals.PrimOp():
            return type_of(literals.PrimOp(op.value).result.type)
        case literals.SymbolicPrimOp():
            return PrimType("i64", op.value)
        case literals.OpaqueOp():
            return OBJECT
        case tuples.TupleOp():
            types = values.of_all(op.operands)
            return None if types is None else TupleType(tuple(types))


def type_of_member(op: tuples.GetOp, values: ValueTypes) -> Type | None:
    """A member of a tuple (RLX-262)."""
    type_, index = values.of(op.tuple_), op.index.value.data
    if type_ is None:
        return None
    if isinstance(type_, TupleType):
        if 0 <= index < len(type_.fields):
            return type_.fields[index]
        values.fail(op, f"member {index} of a tuple of {len(type_.fields)}", "RLX-262")
        return None
    text = f"member {index} of {type_text(type_)}, no tuple{hint_for(type_)}"
    values.fail(op, text, "RLX-262")
    return None


def type_of_cast(op: casts.MatchCastOp, values: ValueTypes, names: Names) -> Type | None:
    """A cast binds the symbols that are new in its pattern (RLX-182, 183, 261)."""
    pattern, given = type_of(op.pattern, names), values.of(op.value)
    if pattern is None:
        return None
    written = type_of(op.result.type, names)
    if given is not None and never_fits(given, pattern, values.prover):
        text = f"{type_text(given)} is never of type {type_text(pattern)}"
        values.warn(op, f"the cast cannot succeed: {text}", "RLX-182")
    bind(pattern, names)
    if written is not None and subtype(pattern, written, values.prover) is Truth.NO:
        texts = f"{type_text(written)} is not above {type_text(pattern)}"
        values.fail(op, f"the type of the variable is narrower than the cast: {texts}", "RLX-183")
    return pattern


def never_fits(given: Type, pattern: Type, prover: Prover) -> bool:
    """Whether no value of one type is of the other: neither is above the other (RLX-182)."""
    return (
        compatible(given, pattern, prover) is Truth.NO
        and compatible(pattern, given, prover) is Truth.NO
    )
