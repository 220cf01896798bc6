"""
Quotients by a number that is the same in all iterations of a loop, as products in f64.

With `r` for `1 / s` in f64, `e * r` differs from `e / s` by less than `2^-51` of it, and rounding
it to f32 gives the same as dividing if no number halfway between neighbours in f32 is as close:

- Where the result is normal or infinite, `e / s` is at least `2^-49` of itself away from all
  numbers halfway, as a number of 24 bits is no product of one of 24 and an odd one of 25 bits.
- Where it is subnormal, these numbers are odd multiples of `2^-150`, and `e` is a multiple of
  `2^-149`. Unless `s` is an even integer, `e` is no product of the two, and at least `2^-48` of
  itself away from all of these.

Zeros, infinities, NaN and their signs are those of a division. An even integer, also an infinity,
divides as before.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, math, scf
from xdsl.dialects.builtin import f32, f64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.linalg_conversion.writer import ScalarWriter
from disc_shape.locations import inherit
from disc_shape.lowering.writer import constant_of
from disc_shape.native.functions_numbers import Number, Scope

SHORT = 64
"""Loops that are known to have fewer iterations divide."""


def multiply_by_reciprocals(function: FuncOp, scope: Scope) -> None:
    """
    Replace divisions by invariant numbers in the innermost loops of a function.

        scf.for %j = %c0 to %n step %c1 {
          %0 = arith.divf %e, %s : f32
        }
    =>
        %r = arith.divf %one, %wide : f64                  // %wide is %s
        %even = arith.cmpf oeq, %half, %floor : f32        // half of it, and the integer below
        scf.if %even {
          scf.for %j = %c0 to %n step %c1 { ... }
        } else {
          scf.for %j = %c0 to %n step %c1 {
            %1 = arith.extf %e : f32 to f64
            %2 = arith.mulf %1, %r : f64
            %0 = arith.truncf %2 : f64 to f32
          }
        }
    """
    for op in list(function.body.walk()):
        if isinstance(op, scf.ForOp) and is_long(op) and (found := divisions_of(op)):
            split(op, list(dict.fromkeys(one.rhs for one in found)), scope)
            statistics.count("expand-math: arith.divf by an invariant")


def is_long(loop: scf.ForOp) -> bool:
    """Whether a loop has no loops inside, and is not known to be short."""
    if any(one.regions for one in loop.body.block.ops):
        return False
    low, high = constant_of(loop.lb), constant_of(loop.ub)
    return low is None or high is None or high - low >= SHORT


def divisions_of(loop: scf.ForOp) -> list[arith.DivfOp]:
    """The divisions of f32 in a loop by numbers from outside, of numbers that are not."""
    return [
        op
        for op in loop.body.block.ops
        if isinstance(op, arith.DivfOp)
        and op.result.type == f32
        and is_outside(op.rhs, loop)
        and not is_outside(op.lhs, loop)
    ]


def is_outside(value: SSAValue, loop: scf.ForOp) -> bool:
    """Whether a value is defined outside of a loop without regions in its body."""
    owner = value.owner
    return (owner.parent if isinstance(owner, Operation) else owner) is not loop.body.block


def split(loop: scf.ForOp, divisors: Sequence[SSAValue], scope: Scope) -> None:
    """Run a loop that divides, or one that multiplies."""
    writer: ScalarWriter = scope.writer
    made = Block()
    with writer.at(InsertPoint.at_end(made)):
        even: SSAValue | None = None
        reciprocals: dict[SSAValue, Number] = {}
        for divisor in divisors:
            number = Number(scope, divisor)
            half = number * 0.5
            below = scope.op(math.FloorOp, f32, half.value)
            test = writer.insert(arith.CmpfOp(half.value, below, "oeq")).result
            even = test if even is None else writer.either(even, test)
            reciprocals[divisor] = 1.0 / number.extended(f64)
        assert even is not None
        dividing, multiplying = loop.clone(), loop.clone()
        for op in divisions_of(multiplying):
            replace(op, reciprocals[op.rhs], scope)
        then, otherwise = (
            Region(Block([one, scf.YieldOp(*one.results)])) for one in (dividing, multiplying)
        )
        choice = writer.insert(scf.IfOp(even, list(loop.result_types), then, otherwise))
    for op in list(made.ops):
        op.detach()
        inherit(op, loop)
        Rewriter.insert_op(op, InsertPoint.before(loop))
    Rewriter.replace_op(loop, [], list(choice.results))


def replace(op: arith.DivfOp, reciprocal: Number, scope: Scope) -> None:
    """Multiply instead of dividing."""
    with scope.writer.at(InsertPoint.before(op)):
        product = Number(scope, op.lhs).extended(f64) * reciprocal
        found = product.truncated(f32).value
    Rewriter.replace_op(op, [], [found])
