"""
Lines of a result that follow each other in memory, as those of an image with features first do: a
product may have several of them, as if they were one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, NoneAttr
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.indices import shape_of
from disc_shape.linalg_conversion.reshapes import reassociation
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_forms import dimension
from disc_shape.native.contractions_nests import Nest, computed_of_sum, is_inside, number_of
from disc_shape.native.memrefs import kind_of


@dataclass(frozen=True)
class Lines:
    """Lines of the result of a nest."""

    counter: SSAValue
    row: SSAValue
    """The counter of the places of a line."""
    count: Index
    size: Index
    """The places of a line."""
    buffers: tuple[SSAValue, ...]
    """What is read and written at a place must have lines of that size."""

    @staticmethod
    def of(
        nest: Nest, row: SSAValue, result: SSAValue, indices: Sequence[SSAValue]
    ) -> Lines | None:
        """
        The lines whose places `row` counts; None where what is computed of a sum depends on its
        place otherwise than by the places of lines that it reads.
        """
        counters: list[SSAValue] = [*nest.op.body.block.args]
        if len(indices) < 2 or indices[-1] is not row or indices[-2] not in counters:
            return None
        counter = indices[-2]
        buffers = [result]
        for op in computed_of_sum(nest):
            if {counter, row}.isdisjoint(op.operands):
                continue
            if not isinstance(op, (memref.LoadOp, memref.StoreOp)):
                return None
            kind, places = kind_of(op.memref.type), list(op.indices)
            owner = op.memref.owner
            if kind is None or not isinstance(kind.layout, NoneAttr):
                return None
            if isinstance(owner, Operation) and is_inside(owner, nest.op):
                return None
            if places[-2:] != [counter, row] or not {counter, row}.isdisjoint(places[:-2]):
                return None
            buffers.append(op.memref)
        uppers = [nest.op.upperBound[counters.index(one)] for one in (counter, row)]
        count, size = (one if (n := number_of(one)) is None else n for one in uppers)
        known = {size, *(shape_of(one)[-1] for one in buffers)}
        if len({one for one in known if isinstance(one, int) and one >= 0}) > 1:
            return None
        return Lines(counter, row, count, size, tuple(dict.fromkeys(buffers)))

    def views(self, nest: Nest, writer: Writer) -> dict[SSAValue, tuple[SSAValue, Index]]:
        """
        What a nest reads and writes at places of lines, as buffers of one long line each, and the
        places of a line of theirs.

            memref.collapse_shape %x [[0], [1], [2, 3]] : memref<?x8x?x?xf32> into memref<?x8x?xf32>
        """
        found: dict[SSAValue, tuple[SSAValue, Index]] = {}
        for op in computed_of_sum(nest):
            if not isinstance(op, (memref.LoadOp, memref.StoreOp)) or not self.has_place(op):
                continue
            buffer = op.memref
            if buffer in found:
                continue
            *outer, count, size = shape_of(buffer)
            kind = kind_of(buffer.type)
            assert kind is not None
            whole = DYNAMIC_INDEX if min(count, size) < 0 else count * size
            groups = [*([axis] for axis in range(len(outer))), [len(outer), len(outer) + 1]]
            view = memref.CollapseShapeOp.create(
                operands=[buffer],
                result_types=[MemRefType(kind.element_type, [*outer, whole])],
                properties={"reassociation": reassociation(groups)},
            )
            width = dimension(writer, buffer, len(outer) + 1)
            found[buffer] = writer.insert(view).results[0], width
        return found

    def has_place(self, op: memref.LoadOp | memref.StoreOp) -> bool:
        """Whether an access is one of a place of a line."""
        return list(op.indices[-2:]) == [self.counter, self.row]

    def access(
        self,
        op: memref.LoadOp | memref.StoreOp,
        views: dict[SSAValue, tuple[SSAValue, Index]],
        values: dict[SSAValue, SSAValue],
        writer: Writer,
    ) -> None:
        """
        An access for other values of counters, of which that of places may be one of a later line.
        """
        if not self.has_place(op):
            writer.insert(op.clone(values))
            return
        view, width = views[op.memref]
        line, place = values[self.counter], values[self.row]
        indices = [values.get(one, one) for one in op.indices[:-2]]
        indices.append(writer.value(writer.add(writer.multiply(line, width), place)))
        if isinstance(op, memref.LoadOp):
            values[op.res] = writer.insert(memref.LoadOp.get(view, indices)).res
        else:
            stored = values.get(op.value, op.value)
            writer.insert(memref.StoreOp.get(stored, view, indices))

    def together(self, writer: Writer, places: int) -> Index:
        """How many lines have at most so many places."""
        return writer.divide(places, writer.maximum(self.size, 1))

    def condition(self, writer: Writer, most: int) -> SSAValue | None:
        """Whether lines have at most so many places and are whole; None where they always are."""
        found: SSAValue | None = None
        if not isinstance(self.size, int):
            found = writer.compare("<=", self.size, writer.constant(most))
        for one in self.buffers:
            size = dimension(writer, one, len(shape_of(one)) - 1)
            if isinstance(size, int) and isinstance(self.size, int):
                continue
            same = writer.compare("==", writer.value(size), writer.value(self.size))
            found = same if found is None else writer.both(found, same)
        return found
