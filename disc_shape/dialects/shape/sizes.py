"""Arithmetic on sizes and indices."""

from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Commutative, ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.shape.directives import Index
from disc_shape.dialects.shape.simplified import Simplified
from disc_shape.dialects.shape.types import (
    ANY_SIZE,
    SHAPE_OR_SIZE,
    SizeType,
    check_error_propagates,
    holds_error,
)


def common_type(lhs: SSAValue, rhs: SSAValue) -> Attribute:
    """The type that holds an error when either operand does."""
    return lhs.type if holds_error(lhs.type) else rhs.type


class BinaryOp(IRDLOperation):
    """Two operands and a result, all with their types printed."""

    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

    def __init__(
        self,
        lhs: SSAValue | Operation,
        rhs: SSAValue | Operation,
        result_type: Attribute | None = None,
    ) -> None:
        lhs, rhs = SSAValue.get(lhs), SSAValue.get(rhs)
        type_ = common_type(lhs, rhs) if result_type is None else result_type
        super().__init__(operands=[lhs, rhs], result_types=[type_])


class SizeBinaryOp(BinaryOp):
    """Arithmetic on two sizes or indices.

    Constraints:
    (c1) the result is a size when an operand is one.
    """

    lhs = operand_def(ANY_SIZE)
    rhs = operand_def(ANY_SIZE)
    result = result_def(ANY_SIZE)

    def verify_(self) -> None:
        check_error_propagates(self, self.operand_types, self.result_types[0])


@irdl_op_definition
class AddOp(SizeBinaryOp):
    """Adds two sizes.

    Constraints:
    (c1) the result is a size when an operand is one.

    Example:
    ```mlir
    %2 = shape.add %0, %1 : !shape.size, index -> !shape.size
    ```
    """

    name = "shape.add"
    traits = traits_def(Simplified(), Pure(), Commutative())


@irdl_op_definition
class MulOp(SizeBinaryOp):
    """Multiplies two sizes.

    Constraints:
    (c1) the result is a size when an operand is one.

    Example:
    ```mlir
    %2 = shape.mul %0, %1 : index, index -> index
    ```
    """

    name = "shape.mul"
    traits = traits_def(Simplified(), Pure(), Commutative())


@irdl_op_definition
class DivOp(SizeBinaryOp):
    """Divides two sizes and rounds towards minus infinity.

    Constraints:
    (c1) the result is a size when an operand is one.

    Example:
    ```mlir
    %2 = shape.div %0, %1 : index, index -> index
    ```
    """

    name = "shape.div"
    traits = traits_def(Simplified(), Pure())


class ExtremumOp(BinaryOp):
    """The smaller or larger of two sizes, or of the sizes of two shapes of one rank.

    Constraints:
    (c1) the result has the type of both operands; of a shape and a size, it is a size (an error).
    """

    lhs = operand_def(SHAPE_OR_SIZE)
    rhs = operand_def(SHAPE_OR_SIZE)
    result = result_def(SHAPE_OR_SIZE)

    traits = traits_def(Simplified(), Pure(), Commutative())

    def verify_(self) -> None:
        lhs, rhs = self.operand_types
        expected = lhs if lhs == rhs else SizeType()
        if self.result_types[0] != expected:
            raise VerifyException(
                f"result of '{self.name}' must be {expected}, got {self.result_types[0]}"
            )


@irdl_op_definition
class MaxOp(ExtremumOp):
    """Computes the larger of two sizes, or of each two sizes of two shapes.

    Constraints:
    (c1) the result has the type of both operands; of a shape and a size, it is a size (an
         error).

    Example:
    ```mlir
    %2 = shape.max %0, %1 : !shape.shape, !shape.shape -> !shape.shape
    ```
    """

    name = "shape.max"


@irdl_op_definition
class MinOp(ExtremumOp):
    """Computes the smaller of two sizes, or of each two sizes of two shapes.

    Constraints:
    (c1) the result has the type of both operands; of a shape and a size, it is a size (an
         error).

    Example:
    ```mlir
    %2 = shape.min %0, %1 : !shape.size, !shape.size -> !shape.size
    ```
    """

    name = "shape.min"


@irdl_op_definition
class ConstSizeOp(IRDLOperation):
    """Produces a constant size.

    Example:
    ```mlir
    %0 = shape.const_size 10
    ```
    """

    name = "shape.const_size"

    value = prop_def(IntegerAttr.constr(IndexType()))
    result = result_def(SizeType())

    assembly_format = "custom<Index>($value) attr-dict"
    custom_directives = (Index,)
    traits = traits_def(Pure(), ConstantLike())

    def __init__(self, value: int) -> None:
        super().__init__(
            properties={"value": IntegerAttr(value, IndexType())}, result_types=[SizeType()]
        )


@irdl_op_definition
class IndexToSizeOp(IRDLOperation):
    """Converts an index to a size.

    Example:
    ```mlir
    %1 = shape.index_to_size %0
    ```
    """

    name = "shape.index_to_size"

    arg = operand_def(IndexType())
    result = result_def(SizeType())

    assembly_format = "$arg attr-dict"
    traits = traits_def(Simplified(), Pure())

    def __init__(self, arg: SSAValue | Operation) -> None:
        super().__init__(operands=[arg], result_types=[SizeType()])


@irdl_op_definition
class SizeToIndexOp(IRDLOperation):
    """Converts a size to an index; an error or an unknown size gives an undefined index.

    Example:
    ```mlir
    %1 = shape.size_to_index %0 : !shape.size
    ```
    """

    name = "shape.size_to_index"

    arg = operand_def(ANY_SIZE)
    result = result_def(IndexType())

    assembly_format = "$arg attr-dict `:` type($arg)"
    traits = traits_def(Simplified(), Pure())

    def __init__(self, arg: SSAValue | Operation) -> None:
        super().__init__(operands=[arg], result_types=[IndexType()])
