"""Operations of the tensor dialect."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import memref, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.xdsl_extras.tensor import GenerateOp, RankOp, ReshapeOp
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.registry import LOWERINGS, lowers
from disc_shape.lowering.scalar_loops import nest
from disc_shape.lowering.storage import Place
from disc_shape.lowering.types import Size, buffer_of, buffer_type
from disc_shape.lowering.views import lower_same, subview, view_part, view_reshaped
from disc_shape.lowering.writer import constant_of, no_form


@lowers(tensor.CastOp)
def lower_cast(op: Operation, lowering: FunctionLowering) -> None:
    """
    Change static sizes or symbols; see `lower_same`.

        %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
    =>
        %1 = memref.cast %0 : memref<?xf32> to memref<4xf32>
    """
    value, result = op.operands[0], op.results[0]
    if as_tensor(value.type) is None or as_tensor(result.type) is None:
        raise no_form(op)
    lower_same(value, result, lowering)


@lowers(tensor.DimOp)
def lower_dim(op: Operation, lowering: FunctionLowering) -> None:
    """
    Read the size from the buffer.

        %d = tensor.dim %0, %c0 : tensor<?xf32>     =>   %d = memref.dim %0, %c0 : memref<?xf32>
    """
    size = lowering.sizes.dim(lowering.places.buffer(op.operands[0]), op.operands[1])
    if size.name_hint is None:
        size.name_hint = op.results[0].name_hint
    op.results[0].replace_all_uses_with(size)


@lowers(RankOp)
def lower_rank(op: Operation, lowering: FunctionLowering) -> None:
    """
    A constant.

        %r = tensor.rank %0 : tensor<?x?xf32>     =>   %r = arith.constant 2 : index
    """
    type_ = as_tensor(op.operands[0].type)
    if type_ is None:
        raise no_form(op)
    op.results[0].replace_all_uses_with(lowering.writer.index(type_.get_num_dims()))


@lowers(tensor.FromElementsOp)
def lower_from_elements(op: Operation, lowering: FunctionLowering) -> None:
    """Keep the scalars; see `Contents.define`."""
    lowering.contents.define(op.results[0], op.operands)


@lowers(tensor.ExtractOp)
def lower_extract(op: Operation, lowering: FunctionLowering) -> None:
    """
    Load one element, or use the scalar that was stored there.

        %e = tensor.extract %0[%i] : tensor<?xf32>    =>   %e = memref.load %0[%i] : memref<?xf32>
    """
    value, *indices = op.operands
    type_ = as_tensor(value.type)
    if type_ is None:
        raise no_form(op)
    result = op.results[0]
    numbers = [constant_of(index) for index in indices]
    scalars = lowering.contents.elements.get(value)
    if scalars is not None and (flat := _flat(numbers, type_.get_shape())) is not None:
        if flat < len(scalars):
            result.replace_all_uses_with(scalars[flat])
            return
    load = lowering.writer.emit(memref.LoadOp.get(lowering.places.buffer(value), indices))
    load.res.name_hint = result.name_hint
    result.replace_all_uses_with(load.res)


def _flat(indices: Sequence[int | None], shape: Sequence[int]) -> int | None:
    """The row-major position of an index in a static shape, or in one of rank 1."""
    position = 0
    for index, size in zip(indices, shape, strict=True):
        if index is None or index < 0 or (size < 0 and len(shape) > 1) or 0 <= size <= index:
            return None
        position = position * max(size, 1) + index
    return position


def lower_empty(op: Operation, lowering: FunctionLowering) -> None:
    """
    A new buffer, which is not written.

        %0 = tensor.empty(%n) : tensor<?xf32>     =>   %0 = memref.alloc(%n) : memref<?xf32>
    """
    result = op.results[0]
    type_ = as_tensor(result.type)
    assert type_ is not None
    given = iter(op.operands)
    sizes: list[Size] = [size if size >= 0 else next(given) for size in type_.get_shape()]
    lowering.places.own(
        result, lowering.memory.alloc(buffer_type(type_), sizes, lowering.places.symbols(result))
    )


@lowers(tensor.CollapseShapeOp, tensor.ExpandShapeOp, tensor.ReshapeOp, ReshapeOp)
def lower_reshape(op: Operation, lowering: FunctionLowering) -> None:
    """
    View the same elements in other sizes.

        %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
    =>
        %1 = memref.collapse_shape %0 [[0, 1]] : memref<?x4xf32> into memref<?xf32>
    """
    result = op.results[0]
    sizes = lowering.sizes.known(result)
    if sizes is None and isinstance(op, tensor.ExpandShapeOp):
        dynamic = iter(op.dynamic_output_shape)
        sizes = [
            size if size != DYNAMIC_INDEX else next(dynamic)
            for size in ints(op.static_output_shape)
        ]
    if sizes is None:
        raise no_form(op)
    view_reshaped(op.operands[0], result, sizes, lowering)


@lowers(tensor.ExtractSliceOp)
def lower_extract_slice(op: tensor.ExtractSliceOp, lowering: FunctionLowering) -> None:
    """
    View a part.

        %1 = tensor.extract_slice %0[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
    =>
        %1 = memref.subview %0[%i] [4] [1]
            : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
    """
    offsets = _mixed(op.static_offsets, op.offsets)
    sizes = _mixed(op.static_sizes, op.sizes)
    strides = _mixed(op.static_strides, op.strides)
    view_part(op.source, op.result, offsets, sizes, strides, lowering)


@lowers(tensor.InsertSliceOp)
def lower_insert_slice(op: tensor.InsertSliceOp, lowering: FunctionLowering) -> None:
    """
    Copy the operand, unless it may be written, and then the part into it.

        %2 = tensor.insert_slice %0 into %1[0] [4] [1] : tensor<4xf32> into tensor<?xf32>
    =>
        %2 = memref.alloc(%n) : memref<?xf32>
        memref.copy %1, %2 : memref<?xf32> to memref<?xf32>
        %part = memref.subview %2[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
        memref.copy %0, %part : memref<4xf32> to memref<4xf32, strided<[1]>>
    """
    source = lowering.places.buffer(op.source)
    copy_into_part(op, source, writable(op.dest, op.result, lowering), lowering)


def copy_into_part(
    op: tensor.InsertSliceOp,
    source: SSAValue,
    target: SSAValue,
    lowering: FunctionLowering,
) -> None:
    """Copy a buffer into the part of another one that an insertion names."""
    part = subview(
        target,
        _mixed(op.static_offsets, op.offsets),
        _mixed(op.static_sizes, op.sizes),
        _mixed(op.static_strides, op.strides),
        buffer_of(source).get_shape(),
        lowering,
    )
    lowering.places.label(part, op.source)
    lowering.writer.emit(memref.CopyOp(source, lowering.writer.emit(part).result))


@lowers(tensor.InsertOp)
def lower_insert(op: Operation, lowering: FunctionLowering) -> None:
    """
    Copy the operand, unless it may be written, and store the element.

        %2 = tensor.insert %e into %1[%i] : tensor<?xf32>
    =>
        memref.store %e, %2[%i] : memref<?xf32>
    """
    element, value, *indices = op.operands
    target = writable(value, op.results[0], lowering)
    lowering.writer.emit(memref.StoreOp.get(element, target, indices))


def writable(value: SSAValue, result: SSAValue, lowering: FunctionLowering) -> SSAValue:
    """The buffer of `result`, which has the elements of `value` and may be written, or a copy."""
    place = lowering.places.of(value)
    storages = [
        lowering.places.of(one).storage
        for one in lowering.writer.here.operands
        if as_tensor(one.type) is not None
    ]
    type_ = as_tensor(result.type)
    assert type_ is not None
    wanted = buffer_type(type_)
    if (
        place.memref.type == wanted
        and lowering.places.is_last_use(place.storage)
        and storages.count(place.storage) == 1
        and lowering.places.symbols(value) == lowering.places.symbols(result)
    ):
        lowering.places.bind(result, Place(place.memref, place.storage, place.whole))
        return place.memref
    copy = lowering.memory.copy(value, wanted)
    lowering.places.own(result, copy)
    return copy


def _mixed(static: DenseArrayBase, dynamic: Sequence[SSAValue]) -> list[Size]:
    values = iter(dynamic)
    return [size if size != DYNAMIC_INDEX else next(values) for size in ints(static)]


@lowers(GenerateOp)
def lower_generate(op: GenerateOp, lowering: FunctionLowering) -> None:
    """
    Store the yielded element at each index.

        %0 = tensor.generate %n { ^bb0(%i: index): ...  tensor.yield %e : f32 } : tensor<?xf32>
    =>
        %0 = memref.alloc(%n) : memref<?xf32>
        scf.for %i = %c0 to %n step %c1 { ...  memref.store %e, %0[%i] : memref<?xf32> }
    """
    lower_empty(op, lowering)
    result, body = lowering.places.buffer(op.results[0]), op.body.block
    last = body.last_op
    indices = list(body.args)
    assert last is not None
    lowering.exits[last] = lambda: lowering.writer.emit(
        memref.StoreOp.get(last.operands[0], result, indices)
    )
    lowering.lower_region(op.body)
    type_ = buffer_of(result)
    dynamic = iter(op.dynamic_extents)
    sizes = [size if size >= 0 else next(dynamic) for size in type_.get_shape()]
    nest(op.detach_region(op.body), [lowering.writer.as_value(size) for size in sizes], lowering)


LOWERINGS.register(lower_empty, tensor.EmptyOp)
