"""Where the values of a function live: places, sizes, new memory and its owners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects import memref
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import DIMS, Symbols, get_symbols, symbol_list
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.errors import OperationError
from disc_shape.lowering.names import Names, names_of
from disc_shape.lowering.storage import NEVER, Place, Storage
from disc_shape.lowering.types import (
    Buffer,
    Size,
    buffer_of,
    buffer_type,
    known_buffer,
    lowered,
    with_shape,
)
from disc_shape.lowering.writer import INDEX, Writer, constant_of


class Memory(Writer):
    """The places of values in one function."""

    def __init__(self, body: Region, names: Names):
        super().__init__(body)
        self._names = names
        self._places: dict[SSAValue, Place] = {}
        self._position: dict[Operation, int] = {}
        """Where operations stand in their blocks."""
        self._read: dict[tuple[SSAValue, int], SSAValue] = {}
        """The sizes that have been read in the first block."""
        self._done: set[Operation] = set()
        """The operations that have been lowered or left as they are."""
        self._inside: tuple[Operation, set[Storage]] | None = None
        """The storages that the regions of an operation read."""
        self._ties: dict[SSAValue, TieShapeOp] = {}
        for op in body.walk():
            if isinstance(op, TieShapeOp):
                if op.parent is block_of(op.value):
                    self._ties.setdefault(op.value, op)
                self._ties[op.result] = op

    # where values live

    def has_place(self, value: SSAValue) -> bool:
        """Whether a value has been given a buffer."""
        return value in self._places

    def place(self, value: SSAValue) -> Place:
        """Where a value lives."""
        found = self._places.get(value)
        if found is None:
            raise OperationError(f"a value of type {value.type} has no buffer", self.at)
        return found

    def buffer(self, value: SSAValue) -> SSAValue:
        """The buffer of a tensor; any other value as it is."""
        return self.place(value).memref if as_tensor(value.type) is not None else value

    def bind(self, value: SSAValue, place: Place) -> None:
        """Say where a value lives."""
        self._places[value] = place
        storage = place.storage
        if place.memref.name_hint is None:
            place.memref.name_hint = value.name_hint
        if storage.owner is not None:
            last = self._last_use(value, storage.owner)
            storage.last_use = max(storage.last_use, last)

    def alias(self, value: SSAValue, other: SSAValue) -> None:
        """Let a value be the very same as another one."""
        self.bind(value, self.place(other))

    def own(self, value: SSAValue, buffer: SSAValue) -> None:
        """Let a value live in a buffer of its own, owned by the current block."""
        self.bind(value, Place(buffer, Storage(buffer, self.block)))

    def receive(self, value: SSAValue, buffer: SSAValue) -> None:
        """Let a value live in a buffer that was handed to the current block."""
        if as_tensor(value.type) is None:
            value.replace_all_uses_with(buffer)
            return
        type_ = lowered(value.type, self.at)
        if buffer.type == type_:
            self.own(value, buffer)
            return
        place = Place(buffer, Storage(buffer, self.block))
        self.view(value, place, memref.CastOp.get(buffer, known_buffer(type_)))

    def borrow(self, value: SSAValue, buffer: SSAValue) -> None:
        """Let a value live in a buffer that is not ours to write or free."""
        self.bind(value, Place(buffer, Storage(buffer)))

    def view(self, value: SSAValue, of: Place, op: Operation, *, whole: bool = False) -> None:
        """Let a value be read through a view, which names the sizes of what it shows."""
        self.label(op, value)
        self.emit(op)
        self.bind(value, Place(op.results[0], of.storage, whole and of.whole))

    def symbols(self, value: SSAValue) -> Symbols | None:
        """The symbols of the sizes of a tensor; see `adopted_names`."""
        return names_of(value, self._names)

    def label(self, op: Operation, value: SSAValue) -> None:
        """Write the symbols of a tensor on the operation that makes its buffer."""
        set_symbols(op, buffer_of(op.results[0]), self.symbols(value))

    def _last_use(self, value: SSAValue, block: Block) -> int:
        last = -1
        for use in value.uses:
            user: Operation | None = use.operation
            while user is not None and user.parent is not block:
                user = user.parent_op()
            if user is None:
                return NEVER
            last = max(last, self._position.get(user, -1))
        return last

    def is_last_use(self, storage: Storage) -> bool:
        """Whether the current operation owns a storage and nothing behind it uses the storage."""
        op = self.here
        return storage.owner is op.parent and storage.last_use <= self._position[op]

    # sizes

    def known_sizes(self, value: SSAValue) -> list[Size] | None:
        """
        The sizes of a tensor from its type and its `tie_shape`; None when one of them, or the
        rank, is not available in front of the current operation.
        """
        type_ = as_tensor(value.type)
        if type_ is None:
            return None
        shape = type_.get_shape()
        tie = self._ties.get(value)
        sizes: list[Size] = []
        for axis, size in enumerate(shape):
            if size >= 0:
                sizes.append(size)
            elif tie is not None and self._is_available(tie.dims[axis]):
                sizes.append(tie.dims[axis])
            else:
                return None
        return sizes

    def _is_available(self, value: SSAValue) -> bool:
        owner = value.owner
        return isinstance(owner, Block) or owner in self._done or owner not in self._position

    def sizes(self, value: SSAValue) -> list[Size]:
        """The sizes of a tensor that has a buffer."""
        known = self.known_sizes(value)
        if known is not None:
            return known
        buffer = self.buffer(value)
        return [
            size if size >= 0 else self.dim(buffer, axis)
            for axis, size in enumerate(buffer_of(buffer).get_shape())
        ]

    def dim(self, buffer: SSAValue, axis: int | SSAValue) -> SSAValue:
        """
        The size of one dimension of a buffer: what memory was allocated with, or read from the
        buffer, once for the whole function where it is read in its first block.
        """
        number = axis if isinstance(axis, int) else constant_of(axis)
        known = self._allocated(buffer, number)
        if known is None and number is not None:
            known = self._read.get((buffer, number))
        if known is not None:
            return known
        index = self.index(axis) if isinstance(axis, int) else axis
        op = memref.DimOp.create(operands=[buffer, index], result_types=[INDEX])
        size = self.emit(op).results[0]
        if number is not None and self.block is self.body.first_block:
            self._read[buffer, number] = size
        return size

    def sizes_of_alloc(self, op: memref.AllocOp) -> list[Size]:
        """The sizes that memory was allocated with."""
        given = iter(op.dynamic_sizes)
        return [size if size >= 0 else next(given) for size in buffer_of(op.memref).get_shape()]

    def _allocated(self, buffer: SSAValue, axis: int | None) -> SSAValue | None:
        made = buffer.owner
        if not isinstance(made, memref.AllocOp) or axis is None:
            return None
        sizes = self.sizes_of_alloc(made)
        return self.as_value(sizes[axis]) if 0 <= axis < len(sizes) else None

    # memory

    def alloc(self, type_: Buffer, sizes: Sequence[Size], symbols: Symbols | None) -> SSAValue:
        """New memory for the sizes of a type; `sizes` lists the static ones too."""
        dynamic = [
            self.as_value(size)
            for size, static in zip(sizes, type_.get_shape(), strict=True)
            if static < 0
        ]
        op = memref.AllocOp(dynamic, (), type_)
        set_symbols(op, type_, symbols)
        return self.emit(op).memref

    def copied(self, value: SSAValue, type_: Buffer, symbols: Symbols | None = None) -> SSAValue:
        """
        A new row-major buffer of this type that holds what a value holds, with symbols of its own
        or those of the value:

            %copy = memref.alloc(%d0) : memref<?xf32>
            memref.copy %0, %copy : memref<?xf32, strided<[2]>> to memref<?xf32>
        """
        target = self.alloc(type_, self.sizes(value), symbols or self.symbols(value))
        self.copy_into(value, target)
        return target

    def copy_into(self, value: SSAValue, target: SSAValue) -> None:
        """Copy what a value holds into a buffer of its sizes."""
        source = self.buffer(value)
        shown = with_shape(buffer_of(source), buffer_of(target).get_shape())
        if shown != source.type:
            source = self.emit(memref.CastOp.get(source, shown)).dest
        self.emit(memref.CopyOp(source, target))

    def row_major(self, value: SSAValue) -> SSAValue:
        """The buffer of a value, copied if it is no row-major one."""
        type_ = lowered(value.type, self.here)
        buffer = self.buffer(value)
        if buffer.type == type_:
            return buffer
        return self.copied(value, known_buffer(type_))

    def handed_on(
        self,
        values: Iterable[SSAValue],
        types: Iterable[Attribute],
        given: set[Storage] | None = None,
    ) -> list[SSAValue]:
        """
        The operands of an operation that takes over what it is given: each an own buffer of its
        own, with the buffer of the type wanted. What we may not give away, or give twice, or what
        is read afterwards, is copied. `given` is what the operation takes over already.
        """
        taken: set[Storage] = set() if given is None else given
        return [
            self._handed_on(value, wanted, taken)
            for value, wanted in zip(values, types, strict=True)
        ]

    def _handed_on(self, value: SSAValue, wanted: Attribute, given: set[Storage]) -> SSAValue:
        tensor = as_tensor(wanted)
        if as_tensor(value.type) is None or tensor is None:
            return value
        type_ = buffer_type(tensor)
        if self.may_give(value, type_, given):
            storage = self.place(value).storage
            given.add(storage)
            return storage.memref
        # A static value goes where the sizes are other ones in other runs.
        known = self.symbols(value) or get_symbols(tensor)
        return self.copied(value, type_, known)

    def may_give(self, value: SSAValue, type_: Buffer, given: set[Storage]) -> bool:
        """
        Whether a value is all of a storage of this type that the current block owns, that is not
        given away yet, and that nothing in or behind the current operation reads.
        """
        place = self.place(value)
        storage = place.storage
        return (
            place.whole
            and storage not in given
            and storage.memref.type == type_
            and self.is_last_use(storage)
            and not self._is_read_inside(storage)
        )

    def _is_read_inside(self, storage: Storage) -> bool:
        """Whether the regions of the current operation read a storage."""
        op = self.here
        if not op.regions:
            return False
        if self._inside is None or self._inside[0] is not op:
            operands = (
                operand
                for region in op.regions
                for inner in region.walk()
                for operand in inner.operands
            )
            places = (self._places.get(operand) for operand in operands)
            self._inside = (op, {place.storage for place in places if place is not None})
        return storage in self._inside[1]


def block_of(value: SSAValue) -> Block | None:
    """The block that a value is defined in."""
    return value.owner if isinstance(value.owner, Block) else value.owner.parent


def set_symbols(op: Operation, type_: Buffer, symbols: Symbols | None) -> None:
    """Write symbols on an operation that makes a buffer, if it has a dynamic size."""
    if symbols is not None and not type_.has_static_shape():
        op.attributes[DIMS] = symbol_list(symbols)
