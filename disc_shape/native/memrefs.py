"""
Buffers in machine code: not a descriptor in memory, but a tuple of SSA values.

A memref is a base pointer, an offset, and a size and a stride for each dimension, in elements.
What its type says is a constant, and the strides of a contiguous buffer are computed from sizes, so
a view is arithmetic. Across functions, blocks and loops go the pointer and what the type leaves
open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    FixedBitwidthType,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    MemRefType,
    NoneAttr,
    i8,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.hlo.narrow import complex_part, integer_width, is_power_of_two
from disc_shape.dialects.quant import UniformQuantizedType
from disc_shape.native.emitter import POINTER, Emitter, Number, Unsupported
from disc_shape.native.small_floats import is_bits

Kind = MemRefType[Attribute]
WIDTHS = (1, 2, 4, 6, 8, 16, 32, 64)
"""The widths of integers that have a form as machine code."""


def scalar_type(type_: Attribute) -> Attribute:
    """The type of a scalar in LLVM; a bf16 and floats of a byte and less are their bits."""
    if isinstance(type_, IndexType):
        return i64
    width = integer_width(type_)
    if width in WIDTHS:
        return IntegerType(width)
    if isinstance(type_, AnyFloat) and is_bits(type_):
        return IntegerType(max(8, type_.bitwidth))
    if isinstance(type_, Float16Type | Float32Type | Float64Type):
        return type_
    raise Unsupported(f"values of type {type_} have no form as machine code")


def memory_type(type_: Attribute) -> Attribute:
    """
    The type of an element in memory: a boolean is a byte, and so are integers of fewer bits, in its
    lowest ones. Elements that no machine code computes with are arrays of bytes.
    """
    count = opaque_bytes(type_)
    if count is not None:
        return llvm.LLVMArrayType(count, i8)
    found = scalar_type(type_)
    return i8 if (integer_width(found) or 8) < 8 else found


def opaque_bytes(type_: Attribute) -> int | None:
    """The bytes of an element that only the interpreter computes with; None for others."""
    if isinstance(type_, UniformQuantizedType):
        return bytes_of(type_.data.storage.type)
    part = complex_part(type_)
    if part is not None:
        return 2 * bytes_of(part)
    return 1 if is_power_of_two(type_) else None


def bytes_of(type_: Attribute) -> int:
    """The bytes of an element in memory."""
    count = opaque_bytes(type_)
    if count is not None:
        return count
    found = memory_type(type_)
    assert isinstance(found, FixedBitwidthType)
    return found.bitwidth // 8


def kind_of(type_: Attribute) -> Kind | None:
    """The type, when it is a ranked memref."""
    return cast("Kind", type_) if isinstance(type_, MemRefType) else None


def is_contiguous(kind: Kind) -> bool:
    """Whether a type says that elements lie side by side, the last dimension fastest."""
    return isinstance(kind.layout, NoneAttr)


@dataclass(frozen=True)
class Memref:
    """A buffer."""

    pointer: SSAValue
    offset: Number
    sizes: tuple[Number, ...]
    strides: tuple[Number, ...]
    element: Attribute

    def start(self, emitter: Emitter) -> SSAValue:
        """The pointer to its first element."""
        return emitter.address(self.pointer, self.offset, memory_type(self.element))

    def address(self, emitter: Emitter, indices: Sequence[Number]) -> SSAValue:
        """The pointer to an element."""
        place = self.offset
        for index, stride in zip(indices, self.strides, strict=True):
            place = emitter.add(place, emitter.multiply(index, stride))
        return emitter.address(self.pointer, place, memory_type(self.element))

    def load(self, emitter: Emitter, indices: Sequence[Number]) -> SSAValue:
        """An element as a scalar."""
        part = complex_part(self.element)
        if part is not None:
            first = self.address(emitter, indices)
            return pair_of(
                emitter,
                *(
                    emitter.load(emitter.address(first, place, part), part, bytes_of(part))
                    for place in (0, 1)
                ),
            )
        return load_scalar(emitter, self.address(emitter, indices), self.element)

    def store(self, emitter: Emitter, value: SSAValue, indices: Sequence[Number]) -> None:
        """Write an element."""
        part = complex_part(self.element)
        if part is not None:
            first = self.address(emitter, indices)
            for place in (0, 1):
                pointer = emitter.address(first, place, part)
                emitter.store(part_of(emitter, value, place), pointer, bytes_of(part))
            return
        store_scalar(emitter, value, self.address(emitter, indices), self.element)

    def byte_count(self, emitter: Emitter) -> Number:
        """The bytes of all elements."""
        return emitter.multiply(emitter.product(self.sizes), bytes_of(self.element))


def load_scalar(emitter: Emitter, pointer: SSAValue, type_: Attribute) -> SSAValue:
    """A scalar that is no complex number; a boolean is true where its byte is not zero."""
    scalar, memory = scalar_type(type_), memory_type(type_)
    value = emitter.load(pointer, memory, bytes_of(type_))
    if memory == scalar:
        return value
    if integer_width(scalar) == 1:
        return emitter.compare("ne", value, emitter.constant(0, memory))
    return emitter.cast(llvm.TruncOp, value, scalar)


def store_scalar(emitter: Emitter, value: SSAValue, pointer: SSAValue, type_: Attribute) -> None:
    """Write a scalar that is no complex number."""
    memory = memory_type(type_)
    if memory != value.type:
        value = emitter.cast(llvm.ZExtOp, value, memory)
    emitter.store(value, pointer, bytes_of(type_))


def pair_of(emitter: Emitter, first: SSAValue, second: SSAValue) -> SSAValue:
    """A complex number of its parts."""
    pair = emitter.undefined(llvm.LLVMStructType.from_type_list([first.type, second.type]))
    for place, part in enumerate((first, second)):
        position = DenseArrayBase.from_list(i64, [place])
        pair = emitter.insert(llvm.InsertValueOp(position, pair, part))
    return pair


def part_of(emitter: Emitter, pair: SSAValue, place: int) -> SSAValue:
    """The real part of a complex number, or its imaginary one."""
    assert isinstance(pair.type, llvm.LLVMStructType)
    position = DenseArrayBase.from_list(i64, [place])
    type_ = pair.type.types.data[place]
    return emitter.insert(llvm.ExtractValueOp(position, pair, type_))


def row_major(emitter: Emitter, sizes: Sequence[Number]) -> tuple[Number, ...]:
    """The strides of elements that lie side by side."""
    strides: list[Number] = []
    step: Number = 1
    for axis, size in reversed(list(enumerate(sizes))):
        strides.append(step)
        if axis:
            step = emitter.multiply(step, size)
    return tuple(reversed(strides))


def contiguous(
    emitter: Emitter, pointer: SSAValue, sizes: Sequence[Number], element: Attribute
) -> Memref:
    """A buffer whose elements lie side by side."""
    return Memref(pointer, 0, tuple(sizes), row_major(emitter, sizes), element)


def given_layout(kind: Kind) -> tuple[list[int | None], int | None]:
    """The strides and the offset of a type that is not contiguous, None where they are open."""
    strides = kind.get_strides()
    if strides is None or len(strides) != kind.get_num_dims():
        raise Unsupported(f"the layout of {kind} has no form as machine code")
    return list(strides), kind.get_offset()


def part_types(type_: Attribute) -> list[Attribute]:
    """The types of what stands for a value of a type across functions and blocks."""
    kind = kind_of(type_)
    if kind is None:
        return [scalar_type(type_)]
    memory_type(kind.element_type)
    open_sizes = sum(size < 0 for size in kind.get_shape())
    if is_contiguous(kind):
        return [POINTER, *[i64] * open_sizes]
    strides, offset = given_layout(kind)
    return [POINTER, *[i64] * (open_sizes + (offset is None) + strides.count(None))]


def parts(emitter: Emitter, value: Memref, kind: Kind) -> list[SSAValue]:
    """What stands for a buffer across functions and blocks."""
    sizes = [
        emitter.number(size)
        for size, static in zip(value.sizes, kind.get_shape(), strict=True)
        if static < 0
    ]
    if is_contiguous(kind):
        return [value.start(emitter), *sizes]
    strides, offset = given_layout(kind)
    if offset is not None and value.offset != offset:
        raise Unsupported(f"an offset that is not known to be that of {kind}")
    found = [] if offset is not None else [emitter.number(value.offset)]
    for stride, static in zip(value.strides, strides, strict=True):
        if static is None:
            found.append(emitter.number(stride))
    return [value.pointer, *sizes, *found]


def rebuilt(emitter: Emitter, given: Iterator[SSAValue], kind: Kind) -> Memref:
    """A buffer from its parts."""
    pointer = next(given)
    sizes = [next(given) if size < 0 else size for size in kind.get_shape()]
    if is_contiguous(kind):
        return contiguous(emitter, pointer, sizes, kind.element_type)
    strides, offset = given_layout(kind)
    start: Number = next(given) if offset is None else offset
    steps = [next(given) if stride is None else stride for stride in strides]
    return Memref(pointer, start, tuple(sizes), tuple(steps), kind.element_type)
