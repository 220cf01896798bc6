"""Kernels like one before, as the layers of a model have: its loops, on other buffers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.cards.indices import shape_of
from disc_shape.copies import copy_of
from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.loops.aliases import may_alias, same_elements

Known = Mapping[tuple[SSAValue, int], SSAValue]
"""The sizes of buffers that are values already."""


class Converted(NamedTuple):
    """A kernel of the same function that has been converted."""

    operands: Sequence[SSAValue]
    loops: Sequence[Operation] | None
    """What stands in its place; None for a kernel that has no loops."""

    def copies_for(self, op: BufferOp) -> list[Operation] | None:
        """The loops of a kernel that is like this one."""
        if self.loops is None:
            return None
        buffers = dict(zip(self.operands, op.operands, strict=True))
        return [copy_of(one, buffers, op.location) for one in self.loops]


def likeness(op: BufferOp, known: Known) -> Hashable:
    """
    What the loops of a kernel depend on: kernels of one function for which it is equal have the
    same loops, but for the buffers. Those have the same types and symbols, sizes that are the same
    values, and memory in common in the same way.
    """
    numbers: dict[SSAValue, int] = {}
    for one in op.operands:
        numbers.setdefault(one, len(numbers))
    reader = FormReader(numbers)
    return (
        reader.form(op),
        tuple(numbers[one] for one in op.operands),
        tuple((value_symbols(one), reader.outside(sizes_of(one, known))) for one in numbers),
        shared_memory(op),
    )


def shared_memory(op: BufferOp) -> Hashable:
    """What is known of memory that the written buffers of a kernel share with its others."""
    written = dict.fromkeys(op.written)
    return tuple(
        (may_alias(one, out), same_elements(one, out))
        for one in dict.fromkeys(op.operands)
        for out in written
    )


def sizes_of(buffer: SSAValue, known: Known) -> list[SSAValue | None]:
    """The values that the dynamic sizes of a buffer are, where there are any."""
    owner = buffer.owner
    if isinstance(owner, memref.AllocOp):
        return list(owner.dynamic_sizes)
    if isinstance(owner, memref.ViewOp):
        return list(owner.sizes)
    axes = [axis for axis, size in enumerate(shape_of(buffer)) if size == DYNAMIC_INDEX]
    return [known.get((buffer, axis)) for axis in axes]


class FormReader:
    """Reads what a kernel computes: its values are numbers, and those from outside themselves."""

    def __init__(self, operands: Mapping[SSAValue, int]) -> None:
        self.operands = operands
        self.inner: dict[SSAValue, int] = {}

    def form(self, op: Operation) -> Hashable:
        """An operation on the operands of the kernel, with all those inside."""
        regions = [[self._block(block) for block in region.blocks] for region in op.regions]
        return (
            type(op),
            op.name,
            tuple(op.operand_types),
            tuple(op.result_types),
            tuple(op.attributes.items()),
            tuple(op.properties.items()),
            tuple(op.successors),
            tuple(map(tuple, regions)),
        )

    def outside(self, values: Sequence[SSAValue | None]) -> Hashable:
        """Values from outside, which all kernels that are alike have; operands by number too."""
        return tuple((one, self.operands.get(one) if one is not None else None) for one in values)

    def _block(self, block: Block) -> Hashable:
        for one in block.args:
            self.inner[one] = len(self.inner)
        ops: list[Hashable] = []
        for op in block.ops:
            reads = tuple(
                self.inner[one] if one in self.inner else self.outside([one]) for one in op.operands
            )
            ops.append((reads, self.form(op)))
            for one in op.results:
                self.inner[one] = len(self.inner)
        return tuple(block.arg_types), tuple(ops)
