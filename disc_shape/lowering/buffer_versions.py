"""
Versions of buffers as values: a block on buffers read as one on tensors, and which buffers may be
the same memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import arith, memref, tensor
from xdsl.dialects.builtin import IndexType, NoneAttr, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.dialects.test import TestOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.traits import SymbolTable

from disc_shape.cards import card_of
from disc_shape.dialects.disc_shape.encoding import value_symbols, with_symbols
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.lmhlo.fusion import is_member
from disc_shape.dialects.lmhlo.op import BufferOp, discard
from disc_shape.lowering.origins import Origins
from disc_shape.lowering.ownership import is_buffer
from disc_shape.lowering.pieces import root_of
from disc_shape.lowering.types import as_buffer, buffer_of


@dataclass
class Shadow:
    """A block on buffers as a block on tensors."""

    origins: Origins
    """Those of the function that the block is in."""
    block: Block = field(default_factory=Block)
    current: dict[SSAValue, SSAValue] = field(default_factory=dict["SSAValue", "SSAValue"])
    """The version that each buffer holds."""
    buffers: dict[SSAValue, SSAValue] = field(default_factory=dict["SSAValue", "SSAValue"])
    """The buffer of each version."""
    real: dict[Operation, Operation] = field(default_factory=dict["Operation", "Operation"])
    """The operation on buffers that each operation stands for."""
    written: dict[SSAValue, None] = field(default_factory=dict["SSAValue", None])

    def read(self, buffer: SSAValue) -> SSAValue:
        """The version that a buffer holds."""
        if buffer not in self.current:
            type_ = shadow_type(buffer)
            self.current[buffer] = self.block.insert_arg(type_, len(self.block.args))
            self.buffers[self.current[buffer]] = buffer
        return self.current[buffer]

    def touch(self, op: Operation, buffers: Sequence[SSAValue]) -> None:
        """An operation may read and write some buffers, and all that may be one of them."""
        for one in buffers:
            self.read(one)
        touched = [
            other for other in self.current if any(self.may_alias(one, other) for one in buffers)
        ]
        self._add(TestOp([self.current.pop(one) for one in touched]), op)
        self.written.update(dict.fromkeys(buffers))

    def twin(self, op: BufferOp) -> bool:
        """Add the twin of an operation; False where it cannot be part of a kernel."""
        (out,) = op.outs
        twin = op.twin(prefix=STABLEHLO if STABLEHLO in op.HLO.PREFIXES else None)
        sizes = {twin.operands.index(one) for one in card_of(twin).size_operands(twin)}
        listed = {index: sizes_in(op.ins[index]) for index in sizes}
        if not is_member(twin) or any(one is None for one in listed.values()):
            discard(twin)
            return False
        operands = [
            self._sizes(listed[index] or [], twin.operands[index])
            if index in listed
            else self.read(one)
            for index, one in enumerate(op.ins)
        ]
        new = type(twin).create(
            operands=operands,
            result_types=[shadow_type(out)],
            properties=twin.properties,
            attributes=twin.attributes,
            regions=[twin.detach_region(region) for region in list(twin.regions)],
        )
        discard(twin)
        self._add(new, op)
        others = [one for one in self.current if one is not out and self.may_alias(one, out)]
        if others:
            self.block.add_op(TestOp([self.current.pop(one) for one in others]))
        self.written[out] = None
        self.current[out] = new.results[0]
        self.buffers[new.results[0]] = out
        return True

    def may_alias(self, one: SSAValue, other: SSAValue) -> bool:
        """
        Whether two buffers without views may be the same memory. What a loop carries may be any
        memory but that which its body has allocated in this iteration.
        """
        if one is other:
            return True
        if is_alone(one) and is_alone(other):
            return self.origins.may_share(one, other)
        return not any(
            isinstance(new.owner, memref.AllocOp) and new.owner.parent is carried.owner
            for new, carried in ((one, other), (other, one))
        )

    def _sizes(self, values: Sequence[SSAValue], like: SSAValue) -> SSAValue:
        whole = tensor.FromElementsOp.create(operands=values, result_types=[like.type])
        self.block.add_op(whole)
        return whole.result

    def _add(self, op: Operation, real: Operation) -> None:
        op.location = real.location
        self.block.add_op(op)
        self.real[op] = real


def shadow_type(buffer: SSAValue) -> TensorType:
    """The tensor type of a buffer, with its symbols."""
    type_ = buffer_of(buffer)
    found = TensorType(type_.element_type, type_.shape)
    names = value_symbols(buffer)
    return found if names is None else with_symbols(found, names)


def is_alone(buffer: SSAValue) -> bool:
    """
    Whether a buffer is new memory, a constant or an argument of a function: nothing that is written
    overlaps it.
    """
    if isinstance(buffer.owner, Block):
        return isinstance(buffer.owner.parent_op(), FuncOp)
    return isinstance(buffer.owner, memref.AllocOp) or is_constant(buffer)


def is_constant(buffer: SSAValue) -> bool:
    """Whether a buffer is a global that is never written."""
    if not isinstance(buffer.owner, memref.GetGlobalOp):
        return False
    found = SymbolTable.lookup_symbol(buffer.owner, buffer.owner.name_)
    return isinstance(found, memref.GlobalOp) and found.constant is not None


def is_plain(buffer: SSAValue) -> bool:
    """Whether a buffer is row-major memory, and no other value is a view of it."""
    type_ = as_buffer(buffer.type)
    if type_ is None or not isinstance(type_.layout, NoneAttr):
        return False
    if not isinstance(buffer, BlockArgument) and not is_alone(buffer):
        return False
    return not any(is_buffer(result) for use in buffer.uses for result in use.operation.results)


def sizes_in(buffer: SSAValue) -> list[SSAValue] | None:
    """The sizes that a buffer lists, stored where it is allocated and nowhere else."""
    alloc = buffer.owner
    type_ = as_buffer(buffer.type)
    if type_ is None or not isinstance(alloc, memref.AllocOp) or type_.get_num_dims() != 1:
        return None
    found: dict[int, SSAValue] = {}
    for use in buffer.uses:
        op = use.operation
        if isinstance(op, memref.StoreOp) and op.parent is alloc.parent:
            index = op.indices[0].owner
            if not isinstance(index, arith.ConstantOp) or not isinstance(op.value.type, IndexType):
                return None
            number = int(str(index.value).split(" ", maxsplit=1)[0])
            if number in found:
                return None
            found[number] = op.value
        elif not isinstance(op, memref.DeallocOp) and not (
            isinstance(op, BufferOp) and buffer not in op.written
        ):
            return None
    (count,) = type_.get_shape()
    return [found[one] for one in range(count)] if len(found) == count else None


def buffers_of(op: Operation) -> Iterator[SSAValue]:
    """The buffers that an operation, or one in its regions, is given, views of them included."""
    for inner in op.walk():
        for operand in inner.operands:
            if is_buffer(operand) and not is_inside(root := root_of(operand), op):
                yield root


def is_inside(value: SSAValue, op: Operation) -> bool:
    """Whether a value is defined in the regions of an operation."""
    outer = value.owner.parent_op()
    while outer is not None and outer is not op:
        outer = outer.parent_op()
    return outer is op
