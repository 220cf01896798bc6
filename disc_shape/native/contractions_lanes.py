"""
Sums of products that are no product of matrices, as those over windows of each feature alone: the
loop over neighbours of the result becomes the innermost one.

    parallel (%i, %f):                  for %i:
      %sum = for %t:                      for %f: y[%i, %f] = 0
        x[%i + %t, %f] * w[%t, %f]        for %t: for %f: y[%i, %f] += x[%i + %t, %f] * w[%t, %f]
      y[%i, %f] = f(%sum)                 for %f: y[%i, %f] = f(y[%i, %f])

Each sum adds in the order that it had. Where bounds of the sum depend on the neighbour, there are
fewer iterations of the innermost loop instead. An operand may be read elsewhere than at neighbours,
as where few features share a group: that is still faster than one sum after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.dialects import arith, memref, scf
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.linalg_conversion.writer import Writer
from disc_shape.lowering.origins import Origins
from disc_shape.native.contractions_forms import Form, Forms, NoProductError
from disc_shape.native.contractions_memory import needs_memory
from disc_shape.native.contractions_nests import (
    Nest,
    computed_of_sum,
    counters_of,
    is_inside,
    number_of,
)
from disc_shape.native.contractions_planes import Planes
from disc_shape.native.contractions_products import loop, parallel_loops
from disc_shape.native.contractions_windows import Rows, Taps
from disc_shape.native.unrolling import over_block

FEW = 8
"""Fewer neighbours than this, where they are known, are added up one after the other."""


def interchanged(nest: Nest, entry: Block, origins: Origins) -> Block | None:
    """The loops that replace a nest of a function; None for one that stays."""
    if nest.conditions or needs_memory(nest, origins):
        return None
    lanes = [Interchange.emit] if has_lanes(nest) else []
    for emit in (partial(Planes.emit, otherwise=next(iter(lanes), as_it_is)), *lanes):
        block = Block()
        try:
            emit(nest, Writer(entry, InsertPoint.at_end(block)))
        except NoProductError:
            block.erase()
        else:
            return block
    return None


def as_it_is(nest: Nest, writer: Writer) -> None:
    """Emit a nest without a change."""
    writer.insert(nest.op.clone())


def has_lanes(nest: Nest) -> bool:
    """Whether the innermost loop runs over neighbours of the result, and of a factor if any."""
    lane = nest.op.body.block.args[-1]
    count = number_of(nest.op.upperBound[-1])
    if count is not None and count < FEW:
        return False
    accesses = [nest.store.indices, *(one.indices for one in nest.loads)]
    if any(lane in counters_of(index, nest) for one in accesses for index in one[:-1]):
        return False
    stored, *read = (lane in counters_of(one[-1], nest) for one in accesses)
    return stored and any(read)


@dataclass
class Interchange:
    """The conversion of one nest; raises `NoProductError`."""

    writer: Writer
    nest: Nest
    lane: SSAValue
    """The counter of neighbours."""

    @staticmethod
    def emit(nest: Nest, writer: Writer) -> None:
        """Emit the loops."""
        *counters, lane = nest.op.body.block.args
        emitted = Interchange(writer, nest, lane)

        def inside(*given: SSAValue) -> None:
            emitted.inside(dict(zip(counters, map(Form, given), strict=True)))

        parallel_loops(writer, list(nest.op.upperBound)[:-1], inside)

    def inside(self, known: dict[SSAValue, Form]) -> None:
        """What is inside of the parallel loops but the innermost one."""
        writer, nest, size = self.writer, self.nest, self.nest.op.upperBound[-1]

        def clear(value: SSAValue) -> None:
            zero = writer.constant(0.0, nest.element)
            values = self.values(known, value)
            self.store(zero, values)

        def finish(value: SSAValue) -> None:
            values = self.values(known, value)
            indices = [self.repeated(one, values) for one in nest.store.indices]
            values[nest.total] = writer.insert(memref.LoadOp.get(nest.store.memref, indices)).res
            for op in computed_of_sum(nest):
                writer.insert(op.clone(values))

        over_block(loop(writer, size, clear))
        self.summed(nest.reductions, known, Rows([0], [size]))
        if not nest.stores_sum:
            over_block(loop(writer, size, finish))

    def summed(self, loops: Sequence[scf.ForOp], known: dict[SSAValue, Form], rows: Rows) -> None:
        """The loops of the sum, and the neighbours to which a product is added."""
        writer = self.writer
        if not loops:
            low, size = rows.span(writer)
            end = writer.add(low, size)
            over_block(loop(writer, end, lambda value: self.added(known, value), low))
            return
        op, *rest = loops
        forms = Forms(writer, self.nest.op, {**known, self.lane: Form(0, row=1)})
        taps = Taps.of(forms, op)
        counter = op.body.block.args[0]
        loop(
            writer,
            taps.high,
            lambda tap: self.summed(rest, {**known, counter: Form(tap)}, taps.rows(tap, rows)),
            taps.low,
        )

    def added(self, known: dict[SSAValue, Form], value: SSAValue) -> None:
        """Add a product."""
        writer, nest = self.writer, self.nest
        values = self.values(known, value)
        indices = [self.repeated(one, values) for one in nest.store.indices]
        left, right = (
            writer.insert(
                memref.LoadOp.get(one.memref, [self.repeated(each, values) for each in one.indices])
            ).res
            for one in nest.loads
        )
        product = writer.op(arith.MulfOp, [left, right], nest.element)
        total = writer.insert(memref.LoadOp.get(nest.store.memref, indices)).res
        total = writer.op(arith.AddfOp, [total, product], nest.element)
        writer.insert(memref.StoreOp.get(total, nest.store.memref, indices))

    def values(self, known: dict[SSAValue, Form], value: SSAValue) -> dict[SSAValue, SSAValue]:
        """What counters are for one neighbour."""
        found = {counter: self.writer.value(form.base) for counter, form in known.items()}
        return {**found, self.lane: value}

    def store(self, value: SSAValue, values: dict[SSAValue, SSAValue]) -> None:
        """Write to the result."""
        store = self.nest.store
        indices = [self.repeated(one, values) for one in store.indices]
        self.writer.insert(memref.StoreOp.get(value, store.memref, indices))

    def repeated(self, value: SSAValue, values: dict[SSAValue, SSAValue]) -> SSAValue:
        """An index of the nest, computed again for what counters are."""
        if value in values:
            return values[value]
        op = value.owner
        if not isinstance(op, Operation) or not is_inside(op, self.nest.op):
            return value
        if op.regions or isinstance(op, memref.LoadOp):
            raise NoProductError
        for one in op.operands:
            values[one] = self.repeated(one, values)
        values[value] = self.writer.insert(op.clone(values)).results[0]
        return values[value]
