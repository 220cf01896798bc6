"""Calls of functions: the scheme of a function type is instantiated with the arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from disc_shape.symbolic import Prover, Truth
from disc_shape.typesystem.judgements import compatible
from disc_shape.typesystem.matching import matched
from disc_shape.typesystem.scopes import erased
from disc_shape.typesystem.types import OBJECT, FunctionType, PackedType, TupleType, Type

Cause = Literal["arity", "argument_mismatch", "not_callable"]


class CallError(Exception):
    """A call that cannot succeed: the cause, and which argument does not fit."""

    def __init__(self, cause: Cause, index: int | None = None, expected: Type | None = None):
        super().__init__(cause)
        self.cause: Cause = cause
        self.index = index
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Instance:
    """The result of a call, and which arguments may not fit the parameters, with these."""

    result: Type
    unproved: tuple[tuple[int, Type], ...] = ()


def instantiate(
    callee: Type, arguments: Sequence[Type], prover: Prover, type_arguments: Sequence[Type] = ()
) -> Instance:
    """
    The type of a call's result (RLX-266 to 269). Raises `CallError` for a callee that is no
    function, and for arguments of another number or of types that do not fit.
    """
    match callee:
        case PackedType():
            return Instance(packed_result(callee, type_arguments))
        case FunctionType():
            pass
        case _:
            raise CallError("not_callable")
    if len(arguments) != len(callee.parameters):
        raise CallError("arity")
    found = matched(callee, arguments)
    scope = found.scope(loses=False)
    unproved: list[tuple[int, Type]] = []
    for index, (argument, parameter) in enumerate(zip(arguments, callee.parameters, strict=True)):
        expected = erased(parameter, scope)
        truth = compatible(argument, expected, prover)
        if truth is Truth.NO:
            raise CallError("argument_mismatch", index, expected)
        if truth is Truth.UNKNOWN:
            unproved.append((index, expected))
    return Instance(erased(callee.result, found.scope(loses=True)), tuple(unproved))


def packed_result(callee: PackedType, type_arguments: Sequence[Type]) -> Type:
    """The result of a rule-based function (RLX-230, 231)."""
    if callee.rule == "declared" and callee.result is not None:
        return callee.result
    if callee.rule == "empty" or not type_arguments:
        return OBJECT
    return type_arguments[0] if len(type_arguments) == 1 else TupleType(tuple(type_arguments))
