"""`expand-math`: functions of floats as arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.native.functions import expand_functions


@dataclass(frozen=True)
class ExpandMathPass(ModulePass):
    """
    Replace functions of `math` on scalars by arithmetic that vectorises.

    A call of the mathematical library in a loop keeps LLVM from vectorising the loop. This pass
    writes functions of f32 as formulas of arith, `math.fma`, `math.sqrt` and operations on bits,
    without branches, calls or tables. The functions that networks use most are computed in f32,
    with errors of at most 1.6 units in the last place over the whole range: `exp`, `expm1`, `log`,
    `log1p`, `tanh`, `erf`, `rsqrt`, and `sin` and `cos`, which reduce their argument in f64. Others
    are computed in f64, with errors of at most 0.52. NaN, infinities, -0.0, overflow and subnormal
    results are those of the mathematical library; `1 / (1 + exp(-x))` is one formula as well.

    An exponential of a number minus the maximum of all, as in a softmax, and of another number that
    is known to be at most zero, takes fewer operations, with the same results.

    f16 and bf16 are computed as f32 and rounded from there. Functions of f64 stay, as calls of the
    mathematical library; `disc-opt --statistics` counts what has been replaced.

    Before:

        %0 = math.log2 %x : f32

    After:

        %0 = arith.extf %x : f32 to f64
        %1 = arith.bitcast %0 : f64 to i64
        ...                       // %2 = k and %3 = (m - 1) / (m + 1), of x = 2^k m
        %4 = math.fma %3, ... : f64
        ...
        %9 = arith.truncf %8 : f64 to f32

    Options:

    - `fma`: whether the target multiplies and adds in one instruction, rounding once. If not, a
      product and a sum stand for each `math.fma`, which would be a call otherwise.
    - `ldexp`: whether the target scales vectors by powers of two in one instruction, as AVX-512
      does. Then `exp` ends with `llvm.ldexp`, with the same results.
    - `reciprocals`: whether a loop that divides f32 by a number from outside multiplies by its
      reciprocal in f64 instead, with the same results. AVX-512 divides no faster than narrower
      vectors do. The loop still divides by even integers, of which this is not true.
    - `keys`: whether maxima and minima over a loop are found on integers in the order of the
      floats. x86 has no instruction for `arith.maximumf`.
    - `maxima`: with `keys`, maxima and minima of rows are found in blocks of so many neighbours by
      comparing floats, and only rows with a NaN, a maximum of zero, or infinities of both signs
      from the start on keys. It should be four vectors of the target; 0 for no blocks.
    - `lanes`: the last of several loops that read a row runs in blocks of so many neighbours, and
      fetches those of a later row. It should be four or eight vectors of the target; 0 for no
      blocks.
    - `divided`: how many elements at the end of such a block are still divided where the others are
      multiplied by a reciprocal: processors divide in a unit of their own, which would be idle.
    - `ahead`: which row is fetched: 1 for the next one, 2 where that comes too late.
    """

    name = "expand-math"

    fma: bool = True
    ldexp: bool = False
    reciprocals: bool = False
    keys: bool = False
    maxima: int = 0
    lanes: int = 0
    divided: int = 0
    ahead: int = 1

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Expand functions in every function of a module."""
        expand_functions(
            op,
            self.fma,
            self.ldexp,
            reciprocals=self.reciprocals,
            keys=self.keys,
            maxima=self.maxima,
            lanes=self.lanes,
            divided=self.divided,
            ahead=self.ahead,
        )
