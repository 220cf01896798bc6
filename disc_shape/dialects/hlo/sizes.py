"""Operations on the sizes of dimensions: `get_dimension_size`, `set_dimension_size`.

StableHLO specification, sections of the same names.
"""

from typing import ClassVar

from xdsl.irdl import operand_def, prop_def, result_def

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.constraints import ANY_TENSOR, INT64, INT_TENSOR, TENSOR
from disc_shape.dialects.hlo.directives import Int
from disc_shape.dialects.hlo.op import STABLEHLO, PureHloOp
from disc_shape.dialects.hlo.shapes import (
    check_dimension,
    check_int32,
    check_same_element,
    check_same_sizes,
    check_scalar,
    dims,
    rank,
)


class GetDimensionSizeOp(PureHloOp):
    """Returns the size of one dimension of the operand.

    (c1) the dimension is in range.

    Example:
    ```mlir
    %result = stablehlo.get_dimension_size %operand, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    ```
    """

    name = "get_dimension_size"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(ANY_TENSOR)
    dimension = prop_def(INT64)
    result = result_def(INT_TENSOR)
    assembly_format = (
        "$operand `,` `dim` `=` custom<Int>($dimension) attr-dict `:` "
        "functional-type(operands, results)"
    )
    custom_directives = (Int,)

    def verify_(self) -> None:
        check_dimension(self, "dimension", int_of(self.dimension), rank(self.operand))
        check_scalar(self, "result", self.result)


class SetDimensionSizeOp(PureHloOp):
    """Truncates one dimension of the operand to a size that another operand gives.

    (c1) the dimension is in range, (c2) the other sizes and the element type are the operand's.

    Example:
    ```mlir
    %result = stablehlo.set_dimension_size %operand, %size, dim = 0 :
      (tensor<8x4xf32>, tensor<i32>) -> tensor<?x4xf32>
    ```
    """

    name = "set_dimension_size"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(TENSOR)
    size = operand_def(INT_TENSOR)
    dimension = prop_def(INT64)
    result = result_def(TENSOR)
    assembly_format = (
        "$operand `,` $size `,` `dim` `=` custom<Int>($dimension) attr-dict `:` "
        "functional-type(operands, results)"
    )
    custom_directives = (Int,)

    def verify_(self) -> None:
        dimension = int_of(self.dimension)
        check_dimension(self, "dimension", dimension, rank(self.operand))
        check_scalar(self, "size", self.size)
        check_int32(self, "size", self.size)
        check_int32(self, "size", self.size)
        check_same_element(self, "operand and result", self.operand.type, self.result.type)
        expected = list(dims(self.operand))
        expected[dimension] = None
        check_same_sizes(self, "operand and result", tuple(expected), dims(self.result))
