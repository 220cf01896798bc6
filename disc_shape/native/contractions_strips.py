"""Operands of sums of products that are converted to floats, some rows or columns at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
    DictionaryAttr,
    MemRefType,
    ModuleOp,
    StridedLayoutAttr,
    StringAttr,
    UnitAttr,
    UnrealizedConversionCastOp,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.cards.indices import shape_of
from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_forms import dimension
from disc_shape.native.contractions_nests import Nest, counters_of, number_of
from disc_shape.native.memrefs import kind_of
from disc_shape.native.routine import KERNEL, NO_ALIAS

MOST_ELEMENTS = 1 << 25
"""The most elements of an operand that are converted at a time: 128 MiB of floats."""

ROWS = 2048
"""The most rows of an operand that are converted at a time, where it may have more."""

COLUMNS = 384
"""
The most columns, of whole tiles. They are converted for each strip of rows, and are in the cache
when these are multiplied: 4 x 2048 x 4096 in bf16 took 8.2 ms with 2048 columns and 5.2 with 256.
"""

TO_FLOATS: dict[type[Operation], type[Operation]] = {
    arith.ExtFOp: arith.ExtFOp,
    arith.ExtSIOp: arith.SIToFPOp,
    arith.ExtUIOp: arith.UIToFPOp,
}
"""What converts an element instead."""


class Strip(NamedTuple):
    """Some rows or columns of an operand."""

    first: Index
    size: Index


@dataclass(frozen=True)
class Source:
    """An operand that is converted, whole or in strips."""

    buffer: SSAValue
    sizes: tuple[Index, ...]
    counter: SSAValue | None
    """The loop over rows or columns of which strips are; None if the operand is converted whole."""
    axis: int
    """The dimension that it counts."""
    extent: Index
    """How many rows or columns it counts: the first ones, and there may be others."""
    step: int
    """The rows or columns of a strip."""

    @staticmethod
    def of(
        writer: Writer, nest: Nest, load: memref.LoadOp, counter: SSAValue | None, most: int
    ) -> Source:
        """
        What a nest loads. Strips are of `most` iterations of the loop over its rows or columns, or
        of another one on which the other operand does not depend, if that is an index as it is, and
        each element that it counts is read: no bound and no condition depends on it.
        """
        buffer, shape = load.memref, shape_of(load.memref)
        sizes = tuple(dimension(writer, buffer, axis) for axis in range(len(shape)))
        read = [counters_of(index, nest) for index in load.indices]
        elsewhere = [
            *(index for other in nest.loads if other is not load for index in other.indices),
            *(bound for loop in nest.reductions for bound in (loop.lb, loop.ub)),
            *nest.conditions,
        ]
        others = {one for value in elsewhere for one in counters_of(value, nest)}
        counters: list[SSAValue] = list(nest.op.body.block.args)
        for one in (counter, *counters):
            axes = [axis for axis, found in enumerate(read) if one in found]
            if one is None or one in others or len(axes) != 1 or load.indices[axes[0]] is not one:
                continue
            rest = prod(size for axis, size in enumerate(shape) if axis != axes[0] and size > 0)
            step = max(1, min(most, MOST_ELEMENTS // rest))
            extent = index_of(nest.op.upperBound[counters.index(one)])
            if not isinstance(extent, int) or extent > step:
                return Source(buffer, sizes, one, axes[0], extent, step)
        return Source(buffer, sizes, None, 0, 0, 0)

    @property
    def order(self) -> int:
        """Operands are converted in this order: what is converted whole, and then large strips."""
        return -1 if self.counter is None else MOST_ELEMENTS - self.step

    def elements(self, writer: Writer) -> Index:
        """The number of its elements that are converted."""
        sizes = list(self.sizes)
        if self.counter is not None:
            sizes[self.axis] = self.extent
        return product(writer, sizes)

    def sizes_of_strip(self, writer: Writer) -> list[Index]:
        """The sizes of memory for a strip."""
        sizes = list(self.sizes)
        if self.counter is not None:
            sizes[self.axis] = writer.minimum(self.extent, self.step)
        return sizes

    def elements_of_strip(self, writer: Writer) -> Index:
        """The number of elements that are converted at a time."""
        return product(writer, self.sizes_of_strip(writer))

    def memory(self, writer: Writer, element: AnyFloat) -> SSAValue:
        """Memory for a strip."""
        sizes = self.sizes_of_strip(writer)
        shape = [one if isinstance(one, int) else DYNAMIC_INDEX for one in sizes]
        dynamic = [one for one in sizes if not isinstance(one, int)]
        return writer.insert(memref.AllocOp(dynamic, [], MemRefType(element, shape))).memref

    def strips(self, writer: Writer) -> Index:
        """The number of strips."""
        return writer.ceil_divide(self.extent, self.step)

    def strip(self, writer: Writer, number: Index) -> Strip | None:
        """The strip of a number; None where the operand is converted whole."""
        if self.counter is None:
            return None
        first = writer.multiply(number, self.step)
        rest = writer.subtract(self.extent, first)
        return Strip(first, writer.minimum(self.sizes_of_strip(writer)[self.axis], rest))

    def convert(self, writer: Writer, memory: SSAValue, function: str, strip: Strip | None) -> None:
        """Call the function that converts rows of neighbours, for a strip or all elements."""
        sizes, axis = self.sizes, self.axis
        outer, run = 1, self.elements(writer)
        first, strides = 0, [run, run]
        if strip is not None:
            inner = product(writer, sizes[axis + 1 :])
            outer, run = product(writer, sizes[:axis]), writer.multiply(strip.size, inner)
            first = writer.multiply(strip.first, inner)
            wholes = sizes[axis], self.sizes_of_strip(writer)[axis]
            strides = [writer.multiply(whole, inner) for whole in wholes]
        views = [
            rows_of(writer, buffer, offset, (outer, run), stride)
            for buffer, offset, stride in zip(
                (self.buffer, memory), (first, 0), strides, strict=True
            )
        ]
        writer.insert(func.CallOp(function, views, []))


class Converters:
    """The functions of a module that convert elements to floats."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self._names: dict[tuple[Attribute, type[Operation], Attribute], str] = {}

    def name(self, source: Attribute, conversion: Operation, target: Attribute) -> str:
        """The name of the function that does what a conversion does, for a matrix."""
        key = source, type(conversion), target
        if key not in self._names:
            used = {op.sym_name.data for op in self.module.ops if isinstance(op, func.FuncOp)}
            name = f"convert_{source}_to_{target}"
            while name in used:
                name += "_"
            self.module.body.block.add_op(converter(name, source, conversion, target))
            self._names[key] = name
        return self._names[key]


