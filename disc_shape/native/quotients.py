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

A processor divides in a unit of its own, which is idle while others convert and multiply. So a part
of a block of a row may be divided while the rest is multiplied.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, math, scf
from xdsl.dialects.builtin import f32, f64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.expansions.numbers import Number, Scope
from disc_shape.linalg_conversion.writer import ScalarWriter
from disc_shape.locations import inherit
from disc_shape.lowering.writer import constant_of

SHORT = 64
"""Loops that are known to have fewer iterations divide."""


def multiply_by_reciprocals(
    function: FuncOp, scope: Scope, block: int = 0, divided: int = 0
) -> None:
    """
    Replace divisions by invariant numbers in the innermost loops of a function; in loops of `block`
    iterations, which carry nothing, leave the `divided` last ones.

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

    The reciprocal and the test are before all loops around that leave `%s` as it is. Of blocks of
    64, of which 32 are divided, there are two loops after `else`:

        scf.for %j = %c0 to %c32 step %c1 { ... }          // multiplies
        scf.for %j = %c32 to %c64 step %c1 { ... }         // divides
    """
    for op in list(function.body.walk()):
        if isinstance(op, scf.ForOp) and is_long(op) and (found := divisions_of(op)):
            rest = min(divided, block) if is_block(op, block) else 0
            split(op, list(dict.fromkeys(one.rhs for one in found)), scope, rest)
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


def split(loop: scf.ForOp, divisors: Sequence[SSAValue], scope: Scope, divided: int) -> None:
    """Run a loop that divides, or one that multiplies, but divides in so many last iterations."""
    anchor = outermost_loop(loop, divisors)
    before, made = Block(), Block()
    with scope.writer.at(InsertPoint.at_end(before)):
        even, reciprocals = reciprocals_of(divisors, scope)
    multiplying = loop.clone()
    for op in divisions_of(multiplying):
        replace(op, reciprocals[op.rhs], scope)
    loops = [multiplying]
    if divided:
        loops.append(rest_of(multiplying, loop.clone(), divided, scope))
    then, otherwise = (
        Region(Block([*ones, scf.YieldOp(*ones[-1].results)])) for ones in ([loop.clone()], loops)
    )
    with scope.writer.at(InsertPoint.at_end(made)):
        choice = scope.writer.insert(scf.IfOp(even, list(loop.result_types), then, otherwise))
    for block, place in (before, anchor), (made, loop):
        for op in list(block.ops):
            op.detach()
            inherit(op, loop)
            Rewriter.insert_op(op, InsertPoint.before(place))
    Rewriter.replace_op(loop, [], list(choice.results))


def outermost_loop(loop: scf.ForOp, values: Sequence[SSAValue]) -> scf.ForOp:
    """A loop, or the outermost one of those around it from whose outside all the values are."""
    found = loop
    while isinstance(around := found.parent_op(), scf.ForOp) and not any(
        around.is_ancestor(value.owner) for value in values
    ):
        found = around
    return found


def reciprocals_of(
    divisors: Sequence[SSAValue], scope: Scope
) -> tuple[SSAValue, dict[SSAValue, Number]]:
    """Whether one of the divisors is an even integer, and their reciprocals in f64."""
    writer: ScalarWriter = scope.writer
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
    return even, reciprocals


def is_block(loop: scf.ForOp, count: int) -> bool:
    """Whether a loop is known to have so many iterations, from 0 on, and carries nothing."""
    bounds = constant_of(loop.lb), constant_of(loop.ub), constant_of(loop.step)
    return bounds == (0, count, 1) and not loop.iter_args


def rest_of(first: scf.ForOp, second: scf.ForOp, count: int, scope: Scope) -> scf.ForOp:
    """The second one of two loops over the same block, which takes over so many iterations."""
    high = constant_of(first.ub)
    assert high is not None
    place = scope.writer.constant(high - count)
    first.operands[1] = place
    second.operands[0] = place
    return second


def replace(op: arith.DivfOp, reciprocal: Number, scope: Scope) -> None:
    """Multiply instead of dividing."""
    with scope.writer.at(InsertPoint.before(op)):
        product = Number(scope, op.lhs).extended(f64) * reciprocal
        found = product.truncated(f32).value
    Rewriter.replace_op(op, [], [found])
