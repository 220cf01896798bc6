"""Operations that move whole tensors: broadcasts, reshapes, `transpose`, `concatenate`, `reverse`.

StableHLO specification, sections of the same names.
"""

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, var_operand_def

from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.constraints import ANY_TENSOR, INT64, INTS, SIZES, TENSOR
from disc_shape.dialects.hlo.directives import Int, Ints, OperandsThen
from disc_shape.dialects.hlo.listed import check_listed_sizes
from disc_shape.dialects.hlo.op import STABLEHLO, PureHloOp
from disc_shape.dialects.hlo.scales import (
    axes,
    check_axis,
    check_reshaped_scales,
    check_stretched_scales,
)
from disc_shape.dialects.hlo.shapes import (
    Dims,
    agree,
    check_bounded,
    check_count,
    check_dimension,
    check_dimensions,
    check_each,
    check_same_element,
    check_same_sizes,
    check_same_type,
    check_shape_operand,
    check_unique,
    dims,
    rank,
    require,
)
from disc_shape.dialects.hlo.type_formats import CommonType

SIZES_AND_TYPES = "attr-dict `:` functional-type(operands, results)"


class ReshapeOp(PureHloOp):
    """Changes the shape and keeps the elements in row-major order; the new shape is static or
    bounded.

    (c1) the element types agree, (c2) the numbers of elements agree, (c3) the sizes before the
    quantized dimension have equal products.

    Example:
    ```mlir
    %result = stablehlo.reshape %operand : (tensor<2x6xf32>) -> tensor<3x4xf32>
    ```
    """

    name = "reshape"
    operand = operand_def(ANY_TENSOR)
    result = result_def(ANY_TENSOR)
    assembly_format = f"$operand {SIZES_AND_TYPES}"

    def verify_(self) -> None:
        check_reshaped_scales(self, self.operand, self.result)
        check_element_count(self, dims(self.operand), dims(self.result))
        check_bounded(self, self.result)


class DynamicReshapeOp(PureHloOp):
    """Changes the shape to the one that an operand lists, and keeps the elements in row-major
    order.

    (c1) the element types agree, (c2) the numbers of elements agree, (c3) the sizes before the
    quantized dimension have equal products, (c4) `output_shape` lists a size for each dimension of
    the result, which the result has.

    Example:
    ```mlir
    %result = stablehlo.dynamic_reshape %operand, %output_shape :
      (tensor<?x6xf32>, tensor<2xi64>) -> tensor<?x3xf32>
    ```
    """

    name = "dynamic_reshape"
    operand = operand_def(ANY_TENSOR)
    output_shape = operand_def(SIZES)
    result = result_def(ANY_TENSOR)
    assembly_format = f"operands {SIZES_AND_TYPES}"

    def verify_(self) -> None:
        check_reshaped_scales(self, self.operand, self.result)
        check_shape_operand(self, "output_shape", self.output_shape, rank(self.result))
        sizes = check_listed_sizes(self, "output_shape", self.output_shape, self.result)
        check_element_count(self, dims(self.operand), sizes)


def check_element_count(op: PureHloOp, before: Dims, after: Dims) -> None:
    """Two shapes can hold equally many elements."""
    known = [size for size in before if size is not None]
    wanted = [size for size in after if size is not None]
    if len(known) == len(before) and len(wanted) == len(after):
        require(
            prod(known) == prod(wanted),
            f"numbers of elements of '{op.name}' operand and result differ: "
            f"{prod(known)} and {prod(wanted)}",
        )


class BroadcastInDimOp(PureHloOp):
    """Repeats the operand along new dimensions and along those of size 1; the shape is static or
    bounded.

    (c1) the element types agree, (c2) `broadcast_dimensions` has a result dimension for each
    operand dimension, (c3) `broadcast_dimensions` are in range, (c4) none of them occurs twice,
    (c5) an operand dimension has size 1 or the size of its result dimension, (c6) the one scale of
    a quantized dimension of size 1 is repeated.

    Example:
    ```mlir
    %result = stablehlo.broadcast_in_dim %operand, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
    ```
    """

    name = "broadcast_in_dim"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(ANY_TENSOR)
    broadcast_dimensions = prop_def(INTS)
    result = result_def(ANY_TENSOR)
    assembly_format = (
        f"$operand `,` `dims` `=` custom<Ints>($broadcast_dimensions) {SIZES_AND_TYPES}"
    )
    custom_directives = (Ints,)

    def verify_(self) -> None:
        dimensions = ints(self.broadcast_dimensions)
        check_stretched_scales(self, self.operand, self.result, dimensions)
        check_broadcast(self, dims(self.operand), dimensions, dims(self.result))
        check_bounded(self, self.result)


