"""CHLO's operations that are not elementwise: constants, sorted elements, reshapes."""

from typing import ClassVar

from xdsl.ir import TypedAttribute
from xdsl.irdl import operand_def, prop_def, result_def

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.constraints import INT64, SIZES, TENSOR, InstanceOf
from disc_shape.dialects.hlo.directives import Int
from disc_shape.dialects.hlo.elementwise import INTEGERS
from disc_shape.dialects.hlo.mhlo_only import check_top_k
from disc_shape.dialects.hlo.op import CHLO, PureHloOp
from disc_shape.dialects.hlo.shapes import (
    check_same_element,
    check_same_shape,
    check_shape_operand,
    element_type,
    rank,
    require,
)

NUMBER = InstanceOf((TypedAttribute,), "a number with a type")


class ConstantLikeOp(PureHloOp):
    """Produces a tensor with the shape of the operand whose elements are one number.

    (c1) the shapes of operand and result agree, (c2) the number has the result's element type.

    Example:
    ```mlir
    %result = "chlo.constant_like"(%operand) <{value = 1.000000e+00 : f32}> :
      (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "constant_like"
    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)
    operand = operand_def(TENSOR)
    value = prop_def(NUMBER)
    result = result_def(TENSOR)

    def verify_(self) -> None:
        found = self.value.get_type()
        require(
            found == element_type(self.result),
            f"value of '{self.name}' has type {found}, expected {element_type(self.result)}",
        )
        check_same_shape(self, "operand and result", self.operand.type, self.result.type)


class TopKOp(PureHloOp):
    """Finds the k largest elements along the last dimension, and their indices.

    (c1) the operand has a dimension, (c2) k is not negative, and at most the last size, (c3) values
    and indices have k as their last size and the operand's others, (c4) the values have the
    operand's element type.

    Example:
    ```mlir
    %values, %indices = chlo.top_k(%operand, k = 2) :
      tensor<?x4xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
    ```
    """

    name = "top_k"
    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)
    operand = operand_def(TENSOR)
    k = prop_def(INT64)
    values = result_def(TENSOR)
    indices = result_def(INTEGERS)
    assembly_format = (
        "`` `(` $operand `,` `k` `=` custom<Int>($k) `)` attr-dict `:` type($operand) `->` `(` "
        "type($values) `,` type($indices) `)`"
    )
    custom_directives = (Int,)

    def verify_(self) -> None:
        check_top_k(self, int_of(self.k))


class DynamicReshapeOp(PureHloOp):
    """Changes the shape to the one that an operand lists, where -1 means the size that follows from
    the number of elements.

    Older programs have this operation.

    (c1) the element types of operand and result agree, (c2) the shape has an entry for each
    dimension of the result.

    Example:
    ```mlir
    %result = chlo.dynamic_reshape %operand, %output_shape :
      (tensor<?x6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    ```
    """

    name = "dynamic_reshape"
    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)
    operand = operand_def(TENSOR)
    output_shape = operand_def(SIZES)
    result = result_def(TENSOR)
    assembly_format = "$operand `,` $output_shape attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        check_same_element(self, "operand and result", self.operand.type, self.result.type)
        check_shape_operand(self, "output_shape", self.output_shape, rank(self.result))
