"""New buffers: allocations, copies, and operands whose ownership an operation takes over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects import memref
from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.disc_shape.encoding import Symbols, get_symbols
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.lowering.buffer_sizes import BufferSizes
from disc_shape.lowering.places import Places, set_symbols
from disc_shape.lowering.storage import Storage
from disc_shape.lowering.types import (
    Buffer,
    Size,
    buffer_of,
    buffer_type,
    known_buffer,
    lowered,
    with_shape,
)
from disc_shape.lowering.writer import Writer


class Memory:
    """Allocates and fills buffers in one function."""

    def __init__(self, writer: Writer, places: Places, sizes: BufferSizes):
        self._writer = writer
        self._places = places
        self._sizes = sizes

    def alloc(self, type_: Buffer, sizes: Sequence[Size], symbols: Symbols | None) -> SSAValue:
        """A new buffer of the sizes of a type; `sizes` lists the static ones too."""
        dynamic = [
            self._writer.as_value(size)
            for size, static in zip(sizes, type_.get_shape(), strict=True)
            if static < 0
        ]
        op = memref.AllocOp(dynamic, (), type_)
        set_symbols(op, type_, symbols)
        return self._writer.emit(op).memref

    def copy(self, value: SSAValue, type_: Buffer, symbols: Symbols | None = None) -> SSAValue:
        """
        A new row-major buffer of this type with the elements of a value, and with symbols of its
        own or those of the value:

            %copy = memref.alloc(%d0) : memref<?xf32>
            memref.copy %0, %copy : memref<?xf32, strided<[2]>> to memref<?xf32>
        """
        target = self.alloc(type_, self._sizes.of(value), symbols or self._places.symbols(value))
        self.copy_into(value, target)
        return target

    def copy_into(self, value: SSAValue, target: SSAValue) -> None:
        """Copy the elements of a value into a buffer of its sizes."""
        source = self._places.buffer(value)
        shown = with_shape(buffer_of(source), buffer_of(target).get_shape())
        if shown != source.type:
            source = self._writer.emit(memref.CastOp.get(source, shown)).dest
        self._writer.emit(memref.CopyOp(source, target))

    def row_major(self, value: SSAValue) -> SSAValue:
        """The buffer of a value, copied if it is not row-major."""
        type_ = lowered(value.type, self._writer.here)
        buffer = self._places.buffer(value)
        if buffer.type == type_:
            return buffer
        return self.copy(value, known_buffer(type_))

    def donate(
        self,
        values: Iterable[SSAValue],
        types: Iterable[Attribute],
        donated: set[Storage] | None = None,
    ) -> list[SSAValue]:
        """
        The operands of an operation that takes over their ownership: for each value a buffer of
        the wanted type in a storage of its own. A value that must not be donated is copied; see
        `Places.may_donate`. `donated` are the storages that the operation takes over already.
        """
        taken: set[Storage] = set() if donated is None else donated
        return [
            self._donate_one(value, wanted, taken)
            for value, wanted in zip(values, types, strict=True)
        ]

    def _donate_one(self, value: SSAValue, wanted: Attribute, donated: set[Storage]) -> SSAValue:
        tensor = as_tensor(wanted)
        if as_tensor(value.type) is None or tensor is None:
            return value
        type_ = buffer_type(tensor)
        if self._places.may_donate(value, type_, donated):
            storage = self._places.of(value).storage
            donated.add(storage)
            return storage.memref
        # A static value may be copied to a target whose sizes differ in other runs.
        return self.copy(value, type_, self._places.symbols(value) or get_symbols(tensor))
