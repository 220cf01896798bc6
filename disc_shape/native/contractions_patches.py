"""
Patches of an image side by side, for windows of images whose features come first.

Those lie far apart, and a tap of a window alone reads only them: a product for each tap of seven by
seven and three features has three terms, so that sums are read and written more often than numbers
are multiplied; and a product for each line of an image has few columns. A copy of what all taps
read for some neighbouring results makes them one product:

    for some lines of the result, which have up to 256 places:  // or a part of a longer one
      for each feature, for each tap:                           // 3 * 7 * 7 terms
        %p[term, place] = %image[...]                           // 0.0 where there is nothing
      call @matrix_product_f32(%kernel, %p, %out, ...)

Terms are counted as they lie in the kernel, which is a matrix as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import SSAValue

from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_calls import PartialProduct
from disc_shape.native.contractions_forms import Form, Forms, NoProductError, strides_of
from disc_shape.native.contractions_lines import Lines
from disc_shape.native.contractions_nests import Nest, most
from disc_shape.native.contractions_patch_copies import PatchCopies, Places, Terms
from disc_shape.native.contractions_products import choose, loop, parallel_loops, scratch
from disc_shape.native.contractions_roles import Roles

PLACES = 256
"""The neighbouring results of one product."""

LINE = 16
"""The places in a line of the cache."""

MOST_TERMS = 1 << 14
"""The most terms of a sum, so that patches have at most 18 MB of f32."""

MOST_TERMS_OF_PARTS = 1024
"""The same where a product has a part of a line."""

MOST_FEATURES_OF_PARTS = 32
"""
The most terms of a tap then: 8 x 56 x 56 with 3 x 3 windows of 32 features took 19 ms tap by tap
and 10 by patches, of 64 39 and 43.
"""

FEW_RESULTS = 32
"""
Fewer features of the result do not pay for copies of taps with more terms than that: 4 x 28 x 28
with 3 x 3 windows from 64 to 8 features took 0.8 ms tap by tap and 1.2 by patches, 4 x 7 x 7 from
512 to 16 0.9 and 1.8, to 128 4.7 and 3.8.
"""


def pitch_of(places: int) -> int:
    """How far terms are apart: an odd number of lines, so that terms spread over a cache."""
    return (places // LINE + 1 | 1) * LINE


def most_places(writer: Writer, lines: Lines) -> int:
    """The most places of a product of whole lines."""
    together = lines.together(writer, PLACES)
    if not isinstance(together, int) or not isinstance(lines.size, int):
        return PLACES
    return (min(together, lines.count) if isinstance(lines.count, int) else together) * lines.size


def lines_of(
    nest: Nest, roles: Roles, result: SSAValue, indices: Sequence[SSAValue]
) -> Lines | None:
    """The lines of a result at some indices of which one product can have several."""
    lines = None if roles.row is None else Lines.of(nest, roles.row, result, indices)
    if lines is None or (isinstance(lines.size, int) and lines.size > PLACES // 2):
        return None
    return lines


def terms_of(nest: Nest, roles: Roles, writer: Writer, lines: Lines | None) -> Terms | None:
    """
    The terms of a nest, where those of the kernel lie at one distance from each other; None where
    patches do not pay: windows have two dimensions, sums over heads and their features have not.
    """
    sizes = [most(one.ub) for one in nest.reductions]
    known = [size for size in sizes if size is not None and size > 0]
    if len(known) < len(sizes) or len(sizes) < 3:
        return None
    if prod(known) > (MOST_TERMS if lines is not None else MOST_TERMS_OF_PARTS):
        return None
    is_narrow = lines is None or roles.has_few_columns(nest, FEW_RESULTS)
    if is_narrow and known[-1] > MOST_FEATURES_OF_PARTS:
        return None
    is_grouped = roles.group is not None and roles.group.counter is not roles.column
    if nest.conditions or is_grouped or roles.row is None or roles.column is None:
        return None
    if not roles.moves(nest):
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
    copies: PatchCopies
    pitch: int
    """How far terms are apart in it."""
    lines: Lines | None
    """The lines of the result of which one product has several."""

    @staticmethod
    def of(
        writer: Writer,
        nest: Nest,
        roles: Roles,
        terms: Terms,
        product: PartialProduct,
        lines: Lines | None,
    ) -> Patches:
        """Patches in memory that is allocated here."""
        pitch = pitch_of(PLACES if lines is None else most_places(writer, lines))
        kind = MemRefType(nest.element, [terms.count, pitch])
        memory = scratch(writer, kind)
        copies = PatchCopies(writer, nest, roles, terms, product.lhs, memory)
        return Patches(writer, nest, roles, terms, product, copies, pitch, lines)

    def calls(self, known: dict[SSAValue, Form], size: Index) -> None:
        """
        The products for known counters of all but the rows, of which there are so many, and of the
        lines, if products have several of them.
        """
        writer, lines = self.writer, self.lines
        if lines is None:
            self.calls_of_rows(known, size)
            return
        choose(
            writer,
            lines.condition(writer, PLACES // 2),
            lambda: self.calls_of_lines(known, lines),
            lambda: self.calls_of_rows(known, size, lines),
        )

    def calls_of_rows(
        self, known: dict[SSAValue, Form], size: Index, lines: Lines | None = None
    ) -> None:
        """
        The products for known counters of all but the rows, of which there are so many, and of the
        lines, if there are any.
        """
        writer = self.writer

        def some(*counters: SSAValue) -> None:
            *at, number = counters
            inside = known if lines is None else {**known, lines.counter: Form(at[0])}
            start = writer.multiply(number, PLACES)
            end = writer.minimum(writer.add(start, PLACES), size)
            self.copies.fill(inside, Places(start, end, start))
            assert self.roles.row is not None
            self.product.of_patches(
                {**inside, self.roles.row: Form(start, row=1)},
                self.copies.memory,
                self.pitch,
                (writer.subtract(end, start), self.terms.count),
                self.terms.distance,
            )

        sizes = [] if lines is None else [lines.count]
        parallel_loops(writer, [*sizes, writer.ceil_divide(size, PLACES)], some)

    def calls_of_lines(self, known: dict[SSAValue, Form], lines: Lines) -> None:
        """The products for known counters of all but the rows and lines."""
        writer, row = self.writer, self.roles.row
        assert row is not None
        step = lines.together(writer, PLACES)

        def some(number: SSAValue) -> None:
            start = writer.multiply(number, step)
            end = writer.minimum(writer.add(start, step), lines.count)

            def line(at: SSAValue) -> None:
                before = writer.multiply(writer.subtract(start, at), lines.size)
                inside = {**known, lines.counter: Form(at)}
                self.copies.fill(inside, Places(0, lines.size, before))

            loop(writer, end, line, start)
            count = writer.multiply(writer.subtract(end, start), lines.size)
            self.product.of_patches(
                {**known, lines.counter: Form(start), row: Form(0, row=1)},
                self.copies.memory,
                self.pitch,
                (count, self.terms.count),
                self.terms.distance,
            )

        parallel_loops(writer, [writer.ceil_divide(lines.count, step)], some)
