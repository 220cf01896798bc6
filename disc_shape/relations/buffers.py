"""
Which small buffers of integers hold the same numbers whenever they are read, and where these come
from.

Shape operands of operations on buffers are buffers themselves, whose elements can change. A buffer
is *write-once* when each of its elements is written once: by one store each, by one operation that
writes all of it, or by the program text. All writes are in the block of the allocation, so each
allocation gets them once, and a run that reads an element before it is written is not legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    NoneAttr,
)
from xdsl.ir import Attribute, Operation, OpResult, SSAValue, Use

from disc_shape.dialects.lmhlo.op import BufferOp, as_memref
from disc_shape.relations.demand import source_operands
from disc_shape.relations.value_types import element_count, shape_of_type


@dataclass(frozen=True)
class Stored:
    """Each element is written by a store of its own."""

    values: tuple[SSAValue, ...]
    """What is stored, in row-major order."""


@dataclass(frozen=True)
class Written:
    """One operation on buffers writes everything."""

    op: BufferOp


@dataclass(frozen=True)
class Same:
    """It holds what another buffer holds, in the same row-major order."""

    source: SSAValue


@dataclass(frozen=True)
class Constant:
    """The contents are a constant in the program text."""

    value: DenseIntOrFPElementsAttr


Filling: TypeAlias = "Stored | Written | Same | Constant"
"""Where the elements of a write-once buffer come from."""

READERS = (
    memref.DeallocOp,
    memref.DimOp,
    memref.ExtractStridedMetaDataOp,
    memref.LoadOp,
    func.ReturnOp,
)
"""Operations that write nothing into the buffers they are given, nor let others do it."""

WHOLE_VIEWS = (memref.CastOp, memref.CollapseShapeOp, memref.ExpandShapeOp)
"""Views of all elements, in the same order."""

VIEWS = (*WHOLE_VIEWS, memref.ReinterpretCastOp, memref.SubviewOp)


def filling_of(buffer: SSAValue) -> Filling | None:
    """
    Where the elements of a small integer buffer come from; None when it may not be write-once.
    """
    if as_memref(buffer.type) is None or element_count(buffer.type) is None:
        return None
    op = buffer.op if isinstance(buffer, OpResult) else None
    if isinstance(op, memref.AllocOp | memref.AllocaOp):
        return _filling_of_allocation(op)
    if isinstance(op, memref.GetGlobalOp):
        return _filling_of_global(op)
    if isinstance(op, WHOLE_VIEWS) and is_contiguous(op.operands[0].type):
        return Same(op.operands[0])
    return None


def source_values(filling: Filling) -> Iterable[SSAValue]:
    """The values from which the contents of a write-once buffer follow."""
    match filling:
        case Stored(values):
            return values
        case Same(source):
            return (source,)
        case Written(op):
            return source_operands(op)
        case Constant():
            return ()


def is_contiguous(type: Attribute) -> bool:
    """True for buffers without a layout of their own."""
    return isinstance(type, MemRefType) and isinstance(type.layout, NoneAttr)


def _filling_of_allocation(op: memref.AllocOp | memref.AllocaOp) -> Filling | None:
    writes = _writes_to(op.memref)
    if writes is None or any(use.operation.parent is not op.parent for use in writes):
        return None
    stores = [use.operation for use in writes if isinstance(use.operation, memref.StoreOp)]
    if len(stores) == len(writes):
        return _stored(op.memref, stores)
    if len(writes) != 1:
        return None
    (writer,) = (use.operation for use in writes)
    if isinstance(writer, memref.CopyOp):
        same = is_contiguous(writer.source.type) and is_contiguous(writer.destination.type)
        return Same(writer.source) if same else None
    return Written(writer) if isinstance(writer, BufferOp) else None


def _writes_to(buffer: SSAValue) -> list[Use] | None:
    """The uses that write the buffer itself; None when something else may write it as well."""
    writes: list[Use] = []
    for use in buffer.uses:
        op = use.operation
        if isinstance(op, READERS):
            continue
        if isinstance(op, VIEWS):
            if _writes_to(op.results[0]) != []:
                return None
        elif isinstance(op, BufferOp):
            if use.index >= len(op.ins):
                writes.append(use)
        elif isinstance(op, memref.CopyOp):
            if op.destination is buffer:
                writes.append(use)
        elif isinstance(op, memref.StoreOp) and op.memref is buffer:
            writes.append(use)
        else:
            return None
    return writes


def _stored(buffer: SSAValue, stores: Sequence[memref.StoreOp]) -> Stored | None:
    """The stored values in row-major order, if there is one for each element."""
    shape = shape_of_type(buffer.type) or ()
    found: dict[int, SSAValue] = {}
    for store in stores:
        place = _place(store.indices, shape)
        if place is None or place in found:
            return None
        found[place] = store.value
    if len(found) != element_count(buffer.type):
        return None
    return Stored(tuple(found[place] for place in range(len(found))))


def _place(indices: Sequence[SSAValue], shape: Sequence[int]) -> int | None:
    """The place in row-major order that constant indices name."""
    place = 0
    for index, size in zip(indices, shape, strict=True):
        number = constant_index(index)
        if number is None or size == DYNAMIC_INDEX or not 0 <= number < size:
            return None
        place = place * size + number
    return place


def constant_index(value: SSAValue) -> int | None:
    """The number that an `arith.constant` holds."""
    op = value.op if isinstance(value, OpResult) else None
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return op.value.value.data
    return None


def _filling_of_global(op: memref.GetGlobalOp) -> Constant | None:
    """The elements of a global that is constant by its own word."""
    parent: Operation | None = op
    while parent is not None and not isinstance(parent, ModuleOp):
        parent = parent.parent_op()
    name = op.name_.string_value()
    for one in parent.ops if parent is not None else ():
        if isinstance(one, memref.GlobalOp) and one.sym_name.data == name:
            value = cast("Attribute", one.initial_value)
            if one.constant is None or not isinstance(value, DenseIntOrFPElementsAttr):
                return None
            return Constant(cast("DenseIntOrFPElementsAttr", value))
    return None
