"""Activation functions of neural networks, and dropout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi, sqrt

from xdsl.ir import SSAValue

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import Program
from disc_shape.relax.operators.rows import Call, builds, unranked
from disc_shape.typesystem.types import TupleType, Type

SELU_ALPHA, SELU_SCALE = 1.6732632423543772, 1.0507009873554805


@builds("nn.relu")
def relu(call: Call) -> SSAValue:
    """max(x, 0)."""
    value = call.tensor(0)
    return call.program.binary("maximum", value, zero_like(call.program, value))


@builds("nn.prelu")
def parametric_relu(call: Call) -> SSAValue:
    """x where it is positive, else a part of it, given for each slice along an axis."""
    program, value, alpha = call.program, call.tensor(0), call.tensor(1)
    program.want_floats(value, "operand 0")
    program.want_equal_elements([value, alpha])
    program.want_rank(alpha, 1, "operand 1")
    sizes = program.dims(value)
    axis = program.axis(call.integer("axis"), len(sizes))
    if program.differ(program.dims(alpha)[0], sizes[axis]):
        raise OperatorError(
            f"operand 1 has {dim_text(program.dims(alpha)[0])} elements for"
            f" {dim_text(sizes[axis])} slices"
        )
    wide = program.broadcast(alpha, sizes, [axis])
    positive = program.compare("GT", value, zero_like(program, value))
    return program.select(positive, value, program.binary("multiply", value, wide))


@builds("nn.leakyrelu")
def leaky_relu(call: Call) -> SSAValue:
    """x where it is positive, else a part of it."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    part = scaled(program, value, call.real("alpha"))
    positive = program.compare("GT", value, zero_like(program, value))
    return program.select(positive, value, part)


@builds("nn.silu")
def silu(call: Call) -> SSAValue:
    """x * sigmoid(x)."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    return program.binary("multiply", value, program.unary("stablehlo.logistic", value))


@builds("nn.gelu")
def gelu(call: Call) -> SSAValue:
    """x * (1 + erf(x / sqrt(2))) / 2."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    error = program.unary("chlo.erf", scaled(program, value, sqrt(0.5)))
    one = program.constant(1, program.element(value))
    return program.binary(
        "multiply", scaled(program, value, 0.5), program.binary("add", error, one)
    )


@builds("nn.gelu_tanh")
def gelu_tanh(call: Call) -> SSAValue:
    """x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x**3))) / 2."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    cube = program.binary("multiply", value, program.binary("multiply", value, value))
    inner = program.binary("add", value, scaled(program, cube, 0.044715))
    bent = program.unary("stablehlo.tanh", scaled(program, inner, sqrt(2 / pi)))
    one = program.constant(1, program.element(value))
    return program.binary("multiply", scaled(program, value, 0.5), program.binary("add", bent, one))


@builds("nn.selu")
def selu(call: Call) -> SSAValue:
    """A scaled exponential linear unit."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    bent = program.unary("stablehlo.exponential_minus_one", value)
    positive = program.compare("GT", value, zero_like(program, value))
    chosen = program.select(positive, value, scaled(program, bent, SELU_ALPHA))
    return scaled(program, chosen, SELU_SCALE)


@builds("nn.softplus")
def softplus(call: Call) -> SSAValue:
    """log(1 + exp(beta * x)) / beta, and x where beta * x is beyond the threshold."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    beta = call.real("beta")
    steep = scaled(program, value, beta)
    soft = program.unary("stablehlo.log_plus_one", program.unary("stablehlo.exponential", steep))
    limit = program.constant(call.real("threshold"), program.element(value))
    return program.select(
        program.compare("GT", steep, limit), value, scaled(program, soft, 1 / beta)
    )


def zero_like(program: Program, value: SSAValue) -> SSAValue:
    """A scalar zero of the elements of a value."""
    return program.constant(0, program.element(value))


def scaled(program: Program, value: SSAValue, factor: float) -> SSAValue:
    """A value times a number."""
    return program.binary("multiply", value, program.constant(factor, program.element(value)))


@builds("nn.dropout")
def dropout(call: Call) -> Sequence[SSAValue]:
    """The operand, and the mask of what is kept."""
    program, value = call.program, call.tensor(0)
    ones = program.full(1, program.dims(value), program.element(value))
    return value, ones


@unranked("nn.dropout")
def dropout_of_unknown(operands: Sequence[Type], attributes: Mapping[str, Value]) -> Type:
    """Twice the type of the operand."""
    return TupleType((operands[0], operands[0]))
