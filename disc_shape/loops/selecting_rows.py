"""The first elements of each row in an order as loops: a list of a few is kept while it is read."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.mhlo_only import TopKOp
from disc_shape.linalg_conversion.scalars import compare_totally
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.aliases import may_alias
from disc_shape.loops.direct import DirectLoops, Values, is_common
from disc_shape.loops.kernels import NoLoopsError
from disc_shape.lowering.top_k import MOST


@dataclass
class TopKLoops(DirectLoops):
    """The conversion of one `topk`. The list is the row of the results."""

    op: TopKOp

    def run(self) -> None:
        """
        Emit the loops; raises `NoLoopsError`.

            scf.for %i = %c0 to %rows step %c1 {
              scf.for %j = %c0 to %first step %c1 { ... }      // insert the first k elements
              scf.for %j = %first to %n step %c1 {
                %least = memref.load %values[%i, %last]
                // insert an element that comes before the last one of the list
              }
            }
        """
        (operand,), outs = self.kernel.op.ins, self.kernel.op.outs
        types = [element_type_of(one.type) for one in outs]
        if not all(map(is_common, types)) or any(may_alias(operand, one) for one in outs):
            raise NoLoopsError
        count, rank = int_of(self.op.k), rank_of(operand)
        if not count:
            return
        if count > MOST or not rank:
            raise NoLoopsError
        length = self.sizes.of_buffer(operand, rank - 1).value
        first = self.writer.minimum(length, count)

        def select(row: Values) -> None:
            def begin(at: SSAValue, _: Values) -> Values:
                self.insert(row, at, self.load(operand, [*row, at]), at)
                return ()

            def enter(at: SSAValue, _: Values) -> Values:
                item = self.load(operand, [*row, at])
                enters = self.comes(item, self.load(outs[0], [*row, count - 1]))
                self.when(enters, lambda: self.insert(row, at, item, count - 1))
                return ()

            self.loop(first, begin)
            self.loop(length, enter, low=first)

        self.around(operand, range(rank - 1), select)

    def comes(self, item: SSAValue, other: SSAValue) -> SSAValue:
        """Whether an element comes before another one that was read before it."""
        largest = self.op.largest is None or int_of(self.op.largest) != 0
        element = element_type_of(self.kernel.op.ins[0].type)
        return compare_totally(self.writer, ">" if largest else "<", item, other, element)

    def insert(self, row: Values, at: SSAValue, item: SSAValue, last: Index) -> None:
        """
        Insert an element into a list, before those that it comes before: these move to the next
        place each, from the last one on, and what is at the last place is dropped.
        """
        writer, outs = self.writer, self.kernel.op.outs
        number = writer.op(arith.IndexCastOp, [at], element_type_of(outs[1].type))
        zero, one = writer.values([0, 1])

        def count(here: SSAValue, carried: Values) -> Values:
            comes = self.comes(item, self.load(outs[0], [*row, here]))
            return [writer.value(writer.add(carried[0], writer.select(comes, zero, one)))]

        def move(step: SSAValue, _: Values) -> Values:
            here = writer.subtract(last, step)
            for out in outs:
                moved = self.load(out, [*row, writer.subtract(here, 1)])
                self.store(moved, out, [*row, here])
            return ()

        (place,) = self.loop(last, count, [zero])
        self.loop(writer.subtract(last, place), move)
        for out, new in zip(outs, (item, number), strict=True):
            self.store(new, out, [*row, place])
