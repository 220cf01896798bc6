"""
What loops that eliminate the rows of matrices have in common.

Rows are eliminated in panels of a few: each row after a panel is read and written once for all of
them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import Float32Type, Float64Type
from xdsl.ir import SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.aliases import may_alias
from disc_shape.loops.direct import DirectLoops, Values
from disc_shape.loops.factors import Factors
from disc_shape.loops.kernels import NoLoopsError

PANEL = 8
"""The rows of a panel."""

Panel = Callable[[Index, Index, Values], Values]
"""Emits what is done for a panel, of its first row, the row after it, and what loops carry."""


@dataclass
class EliminationLoops(DirectLoops):
    """The conversion of one operation that reads matrices of real numbers."""

    factors: Factors

    def require_numbers(self) -> None:
        """Raise `NoLoopsError` unless the first result is as the first operand, and apart."""
        if not self.kernel.op.ins or not self.kernel.op.outs:
            raise NoLoopsError
        self.matrix, self.out = self.kernel.op.ins[0], self.kernel.op.outs[0]
        self.element, self.rank = element_type_of(self.out.type), rank_of(self.out)
        if not isinstance(self.element, Float32Type | Float64Type) or self.rank < 2:
            raise NoLoopsError
        if rank_of(self.matrix) != self.rank or element_type_of(self.matrix.type) != self.element:
            raise NoLoopsError
        outs = self.kernel.op.outs
        if any(may_alias(self.matrix, one) for one in outs):
            raise NoLoopsError
        self.require_same(self.matrix, range(self.rank), self.out, range(self.rank))
        sizes = (self.sizes.of_buffer(self.out, axis) for axis in (self.rank - 2, self.rank - 1))
        self.rows, self.columns = (one.value for one in sizes)

    def require_same(
        self, one: SSAValue, axes: Sequence[int], other: SSAValue, others: Sequence[int]
    ) -> None:
        """Raise `NoLoopsError` unless sizes of two buffers are known to be equal."""
        for axis, counterpart in zip(axes, others, strict=True):
            sizes = (self.sizes.of_buffer(one, axis), self.sizes.of_buffer(other, counterpart))
            if not self.factors.same(sizes[:1], sizes[1:]):
                raise NoLoopsError

    def panels(self, steps: Index, panel: Panel, state: Values = ()) -> Values:
        """The loop over panels."""
        writer = self.writer

        def body(number: SSAValue, carried: Values) -> Values:
            first = writer.multiply(number, PANEL)
            return panel(first, writer.minimum(writer.add(first, PANEL), steps), carried)

        if isinstance(steps, int) and steps <= PANEL:
            return panel(0, steps, state)
        return self.loop(writer.ceil_divide(steps, PANEL), body, state)

    def subtract(
        self,
        batch: Values,
        row: Index,
        columns: tuple[Index, Index],
        products: Sequence[tuple[SSAValue, Index]],
    ) -> None:
        """
        Subtract multiples of rows from some columns of a row, one after the other.

            scf.for %j = %low to %high step %c1 { ... }     // a[i, j] -= f * a[k, j]
        """
        writer = self.writer

        def at(column: SSAValue, _: Values) -> Values:
            value = self.load(self.out, (*batch, row, column))
            for factor, other in products:
                known = self.load(self.out, (*batch, other, column))
                product = writer.op(arith.MulfOp, [factor, known], self.element)
                value = writer.op(arith.SubfOp, [value, product], self.element)
            self.store(value, self.out, (*batch, row, column))
            return ()

        low, high = columns
        self.loop(high, at, low=low)
