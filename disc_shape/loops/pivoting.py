"""Gaussian elimination as loops: the factors L and U of a matrix whose rows are exchanged."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith, math, memref
from xdsl.dialects.builtin import i32
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.linalg_conversion.types import BOOL
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.direct import Values
from disc_shape.loops.elimination import PANEL, EliminationLoops
from disc_shape.loops.kernels import NoLoopsError
from disc_shape.loops.numbers import Size

TARGETS = ("lapack_sgetrf_ffi", "lapack_dgetrf_ffi")
"""The calls of LAPACK by which JAX factors matrices of real numbers."""


def exchanges_rows(op: Operation | None) -> bool:
    """Whether an operation is such a call."""
    return isinstance(op, CustomCallOp) and op.target in TARGETS


@dataclass
class PivotingLoops(EliminationLoops):
    """
    The conversion of one call. A row is eliminated by the element of greatest magnitude below;
    where that is zero, nothing is to be done, and the status is 1.
    """

    def run(self) -> None:
        """
        Emit the loops; raises `NoLoopsError`.

            scf.for %p = %c0 to %panels step %c1 {
              scf.for %k = %first to %end step %c1 { ... }   // exchange rows, divide a column
              scf.for %k = %first to %end step %c1 { ... }   // eliminate from rows of the panel
              scf.for %i = %end to %m step %c1 { ... }       // subtract products with all eight
            }
        """
        self.require_numbers()
        if len(self.kernel.op.outs) != 3:
            raise NoLoopsError
        _, self.pivots, self.status = self.kernel.op.outs
        batch = range(self.rank - 2)
        for one, rank in ((self.pivots, self.rank - 1), (self.status, self.rank - 2)):
            if rank_of(one) != rank or element_type_of(one.type) != i32:
                raise NoLoopsError
            self.require_same(self.matrix, batch, one, batch)
        self.steps = self.rows
        sides = [self.sizes.of_buffer(self.matrix, axis) for axis in (self.rank - 2, self.rank - 1)]
        if not self.factors.same(sides[:1], sides[1:]):
            if not isinstance(self.rows, int) or not isinstance(self.columns, int):
                raise NoLoopsError
            self.steps = min(self.rows, self.columns)
        count = self.sizes.of_buffer(self.pivots, self.rank - 2)
        if not self.factors.same([count], [Size(self.steps, sides[0].name)]):
            raise NoLoopsError
        self.writer.insert(memref.CopyOp(self.matrix, self.out))
        self.around(self.out, batch, self.compute)

    def compute(self, batch: Values) -> None:
        """The factors of one matrix."""

        writer = self.writer

        def step(row: SSAValue, end: Index) -> Values:
            self.exchange(batch, row)
            pivot, zero = self.pivot(batch, row)
            self.when(zero, lambda: self.store(writer.constant(1, i32), self.status, batch))
            self.when(self.negated(zero), lambda: self.divide(batch, row, end, pivot))
            return ()

        def panel(first: Index, end: Index, _: Values) -> Values:
            self.loop(end, lambda row, _: step(row, end), low=first)
            self.update(batch, first, end)
            return ()

        self.store(writer.constant(0, i32), self.status, batch)
        self.panels(self.steps, panel)

    def pivot(self, batch: Values, row: SSAValue) -> tuple[SSAValue, SSAValue]:
        """The element on the diagonal, and whether it is zero."""
        writer = self.writer
        pivot = self.load(self.out, (*batch, row, row))
        return pivot, writer.compare("==", pivot, writer.constant(0.0, self.element))

    def negated(self, condition: SSAValue) -> SSAValue:
        """Whether a condition does not hold."""
        return self.writer.op(arith.XOrIOp, [condition, self.writer.constant(1, BOOL)], BOOL)

    def exchange(self, batch: Values, row: SSAValue) -> None:
        """
        Exchange a row with the one that has the element of greatest magnitude below the diagonal:
        the first NaN, or the first of equal ones.
        """
        writer = self.writer

        def magnitude(at: SSAValue) -> SSAValue:
            return writer.op(math.AbsFOp, [self.load(self.out, (*batch, at, row))], self.element)

        def compare(at: SSAValue, carried: Values) -> Values:
            best, place = carried
            size = magnitude(at)
            first = writer.both(writer.compare("!=", size, size), writer.compare("==", best, best))
            takes = writer.either(writer.compare(">", size, best), first)
            return writer.select(takes, size, best), writer.select(takes, at, place)

        start = (magnitude(row), row)
        _, place = self.loop(self.rows, compare, start, low=writer.add(row, 1))
        number = writer.op(arith.IndexCastOp, writer.values([writer.add(place, 1)]), i32)
        self.store(number, self.pivots, (*batch, row))

        def swap(column: SSAValue, _: Values) -> Values:
            places = [(*batch, one, column) for one in (row, place)]
            values = [self.load(self.out, one) for one in places]
            for value, one in zip(values, reversed(places), strict=True):
                self.store(value, self.out, one)
            return ()

        differs = writer.compare("!=", row, place)
        self.when(differs, lambda: self.loop(self.columns, swap))

    def divide(self, batch: Values, row: SSAValue, end: Index, pivot: SSAValue) -> None:
        """Divide what is below the diagonal, and eliminate a row from the columns of its panel."""
        writer = self.writer
        following = writer.add(row, 1)

        def below(other: SSAValue, _: Values) -> Values:
            value = self.load(self.out, (*batch, other, row))
            factor = writer.op(arith.DivfOp, [value, pivot], self.element)
            self.store(factor, self.out, (*batch, other, row))
            self.subtract(batch, other, (following, end), [(factor, row)])
            return ()

        self.loop(self.rows, below, low=following)

    def update(self, batch: Values, first: Index, end: Index) -> None:
        """
        Eliminate the rows of a panel from the columns after it: one after the other from those of
        the panel, and from all if a pivot was zero; then all at once from those after the panel.
        """
        writer = self.writer
        is_one = isinstance(end, int)
        if is_one and self.columns == end:
            return
        status = self.load(self.status, batch)
        regular = writer.compare("==", status, writer.constant(0, i32))
        last = end if is_one else writer.select(regular, *writer.values([end, self.rows]))

        def eliminate(row: SSAValue, carried: Values) -> Values:
            def below(other: SSAValue, _: Values) -> Values:
                product = (self.load(self.out, (*batch, other, row)), row)
                self.subtract(batch, other, (end, self.columns), [product])
                return ()

            following, (_, zero) = writer.add(row, 1), self.pivot(batch, row)
            self.when(self.negated(zero), lambda: self.loop(last, below, low=following))
            return carried

        def after(other: SSAValue, _: Values) -> Values:
            rows = [writer.add(first, number) for number in range(PANEL)]
            products = [(self.load(self.out, (*batch, other, row)), row) for row in rows]
            self.subtract(batch, other, (end, self.columns), products)
            return ()

        self.loop(end, eliminate, low=first)
        if not is_one:
            more = writer.compare("<", end, writer.value(self.steps))
            self.when(writer.both(regular, more), lambda: self.loop(self.rows, after, low=end))
