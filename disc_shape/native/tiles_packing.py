"""Copies of parts of matrices, in the order in which tiles read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DictionaryAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from disc_shape.native.emitter import POINTER, Number
from disc_shape.native.tiles_writer import LINE, TileWriter

Strides = tuple[Number, Number]
"""The distances of neighbouring rows and columns, in elements."""


VECTORS = 32, 16
"""The bytes of vectors in which rows are copied."""


def quotient(writer: TileWriter, number: Number, divisor: Number) -> SSAValue:
    """A natural number divided by another one, rounded down."""
    return writer.binary(llvm.UDivOp, writer.number(number), writer.number(divisor))


def quotient_above(writer: TileWriter, number: Number, divisor: Number) -> SSAValue:
    """A natural number divided by another one, rounded up."""
    return quotient(writer, writer.add(number, writer.subtract(divisor, 1)), divisor)


def next_line(writer: TileWriter, pointer: SSAValue) -> SSAValue:
    """The first place in memory from a pointer on at which a line of the cache begins."""
    number = writer.cast(llvm.PtrToIntOp, pointer, i64)
    above = writer.multiple_below(writer.number(writer.add(number, LINE - 1)), LINE)
    return writer.cast(llvm.IntToPtrOp, above, POINTER)


def copy_function(name: str, element: AnyFloat) -> llvm.FuncOp:
    """
    The function that copies a matrix to memory that does not overlap it, along neighbours. It takes
    two pointers, the strides of both matrices, and two sizes. Of rows of neighbours on both sides
    that are long enough, the last elements are copied as a vector that begins before they do.
    """
    writer = TileWriter(element, 1, has_fma=False)
    types: Sequence[Attribute] = [*[POINTER] * 2, *[i64] * 6]
    given = [writer.entry.insert_arg(type_, index) for index, type_ in enumerate(types)]
    source, target, *numbers = given
    strides, steps, sizes = numbers[:2], numbers[2:4], numbers[4:]

    def nest(outer: int, inner: int) -> None:
        def line(one: SSAValue) -> None:
            begin = writer.element_at(source, writer.multiply(one, strides[outer]))
            end = writer.element_at(target, writer.multiply(one, steps[outer]))
            distance = 1 if inner else strides[inner]

            def element_of(other: SSAValue) -> None:
                value = writer.read(begin, writer.multiply(other, distance))
                writer.write(value, end, writer.multiply(other, steps[inner]))

            writer.each(sizes[inner], 1, element_of)

        writer.each(sizes[outer], 1, line)

    def vectors(lanes: int) -> None:
        last = writer.subtract(sizes[1], lanes)

        def line(one: SSAValue) -> None:
            begin = writer.element_at(source, writer.multiply(one, strides[0]))
            end = writer.element_at(target, writer.multiply(one, steps[0]))

            def move(column: Number, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
                writer.write(writer.read_some(begin, column, lanes), end, column)
                return []

            writer.loop(0, last, lanes, move)
            move(last, [])

        writer.each(sizes[0], 1, line)

    def by_rows() -> None:
        is_line = writer.same(steps[1], 1)

        def among(widths: Sequence[int]) -> None:
            if not widths:
                nest(0, 1)
                return
            lanes, *others = widths
            fits = writer.both(is_line, writer.less(lanes - 1, sizes[1]))
            writer.either(fits, partial(vectors, lanes), partial(among, others))

        among([one // writer.bytes for one in VECTORS])

    writer.either(writer.same(strides[1], 1), by_rows, partial(nest, 1, 0))
    writer.block.add_op(llvm.ReturnOp())
    alone = DictionaryAttr({"llvm.noalias": UnitAttr()})
    none = DictionaryAttr({})
    return llvm.FuncOp(
        name,
        llvm.LLVMFunctionType(types, llvm.LLVMVoidType()),
        body=writer.finish(),
        other_props={"no_inline": UnitAttr(), "arg_attrs": ArrayAttr([alone] * 2 + [none] * 6)},
    )


@dataclass
class Packing:
    """Emits copies."""

    writer: TileWriter
    name: str
    """The function that copies matrices."""
    zero: SSAValue
    """Memory with a zero."""

    def copy(
        self,
        source: SSAValue,
        strides: Strides,
        target: SSAValue,
        steps: Strides,
        sizes: tuple[Number, Number],
    ) -> None:
        """Copy a matrix from some strides to others."""
        numbers = map(self.writer.number, (*strides, *steps, *sizes))
        self.writer.call(self.name, [source, target, *numbers])

    def panels(
        self,
        source: SSAValue,
        strides: Strides,
        target: SSAValue,
        sizes: tuple[SSAValue, SSAValue],
        step: int,
        in_place: SSAValue | None = None,
    ) -> None:
        """
        Columns in panels of `step` each, one after the other, with zeros after the last column.
        Panels of full width that are read where they lie are not copied.
        """
        writer, (depth, width) = self.writer, sizes
        whole = writer.number(writer.multiply(quotient(writer, width, step), step))
        full = writer.select(writer.same(strides[1], 1), whole, writer.number(0))

        def row(k: SSAValue) -> None:
            begin = writer.element_at(source, writer.multiply(k, strides[0]))
            end = writer.element_at(target, writer.multiply(k, step))

            def move(column: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
                value = writer.read_some(begin, column, step)
                writer.write(value, end, writer.multiply(column, depth))
                return []

            writer.loop(0, full, step, move)

        rows = depth if in_place is None else writer.select(in_place, writer.number(0), depth)
        writer.each(rows, 1, row)

        def panel(column: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
            begin = writer.element_at(source, writer.multiply(column, strides[1]))
            end = writer.element_at(target, writer.multiply(column, depth))
            size = writer.minimum(step, writer.subtract(width, column))
            self.copy(begin, strides, end, (step, 1), (depth, size))
            rest = writer.subtract(step, size)
            place = writer.element_at(end, size)
            self.copy(self.zero, (0, 0), place, (step, 1), (depth, rest))
            return []

        writer.loop(full, width, step, panel)
