"""Allocates donated memory in the sizes in which it is donated, instead of copying a reshape."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import memref
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.dialects.disc_shape.encoding import DIMS
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.products import grouping
from disc_shape.lowering.storage import Place, Storage
from disc_shape.lowering.types import Size, buffer_of, buffer_type
from disc_shape.lowering.views import collapse, expand

RESHAPES = (memref.CollapseShapeOp, memref.ExpandShapeOp)
"""Views of all elements of a buffer, in the order of the buffer."""


def allocate_as_donated(values: Iterable[SSAValue], lowering: FunctionLowering) -> None:
    """
    Allocate the storage of each value that the current operation takes over in the sizes of the
    value, where that is a reshape of the storage. The number of elements is the same in every run
    where the sizes merge or split those of the allocation; they must be available before it.

        %0 = memref.alloc(%a, %b) : memref<?x?xf32>
        ...
        %1 = memref.collapse_shape %0 [[0, 1]] : memref<?x?xf32> into memref<?xf32>
        %2 = memref.alloc(%ab) : memref<?xf32>
        memref.copy %1, %2 : memref<?xf32> to memref<?xf32>
        func.return %2 : memref<?xf32>
    =>
        %1 = memref.alloc(%ab) : memref<?xf32>
        %0 = memref.expand_shape %1 [[0, 1]] output_shape [%a, %b]
            : memref<?xf32> into memref<?x?xf32>
        ...
        func.return %1 : memref<?xf32>
    """
    tensors = [value for value in values if as_tensor(value.type) is not None]
    storages = [lowering.places.of(value).storage for value in tensors]
    for value, storage in zip(tensors, storages, strict=True):
        if storages.count(storage) == 1 and lowering.places.is_last_use(storage):
            _allocate_as(value, storage, lowering)


def _allocate_as(value: SSAValue, storage: Storage, lowering: FunctionLowering) -> None:
    """Let a value that is a reshape of a whole storage be that storage."""
    alloc = storage.memref.owner
    shown, tensor = lowering.places.of(value).memref, as_tensor(value.type)
    if (
        not isinstance(alloc, memref.AllocOp)
        or tensor is None
        or alloc.parent is not lowering.writer.block
        or lowering.contents.is_filled(alloc)
        or not _is_reshape(shown, alloc.memref)
        or shown.type != buffer_type(tensor)
    ):
        return
    sizes, before = lowering.sizes.known(value), lowering.sizes.of_alloc(alloc)
    if sizes is None or not all(_is_available_before(size, alloc) for size in sizes):
        return
    if sizes == before and shown.type == alloc.memref.type:
        shown.replace_all_uses_with(alloc.memref)
        _erase_unused(shown)
        lowering.places.bind(value, Place(alloc.memref, storage))
        return
    type_ = buffer_of(alloc.memref)
    merged, split = grouping(before, sizes), grouping(sizes, before)
    if merged is None and split is None:
        return
    with lowering.writer.before(alloc):
        memory = lowering.memory.alloc(buffer_of(shown), sizes, lowering.places.symbols(value))
    view: Operation
    if merged is not None:
        view = expand(memory, merged, before, type_)
    else:
        assert split is not None
        view = collapse(memory, split, type_)
    if DIMS in alloc.attributes:
        view.attributes[DIMS] = alloc.attributes[DIMS]
    memory.name_hint, view.results[0].name_hint = shown.name_hint, alloc.memref.name_hint
    shown.replace_all_uses_with(memory)
    _erase_unused(shown)
    Rewriter.replace_op(alloc, view)
    storage.memref = memory
    lowering.places.bind(value, Place(memory, storage))


def _is_reshape(shown: SSAValue, memory: SSAValue) -> bool:
    """Whether a buffer is a reshape of an allocation, and not the allocation itself."""
    if shown is memory:
        return False
    while isinstance(op := shown.owner, RESHAPES):
        shown = op.src
    return shown is memory


def _erase_unused(shown: SSAValue) -> None:
    """Erase a view without uses, and then its source if that has none left."""
    while shown.first_use is None and isinstance(op := shown.owner, RESHAPES):
        shown = op.src
        Rewriter.erase_op(op)


def _is_available_before(size: Size, op: Operation) -> bool:
    """Whether a size that is available later in the block is available before an operation."""
    if isinstance(size, int) or isinstance(size.owner, Block):
        return True
    return size.owner.parent is not op.parent or size.owner.is_before_in_block(op)
