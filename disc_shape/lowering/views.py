"""Operations that move no data, as views of the buffer that holds their operand."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    MemRefType,
    StridedLayoutAttr,
    i64,
)
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    BroadcastOp,
    DynamicBroadcastInDimOp,
    DynamicReshapeOp,
    ReshapeOp,
    TransposeOp,
)
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.slicing import RealDynamicSliceOp, SliceOp
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.hlo import lower_hlo
from disc_shape.lowering.places import set_symbols
from disc_shape.lowering.products import grouping
from disc_shape.lowering.registry import LOWERINGS, lowers
from disc_shape.lowering.sizes import result_sizes
from disc_shape.lowering.storage import Place, Storage
from disc_shape.lowering.types import (
    Buffer,
    Size,
    buffer_of,
    buffer_type,
    is_row_major,
    row_major_strides,
)
from disc_shape.lowering.writer import no_form

# the same elements in the same order


def lower_reshape(op: Operation, lowering: FunctionLowering) -> None:
    """
    View the operand's buffer in other sizes. A buffer that is not row-major is copied first, unless
    the reshape only drops sizes of 1.

        %1 = stablehlo.dynamic_reshape %0, %shape : (tensor<?x4xf32>, ...) -> tensor<?xf32>
    =>
        %1 = memref.collapse_shape %0 [[0, 1]] : memref<?x4xf32> into memref<?xf32>
    """
    operand, result = op.operands[0], op.results[0]
    sizes = result_sizes(op, lowering)
    if sizes is None:
        lower_hlo(op, lowering)
    elif is_row_major(buffer_of(lowering.places.buffer(operand))):
        view_reshaped(operand, result, sizes, lowering)
    elif drops_ones(before := lowering.sizes.of(operand), sizes):
        rank = len(before)
        view_part(operand, result, [0] * rank, before, [1] * rank, lowering)
    else:
        lower_hlo(op, lowering)


def drops_ones(before: Sequence[Size], after: Sequence[Size]) -> bool:
    """Whether some sizes become others by leaving out ones: [1, n, 8] and [n, 8]."""
    position = 0
    for size in before:
        if position < len(after) and size == after[position]:
            position += 1
        elif size != 1:
            return False
    return position == len(after)


def view_reshaped(
    value: SSAValue, result: SSAValue, sizes: Sequence[Size], lowering: FunctionLowering
) -> None:
    """Let `result` be the elements of `value` in their order, with other sizes."""
    place = row_major_place(value, lowering)
    wanted = result_type(result)
    before = lowering.sizes.of(value)
    if list(before) == list(sizes):
        lower_same(value, result, lowering)
        return
    if (groups := grouping(before, sizes)) is not None:
        view = collapse(place.memref, groups, wanted)
    elif (groups := grouping(sizes, before)) is not None:
        view = expand(place.memref, groups, sizes, wanted)
    else:
        strides = row_major_strides(sizes, lowering.writer.product)
        view = memref.ReinterpretCastOp.from_dynamic(
            place.memref, [0], typed(sizes, wanted, lowering), strides, wanted
        )
    lowering.places.view(result, place, view)


def lower_same(value: SSAValue, result: SSAValue, lowering: FunctionLowering) -> None:
    """
    Let `result` be `value`, maybe with other symbols or static sizes. A result without symbols
    keeps those of the value.

        %1 = tensor.cast %0 : tensor<?xf32, [@S0]> to tensor<?xf32, [@n]>
    =>
        %1 = memref.cast %0 {disc_shape.dims = [@n]} : memref<?xf32> to memref<?xf32>
    """
    place = lowering.places.of(value)
    source = buffer_of(place.memref)
    target = result_type(result)
    if not is_row_major(source):
        target = type(target)(target.element_type, target.shape, source.layout)
    same = source == target
    names = lowering.places.symbols(result) or lowering.places.symbols(value)
    if same and names == lowering.places.symbols(value):
        lowering.alias(result, value)
        return
    cast = memref.CastOp.get(place.memref, target)
    set_symbols(cast, target, names)
    lowering.places.view(result, place, cast, whole=same)
    lowering.contents.share(result, value)


def row_major_place(value: SSAValue, lowering: FunctionLowering) -> Place:
    """The place of a value, copied to a row-major buffer first if it is in none."""
    place = lowering.places.of(value)
    if is_row_major(buffer_of(place.memref)):
        return place
    copy = lowering.memory.row_major(value)
    return Place(copy, Storage(copy, lowering.writer.block))


def result_type(result: SSAValue) -> Buffer:
    """The row-major buffer type of a ranked tensor."""
    type_ = as_tensor(result.type)
    assert type_ is not None
    return buffer_type(type_)


def typed(sizes: Sequence[Size], type_: Buffer, lowering: FunctionLowering) -> list[Size]:
    """Sizes as numbers where a type has numbers, as values elsewhere."""
    return [
        static if static >= 0 else lowering.writer.as_value(size)
        for size, static in zip(sizes, type_.get_shape(), strict=True)
    ]


def collapse(
    source: SSAValue, groups: Sequence[Sequence[int]], type_: Buffer
) -> memref.CollapseShapeOp:
    """A view of a buffer in which each group of dimensions is merged."""
    return memref.CollapseShapeOp.create(
        operands=[source],
        result_types=[type_],
        properties={"reassociation": reassociation(groups)},
    )


def expand(
    source: SSAValue, groups: Sequence[Sequence[int]], sizes: Sequence[Size], type_: Buffer
) -> memref.ExpandShapeOp:
    """A view of a buffer in which each dimension is split into a group."""
    shape = type_.get_shape()
    dynamic = [size for size in sizes if not isinstance(size, int)]
    static = [size if isinstance(size, int) else DYNAMIC_INDEX for size in sizes]
    assert [size >= 0 for size in shape] == [isinstance(size, int) for size in sizes]
    return memref.ExpandShapeOp.create(
        operands=[source, *dynamic],
        result_types=[type_],
        properties={
            "reassociation": reassociation(groups),
            "static_output_shape": DenseArrayBase.from_list(i64, static),
        },
    )


def reassociation(
    groups: Sequence[Sequence[int]],
) -> ArrayAttr[ArrayAttr[IntegerAttr]]:
    """The attribute for groups of dimensions."""
    return ArrayAttr([ArrayAttr([IntegerAttr(axis, i64) for axis in group]) for group in groups])


# broadcasts and transposes that only add, drop or move dimensions of size 1


@lowers(BroadcastOp, BroadcastInDimOp, DynamicBroadcastInDimOp)
def lower_broadcast(op: Operation, lowering: FunctionLowering) -> None:
    """
    View the operand with new dimensions of size 1 where no element is repeated.

        %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    =>
        %1 = memref.expand_shape %0 [[0, 1]] output_shape [1, 4] : ...
    """
    sizes = result_sizes(op, lowering)
    if sizes is None or not _repeats_nothing(op, sizes, lowering):
        lower_hlo(op, lowering)
    else:
        lower_reshape(op, lowering)


def _repeats_nothing(op: Operation, sizes: Sequence[Size], lowering: FunctionLowering) -> bool:
    operand = op.operands[0]
    type_ = as_tensor(operand.type)
    assert type_ is not None
    if isinstance(op, BroadcastOp):
        return all(size == 1 for size in ints(op.broadcast_sizes))
    assert isinstance(op, BroadcastInDimOp | DynamicBroadcastInDimOp)
    dimensions = ints(op.broadcast_dimensions)
    kept: Sequence[int] = ()
    if isinstance(op, DynamicBroadcastInDimOp):
        kept = ints(op.known_nonexpanding_dimensions)
    if list(dimensions) != sorted(dimensions):
        return False
    if any(size != 1 for axis, size in enumerate(sizes) if axis not in dimensions):
        return False
    before = lowering.sizes.of(operand)
    return all(
        axis in kept or before[axis] == sizes[target] for axis, target in enumerate(dimensions)
    )


@lowers(TransposeOp)
def lower_transpose(op: TransposeOp, lowering: FunctionLowering) -> None:
    """
    View the operand in other sizes where only dimensions of size 1 are permuted.

        %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<1x?xf32>) -> tensor<?x1xf32>
    =>
        %1 = memref.reinterpret_cast %0 to offset: [0], sizes: [%n, 1], strides: [1, 1] : ...
    """
    type_ = as_tensor(op.operand.type)
    assert type_ is not None
    shape = type_.get_shape()
    moved = [axis for axis in ints(op.permutation) if shape[axis] != 1]
    (lower_reshape if moved == sorted(moved) else lower_hlo)(op, lowering)


# slices


@lowers(SliceOp)
def lower_slice(op: SliceOp, lowering: FunctionLowering) -> None:
    """
    View a part of the operand.

        %1 = stablehlo.slice %0 [0:4, 1:9:2] : (tensor<4x9xf32>) -> tensor<4x4xf32>
    =>
        %1 = memref.subview %0[0, 1] [4, 4] [1, 2]
            : memref<4x9xf32> to memref<4x4xf32, strided<[9, 2], offset: 1>>
    """
    starts, limits, strides = ints(op.start_indices), ints(op.limit_indices), ints(op.strides)
    sizes = [
        -(-(limit - start) // stride)
        for start, limit, stride in zip(starts, limits, strides, strict=True)
    ]
    view_part(op.operand, op.result, starts, sizes, strides, lowering)


@lowers(RealDynamicSliceOp)
def lower_real_dynamic_slice(op: RealDynamicSliceOp, lowering: FunctionLowering) -> None:
    """
    View a part of the operand at computed offsets; slices with unknown strides are copied.

        %1 = stablehlo.real_dynamic_slice %0, %starts, %limits, %ones : ...
    =>
        %1 = memref.subview %0[%start] [%size] [1]
            : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    """
    sizes = lowering.sizes.known(op.result)
    steps = lowering.contents.numbers(op.strides)
    strides = [step for step in steps if isinstance(step, int) and step > 0]
    if sizes is None or len(strides) != len(steps):
        lower_hlo(op, lowering)
        return
    starts = [
        one if isinstance(one, int) else lowering.writer.as_index(one)
        for one in lowering.contents.numbers(op.start_indices)
    ]
    view_part(op.operand, op.result, starts, sizes, strides, lowering)


def view_part(
    value: SSAValue,
    result: SSAValue,
    offsets: Sequence[Size],
    sizes: Sequence[Size],
    strides: Sequence[Size],
    lowering: FunctionLowering,
) -> None:
    """Let `result` be a regular part of `value`."""
    place = lowering.places.of(value)
    shape = result_type(result).get_shape()
    lowering.places.view(
        result, place, subview(place.memref, offsets, sizes, strides, shape, lowering)
    )


def subview(
    source: SSAValue,
    offsets: Sequence[Size],
    sizes: Sequence[Size],
    strides: Sequence[Size],
    shape: Sequence[int],
    lowering: FunctionLowering,
) -> memref.SubviewOp:
    """A regular part of a buffer in the sizes of `shape`, which may leave out sizes of one."""
    kept = kept_dimensions(sizes, shape)
    if kept is None:
        raise no_form(lowering.writer.here)
    shown = list(sizes)
    for axis, static in zip(kept, shape, strict=True):
        shown[axis] = static if static >= 0 else lowering.writer.as_value(sizes[axis])
    type_ = memref.SubviewOp.infer_result_type(buffer_of(source), offsets, shown, strides)
    if len(kept) < len(shown):
        steps = type_.get_strides()
        assert steps is not None
        layout = StridedLayoutAttr([steps[axis] for axis in kept], type_.get_offset())
        type_ = MemRefType(type_.element_type, shape, layout)
    return memref.SubviewOp.get(source, offsets, shown, strides, type_)


def kept_dimensions(sizes: Sequence[Size], shape: Sequence[int]) -> list[int] | None:
    """The dimensions that are left when sizes of one are dropped to give `shape`."""
    dropped = len(sizes) - len(shape)
    kept: list[int] = []
    for axis, size in enumerate(sizes):
        wanted = shape[len(kept)] if len(kept) < len(shape) else None
        if dropped and size == 1 and wanted != 1:
            dropped -= 1
        elif wanted is None or (isinstance(size, int) and wanted >= 0 and size != wanted):
            return None
        else:
            kept.append(axis)
    return kept if len(kept) == len(shape) else None


@lowers(TieShapeOp)
def lower_tie_shape(op: TieShapeOp, lowering: FunctionLowering) -> None:
    """
    Use the value; its buffer has these sizes.

        %1 = disc_shape.tie_shape %0, %d0 : (tensor<?xf32>, index) -> tensor<?xf32>
    =>
        uses of %1 use %0
    """
    lowering.alias(op.result, op.value)


LOWERINGS.register(lower_reshape, ReshapeOp, DynamicReshapeOp)
