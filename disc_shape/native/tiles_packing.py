"""Copies of parts of matrices, in the order in which tiles read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    UnitAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from disc_shape.native.emitter import POINTER, Number
from disc_shape.native.tiles_shapes import Shape
from disc_shape.native.tiles_writer import TileWriter

Strides = tuple[Number, Number]
"""The distances of neighbouring rows and columns, in elements."""


def quotient(writer: TileWriter, number: Number, divisor: int) -> SSAValue:
    """A natural number divided by another one, rounded down."""
    return writer.binary(llvm.UDivOp, writer.number(number), writer.number(divisor))


def zipped(writer: TileWriter, lhs: SSAValue, rhs: SSAValue, part: int) -> SSAValue:
    """Elements of two vectors in turn, of their first or their second halves."""
    half = writer.lanes // 2
    places = range(part * half, part * half + half)
    mask = DenseArrayBase.from_list(i32, [one + of for one in places for of in (0, writer.lanes)])
    return writer.insert(llvm.ShuffleVectorOp(lhs, rhs, mask, writer.vector))


def copy_function(name: str, element: AnyFloat) -> llvm.FuncOp:
    """
    The function that copies a matrix to memory that does not overlap it, along neighbours. It takes
    two pointers, the strides of both matrices, and two sizes.
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

    writer.either(writer.same(strides[1], 1), partial(nest, 0, 1), partial(nest, 1, 0))
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
    shape: Shape
    name: str
    """The function that copies matrices."""

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

    def rows(
        self, source: SSAValue, strides: Strides, target: SSAValue, size: SSAValue, depth: SSAValue
    ) -> None:
        """
        The rows of a tile, of which there are `size`, with the elements of one column side by side.
        """
        writer, shape = self.writer, self.shape
        steps = 1, shape.rows

        def by_elements() -> None:
            self.copy(source, strides, target, steps, (size, depth))

        def by_vectors() -> None:
            whole = writer.multiple_below(depth, shape.lanes)

            def square(step: SSAValue) -> None:
                column = writer.multiply(step, shape.lanes)
                begin = writer.element_at(source, column)
                lines = [
                    writer.read_vector(begin, writer.multiply(number, strides[0]))
                    for number in range(shape.rows)
                ]
                end = writer.element_at(target, writer.multiply(column, shape.rows))
                for number, vector in enumerate(self.interleaved(lines)):
                    writer.write(vector, end, number * shape.lanes)

            writer.each(quotient(writer, whole, shape.lanes), 1, square)
            begin = writer.element_at(source, whole)
            end = writer.element_at(target, writer.multiply(whole, shape.rows))
            rest = writer.number(writer.subtract(depth, whole))
            self.copy(begin, (strides[0], 1), end, steps, (size, rest))

        if shape.lanes == 1 or shape.rows & (shape.rows - 1):
            by_elements()
            return
        neighbours = writer.same(strides[1], 1)
        whole = writer.both(neighbours, writer.same(size, shape.rows))
        writer.either(whole, by_vectors, by_elements)

    def interleaved(self, vectors: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """
        The first elements of vectors, then the second ones, and so on; a power of two of them. Each
        step moves the highest bit of the number of an element to the lowest place.
        """
        half = len(vectors) // 2
        for _ in range(half.bit_length()):
            pairs = zip(vectors[:half], vectors[half:], strict=True)
            vectors = [zipped(self.writer, *pair, part) for pair in pairs for part in (0, 1)]
        return vectors

    def columns(
        self,
        source: SSAValue,
        strides: Strides,
        panel: SSAValue,
        depth: SSAValue,
        width: SSAValue,
        full: SSAValue,
    ) -> None:
        """The columns of a tile side by side, with zeros after the last one."""
        writer, shape = self.writer, self.shape

        def whole_row(k: SSAValue) -> None:
            begin = writer.element_at(source, writer.multiply(k, strides[0]))
            target = writer.element_at(panel, writer.multiply(k, shape.columns))
            for number in range(shape.vectors):
                place = number * shape.lanes
                writer.write(writer.read_vector(begin, place), target, place)
                writer.fetch(writer.element_at(begin, shape.columns + place), write=False)

        def no_column(number: SSAValue) -> None:
            target = writer.element_at(panel, writer.add(width, number))
            zero = writer.constant(0.0, writer.element)
            writer.each(
                depth, 1, lambda k: writer.write(zero, target, writer.multiply(k, shape.columns))
            )

        def by_columns() -> None:
            self.copy(source, strides, panel, (shape.columns, 1), (depth, width))
            writer.each(writer.subtract(shape.columns, width), 1, no_column)

        def by_rows() -> None:
            writer.each(depth, 1, whole_row)

        writer.either(writer.both(full, writer.same(strides[1], 1)), by_rows, by_columns)
