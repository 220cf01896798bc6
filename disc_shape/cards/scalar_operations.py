"""The operations of arith and math that compute scalar functions: what a lowering emits.

A function without an entry for a kind of element must be expanded first.
"""

from __future__ import annotations

from xdsl.dialects import arith, math
from xdsl.ir import Operation

from disc_shape.cards import functions
from disc_shape.cards.functions import ScalarFunction

SIGNED: dict[ScalarFunction, type[Operation]] = {
    functions.ADD: arith.AddiOp,
    functions.SUBTRACT: arith.SubiOp,
    functions.MULTIPLY: arith.MuliOp,
    functions.DIVIDE: arith.DivSIOp,
    functions.REMAINDER: arith.RemSIOp,
    functions.FLOOR_DIVIDE: arith.FloorDivSIOp,
    functions.CEIL_DIVIDE: arith.CeilDivSIOp,
    functions.MAXIMUM: arith.MaxSIOp,
    functions.MINIMUM: arith.MinSIOp,
    functions.AND: arith.AndIOp,
    functions.OR: arith.OrIOp,
    functions.XOR: arith.XOrIOp,
    functions.SHIFT_LEFT: arith.ShLIOp,
    functions.SHIFT_RIGHT: arith.ShRSIOp,
    functions.SHIFT_RIGHT_LOGICAL: arith.ShRUIOp,
    functions.ABSOLUTE: math.AbsIOp,
    functions.SELECT: arith.SelectOp,
    functions.COUNT_LEADING_ZEROS: math.CountLeadingZerosOp,
    functions.POPULATION_COUNT: math.CtPopOp,
}
"""Of signless integers, read as signed, and of `index`."""

UNSIGNED: dict[ScalarFunction, type[Operation]] = {
    **SIGNED,
    functions.DIVIDE: arith.DivUIOp,
    functions.REMAINDER: arith.RemUIOp,
    functions.CEIL_DIVIDE: arith.CeilDivUIOp,
    functions.MAXIMUM: arith.MaxUIOp,
    functions.MINIMUM: arith.MinUIOp,
}
"""Of integers that have no sign."""

FLOATING: dict[ScalarFunction, type[Operation]] = {
    functions.ADD: arith.AddfOp,
    functions.SUBTRACT: arith.SubfOp,
    functions.MULTIPLY: arith.MulfOp,
    functions.DIVIDE: arith.DivfOp,
    functions.MAXIMUM: arith.MaximumfOp,
    functions.MINIMUM: arith.MinimumfOp,
    functions.NEGATE: arith.NegfOp,
    functions.ABSOLUTE: math.AbsFOp,
    functions.SELECT: arith.SelectOp,
    functions.POWER: math.PowFOp,
    functions.ATAN2: math.Atan2Op,
    functions.CEIL: math.CeilOp,
    functions.FLOOR: math.FloorOp,
    functions.ROUND_NEAREST_AFZ: math.RoundOp,
    functions.ROUND_NEAREST_EVEN: math.RoundEvenOp,
    functions.CBRT: math.CbrtOp,
    functions.COSINE: math.CosOp,
    functions.EXPONENTIAL: math.ExpOp,
    functions.EXPONENTIAL_MINUS_ONE: math.ExpM1Op,
    functions.LOG: math.LogOp,
    functions.LOG_PLUS_ONE: math.Log1pOp,
    functions.RSQRT: math.RsqrtOp,
    functions.SINE: math.SinOp,
    functions.SQRT: math.SqrtOp,
    functions.TAN: math.TanOp,
    functions.TANH: math.TanhOp,
}
"""Of floats."""

DIVISIONS = (
    *(arith.CeilDivSIOp, arith.CeilDivUIOp, arith.DivSIOp, arith.DivUIOp),
    *(arith.FloorDivSIOp, arith.RemSIOp, arith.RemUIOp),
)
"""Operations that have no result where their second operand is zero."""
