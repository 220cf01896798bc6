"""Slices, updates and padding."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, TensorType, i64
from xdsl.ir import Block, Operation, Region, SSAValue

from disc_shape.cards.indices import element_type_of, rank_of, shape_of
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.slicing import (
    DynamicPadOp,
    DynamicSliceOp,
    DynamicUpdateSliceOp,
    PadOp,
    RealDynamicSliceOp,
    SliceOp,
)
from disc_shape.dialects.xdsl_extras.tensor import PadOp as TensorPadOp
from disc_shape.linalg_conversion.generic import fill
from disc_shape.linalg_conversion.registry import register_conversion
from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Index, Writer


def convert_slice(op: Operation, values: Values) -> None:
    """
    A box of the operand.

        %1 = stablehlo.slice %0 [1:7:2] : (tensor<?xf32>) -> tensor<3xf32>
    =>
        %1 = tensor.extract_slice %0[1] [3] [2] : tensor<?xf32> to tensor<3xf32>
    """
    assert isinstance(op, SliceOp)
    sizes = [
        values.writer.ceil_divide(limit - start, stride)
        for start, limit, stride in zip(
            ints(op.start_indices), ints(op.limit_indices), ints(op.strides), strict=True
        )
    ]
    source = values.tensor(op.operand)
    box = sliced(values.writer, source, ints(op.start_indices), sizes, ints(op.strides))
    values.bind(op.result, box)


def convert_dynamic_slice(op: Operation, values: Values) -> None:
    """
    A box at a corner that is moved so that the box fits.

        %1 = stablehlo.dynamic_slice %0, %i, sizes = [2] : (tensor<?xf32>, ...) -> tensor<2xf32>
    =>
        %last = arith.subi %n, %c2 : index
        %low = arith.minsi %i, %last : index
        %at = arith.maxsi %low, %c0 : index
        %1 = tensor.extract_slice %0[%at] [2] [1] : tensor<?xf32> to tensor<2xf32>
    """
    assert isinstance(op, DynamicSliceOp)
    sizes: list[Index] = list(ints(op.slice_sizes))
    corner = clamped(op.operand, op.start_indices, sizes, values)
    box = sliced(values.writer, values.tensor(op.operand), corner, sizes, [1] * len(sizes))
    values.bind(op.result, box)


def clamped(
    whole: SSAValue, starts: Sequence[SSAValue], sizes: Sequence[Index], values: Values
) -> list[Index]:
    """The corner of a box of some sizes, moved so that it fits."""
    writer, corner = values.writer, list[Index]()
    for axis, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        most = writer.subtract(values.size(whole, axis), size)
        corner.append(0 if most == 0 else writer.clamp(values.integer(start), 0, most))
    return corner


def sliced(
    writer: Writer,
    source: SSAValue,
    starts: Sequence[Index],
    sizes: Sequence[Index],
    strides: Sequence[Index],
) -> SSAValue:
    """A box of a tensor; upstream's verifier wants a box of no size to start inside of it too."""
    starts = [0 if size == 0 else start for start, size in zip(starts, sizes, strict=True)]
    shape = [size if isinstance(size, int) else DYNAMIC_INDEX for size in sizes]
    type_ = TensorType(element_type_of(source.type), shape)
    return writer.insert(tensor.ExtractSliceOp(source, starts, sizes, strides, type_)).result


def convert_real_dynamic_slice(op: Operation, values: Values) -> None:
    """
    A box whose corners and strides are operands.

        %1 = stablehlo.real_dynamic_slice %0, %starts, %limits, %strides : ...
    =>
        %n = arith.subi %limit, %start : index
        %m = arith.ceildivsi %n, %stride : index
        %1 = tensor.extract_slice %0[%start] [%m] [%stride] : tensor<?xf32> to tensor<?xf32>
    """
    assert isinstance(op, RealDynamicSliceOp)
    writer = values.writer
    starts: list[Index] = []
    strides: list[Index] = []
    sizes: list[Index] = []

    def size_of(axis: int) -> Index:
        length = writer.subtract(values.integer(op.limit_indices, axis), starts[axis])
        return writer.ceil_divide(length, strides[axis])

    for axis in range(rank_of(op.operand)):
        starts.append(values.integer(op.start_indices, axis))
        strides.append(values.integer(op.strides, axis))
        sizes.append(values.size_by(op.result, axis, lambda axis=axis: size_of(axis)))
    values.bind(op.result, sliced(writer, values.tensor(op.operand), starts, sizes, strides))


