"""Operators on single elements."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import FixedBitwidthType, IntegerType, i1
from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.operator_rows import (
    Counterpart,
    Elements,
    Value,
    counterparts,
)
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import Program
from disc_shape.relax.operators.rows import Call, builds

COUNTERPARTS = counterparts()


def register_counterparts() -> None:
    """Register the operators that HLO has too."""
    for name, one in COUNTERPARTS.items():
        builds(name)(lambda call, known=one: counterpart(call, known))


def counterpart(call: Call, known: Counterpart) -> SSAValue:
    """The operation of HLO that does the same on elements."""
    if len(call.operands) == 1:
        return unary(call, known)
    if known.elements == "compared":
        return comparison(call, known.name)
    lhs, rhs = operands_of(call)
    want_elements(call.program, (lhs, rhs), known.elements)
    return call.program.binary(known.name, lhs, rhs)


def unary(call: Call, known: Counterpart) -> SSAValue:
    """A function of one number; integers need not be rounded."""
    value = call.tensor(0)
    if known.elements == "floats":
        call.program.want_floats(value, "operand 0")
    if known.elements == "rounded" and not call.program.is_float(value):
        return value
    return call.program.unary(known.name, value)


def operands_of(call: Call) -> tuple[SSAValue, SSAValue]:
    """Two operands of one element type."""
    lhs, rhs = call.tensor(0), call.tensor(1)
    call.program.want_equal_elements([lhs, rhs])
    return lhs, rhs


def comparison(call: Call, direction: str) -> SSAValue:
    """A comparison of operands that broadcast, in the wider of their element types."""
    program, lhs, rhs = call.program, call.tensor(0), call.tensor(1)
    if program.element(lhs) != program.element(rhs):
        element = wider(program, lhs, rhs)
        lhs, rhs = program.convert(lhs, element), program.convert(rhs, element)
    return program.compare(direction, lhs, rhs)


def wider(program: Program, lhs: SSAValue, rhs: SSAValue) -> Attribute:
    """The element type of two values that holds the numbers of both best."""
    one, other = program.element(lhs), program.element(rhs)
    if isinstance(one, IntegerType) != isinstance(other, IntegerType):
        return other if isinstance(one, IntegerType) else one
    return max(one, other, key=width_of)


def width_of(element: Attribute) -> int:
    """The number of bits of an element type."""
    return element.bitwidth if isinstance(element, FixedBitwidthType) else 0


def want_elements(program: Program, values: Sequence[SSAValue], elements: Elements) -> None:
    """Raise for bits of what is no integer, and for logic on what is no boolean."""
    for index, value in enumerate(values):
        element = program.element(value)
        fits = {"booleans": element == i1, "bits": isinstance(element, IntegerType)}
        if not fits.get(elements, True) and not program.is_unknown(value):
            raise OperatorError(f"operand {index} has elements of type {element}")


@builds("floor_divide")
def floor_divide(call: Call) -> SSAValue:
    """Division rounded down. The remainder has the sign of the divisor, a quotient is exact."""
    lhs, rhs = operands_of(call)
    return floored_quotient(call.program, lhs, rhs)


def floored_quotient(program: Program, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
    """The quotient rounded down: integers round towards zero, which is one more at times."""
    remainder = floored_remainder(program, lhs, rhs)
    exact = program.binary("subtract", lhs, remainder)
    return program.binary("divide", exact, rhs)


def floored_remainder(program: Program, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
    """The remainder with the sign of the divisor."""
    remainder = program.binary("remainder", lhs, rhs)
    again = program.binary("add", remainder, rhs)
    return program.binary("remainder", again, rhs)


@builds("floor_mod")
def floor_mod(call: Call) -> SSAValue:
    """The remainder with the sign of the divisor."""
    lhs, rhs = operands_of(call)
    return floored_remainder(call.program, lhs, rhs)


@builds("logical_not", "bitwise_not")
def logical_not(call: Call) -> SSAValue:
    """Bits turned around; for `logical_not`, of booleans."""
    value = call.tensor(0)
    if call.program.is_float(value) and not call.program.is_unknown(value):
        raise OperatorError(f"operand 0 has elements of type {call.program.element(value)}")
    return call.program.unary("stablehlo.not", value)


@builds("isnan")
def is_nan(call: Call) -> SSAValue:
    """No number equals it, not even itself."""
    value = call.tensor(0)
    return call.program.compare("NE", value, value)


@builds("isfinite")
def is_finite(call: Call) -> SSAValue:
    """Which numbers are finite."""
    value = call.tensor(0)
    call.program.want_floats(value, "operand 0")
    return call.program.add("stablehlo.is_finite", [value], call.program.rank(value), i1)


@builds("isinf")
def is_infinite(call: Call) -> SSAValue:
    """Neither finite nor no number at all."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    return program.add("chlo.is_inf", [value], program.rank(value), i1)


