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
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.shape.simplified import Simplified
from disc_shape.dialects.shape.types import (
    ANY_SHAPE,
    ANY_SHAPED,
    ANY_SIZE,
    ANY_VALUE,
    EXTENTS,
    SHAPE_OR_SIZE,
    ShapeSource,
    ShapeType,
    ValueShapeType,
    check_same_rank,
    known_rank,
    of_kind,
)

Value = SSAValue | Operation


@irdl_op_definition
class FromExtentsOp(IRDLOperation):
    """The shape of these sizes.

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
    """The shape whose sizes an extent tensor holds.

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
    """The extent tensor that holds a shape's sizes; undefined for an error.

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


@irdl_op_definition
class ValueAsShapeOp(IRDLOperation):
    """The shape whose sizes a value holds.

    Example:
    ```mlir
    %1 = shape.value_as_shape %0 : tensor<2xi32> -> !shape.shape
    ```
    """

    name = "shape.value_as_shape"

    arg = operand_def(ShapeSource())
    result = result_def(ANY_SHAPE)

    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"
    traits = traits_def(Pure())

    def __init__(self, arg: Value, result_type: Attribute) -> None:
        super().__init__(operands=[arg], result_types=[result_type])


@irdl_op_definition
class ValueOfOp(IRDLOperation):
    """The value in a value with a shape.

    Example:
    ```mlir
    %1 = shape.value_of %0 : tensor<?xf32>
    ```
    """

    name = "shape.value_of"

    arg = operand_def(ValueShapeType())
    result = result_def(ANY_SHAPED)

    assembly_format = "$arg attr-dict `:` type($result)"
    traits = traits_def(Pure())

    def __init__(self, arg: Value, result_type: Attribute) -> None:
        super().__init__(operands=[arg], result_types=[result_type])


@irdl_op_definition
class WithOp(IRDLOperation):
    """A value, with this shape instead of its own.

    Example:
    ```mlir
    %2 = shape.with_shape %0, %1 : !shape.value_shape, !shape.shape
    ```
    """

    name = "shape.with_shape"

    operand = operand_def(ANY_VALUE)
    shape = operand_def(ANY_SHAPE)
    result = result_def(ValueShapeType())

    assembly_format = "operands attr-dict `:` type($operand) `,` type($shape)"
    traits = traits_def(Pure())

    def __init__(self, operand: Value, shape: Value) -> None:
        super().__init__(operands=[operand, shape], result_types=[ValueShapeType()])


@irdl_op_definition
class DebugPrintOp(IRDLOperation):
    """Prints its operand, and gives it back.

    Constraints:
    (c1) operand and result have one type.

    Example:
    ```mlir
    %1 = "shape.debug_print"(%0) : (!shape.shape) -> !shape.shape
    ```
    """

    name = "shape.debug_print"

    input = operand_def(SHAPE_OR_SIZE)
    output = result_def(SHAPE_OR_SIZE)

    def __init__(self, input: Value) -> None:
        input = SSAValue.get(input)
        super().__init__(operands=[input], result_types=[input.type])

    def verify_(self) -> None:
        if self.input.type != self.output.type:
            raise VerifyException(
                f"operand and result of '{self.name}' differ: {self.input.type} and"
                f" {self.output.type}"
            )
