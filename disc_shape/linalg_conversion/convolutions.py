"""Convolutions: a padded image, then a named operation where the layout has one, else loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseIntElementsAttr, TensorType, UnitAttr, i64
from xdsl.dialects.linalg.ops import (
    Conv2DNchwFchwOp,
    Conv2DNhwc_FhwcOp,
    Conv2DNhwc_HwcfOp,
    YieldOp,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint

from disc_shape.cards.indices import element_type_of, rank_of, shape_of
from disc_shape.dialects.hlo.attributes import int_of, ints, pairs
from disc_shape.dialects.hlo.conv_numbers import ConvDimensionNumbers
from disc_shape.dialects.hlo.convolution import ConvolutionOp, DynamicConvOp
from disc_shape.dialects.xdsl_extras.tensor import ExpandShapeOp
from disc_shape.linalg_conversion.generic import fill, loop_index, multiply_add, structured
from disc_shape.linalg_conversion.patches import PatchWriter, collapsed, size_at
from disc_shape.linalg_conversion.registry import no_form, register_conversion
from disc_shape.linalg_conversion.reshapes import DEFINITE, reassociation
from disc_shape.linalg_conversion.slices import pad
from disc_shape.linalg_conversion.types import kind_of, plain_type
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Index, Writer

AnyConvolution = ConvolutionOp | DynamicConvOp

NamedConvolution = type[Conv2DNhwc_HwcfOp | Conv2DNhwc_FhwcOp | Conv2DNchwFchwOp]

NAMED: dict[str, NamedConvolution] = {
    "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]": Conv2DNhwc_HwcfOp,
    "[b, 0, 1, f]x[o, 0, 1, i]->[b, 0, 1, f]": Conv2DNhwc_FhwcOp,
    "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]": Conv2DNchwFchwOp,
}
"""The convolutions that have a name, by the layout of their operands."""


@dataclass
class ConvolutionWriter:
    """Writes one convolution: padding, then loops over the result, the window and the features."""

    op: AnyConvolution
    values: Values

    def __post_init__(self) -> None:
        layout = self.op.dimension_numbers
        assert isinstance(layout, ConvDimensionNumbers)
        self.layout = layout
        self.rank = len(layout.kernel_spatial_dimensions)
        self.strides = ints(self.op.window_strides) or (1,) * self.rank
        self.dilations = ints(self.op.rhs_dilation) or (1,) * self.rank
        self.writer = self.values.writer

    def write(self) -> SSAValue:
        """Emit the convolution."""
        op, values = self.op, self.values
        kinds = [element_type_of(value.type) for value in (op.lhs, op.rhs, op.result)]
        if any(kind_of(kind) is None for kind in kinds):
            raise no_form(op, f"it is not computed of elements of type {kinds[0]}")
        image, kernel = self.image(), values.tensor(op.rhs)
        reversal = ints(op.window_reversal)
        if any(reversal):
            axes = self.layout.kernel_spatial_dimensions
            flags = zip(axes, reversal, strict=True)
            kernel = flipped(values.writer, kernel, [axis for axis, flag in flags if flag])
        features, batches = int_of(op.feature_group_count), int_of(op.batch_group_count)
        self.kernel = kernel
        self.sizes = self.result_sizes(image, kernel)
        if features == batches == 1:
            found = self.patched(image, kernel)
            if found is not None:
                return found
            named = NAMED.get(str_of_layout(self.layout)) if len(set(kinds)) == 1 else None
            if named is not None:
                return self.named(named, image, kernel)
        return self.grouped(image, kernel, features, batches)

    def patched(self, image: SSAValue, kernel: SSAValue) -> SSAValue | None:
        """A contraction of patches, where IREE would compute a dynamic convolution in scalars."""
        if self.values.whole or DYNAMIC_INDEX not in shape_of(self.op.result):
            return None
        writer = PatchWriter(
            self.op, self.writer, self.layout, self.strides, self.dilations, self.sizes
        )
        return writer.write(image, kernel) if writer.fits else None

    def image(self) -> SSAValue:
        """The padded image."""
        op, values, rank = self.op, self.values, rank_of(self.op.lhs)
        low, high, gaps = [list[Index]([0] * rank) for _ in range(3)]
        dilations = ints(op.lhs_dilation) or (1,) * self.rank
        for number, axis in enumerate(self.layout.input_spatial_dimensions):
            if isinstance(op, ConvolutionOp):
                low[axis], high[axis] = (pairs(op.padding) or ((0, 0),) * self.rank)[number]
            else:
                low[axis] = values.integer(op.padding, 2 * number)
                high[axis] = values.integer(op.padding, 2 * number + 1)
            gaps[axis] = dilations[number] - 1
        source = values.tensor(op.lhs)
        zero = self.writer.constant(0, element_type_of(source.type))
        return pad(self.writer, source, values.sizes(op.lhs), zero, low, high, gaps)

    def result_sizes(self, image: SSAValue, kernel: SSAValue) -> list[Index]:
        """The sizes of the result."""
        op, layout, writer, values = self.op, self.layout, self.writer, self.values
        sizes: list[Index] = [0] * rank_of(op.result)

        def batch() -> Index:
            size = values.size(op.lhs, layout.input_batch_dimension)
            return writer.divide(size, int_of(op.batch_group_count))

        def spatial(number: int) -> Index:
            inner, outer = (
                size_at(writer, kernel, layout.kernel_spatial_dimensions[number]),
                size_at(writer, image, layout.input_spatial_dimensions[number]),
            )
            return window_count(writer, outer, inner, self.strides[number], self.dilations[number])

        axis = layout.output_batch_dimension
        sizes[axis] = values.size_by(op.result, axis, batch)
        axis, inner = layout.output_feature_dimension, layout.kernel_output_feature_dimension
        sizes[axis] = values.size_by(op.result, axis, lambda: values.size(op.rhs, inner))
        for number, axis in enumerate(layout.output_spatial_dimensions):
            sizes[axis] = values.size_by(op.result, axis, lambda number=number: spatial(number))
        return sizes

    def named(self, named: NamedConvolution, image: SSAValue, kernel: SSAValue) -> SSAValue:
        """A convolution that has a name."""
        writer = self.writer
        type_ = plain_type(self.op.result)
        zero = writer.constant(0, type_.element_type)
        out = fill(writer, zero, writer.empty(type_, self.sizes))
        shape = [self.rank]
        op = named(
            [image, kernel],
            [out],
            [out.type],
            dilations=DenseIntElementsAttr.from_list(TensorType(i64, shape), self.dilations),
            strides=DenseIntElementsAttr.from_list(TensorType(i64, shape), self.strides),
        )
        return writer.insert(op).results[0]

    def grouped(self, image: SSAValue, kernel: SSAValue, features: int, batches: int) -> SSAValue:
        """
        The loops of a convolution; groups are a dimension of their own.

            O[b, x, g, f] += I[b, x * stride + w * dilation, g, c] * K[w, c, g, f]
        """
        writer, layout, rank = self.writer, self.layout, self.rank
        groups = features * batches
        dims = iter(range(2 * rank + 4))
        batch, group, feature = (AffineExpr.dimension(next(dims)) for _ in range(3))
        places = [AffineExpr.dimension(next(dims)) for _ in range(rank)]
        windows = [AffineExpr.dimension(next(dims)) for _ in range(rank)]
        channel = AffineExpr.dimension(next(dims))
        at_image: dict[int, list[AffineExpr]] = {
            layout.input_batch_dimension: [group, batch] if batches > 1 else [batch],
            layout.input_feature_dimension: [group, channel] if features > 1 else [channel],
        }
        at_kernel = {
            layout.kernel_output_feature_dimension: [group, feature] if groups > 1 else [feature],
            layout.kernel_input_feature_dimension: [channel],
        }
        at_result = {
            layout.output_batch_dimension: [batch],
            layout.output_feature_dimension: [group, feature] if groups > 1 else [feature],
        }
        for number in range(rank):
            at = places[number] * self.strides[number] + windows[number] * self.dilations[number]
            at_image[layout.input_spatial_dimensions[number]] = [at]
            at_kernel[layout.kernel_spatial_dimensions[number]] = [windows[number]]
            at_result[layout.output_spatial_dimensions[number]] = [places[number]]
        ins = [
            split(writer, image, at_image, groups),
            split(writer, kernel, at_kernel, groups),
        ]
        return self.loops(ins, [at_image, at_kernel], at_result, groups)

    def loops(
        self,
        ins: Sequence[SSAValue],
        places: Sequence[dict[int, list[AffineExpr]]],
        at_result: dict[int, list[AffineExpr]],
        groups: int,
    ) -> SSAValue:
        """The `linalg.generic`, and its result with groups and features as one dimension."""
        op, writer, rank = self.op, self.writer, self.rank
        type_ = plain_type(op.result)
        sizes: list[Index] = []
        for axis, size in enumerate(self.sizes):
            if len(at_result[axis]) > 1:
                sizes += [groups, writer.divide(size, groups)]
            else:
                sizes.append(size)
        shape = [size if isinstance(size, int) else DYNAMIC_INDEX for size in sizes]
        split_type = TensorType(type_.element_type, shape)
        zero = writer.constant(0, type_.element_type)
        out = fill(writer, zero, writer.empty(split_type, sizes))
        types = [element_type_of(value.type) for value in (op.lhs, op.rhs)]
        plain = [element_type_of(value.type) for value in (*ins, out)]
        block = Block(arg_types=plain)
        with writer.at(InsertPoint.at_end(block)):
            total = multiply_add(op, writer, block.args[:2], types, block.args[2])
            writer.insert(YieldOp(total))
        flat = [
            [number for axis in range(rank + 2) for number in at[axis]]
            for at in (*places, at_result)
        ]
        iterators = ["parallel"] * (rank + 3) + ["reduction"] * (rank + 1)
        maps, iterators = without_unused(flat, iterators)
        (result,) = structured(writer, ins, [out], block, maps, iterators)
        if groups == 1:
            return writer.cast(result, type_)
        return joined(writer, result, at_result, type_)


def without_unused(
    indices: Sequence[Sequence[AffineExpr]], iterators: Sequence[str]
) -> tuple[list[AffineMap], list[str]]:
    """The maps and kinds of the loops that some operand shows."""
    used = {
        part.position
        for index in indices
        for number in index
        for part in number.dfs()
        if isinstance(part, AffineDimExpr)
    }
    kept = sorted(used)
    renamed = [
        AffineExpr.dimension(kept.index(loop)) if loop in used else AffineExpr.constant(0)
        for loop in range(len(iterators))
    ]
    maps = [
        AffineMap(
            len(kept), 0, tuple(number.replace_dims_and_symbols(renamed, []) for number in index)
        )
        for index in indices
    ]
    return maps, [iterators[loop] for loop in kept]


def window_count(
    writer: Writer, size: Index, length: Index, stride: Index, dilation: Index
) -> Index:
    """How often a window fits into a dimension."""
    length = writer.add(writer.multiply(writer.subtract(length, 1), dilation), 1)
    rest = writer.add(writer.subtract(size, length), stride)
    return writer.divide(writer.maximum(rest, 0), stride)


def str_of_layout(layout: ConvDimensionNumbers) -> str:
    """The layout as StableHLO writes it."""
    sides = (
        (
            layout.input_batch_dimension,
            "b",
            layout.input_feature_dimension,
            "f",
            layout.input_spatial_dimensions,
        ),
        (
            layout.kernel_output_feature_dimension,
            "o",
            layout.kernel_input_feature_dimension,
            "i",
            layout.kernel_spatial_dimensions,
        ),
        (
            layout.output_batch_dimension,
            "b",
            layout.output_feature_dimension,
            "f",
            layout.output_spatial_dimensions,
        ),
    )
    words: list[str] = []
    for first, one, second, other, spatial in sides:
        names = {first: one, second: other}
        names.update({axis: str(number) for number, axis in enumerate(spatial)})
        words.append("[" + ", ".join(names[axis] for axis in range(len(names))) + "]")
    return f"{words[0]}x{words[1]}->{words[2]}"


def split(
    writer: Writer, value: SSAValue, places: dict[int, list[AffineExpr]], groups: int
) -> SSAValue:
    """A tensor with a dimension of its own for groups."""
    if all(len(index) == 1 for index in places.values()):
        return value
    shape: list[int] = []
    sizes: list[SSAValue] = []
    parts: list[list[int]] = []
    for axis in range(rank_of(value)):
        size = size_at(writer, value, axis)
        start = len(shape)
        if len(places[axis]) > 1:
            shape.append(groups)
            size = writer.divide(size, groups)
        shape.append(size if isinstance(size, int) else DYNAMIC_INDEX)
        if not isinstance(size, int):
            sizes.append(size)
        parts.append(list(range(start, len(shape))))
    type_ = TensorType(element_type_of(value.type), shape)
    op = ExpandShapeOp(value, sizes, reassociation(parts), shape, type_)
    op.attributes[DEFINITE] = UnitAttr()
    return writer.insert(op).results[0]


def joined(
    writer: Writer,
    value: SSAValue,
    places: dict[int, list[AffineExpr]],
    type_: TensorType[Attribute],
) -> SSAValue:
    """A tensor without the dimension of groups."""
    parts: list[list[int]] = []
    start = 0
    for axis in range(len(places)):
        count = len(places[axis])
        parts.append(list(range(start, start + count)))
        start += count
    return writer.cast(collapsed(writer, value, parts), type_)


def flipped(writer: Writer, value: SSAValue, axes: Sequence[int]) -> SSAValue:
    """A tensor whose last elements along some dimensions come first."""
    rank = rank_of(value)
    sizes = [size_at(writer, value, axis) for axis in range(rank)]
    element = element_type_of(value.type)
    out = writer.empty(TensorType(element, shape_of(value)), sizes)
    block = Block(arg_types=[element])
    last = [writer.subtract(size, 1) for size in sizes]
    with writer.at(InsertPoint.at_end(block)):
        index: list[Index] = [loop_index(writer, axis) for axis in range(rank)]
        for axis in axes:
            index[axis] = writer.subtract(last[axis], index[axis])
        writer.insert(YieldOp(writer.extract(value, index)))
    maps = [AffineMap.identity(rank)]
    return structured(writer, [], [out], block, maps, ["parallel"] * rank)[0]


def convert_convolution(op: Operation, values: Values) -> None:
    """
    A convolution of a padded image, by name where the layout has one.

        %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
             window = {pad = [[1, 1], [1, 1]]} ...
    =>
        %3 = tensor.pad %0 low[0, 1, 1, 0] high[0, 1, 1, 0] { ... } : ...
        %2 = linalg.conv_2d_nhwc_hwcf ... ins(%3, %1 : ...) outs(%zero : ...) -> ...
    """
    assert isinstance(op, AnyConvolution)
    values.bind(op.result, ConvolutionWriter(op, values).write())


register_conversion(convert_convolution, ConvolutionOp, DynamicConvOp)
