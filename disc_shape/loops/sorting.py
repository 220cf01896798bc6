"""
Sorts as loops: a merge sort of each row in two rows of scratch for each operand.

A pass merges runs of `w` elements in pairs, from one row of scratch to the other; as many passes as
`2**w` takes to reach the size of the dimension, and no branches. Equal elements stay in order, so
stable sorts and others are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, math, memref
from xdsl.dialects.builtin import i64
from xdsl.ir import Block, SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.windowed import SortOp
from disc_shape.linalg_conversion.types import INDEX, signless
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.aliases import may_alias, same_elements
from disc_shape.loops.direct import DirectLoops, Values, is_common
from disc_shape.loops.kernels import NoLoopsError
from disc_shape.loops.numbers import Size
from disc_shape.loops.scalar_functions import apply_body
from disc_shape.loops.scratch import Scratch


@dataclass
class SortLoops(DirectLoops):
    """The conversion of one sort."""

    op: SortOp
    scratch: Scratch

    def run(self) -> None:
        """
        Emit the loops; raises `NoLoopsError`.

            scf.for %i = %c0 to %rows step %c1 {
              scf.for %k = %c0 to %n step %c1 { ... }                    // copy a row to scratch
              scf.for %p = %c0 to %passes step %c1 {
                scf.for %k = %c0 to %n step %c1 iter_args(%left, %right) { ... }    // merge
              }
              scf.for %k = %c0 to %n step %c1 { ... }                    // copy it to the result
            }
        """
        ins, outs = self.kernel.op.ins, self.kernel.op.outs
        rows = self.rows()
        length = self.length.value
        passes = self.passes(length)
        last = self.parity(passes)

        def sort(index: Values) -> None:
            def fetch(at: SSAValue, _: Values) -> Values:
                for one, row in zip(ins, rows, strict=True):
                    self.copy(one, self.place(index, at), row, (0, at))
                return ()

            def give(at: SSAValue, _: Values) -> Values:
                for row, out in zip(rows, outs, strict=True):
                    self.copy(row, (last, at), out, self.place(index, at))
                return ()

            self.loop(length, fetch)
            self.loop(passes, lambda step, _: self.merge(rows, length, step))
            self.loop(length, give)

        self.around(outs[0], [one for one in range(rank_of(outs[0])) if one != self.axis], sort)

    @property
    def axis(self) -> int:
        """The dimension along which elements are sorted."""
        rank = rank_of(self.kernel.op.outs[0])
        if not rank:
            raise NoLoopsError
        return (-1 if self.op.dimension is None else int_of(self.op.dimension)) % rank

    @property
    def length(self) -> Size:
        """The size of that dimension."""
        return self.sizes.of_buffer(self.kernel.op.outs[0], self.axis)

    def rows(self) -> list[SSAValue]:
        """
        Two rows of scratch for each operand. Raises `NoLoopsError` where they are lacking, the
        comparison is not one of scalars, or results are written where other rows are to be read.
        """
        ins, outs = self.kernel.op.ins, self.kernel.op.outs
        if any(may_alias(one, out) and not same_elements(one, out) for one in ins for out in outs):
            raise NoLoopsError
        types = [element_type_of(one.type) for one in outs]
        compared = [one.type for op in self.op.comparator.block.ops for one in op.results]
        if not all(map(is_common, (*types, *map(element_type_of, compared)))):
            raise NoLoopsError
        block = Block(arg_types=[signless(one) for one in types for _ in range(2)])
        with self.writer.inside(block):
            apply_body(self.writer, self.op, block.args)
        block.erase(safe_erase=False)
        rows: list[SSAValue] = []
        for type_ in types:
            row = self.scratch.take(type_, [Size(2), self.length], rows)
            if row is None:
                raise NoLoopsError
            rows.append(row)
        return rows

    def passes(self, length: Index) -> Index:
        """How often runs of one element are to be merged: the logarithm of the size, rounded up."""
        if isinstance(length, int):
            return max(length - 1, 0).bit_length()
        writer = self.writer
        most = writer.value(writer.subtract(writer.maximum(length, 1), 1))
        wide = writer.op(arith.IndexCastOp, [most], i64)
        zeros = writer.op(math.CountLeadingZerosOp, [wide], i64)
        return writer.subtract(64, writer.op(arith.IndexCastOp, [zeros], INDEX))

    def parity(self, number: Index) -> Index:
        """A number modulo 2."""
        if isinstance(number, int):
            return number & 1
        return self.writer.op(arith.AndIOp, self.writer.values([number, 1]), INDEX)

    def merge(self, rows: Values, length: Index, step: SSAValue) -> Values:
        """
        Merge the runs of one row of scratch in pairs, into the other one. Beyond the end of a run
        an element is read, but not taken.

            %width = arith.shli %c1, %step
            scf.for %k = %c0 to %n step %c1 iter_args(%left = %c0, %right = %c0) {
              // at the begin of a pair of runs: %left = %k, %right = %k + %width
              // take the right one if it comes before the left one, or no left one is left
            }
        """
        writer = self.writer
        width = writer.op(arith.ShLIOp, [writer.constant(1), step], INDEX)
        mask = writer.value(writer.subtract(writer.multiply(width, 2), 1))
        source = self.parity(step)
        target = writer.subtract(1, source)
        zero, end = writer.constant(0), writer.subtract(length, 1)

        def take(at: SSAValue, carried: Values) -> Values:
            within = writer.op(arith.AndIOp, [at, mask], INDEX)
            begins = writer.compare("==", within, zero)
            left = writer.select(begins, at, carried[0])
            right = writer.select(begins, writer.value(writer.add(at, width)), carried[1])
            middle = writer.minimum(writer.add(writer.subtract(at, within), width), length)
            stop = writer.minimum(writer.add(middle, width), length)
            places = [(source, writer.minimum(one, end)) for one in (left, right)]
            pairs = [[self.load(row, place) for place in places] for row in rows]
            arguments = [one for pair in pairs for one in reversed(pair)]
            before = apply_body(writer, self.op, arguments)[0]
            is_empty = writer.compare(">=", left, writer.value(middle))
            is_left = writer.compare("<", right, writer.value(stop))
            takes = writer.both(is_left, writer.either(is_empty, before))
            for row, pair in zip(rows, pairs, strict=True):
                self.store(writer.select(takes, pair[1], pair[0]), row, (target, at))
            taken = writer.select(takes, writer.constant(1), zero)
            kept = writer.subtract(1, taken)
            return writer.values([writer.add(left, kept), writer.add(right, taken)])

        self.loop(length, take, [zero, zero])
        return ()

    def place(self, index: Values, at: SSAValue) -> Sequence[Index]:
        """The index of an element of a row."""
        return (*index[: self.axis], at, *index[self.axis :])

    def copy(
        self, source: SSAValue, at: Sequence[Index], target: SSAValue, to: Sequence[Index]
    ) -> None:
        """Copy an element."""
        values = self.writer.values
        item = self.writer.insert(memref.LoadOp.get(source, values(at))).res
        self.writer.insert(memref.StoreOp.get(item, target, values(to)))
