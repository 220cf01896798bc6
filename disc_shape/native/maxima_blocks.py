"""
Maxima and minima of long rows, block by block, before the loop on keys.

Each place of a block keeps the greatest number that it has met, by `x > most ? x : most`: one
instruction of x86 for a vector, where a key takes four. The blocks are memory of the function, and
a loop over their places LLVM turns into vectors that stay in registers. The comparison passes over
NaN, and takes either zero for the other. So each place also adds its numbers: the sum is NaN if one
of them is. With no NaN, and a maximum that is not zero, the loop on keys goes on after the blocks;
otherwise, and where sums of infinities are NaN, it starts from the beginning.

Outside of kernels each index is tested. What blocks read lies between the first and the last
element that the loop reads: these two are read before, with tests, and the others without. With a
test for each of them, a block would be no vector.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import MemRefType, NoneAttr, f32, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import is_side_effect_free

from disc_shape.expansions.numbers import Bits, Number, Scope
from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import ScalarWriter
from disc_shape.lowering.writer import constant_of
from disc_shape.native.quotients import is_long, is_outside
from disc_shape.native.unrolling import over_block, within_bounds

Key = Callable[[Number], Bits]


@dataclass(frozen=True)
class Places:
    """Memory for the places of a block."""

    most: SSAValue
    """The greatest or least number of each."""
    sums: SSAValue


class Blocks:
    """The maxima of blocks in one function."""

    def __init__(self, scope: Scope, lanes: int, key: Key) -> None:
        self.scope = scope
        self.writer: ScalarWriter = scope.writer
        self.lanes = lanes
        """The places of a block."""
        self.key = key

    def takes(self, loop: scf.ForOp) -> bool:
        """Whether a loop with one maximum reads rows, and computes nothing that has an effect."""
        *body, last = loop.body.block.ops
        return (
            self.lanes > 0
            and len(last.operands) == 1
            and is_long(loop)
            and constant_of(loop.step) == 1
            and all(is_of_row(op, loop) or is_side_effect_free(op) for op in body)
        )

    def start(self, loop: scf.ForOp, op: Operation) -> tuple[SSAValue, SSAValue]:
        """
        Where the loop on keys starts, and from which key.

            %long = arith.cmpi sle, %c64, %span : index
            %from, %key = scf.if %long -> (index, i32) {
              ...                                      // what is read at %low and at %high - 1
              ...                                      // %most[%k] = -inf, %sums[%k] = 0
              scf.for %j = %low to %top step %c64 {    // %top - %low is a multiple of 64
                scf.for %k = %c0 to %c64 step %c1 {
                  ...                                  // %x is what the loop reads at %j + %k
                  %above = arith.cmpf ogt, %x, %m : f32        // %m is %most[%k]
                  %greater = arith.select %above, %x, %m : f32
                  %sum = arith.addf %s, %x : f32               // %s is %sums[%k]
                  ...
                }
              }
              ...                                      // of all places, one after another
              scf.yield %top, %found : index, i32      // %low and %first if anything is NaN
            } else {
              scf.yield %low, %first : index, i32
            }
        """
        writer, low = self.writer, loop.lb
        (first,) = loop.iter_args
        span = self.scope.op(arith.SubiOp, INDEX, loop.ub, low)
        long = writer.compare("<=", writer.constant(self.lanes), span)
        key = self.key(Number(self.scope, first)).value
        places = Places(*(self.memory(loop) for _ in range(2)))
        then = Block()
        with writer.at(InsertPoint.at_end(then)):
            whole = self.scope.op(arith.AndIOp, INDEX, span, writer.constant(-self.lanes))
            top = self.scope.op(arith.AddiOp, INDEX, low, whole)
            last = self.scope.op(arith.SubiOp, INDEX, loop.ub, writer.constant(1))
            self.read_at(loop, low)
            self.read_at(loop, last)
            self.fill(places, first)
            self.loop(low, top, self.lanes, lambda place: self.block(places, loop, op, place))
            found, known = self.combined(places, op, first)
            place, chosen = (writer.select(known, *one) for one in ((top, low), (found, key)))
            writer.insert(scf.YieldOp(place, chosen))
        otherwise = Block([scf.YieldOp(low, key)])
        branch = scf.IfOp(long, [INDEX, i32], Region(then), Region(otherwise))
        place, key = writer.insert(branch).results
        return place, key

    def memory(self, loop: scf.ForOp) -> SSAValue:
        """
        Memory for a number at each place, until the end of the iteration or function around a loop:
        branches have no memory of their own.
        """
        block = loop.parent
        assert block is not None
        while not isinstance(scope := block.parent_op(), FuncOp | scf.ForOp | scf.ParallelOp):
            assert scope is not None
            assert scope.parent is not None
            block = scope.parent
        op = memref.AllocaOp.get(f32, shape=[self.lanes])
        Rewriter.insert_op(op, InsertPoint.at_start(block))
        return op.memref

    def loop(
        self, low: SSAValue, high: SSAValue, step: int, body: Callable[[SSAValue], None]
    ) -> None:
        """A loop that carries nothing."""
        block = Block(arg_types=[INDEX])
        with self.writer.at(InsertPoint.at_end(block)):
            body(block.args[0])
            self.writer.insert(scf.YieldOp())
        loop = scf.ForOp(low, high, self.writer.constant(step), [], Region(block))
        self.writer.insert(over_block(loop) if step == 1 else loop)

    def for_places(self, body: Callable[[SSAValue], None]) -> None:
        """A loop over the places of a block."""
        self.loop(self.writer.constant(0), self.writer.constant(self.lanes), 1, body)

    def read_at(self, loop: scf.ForOp, place: SSAValue) -> None:
        """Read what the loop reads at one place, for the tests of indices."""
        for op in loop.body.block.ops:
            if isinstance(op, memref.LoadOp):
                self.writer.insert(op.clone({loop.body.block.args[0]: place}))

    def fill(self, places: Places, first: SSAValue) -> None:
        """Begin with the number from outside, and with sums of nothing."""

        def begin(place: SSAValue) -> None:
            self.writer.insert(memref.StoreOp.get(first, places.most, [place]))
            zero = self.writer.constant(0.0, f32)
            self.writer.insert(memref.StoreOp.get(zero, places.sums, [place]))

        self.for_places(begin)

    def block(self, places: Places, loop: scf.ForOp, op: Operation, start: SSAValue) -> None:
        """Read one block."""
        carried = loop.body.block.args[1]
        relation = ">" if isinstance(op, arith.MaximumfOp) else "<"

        def read(place: SSAValue) -> None:
            writer = self.writer
            index = self.scope.op(arith.AddiOp, INDEX, start, place)
            values: dict[SSAValue, SSAValue] = {loop.body.block.args[0]: index}
            for one in loop.body.block.ops:
                if one is not op and not isinstance(one, scf.YieldOp):
                    within_bounds(writer.insert(one.clone(values)))
            (other,) = [one for one in op.operands if one is not carried]
            x = values.get(other, other)
            before = writer.insert(memref.LoadOp.get(places.most, [place])).res
            above = writer.compare(relation, x, before)
            writer.insert(memref.StoreOp.get(writer.select(above, x, before), places.most, [place]))
            total = writer.insert(memref.LoadOp.get(places.sums, [place])).res
            total = self.scope.op(arith.AddfOp, f32, total, x)
            writer.insert(memref.StoreOp.get(total, places.sums, [place]))

        self.for_places(read)

    def combined(self, places: Places, op: Operation, first: SSAValue) -> tuple[SSAValue, SSAValue]:
        """The key of the greatest or least number of all places, and whether it is known."""
        writer = self.writer
        start: Sequence[SSAValue] = (
            self.key(Number(self.scope, first)).value,
            writer.constant(0.0, f32),
        )
        body = Block(arg_types=[INDEX, i32, f32])
        with writer.at(InsertPoint.at_end(body)):
            place, key, total = body.args
            x = Number(self.scope, writer.insert(memref.LoadOp.get(places.most, [place])).res)
            kind = arith.MaxSIOp if isinstance(op, arith.MaximumfOp) else arith.MinSIOp
            key = self.scope.op(kind, i32, key, self.key(x).value)
            number = writer.insert(memref.LoadOp.get(places.sums, [place])).res
            total = self.scope.op(arith.AddfOp, f32, total, number)
            writer.insert(scf.YieldOp(key, total))
        low, high, step = (writer.constant(one) for one in (0, self.lanes, 1))
        loop = over_block(scf.ForOp(low, high, step, start, Region(body)))
        found, total = writer.insert(loop).results
        plain = writer.insert(arith.CmpfOp(total, total, "ord")).result
        nonzero = writer.both(
            writer.compare("!=", found, writer.constant(0, i32)),
            writer.compare("!=", found, writer.constant(-1, i32)),
        )
        return found, writer.both(plain, nonzero)


def is_of_row(op: Operation, loop: scf.ForOp) -> bool:
    """Whether an operation reads neighbours in the iterations of a loop, or always the same."""
    if not isinstance(op, memref.LoadOp):
        return False
    kind = op.memref.type
    *others, last = op.indices or [None]
    return (
        isinstance(kind, MemRefType)
        and isinstance(kind.layout, NoneAttr)
        and is_outside(op.memref, loop)
        and all(one is None or is_outside(one, loop) for one in others)
        and (last is None or last is loop.body.block.args[0] or is_outside(last, loop))
    )
