"""
The types of literals, members of tuples, casts and calls, and what is wrong with them; which
operations have effects, and where these are allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.relax import aliases, calls, literals, structure
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.scoping import Names, bind
from disc_shape.dialects.relax.types import hint_for, type_of, type_text
from disc_shape.relax.module_info import ModuleInfo, buffers_and_integers
from disc_shape.relax.value_types import ValueTypes, example_of
from disc_shape.symbolic import Prover, Truth
from disc_shape.typesystem import types as ts
from disc_shape.typesystem.judgements import compatible, subtype
from disc_shape.typesystem.schemes import CallError, instantiate


def type_of_literal(op: Operation, values: ValueTypes) -> ts.Type | None:
    """The type of a literal; that of a tuple needs the types of its members. None for others."""
    match op:
        case literals.ConstantOp():
            return literals.type_of_tensor(op.value.type)
        case literals.ShapeOp():
            return ts.ShapeType(op.dims.data)
        case literals.PrimOp():
            return type_of(literals.PrimOp(op.value).result.type)
        case literals.SymbolicPrimOp():
            return ts.PrimType("i64", op.value)
        case literals.OpaqueOp():
            return ts.OBJECT
        case aliases.TupleOp():
            types = values.of_all(op.operands)
            return None if types is None else ts.TupleType(tuple(types))
        case _:
            return None


def type_of_member(op: aliases.GetOp, values: ValueTypes) -> ts.Type | None:
    """A member of a tuple (RLX-262)."""
    type_, index = values.of(op.tuple_), op.index.value.data
    if type_ is None:
        return None
    if isinstance(type_, ts.TupleType):
        if 0 <= index < len(type_.fields):
            return type_.fields[index]
        values.fail(op, f"member {index} of a tuple of {len(type_.fields)}", "RLX-262")
        return None
    text = f"member {index} of {type_text(type_)}, no tuple{hint_for(type_)}"
    values.fail(op, text, "RLX-262")
    return None


def type_of_cast(op: aliases.MatchCastOp, values: ValueTypes, names: Names) -> ts.Type | None:
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


def never_fits(given: ts.Type, pattern: ts.Type, prover: Prover) -> bool:
    """Whether no value of one type is of the other: neither is above the other (RLX-182)."""
    return (
        compatible(given, pattern, prover) is Truth.NO
        and compatible(pattern, given, prover) is Truth.NO
    )


def type_of_call(
    op: calls.CallOp, callee: ts.Type | None, values: ValueTypes, names: Names
) -> ts.Type | None:
    """A call of a function of type `callee`, instantiated with the arguments (RLX-266 to 269)."""
    what = "the function" if op.callee is None else f"@{op.callee.root_reference.data}"
    types = values.of_all(op.arguments)
    if callee is None or types is None:
        return None
    listed = op.type_args
    written = [op.result.type] if listed is None else list(listed)
    arguments = [one for one in (type_of(a, names) for a in written) if one is not None]
    try:
        found = instantiate(callee, types, values.prover, arguments)
    except CallError as error:
        values.fail(op, *call_message(error, what, callee, types))
        return None
    for index, expected in found.unproved:
        texts = f"{type_text(types[index])} for {type_text(expected)}"
        example = example_of(types[index], expected, values.prover)
        values.warn(
            op,
            f"argument {index} of {what} may not fit: {texts}; it is checked at run time{example}",
            "RLX-237",
        )
    return found.result


def type_of_call_tir(op: calls.CallTirOp, values: ValueTypes, names: Names) -> ts.Type | None:
    """A call of a primitive function: its buffers are arguments, then results (RLX-336)."""
    name = op.callee.root_reference.data
    result = type_of(op.result.type, names)
    function = values.info.primitives.get(name)
    types = values.of_all(op.arguments)
    if function is None:
        values.fail(op, f"no primitive function is called @{name}", "RLX-330")
    if function is None or types is None or result is None:
        return result
    if any(not isinstance(one, ts.TensorType) for one in types):
        values.fail(op, "the arguments are no tuple literal of tensors", "RLX-133")
        return result
    results = ts.fields_of(result)
    new = results if op.inplace_indices is None else fresh_results(op, types, results, values)
    callee, integers = buffers_and_integers(function)
    listed = values.of(op.integers)
    given = 0 if op.integers is None else None
    if isinstance(listed, ts.ShapeType):
        given = listed.shape.rank
    if given is not None and given != integers:
        values.fail(op, f"@{name} takes {integers} integers, got {given}", "RLX-330")
    try:
        instantiate(callee, [*types, *new], values.prover)
    except CallError as error:
        message, _ = call_message(error, f"@{name}", callee, [*types, *new])
        values.fail(op, message, "RLX-336")
    return result


def fresh_results(
    op: calls.CallTirOp, types: Sequence[ts.Type], results: Sequence[ts.Type], values: ValueTypes
) -> list[ts.Type]:
    """The results that are no arguments; one that is has the type of its argument (RLX-337)."""
    found: list[ts.Type] = []
    for place, (index, result) in enumerate(zip(op.result_arguments, results, strict=True)):
        if index < 0:
            found.append(result)
        elif compatible(types[index], result, values.prover) is Truth.NO:
            texts = f"{type_text(result)}, argument {index} of type {type_text(types[index])}"
            values.fail(op, f"result {place} is of type {texts}", "RLX-337")
    return found


def call_message(
    error: CallError, what: str, callee: ts.Type, types: Sequence[ts.Type]
) -> tuple[str, str]:
    """What is wrong with a call, and the rule."""
    if error.cause == "not_callable":
        hint = hint_for(callee, " [RLX-266]")
        return f"{what} is of type {type_text(callee)}, no function{hint}", "RLX-266"
    if error.cause == "arity" or error.index is None or error.expected is None:
        count = len(callee.parameters) if isinstance(callee, ts.FunctionType) else 0
        return f"{what} takes {count} arguments, got {len(types)}", "RLX-268"
    given = types[error.index]
    texts = f"{type_text(given)} for {type_text(error.expected)}{hint_for(given)}"
    return f"argument {error.index} of {what} does not fit: {texts}", "RLX-268"


@dataclass
class Place:
    """Where an operation stands: the names in scope, and what effects are allowed."""

    function: str
    """The global function around it."""
    names: Names
    pure: bool
    in_dataflow: bool = False
    own: frozenset[SSAValue] = frozenset()
    """The names by which local functions around it call themselves."""

    def branch(self) -> Place:
        """A place inside, whose names end with it."""
        return replace(self, names=Names(self.names))

    def function_inside(self, pure: bool, own: SSAValue) -> Place:
        """A place in a local function."""
        return Place(self.function, Names(self.names), pure, own=self.own | {own})


def check_effects(op: Operation, values: ValueTypes, place: Place) -> None:
    """No effects in pure functions, and neither they nor loops in dataflow (RLX-070 to 079)."""
    if place.in_dataflow:
        if isinstance(op, structure.IfOp):
            values.fail(op, "a branch in a dataflow block", "RLX-071")
        if isinstance(op, calls.CallOp) and is_recursive(op, values.info, place):
            values.fail(op, "a recursive call in a dataflow block", "RLX-117")
    if (place.pure or place.in_dataflow) and has_effects(op, values):
        where = "a dataflow block" if place.in_dataflow else "a pure function"
        rule = "RLX-071" if place.in_dataflow else "RLX-265"
        values.fail(op, f"effects in {where}", rule)


def has_effects(op: Operation, values: ValueTypes) -> bool:
    """Whether an operation may have effects other than an error."""
    if isinstance(op, OperatorOp):
        return not op.ROW.pure
    if isinstance(op, calls.CallOp):
        if op.callee is not None:
            name = op.callee.root_reference.data
            function = values.info.functions.get(name)
            return name in values.info.primitives or (
                function is not None and function.impure is not None
            )
        callee = values.of(op.function)
        return isinstance(callee, ts.FunctionType | ts.PackedType) and not callee.pure
    return isinstance(op, calls.CallPackedOp)


def is_recursive(op: calls.CallOp, info: ModuleInfo, place: Place) -> bool:
    """Whether a call may lead back to the function that makes it."""
    if op.callee is not None:
        name = op.callee.root_reference.data
        return info.is_recursive_call(place.function, name)
    return op.function in place.own
