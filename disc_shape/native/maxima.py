"""
Maxima and minima over loops, on integers in the order of the floats.

`arith.maximumf` passes NaN on, and -0.0 is less than 0.0: x86 has no instruction for that, only six
that wait for each other. Bits of floats that are read as signed integers are ordered as the floats
are if those of negative ones are inverted, all but the sign, and NaNs are beyond the infinities:

    key(x) = bits(x) ^ (bits(x) < 0 ? 0x7fffffff : 0)

So the greatest and the least key tell the maximum, the minimum, and whether there was a NaN.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import f32, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.expansions.numbers import Bits, Number, Scope, not_
from disc_shape.locations import inherit
from disc_shape.lowering.writer import constant_of
from disc_shape.native.maxima_blocks import Blocks

BELOW_SIGN = 0x7FFFFFFF
INFINITY = 0x7F800000
"""The key of infinity; that of minus infinity is `-1 - INFINITY`."""
KINDS = (arith.MaximumfOp, arith.MinimumfOp)
SHORT = 16
"""The most iterations of a loop over a window, which LLVM unrolls."""


def compare_integers(function: FuncOp, scope: Scope, lanes: int = 0) -> None:
    """
    Let the loops of a function carry keys instead of maxima and minima of f32, after blocks of so
    many `lanes` where a loop reads rows.

        %m = scf.for %j = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
          %0 = arith.maximumf %a, %x : f32
          scf.yield %0 : f32
        }
    =>
        %0, %1 = scf.for %j = %c0 to %n step %c1 iter_args(%most = %k, %least = %k) -> (i32, i32) {
          ...                                       // %key of %x
          %2 = arith.maxsi %most, %key : i32
          %3 = arith.minsi %least, %key : i32
          scf.yield %2, %3 : i32, i32
        }
        ...                                         // the float of %0, or NaN
    """
    blocks = Blocks(scope, lanes, key_of)
    replaced: set[scf.ForOp] = set()
    for op in list(function.body.walk()):
        if isinstance(op, scf.ForOp) and op not in replaced and (found := extremes_of(op)):
            replaced |= {one for one in op.walk() if isinstance(one, scf.ForOp)}
            LoopOnKeys(op, found, scope, blocks).replace()
            statistics.count("expand-math: loops of maxima and minima")


def extremes_of(loop: scf.ForOp) -> dict[int, Operation]:
    """
    The maxima and minima of f32 over all iterations, by the number of what is carried: the
    operation, or the loop inside that goes on with it, as that over the columns of a window does.
    """
    body = loop.body.block
    last = body.last_op
    assert last is not None
    return {
        number: op
        for number, (carried, value) in enumerate(zip(body.args[1:], last.operands, strict=True))
        if isinstance(op := value.owner, Operation)
        and op.parent is body
        and value.type == f32
        and value.has_one_use()
        and carried.has_one_use()
        and carried in op.operands
        and (isinstance(op, KINDS) or is_window(op))
    }


def is_window(op: Operation) -> bool:
    """Whether an operation is a short loop that carries one maximum or minimum alone."""
    if not isinstance(op, scf.ForOp) or len(op.iter_args) != 1:
        return False
    bounds = [constant_of(bound) for bound in (op.lb, op.ub, op.step)]
    known = [bound for bound in bounds if bound is not None]
    return len(known) == len(bounds) and len(range(*known)) <= SHORT and bool(extremes_of(op))


def leaf_of(op: Operation) -> Operation:
    """The maximum or minimum that is carried through loops."""
    return leaf_of(extremes_of(op)[0]) if isinstance(op, scf.ForOp) else op


def key_of(number: Number) -> Bits:
    """An integer in the order of the floats."""
    bits = number.bits()
    return bits ^ ((bits >> 31) & BELOW_SIGN)


class LoopOnKeys:
    """A loop that carries the greatest and the least key for each maximum and minimum."""

    def __init__(
        self, loop: scf.ForOp, extremes: dict[int, Operation], scope: Scope, blocks: Blocks
    ) -> None:
        self.loop = loop
        self.extremes = extremes
        self.scope = scope
        self.blocks = blocks

    def replace(self) -> None:
        """Replace the loop."""
        made = Block()
        with self.scope.writer.at(InsertPoint.at_end(made)):
            low, starts = self.start()
            body = self.body(starts, {})
            bounds = low, self.loop.ub, self.loop.step
            loop = self.scope.writer.insert(scf.ForOp(*bounds, starts, body))
            given = iter(loop.results)
            results = [
                self.float_of(op, next(given), next(given))
                if (op := self.extremes.get(number)) is not None
                else next(given)
                for number in range(len(self.loop.results))
            ]
        for op in list(made.ops):
            op.detach()
            inherit(op, self.loop)
            Rewriter.insert_op(op, InsertPoint.before(self.loop))
        Rewriter.replace_op(self.loop, [], results)

    def start(self) -> tuple[SSAValue, list[SSAValue]]:
        """Where the new loop starts, and what it carries then."""
        if self.blocks.takes(self.loop) and isinstance(self.extremes.get(0), KINDS):
            low, key = self.blocks.start(self.loop, self.extremes[0])
            return low, [key, key]
        starts: list[SSAValue] = []
        for number, start in enumerate(self.loop.iter_args):
            if number in self.extremes:
                key = key_of(Number(self.scope, start)).value
                starts += [key, key]
            else:
                starts.append(start)
        return self.loop.lb, starts

    def body(self, starts: Sequence[SSAValue], around: dict[SSAValue, SSAValue]) -> Region:
        """The body of the new loop, where values of loops `around` it are others."""
        old = self.loop.body.block
        block = Block(arg_types=[old.args[0].type, *(start.type for start in starts)])
        values: dict[SSAValue, SSAValue] = {**around, old.args[0]: block.args[0]}
        given, yielded = iter(block.args[1:]), list[SSAValue]()
        keys: dict[Operation, tuple[SSAValue, SSAValue]] = {}
        others: dict[Operation, SSAValue] = {}
        for number, carried in enumerate(old.args[1:]):
            if (op := self.extremes.get(number)) is None:
                values[carried] = next(given)
            else:
                keys[op] = next(given), next(given)
                if not isinstance(op, scf.ForOp):
                    (others[op],) = [one for one in op.operands if one is not carried]
        last = old.last_op
        assert last is not None
        with self.scope.writer.at(InsertPoint.at_end(block)):
            for op in old.ops:
                if isinstance(op, scf.ForOp) and op in keys:
                    keys[op] = self.inside(op, keys[op], values)
                elif op in keys:
                    key = key_of(Number(self.scope, values.get(others[op], others[op]))).value
                    most, least = keys[op]
                    scope = self.scope
                    keys[op] = (
                        scope.op(arith.MaxSIOp, i32, most, key),
                        scope.op(arith.MinSIOp, i32, least, key),
                    )
                elif op is not last:
                    self.scope.writer.insert(op.clone(values))
            for number, value in enumerate(last.operands):
                op = self.extremes.get(number)
                yielded += [values.get(value, value)] if op is None else keys[op]
            self.scope.writer.insert(scf.YieldOp(*yielded))
        return Region(block)

    def inside(
        self,
        loop: scf.ForOp,
        starts: tuple[SSAValue, SSAValue],
        values: dict[SSAValue, SSAValue],
    ) -> tuple[SSAValue, SSAValue]:
        """What a loop in the body makes of two keys."""
        body = LoopOnKeys(loop, extremes_of(loop), self.scope, self.blocks).body(starts, values)
        low, high, step = (values.get(bound, bound) for bound in (loop.lb, loop.ub, loop.step))
        new = scf.ForOp(low, high, step, starts, body)
        most, least = self.scope.writer.insert(new).results
        return most, least

    def float_of(self, op: Operation, most: SSAValue, least: SSAValue) -> SSAValue:
        """The maximum or minimum whose keys are known."""
        high, low = Bits(self.scope, most), Bits(self.scope, least)
        chosen = high if isinstance(leaf_of(op), arith.MaximumfOp) else low
        number = (chosen ^ ((chosen >> 31) & BELOW_SIGN)).number()
        plain = high.is_below(INFINITY + 1) & not_(low.is_below(-1 - INFINITY))
        return plain.choose(number, float("nan")).value
