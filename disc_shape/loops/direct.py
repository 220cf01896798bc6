"""Loops that an operation writes itself, as sorts and scatters do: no nests are traced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import memref, scf
from xdsl.ir import Attribute, Block, Region, SSAValue

from disc_shape.cards.indices import element_type_of
from disc_shape.dialects.hlo.narrow import is_power_of_two
from disc_shape.linalg_conversion.types import INDEX, kind_of
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.kernels import Kernel, SizeReader
from disc_shape.loops.scalar_functions import bits_of, cast_element, plain
from disc_shape.loops.writer import NestWriter

Values = Sequence[SSAValue]
Body = Callable[[SSAValue, Values], Values]
"""Emits the body of a loop, of its counter and what it carries: what the next iteration gets."""

MOST_BITS = 64
"""The bits of the widest elements that processors compute with."""


def is_common(type_: Attribute) -> bool:
    """
    Whether processors compute with elements of a type. The interpreter computes with others all at
    once, and would run loops one element at a time.
    """
    bits = bits_of(type_)
    is_scalar = kind_of(type_) is not None and not is_power_of_two(type_)
    return is_scalar and bits is not None and bits <= MOST_BITS


@dataclass
class DirectLoops:
    """The conversion of one operation."""

    kernel: Kernel
    sizes: SizeReader
    writer: NestWriter

    def loop(self, high: Index, body: Body, state: Values = (), low: Index = 0) -> Values:
        """A loop whose iterations carry values, and what the last one gives."""
        block = Block(arg_types=[INDEX, *(one.type for one in state)])
        with self.writer.inside(block):
            self.writer.insert(scf.YieldOp(*body(block.args[0], block.args[1:])))
        return self.writer.loop(low, high, state, block)

    def in_parallel(self, sizes: Sequence[Index], body: Callable[[list[SSAValue]], None]) -> None:
        """Loops over some sizes, in any order; one of a single iteration if there are none."""
        if not sizes:
            self.around(self.kernel.op.outs[0], (), lambda _: body([]))
            return
        writer, block = self.writer, Block(arg_types=[INDEX] * len(sizes))
        with writer.inside(block):
            body(list(block.args))
            writer.insert(scf.ReduceOp())
        numbers = ([0] * len(sizes), sizes, [1] * len(sizes))
        lows, highs, steps = map(writer.values, numbers)
        writer.insert(scf.ParallelOp(lows, highs, steps, Region(block)))

    def when(self, condition: SSAValue, body: Callable[[], object]) -> None:
        """What is done only if a condition holds."""
        block, other = Block(), Block([scf.YieldOp()])
        with self.writer.inside(block, guarded=True):
            body()
            self.writer.insert(scf.YieldOp())
        self.writer.branch(condition, [], block, other)

    def around(
        self,
        buffer: SSAValue,
        axes: Sequence[int],
        body: Callable[[Values], None],
        index: Values = (),
    ) -> None:
        """The loops over some dimensions, or one of a single iteration if there are none."""
        size = self.sizes.of_buffer(buffer, axes[0]).value if axes else 1

        def row(at: SSAValue, _: Values) -> Values:
            inner = (*index, at) if axes else index
            if len(axes) > 1:
                self.around(buffer, axes[1:], body, inner)
            else:
                body(inner)
            return ()

        self.loop(size, row)

    def load(self, buffer: SSAValue, index: Sequence[Index]) -> SSAValue:
        """An element without sign."""
        found = self.writer.insert(memref.LoadOp.get(buffer, self.writer.values(index))).res
        return plain(self.writer, found, element_type_of(buffer.type))

    def store(self, value: SSAValue, buffer: SSAValue, index: Sequence[Index]) -> None:
        """Write an element."""
        item = cast_element(self.writer, value, element_type_of(buffer.type))
        self.writer.insert(memref.StoreOp.get(item, buffer, self.writer.values(index)))
