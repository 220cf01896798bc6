"""Computations on the shapes of reshapes, which MHLO had, and StableHLO for a while.

A shape may hold -1 once, for the size that follows from the number of elements.
"""

from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import Pure

from disc_shape.dialects.hlo.constraints import ANY_TYPE, SIZES
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.shapes import check_same_type, rank, require


class ShapeResolvingOp(HloOp):
    """An operation on a number of elements and a shape for them.

    (c1) the shape has rank 1.
    """

    num_elements = operand_def(ANY_TYPE)
    dynamic_shape = operand_def(SIZES)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        found = rank(self.dynamic_shape)
        require(found == 1, f"dynamic_shape of '{self.name}' has rank {found}, expected 1")


class ComputeReshapeShapeOp(ShapeResolvingOp):
    """The shape with -1 replaced by the size that follows.

    (c2) the types of shape and result agree.
    """

    name = "compute_reshape_shape"
    traits = traits_def(Pure())
    result = result_def(SIZES)

    def verify_(self) -> None:
        super().verify_()
        check_same_type(self, "shape and result", self.dynamic_shape.type, self.result.type)


class CstrReshapableOp(ShapeResolvingOp):
    """A witness that the shape is one that so many elements can have.

    Like every constraint it is a check: without a user it still stops a run that breaks it.
    """

    name = "cstr_reshapable"
    result = result_def(ANY_TYPE)
