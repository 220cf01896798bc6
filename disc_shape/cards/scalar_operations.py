"""The operations of arith and math that compute scalar functions: what a lowering emits.

A function without an entry for a kind of element has to be expanded first.
"""

from __future__ import annotations

from xdsl.dialects import arith, math
from xdsl.ir import Operation

from disc_shape.cards import functions
from disc_shape.cards.functions import FLOAT_FUNCTIONS, ScalarFunction

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
    FLOAT_FUNCTIONS["ceil"]: math.CeilOp,
    FLOAT_FUNCTIONS["floor"]: math.FloorOp,
    FLOAT_FUNCTIONS["round_nearest_afz"]: math.RoundOp,
    FLOAT_FUNCTIONS["round_nearest_even"]: math.RoundEvenOp,
    FLOAT_FUNCTIONS["cbrt"]: math.CbrtOp,
    FLOAT_FUNCTIONS["cosine"]: math.CosOp,
    FLOAT_FUNCTIONS["exponential"]: math.ExpOp,
    FLOAT_FUNCTIONS["exponential_minus_one"]: math.ExpM1Op,
    FLOAT_FUNCTIONS["log"]: math.LogOp,
    FLOAT_FUNCTIONS["log_plus_one"]: math.Log1pOp,
    FLOAT_FUNCTIONS["rsqrt"]: math.RsqrtOp,
    FLOAT_FUNCTIONS["sine"]: math.SinOp,
    FLOAT_FUNCTIONS["sqrt"]: math.SqrtOp,
    FLOAT_FUNCTIONS["tan"]: math.TanOp,
    FLOAT_FUNCTIONS["tanh"]: math.TanhOp,
}
"""Of floats."""
