"""
Interchange the loops of reductions down columns: a block of columns at a time.

What a column carries down its loop becomes memory with a place for each column of the block. Each
step of the loop runs over the block, so that it reads neighbours, which LLVM turns into vectors.
A column still combines its elements in their order: results stay the same, to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import is_side_effect_free

from disc_shape import statistics
from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import ScalarWriter
from disc_shape.locations import inherit
from disc_shape.lowering.writer import constant_of
from disc_shape.native.columns import ColumnNest, column_nest
from disc_shape.native.memrefs import bytes_of, opaque_bytes
from disc_shape.native.unrolling import over_block

BYTES = 4096
"""The most bytes that a block has for one number of each column: what may be on the stack."""

MANY = 8
"""With more numbers than that blocks are shorter: all of them stay in the nearest cache."""

REGISTERS = 64
"""So many columns of a known number are one block, whose numbers stay in registers."""

NARROW = 4
"""Fewer columns of a known number run one after the other."""

NARROW_OPEN = 8
"""The same of a number that is only known in a run."""


def interchange_reductions(function: FuncOp) -> None:
    """
    Run the reductions of a function that go down columns for a block of columns at a time.

        scf.parallel (%j) = (%c0) to (%m) step (%c1) {
          %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> (f32) {
            %x = memref.load %a[%k, %j] : memref<?x?xf32>
            %u = arith.addf %t, %x : f32
            scf.yield %u : f32
          }
          memref.store %s, %b[%j] : memref<?xf32>
        }
    =>
        scf.parallel (%j) = (%c0) to (%m) step (%c1024) {
          %sums = memref.alloca() : memref<1024xf32>
          %left = arith.subi %m, %j : index
          %count = arith.minsi %left, %c1024 : index
          ...                                              // %sums[%i] = %zero
          scf.for %k = %c0 to %n step %c1 {
            scf.for %i = %c0 to %count step %c1 {
              %column = arith.addi %j, %i : index
              %t = memref.load %sums[%i] : memref<1024xf32>
              %x = memref.load %a[%k, %column] : memref<?x?xf32>
              %u = arith.addf %t, %x : f32
              memref.store %u, %sums[%i] : memref<1024xf32>
            }
          }
          ...                                              // %b[%column] = %sums[%i]
        }

    Where the number of columns is not known, a test chooses between both.
    """
    writer = ScalarWriter(function.body.blocks[0], InsertPoint.at_start(function.body.blocks[0]))
    for op in list(function.body.walk()):
        if isinstance(op, scf.ParallelOp) and (nest := column_nest(op)) is not None:
            arrangement = Arrangement(nest)
            if arrangement.is_possible():
                ColumnBlocks(arrangement, writer).insert()
                statistics.count("interchange-reductions: nests of columns")


@dataclass(frozen=True, eq=False)
class Places:
    """A number of each column of a block."""

    type: Attribute


@dataclass(frozen=True)
class Store:
    """A value of the original nest that is kept, where, and for which operation; None for any."""

    value: SSAValue
    to: Places
    user: Operation | None = None


@dataclass
class Segment:
    """What runs over the columns of a block without a loop down the columns."""

    ops: list[Operation] = field(default_factory=list[Operation])
    stores: list[Store] = field(default_factory=list["Store"])
    """What is kept at the end."""


@dataclass
class Down:
    """A loop down the columns."""

    loop: scf.ForOp
    items: Items


Items: TypeAlias = "list[Operation | Segment | Down]"
"""What a block of columns runs in order; operations are those that are the same for all columns."""


class Arrangement:
    """What a block of columns of a nest runs, and what is kept in between."""

    def __init__(self, nest: ColumnNest) -> None:
        self.nest = nest
        self.places: dict[SSAValue, Places] = {}
        """What is kept of values that one part of the nest computes and another one uses."""
        self._cheap: dict[Operation, bool] = {}
        self.width = constant_of(nest.parallel.upperBound[nest.axis])
        """How many columns there are, where it is known."""
        self.items = self.arranged(nest.parallel.body.block, [])

    def is_possible(self) -> bool:
        """Whether there are enough columns, and all that must be kept is scalars."""
        kept = all(is_kept(one.type) for one in self.places.values())
        return kept and (self.width is None or self.width >= NARROW)

    @property
    def size(self) -> int:
        """The columns of a block."""
        if self.width is not None and self.width <= REGISTERS:
            return self.width
        kept = set(self.places.values())
        widest = max((bytes_of(one.type) for one in kept), default=4)
        return max(1, BYTES // max(4, widest) * MANY // max(MANY, len(kept)))

    def arranged(self, block: Block, carried: Sequence[Places]) -> Items:
        """What a block of operations runs, and where it keeps what it yields."""
        items: Items = []
        segment = Segment()
        *body, last = block.ops
        for op in body:
            if isinstance(op, scf.ForOp) and op in self.nest.loops:
                places = [self.carried(op, number) for number in range(len(op.iter_args))]
                self.end(segment, op.iter_args, places, op, items)
                segment = Segment()
                items.append(Down(op, self.arranged(op.body.block, places)))
            elif op.results and all(one in self.nest.uniform for one in op.results):
                items.append(op)
            elif not self.is_cheap(op):
                segment.ops.append(op)
        self.end(segment, last.operands, carried, last, items)
        return items

    def carried(self, loop: scf.ForOp, number: int) -> Places:
        """
        Where a number that a loop carries is: where the loop around has it, if it is only for this
        one.
        """
        value, inner = loop.iter_args[number], loop.body.block.args[1 + number]
        known = self.places.get(value)
        is_own = isinstance(value, BlockArgument) and value.owner is loop.parent
        found = known if known and is_own and value.has_one_use() else Places(value.type)
        self.places[inner] = self.places[loop.results[number]] = found
        return found

    def end(
        self,
        segment: Segment,
        values: Sequence[SSAValue],
        places: Sequence[Places],
        user: Operation,
        items: Items,
    ) -> None:
        """End a segment before an operation that takes values over in some places."""
        for value, place in zip(values, places, strict=True):
            if self.places.get(value) is not place:
                segment.stores.append(Store(value, place, user))
        for op in segment.ops:
            for value in op.results:
                taken = {one.user for one in segment.stores if one.value is value}
                users = {use.operation for use in value.uses} - taken
                if not all(any(own.is_ancestor(one) for own in segment.ops) for one in users):
                    self.places[value] = Places(value.type)
                    segment.stores.append(Store(value, self.places[value]))
        if segment.ops or segment.stores:
            items.append(segment)

    def is_cheap(self, op: Operation) -> bool:
        """Whether an operation is computed where it is used: indices, and views of buffers."""
        if op not in self._cheap:
            self._cheap[op] = (
                bool(op.results)
                and not op.regions
                and is_side_effect_free(op)
                and all(one.type == INDEX or not is_kept(one.type) for one in op.results)
                and all(map(self.is_known, op.operands))
            )
        return self._cheap[op]

    def is_known(self, value: SSAValue) -> bool:
        """Whether an operand is the column, uniform, or computed of these where it is used."""
        parallel = self.nest.parallel
        if value is self.nest.column or value in self.nest.uniform:
            return True
        if not parallel.is_ancestor(value.owner):
            return True
        return isinstance(value.owner, Operation) and self.is_cheap(value.owner)


class ColumnBlocks:
    """Emits blocks of the columns of a nest."""

    def __init__(self, arrangement: Arrangement, writer: ScalarWriter) -> None:
        self.arrangement = arrangement
        self.nest = nest = arrangement.nest
        self.writer = writer
        self.memory: dict[Places, SSAValue] = {}
        self.block = Block(arg_types=[one.type for one in nest.parallel.body.block.args])
        self.first = self.block.args[nest.axis]
        self.count: SSAValue | None = None

    def insert(self) -> None:
        """Replace the nest."""
        parallel, writer, axis = self.nest.parallel, self.writer, self.nest.axis
        size, width = self.arrangement.size, self.arrangement.width
        values: dict[SSAValue, SSAValue] = {
            old: new
            for old, new in zip(parallel.body.block.args, self.block.args, strict=True)
            if old is not self.nest.column
        }
        with writer.at(InsertPoint.at_end(self.block)):
            for one in dict.fromkeys(self.arrangement.places.values()):
                self.memory[one] = writer.insert(memref.AllocaOp.get(one.type, shape=[size])).memref
            self.count = writer.constant(size)
            if width != size:
                left = writer.op(arith.SubiOp, [parallel.upperBound[axis], self.first], INDEX)
                self.count = writer.op(arith.MinSIOp, [left, self.count], INDEX)
            self.run(self.arrangement.items, values)
            writer.insert(scf.ReduceOp())
        steps = list(parallel.step)
        steps[axis] = writer.constant(size)
        made: Operation = scf.ParallelOp(
            parallel.lowerBound, parallel.upperBound, steps, Region(self.block)
        )
        if width is None:
            made = self.chosen(made)
        inherit(made, parallel)
        Rewriter.insert_op(made, InsertPoint.before(parallel))
        parallel.detach()
        parallel.erase()

    def chosen(self, made: Operation) -> Operation:
        """Run the nest as it was where there are few columns."""
        parallel, writer = self.nest.parallel, self.writer
        before = Block()
        with writer.at(InsertPoint.at_end(before)):
            width = parallel.upperBound[self.nest.axis]
            wide = writer.compare("<=", writer.constant(NARROW_OPEN), width)
        for op in list(before.ops):
            op.detach()
            inherit(op, parallel)
            Rewriter.insert_op(op, InsertPoint.before(parallel))
        then, otherwise = (Region(Block([one, scf.YieldOp()])) for one in (made, parallel.clone()))
        return scf.IfOp(wide, [], then, otherwise)

    def run(self, items: Items, values: dict[SSAValue, SSAValue]) -> None:
        """Emit what a block of columns runs."""
        writer = self.writer
        for item in items:
            if isinstance(item, Segment):
                self.over_columns(item, values)
            elif isinstance(item, Operation):
                writer.insert(item.clone(values))
            else:
                block = Block(arg_types=[INDEX])
                inside = {**values, item.loop.body.block.args[0]: block.args[0]}
                with writer.at(InsertPoint.at_end(block)):
                    self.run(item.items, inside)
                    writer.insert(scf.YieldOp())
                low, high, step = (values.get(one, one) for one in item.loop.operands[:3])
                writer.insert(scf.ForOp(low, high, step, [], Region(block)))

    def over_columns(self, segment: Segment, values: dict[SSAValue, SSAValue]) -> None:
        """Emit a segment as a loop over the columns of a block."""
        writer, block = self.writer, Block(arg_types=[INDEX])
        assert self.count is not None
        with writer.at(InsertPoint.at_end(block)):
            place = block.args[0]
            inside = dict(values)
            for op in segment.ops:
                for value in used_from_outside(op):
                    self.find(value, place, inside)
                writer.insert(op.clone(inside))
            found = [self.find(one.value, place, inside) for one in segment.stores]
            for value, one in zip(found, segment.stores, strict=True):
                writer.insert(memref.StoreOp.get(value, self.memory[one.to], [place]))
            writer.insert(scf.YieldOp())
        low, step = writer.constant(0), writer.constant(1)
        loop = scf.ForOp(low, self.count, step, [], Region(block))
        writer.insert(loop if constant_of(self.count) is None else over_block(loop))

    def find(self, value: SSAValue, place: SSAValue, inside: dict[SSAValue, SSAValue]) -> SSAValue:
        """The value of one column, read from memory or computed where that is cheap."""
        if value in inside:
            return inside[value]
        writer = self.writer
        if value is self.nest.column:
            inside[value] = writer.op(arith.AddiOp, [self.first, place], INDEX)
        elif value in self.arrangement.places:
            memory = self.memory[self.arrangement.places[value]]
            inside[value] = writer.insert(memref.LoadOp.get(memory, [place])).res
        elif self.nest.parallel.is_ancestor(value.owner):
            assert isinstance(value.owner, Operation)
            assert self.arrangement.is_cheap(value.owner)
            for one in value.owner.operands:
                self.find(one, place, inside)
            writer.insert(value.owner.clone(inside))
        return inside.get(value, value)


def is_kept(type_: Attribute) -> bool:
    """Whether memory can have values of a type."""
    is_number = isinstance(type_, AnyFloat | IntegerType | IndexType)
    return is_number and opaque_bytes(cast("Attribute", type_)) is None


def used_from_outside(op: Operation) -> list[SSAValue]:
    """The operands of an operation and of those in it that are defined outside of it."""
    found = (value for one in op.walk() for value in one.operands)
    return [value for value in dict.fromkeys(found) if not op.is_ancestor(value.owner)]
