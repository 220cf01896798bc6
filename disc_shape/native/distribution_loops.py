"""
Loops in parts, of which each has some of the iterations.

Those are split of `scf.parallel`: an iteration neither writes what another one reads nor what
another one writes. So each part computes the same numbers as it does among all iterations.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, math, memref, scf
from xdsl.dialects.func import CallOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.lowering.origins import VIEWS
from disc_shape.lowering.writer import constant_of
from disc_shape.native.outlining import root_of

NEIGHBOURS = 64
"""A part of neighbours has a multiple of so many: lines of the cache are not shared by threads."""

INNER = (scf.ForOp, scf.ParallelOp, CallOp)
"""What an iteration has that computes more than one element."""

COMPUTED = (arith.Arith.name, math.Math.name)
"""The dialects of operations on scalars."""


def only_loops(block: Block) -> list[scf.ParallelOp] | None:
    """
    The loops one of which is all that a block does besides scalars and views; None where that is
    something else, as two loops are: one part of the second may read what another one of the first
    has written.
    """
    nests = [one for one in block.ops if one.regions]
    if len(nests) > 1 or any(isinstance(one, memref.StoreOp | CallOp) for one in block.ops):
        return None
    if not nests:
        return []
    (nest,) = nests
    if nest.results:
        return None
    if isinstance(nest, scf.ParallelOp):
        return [nest]
    if not isinstance(nest, scf.IfOp):
        return None
    branches = [only_loops(one) for region in nest.regions for one in region.blocks]
    found = [one for one in branches if one is not None]
    return [loop for one in found for loop in one] if len(found) == len(branches) else None


def dimensions(op: scf.ParallelOp, scratch: Collection[SSAValue] = ()) -> list[int]:
    """
    The dimensions of a loop that may be split, the outermost first: not those of one iteration, and
    those on which the place of each element depends that is stored elsewhere than in scratch
    memory.
    """
    stores = [one for one in op.body.walk() if isinstance(one, memref.StoreOp)]
    roots = [root_of(one.memref) for one in stores]
    outside = [
        one
        for one, root in zip(stores, roots, strict=True)
        if root not in scratch and not is_inside(root, op)
    ]
    return [
        place
        for place, counter in enumerate(op.body.block.args)
        if number_of_iterations(op, place) != 1
        and all(is_placed_by(one, counter) for one in outside)
    ]


def number_of_iterations(op: scf.ParallelOp, place: int) -> int | None:
    """The iterations of a dimension, where that is known."""
    low, high, step = (constant_of(one[place]) for one in (op.lowerBound, op.upperBound, op.step))
    if low is None or high is None or not step:
        return None
    return max(-(-(high - low) // step), 0)


def is_inside(value: SSAValue, op: Operation) -> bool:
    """Whether a value is defined in a region of an operation."""
    block = value.owner if isinstance(value.owner, Block) else value.owner.parent
    return block is not None and op.is_ancestor(block)


def is_placed_by(op: memref.StoreOp, counter: BlockArgument) -> bool:
    """Whether where an element is stored depends on a counter."""
    pending: list[SSAValue] = [*op.indices]
    view: SSAValue = op.memref
    while isinstance(view.owner, VIEWS):
        pending += view.owner.operands[1:]
        view = view.owner.operands[0]
    seen: set[SSAValue] = set()
    while pending:
        value = pending.pop()
        if value is counter:
            return True
        if value not in seen and isinstance(value.owner, Operation):
            seen.add(value)
            if value.owner.dialect_name() in COMPUTED:
                pending += value.owner.operands
    return False


@dataclass(frozen=True)
class Range:
    """The iterations of one dimension of a loop."""

    low: SSAValue
    high: SSAValue
    step: SSAValue
    are_neighbours: bool
    """Whether each iteration is an element, next to that of the one before."""

    def count(self, writer: Writer) -> Index:
        """How many there are."""
        low, high, step = (index_of(one) for one in (self.low, self.high, self.step))
        return writer.maximum(writer.ceil_divide(writer.subtract(high, low), step), 0)

    def part(self, writer: Writer, part: Index, parts: Index) -> tuple[Index, Index]:
        """The bounds of one part."""
        low, step, count = index_of(self.low), index_of(self.step), self.count(writer)
        length = writer.ceil_divide(count, parts)
        if self.are_neighbours:
            length = writer.multiply(writer.ceil_divide(length, NEIGHBOURS), NEIGHBOURS)
        first = writer.minimum(writer.multiply(part, length), count)
        last = writer.minimum(writer.add(first, length), count)
        bounds = (writer.add(low, writer.multiply(one, step)) for one in (first, last))
        start, end = bounds
        return start, end


def index_of(value: SSAValue) -> Index:
    """An index, as a number where it is one."""
    number = constant_of(value)
    return value if number is None else number


Loops = Sequence[tuple[scf.ParallelOp, list[int]]]
"""Loops, and which of their dimensions may be split."""


def restrict(writer: Writer, loops: Loops, part: SSAValue, parts: SSAValue) -> None:
    """
    Leave one part of the iterations of a loop, and of those inside of which it does nothing else: a
    part of the first dimension with as many of them as there are parts, else of the last loops.
    """
    (loop, places), *inner = loops
    others: SSAValue | None = None
    """Whether no dimension so far is split; None before the first one."""
    for place in places:
        is_last = not inner and place == places[-1]
        others = split_dimension(writer, loop, place, others, (part, parts), is_last=is_last)
    for one, some in inner:
        writer.move(InsertPoint.before(one))
        for place in some:
            is_last = place == some[-1]
            split_dimension(writer, one, place, others, (part, parts), is_last=is_last)


def split_dimension(
    writer: Writer,
    op: scf.ParallelOp,
    place: int,
    others: SSAValue | None,
    mine: tuple[SSAValue, SSAValue],
    *,
    is_last: bool,
) -> SSAValue | None:
    """
    Leave a part of a dimension if no other one is split, and it is the last one or has enough
    iterations; returns whether none is split after it.
    """
    count, step = len(op.body.block.args), op.step[place]
    has_elements = not any(isinstance(one, INNER) for one in op.body.walk())
    are_neighbours = has_elements and place == count - 1 and constant_of(step) == 1
    span = Range(op.lowerBound[place], op.upperBound[place], step, are_neighbours)
    part, parts = mine
    chosen = others
    if not is_last:
        enough = writer.compare(">=", writer.value(span.count(writer)), parts)
        chosen = enough if others is None else writer.both(others, enough)
        rest = writer.op(arith.XOrIOp, [enough, writer.constant(1, enough.type)], enough.type)
        others = rest if others is None else writer.both(others, rest)
    if chosen is not None:
        zero, one = writer.values([0, 1])
        part, parts = writer.select(chosen, part, zero), writer.select(chosen, parts, one)
    low, high = writer.values(span.part(writer, part, parts))
    op.operands[place], op.operands[count + place] = low, high
    return others


def loops_inside(op: scf.ParallelOp) -> Loops:
    """
    A loop, and those one of which is all that an iteration of it does, with the dimensions of each
    that may be split.
    """
    every = [(one, dimensions(one)) for one in (op, *(only_loops(op.body.block) or ()))]
    return every if all(places for _, places in every[1:]) else every[:1]
