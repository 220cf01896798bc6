"""Operations on the shapes of reshapes, of older versions of MHLO and StableHLO.

A shape may hold -1 once, for the size that follows from the number of elements.
"""

from xdsl.dialects.builtin import IndexType
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import Pure

from disc_shape.dialects.hlo.constraints import ANY_TYPE, SIZES
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.shapes import check_same_type, rank, require


class ShapeResolvingOp(HloOp):
    """An operation on a number of elements and a shape for them.

    (c1) the shape has rank 1;
    (c2) the number of elements is an `index`.
    """

    num_elements = operand_def(ANY_TYPE)
    dynamic_shape = operand_def(SIZES)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        found = rank(self.dynamic_shape)
        require(found == 1, f"dynamic_shape of '{self.name}' has rank {found}, expected 1")
        count = self.num_elements.type
        is_index = isinstance(count, IndexType)
        require(is_index, f"num_elements of '{self.name}' is {count}, expected index")


class ComputeReshapeShapeOp(ShapeResolvingOp):
    """Replaces the -1 of a shape by the size that follows from the number of elements.

    (c3) the types of shape and result agree.

    Example:
    ```mlir
    %result = stablehlo.compute_reshape_shape %num_elements, %shape :
      (index, tensor<2xi32>) -> tensor<2xi32>
    ```
    """

    name = "compute_reshape_shape"
    traits = traits_def(Pure())
    result = result_def(SIZES)

    def verify_(self) -> None:
        super().verify_()
        check_same_type(self, "shape and result", self.dynamic_shape.type, self.result.type)


class CstrReshapableOp(ShapeResolvingOp):
    """Checks that a tensor with this number of elements can have the shape, and returns a witness.

    Like every constraint it is a check: without a user it still stops a run that breaks it.

    Example:
    ```mlir
    %witness = stablehlo.cstr_reshapable %num_elements, %shape :
      (index, tensor<2xi32>) -> !shape.witness
    ```
    """

    name = "cstr_reshapable"
    result = result_def(ANY_TYPE)