def convert_dynamic_update_slice(op: Operation, values: Values) -> None:
    """
    A box written at a corner that is moved so that the box fits.

        %2 = stablehlo.dynamic_update_slice %0, %1, %i : ...
    =>
        %2 = tensor.insert_slice %1 into %0[%at] [%m] [1] : tensor<?xf32> into tensor<?xf32>
    """
    assert isinstance(op, DynamicUpdateSliceOp)
    sizes = values.sizes(op.update)
    corner = clamped(op.operand, op.start_indices, sizes, values)
    ones: list[Index] = [1] * len(sizes)
    box = inserted(
        values.writer, values.tensor(op.update), values.tensor(op.operand), corner, sizes, ones
    )
    values.bind(op.result, box)


def inserted(
    writer: Writer,
    box: SSAValue,
    whole: SSAValue,
    starts: Sequence[Index],
    sizes: Sequence[Index],
    strides: Sequence[Index],
) -> SSAValue:
    """A tensor with a box of it replaced."""
    shape = [size if isinstance(size, int) else DYNAMIC_INDEX for size in sizes]
    box = writer.cast(box, TensorType(element_type_of(box.type), shape))
    static: list[list[int]] = []
    dynamic: list[list[SSAValue]] = []
    for numbers in (starts, sizes, strides):
        static.append([at if isinstance(at, int) else DYNAMIC_INDEX for at in numbers])
        dynamic.append([at for at in numbers if not isinstance(at, int)])
    op = tensor.InsertSliceOp.build(
        operands=[box, whole, *dynamic],
        result_types=[whole.type],
        properties={
            name: DenseArrayBase.from_list(i64, numbers)
            for name, numbers in zip(
                ("static_offsets", "static_sizes", "static_strides"), static, strict=True
            )
        },
    )
    return writer.insert(op).result


def convert_pad(op: Operation, values: Values) -> None:
    """
    Elements before, between and after those of the operand.

        %1 = stablehlo.pad %0, %z, low = [1], high = [0], interior = [1] : ...
    =>
        %2 = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
        %3 = tensor.insert_slice %0 into %2[0] [%n] [2] : tensor<?xf32> into tensor<?xf32>
        %1 = tensor.pad %3 low[1] high[0] { ... } : tensor<?xf32> to tensor<?xf32>
    """
    assert isinstance(op, PadOp | DynamicPadOp)
    rank = rank_of(op.operand)
    if isinstance(op, PadOp):
        low: list[Index] = list(ints(op.edge_padding_low))
        high: list[Index] = list(ints(op.edge_padding_high))
        gaps: list[Index] = list(ints(op.interior_padding))
    else:
        low, high, gaps = (
            [values.integer(amounts, axis) for axis in range(rank)]
            for amounts in (op.edge_padding_low, op.edge_padding_high, op.interior_padding)
        )
    source, sizes = values.tensor(op.operand), values.sizes(op.operand)
    padding = values.scalar(op.padding_value)
    result = pad(values.writer, source, sizes, padding, low, high, gaps)
    values.bind(op.result, result)