@builds("astype", "wrap_param")
def astype(call: Call) -> SSAValue:
    """The same numbers in another element type."""
    return call.program.convert(call.tensor(0), element_named(call, "dtype"))


def element_named(call: Call, name: str) -> Attribute:
    """The element type in an attribute."""
    found = element_name(call.attributes[name])
    if found is None:
        raise OperatorError(f"attribute '{name}' names no element type")
    return element_of(found)


def element_name(value: Value) -> str | None:
    """The name of an element type as MLIR writes it, or as numpy does."""
    text = "" if value is None else str(value)
    for long, short in (("uint", "ui"), ("int", "i"), ("float", "f")):
        if text.startswith(long) and text[len(long) :].isdigit():
            return short + text[len(long) :]
    return {"": None, "bool": "i1", "bfloat16": "bf16"}.get(text, text)


@builds("clip")
def clip(call: Call) -> SSAValue:
    """Numbers between two scalars."""
    program, value = call.program, call.tensor(0)
    element = program.element(value)
    low, high = call.number(1, element), call.number(2, element)
    return program.binary("minimum", program.binary("maximum", value, low), high)


@builds("square")
def square(call: Call) -> SSAValue:
    """x * x."""
    return call.program.binary("multiply", call.tensor(0), call.tensor(0))


@builds("trunc")
def truncate(call: Call) -> SSAValue:
    """Rounded towards zero."""
    program, value = call.program, call.tensor(0)
    if not program.is_float(value):
        return value
    size = program.unary("stablehlo.floor", program.unary("stablehlo.abs", value))
    return program.binary("multiply", program.unary("stablehlo.sign", value), size)


@builds("log_add_exp")
def log_add_exp(call: Call) -> SSAValue:
    """log(exp(x1) + exp(x2)), by the larger of the two."""
    program = call.program
    lhs, rhs = operands_of(call)
    program.want_floats(lhs, "operand 0")
    most = program.binary("maximum", lhs, rhs)
    apart = program.unary("stablehlo.abs", program.binary("subtract", lhs, rhs))
    small = program.unary("stablehlo.exponential", program.unary("stablehlo.negate", apart))
    return program.binary("add", most, program.unary("stablehlo.log_plus_one", small))


@builds("where")
def where(call: Call) -> SSAValue:
    """One of two numbers, of operands that broadcast."""
    condition, one, other = (call.tensor(index) for index in range(3))
    program = call.program
    if program.element(condition) != i1 and not program.is_unknown(condition):
        raise OperatorError(f"the condition has elements of type {program.element(condition)}")
    program.want_equal_elements([one, other])
    return select_broadcast(program, condition, one, other)


def select_broadcast(
    program: Program, condition: SSAValue, one: SSAValue, other: SSAValue
) -> SSAValue:
    """A choice whose operands broadcast to one shape."""
    shaped = program.compare("EQ", one, other)
    full = program.binary("and", condition, shaped)
    sizes = program.dims(full)
    rank = len(sizes)
    wide = (
        program.broadcast(value, sizes, range(rank - program.rank(value), rank))
        for value in (condition, one, other)
    )
    return program.where(*wide)


@builds("ewise_fma")
def fused_multiply_add(call: Call) -> SSAValue:
    """x1 * x2 + x3, of operands of one shape."""
    values = [call.tensor(index) for index in range(3)]
    program = call.program
    program.want_equal_elements(values)
    for value in values[1:]:
        program.want_rank(value, program.rank(values[0]), "an operand")
    rank = program.rank(values[0])
    product = program.add("stablehlo.multiply", values[:2], rank)
    return program.add("stablehlo.add", [product, values[2]], rank)


register_counterparts()
