"""Buffers: views of flat memory with checks of reads, writes and deallocations.

A memref value is a `Buffer`: a numpy array over the bytes of an `Allocation`, with the offset and
the strides that MLIR's descriptor has. Buffers of one allocation share its bytes, so a write is
visible through all aliases. Illegal accesses are errors of every run: an access outside the
memory, a use or a second free after a free, a read of uninitialized memory, a write to a constant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation

from disc_shape.interpreters.kernels.arrays import Array, DType, KernelError
from disc_shape.interpreters.values import element_dtype

Kind: TypeAlias = Literal["heap", "stack", "argument", "global"]
Bytes: TypeAlias = NDArray[np.uint8]
Flags: TypeAlias = NDArray[np.bool_]


@dataclass(eq=False)
class Allocation:
    """Memory that is freed as a whole.

    `written` marks the units of `unit` bytes that hold a value; None when all of them do. `owner`
    is the activation that must free it or transfer it; arguments and globals have none.
    """

    name: str
    kind: Kind
    bytes: Bytes
    unit: int
    written: Flags | None
    op: Operation | None = None
    owner: object = None
    freed: str | None = None
    constant: bool = False
    touched: bool = False

    def forget(self) -> None:
        """From here on it holds nothing that anybody has written."""
        self.written = np.zeros(self.units, np.bool_)

    def forget_bytes(self, first: int, end: int) -> None:
        """From here on the bytes from `first` up to `end` hold nothing that was written."""
        if self.written is None:
            self.written = np.ones(self.units, np.bool_)
        self.written[first // self.unit : -(-end // self.unit)] = False

    @property
    def units(self) -> int:
        """The number of units."""
        return self.bytes.size // self.unit


class Buffer(np.ndarray[tuple[int, ...], DType]):
    """One memref value. `origin` is in bytes, offset and strides are in elements."""

    allocation: Allocation
    origin: int
    offset: int
    steps: tuple[int, ...]

    @property
    def name(self) -> str:
        """Its name in messages."""
        sizes = "x".join(map(str, self.shape)) or "scalar"
        return f"{self.allocation.name} ({sizes} {self.dtype})"

    @property
    def contents(self) -> Array:
        """The memory itself as a plain array; nothing is checked."""
        return self.view(np.ndarray)

    @property
    def start(self) -> int:
        """The byte of its first element."""
        return self.origin + self.offset * self.dtype.itemsize

    @property
    def flags_written(self) -> Flags | None:
        """Which of its elements hold a value, as a window on the flags of the allocation."""
        flags, unit = self.allocation.written, self.allocation.unit
        if flags is None:
            return None
        parts = self.dtype.itemsize // unit
        shape = self.shape if parts == 1 else (*self.shape, parts)
        steps = [step * parts for step in self.steps] + ([] if parts == 1 else [1])
        if not self.size:
            return np.ones(shape, np.bool_)
        return np.ndarray(shape, np.bool_, flags, self.start // unit, steps)


def window(
    allocation: Allocation,
    dtype: DType,
    sizes: Sequence[int],
    steps: Sequence[int],
    offset: int = 0,
    origin: int = 0,
) -> Buffer:
    """A memref value on an allocation; KernelError where it leaves the memory."""
    for dimension, size in enumerate(sizes):
        if size < 0:
            raise KernelError(f"size of dimension {dimension} is negative: {size}")
    width = dtype.itemsize
    empty = 0 in sizes
    moves = [(size - 1) * step for size, step in zip(sizes, steps, strict=True)]
    first = offset + sum(min(move, 0) for move in moves)
    last = offset + sum(max(move, 0) for move in moves)
    count = (allocation.bytes.size - origin) // width
    if not empty and not (origin >= 0 <= first <= last < count):
        raise KernelError(
            f"elements {first} to {last} are asked of {allocation.name}, which holds {count}"
        )
    start = 0 if empty else origin + offset * width
    strides = [step * width for step in steps]
    result = np.ndarray.__new__(Buffer, tuple(sizes), dtype, allocation.bytes, start, strides)
    result.allocation, result.origin = allocation, origin
    result.offset, result.steps = offset, tuple(steps)
    return result


def row_major(sizes: Sequence[int]) -> tuple[int, ...]:
    """The strides of elements that lie side by side, the last dimension fastest."""
    steps: list[int] = []
    step = 1
    for size in reversed(sizes):
        steps.append(step)
        step *= size
    return tuple(reversed(steps))


def layout_of(
    kind: MemRefType[Attribute],
) -> tuple[Sequence[int | None], int | None]:
    """Strides and offset that a type gives, None where they vary."""
    steps = kind.get_strides()
    if steps is None:
        raise KernelError(f"layout of {kind} has no strides")
    rank = kind.get_num_dims()
    return ([None] * rank if len(steps) != rank else list(steps)), kind.get_offset()


def allocate(
    kind: MemRefType[Attribute],
    sizes: Sequence[int],
    name: str,
    place: Kind,
    op: Operation | None = None,
    owner: object = None,
) -> Buffer:
    """New uninitialized memory in the layout of a type."""
    for dimension, size in enumerate(sizes):
        if size < 0:
            raise KernelError(f"size of dimension {dimension} is negative: {size}")
    dtype = element_dtype(kind.element_type)
    given, offset = layout_of(kind)
    steps = [
        dense if step is None else step for step, dense in zip(given, row_major(sizes), strict=True)
    ]
    offset = offset or 0
    last = sum((size - 1) * step for size, step in zip(sizes, steps, strict=True))
    count = 0 if 0 in sizes else offset + last + 1
    width = dtype.itemsize
    made = Allocation(name, place, np.zeros(count * width, np.uint8), width, None, op, owner)
    made.forget()
    return window(made, dtype, sizes, steps, offset)


def alive(buffer: Buffer) -> None:
    """KernelError when the memory is gone."""
    freed = buffer.allocation.freed
    if freed is not None:
        raise KernelError(f"{buffer.name} is used after {freed} freed it")


def read(buffer: Buffer) -> Array:
    """Its elements, not copied; KernelError when it is gone or one was never written."""
    alive(buffer)
    allocation = buffer.allocation
    flags = buffer.flags_written
    if flags is None:
        return buffer.contents
    if not flags.all():
        where = tuple(int(index) for index in np.argwhere(~flags)[0][: buffer.ndim])
        raise KernelError(f"element {list(where)} of {buffer.name} is read, but was never written")
    if flags.size == allocation.units:
        allocation.written = None
    return buffer.contents


def writable(buffer: Buffer) -> None:
    """KernelError when the memory is gone or constant."""
    alive(buffer)
    if buffer.allocation.constant:
        raise KernelError(f"{buffer.name} is written, but is only to be read")


def write(buffer: Buffer, value: Array) -> None:
    """All elements at once; KernelError when the sizes are others."""
    writable(buffer)
    if value.shape != buffer.shape:
        raise KernelError(
            f"sizes {list(value.shape)} are written to {buffer.name} of sizes {list(buffer.shape)}"
        )
    np.copyto(buffer.contents, value)
    mark(buffer, buffer.flags_written)


def write_some(buffer: Buffer, value: Array, places: Flags) -> None:
    """The elements at some places."""
    writable(buffer)
    np.copyto(buffer.contents, value, where=places)
    buffer.allocation.touched = True
    flags = buffer.flags_written
    if flags is not None:
        flags[places] = True


def mark(buffer: Buffer, flags: Flags | None) -> None:
    """Note that elements were written: those whose flags these are."""
    allocation = buffer.allocation
    allocation.touched = True
    if flags is None:
        return
    flags[...] = True
    written = allocation.written
    if flags.size == allocation.units and written is not None and written.all():
        allocation.written = None


def write_all(outs: Sequence[Buffer], values: Sequence[Array]) -> None:
    """Write several results that may be windows on memory which one of the writes changes."""
    for out in outs:
        writable(out)
    if len(outs) > 1:
        values = [
            np.array(value) if any(np.may_share_memory(value, out) for out in outs) else value
            for value in values
        ]
    for out, value in zip(outs, values, strict=True):
        write(out, value)


def position(buffer: Buffer, indices: Iterable[Array]) -> tuple[int, ...]:
    """The place of one element; KernelError outside the sizes."""
    where = tuple(int(index) for index in indices)
    for dimension, (index, size) in enumerate(zip(where, buffer.shape, strict=True)):
        if not 0 <= index < size:
            raise KernelError(f"index {index} of dimension {dimension} is outside {buffer.name}")
    return where


def load(buffer: Buffer, where: tuple[int, ...]) -> Array:
    """One element."""
    alive(buffer)
    flags = buffer.flags_written
    if flags is not None and not np.all(flags[where]):
        raise KernelError(f"element {list(where)} of {buffer.name} is read, but was never written")
    return np.asarray(buffer.contents[where])


def store(buffer: Buffer, where: tuple[int, ...], value: Array) -> None:
    """One element."""
    writable(buffer)
    buffer.contents[where] = value[()]
    flags = buffer.flags_written
    buffer.allocation.touched = True
    if flags is not None:
        flags[where] = True


def free(buffer: Buffer, who: str) -> None:
    """Free an allocation; KernelError if it is freed already, or has no owner."""
    allocation = buffer.allocation
    if allocation.freed is not None:
        raise KernelError(f"{buffer.name} is freed twice, first by {allocation.freed}")
    if allocation.kind in ("global", "stack"):
        raise KernelError(f"{buffer.name} is freed, but lies on the {_PLACES[allocation.kind]}")
    allocation.freed = who


_PLACES: dict[Kind, str] = {"stack": "stack", "global": "list of globals"}


@dataclass
class Memory:
    """The allocations of one run."""

    globals: dict[str, Buffer] = field(default_factory=dict[str, Buffer])

    def named(self, name: str, make: Callable[[], Buffer]) -> Buffer:
        """A global, made when it is first read."""
        if name not in self.globals:
            self.globals[name] = make()
        return self.globals[name]


def from_array(array: Array, kind: MemRefType[Attribute], name: str) -> Buffer:
    """An array of the caller as an argument: a copy in the layout of a type."""
    buffer = allocate(kind, array.shape, name, "argument")
    write(buffer, array)
    buffer.allocation.touched = False
    return buffer


def as_memref(kind: Attribute) -> MemRefType[Attribute] | None:
    """The type, when it is a ranked memref."""
    return cast("MemRefType[Attribute]", kind) if isinstance(kind, MemRefType) else None
