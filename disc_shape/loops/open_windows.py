"""
Reductions of windows whose sizes, strides, dilations and padding are numbers in memory, as loops.

Running sums are such windows: as long as the dimension, and padded by one less before it. Whether
they are is known in a run, and so is whether padding changes nothing, as initial values that
combined give the same value do not. Then each result is that before it combined with one element.
So are windows of known sizes that are as long as a dimension.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Block, SSAValue

from disc_shape.cards.hlo_reduction import combining_function
from disc_shape.cards.indices import element_type_of
from disc_shape.dialects.hlo.windowed import ReduceWindowOp
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.aliases import may_alias
from disc_shape.loops.direct import Values, is_common
from disc_shape.loops.kernels import NoLoopsError
from disc_shape.loops.reduction_loops import is_narrow
from disc_shape.loops.scalar_functions import bits_of, is_complex
from disc_shape.loops.window_positions import WindowLoops
from disc_shape.loops.written_windows import (
    WrittenWindows,
    running_axis,
    written_numbers,
)

NEIGHBOURS = 16
"""From so many on, running results beside each other are computed together."""


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
        if isinstance(self.op, ReduceWindowOp):
            case = running_axis(self.op)
            self.choose([] if case is None else [case], is_neutral)
            return
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
            self.run_along(axis, is_reverse)
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
                if found != expected:
                    tests.append(writer.compare("==", writer.value(found), writer.value(expected)))
        return tests

    def run_along(self, axis: int, is_reverse: bool) -> None:
        """Running results: those of neighbours together, where there are enough of them."""
        outs, inner = self.kernel.op.outs, self.axes[axis + 1 :]
        same = [one.type for one in self.parts[0]] == [one.type for one in outs]
        if not inner or not same or self.wide is not None:
            self.each(lambda index: self.running(axis, index, is_reverse), without=axis)
            return
        count: Index = 1
        for one in inner:
            count = self.writer.multiply(count, one.windows)
        if isinstance(count, int):
            if count < NEIGHBOURS:
                self.each(lambda index: self.running(axis, index, is_reverse), without=axis)
            else:
                self.rows_along(axis, is_reverse)
            return
        are_many = self.writer.compare("<=", self.writer.constant(NEIGHBOURS), count)
        then, otherwise = Block(), Block()
        with self.writer.inside(then, guarded=True):
            self.rows_along(axis, is_reverse)
            self.writer.insert(scf.YieldOp())
        with self.writer.inside(otherwise, guarded=True):
            self.each(lambda index: self.running(axis, index, is_reverse), without=axis)
            self.writer.insert(scf.YieldOp())
        self.writer.branch(are_many, [], then, otherwise)

    def place_along(self, axis: int, counter: Index, is_reverse: bool) -> Index:
        """The element of a dimension at which a running result is the one of some number."""
        writer = self.writer
        last = writer.subtract(self.axes[axis].size, 1)
        return writer.subtract(last, counter) if is_reverse else counter

    def rows_along(self, axis: int, is_reverse: bool) -> None:
        """
        Each row of results is the row before it combined with a row of elements.

            scf.parallel (%i) = (%c0) to (%n) step (%c1) {
              // the first row of %y is the initial value and the first row of %x combined
              scf.for %k = %c1 to %m step %c1 {
                scf.for %j = %c0 to %l step %c1 {
                  // %y[%i, %k, %j] is %y[%i, %k - 1, %j] and %x[%i, %k, %j] combined
                }
              }
            }
        """
        outs, writer = self.kernel.op.outs, self.writer
        inner = range(axis + 1, len(self.axes))

        def row(outer: Values, number: Index, before: Index | None) -> None:
            at = self.place_along(axis, number, is_reverse)

            def step(rest: Values) -> None:
                state = self.initial
                if before is not None:
                    last = writer.value(self.place_along(axis, before, is_reverse))
                    state = self.read(outs, [*outer, last, *rest])
                place = [*outer, writer.value(at), *rest]
                self.write(self.combined(state, self.read(self.parts[0], place)), place)

            self.around(outs[0], inner, step)

        def rows(outer: Values) -> None:
            size = self.axes[axis].size

            def first(number: SSAValue, _: Values) -> Values:
                row(outer, number, None)
                return ()

            def other(number: SSAValue, _: Values) -> Values:
                row(outer, number, writer.subtract(number, 1))
                return ()

            self.loop(writer.minimum(size, 1), first)
            self.loop(size, other, low=1)

        self.in_parallel([one.windows for one in self.axes[:axis]], rows)

    def running(self, axis: int, index: list[SSAValue], is_reverse: bool) -> None:
        """Each result is that before it combined with an element."""

        def step(counter: SSAValue, state: Values) -> Values:
            at = self.writer.value(self.place_along(axis, counter, is_reverse))
            place = [*index[:axis], at, *index[axis:]]
            found = self.combined(state, self.read(self.parts[0], place))
            self.write(found, place)
            return found

        self.loop(self.axes[axis].size, step, self.initial)
