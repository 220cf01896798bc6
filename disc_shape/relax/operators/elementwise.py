"""Operators on single elements, activation functions among them."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt

from xdsl.dialects.builtin import FixedBitwidthType, IntegerType, i1
from xdsl.ir import Attribute

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.operator_rows import counterparts
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import want_equal_elements
from disc_shape.relax.operators.rows import (
    Axis,
    Call,
    Element,
    Floats,
    Number,
    Same,
    Tensor,
    builds,
)

SELU_ALPHA, SELU_SCALE = 1.6732632423543772, 1.0507009873554805


@builds(*counterparts())
def counterpart(x1: Tensor, x2: Tensor | None, *, call: Call) -> Tensor:
    """The operation of HLO that does the same on elements; integers need not be rounded."""
    known = counterparts()[call.name]
    if x2 is None:
        if known.elements in ("floats", "tested"):
            x1.want_elements(x1.is_float, "not floats")
        fits = {"exact": not x1.is_float, "numbers": x1.element != i1}
        x1.want_elements(fits.get(known.elements, True))
        if known.elements == "rounded" and not x1.is_float:
            return x1
        return x1.apply(known.name, element=i1 if known.elements == "tested" else None)
    if known.elements == "compared":
        element = wider(x1.element, x2.element)
        return x1.convert(element).compare(known.name, x2.convert(element))
    want_equal_elements(x1, x2)
    for one in (x1, x2):
        fits = {"booleans": one.element == i1, "bits": isinstance(one.element, IntegerType)}
        one.want_elements(fits.get(known.elements, True))
    return x1.binary(known.name, x2)


def wider(one: Attribute, other: Attribute) -> Attribute:
    """The element type of two that holds the numbers of both best."""
    if isinstance(one, IntegerType) != isinstance(other, IntegerType):
        return other if isinstance(one, IntegerType) else one
    return max(one, other, key=width_of)


def width_of(element: Attribute) -> int:
    """The number of bits of an element type."""
    return element.bitwidth if isinstance(element, FixedBitwidthType) else 0


@builds("floor_mod")
def floor_mod(x1: Tensor, x2: Same) -> Tensor:
    """The remainder with the sign of the divisor."""
    return (x1.binary("remainder", x2) + x2).binary("remainder", x2)


@builds("floor_divide")
def floor_divide(x1: Tensor, x2: Same) -> Tensor:
    """Division rounded down: without the remainder, the quotient is exact."""
    return (x1 - floor_mod(x1, x2)) / x2


@builds("isnan")
def is_nan(x: Tensor) -> Tensor:
    """No number equals it, not even itself."""
    return x.compare("NE", x)


@builds("astype", "wrap_param")
def astype(x: Tensor, *, dtype: Element) -> Tensor:
    """The same numbers in another element type."""
    return x.convert(dtype)


@builds("clip")
def clip(x: Tensor, low: Number, high: Number) -> Tensor:
    """Numbers between two scalars."""
    return x.clamped(low.tensor(x.element), high.tensor(x.element))


@builds("square")
def square(x: Tensor) -> Tensor:
    """x * x."""
    return x * x


@builds("trunc")
def truncate(x: Tensor) -> Tensor:
    """Rounded towards zero."""
    if not x.is_float:
        return x
    size = x.apply("abs").apply("floor")
    return x.apply("sign") * size


@builds("log_add_exp")
def log_add_exp(x1: Floats, x2: Same) -> Tensor:
    """log(exp(x1) + exp(x2)), by the larger of the two."""
    most = x1.binary("maximum", x2)
    return most + (-(x1 - x2).apply("abs")).exp().apply("log_plus_one")


@builds("where")
def where(condition: Tensor, x1: Tensor, x2: Tensor) -> Tensor:
    """One of two numbers, of operands that broadcast."""
    if condition.element != i1 and not condition.is_unknown:
        raise OperatorError(f"the condition has elements of type {condition.element}")
    want_equal_elements(x1, x2)
    sizes = condition.binary("and", x1.compare("EQ", x2)).sizes
    return condition.broadcast(sizes).where(x1.broadcast(sizes), x2.broadcast(sizes))


@builds("ewise_fma")
def fused_multiply_add(x1: Tensor, x2: Same, x3: Same) -> Tensor:
    """x1 * x2 + x3, of operands of one shape."""
    for one in (x2, x3):
        one.want_rank(x1.rank, "an operand")
    return x1.apply("multiply", x2).apply("add", x3)


@builds("nn.relu")
def relu(x: Tensor) -> Tensor:
    """max(x, 0)."""
    return x.binary("maximum", 0)


@builds("nn.prelu")
def parametric_relu(x: Floats, alpha: Same, *, axis: Axis) -> Tensor:
    """x where it is positive, else a part of it, given for each slice along an axis."""
    alpha.want_rank(1)
    (count,), size = alpha.sizes, x.sizes[axis]
    if x.program.differ(count, size):
        raise OperatorError(f"operand 1 has {dim_text(count)} elements for {dim_text(size)} slices")
    wide = alpha.broadcast(x.sizes, [axis])
    return x.compare("GT", 0).select(x, x * wide)


@builds("nn.leakyrelu")
def leaky_relu(x: Floats, *, alpha: float) -> Tensor:
    """x where it is positive, else a part of it."""
    part = x * alpha
    return x.compare("GT", 0).select(x, part)


@builds("nn.silu")
def silu(x: Floats) -> Tensor:
    """x * sigmoid(x)."""
    return x * x.apply("logistic")


@builds("nn.gelu")
def gelu(x: Floats) -> Tensor:
    """x * (1 + erf(x / sqrt(2))) / 2."""
    return x * 0.5 * ((x * sqrt(0.5)).apply("chlo.erf") + 1)


@builds("nn.gelu_tanh")
def gelu_tanh(x: Floats) -> Tensor:
    """x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x**3))) / 2."""
    inner = x + x * (x * x) * 0.044715
    return x * 0.5 * ((inner * sqrt(2 / pi)).apply("tanh") + 1)


@builds("nn.selu")
def selu(x: Floats) -> Tensor:
    """A scaled exponential linear unit."""
    bent = x.apply("exponential_minus_one")
    return x.compare("GT", 0).select(x, bent * SELU_ALPHA) * SELU_SCALE


@builds("nn.softplus")
def softplus(x: Floats, *, beta: float, threshold: float) -> Tensor:
    """log(1 + exp(beta * x)) / beta, and x where beta * x is beyond the threshold."""
    steep = x * beta
    soft = steep.exp().apply("log_plus_one")
    return steep.compare("GT", threshold).select(x, soft * (1 / beta))


@builds("nn.dropout")
def dropout(x: Tensor) -> Sequence[Tensor]:
    """The operand, and the mask of what is kept."""
    return x, x.filled(1)
