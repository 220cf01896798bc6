"""Operations between shapes, extent tensors, sizes and values."""

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure

from disc_shape.dialects.shape.simplified import Simplified
from disc_shape.dialects.shape.types import (
    ANY_SHAPE,
    ANY_SIZE,
    EXTENTS,
    ShapeType,
    check_same_rank,
    known_rank,
    of_kind,
)

Value = SSAValue | Operation


@irdl_op_definition
class FromExtentsOp(IRDLOperation):
    """Makes a shape of its sizes.

    Example:
    ```mlir
    %2 = shape.from_extents %0, %1 : index, !shape.size
    ```
    """

    name = "shape.from_extents"

    extents = var_operand_def(ANY_SIZE)
    shape = result_def(ShapeType())

    assembly_format = "$extents attr-dict `:` type($extents)"
    traits = traits_def(Simplified(), Pure())

    def __init__(self, *extents: Value) -> None:
        super().__init__(operands=[extents], result_types=[ShapeType()])


@irdl_op_definition
class FromExtentTensorOp(IRDLOperation):
    """Converts an extent tensor to a shape.

    Example:
    ```mlir
    %1 = shape.from_extent_tensor %0 : tensor<?xindex>
    ```
    """

    name = "shape.from_extent_tensor"

    input = operand_def(of_kind(EXTENTS))
    result = result_def(ShapeType())

    assembly_format = "$input attr-dict `:` type($input)"
    traits = traits_def(Simplified(), Pure())

    def __init__(self, input: Value) -> None:
        super().__init__(operands=[input], result_types=[ShapeType()])


@irdl_op_definition
class ToExtentTensorOp(IRDLOperation):
    """Converts a shape to an extent tensor; the result is undefined for an error.

    Constraints:
    (c1) lengths of extent tensors agree when both are known.

    Example:
    ```mlir
    %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<3xindex>
    ```
    """

    name = "shape.to_extent_tensor"

    input = operand_def(ANY_SHAPE)
    result = result_def(of_kind(EXTENTS))

    assembly_format = "$input attr-dict `:` type($input) `->` type($result)"
    traits = traits_def(Simplified(), Pure())

    def __init__(self, input: Value, result_type: Attribute) -> None:
        super().__init__(operands=[input], result_types=[result_type])

    def verify_(self) -> None:
        length = known_rank(self.input.type)
        if length is not None:
            check_same_rank(self, length, self.result.type)
