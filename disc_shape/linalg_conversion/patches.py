"""Convolutions as contractions of patches: compilers vectorize no dynamic convolution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType, UnitAttr
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint

from disc_shape.cards.indices import element_type_of, shape_of
from disc_shape.dialects.hlo.conv_numbers import ConvDimensionNumbers
from disc_shape.dialects.hlo.convolution import ConvolutionOp, DynamicConvOp
from disc_shape.dialects.xdsl_extras.tensor import ExpandShapeOp
from disc_shape.linalg_conversion.generic import fill, multiply_add, structured
from disc_shape.linalg_conversion.reshapes import DEFINITE, product_of, reassociation
from disc_shape.linalg_conversion.types import plain_type
from disc_shape.linalg_conversion.writer import Index, Writer


@dataclass
class PatchWriter:
    """
    Writes a convolution without groups as a contraction of patches.

        O[b, f, x] += I[b, c, x * stride + w * dilation] * K[f, c, w]
    =>
        P[b, c, w, x] = I[b, c, x * stride + w * dilation]
        O[b, f, x] += P[b, (c, w), x] * K[f, (c, w)]

    The elements of a patch have the order of the kernel, so that both collapse; the dimensions of
    the result before and after the feature collapse as well. Patches take as many times the memory
    of the image as the window has elements.
    """

    op: ConvolutionOp | DynamicConvOp
    writer: Writer
    layout: ConvDimensionNumbers
    strides: Sequence[int]
    dilations: Sequence[int]
    sizes: Sequence[Index]
    """The sizes of the result."""

    def __post_init__(self) -> None:
        layout = self.layout
        feature, rank = layout.output_feature_dimension, len(self.sizes)
        output = layout.kernel_output_feature_dimension
        self.before, self.after = list(range(feature)), list(range(feature + 1, rank))
        self.inner = [axis for axis in range(rank) if axis != output]
        self.feature_first = output == 0
        self.fits = rank > 2 and output in (0, rank - 1)
        """Whether the elements of a window and channels are next to each other in the kernel."""

    def write(self, image: SSAValue, kernel: SSAValue) -> SSAValue:
        """The convolution of a padded image."""
        patches = self.patches(image, kernel)
        groups = [group for group in self.patch_groups() if group]
        flat = collapsed(self.writer, patches, groups)
        count = len(self.inner)
        output = [[0], list(range(1, count + 1))] if self.feature_first else [
            list(range(count)), [count]
        ]  # fmt: skip
        return self.contraction(flat, collapsed(self.writer, kernel, output))

    def patch_groups(self) -> list[list[int]]:
        """The dimensions of patches: those of the result around those of the kernel."""
        first, second = len(self.before), len(self.before) + len(self.inner)
        last = second + len(self.after)
        return [list(range(first)), list(range(first, second)), list(range(second, last))]

    def patches(self, image: SSAValue, kernel: SSAValue) -> SSAValue:
        """The elements of the image that each window reads."""
        layout, writer = self.layout, self.writer
        first, second = len(self.before), len(self.before) + len(self.inner)
        at_result = {axis: AffineExpr.dimension(number) for number, axis in enumerate(self.before)}
        for number, axis in enumerate(self.after):
            at_result[axis] = AffineExpr.dimension(second + number)
        at_kernel = {
            axis: AffineExpr.dimension(first + number) for number, axis in enumerate(self.inner)
        }
        index: dict[int, AffineExpr] = {
            layout.input_batch_dimension: at_result[layout.output_batch_dimension],
            layout.input_feature_dimension: at_kernel[layout.kernel_input_feature_dimension],
        }
        for number, axis in enumerate(layout.input_spatial_dimensions):
            place = at_result[layout.output_spatial_dimensions[number]]
            window = at_kernel[layout.kernel_spatial_dimensions[number]]
            index[axis] = place * self.strides[number] + window * self.dilations[number]
        inner = [size_at(writer, kernel, axis) for axis in self.inner]
        sizes = [*self.at(self.before), *inner, *self.at(self.after)]
        element = element_type_of(image.type)
        out = writer.empty(TensorType(element, known(sizes)), sizes)
        block = Block(arg_types=[element, element])
        with writer.at(InsertPoint.at_end(block)):
            writer.insert(YieldOp(block.args[0]))
        rank = len(sizes)
        maps = [
            AffineMap(rank, 0, tuple(index[axis] for axis in range(len(index)))),
            AffineMap.identity(rank),
        ]
        return structured(writer, [image], [out], block, maps, ["parallel"] * rank)[0]

    def at(self, axes: Sequence[int]) -> list[Index]:
        """Sizes of the result."""
        return [self.sizes[axis] for axis in axes]

    def contraction(self, patches: SSAValue, kernel: SSAValue) -> SSAValue:
        """The products of patches and kernels, summed up."""
        writer, type_ = self.writer, plain_type(self.op.result)
        feature = [self.layout.output_feature_dimension]
        groups = [group for group in (self.before, feature, self.after) if group]
        sizes = [reduce(writer.multiply, self.at(group)) for group in groups]
        element = type_.element_type
        out = writer.empty(TensorType(element, known(sizes)), sizes)
        total = fill(writer, writer.constant(0, element), out)
        loops = [AffineExpr.dimension(number) for number in range(len(groups) + 1)]
        result, inner = loops[:-1], loops[-1]
        output = result[groups.index(feature)]
        start = [result[0]] if self.before else []
        end = [result[-1]] if self.after else []
        indices = [
            (*start, inner, *end),
            (output, inner) if self.feature_first else (inner, output),
            tuple(result),
        ]
        types = [element_type_of(value.type) for value in (self.op.lhs, self.op.rhs)]
        plain = [element_type_of(value.type) for value in (patches, kernel, total)]
        block = Block(arg_types=plain)
        with writer.at(InsertPoint.at_end(block)):
            one = multiply_add(self.op, writer, block.args[:2], types, block.args[2])
            writer.insert(YieldOp(one))
        iterators = ["parallel"] * len(groups) + ["reduction"]
        maps = [AffineMap(len(loops), 0, index) for index in indices]
        found = structured(writer, [patches, kernel], [total], block, maps, iterators)[0]
        return expanded(writer, found, groups, self.sizes, type_)


def known(sizes: Sequence[Index]) -> list[int]:
    """The sizes of a type."""
    return [size if isinstance(size, int) else DYNAMIC_INDEX for size in sizes]


def size_at(writer: Writer, value: SSAValue, axis: int) -> Index:
    """A size of a converted tensor."""
    size = shape_of(value)[axis]
    return size if size != DYNAMIC_INDEX else writer.dim(value, axis)


def collapsed(writer: Writer, value: SSAValue, groups: Sequence[Sequence[int]]) -> SSAValue:
    """A tensor in which each group of dimensions is one."""
    shape = shape_of(value)
    sizes = [product_of([shape[axis] for axis in group]) for group in groups]
    op = tensor.CollapseShapeOp.create(
        operands=[value],
        result_types=[TensorType(element_type_of(value.type), sizes)],
        properties={"reassociation": reassociation(groups)},
    )
    return writer.insert(op).results[0]


def expanded(
    writer: Writer,
    value: SSAValue,
    groups: Sequence[Sequence[int]],
    sizes: Sequence[Index],
    type_: TensorType[Attribute],
) -> SSAValue:
    """A tensor in which each dimension is a group of them, with these sizes."""
    shape = known(sizes)
    if len(groups) < len(sizes):
        dynamic = [size for size in sizes if not isinstance(size, int)]
        full = TensorType(type_.element_type, shape)
        op = ExpandShapeOp(value, dynamic, reassociation(groups), shape, full)
        op.attributes[DEFINITE] = UnitAttr()
        value = writer.insert(op).results[0]
    return writer.cast(value, type_)
