"""Calls of products of parts of the buffers of a nest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, i1
from xdsl.ir import SSAValue

from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_epilogues import Epilogue
from disc_shape.native.contractions_forms import Form, Forms, NoProductError, strides_of
from disc_shape.native.contractions_gaps import Gaps
from disc_shape.native.contractions_nests import Nest
from disc_shape.native.contractions_products import Products, matrix_type
from disc_shape.native.contractions_windows import Rows, Taps


@dataclass(frozen=True)
class Operand:
    """A buffer, the indices at which a nest reads or writes it, and its strides."""

    buffer: SSAValue
    indices: Sequence[SSAValue]
    strides: Sequence[Index]

    @staticmethod
    def of(writer: Writer, buffer: SSAValue, indices: Sequence[SSAValue]) -> Operand:
        """A contiguous buffer."""
        return Operand(buffer, indices, strides_of(writer, buffer))


@dataclass(frozen=True)
class Finish:
    """A product that ends with what a kernel computes of its sums."""

    name: str
    """The function that is called."""
    counters: Sequence[SSAValue]
    """The parallel counters of the kernel, of which the function takes the first values."""
    taken: Sequence[SSAValue]
    """What else it takes."""

    @staticmethod
    def of(epilogue: Epilogue, products: Products) -> Finish:
        """The product with an epilogue."""
        name = products.name_with(epilogue.function)
        return Finish(name, epilogue.counters, epilogue.taken)


@dataclass(frozen=True)
class PartialProduct:
    """Emits the products of a nest for known counters of its other loops."""

    writer: Writer
    nest: Nest
    name: str
    """The function that is called."""
    lhs: Operand
    rhs: Operand
    out: Operand
    row: SSAValue | None
    """The counter of rows; None if there is one."""
    columns: Index
    """How many columns there are."""
    merges: bool
    """Whether the two innermost loops of the sum are one inner dimension."""
    finish: Finish | None = None
    """Instead of the function, for the last call of a sum; None if nothing is computed of it."""
    is_transposed: bool = False
    """
    Whether columns are multiplied by rows: tiles are read and written along columns, so that the
    ones of the result must be neighbours.
    """

    def call(
        self,
        known: dict[SSAValue, Form],
        spans: Rows,
        *,
        adds: SSAValue | bool = False,
        empty: bool = False,
        finishes: bool = False,
    ) -> None:
        """A product of parts of the buffers; an empty one is zero. One call finishes each sum."""
        writer, nest = self.writer, self.nest
        columns, inner = self.columns, 0
        first, rows = spans.span(writer)
        if nest.conditions and not empty:
            if self.merges:
                raise NoProductError
            known, rows = Gaps(writer, nest, self.row, known).without(first, rows)
        elif self.row is not None:
            known = {**known, self.row: Form(first, row=1)}
        if empty:
            known = {**known, **{one.body.block.args[0]: Form(0) for one in nest.reductions}}
        else:
            last = nest.reductions[-1]
            taps = Taps.of(Forms(writer, nest.op, known), last)
            if taps.lower or taps.upper:
                raise NoProductError
            inner = writer.maximum(writer.subtract(taps.high, taps.low), 0)
            known = {**known, last.body.block.args[0]: Form(taps.low, inner=1)}
            if self.merges:
                known, inner = self.merged(known, taps.low, inner)
        forms = Forms(writer, nest.op, known)
        left = right = Form(0)
        if not empty:
            left = forms.address(self.lhs.indices, self.lhs.strides)
            right = forms.address(self.rhs.indices, self.rhs.strides)
        out = forms.address(self.out.indices, self.out.strides)
        if left.column != 0 or right.row != 0 or out.inner != 0:
            raise NoProductError
        views = [
            self.view(self.lhs.buffer, left.base, (rows, inner), (left.row, left.inner)),
            self.view(self.rhs.buffer, right.base, (inner, columns), (right.inner, right.column)),
            self.view(self.out.buffer, out.base, (rows, columns), (out.row, out.column)),
        ]
        self.emit(views, known, adds, finishes)

    def of_patches(
        self,
        known: dict[SSAValue, Form],
        patches: SSAValue,
        pitch: int,
        sizes: tuple[Index, Index],
        distance: int,
    ) -> None:
        """
        The whole product for some rows, whose numbers lie side by side for each term, each term
        `pitch` after the one before; those of the other operand are at some distance.
        """
        rows, inner = sizes
        zeros = {one.body.block.args[0]: Form(0) for one in self.nest.reductions}
        forms = Forms(self.writer, self.nest.op, {**known, **zeros})
        right = forms.address(self.rhs.indices, self.rhs.strides)
        out = forms.address(self.out.indices, self.out.strides)
        if right.row != 0 or out.inner != 0:
            raise NoProductError
        views = [
            self.view(patches, 0, (rows, inner), (1, pitch)),
            self.view(self.rhs.buffer, right.base, (inner, self.columns), (distance, right.column)),
            self.view(self.out.buffer, out.base, (rows, self.columns), (out.row, out.column)),
        ]
        self.emit(views, known, False, True)

    def emit(
        self,
        views: list[SSAValue],
        known: dict[SSAValue, Form],
        adds: SSAValue | bool,
        finishes: bool,
    ) -> None:
        """A call for the matrices of rows, of columns and of the result."""
        writer = self.writer
        if self.is_transposed:
            views[:2] = reversed(views[:2])
        name, more = self.name, list[SSAValue]()
        if finishes and self.finish is not None:
            name = self.finish.name
            more += [writer.value(known[one].base) for one in self.finish.counters]
            more += self.finish.taken
        flag = writer.constant(int(adds), i1) if isinstance(adds, bool) else adds
        writer.insert(func.CallOp(name, [*views, flag, *more], []))

    def merged(
        self, known: dict[SSAValue, Form], low: Index, size: Index
    ) -> tuple[dict[SSAValue, Form], Index]:
        """The inner dimension of the two innermost loops, and what is known within it."""
        writer, nest = self.writer, self.nest
        outer, inner = nest.reductions[-2:]
        taps = Taps.of(Forms(writer, nest.op, known), outer)
        if taps.lower or taps.upper or low != 0 or not isinstance(size, int):
            raise NoProductError
        tap, counter = outer.body.block.args[0], inner.body.block.args[0]
        known = {**known, tap: Form(taps.low)}
        moved = {**known, tap: Form(0, inner=1), counter: Form(0)}
        for operand in (self.lhs, self.rhs):
            step, distance = (
                Forms(writer, nest.op, one).address(operand.indices, operand.strides).inner
                for one in (known, moved)
            )
            if not isinstance(step, int) or distance != step * size:
                raise NoProductError
        count = writer.maximum(writer.subtract(taps.high, taps.low), 0)
        return known, writer.multiply(count, size)

    def view(
        self,
        buffer: SSAValue,
        offset: Index,
        sizes: tuple[Index, Index],
        strides: tuple[Index, Index],
    ) -> SSAValue:
        """A matrix in a buffer, or its transpose."""
        if self.is_transposed:
            sizes, strides = (sizes[1], sizes[0]), (strides[1], strides[0])
        writer, kind = self.writer, matrix_type(self.nest.element)
        offsets, shape, steps = (writer.values(one) for one in ([offset], sizes, strides))
        dynamic = [DYNAMIC_INDEX]
        op = memref.ReinterpretCastOp(
            buffer, offsets, shape, steps, dynamic, dynamic * 2, dynamic * 2, kind
        )
        return writer.insert(op).result
