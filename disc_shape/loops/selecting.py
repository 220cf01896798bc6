"""`select_and_scatter` as loops: each window selects an element, which its source goes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from xdsl.dialects import scf
from xdsl.ir import Block, SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.windowed import SelectAndScatterOp
from disc_shape.linalg_conversion.types import BOOL, signless
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.aliases import may_alias
from disc_shape.loops.direct import DirectLoops, Values, is_common
from disc_shape.loops.factors import Factors
from disc_shape.loops.kernels import NoLoopsError
from disc_shape.loops.scalar_functions import apply_body


@dataclass
class Axis:
    """A window along one dimension."""

    size: Index
    """How many elements there are, also where the types do not say that both sizes agree."""
    length: int
    stride: int
    low: int
    is_one_element: bool
    """Whether each window is the element at its own index."""


@dataclass
class SelectionLoops(DirectLoops):
    """
    The conversion of one `select_and_scatter`, in the order of the windows. No position in the
    padding is selected; the source of a window that has no others goes nowhere.
    """

    op: SelectAndScatterOp
    factors: Factors

    def run(self) -> None:
        """
        Emit the loops; raises `NoLoopsError`.

            scf.for %i = %c0 to %size step %c1 { ... }                      // fill the result
            scf.for %o = %c0 to %windows step %c1 {
              %found, %value, %place = scf.for %w = %low to %high step %c1 iter_args(...) {
                // take this position, unless what is selected so far stays
              }
              scf.if %found { ... }               // combine the result there with the source
            }
        """
        operand, source, initial = self.kernel.op.ins
        (out,) = self.kernel.op.outs
        regions = (self.op.select, self.op.scatter)
        types = [one.type for part in regions for op in part.block.ops for one in op.results]
        if not all(is_common(element_type_of(one)) for one in (*types, out.type)):
            raise NoLoopsError
        if any(may_alias(one, out) for one in self.kernel.op.ins):
            raise NoLoopsError
        start = self.load(initial, ())

        def fill(index: Values) -> None:
            self.store(start, out, index)

        def scatter(index: Values) -> None:
            found, _, *searched = self.selected(operand, index)
            rest = iter(searched)
            place = [
                at if one.is_one_element else next(rest)
                for at, one in zip(index, self.axes, strict=True)
            ]
            block, other = Block(), Block([scf.YieldOp()])
            with self.writer.inside(block, guarded=True):
                pair = [self.load(out, place), self.load(source, index)]
                self.store(apply_body(self.writer, self.op, pair, region=1)[0], out, place)
                self.writer.insert(scf.YieldOp())
            self.writer.branch(found, [], block, other)

        self.each(out, fill)
        self.each(source, scatter)

    @cached_property
    def axes(self) -> list[Axis]:
        """The window along each dimension."""
        operand, source, _ = self.kernel.op.ins
        window = self.op.window()
        if len(window.dimensions) != rank_of(source):
            raise NoLoopsError
        found: list[Axis] = []
        for axis, (length, stride) in enumerate(
            zip(window.dimensions, window.strides, strict=True)
        ):
            assert length is not None
            low = window.padding[axis][0] if window.padding else 0
            windows, whole, result = (
                self.sizes.of_buffer(one, axis) for one in (source, operand, self.kernel.op.outs[0])
            )
            same = self.factors.same([whole], [result])
            size = whole.value if same else self.writer.minimum(whole.value, result.value)
            alone = (length, stride, low) == (1, 1, 0) and self.factors.same([windows], [whole])
            found.append(Axis(size, length, stride, low, alone and same))
        return found

    def each(self, buffer: SSAValue, body: Callable[[Values], None], index: Values = ()) -> None:
        """Loops over all elements of a buffer."""
        if len(index) == rank_of(buffer):
            body(index)
            return

        def inner(at: SSAValue, _: Values) -> Values:
            self.each(buffer, body, (*index, at))
            return ()

        self.loop(self.sizes.of_buffer(buffer, len(index)).value, inner)

    def selected(self, operand: SSAValue, window: Values) -> Values:
        """
        Whether an element of a window is selected, the element, and its index along the dimensions
        where windows have several.
        """
        places = [self.writer.constant(0) for one in self.axes if not one.is_one_element]
        nothing = self.writer.constant(0, signless(element_type_of(operand.type)))
        return self.search(operand, window, (), [self.writer.constant(0, BOOL), nothing, *places])

    def search(
        self, operand: SSAValue, window: Values, place: Sequence[Index], state: Values
    ) -> Values:
        """The loops over the positions of a window that are elements, in their order."""
        writer = self.writer
        if len(place) == len(self.axes):
            return self.taken(operand, writer.values(place), state)
        axis, at = self.axes[len(place)], window[len(place)]
        if axis.is_one_element:
            return self.search(operand, window, (*place, at), state)
        begin = writer.add(writer.multiply(at, axis.stride), -axis.low)
        low = writer.maximum(writer.subtract(0, begin), 0) if axis.low else 0
        high = writer.minimum(writer.subtract(axis.size, begin), axis.length)

        def body(within: SSAValue, state: Values) -> Values:
            return self.search(operand, window, (*place, writer.add(begin, within)), state)

        return self.loop(high, body, state, low)

    def taken(self, operand: SSAValue, place: Values, state: Values) -> Values:
        """What is selected after one more element."""
        writer, (found, value, *best) = self.writer, state
        item = self.load(operand, place)
        searched = [at for at, one in zip(place, self.axes, strict=True) if not one.is_one_element]
        stays = writer.both(found, apply_body(writer, self.op, [value, item])[0])
        chosen = [
            writer.select(stays, old, new)
            for old, new in zip((value, *best), (item, *searched), strict=True)
        ]
        return [writer.constant(1, BOOL), *chosen]