def converter(
    name: str, source: Attribute, conversion: Operation, target: Attribute
) -> func.FuncOp:
    """
    The function that converts rows of neighbours.

        func.func private @convert_bf16_to_f32(%x: memref<?x?xbf16, strided<[?, 1], offset: ?>>,
            %y: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
          scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {
            %0 = memref.load %x[%i, %j] : memref<?x?xbf16, strided<[?, 1], offset: ?>>
            %1 = arith.extf %0 : bf16 to f32
            memref.store %1, %y[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
          }
          func.return
        }
    """
    kinds = [rows_type(one) for one in (source, target)]
    alone = DictionaryAttr({NO_ALIAS: UnitAttr()})
    function = func.FuncOp(
        name, (kinds, []), visibility="private", arg_attrs=ArrayAttr([alone] * 2)
    )
    function.attributes[KERNEL] = StringAttr("loops")
    entry = function.body.blocks[0]
    writer = Writer(entry, InsertPoint.at_end(entry))
    given, out = entry.args
    sizes = writer.values([dimension(writer, given, axis) for axis in range(2)])
    block = Block(arg_types=[INDEX] * 2)
    with writer.at(InsertPoint.at_end(block)):
        item = writer.insert(memref.LoadOp.get(given, block.args)).res
        signless = conversion.operands[0].type
        if item.type != signless:
            item = writer.insert(UnrealizedConversionCastOp.get([item], [signless])).results[0]
        item = writer.op(TO_FLOATS[type(conversion)], [item], target)
        writer.insert(memref.StoreOp.get(item, out, block.args))
        writer.insert(scf.ReduceOp())
    zeros, ones = writer.values([0] * 2), writer.values([1] * 2)
    writer.insert(scf.ParallelOp(zeros, sizes, ones, Region(block)))
    writer.insert(func.ReturnOp())
    return function


def rows_type(element: Attribute) -> MemRefType[Attribute]:
    """Rows of neighbours from some place of a buffer on."""
    return MemRefType(element, [DYNAMIC_INDEX] * 2, StridedLayoutAttr([None, 1], None))


def rows_of(
    writer: Writer, buffer: SSAValue, offset: Index, sizes: tuple[Index, Index], stride: Index
) -> SSAValue:
    """Rows of neighbours in a buffer."""
    kind = kind_of(buffer.type)
    assert kind is not None
    dynamic = [DYNAMIC_INDEX]
    offsets, shape, steps = (writer.values(one) for one in ([offset], sizes, [stride]))
    view = memref.ReinterpretCastOp(
        buffer,
        offsets,
        shape,
        steps,
        dynamic,
        dynamic * 2,
        [*dynamic, 1],
        rows_type(kind.element_type),
    )
    return writer.insert(view).result


def index_of(value: SSAValue) -> Index:
    """A number where it is known, else the value."""
    number = number_of(value)
    return value if number is None else number


def product(writer: Writer, sizes: Sequence[Index]) -> Index:
    """The product of sizes."""
    count: Index = 1
    for size in sizes:
        count = writer.multiply(count, size)
    return count