class DynamicBroadcastInDimOp(PureHloOp):
    """Repeats the operand along new dimensions and along those of size 1, to sizes that an operand
    lists.

    (c1) to (c6) as for `broadcast_in_dim`, (c7) `output_dimensions` lists a size for each dimension
    of the result, which the result has, (c8) no dimension is known both to expand and not to, (c9),
    (c10) the known expanding and nonexpanding dimensions are dimensions of the operand.

    Example:
    ```mlir
    %result = stablehlo.dynamic_broadcast_in_dim %operand, %output_dimensions, dims = [1] :
      (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    ```
    """

    name = "dynamic_broadcast_in_dim"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(ANY_TENSOR)
    output_dimensions = operand_def(SIZES)
    broadcast_dimensions = prop_def(INTS)
    known_expanding_dimensions = opt_prop_def(INTS)
    known_nonexpanding_dimensions = opt_prop_def(INTS)
    result = result_def(ANY_TENSOR)
    assembly_format = (
        "$operand `,` $output_dimensions `,` `dims` `=` custom<Ints>($broadcast_dimensions) "
        + SIZES_AND_TYPES
    )
    custom_directives = (Ints,)

    def verify_(self) -> None:
        dimensions = ints(self.broadcast_dimensions)
        check_stretched_scales(self, self.operand, self.result, dimensions)
        output = self.output_dimensions
        check_shape_operand(self, "output_dimensions", output, rank(self.result))
        sizes = check_listed_sizes(self, "output_dimensions", output, self.result)
        check_broadcast(self, dims(self.operand), dimensions, sizes)
        if self.known_expanding_dimensions or self.known_nonexpanding_dimensions:
            self._verify_known()

    def _verify_known(self) -> None:
        """(c8), (c9), (c10)"""
        expanding = ints(self.known_expanding_dimensions)
        nonexpanding = ints(self.known_nonexpanding_dimensions)
        operand_rank = rank(self.operand)
        check_unique(self, "known expanding and nonexpanding dimensions", expanding + nonexpanding)
        check_dimensions(self, "known expanding dimension", expanding, operand_rank)
        check_dimensions(self, "known nonexpanding dimension", nonexpanding, operand_rank)


def check_broadcast(op: PureHloOp, operand: Dims, dimensions: Sequence[int], result: Dims) -> None:
    """(c2) to (c5) of both broadcasts."""
    check_count(op, "broadcast_dimensions", len(dimensions), len(operand))
    check_dimensions(op, "broadcast dimension", dimensions, len(result))
    check_unique(op, "broadcast_dimensions", dimensions)
    for index, target in enumerate(dimensions):
        require(
            operand[index] == 1 or agree(operand[index], result[target]),
            f"dimension {index} of '{op.name}' operand has size {operand[index]}, "
            f"which does not broadcast to {result[target]}",
        )


class BroadcastOp(PureHloOp):
    """Repeats the operand along new leading dimensions.

    (c1) the sizes are not negative, (c2) the result's sizes are the new ones, then the operand's.

    Example:
    ```mlir
    %result = stablehlo.broadcast %operand, sizes = [2] : (tensor<?x4xf32>) -> tensor<2x?x4xf32>
    ```
    """

    name = "broadcast"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(TENSOR)
    broadcast_sizes = prop_def(INTS)
    result = result_def(ANY_TENSOR)
    assembly_format = f"$operand `,` `sizes` `=` custom<Ints>($broadcast_sizes) {SIZES_AND_TYPES}"
    custom_directives = (Ints,)

    def verify_(self) -> None:
        check_same_element(self, "operand and result", self.operand.type, self.result.type)
        sizes = ints(self.broadcast_sizes)
        check_each(self, "broadcast size", sizes, 0)
        check_same_sizes(self, "sizes and result", sizes + dims(self.operand), dims(self.result))


