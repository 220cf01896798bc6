"""Operations on sizes and indices in the data function: tie_shape, linearize, delinearize."""

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IndexType, TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    SameVariadicOperandSize,
    base,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import NoMemoryEffect, Pure
from xdsl.utils.exceptions import VerifyException


@irdl_op_definition
class TieShapeOp(IRDLOperation):
    """Returns its operand and ties its dimensions to sizes.

    Constraints:
    (c1) operand and result have one type.
    (c2) there is one size for each dimension.

    Example:
    ```mlir
    %1 = disc_shape.tie_shape %0, %d0, %d1 : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
    ```
    """

    name = "disc_shape.tie_shape"

    value = operand_def(base(TensorType[Attribute]))
    dims = var_operand_def(IndexType())
    result = result_def(base(TensorType[Attribute]))

    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    traits = traits_def(Pure())

    def __init__(self, value: SSAValue | Operation, dims: Sequence[SSAValue | Operation]) -> None:
        value = SSAValue.get(value)
        super().__init__(operands=[value, dims], result_types=[value.type])

    @property
    def tensor(self) -> TensorType[Attribute]:
        """The type of operand and result."""
        assert isinstance(self.value.type, TensorType)
        return cast("TensorType[Attribute]", self.value.type)

    def verify_(self) -> None:
        """Check the numbered constraints."""
        type_ = self.tensor
        if self.result.type != type_:
            raise VerifyException(
                f"operand and result of '{self.name}' differ: {type_} and {self.result.type}"
            )
        rank = type_.get_num_dims()
        if len(self.dims) != rank:
            raise VerifyException(
                f"'{self.name}' ties {len(self.dims)} sizes to a value of rank {rank}"
            )


@irdl_op_definition
class LinearizeOp(IRDLOperation):
    """Computes the row-major position of an index in a space of these sizes: `(i * d1 + j) * d2 +
    k`.

    Legal only with each index at least zero and less than its size, so that no size is zero: the
    interpreter stops at another one, and the analysis infers the bounds. The verifier does not read
    constants: a branch that is not taken may compute an index of a dimension without elements.

    Constraints:
    (c1) there are as many indices as sizes.

    Example:
    ```mlir
    %p = disc_shape.linearize [%i, %j] in [%d0, %d1]
    ```
    """

    name = "disc_shape.linearize"

    indices = var_operand_def(IndexType())
    sizes = var_operand_def(IndexType())
    result = result_def(IndexType())

    irdl_options = (ParsePropInAttrDict(), SameVariadicOperandSize())
    assembly_format = "` ` `[` $indices `]` `in` ` ` `[` $sizes `]` attr-dict"

    traits = traits_def(NoMemoryEffect())

    def __init__(
        self, indices: Sequence[SSAValue | Operation], sizes: Sequence[SSAValue | Operation]
    ) -> None:
        super().__init__(operands=[indices, sizes], result_types=[IndexType()])


@irdl_op_definition
class DelinearizeOp(IRDLOperation):
    """Computes the index at a row-major position of a space of these sizes; the inverse of
    `linearize`.

    Legal only with sizes that are at least one, and a position that is at least zero and less than
    their product, as with `linearize`.

    Constraints:
    (c1) there are as many results as sizes.

    Example:
    ```mlir
    %i, %j = disc_shape.delinearize %p in [%d0, %d1] : index, index
    ```
    """

    name = "disc_shape.delinearize"

    position = operand_def(IndexType())
    sizes = var_operand_def(IndexType())
    indices = var_result_def(IndexType())

    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$position `in` ` ` `[` $sizes `]` attr-dict `:` type($indices)"

    traits = traits_def(NoMemoryEffect())

    def __init__(
        self, position: SSAValue | Operation, sizes: Sequence[SSAValue | Operation]
    ) -> None:
        super().__init__(operands=[position, sizes], result_types=[[IndexType()] * len(sizes)])

    def verify_(self) -> None:
        """Check the numbered constraints."""
        if len(self.indices) != len(self.sizes):
            raise VerifyException(
                f"'{self.name}' has {len(self.indices)} results and {len(self.sizes)} sizes"
            )


def untied(value: SSAValue) -> SSAValue:
    """The value that is tied to its sizes."""
    owner = value.owner
    while type(owner) is TieShapeOp:
        value = owner.operands[0]
        owner = value.owner
    return value