def pad(
    writer: Writer,
    source: SSAValue,
    sizes: Sequence[Index],
    padding: SSAValue,
    low: Sequence[Index],
    high: Sequence[Index],
    gaps: Sequence[Index],
) -> SSAValue:
    """A tensor with a scalar before, between and after its elements; negative amounts remove."""
    grows = all(isinstance(at, int) and at >= 0 for at in (*low, *high))
    if any(gap != 0 for gap in gaps):
        # IREE forgets the strides of an insertion that is padded afterwards: all is one insertion.
        edges = (low, high) if grows else ([0] * len(low), [0] * len(high))
        source, sizes = spread(writer, source, sizes, padding, gaps, *edges)
        if grows:
            return source
    if grows:
        return padded(writer, source, padding, low, high)
    starts: list[Index] = []
    kept: list[Index] = []
    before: list[Index] = []
    after: list[Index] = []
    for size, first, last in zip(sizes, low, high, strict=True):
        total = writer.add(writer.add(size, first), last)
        start = cut(writer, first, size)
        rest = writer.subtract(writer.subtract(size, start), cut(writer, last, None))
        rest = rest if start == 0 and last_is_added(last) else writer.maximum(rest, 0)
        lead = added(writer, first)
        lead = lead if lead == 0 else writer.minimum(lead, writer.subtract(total, rest))
        starts.append(start)
        kept.append(rest)
        before.append(lead)
        after.append(writer.subtract(writer.subtract(total, rest), lead))
    ones: list[Index] = [1] * len(starts)
    box = sliced(writer, source, starts, kept, ones)
    return padded(writer, box, padding, before, after)


def last_is_added(amount: Index) -> bool:
    """Whether an amount of padding is a number that removes nothing."""
    return isinstance(amount, int) and amount >= 0


def added(writer: Writer, amount: Index) -> Index:
    """How many elements an amount of padding adds."""
    return writer.maximum(amount, 0)


def cut(writer: Writer, amount: Index, size: Index | None) -> Index:
    """How many elements an amount of padding removes, of at most `size`."""
    removed = writer.maximum(writer.subtract(0, amount), 0)
    return removed if size is None or removed == 0 else writer.minimum(removed, size)


def spread(
    writer: Writer,
    source: SSAValue,
    sizes: Sequence[Index],
    padding: SSAValue,
    gaps: Sequence[Index],
    low: Sequence[Index],
    high: Sequence[Index],
) -> tuple[SSAValue, list[Index]]:
    """A tensor with a scalar between, before and after its elements, and its sizes."""
    strides = [writer.add(gap, 1) for gap in gaps]
    wide = [
        size if gap == 0 else writer.maximum(writer.subtract(writer.multiply(size, stride), gap), 0)
        for size, stride, gap in zip(sizes, strides, gaps, strict=True)
    ]
    wide = [
        writer.add(size, writer.add(before, after))
        for size, before, after in zip(wide, low, high, strict=True)
    ]
    shape = [size if isinstance(size, int) else DYNAMIC_INDEX for size in wide]
    type_ = TensorType(element_type_of(source.type), shape)
    out = fill(writer, padding, writer.empty(type_, wide))
    return inserted(writer, source, out, low, sizes, strides), wide


def padded(
    writer: Writer,
    source: SSAValue,
    padding: SSAValue,
    low: Sequence[Index],
    high: Sequence[Index],
) -> SSAValue:
    """`tensor.pad` with a scalar."""
    if all(at == 0 for at in (*low, *high)):
        return source
    edges = [[at if isinstance(at, int) else DYNAMIC_INDEX for at in side] for side in (low, high)]
    parts = zip(shape_of(source), *edges, strict=True)
    shape = [DYNAMIC_INDEX if DYNAMIC_INDEX in part else sum(part) for part in parts]
    block = Block(arg_types=[INDEX] * len(shape))
    block.add_op(tensor.YieldOp(padding))
    amounts = [[at for at in side if not isinstance(at, int)] for side in (low, high)]
    type_ = TensorType(element_type_of(source.type), shape)
    before, after = amounts
    op = TensorPadOp(source, before, after, Region(block), edges[0], edges[1], type_)
    return writer.insert(op).result


register_conversion(convert_slice, SliceOp)
register_conversion(convert_dynamic_slice, DynamicSliceOp)
register_conversion(convert_real_dynamic_slice, RealDynamicSliceOp)
register_conversion(convert_dynamic_update_slice, DynamicUpdateSliceOp)
register_conversion(convert_pad, PadOp, DynamicPadOp)