class TransposeOp(PureHloOp):
    """Permutes the dimensions of the operand.

    (c1) the element types agree, (c2) the permutation is one of the operand's dimensions, (c3) the
    result's sizes are the operand's in that order, (c4) the quantized dimension moves with them.

    Example:
    ```mlir
    %result = stablehlo.transpose %operand, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
    ```
    """

    name = "transpose"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(ANY_TENSOR)
    permutation = prop_def(INTS)
    result = result_def(ANY_TENSOR)
    assembly_format = f"$operand `,` `dims` `=` custom<Ints>($permutation) {SIZES_AND_TYPES}"
    custom_directives = (Ints,)

    def verify_(self) -> None:
        check_same_element(self, "operand and result", self.operand.type, self.result.type)
        operand = dims(self.operand)
        permutation = ints(self.permutation)
        require(
            sorted(permutation) == list(range(len(operand))),
            f"permutation of '{self.name}' is {list(permutation)}, "
            f"expected each of 0 to {len(operand) - 1} once",
        )
        if (found := axes(self.operand, self.result)) is not None:
            check_axis(self, "operand", self.operand, permutation[found[1]])
        expected = tuple(operand[index] for index in permutation)
        check_same_sizes(self, "permuted operand and result", expected, dims(self.result))


class ConcatenateOp(PureHloOp):
    """Concatenates the operands along one dimension.

    (c1) the element types agree, (c2) the shapes agree except along the dimension, (c3) there is an
    operand, (c4) the dimension is in range, (c5) the result has the operands' element type, (c6)
    the result's size along the dimension is the sum of the operands'.

    Example:
    ```mlir
    %result = stablehlo.concatenate %lhs, %rhs, dim = 1 :
      (tensor<?x4xf32>, tensor<?x2xf32>) -> tensor<?x6xf32>
    ```
    """

    name = "concatenate"
    SHORT_IN: ClassVar = (STABLEHLO,)
    inputs = var_operand_def(TENSOR)
    dimension = prop_def(INT64)
    result = result_def(TENSOR)
    assembly_format = (
        "custom<OperandsThen>($inputs) `dim` `=` custom<Int>($dimension) attr-dict `:` "
        "functional-type($inputs, $result)"
    )
    custom_directives = (OperandsThen, Int)

    def verify_(self) -> None:
        require(len(self.inputs) > 0, f"'{self.name}' has no operands, expected at least 1")
        check_same_element(self, "operands", *self.operand_types)
        check_same_element(self, "operands and result", self.operand_types[0], self.result.type)
        dimension = int_of(self.dimension)
        result = dims(self.result)
        check_dimension(self, "dimension", dimension, len(result))
        total: int | None = 0
        others = (*result[:dimension], None, *result[dimension + 1 :])
        for index, operand in enumerate(self.inputs):
            sizes = dims(operand)
            known = check_same_sizes(self, f"operand {index} and the others", sizes, others)
            others = (*known[:dimension], None, *known[dimension + 1 :])
            size = sizes[dimension]
            total = None if total is None or size is None else total + size
        require(
            agree(total, result[dimension]),
            f"dimension {dimension} of '{self.name}' result has size {result[dimension]}, "
            f"expected {total}",
        )


class ReverseOp(PureHloOp):
    """Reverses the order of the elements along some dimensions.

    (c1) the types of operand and result agree, (c2) no dimension occurs twice, (c3) the dimensions
    are in range.

    Example:
    ```mlir
    %result = stablehlo.reverse %operand, dims = [1] : tensor<?x4xf32>
    ```
    """

    name = "reverse"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(TENSOR)
    dimensions = prop_def(INTS)
    result = result_def(TENSOR)
    assembly_format = (
        "$operand `,` `dims` `=` custom<Ints>($dimensions) attr-dict `:` "
        "custom<CommonType>(type(operands), type(results))"
    )
    custom_directives = (Ints, CommonType)

    def verify_(self) -> None:
        check_same_type(
            self, "operand and result", self.operand.type, self.result.type, scales=True
        )
        dimensions = ints(self.dimensions)
        check_unique(self, "dimensions", dimensions)
        check_dimensions(self, "dimension", dimensions, rank(self.operand))
