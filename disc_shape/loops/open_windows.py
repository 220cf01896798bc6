"""
Reductions of windows whose sizes, strides, dilations and padding are numbers in memory, as loops.

Running sums are such windows: as long as the dimension, and padded by one less before it. Whether
they are is known in a run, and so is whether padding changes nothing, as initial values that
combined give the same value do not. Then each result is that before it combined with one element.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product
from typing import cast

from xdsl.dialects import arith, memref, scf
from xdsl.dialects import complex as complex_numbers
from xdsl.dialects.builtin import AnyFloat, ArrayAttr, IntegerType, SymbolRefAttr, f32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import SymbolTable

from disc_shape.cards.hlo_reduction import combining_function
from disc_shape.cards.indices import element_type_of, rank_of, shape_of
from disc_shape.dialects.hlo.attributes import constant_ints
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.narrow import complex_part
from disc_shape.dialects.xdsl_extras.constants import constant_int
from disc_shape.linalg_conversion.scalars import convert_scalar
from disc_shape.linalg_conversion.types import BOOL, INDEX, kind_of
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.aliases import may_alias
from disc_shape.loops.direct import DirectLoops, Values, is_common
from disc_shape.loops.kernels import NoLoopsError
from disc_shape.loops.reduction_loops import sum_of
from disc_shape.loops.scalar_functions import apply_block, bits_of, is_complex


def is_narrow(type_: Attribute) -> bool:
    """Whether elements are floats that are added and multiplied in a wider type."""
    return isinstance(type_, AnyFloat) and type_.bitwidth < f32.bitwidth


@dataclass(frozen=True)
class Axis:
    """A window along one dimension."""

    size: Index
    """Of the operand."""
    windows: Index
    """How many there are."""
    length: SSAValue
    stride: SSAValue
    gap: SSAValue
    """How far elements of the operand are apart in the padded one."""
    dilation: SSAValue
    low: SSAValue


@dataclass
class WindowLoops(DirectLoops):
    """One call of `stablehlo.dynamic_reduce_window`, as loops over windows and their positions."""

    op: CustomCallOp

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


Numbers = Mapping["tuple[int | None, ...]", "int | None"]
"""The elements of a list by their places, None for those that are computed."""


@dataclass(frozen=True)
class WrittenWindows:
    """
    What is seen to be written into the lists of numbers, from which the cases are chosen that a run
    tests: a wrong choice costs time. Numbers that are computed are those of the dimension along
    which results run.
    """

    lists: Sequence[Numbers | None]
    """The five lists, None for those of which nothing is seen."""

    def may_run_along(self, axis: int, *, is_reverse: bool) -> bool:
        """Whether windows may end, or begin, at one element of a dimension after the other."""
        lengths, *ones, padding = self.lists
        if lengths is not None and lengths.get((axis,)) == 1:
            return False
        if lengths is not None and any(lengths[at] != 1 for at in lengths if at != (axis,)):
            return False
        if padding is not None and (padding.get((axis, 0)) == 0) is not is_reverse:
            return False
        return all(set(one.values()) <= {None, 1} for one in ones if one is not None)


def written_numbers(buffer: SSAValue) -> Numbers | None:
    """The elements of a buffer that is a constant or consists of scalars; None for others."""
    stores = [use.operation for use in buffer.uses if isinstance(use.operation, memref.StoreOp)]
    if not stores:
        return constant_numbers(buffer)
    elements = {tuple(map(constant_int, one.indices)): constant_int(one.value) for one in stores}
    return (
        elements
        if len(stores) == len(elements) and set(elements) == set(places_of(buffer))
        else None
    )


def constant_numbers(buffer: SSAValue) -> Numbers | None:
    """The elements of a constant."""
    if not isinstance(buffer.owner, memref.GetGlobalOp):
        return None
    found = SymbolTable.lookup_symbol(buffer.owner, buffer.owner.name_)
    if not isinstance(found, memref.GlobalOp) or found.constant is None:
        return None
    numbers = constant_ints(cast("Attribute", found.initial_value))
    return None if numbers is None else dict(zip(places_of(buffer), numbers, strict=True))


def places_of(buffer: SSAValue) -> list[tuple[int | None, ...]]:
    """The indices of the elements of a buffer, row by row."""
    return [*product(*map(range, shape_of(buffer)))]


@dataclass
class OpenWindowLoops(WindowLoops):
    """The same with running results apart."""

    def run(self) -> None:
        """
        Emit the loops; raises `NoLoopsError`.

            scf.if %running {
              scf.parallel (%i) = (%c0) to (%n) step (%c1) {
                scf.for %j = %c0 to %m step %c1 iter_args(%s = %init) -> (f32) {
                  // %t is %s and %x[%i, %j] combined
                  memref.store %t, %y[%i, %j]
                  scf.yield %t
                }
              }
            } else {
              // for each window, a loop over its positions
            }
        """
        outs, types = self.kernel.op.outs, [one.type for one in self.kernel.op.outs]
        types += [value.type for op in self.body.ops for value in op.results]
        elements = [*map(element_type_of, types)]
        if not all(is_common(one) or is_complex(one) for one in elements):
            raise NoLoopsError
        is_one = combining_function(self.region) is not None
        if any(map(is_narrow, elements)) and not is_one:
            raise NoLoopsError
        if any(may_alias(one, out) for one in self.kernel.op.ins for out in outs):
            raise NoLoopsError
        is_neutral = self.is_neutral()
        directions = [False, True] if is_one else [False]
        written = WrittenWindows([*map(written_numbers, self.parts[2])])
        self.choose(
            [
                (axis, is_reverse)
                for axis in range(len(self.axes))
                for is_reverse in directions
                if written.may_run_along(axis, is_reverse=is_reverse)
            ],
            is_neutral,
        )

    def is_neutral(self) -> SSAValue:
        """Whether initial values combined are the same, to the last bit."""
        writer = self.writer
        tests = [
            writer.compare("==", self.bits(one), self.bits(other))
            for one, other in zip(
                self.combined(self.initial, self.initial), self.initial, strict=True
            )
        ]
        return reduce(writer.both, tests)

    def bits(self, value: SSAValue) -> SSAValue:
        """A number as an integer."""
        if isinstance(value.type, IntegerType):
            return value
        width = bits_of(value.type)
        assert width is not None
        return self.writer.op(arith.BitcastOp, [value], IntegerType(width))

    def choose(self, cases: Sequence[tuple[int, bool]], is_neutral: SSAValue) -> None:
        """Running results along a dimension where the numbers say so, or windows."""
        if not cases:
            self.each(self.window)
            return
        axis, is_reverse = cases[0]
        condition = reduce(
            self.writer.both, [is_neutral, *self.runs_along(axis, is_reverse=is_reverse)]
        )
        then, otherwise = Block(), Block()
        with self.writer.inside(then, guarded=True):
            self.each(lambda index: self.running(axis, index, is_reverse), without=axis)
            self.writer.insert(scf.YieldOp())
        with self.writer.inside(otherwise, guarded=True):
            self.choose(cases[1:], is_neutral)
            self.writer.insert(scf.YieldOp())
        self.writer.branch(condition, [], then, otherwise)

    def runs_along(self, axis: int, *, is_reverse: bool) -> list[SSAValue]:
        """The conditions under which windows end, or begin, at one element after the other."""
        writer = self.writer
        tests: list[SSAValue] = []
        for number, one in enumerate(self.axes):
            length: Index = one.size if number == axis else 1
            low = 0 if number != axis or is_reverse else writer.subtract(one.size, 1)
            pairs = [
                (one.windows, one.size),
                (one.length, length),
                (one.stride, 1),
                (one.gap, 1),
                (one.dilation, 1),
                (one.low, low),
            ]
            for found, expected in pairs:
                tests.append(writer.compare("==", writer.value(found), writer.value(expected)))
        return tests

    def running(self, axis: int, index: list[SSAValue], is_reverse: bool) -> None:
        """Each result is that before it combined with an element."""
        one = self.axes[axis]

        def step(counter: SSAValue, state: Values) -> Values:
            writer = self.writer
            last = writer.subtract(one.size, 1)
            at = writer.value(writer.subtract(last, counter)) if is_reverse else counter
            place = [*index[:axis], at, *index[axis:]]
            found = self.combined(state, self.read(self.parts[0], place))
            self.write(found, place)
            return found

        self.loop(one.size, step, self.initial)
