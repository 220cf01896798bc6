"""Functions of floats of which IREE computes wrong values."""

from __future__ import annotations

from xdsl.dialects import math
from xdsl.dialects.builtin import AnyFloat, f64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.indices import element_type_of
from disc_shape.dialects.hlo.binary import Atan2Op, PowOp
from disc_shape.dialects.hlo.elementwise import CbrtOp, CosineOp, SineOp, TanOp
from disc_shape.expansions.exponential import completed_power
from disc_shape.expansions.functions import Expansion
from disc_shape.expansions.numbers import Number

WRONG = (math.Atan2Op, math.CbrtOp, math.CosOp, math.PowFOp, math.SinOp, math.TanOp)
"""
Powers are NaN for negative bases and for exponents of zero, `atan2` is for two zeros; cube roots of
infinities are NaN; sines and their like lose their digits, as many as the argument has before the
point.
"""


def is_wrong_function(op: Operation) -> bool:
    """Whether an operation of StableHLO is such a function; of f64 IREE has powers alone."""
    kinds = Atan2Op | CbrtOp | CosineOp | PowOp | SineOp | TanOp
    if not isinstance(op, kinds):
        return False
    element = element_type_of(op.results[0].type)
    return isinstance(element, AnyFloat) and (element != f64 or isinstance(op, PowOp))


def expand_wrong_functions(function: FuncOp) -> None:
    """
    Write such functions as arithmetic; of a power of f64 only what the logarithm does not give.

        %0 = math.powf %x, %y : f64
    =>
        %1 = math.absf %x : f64
        %2 = math.powf %1, %y : f64
        ...                       // 1 where %y is 0 or %x is 1, NaN or a sign for a negative %x
        %0 = arith.select ...
    """
    if not function.body.blocks or not any(isinstance(op, WRONG) for op in function.body.walk()):
        return
    expansion = Expansion(function.body.blocks[0], has_fma=False, only=WRONG)
    expansion.run(function)
    for op in [op for op in function.body.walk() if isinstance(op, math.PowFOp)]:
        if op.result.type == f64:
            expansion.replace(op, lambda op: power_by_size(op, expansion))


def power_by_size(op: Operation, expansion: Expansion) -> SSAValue:
    """A power of f64, from the power of the size of the base."""
    base, exponent = (Number(expansion.scope, one) for one in op.operands)
    size = expansion.scope.op(math.PowFOp, f64, abs(base).value, exponent.value)
    return completed_power(base, exponent, Number(expansion.scope, size)).value
