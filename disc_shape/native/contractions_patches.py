"""
Patches of an image side by side, for windows whose products have few terms each.

Features that come first lie far apart, and a tap of a window alone reads only them: a product for
each tap of seven by seven and three features has three terms, so that sums are read and written
more often than numbers are multiplied. A copy of what all taps read for some neighbouring results
makes them one product:

    for each output row, for each 256 of its places:
      %p[...] = 0.0                                  // 3 * 7 * 7 terms, 256 places
      for each feature, for each tap:  %p[term, place] = %image[...]      // where there is one
      call @matrix_product_f32(%kernel, %p, %out, ...)

Terms are counted as they lie in the kernel, which is a matrix as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, AnyFloat, FloatAttr, MemRefType
from xdsl.ir import SSAValue

from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_calls import PartialProduct
from disc_shape.native.contractions_forms import Form, Forms, NoProductError, strides_of
from disc_shape.native.contractions_nests import Nest, most
from disc_shape.native.contractions_products import loop, matrix_type
from disc_shape.native.contractions_roles import Roles
from disc_shape.native.contractions_windows import Rows, Taps

PLACES = 256
"""The neighbouring results of one product."""

PITCH = PLACES + 16
"""How far terms are apart: those of one place share no set of a cache."""

MOST_TERMS = 1024
"""The most terms of a sum: patches stay in a cache."""

MOST_FEATURES = 32
"""
The most terms of a tap: 8 x 56 x 56 with 3 x 3 windows of 32 features took 19 ms tap by tap and 10
by patches, of 64 39 and 43.
"""


@dataclass(frozen=True)
class Terms:
    """How the terms of a sum lie in the kernel."""

    count: int
    distance: int
    """How far they are apart."""
    steps: tuple[int, ...]
    """How many terms an iteration of each loop of the sum counts."""


def terms_of(nest: Nest, roles: Roles, writer: Writer) -> Terms | None:
    """
    The terms of a nest whose innermost loop is short, where those of the kernel lie at one distance
    from each other; None where patches do not pay: windows have two dimensions, sums over heads and
    their features have not.
    """
    sizes = [most(one.ub) for one in nest.reductions]
    known = [size for size in sizes if size is not None and size > 0]
    if len(known) < len(sizes) or len(sizes) < 3 or known[-1] > MOST_FEATURES:
        return None
    if nest.conditions or roles.group is not None or roles.row is None or roles.column is None:
        return None
    if prod(known) > MOST_TERMS or not roles.moves(nest):
        return None
    strides = strides_of(writer, roles.rhs.memref)
    counters = [one.body.block.args[0] for one in nest.reductions]
    distances: list[int] = []
    for counter in counters:
        places = {roles.column: Form(0), **dict.fromkeys(counters, Form(0))}
        places[counter] = Form(0, inner=1)
        try:
            step = Forms(writer, nest.op, places).address(roles.rhs.indices, strides).inner
        except NoProductError:
            return None
        if not isinstance(step, int) or step <= 0:
            return None
        distances.append(step)
    distance = unit = min(distances)
    for step, size in sorted(zip(distances, known, strict=True)):
        if size > 1 and step != distance:
            return None
        distance *= size
    return Terms(prod(known), unit, tuple(step // unit for step in distances))


@dataclass(frozen=True)
class Patches:
    """Emits the products of a nest from patches."""

    writer: Writer
    nest: Nest
    roles: Roles
    terms: Terms
    product: PartialProduct
    memory: SSAValue
    """A place for each term and each of some neighbouring results."""

    @staticmethod
    def allocate(writer: Writer, nest: Nest, terms: Terms) -> SSAValue:
        """Memory for patches."""
        kind = MemRefType(nest.element, [terms.count, PITCH])
        return writer.insert(memref.AllocOp([], [], kind)).memref

    def calls(self, known: dict[SSAValue, Form], size: Index) -> None:
        """The products for known counters of all but the rows, of which there are so many."""
        writer = self.writer

        def some(number: SSAValue) -> None:
            start = writer.multiply(number, PLACES)
            end = writer.minimum(writer.add(start, PLACES), size)
            self.fill(known, start, end)
            assert self.roles.row is not None
            count = writer.subtract(end, start)
            self.product.of_patches(
                {**known, self.roles.row: Form(start, row=1)},
                self.memory,
                PITCH,
                (count, self.terms.count),
                self.terms.distance,
            )

        loop(writer, writer.ceil_divide(size, PLACES), some)

    def fill(self, known: dict[SSAValue, Form], start: Index, end: Index) -> None:
        """Copy what the products from one place to another one read, and zeros around it."""
        writer = self.writer
        assert isinstance(self.nest.element, AnyFloat)
        zero = writer.dense(FloatAttr(0.0, self.nest.element), self.nest.element)
        count = writer.subtract(end, start)
        loop(
            writer,
            self.terms.count,
            lambda term: loop(writer, count, lambda at: self.store(zero, term, at)),
        )
        assert self.roles.row is not None
        known = {**known, self.roles.row: Form(0, row=1)}
        self.taps(self.nest.reductions, known, Rows([start], [end]), start, 0)

    def taps(
        self,
        loops: Sequence[scf.ForOp],
        known: dict[SSAValue, Form],
        rows: Rows,
        start: Index,
        term: Index,
    ) -> None:
        """The loops of the sum, and the places that read an element for one of its terms."""
        writer = self.writer
        if not loops:
            self.strip(known, rows, start, term)
            return
        op, *rest = loops
        step = self.terms.steps[len(self.terms.steps) - len(loops)]
        taps = Taps.of(Forms(writer, self.nest.op, known), op)
        counter = op.body.block.args[0]

        def tap(number: SSAValue) -> None:
            self.taps(
                rest,
                {**known, counter: Form(number)},
                taps.rows(number, rows),
                start,
                writer.add(term, writer.multiply(number, step)),
            )

        loop(writer, taps.high, tap, taps.low)

    def strip(self, known: dict[SSAValue, Form], rows: Rows, start: Index, term: Index) -> None:
        """Copy the elements that a term is computed of, for neighbouring results."""
        writer, roles = self.writer, self.roles
        first, count = rows.span(writer)
        assert roles.row is not None
        forms = Forms(writer, self.nest.op, {**known, roles.row: Form(first, row=1)})
        place = forms.address(self.product.lhs.indices, self.product.lhs.strides)
        if place.column != 0:
            raise NoProductError
        offsets, shape, steps = (
            writer.values(one) for one in ([place.base], [1, count], [1, place.row])
        )
        dynamic = [DYNAMIC_INDEX]
        view = memref.ReinterpretCastOp(
            self.product.lhs.buffer,
            offsets,
            shape,
            steps,
            dynamic,
            dynamic * 2,
            dynamic * 2,
            matrix_type(self.nest.element),
        )
        source, zero = writer.insert(view).result, writer.constant(0)
        offset = writer.subtract(first, start)

        def copy(at: SSAValue) -> None:
            item = writer.insert(memref.LoadOp.get(source, [zero, at])).res
            self.store(item, writer.value(term), writer.value(writer.add(offset, at)))

        loop(writer, count, copy)

    def store(self, item: SSAValue, term: SSAValue, place: SSAValue) -> None:
        """Write an element of a patch."""
        self.writer.insert(memref.StoreOp.get(item, self.memory, [term, place]))
