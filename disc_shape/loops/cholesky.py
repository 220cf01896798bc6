"""Cholesky's factors as loops, in panels of rows of the upper triangle."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import DictionaryAttr, i32
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.linear_algebra import CholeskyOp
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.direct import Values
from disc_shape.loops.elimination import PANEL, EliminationLoops
from disc_shape.loops.kernels import NoLoopsError
from disc_shape.loops.triangular import letter_of

TARGETS = ("lapack_spotrf_ffi", "lapack_dpotrf_ffi")
"""The calls of LAPACK by which JAX factors matrices of real numbers."""


@dataclass(frozen=True)
class Factor:
    """Which factor is computed."""

    lower: bool
    """Which triangle is read, and written."""
    called: bool
    """Whether LAPACK is called: the other triangle is kept, and a status is returned."""

    @staticmethod
    def of(op: Operation | None) -> Factor | None:
        """The factor that an operation computes; None for other operations."""
        if isinstance(op, CholeskyOp):
            return Factor(op.lower is not None and bool(op.lower.value.data), called=False)
        if not isinstance(op, CustomCallOp) or op.target not in TARGETS:
            return None
        config = op.attributes.get("mhlo.backend_config")
        letter = letter_of(config.data.get("uplo") if isinstance(config, DictionaryAttr) else None)
        return Factor(letter == "L", called=True) if letter and letter in "LU" else None


@dataclass
class CholeskyLoops(EliminationLoops):
    """
    The conversion of one operation. A matrix that is not positive definite gives NaN: its first
    pivot that is not positive becomes NaN, and all later ones depend on it.
    """

    factor: Factor

    def run(self) -> None:
        """
        Emit the loops; raises `NoLoopsError`. The factor is computed in the upper triangle of the
        result, and becomes its lower one at the end, if that is asked for.

            scf.for %i = %c0 to %n step %c1 { ... }             // copy the triangle
            scf.for %p = %c0 to %panels step %c1 iter_args(%last = %zero) {
              scf.for %k = %first to %end step %c1 { ... }      // divide a row by its root,
              scf.for %i = %end to %n step %c1 { ... }          // subtract products with all eight
            }
            scf.for %i = %c0 to %n step %c1 { ... }             // write both triangles
        """
        self.require_numbers()
        batch = range(self.rank - 2)
        outs = self.kernel.op.outs
        if len(outs) != 1 + self.factor.called:
            raise NoLoopsError
        for status in outs[1:]:
            if rank_of(status) != len(batch) or element_type_of(status.type) != i32:
                raise NoLoopsError
            self.require_same(self.matrix, batch, status, batch)
        self.require_same(self.matrix, [self.rank - 2], self.matrix, [self.rank - 1])
        self.around(self.out, batch, self.compute)

    def compute(self, batch: Values) -> None:
        """One factor."""

        def panel(first: Index, end: Index, carried: Values) -> Values:
            found = self.loop(end, lambda row, _: (self.divide(batch, row, end),), carried, first)
            self.update(batch, first, end)
            return found

        self.copy(batch)
        zero = self.writer.constant(0.0, self.element)
        (last,) = self.panels(self.rows, panel, (zero,))
        self.finish(batch, self.writer.compare("!=", last, last))

    def copy(self, batch: Values) -> None:
        """Copy the triangle that is read to the upper one of the result."""

        def row(at: SSAValue, _: Values) -> Values:
            def column(other: SSAValue, _: Values) -> Values:
                place = (other, at) if self.factor.lower else (at, other)
                value = self.load(self.matrix, (*batch, *place))
                self.store(value, self.out, (*batch, at, other))
                return ()

            self.loop(self.rows, column, low=at)
            return ()

        self.loop(self.rows, row)

    def divide(self, batch: Values, row: SSAValue, end: Index) -> SSAValue:
        """Finish a row, and eliminate it from the later ones of its panel."""
        writer = self.writer
        square = self.load(self.out, (*batch, row, row))
        zero, nan = (writer.constant(one, self.element) for one in (0.0, float("nan")))
        positive = writer.select(writer.compare(">", square, zero), square, nan)
        root = writer.op(math.SqrtOp, [positive], self.element)
        self.store(root, self.out, (*batch, row, row))
        following = writer.add(row, 1)

        def column(at: SSAValue, _: Values) -> Values:
            value = self.load(self.out, (*batch, row, at))
            quotient = writer.op(arith.DivfOp, [value, root], self.element)
            self.store(quotient, self.out, (*batch, row, at))
            return ()

        def later(other: SSAValue, _: Values) -> Values:
            product = (self.load(self.out, (*batch, row, other)), row)
            self.subtract(batch, other, (other, self.rows), [product])
            return ()

        self.loop(self.rows, column, low=following)
        self.loop(end, later, low=following)
        return root

    def update(self, batch: Values, first: Index, end: Index) -> None:
        """Eliminate the rows of a panel from all rows after it: of a full one, if there are any."""
        if isinstance(end, int):
            return

        def later(other: SSAValue, _: Values) -> Values:
            rows = [self.writer.add(first, number) for number in range(PANEL)]
            products = [(self.load(self.out, (*batch, row, other)), row) for row in rows]
            self.subtract(batch, other, (other, self.rows), products)
            return ()

        self.loop(self.rows, later, low=end)

    def finish(self, batch: Values, failed: SSAValue) -> None:
        """Write both triangles, NaN where there is no factor, and the status."""
        writer = self.writer
        zero, nan = (writer.constant(one, self.element) for one in (0.0, float("nan")))

        def write(value: SSAValue, row: SSAValue, column: SSAValue) -> None:
            value = writer.select(failed, nan, value)
            self.store(value, self.out, (*batch, row, column))

        def row(at: SSAValue, _: Values) -> Values:
            def column(other: SSAValue, _: Values) -> Values:
                upper, lower = (at, other), (other, at)
                known = self.load(self.out, (*batch, *upper))
                factor, rest = (lower, upper) if self.factor.lower else (upper, lower)
                kept = self.load(self.matrix, (*batch, *rest)) if self.factor.called else zero
                write(kept, *rest)
                write(known, *factor)
                return ()

            self.loop(self.rows, column, low=at)
            return ()

        self.loop(self.rows, row)
        for status in self.kernel.op.outs[1:]:
            one, none = (writer.constant(number, i32) for number in (1, 0))
            self.store(writer.select(failed, one, none), status, batch)
