"""Operations that read sizes out of shapes."""

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure

from disc_shape.dialects.shape.simplified import Simplified
from disc_shape.dialects.shape.types import (
    ANY_SHAPE,
    ANY_SHAPED,
    ANY_SIZE,
    SizeType,
    check_error_propagates,
    holds_error,
)

Value = SSAValue | Operation


def size_type(*operands: SSAValue) -> Attribute:
    """The type of a size that is computed from these: one that can hold an error when they can."""
    return SizeType() if any(holds_error(one.type) for one in operands) else IndexType()


@irdl_op_definition
class NumElementsOp(IRDLOperation):
    """Multiplies all sizes of a shape.

    Constraints:
    (c1) the result is a size when the operand is a shape.

    Example:
    ```mlir
    %1 = shape.num_elements %0 : tensor<3xindex> -> index
    ```
    """

    name = "shape.num_elements"

    shape = operand_def(ANY_SHAPE)
    result = result_def(ANY_SIZE)

    assembly_format = "$shape attr-dict `:` type($shape) `->` type($result)"
    traits = traits_def(Simplified(), Pure())

    def __init__(self, shape: Value, result_type: Attribute | None = None) -> None:
        shape = SSAValue.get(shape)
        super().__init__(operands=[shape], result_types=[result_type or size_type(shape)])

    def verify_(self) -> None:
        check_error_propagates(self, self.operand_types, self.result.type)


@irdl_op_definition
class RankOp(IRDLOperation):
    """Returns the number of sizes of a shape.

    Constraints:
    (c1) the result is a size when the operand is a shape.

    Example:
    ```mlir
    %1 = shape.rank %0 : !shape.shape -> !shape.size
    ```
    """

    name = "shape.rank"

    shape = operand_def(ANY_SHAPE)
    rank = result_def(ANY_SIZE)

    assembly_format = "$shape attr-dict `:` type($shape) `->` type($rank)"
    traits = traits_def(Simplified(), Pure())

    def __init__(self, shape: Value, result_type: Attribute | None = None) -> None:
        shape = SSAValue.get(shape)
        super().__init__(operands=[shape], result_types=[result_type or size_type(shape)])

    def verify_(self) -> None:
        check_error_propagates(self, self.operand_types, self.rank.type)


@irdl_op_definition
class DimOp(IRDLOperation):
    """Returns the size of one dimension of a value.

    Example:
    ```mlir
    %2 = shape.dim %0, %1 : tensor<?x4xf32>, index -> index
    ```
    """

    name = "shape.dim"

    value = operand_def(ANY_SHAPED)
    index = operand_def(ANY_SIZE)
    extent = result_def(ANY_SIZE)

    assembly_format = (
        "$value `,` $index attr-dict `:` type($value) `,` type($index) `->` type($extent)"
    )
    traits = traits_def(Simplified(), Pure())

    def __init__(self, value: Value, index: Value, result_type: Attribute | None = None) -> None:
        index = SSAValue.get(index)
        super().__init__(operands=[value, index], result_types=[result_type or index.type])


@irdl_op_definition
class GetExtentOp(IRDLOperation):
    """Returns one size of a shape.

    Constraints:
    (c1) the result is a size when an operand is a size or a shape.

    Example:
    ```mlir
    %2 = shape.get_extent %0, %1 : tensor<?xindex>, index -> index
    ```
    """

    name = "shape.get_extent"

    shape = operand_def(ANY_SHAPE)
    dim = operand_def(ANY_SIZE)
    extent = result_def(ANY_SIZE)

    assembly_format = "$shape `,` $dim attr-dict `:` type($shape) `,` type($dim) `->` type($extent)"
    traits = traits_def(Simplified(), Pure())

    def __init__(self, shape: Value, dim: Value, result_type: Attribute | None = None) -> None:
        shape, dim = SSAValue.get(shape), SSAValue.get(dim)
        if result_type is None:
            result_type = size_type(shape, dim)
        super().__init__(operands=[shape, dim], result_types=[result_type])

    def verify_(self) -> None:
        check_error_propagates(self, self.operand_types, self.extent.type)
