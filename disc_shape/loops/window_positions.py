"""Reductions of windows as loops over windows and their positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

from xdsl.dialects import arith, memref, scf
from xdsl.dialects import complex as complex_numbers
from xdsl.dialects.builtin import ArrayAttr, SymbolRefAttr, f32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import SymbolTable

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.narrow import complex_part
from disc_shape.dialects.hlo.windowed import ReduceWindowOp
from disc_shape.linalg_conversion.scalars import convert_scalar
from disc_shape.linalg_conversion.types import BOOL, INDEX, kind_of
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.direct import DirectLoops, Values
from disc_shape.loops.kernels import NoLoopsError, SizeReader
from disc_shape.loops.reduction_loops import is_narrow, sum_of
from disc_shape.loops.scalar_functions import apply_block, is_complex
from disc_shape.loops.written_windows import (
    constant_numbers,
)


@dataclass(frozen=True)
class Axis:
    """A window along one dimension."""

    size: Index
    """Of the operand."""
    windows: Index
    """How many there are."""
    length: Index
    stride: Index
    gap: Index
    """How far elements of the operand are apart in the padded one."""
    dilation: Index
    low: Index


def known_axes(
    op: ReduceWindowOp, sizes: SizeReader, operand: SSAValue, out: SSAValue
) -> list[Axis]:
    """The windows of an operation along each dimension."""
    window = op.window()
    padding = window.padding or ()
    columns = (
        window.dimensions,
        window.strides,
        window.base_dilations,
        window.window_dilations,
        padding,
    )
    return [
        Axis(
            sizes.of_buffer(operand, axis).value,
            sizes.of_buffer(out, axis).value,
            1 if length is None else length,
            stride,
            gap,
            dilation,
            low,
        )
        for axis, (length, stride, gap, dilation, (low, _)) in enumerate(zip(*columns, strict=True))
    ]


@dataclass
class WindowLoops(DirectLoops):
    """
    One call of `stablehlo.dynamic_reduce_window`, or an operation whose windows are known, as loops
    over windows and their positions.
    """

    op: CustomCallOp | ReduceWindowOp

    @cached_property
    def initial(self) -> Values:
        """The initial values."""
        return self.read(self.parts[1], ())

    @cached_property
    def wide(self) -> type[Operation] | None:
        """What adds or multiplies narrow floats, which are rounded after all of them."""
        outs = self.kernel.op.outs
        return sum_of(self.body) if is_narrow(element_type_of(outs[0].type)) else None

    def read(self, buffers: Values, index: Sequence[Index]) -> Values:
        """Elements in the type in which they are combined: of complex numbers both parts."""
        writer, found = self.writer, list[SSAValue]()
        for buffer in buffers:
            if is_complex(element_type_of(buffer.type)):
                load = memref.LoadOp.get(buffer, writer.values(index))
                found += self.taken_apart([writer.insert(load).res])
                continue
            value = self.load(buffer, index)
            wide = value if self.wide is None else convert_scalar(writer, value, value.type, f32)
            found.append(wide)
        return found

    def write(self, values: Values, index: Sequence[Index]) -> None:
        """Write the elements of the results."""
        writer, outs = self.writer, self.kernel.op.outs
        types = [element_type_of(one.type) for one in outs]
        for value, out, type_ in zip(self.put_together(values, types), outs, types, strict=True):
            if is_complex(type_):
                writer.insert(memref.StoreOp.get(value, out, writer.values(index)))
                continue
            narrow = value if self.wide is None else convert_scalar(writer, value, f32, type_)
            self.store(narrow, out, index)

    def taken_apart(self, values: Values) -> Values:
        """The parts of complex numbers, and other values as they are."""
        found: list[SSAValue] = []
        for value in values:
            part = complex_part(value.type)
            parts = () if part is None else (complex_numbers.ReOp, complex_numbers.ImOp)
            found += [self.writer.op(one, [value], part or value.type) for one in parts] or [value]
        return found

    def put_together(self, values: Values, types: Sequence[Attribute]) -> Values:
        """Values of some types of what `taken_apart` gives."""
        rest, found = iter(values), list[SSAValue]()
        for type_ in types:
            value = next(rest)
            if is_complex(type_):
                value = self.writer.op(complex_numbers.CreateOp, [value, next(rest)], type_)
            found.append(value)
        return found

    @cached_property
    def region(self) -> Region:
        """The function that combines two elements."""
        if isinstance(self.op, ReduceWindowOp):
            return self.op.body
        calls = self.op.called_computations
        for one in calls.data if isinstance(calls, ArrayAttr) else ():
            assert isinstance(one, SymbolRefAttr)
            found = SymbolTable.lookup_symbol(self.kernel.op, one)
            if isinstance(found, FuncOp) and len(found.body.blocks) == 1:
                return found.body
        raise NoLoopsError

    @property
    def body(self) -> Block:
        """The operations of that function."""
        return self.region.block

    @cached_property
    def parts(self) -> list[Values]:
        """The operands, the initial values, and the five lists of numbers."""
        ins, count = self.kernel.op.ins, len(self.kernel.op.outs)
        return [ins[:count], ins[count : 2 * count], ins[2 * count :]]

    @cached_property
    def axes(self) -> list[Axis]:
        """The window along each dimension."""
        operand, out = self.parts[0][0], self.kernel.op.outs[0]
        if isinstance(self.op, ReduceWindowOp):
            return known_axes(self.op, self.sizes, operand, out)
        lengths, strides, gaps, dilations, padding = self.parts[2]
        return [
            Axis(
                self.sizes.of_buffer(operand, axis).value,
                self.sizes.of_buffer(out, axis).value,
                self.number(lengths, [axis]),
                self.number(strides, [axis]),
                self.number(gaps, [axis]),
                self.number(dilations, [axis]),
                self.number(padding, [axis, 0]),
            )
            for axis in range(rank_of(operand))
        ]

    def number(self, buffer: SSAValue, index: Sequence[int]) -> SSAValue:
        """An element of a list of numbers."""
        known = (constant_numbers(buffer) or {}).get(tuple(index))
        if known is not None:
            return self.writer.constant(known)
        kind = kind_of(element_type_of(buffer.type))
        return self.writer.as_index(self.load(buffer, index), unsigned=kind == "unsigned")

    def combined(self, state: Values, items: Values) -> Values:
        """What two elements give."""
        if self.wide is not None:
            return [self.writer.op(self.wide, [*state, *items], f32)]
        types = [element_type_of(one.type) for one in self.body.args]
        arguments = self.put_together([*state, *items], types)
        return self.taken_apart(apply_block(self.writer, self.body, arguments))

    def each(self, body: Callable[[list[SSAValue]], None], without: int | None = None) -> None:
        """Loops over the windows, in any order; the counter of one dimension may be left out."""
        kept = [one.windows for number, one in enumerate(self.axes) if number != without]
        if kept:
            self.in_parallel(kept, body)
        else:
            body([])

    def window(self, index: list[SSAValue]) -> None:
        """The elements of one window are combined."""
        self.write(self.search(index, [], self.initial), index)

    def search(self, index: Values, place: list[SSAValue], state: Values) -> Values:
        """The loops over the positions of a window, in their order."""
        if len(place) == len(self.axes):
            return self.combined(state, self.items(place))
        one, at, writer = self.axes[len(place)], index[len(place)], self.writer

        def step(counter: SSAValue, state: Values) -> Values:
            begin = writer.subtract(writer.multiply(at, one.stride), one.low)
            position = writer.add(begin, writer.multiply(counter, one.dilation))
            return self.search(index, [*place, writer.value(position)], state)

        return self.loop(one.length, step, state)

    def items(self, place: Sequence[SSAValue]) -> Values:
        """The elements at a place of the padded operands: initial values where there are none."""
        writer, index, tests = self.writer, list[SSAValue](), list[SSAValue]()
        zero = writer.constant(0)
        for position, one in zip(place, self.axes, strict=True):
            gap = writer.value(writer.maximum(one.gap, 1))
            at = writer.op(arith.DivSIOp, [position, gap], INDEX)
            rest = writer.op(arith.RemSIOp, [position, gap], INDEX)
            tests += [
                writer.compare("<=", zero, position),
                writer.compare("<", at, writer.value(one.size)),
                writer.compare("==", rest, zero),
            ]
            index.append(at)
        then, otherwise = Block(), Block([scf.YieldOp(*self.initial)])
        with writer.inside(then, guarded=True):
            writer.insert(scf.YieldOp(*self.read(self.parts[0], index)))
        is_inside = reduce(writer.both, tests, writer.constant(1, BOOL))
        types = [one.type for one in self.initial]
        return writer.branch(is_inside, types, then, otherwise)
