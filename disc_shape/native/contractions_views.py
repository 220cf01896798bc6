"""Parts of buffers that a sum of products reads or writes, such as pieces of a concatenation."""

from __future__ import annotations

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.linalg_conversion.types import INDEX
from disc_shape.locations import inherit
from disc_shape.native.memrefs import is_contiguous, kind_of


def whole_of(buffer: SSAValue) -> memref.SubviewOp | None:
    """The view by which a buffer is a part of a contiguous one, whose steps are all 1."""
    view = buffer.owner
    if not isinstance(view, memref.SubviewOp):
        return None
    part, whole = kind_of(buffer.type), kind_of(view.source.type)
    if part is None or whole is None or not is_contiguous(whole):
        return None
    is_part = part.get_num_dims() == whole.get_num_dims()
    return view if is_part and set(view.static_strides.get_values()) <= {1} else None


def is_addressed(buffer: SSAValue) -> bool:
    """Whether a buffer is contiguous, or a part of one that is."""
    kind = kind_of(buffer.type)
    return kind is not None and (is_contiguous(kind) or whole_of(buffer) is not None)


def address_whole(op: memref.LoadOp | memref.StoreOp) -> bool:
    """
    Read or write the buffer of which another one is a part; false for one that is none.

        %1 = memref.subview %0[0, %n] [%m, 8] [1, 1] : memref<?x?xf32> to ...
        memref.store %2, %1[%i, %j]
    =>
        %3 = arith.addi %j, %n : index
        memref.store %2, %0[%i, %3]
    """
    kind, view = kind_of(op.memref.type), whole_of(op.memref)
    if kind is None or view is None or is_contiguous(kind):
        return False
    dynamic, indices = iter(view.offsets), list[SSAValue]()
    for index, offset in zip(op.indices, view.static_offsets.get_values(), strict=True):
        if offset == 0:
            indices.append(index)
            continue
        added = (
            next(dynamic)
            if offset == DYNAMIC_INDEX
            else inserted(arith.ConstantOp.from_int_and_width(offset, INDEX), op)
        )
        indices.append(inserted(arith.AddiOp(index, added), op))
    if isinstance(op, memref.LoadOp):
        Rewriter.replace_op(op, memref.LoadOp.get(view.source, indices))
    else:
        Rewriter.replace_op(op, memref.StoreOp.get(op.value, view.source, indices))
    return True


def inserted(made: Operation, before: Operation) -> SSAValue:
    """The result of an operation that is put before another one."""
    inherit(made, before)
    Rewriter.insert_op(made, InsertPoint.before(before))
    return made.results[0]
