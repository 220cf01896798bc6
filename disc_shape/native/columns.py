"""
Which reductions combine the elements of columns: their terms lie apart in memory, those of the
neighbouring results side by side.

    scf.parallel (%j) = (%c0) to (%m) step (%c1) {
      %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> (f32) {
        %x = memref.load %a[%k, %j] : memref<?x?xf32>      // the next one is a row away
        ...

`column_nest` finds the loops; `columns_blocks` interchanges them. Iterations of `scf.parallel` are
independent, so that they may run in any order, and in turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from xdsl.dialects import arith, memref, scf
from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import is_side_effect_free

from disc_shape.lowering.writer import constant_of
from disc_shape.native.memrefs import is_contiguous, kind_of

SHORT = 16
"""Nests of loops that are known to have fewer iterations stay innermost: LLVM unrolls them."""


@dataclass(frozen=True)
class ColumnNest:
    """A nest whose columns are neighbours."""

    parallel: scf.ParallelOp
    axis: int
    """Which counter says the column."""
    loops: frozenset[scf.ForOp]
    """The loops down the columns, which shall be around the one over columns."""
    uniform: frozenset[SSAValue]
    """Values from inside the nest that are the same for all columns, and have no effects."""

    @property
    def column(self) -> SSAValue:
        """The counter that says the column."""
        return self.parallel.body.block.args[self.axis]


def column_nest(parallel: scf.ParallelOp) -> ColumnNest | None:
    """The columns of a nest; None where it has none, or what it reads lies otherwise."""
    if parallel.results:
        return None
    for axis in reversed(range(len(parallel.upperBound))):
        if constant_of(parallel.lowerBound[axis]) != 0 or constant_of(parallel.step[axis]) != 1:
            continue
        found = columns_at(parallel, axis)
        if found is not None:
            return found
    return None


def columns_at(parallel: scf.ParallelOp, axis: int) -> ColumnNest | None:
    """The columns that a counter of a nest says."""
    body = parallel.body.block
    column = body.args[axis]
    uniform: set[SSAValue] = {one for one in body.args if one is not column}
    loops: set[scf.ForOp] = set()
    add_uniform(body, parallel, uniform, loops)
    if not loops:
        return None
    dependent = dependent_values(parallel, column)
    counters: set[SSAValue] = {loop.body.block.args[0] for loop in loops}
    accesses = [op for loop in loops for op in loop.walk() if isinstance(op, ACCESSES)]
    if not all(lies_well(op, column, dependent) for op in accesses):
        return None
    if not any(is_of_column(op, column, dependent, counters) for op in accesses):
        return None
    return ColumnNest(parallel, axis, frozenset(loops), frozenset(uniform))


ACCESSES = (memref.LoadOp, memref.StoreOp)


def add_uniform(
    block: Block, parallel: scf.ParallelOp, uniform: set[SSAValue], loops: set[scf.ForOp]
) -> None:
    """Add the uniform values of a block, and the loops in it whose bounds are uniform."""
    for op in block.ops:
        if isinstance(op, scf.ForOp):
            bounds = op.lb, op.ub, op.step
            if is_short(op) or not all(is_uniform(one, parallel, uniform) for one in bounds):
                continue
            loops.add(op)
            uniform.add(op.body.block.args[0])
            add_uniform(op.body.block, parallel, uniform, loops)
        elif not op.regions and is_side_effect_free(op):
            if all(is_uniform(one, parallel, uniform) for one in op.operands):
                uniform.update(op.results)


def is_uniform(value: SSAValue, parallel: scf.ParallelOp, uniform: Iterable[SSAValue]) -> bool:
    """Whether a value is from outside of a nest, or one of those of it that are uniform."""
    return value in uniform or not parallel.is_ancestor(value.owner)


def is_short(loop: scf.ForOp) -> bool:
    """Whether a loop and those in it are known to have few iterations altogether."""
    count = iterations(loop)
    return count is not None and count < SHORT


def iterations(loop: scf.ForOp) -> int | None:
    """The iterations of a loop times those of the loops in it, None where they are not known."""
    bounds = (constant_of(one) for one in (loop.lb, loop.ub, loop.step))
    low, high, step = bounds
    if low is None or high is None or step is None or step < 1:
        return None
    inner = [iterations(one) for one in loop.body.block.ops if isinstance(one, scf.ForOp)]
    known = [one for one in inner if one is not None]
    if len(known) < len(inner):
        return None
    return max(0, -(-(high - low) // step)) * max(known, default=1)


def dependent_values(parallel: scf.ParallelOp, column: SSAValue) -> set[SSAValue]:
    """The values that may depend on the column; what loops carry counts as such."""
    found = {column}

    def add(block: Block) -> bool:
        """Whether something in a block depends on the column."""
        any_ = False
        for op in block.ops:
            depends = any(one in found for one in op.operands)
            for region in op.regions:
                for inner in region.blocks:
                    if isinstance(op, scf.ForOp):
                        found.update(inner.args[1:])
                    depends |= add(inner)
            if depends:
                found.update(op.results)
                any_ = True
        return any_

    add(parallel.body.block)
    return found


def indices_of(op: Operation) -> Iterator[SSAValue]:
    """The indices of a load or store."""
    assert isinstance(op, ACCESSES)
    yield from op.indices


def lies_well(op: Operation, column: SSAValue, dependent: set[SSAValue]) -> bool:
    """Whether a load or store is of the same element for all columns, or of neighbours."""
    *others, last = [None, *indices_of(op)]
    if any(one in dependent for one in others if one is not None):
        return False
    return last not in dependent or is_next_to(last, column, dependent)


def is_next_to(index: SSAValue | None, column: SSAValue, dependent: set[SSAValue]) -> bool:
    """Whether an index is the column, or as far from it for all columns."""
    if index is column:
        return True
    if index is None or not isinstance(op := index.owner, arith.AddiOp | arith.SubiOp):
        return False
    lhs, rhs = op.operands
    if isinstance(op, arith.AddiOp) and rhs is column:
        lhs, rhs = rhs, lhs
    return lhs is column and rhs not in dependent


def is_of_column(
    op: Operation, column: SSAValue, dependent: set[SSAValue], counters: set[SSAValue]
) -> bool:
    """Whether a load reads the next element of the column in each iteration of a loop."""
    if not isinstance(op, memref.LoadOp) or len(op.indices) < 2:
        return False
    kind = kind_of(op.memref.type)
    *others, last = op.indices
    return (
        kind is not None
        and is_contiguous(kind)
        and is_next_to(last, column, dependent)
        and any(is_made_of(one, counters) for one in others)
    )


def is_made_of(value: SSAValue, counters: set[SSAValue]) -> bool:
    """Whether a value is one of some counters, or computed of one."""
    left, seen = [value], set[SSAValue]()
    while left:
        one = left.pop()
        if one in counters:
            return True
        if one not in seen and isinstance(one.owner, Operation):
            left += one.owner.operands
        seen.add(one)
    return False
