"""
Tiles for loops that read along one dimension and write along another one.

Each iteration of the innermost loop reads an element of another line of the cache. Where these are
many, a line is gone before the next iteration of the loop around reads its second element: so both
loops run for a block of each other at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.locations import inherit
from disc_shape.lowering.writer import constant_of
from disc_shape.native.memrefs import is_contiguous, kind_of

ROWS, COLUMNS = 32, 64
"""
The iterations of a tile, along what is read and along what is written, in ns for an element: 2048 x
2048, where all lines of a column have one place in the cache, 8.5 without tiles and 2.2, 4096 x 512
8.0 and 1.8, 196 x 768 1.4 and 0.9, 2000 x 2000 1.6 and 1.9. With 32 columns, which are one vector
or two, 32 x 32 took 0.7 and 1.1.
"""

SHORT = 8
"""A loop of fewer iterations, where their number is known, is not tiled."""


@dataclass(frozen=True)
class Transpose:
    """Loops, the inner one of which writes neighbours and reads elements that lie apart."""

    outer: scf.ParallelOp
    inner: scf.ForOp
    row: int
    """The dimension of the outer loop along which what is read are neighbours."""

    @staticmethod
    def of(outer: scf.ParallelOp) -> Transpose | None:
        """
        What a loop transposes; None where it does nothing of the kind, or a tile would be no
        smaller.
        """
        block = outer.body.block
        *around, inner, _ = block.ops if len(block.ops) > 1 else (None, None)
        if outer.results or not isinstance(inner, scf.ForOp) or inner.results:
            return None
        body, bounds = inner.body.block, [*outer.lowerBound, *outer.step]
        starts = [constant_of(one) for one in (*bounds, inner.lb, inner.step)]
        if starts != [*[0] * len(block.args), *[1] * len(block.args), 0, 1]:
            return None
        if not all(isinstance(one, arith.AddiOp | arith.SubiOp) for one in around):
            return None
        if any(one.regions for one in body.ops) or is_inside(inner.ub, outer):
            return None
        stores = [one for one in body.ops if isinstance(one, memref.StoreOp)]
        column = body.args[0]
        if not stores or any(along(one, outer) is not column for one in stores):
            return None
        for one in (one for one in body.ops if isinstance(one, memref.LoadOp)):
            counter = along(one, outer)
            if counter is None or counter.block is not block:
                continue
            if any(column in inputs_of(index, outer) for index in [*one.indices][:-1]):
                sizes = constant_of(outer.upperBound[counter.index]), constant_of(inner.ub)
                if all(size is None or size >= SHORT for size in sizes):
                    return Transpose(outer, inner, counter.index)
        return None

    def tile(self, writer: Writer) -> None:
        """Run the loops for tiles. Iterations of the inner one keep their order."""
        old, row = self.outer.body.block, self.row
        block, steps = Block(arg_types=[INDEX] * len(old.args)), list(self.outer.step)
        steps[row] = writer.constant(ROWS)
        bounds = list(self.outer.lowerBound), list(self.outer.upperBound)
        made = writer.insert(scf.ParallelOp(*bounds, steps, Region(block)))
        inherit(made, self.outer)
        values: dict[SSAValue, SSAValue] = dict(zip(old.args, block.args, strict=True))
        with writer.at(InsertPoint.at_end(block)):
            last = self.end(writer, block.args[row], ROWS, self.outer.upperBound[row])
            start, end = writer.value(0), self.inner.ub
            start = self.loop(writer, start, end, COLUMNS)
            high = self.end(writer, start, COLUMNS, self.inner.ub)
            values[old.args[row]] = self.loop(writer, block.args[row], last, 1)
            for op in old.ops:
                if op is self.inner:
                    break
                writer.insert(op.clone(values))
            values[self.inner.body.block.args[0]] = self.loop(writer, start, high, 1)
            for op in self.inner.body.block.ops:
                if not isinstance(op, scf.YieldOp):
                    writer.insert(op.clone(values))
        block.add_op(scf.ReduceOp())
        Rewriter.erase_op(self.outer)

    @staticmethod
    def end(writer: Writer, start: SSAValue, size: int, upper: SSAValue) -> SSAValue:
        """Where the tile that begins somewhere ends."""
        return writer.value(writer.minimum(writer.add(start, size), upper))

    @staticmethod
    def loop(writer: Writer, low: SSAValue, high: SSAValue, step: Index) -> SSAValue:
        """A loop in which to go on; returns its counter."""
        block = Block(arg_types=[INDEX])
        writer.insert(scf.ForOp(low, high, writer.value(step), [], Region(block)))
        end = scf.YieldOp()
        block.add_op(end)
        writer.move(InsertPoint.before(end))
        return block.args[0]


def tile_transposes(function: FuncOp) -> None:
    """
    Tile the loops of a function that read along one dimension and write along another one.

        scf.parallel (%i) = (%c0) to (%n) step (%c1) {
          scf.for %j = %c0 to %m step %c1 {
            %0 = memref.load %x[%j, %i] : memref<?x?xf32>
            memref.store %0, %y[%i, %j] : memref<?x?xf32>
          }
        }
    =>
        scf.parallel (%r) = (%c0) to (%n) step (%c32) {
          %i_end = minimum of %r + 32 and %n
          scf.for %c = %c0 to %m step %c64 {
            %j_end = minimum of %c + 64 and %m
            scf.for %i = %r to %i_end step %c1 {
              scf.for %j = %c to %j_end step %c1 {
                %0 = memref.load %x[%j, %i] : memref<?x?xf32>
                memref.store %0, %y[%i, %j] : memref<?x?xf32>
              }
            }
          }
        }
    """
    block = function.body.blocks[0]
    for op in [*function.body.walk()]:
        found = Transpose.of(op) if isinstance(op, scf.ParallelOp) else None
        if found is not None:
            found.tile(Writer(block, InsertPoint.before(op)))
            statistics.count("tile-transposes: loops")


def is_inside(value: SSAValue, nest: Operation) -> bool:
    """Whether a value is defined inside of a nest."""
    owner = value.owner
    return nest.is_ancestor(owner) and owner is not nest


def along(op: memref.LoadOp | memref.StoreOp, nest: Operation) -> BlockArgument | None:
    """The only counter on which the place among neighbours depends that is read or written."""
    kind = kind_of(op.memref.type)
    if kind is None or not op.indices or not is_contiguous(kind):
        return None
    found = inputs_of(op.indices[-1], nest)
    counter = next(iter(found)) if len(found) == 1 else None
    return counter if isinstance(counter, BlockArgument) else None


def inputs_of(index: SSAValue, nest: Operation) -> set[SSAValue]:
    """The values from inside of a nest of which an index is a sum or a difference."""
    op = index.owner
    if not isinstance(op, Operation):
        return {index} if nest.is_ancestor(op) else set()
    if not nest.is_ancestor(op):
        return set()
    if not isinstance(op, arith.AddiOp | arith.SubiOp):
        return {index}
    return {value for one in op.operands for value in inputs_of(one, nest)}
