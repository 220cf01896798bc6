"""Copies of what the products of a nest read for neighbouring results: its terms side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, AnyFloat, FloatAttr
from xdsl.ir import SSAValue

from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_calls import Operand
from disc_shape.native.contractions_forms import Form, Forms, NoProductError
from disc_shape.native.contractions_nests import Nest, most
from disc_shape.native.contractions_products import choose, loop, matrix_type
from disc_shape.native.contractions_roles import Roles
from disc_shape.native.contractions_windows import Rows, Taps


@dataclass(frozen=True)
class Terms:
    """How the terms of a sum lie in the kernel."""

    count: int
    distance: int
    """How far they are apart."""
    steps: tuple[int, ...]
    """How many terms an iteration of each loop of the sum counts."""


class Places(NamedTuple):
    """Neighbouring results."""

    first: Index
    end: Index
    before: Index
    """The place that would lie where memory begins."""


@dataclass(frozen=True)
class PatchCopies:
    """Writes the patches of a nest."""

    writer: Writer
    nest: Nest
    roles: Roles
    terms: Terms
    lhs: Operand
    """The operand whose elements are copied."""
    memory: SSAValue
    """A place for each term and each of some neighbouring results."""

    def fill(self, known: dict[SSAValue, Form], places: Places) -> None:
        """Copy what the products of some places read, with zeros where there is nothing."""
        assert self.roles.row is not None
        known = {**known, self.roles.row: Form(0, row=1)}
        rows = Rows([places.first], [places.end])
        self.taps(self.nest.reductions, known, rows, places, 0)

    def taps(
        self,
        loops: Sequence[scf.ForOp],
        known: dict[SSAValue, Form],
        rows: Rows,
        places: Places,
        term: Index,
    ) -> None:
        """The loops of the sum, and the places that read an element for one of its terms."""
        writer = self.writer
        if not loops:
            self.strip(known, rows, places, term)
            return
        op, *rest = loops
        step = self.terms.steps[len(self.terms.steps) - len(loops)]
        taps = Taps.of(Forms(writer, self.nest.op, known), op)
        size = most(op.ub)
        assert size is not None
        counter = op.body.block.args[0]

        def tap(number: SSAValue) -> None:
            read = taps.rows(number, rows)
            if (taps.low, taps.high) != (0, size):
                low = writer.compare("<=", writer.value(taps.low), number)
                is_read = writer.both(low, writer.compare("<", number, writer.value(taps.high)))
                start = writer.select(is_read, *writer.values([places.first, places.end]))
                read = Rows([*read.low, start], read.high)
            self.taps(
                rest,
                {**known, counter: Form(number)},
                read,
                places,
                writer.add(term, writer.multiply(number, step)),
            )

        loop(writer, size, tap)

    def zeros(self, term: Index, places: Places, first: Index, end: Index) -> None:
        """Write zeros from one place to another one."""
        writer = self.writer
        assert isinstance(self.nest.element, AnyFloat)
        zero = writer.dense(FloatAttr(0.0, self.nest.element), self.nest.element)
        low, high = (writer.subtract(one, places.before) for one in (first, end))
        loop(writer, high, lambda at: self.store(zero, writer.value(term), at), low)

    def strip(self, known: dict[SSAValue, Form], rows: Rows, places: Places, term: Index) -> None:
        """
        Copy the elements that a term is computed of, for neighbouring results, with zeros for those
        that read none.
        """
        writer = self.writer
        first, count = rows.span(writer)
        first = writer.minimum(first, places.end)
        offset = writer.subtract(first, places.before)
        is_read = writer.compare("<", writer.constant(0), writer.value(count))
        choose(writer, is_read, lambda: self.copy(known, first, count, offset, term))
        for start, end in ((places.first, first), (writer.add(first, count), places.end)):
            if start != end:
                self.zeros(term, places, start, end)

    def copy(
        self, known: dict[SSAValue, Form], first: Index, count: Index, offset: Index, term: Index
    ) -> None:
        """Copy so many elements for results from some place on."""
        writer, roles = self.writer, self.roles
        assert roles.row is not None
        forms = Forms(writer, self.nest.op, {**known, roles.row: Form(first, row=1)})
        place = forms.address(self.lhs.indices, self.lhs.strides)
        if place.column != 0:
            raise NoProductError
        offsets, shape, steps = (
            writer.values(one) for one in ([place.base], [1, count], [1, place.row])
        )
        dynamic = [DYNAMIC_INDEX]
        view = memref.ReinterpretCastOp(
            self.lhs.buffer,
            offsets,
            shape,
            steps,
            dynamic,
            dynamic * 2,
            dynamic * 2,
            matrix_type(self.nest.element),
        )
        source, zero = writer.insert(view).result, writer.constant(0)

        def one(at: SSAValue) -> None:
            item = writer.insert(memref.LoadOp.get(source, [zero, at])).res
            self.store(item, writer.value(term), writer.value(writer.add(offset, at)))

        loop(writer, count, one)

    def store(self, item: SSAValue, term: SSAValue, place: SSAValue) -> None:
        """Write an element of a patch."""
        self.writer.insert(memref.StoreOp.get(item, self.memory, [term, place]))
