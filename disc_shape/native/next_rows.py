"""
Fetch a later row while the last loop over a row runs.

Processors fetch what follows in memory, up to the end of a page. Where several loops read a row,
the first one waits for memory, and the others find the row in the cache. So the last one, which
needs nothing else from memory, fetches the next row, a block at a time: fetches that are issued all
at once wait for each other, and so do the loads after them. Or it fetches the row after that, as
some processors read a row faster than memory delivers another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.dialects.xdsl_extras.memref import PrefetchOp
from disc_shape.expansions.numbers import Scope
from disc_shape.linalg_conversion.types import INDEX
from disc_shape.locations import inherit
from disc_shape.lowering.writer import constant_of
from disc_shape.native.memrefs import bytes_of, is_contiguous, kind_of
from disc_shape.native.quotients import is_long
from disc_shape.native.unrolling import over_block

LINE = 64
"""The bytes of a line of the cache."""

LONGEST = 1 << 14
"""The most elements of a row: what is fetched must stay in the second level of the cache."""

Rows: TypeAlias = "scf.ParallelOp | scf.ForOp"
"""A loop over rows."""
Row: TypeAlias = "tuple[SSAValue, tuple[SSAValue, ...]]"
"""A buffer, and the indices of a row."""


def fetch_next_rows(function: FuncOp, scope: Scope, size: int, ahead: int = 1) -> None:
    """
    Run the last loop over each row in blocks of so many elements, which fetch the row that is so
    many rows ahead.

        scf.parallel (%i) = (%c0) to (%n) step (%c1) {
          ...                                         // a loop that reads %x[%i, %j]
          scf.for %j = %c0 to %m step %c1 { ... }
        }
    =>
        scf.parallel (%i) = (%c0) to (%n) step (%c1) {
          ...
          %next = arith.minsi %after, %last : index   // %i + 1 and %n - 1
          scf.for %b = %c0 to %top step %c64 {        // %top is a multiple of 64, 0 for long rows
            memref.prefetch %x[%next, %b], read, locality<3>, data : memref<?x?xf32>
            ...
            scf.for %k = %c0 to %c64 step %c1 { ... } // %j is %b + %k
          }
          scf.for %j = %top to %m step %c1 { ... }
        }
    """
    for op in list(function.body.walk()):
        if isinstance(op, scf.ParallelOp | scf.ForOp) and (found := last_pass(op)):
            loop, rows = found
            FetchingLoop(op, loop, rows, scope, size, ahead).insert()
            statistics.count("expand-math: loops that fetch rows")


def last_pass(rows: Rows) -> tuple[scf.ForOp, list[Row]] | None:
    """The last loop over a row, and the rows that loops before it read in the same order."""
    if constant_of(steps_of(rows)[-1]) != 1:
        return None
    loops = [op for op in rows.walk() if isinstance(op, scf.ForOp) and loop_around(op) is rows]
    if not loops:
        return None
    *others, last = loops
    if not is_long(last) or constant_of(last.step) != 1 or last.iter_args:
        return None
    found = [
        row
        for loop in others
        if loop.parent_op() is rows and (loop.lb, loop.ub) == (last.lb, last.ub)
        for row in rows_read(loop, rows)
    ]
    return (last, list(dict.fromkeys(found))) if found else None


def steps_of(loop: Rows) -> Sequence[SSAValue]:
    """The steps of a loop."""
    return loop.step if isinstance(loop, scf.ParallelOp) else (loop.step,)


def ends_of(loop: Rows) -> Sequence[SSAValue]:
    """The upper bounds of a loop."""
    return loop.upperBound if isinstance(loop, scf.ParallelOp) else (loop.ub,)


def counter_of(loop: Rows) -> SSAValue:
    """What a loop counts, the innermost one of several."""
    return loop.regions[0].block.args[len(ends_of(loop)) - 1]


def loop_around(op: Operation) -> Operation | None:
    """The loop around an operation, outside of branches."""
    found = op.parent_op()
    while isinstance(found, scf.IfOp):
        found = found.parent_op()
    return found


def rows_read(loop: scf.ForOp, rows: Rows) -> Iterator[Row]:
    """The rows whose elements a loop reads one after the other."""
    row = counter_of(rows)
    for op in loop.body.block.ops:
        if not isinstance(op, memref.LoadOp) or not op.indices:
            continue
        kind = kind_of(op.memref.type)
        *others, place = op.indices
        if (
            kind is not None
            and is_contiguous(kind)
            and place is loop.body.block.args[0]
            and others.count(row) == 1
            and all(is_known(one, rows) for one in (op.memref, *others))
        ):
            yield op.memref, tuple(others)


def is_known(value: SSAValue, rows: Rows) -> bool:
    """Whether a value is there before the body of a loop, or what the loop counts."""
    body = rows.regions[0].block
    if value.owner is body:
        return value in body.args[: len(ends_of(rows))]
    return not rows.is_ancestor(value.owner)


class FetchingLoop:
    """A loop over a row, and what it fetches."""

    def __init__(
        self,
        rows: Rows,
        loop: scf.ForOp,
        fetched: Sequence[Row],
        scope: Scope,
        size: int,
        ahead: int,
    ) -> None:
        self.rows = rows
        self.loop = loop
        self.fetched = fetched
        self.scope = scope
        self.writer = scope.writer
        self.size = size
        """The elements of a block."""
        self.ahead = ahead
        """Which row is fetched."""

    def insert(self) -> None:
        """Insert the loop over blocks, and let the other one go on after them."""
        made, loop, writer = Block(), self.loop, self.writer
        with writer.at(InsertPoint.at_end(made)):
            span = self.index(arith.SubiOp, loop.ub, loop.lb)
            count = self.index(arith.MaxSIOp, span, writer.constant(0))
            whole = self.index(arith.AndIOp, count, writer.constant(-self.size))
            short = writer.compare("<=", span, writer.constant(LONGEST))
            whole = writer.select(short, whole, writer.constant(0))
            top = self.index(arith.AddiOp, loop.lb, whole)
            ahead, last = writer.constant(self.ahead), ends_of(self.rows)[-1]
            after = self.index(arith.AddiOp, counter_of(self.rows), ahead)
            last = self.index(arith.SubiOp, last, writer.constant(1))
            following = self.index(arith.MinSIOp, after, last)
            bounds = loop.lb, top, writer.constant(self.size)
            writer.insert(scf.ForOp(*bounds, [], Region(self.block(following))))
        for op in list(made.ops):
            op.detach()
            inherit(op, loop)
            Rewriter.insert_op(op, InsertPoint.before(loop))
        loop.operands[0] = top

    def index(self, kind: type[Operation], lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Index arithmetic."""
        return self.scope.op(kind, INDEX, lhs, rhs)

    def block(self, following: SSAValue) -> Block:
        """One block: fetch that of a later row, and run the loop on this one."""
        writer, old = self.writer, self.loop.body.block
        block, body = Block(arg_types=[INDEX]), Block(arg_types=[INDEX])
        with writer.at(InsertPoint.at_end(block)):
            (start,) = block.args
            for buffer, indices in self.fetched:
                kind = kind_of(buffer.type)
                assert kind is not None
                row = [following if one is counter_of(self.rows) else one for one in indices]
                for place in range(0, self.size, max(1, LINE // bytes_of(kind.element_type))):
                    step = writer.constant(place)
                    at = self.index(arith.AddiOp, start, step) if place else start
                    writer.insert(PrefetchOp(buffer, [*row, at]))
            with writer.at(InsertPoint.at_end(body)):
                index = self.index(arith.AddiOp, start, body.args[0])
                values: dict[SSAValue, SSAValue] = {old.args[0]: index}
                for op in old.ops:
                    writer.insert(op.clone(values))
            low, high, step = (writer.constant(one) for one in (0, self.size, 1))
            writer.insert(over_block(scf.ForOp(low, high, step, [], Region(body))))
            writer.insert(scf.YieldOp())
        return block
