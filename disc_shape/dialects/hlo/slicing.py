"""Slices, padding and their dynamic forms.

StableHLO specification, sections of the same names.
"""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir import Attribute, Operation
from xdsl.irdl import operand_def, prop_def, result_def, var_operand_def

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.constraints import INT_TENSOR, INTS, SIZES, TENSOR
from disc_shape.dialects.hlo.directives import Ints, OperandsThen, SliceRanges
from disc_shape.dialects.hlo.listed import listed
from disc_shape.dialects.hlo.op import STABLEHLO, PureHloOp
from disc_shape.dialects.hlo.shapes import (
    Dims,
    check_bounds,
    check_count,
    check_each,
    check_same_element,
    check_same_sizes,
    check_same_type,
    check_scalar,
    check_shape_operand,
    dims,
    largest,
    rank,
    require,
)

FUNCTION_TYPE = "attr-dict `:` functional-type(operands, results)"


class SliceOp(PureHloOp):
    """Extracts the elements from a start up to a limit, with a stride, in each dimension.

    (c1) the element types agree, (c2) start, limit and stride have an entry for each dimension,
    (c3) starts are not negative, and limits are not below them and not above the operand's size or
    its bound, (c4) strides are positive, (c5) a result size is the number of steps.

    Example:
    ```mlir
    %result = stablehlo.slice %operand [0:2, 1:7:2] : (tensor<4x?xf32>) -> tensor<2x3xf32>
    ```
    """

    name = "slice"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(TENSOR)
    start_indices = prop_def(INTS)
    limit_indices = prop_def(INTS)
    strides = prop_def(INTS)
    result = result_def(TENSOR)
    assembly_format = (
        "$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) " + FUNCTION_TYPE
    )
    custom_directives = (SliceRanges,)

    def verify_(self) -> None:
        check_same_element(self, "operand and result", self.operand.type, self.result.type)
        starts, limits = ints(self.start_indices), ints(self.limit_indices)
        strides = ints(self.strides)
        check_each(self, "start index", starts, 0)
        check_each(self, "stride", strides, 1)
        operand = dims(self.operand)
        for what, values in (
            ("start_indices", starts),
            ("limit_indices", limits),
            ("strides", strides),
        ):
            check_count(self, what, len(values), len(operand))
        for index, (start, limit, size) in enumerate(zip(starts, limits, operand, strict=True)):
            require(
                start <= limit,
                f"limit index {index} of '{self.name}' is {limit}, below the start {start}",
            )
            require(
                size is None or limit <= size,
                f"limit index {index} of '{self.name}' is {limit}, "
                f"beyond the operand's size {size}",
            )
        check_bounds(self, "limit index", limits, [self.operand.type])
        sizes = tuple(
            -(-(limit - start) // stride)
            for start, limit, stride in zip(starts, limits, strides, strict=True)
        )
        check_same_sizes(self, "slice and result", sizes, dims(self.result))


class DynamicSliceOp(PureHloOp):
    """Extracts a slice of constant size at a start that operands give, clamped so that the slice
    fits.

    (c1) the element types agree, (c2) there is a start and a size for each dimension, (c3) the
    starts have one type, (c4) the slice sizes are between 0 and the operand's sizes, (c5) the slice
    sizes are the result's sizes.

    Example:
    ```mlir
    %result = stablehlo.dynamic_slice %operand, %i, %j, sizes = [1, 4] :
      (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    ```
    """

    name = "dynamic_slice"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(TENSOR)
    start_indices = var_operand_def(INT_TENSOR)
    slice_sizes = prop_def(INTS)
    result = result_def(TENSOR)
    assembly_format = (
        "$operand `,` custom<OperandsThen>($start_indices) `sizes` `=` custom<Ints>($slice_sizes) "
        + FUNCTION_TYPE
    )
    custom_directives = (OperandsThen, Ints)

    def verify_(self) -> None:
        check_same_element(self, "operand and result", self.operand.type, self.result.type)
        operand = dims(self.operand)
        sizes = ints(self.slice_sizes)
        check_count(self, "slice_sizes", len(sizes), len(operand))
        check_starts(self, self.start_indices.types, len(operand))
        check_each(self, "slice size", sizes, 0)
        check_fits(self, sizes, operand)
        check_same_sizes(self, "slice and result", sizes, dims(self.result))


class DynamicUpdateSliceOp(PureHloOp):
    """Replaces a slice of the operand, at a start that operands give, clamped so that the update
    fits.

    (c1) the types of operand and result agree, (c2) the element types of operand and update agree,
    (c3) the ranks of operand and update agree, (c4) there is a start for each dimension, (c5) the
    starts have one type, (c6) the update is in no dimension larger than the operand.

    Example:
    ```mlir
    %result = stablehlo.dynamic_update_slice %operand, %update, %i, %j :
      (tensor<?x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<?x4xf32>
    ```
    """

    name = "dynamic_update_slice"
    operand = operand_def(TENSOR)
    update = operand_def(TENSOR)
    start_indices = var_operand_def(INT_TENSOR)
    result = result_def(TENSOR)
    assembly_format = "operands " + FUNCTION_TYPE

    def verify_(self) -> None:
        check_same_type(
            self, "operand and result", self.operand.type, self.result.type, scales=True
        )
        check_same_element(self, "operand and update", self.operand.type, self.update.type)
        operand, update = dims(self.operand), dims(self.update)
        check_count(self, "update dimensions", len(update), len(operand))
        check_starts(self, self.start_indices.types, len(operand))
        check_fits(self, update, operand)


def check_starts(op: PureHloOp, starts: Sequence[Attribute], expected: int) -> None:
    """Start indices are scalars of one type, one for each dimension."""
    check_count(op, "start_indices", len(starts), expected)
    for index, start in enumerate(starts):
        require(
            rank(start) == 0,
            f"start index {index} of '{op.name}' has rank {rank(start)}, expected 0",
        )
    if starts:
        check_same_element(op, "start_indices", *starts)


def check_fits(op: PureHloOp, box: Dims, operand: Dims) -> None:
    """A box is nowhere larger than the operand."""
    for index, (part, whole) in enumerate(zip(box, operand, strict=True)):
        require(
            part is None or whole is None or part <= whole,
            f"dimension {index} of '{op.name}' slice has size {part}, "
            f"beyond the operand's size {whole}",
        )


class RealDynamicSliceOp(PureHloOp):
    """Extracts a slice whose start, limit and stride in each dimension are operands.

    (c1) the element types agree, (c2) the ranks of operand and result agree, (c3) start, limit and
    stride have an entry for each dimension and one type.

    Example:
    ```mlir
    %result = stablehlo.real_dynamic_slice %operand, %start, %limit, %strides :
      (tensor<?x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    ```
    """

    name = "real_dynamic_slice"
    operand = operand_def(TENSOR)
    start_indices = operand_def(SIZES)
    limit_indices = operand_def(SIZES)
    strides = operand_def(SIZES)
    result = result_def(TENSOR)
    assembly_format = "operands " + FUNCTION_TYPE

    def verify_(self) -> None:
        check_same_element(self, "operand and result", self.operand.type, self.result.type)
        expected = rank(self.operand)
        check_count(self, "result dimensions", rank(self.result), expected)
        check_same_type(
            self,
            "start_indices, limit_indices and strides",
            self.start_indices.type,
            self.limit_indices.type,
            self.strides.type,
        )
        check_shape_operand(self, "start_indices", self.start_indices, expected)
        check_shape_operand(self, "limit_indices", self.limit_indices, expected)
        check_shape_operand(self, "strides", self.strides, expected)


class PadOp(PureHloOp):
    """Pads the operand with a value at its edges and between its elements; negative padding
    removes.

    (c1) the element types agree, (c2) the padding has an entry for each dimension, (c3) interior
    padding is not negative, (c4) a result size is the operand's size plus the padding.

    Example:
    ```mlir
    %result = stablehlo.pad %operand, %value, low = [0, 1], high = [0, 1], interior = [0, 0] :
      (tensor<?x4xf32>, tensor<f32>) -> tensor<?x6xf32>
    ```
    """

    name = "pad"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(TENSOR)
    padding_value = operand_def(TENSOR)
    edge_padding_low = prop_def(INTS)
    edge_padding_high = prop_def(INTS)
    interior_padding = prop_def(INTS)
    result = result_def(TENSOR)
    assembly_format = (
        "$operand `,` $padding_value `,` `low` `=` custom<Ints>($edge_padding_low) `,` `high` `=` "
        "custom<Ints>($edge_padding_high) `,` `interior` `=` custom<Ints>($interior_padding) "
        + FUNCTION_TYPE
    )
    custom_directives = (Ints,)

    def verify_(self) -> None:
        check_same_element(self, "operand, padding value and result", *self.operand_types)
        check_same_element(self, "operand and result", self.operand.type, self.result.type)
        check_scalar(self, "padding_value", self.padding_value)
        operand = dims(self.operand)
        low, high = ints(self.edge_padding_low), ints(self.edge_padding_high)
        interior = ints(self.interior_padding)
        for what, values in (
            ("edge_padding_low", low),
            ("edge_padding_high", high),
            ("interior_padding", interior),
        ):
            check_count(self, what, len(values), len(operand))
        check_each(self, "interior padding", interior, 0)
        check_not_negative(self, largest(self.operand), (low, high, interior))
        check_padded(self, operand, (low, high, interior), dims(self.result))


Padding = tuple[Sequence[int | None], Sequence[int | None], Sequence[int | None]]


def check_padded(op: Operation, operand: Dims, padding: Padding, result: Dims) -> None:
    """Of both pads: sizes are the operand's and the padding's, low, high and between elements."""
    check_same_sizes(
        op, "padded operand and result", check_not_negative(op, operand, padding), result
    )


def check_not_negative(op: Operation, operand: Dims, padding: Padding) -> Dims:
    """The sizes with their padding, negative where it takes away: never more than there is."""
    sizes = tuple(_padded(*entries) for entries in zip(operand, *padding, strict=True))
    check_each(op, "padded size", [0 if size is None else size for size in sizes], 0)
    return sizes


def _padded(
    size: int | None, low: int | None, high: int | None, interior: int | None
) -> int | None:
    """One size with its padding, if all is known; fewer than two elements have nothing between."""
    between = 0 if size is not None and size < 2 else interior
    if size is None or low is None or high is None or between is None:
        return None
    return size + low + max(size - 1, 0) * between + high


class DynamicPadOp(PureHloOp):
    """Pads the operand with a value, by amounts that operands list.

    (c1) the element types agree, (c2) the padding has an entry for each dimension and one type,
    (c3) interior padding is not negative, (c4) the ranks of operand and result agree, and a result
    size is the operand's size plus the padding.

    Example:
    ```mlir
    %result = stablehlo.dynamic_pad %operand, %value, %low, %high, %interior :
      (tensor<?x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    ```
    """

    name = "dynamic_pad"
    operand = operand_def(TENSOR)
    padding_value = operand_def(TENSOR)
    edge_padding_low = operand_def(SIZES)
    edge_padding_high = operand_def(SIZES)
    interior_padding = operand_def(SIZES)
    result = result_def(TENSOR)
    assembly_format = "operands " + FUNCTION_TYPE

    def verify_(self) -> None:
        check_same_element(
            self, "operand and padding value", self.operand.type, self.padding_value.type
        )
        check_same_element(self, "operand and result", self.operand.type, self.result.type)
        check_scalar(self, "padding_value", self.padding_value)
        expected = rank(self.operand)
        check_count(self, "result dimensions", rank(self.result), expected)
        check_same_type(
            self,
            "edge_padding_low, edge_padding_high and interior_padding",
            self.edge_padding_low.type,
            self.edge_padding_high.type,
            self.interior_padding.type,
        )
        check_shape_operand(self, "edge_padding_low", self.edge_padding_low, expected)
        check_shape_operand(self, "edge_padding_high", self.edge_padding_high, expected)
        check_shape_operand(self, "interior_padding", self.interior_padding, expected)
        unknown = (None,) * expected
        interior = listed(self.interior_padding) or unknown
        check_each(self, "interior padding", [0 if one is None else one for one in interior], 0)
        low = listed(self.edge_padding_low) or unknown
        high = listed(self.edge_padding_high) or unknown
        check_padded(self, dims(self.operand), (low, high, interior), dims(self.result))
