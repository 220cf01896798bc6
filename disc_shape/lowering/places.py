"""Where the values of one function live: their buffers, and the live ranges of storages."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.dialects.disc_shape.encoding import DIMS, Symbols, symbol_list
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.errors import OperationError
from disc_shape.lowering.names import Names, names_of
from disc_shape.lowering.storage import NEVER, Place, Storage
from disc_shape.lowering.types import Buffer, buffer_of, known_buffer, lowered
from disc_shape.lowering.writer import Writer


class Places:
    """The place of each value of one function that is a tensor."""

    def __init__(self, writer: Writer, names: Names):
        self._writer = writer
        self._names = names
        self._places: dict[SSAValue, Place] = {}
        self.positions: dict[Operation, int] = {}
        """The positions of operations in their blocks."""
        self._inside: tuple[Operation, set[Storage]] | None = None
        """The storages that the regions of an operation read."""

    def number(self, block: Block) -> None:
        """Give the operations of a block the positions that live ranges are measured in."""
        self.positions.update((op, position) for position, op in enumerate(block.ops))

    def has(self, value: SSAValue) -> bool:
        """Whether a value has been given a buffer."""
        return value in self._places

    def of(self, value: SSAValue) -> Place:
        """The place of a value. OperationError when it has none."""
        found = self._places.get(value)
        if found is None:
            raise OperationError(f"a value of type {value.type} has no buffer", self._writer.at)
        return found

    def buffer(self, value: SSAValue) -> SSAValue:
        """The buffer of a tensor; any other value as it is."""
        return self.of(value).memref if as_tensor(value.type) is not None else value

    def bind(self, value: SSAValue, place: Place) -> None:
        """Give a value a place, and extend the live range of the storage to its last use."""
        self._places[value] = place
        storage = place.storage
        if place.memref.name_hint is None:
            place.memref.name_hint = value.name_hint
        if storage.owner is not None:
            last = self._last_use(value, storage.owner)
            storage.last_use = max(storage.last_use, last)

    def own(self, value: SSAValue, buffer: SSAValue) -> None:
        """Let a value be all of a storage of its own, owned by the current block."""
        self.bind(value, Place(buffer, Storage(buffer, self._writer.block)))

    def receive(self, value: SSAValue, buffer: SSAValue) -> None:
        """Let a value be a buffer whose ownership the current block receives."""
        if as_tensor(value.type) is None:
            value.replace_all_uses_with(buffer)
            return
        type_ = lowered(value.type, self._writer.at)
        if buffer.type == type_:
            self.own(value, buffer)
            return
        place = Place(buffer, Storage(buffer, self._writer.block))
        self.view(value, place, memref.CastOp.get(buffer, known_buffer(type_)))

    def borrow(self, value: SSAValue, buffer: SSAValue) -> None:
        """Let a value be a borrowed buffer, which must not be written or freed."""
        self.bind(value, Place(buffer, Storage(buffer)))

    def view(self, value: SSAValue, of: Place, op: Operation, *, whole: bool = False) -> None:
        """Let a value be the view that `op` makes of a place, with the symbols of the value."""
        self.label(op, value)
        self._writer.emit(op)
        self.bind(value, Place(op.results[0], of.storage, whole and of.whole))

    def symbols(self, value: SSAValue) -> Symbols | None:
        """The symbols of the sizes of a tensor; see `adopted_names`."""
        return names_of(value, self._names)

    def label(self, op: Operation, value: SSAValue) -> None:
        """Write the symbols of a tensor on the operation that makes its buffer."""
        set_symbols(op, buffer_of(op.results[0]), self.symbols(value))

    def _last_use(self, value: SSAValue, block: Block) -> int:
        """The position in a block of the last operation that uses a value, at any depth."""
        last = -1
        for use in value.uses:
            user: Operation | None = use.operation
            while user is not None and user.parent is not block:
                user = user.parent_op()
            if user is None:
                return NEVER
            last = max(last, self.positions.get(user, -1))
        return last

    def is_last_use(self, storage: Storage) -> bool:
        """Whether the current block owns a storage and its live range ends at this operation."""
        op = self._writer.here
        return storage.owner is op.parent and storage.last_use <= self.positions[op]

    def may_donate(self, value: SSAValue, type_: Buffer, donated: set[Storage]) -> bool:
        """
        Whether the current operation may take over the storage of a value: the value is all of it,
        in this type, the current block owns it, it is not donated yet, and its live range ends at
        the operation, outside of the operation's regions.
        """
        place = self.of(value)
        storage = place.storage
        return (
            place.whole
            and storage not in donated
            and storage.memref.type == type_
            and self.is_last_use(storage)
            and not self._is_read_inside(storage)
        )

    def _is_read_inside(self, storage: Storage) -> bool:
        """Whether the regions of the current operation read a storage."""
        op = self._writer.here
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


def set_symbols(op: Operation, type_: Buffer, symbols: Symbols | None) -> None:
    """Write symbols on an operation that makes a buffer, if the buffer has a dynamic size."""
    if symbols is not None and not type_.has_static_shape():
        op.attributes[DIMS] = symbol_list(symbols)
