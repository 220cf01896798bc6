"""
Counts of one run on buffers: kernels, bytes that they move, and the peak of allocated bytes.

*Kernel*: an executed operation that reads or writes elements and is no view: an `lmhlo` operation,
a `memref.copy`, one of `linalg`, an outermost loop nest over elements; work on at most 16 integers
is none. *Bytes*: per kernel each distinct buffer that it reads plus each that it writes, once;
slices and gathers count what they take, an update in place the update. *Peak*: the bytes of
allocated buffers that are alive at once, results included, arguments and constants not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from numpy.typing import ArrayLike
from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.hlo.gather_scatter import DynamicGatherOp, GatherOp
from disc_shape.dialects.hlo.slicing import (
    DynamicSliceOp,
    DynamicUpdateSliceOp,
    RealDynamicSliceOp,
    SliceOp,
)
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters.api import observe
from disc_shape.interpreters.core import Frame, Hook
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.memory import Allocation, Buffer

SMALL = 16
"""The number of integers up to which work on them is no kernel."""

TAKING = (DynamicGatherOp, DynamicSliceOp, GatherOp, RealDynamicSliceOp, SliceOp)
"""Operations that read no more of the first operand than their result has."""

LOOPS = (scf.ForOp, scf.ParallelOp)

Region = tuple[Allocation, int, tuple[int, ...], tuple[int, ...]]
"""A buffer: its memory, the first byte, the sizes and the strides."""


@dataclass(frozen=True)
class Counts:
    """Kernels, bytes moved and the peak of one run, and the kernels by operation."""

    kernels: int
    bytes: int
    peak: int
    names: dict[str, int]


def count(module: ModuleOp, *arrays: ArrayLike) -> Counts:
    """Run a program on buffers and count; raises as a run does."""
    counter = Counter()
    observe(module, counter, *arrays)
    return Counts(counter.kernels, counter.bytes, counter.peak, counter.names)


def is_small(array: Array) -> bool:
    """Whether an array holds at most `SMALL` integers or booleans."""
    return array.size <= SMALL and array.dtype.kind in "biu"


def region_of(buffer: Buffer) -> Region:
    """What identifies a buffer."""
    return buffer.allocation, buffer.start, buffer.shape, buffer.steps


@dataclass
class Counter:
    """An observer that counts."""

    kernels: int = 0
    bytes: int = 0
    peak: int = 0
    names: dict[str, int] = field(default_factory=dict[str, int])
    _alive: dict[Allocation, int] = field(default_factory=dict[Allocation, int])
    _total: int = 0
    _taken: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    """The elements that members of the fusion that runs have taken of its arguments."""
    _read: dict[Allocation, set[int]] = field(default_factory=dict[Allocation, set[int]])
    _written: dict[Allocation, set[int]] = field(default_factory=dict[Allocation, set[int]])
    """The bytes at which elements begin that the loop nest that runs has read and written."""
    _widths: dict[Allocation, int] = field(default_factory=dict[Allocation, int])

    def enter(self, frame: Frame) -> None:
        """An activation begins."""

    def leave(self, frame: Frame, results: Sequence[Array]) -> None:
        """An activation ends."""

    def block_hook(self, block: Block) -> Hook | None:
        """Blocks by themselves do nothing."""
        return None

    def hook(self, op: Operation) -> Hook | None:
        """What to count of an operation."""
        if isinstance(op, memref.AllocOp | memref.AllocaOp):
            return lambda _frame, _ins, outs: self._allocate(outs)
        if isinstance(op, memref.DeallocOp):
            return lambda _frame, ins, _outs: self._free(ins[0])
        if isinstance(op, memref.CopyOp):
            return lambda _frame, ins, _outs: self._whole(op.name, ins[:1], ins[1:])
        if isinstance(op, memref.LoadOp | memref.StoreOp) and nest_of(op) is not None:
            return self._access(op)
        if isinstance(op, LOOPS) and is_nest(op) and nest_of(op) is None:
            return lambda _frame, _ins, _outs: self._end_nest(op)
        if op.dialect_name() == "linalg":
            return lambda _frame, ins, outs: self._whole(op.name, ins, outs)
        if isinstance(op, BufferOp):
            return self._buffer_op(op)
        if isinstance(op, TAKING) and (argument := argument_of(op.operands[0])) is not None:
            return lambda _frame, _ins, outs: self._take(argument, outs[0].size)
        return None

    def _buffer_op(self, op: BufferOp) -> Hook:
        split, worked = len(op.ins), len(op.ins) + len(op.outs)

        def note(_frame: Frame, ins: Sequence[Array], outs: Sequence[Array]) -> None:
            self._allocate(outs)
            written = (*ins[split:], *outs)
            if issubclass(op.HLO, DynamicUpdateSliceOp) and same(ins[0], written[0]):
                self._kernel(op.name, 2 * ins[1].nbytes, [ins[1]])
                return
            taken: dict[int, int] = {}
            if issubclass(op.HLO, TAKING):
                taken[0] = written[0].size
            for argument in op.regions[0].block.args if op.regions else ():
                count = self._taken.pop(argument, None)
                if count is not None and only_taken(argument):
                    taken[argument.index] = count
            scratch = ins[worked:]  # It is written and read.
            self._whole(op.name, (*ins[:split], *scratch), written, taken)

        return note

    def _whole(
        self,
        name: str,
        ins: Sequence[Array],
        outs: Sequence[Array],
        taken: dict[int, int] | None = None,
    ) -> None:
        """Count a kernel; `taken` gives the elements of inputs that it reads in part."""
        regions: dict[Region, int] = {}
        for index, array in enumerate(ins):
            if isinstance(array, Buffer):
                found = min((taken or {}).get(index, array.size), array.size)
                region = region_of(array)
                regions[region] = max(regions.get(region, 0), found * array.dtype.itemsize)
        moved = sum(regions.values()) + sum(
            {region_of(one): one.nbytes for one in buffers(outs)}.values()
        )
        self._kernel(name, moved, buffers((*ins, *outs)))

    def _kernel(self, name: str, moved: int, arrays: Sequence[Array]) -> None:
        if all(map(is_small, arrays)):
            return
        self.kernels += 1
        self.bytes += moved
        self.names[name] = self.names.get(name, 0) + 1

    def _take(self, argument: BlockArgument, count: int) -> None:
        self._taken[argument] = self._taken.get(argument, 0) + count

    def _allocate(self, arrays: Sequence[Array]) -> None:
        for buffer in buffers(arrays):
            memory = buffer.allocation
            if memory.kind in ("heap", "stack") and memory not in self._alive:
                self._alive[memory] = memory.bytes.size
                self._total += memory.bytes.size
        self.peak = max(self.peak, self._total)

    def _free(self, buffer: Array) -> None:
        if isinstance(buffer, Buffer):
            self._total -= self._alive.pop(buffer.allocation, 0)

    def _access(self, op: memref.LoadOp | memref.StoreOp) -> Hook:
        first = 1 if isinstance(op, memref.StoreOp) else 0
        table = self._written if first else self._read

        def note(_frame: Frame, ins: Sequence[Array], _outs: Sequence[Array]) -> None:
            buffer = ins[first]
            assert isinstance(buffer, Buffer)
            indices = zip(ins[first + 1 :], buffer.steps, strict=True)
            offset = sum(int(index) * step for index, step in indices)
            self._widths[buffer.allocation] = buffer.dtype.itemsize
            place = buffer.start + offset * buffer.dtype.itemsize
            table.setdefault(buffer.allocation, set()).add(place)

        return note

    def _end_nest(self, op: Operation) -> None:
        """Count an outermost loop nest by the elements that it has read and written."""
        tables = (self._read, self._written)
        moved = sum(
            len(places) * self._widths[memory]
            for table in tables
            for memory, places in table.items()
        )
        if moved:
            self.kernels += 1
            self.bytes += moved
            self.names[op.name] = self.names.get(op.name, 0) + 1
        for table in tables:
            table.clear()


def buffers(arrays: Sequence[Array]) -> list[Buffer]:
    """The buffers among some values."""
    return [array for array in arrays if isinstance(array, Buffer)]


def same(one: Array, other: Array) -> bool:
    """Whether two arrays are one buffer."""
    if isinstance(one, Buffer) and isinstance(other, Buffer):
        return region_of(one) == region_of(other)
    return False


def argument_of(value: SSAValue) -> BlockArgument | None:
    """The argument of a fusion's region that a value is, under another type maybe."""
    while isinstance(value.owner, TieShapeOp):
        value = value.owner.value
    if isinstance(value, BlockArgument) and isinstance(value.block.parent_op(), BufferOp):
        return value
    return None


def only_taken(argument: SSAValue) -> bool:
    """Whether all readers of an argument of a fusion's region take parts of it."""
    return all(
        only_taken(use.operation.results[0])
        if isinstance(use.operation, TieShapeOp)
        else isinstance(use.operation, TAKING) and use.index == 0
        for use in argument.uses
    )


def is_nest(op: Operation) -> bool:
    """Whether a loop does nothing but compute elements of buffers."""
    kinds = (memref.AllocOp, memref.DeallocOp, memref.CopyOp, BufferOp, scf.WhileOp)
    return not any(
        isinstance(inner, kinds) or inner.dialect_name() in ("func", "linalg")
        for inner in op.walk()
    )


def nest_of(op: Operation) -> Operation | None:
    """The outermost loop nest around an operation."""
    found: Operation | None = None
    outer = op.parent_op()
    while outer is not None:
        if isinstance(outer, LOOPS) and is_nest(outer):
            found = outer
        outer = outer.parent_op()
    return found
