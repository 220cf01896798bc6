"""Which loops of a sum of products are the rows and columns of a product of matrices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from xdsl.dialects import memref
from xdsl.ir import SSAValue

from disc_shape.native.contractions_nests import Group, Nest, counters_of, groups_of, number_of

MANY_ROWS = 8
"""The rows from which on it pays to choose them so that loops of the sum can be merged."""

LEAST_GROUP = 16
"""
The columns of a group from which on products that read no patches are faster than loops over
neighbours: 8 x 28 x 28 with 3 x 3 windows of 8 features took 0.6 ms by loops and 2.4 by products,
of 16 1.9 and 3.5, of 32 4.9 and 1.9.
"""

SMALL_GROUP = 4
"""The columns from which on products are faster than sums one after the other."""

FEW_FACTORS = 256
"""
The factors of a product in a batch up to which loops are faster than a call for each product: 1,000
products of 4 x 4 matrices took 47 us by loops and 126 by calls, of 12 x 12 1520 and 557.
"""


def is_batch_of_small(nest: Nest) -> bool:
    """Whether a nest is a batch of products of matrices that are known to be small."""
    if len(nest.reductions) > 1 or nest.conditions:
        return False
    indices = [[counters_of(index, nest) for index in load.indices] for load in nest.loads]
    if any(len(one) > 1 for load in indices for one in load):
        return False
    one, other = ({counter for index in load for counter in index} for load in indices)
    places = list(zip(nest.op.body.block.args, nest.op.upperBound, strict=True))
    batch = [counter for counter, _ in places if counter in one and counter in other]
    inner = [number_of(upper) for counter, upper in places if counter not in batch]
    sizes = [*inner, *(number_of(one.ub) for one in nest.reductions)]
    known = [size for size in sizes if size is not None]
    return bool(batch) and len(known) == len(sizes) and prod(known) <= FEW_FACTORS


@dataclass(frozen=True)
class Roles:
    """Which loops and buffers are what."""

    row: SSAValue | None
    """The counter of rows; None if there is one."""
    column: SSAValue | None
    lhs: memref.LoadOp
    rhs: memref.LoadOp
    group: Group | None = None
    """Which rows or columns are those of one product; None if all are."""

    def may_merge(self, nest: Nest) -> bool:
        """
        Whether there are two loops to merge, and rows that are likely to be many: a window moves
        along them, and they are not known to be few. Batches are often few.
        """
        rows = None if self.row is None else number_of(self.rows(nest))
        enough = rows is None or rows >= MANY_ROWS
        return len(nest.reductions) > 1 and self.moves(nest) and enough

    def rows(self, nest: Nest) -> SSAValue:
        """The number of rows, of which there may be many."""
        places = zip(nest.op.body.block.args, nest.op.upperBound, strict=True)
        return next(upper for one, upper in places if one is self.row)

    def with_other_row(self, nest: Nest) -> Roles | None:
        """
        The roles with another counter of rows, of which there may be more; None where there is no
        other one, or where a window moves along the rows.
        """
        if self.row is None or self.group is not None or len(nest.reductions) > 1:
            return None
        others = (one for one in Roles.within(nest, None) if one.column is self.column)
        other = next((one for one in others if one.row not in (None, self.row)), None)
        if other is None or nest.conditions:
            return None
        ours, theirs = number_of(self.rows(nest)), number_of(other.rows(nest))
        return None if ours is not None and theirs is not None and ours >= theirs else other

    def moves(self, nest: Nest) -> bool:
        """Whether a window moves along the rows."""
        taps = {one.body.block.args[0] for one in nest.reductions}
        read = [counters_of(one, nest) for one in self.lhs.indices]
        return any(self.row in one and not taps.isdisjoint(one) for one in read)

    def transposed(self) -> Roles:
        """The roles in the product of the transposed factors."""
        return Roles(self.column, self.row, self.rhs, self.lhs, self.group)

    @staticmethod
    def all(nest: Nest) -> Iterator[Roles]:
        """Roles without groups, and then those within groups."""
        yield from Roles.within(nest, None)
        for group in groups_of(nest):
            for roles in Roles.within(nest, group):
                if group.counter in (roles.row, roles.column):
                    yield roles

    def has_few_columns(self, nest: Nest, least: int) -> bool:
        """Whether there are known to be fewer columns than that, in a group if there are any."""
        if self.group is not None and self.group.counter is self.column:
            return self.group.size < least
        places = zip(nest.op.body.block.args, nest.op.upperBound, strict=True)
        sizes = (number_of(upper) for one, upper in places if one is self.column)
        return any(size is not None and size < least for size in sizes)

    def has_fewer(self, least: int) -> bool:
        """Whether there are groups, of fewer columns than that."""
        return self.group is not None and self.group.size < least

    @staticmethod
    def within(nest: Nest, group: Group | None) -> Iterator[Roles]:
        """
        Columns are counted by the innermost loop that one factor depends on alone, but no bound and
        no condition; rows by one of those that the other depends on alone, the innermost ones
        first. Without rows, only a product with a vector is worth a call.
        """
        first, second = nest.loads
        known = () if group is None else group.numbers
        one, other = (
            {counter for index in load.indices for counter in counters_of(index, nest, known)}
            for load in nest.loads
        )
        bounds = {
            counter
            for loop in nest.reductions
            for bound in (loop.lb, loop.ub)
            for counter in counters_of(bound, nest)
        }
        bounds.update(one for each in nest.conditions for one in counters_of(each, nest))
        loops = list(reversed(nest.op.body.block.args))
        column = next(
            (each for each in loops if (each in one) != (each in other) and each not in bounds),
            None,
        )
        if column is None:
            return
        if column in one:
            first, second, one, other = second, first, other, one
        rows = [each for each in loops if each in one and each not in other]
        for row in rows:
            yield Roles(row, column, first, second, group)
        if not rows and len(loops) == 1 and not bounds:
            yield Roles(None, column, first, second)
