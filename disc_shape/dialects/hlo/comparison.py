"""Elementwise comparison and choice.

StableHLO specification, sections of the same names.
"""

from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.constraints import (
    BOOLEAN,
    COMPLEX,
    FLOAT,
    INTEGER,
    PREDICATE,
    TENSOR,
    attribute,
    element_kind,
)
from disc_shape.dialects.hlo.directives import Word
from disc_shape.dialects.hlo.enums import ComparisonDirectionAttr, ComparisonTypeAttr
from disc_shape.dialects.hlo.op import PureHloOp
from disc_shape.dialects.hlo.shapes import (
    check_same_element,
    check_same_shape,
    check_same_type,
    element_type,
    rank,
)
from disc_shape.dialects.hlo.type_formats import CommonType, SelectType

_COMPARISON_TYPES = {
    BOOLEAN: ("SIGNED", "UNSIGNED", "NOTYPE"),
    INTEGER: ("SIGNED", "UNSIGNED", "TOTALORDER", "NOTYPE"),
    FLOAT: ("FLOAT", "TOTALORDER", "NOTYPE"),
    COMPLEX: ("FLOAT", "NOTYPE"),
}
"""The orders that each kind of elements has.

Front ends write `SIGNED` for booleans, and signless integers have no sign to check. A total order
of integers is their order.
"""


class CompareOp(PureHloOp):
    """Compares the elements of two tensors pairwise.

    (c1) the element types of the operands agree, (c2) the shapes of operands and result agree, (c3)
    the comparison type is one that the element type has.

    Example:
    ```mlir
    %result = stablehlo.compare LT, %lhs, %rhs, FLOAT :
      (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
    ```
    """

    name = "compare"
    lhs = operand_def(TENSOR)
    rhs = operand_def(TENSOR)
    comparison_direction = prop_def(attribute(ComparisonDirectionAttr))
    compare_type = opt_prop_def(attribute(ComparisonTypeAttr))
    result = result_def(PREDICATE)
    assembly_format = (
        "custom<Word>($comparison_direction) `,` $lhs `,` $rhs "
        "(`,` custom<Word>($compare_type)^)? attr-dict `:` functional-type(operands, results)"
    )
    custom_directives = (Word,)

    def verify_(self) -> None:
        check_same_type(self, "operands", self.lhs.type, self.rhs.type)
        check_same_shape(self, "operands and result", *self.operand_types, self.result.type)
        if self.compare_type is None:
            return
        element = element_type(self.lhs)
        allowed = _COMPARISON_TYPES.get(element_kind(element))
        if allowed is not None and self.compare_type.data not in allowed:
            raise VerifyException(
                f"compare_type {self.compare_type.data} of '{self.name}' does not fit elements "
                f"of type {element}: expected {' or '.join(allowed[:-1])}"
            )


class SelectOp(PureHloOp):
    """Selects each element from `on_true` where the predicate is true, from `on_false` elsewhere.

    (c1) the predicate has rank 0 or the shape of the result, (c2) the types of both choices and the
    result agree.

    Example:
    ```mlir
    %result = stablehlo.select %pred, %on_true, %on_false : tensor<?x4xi1>, tensor<?x4xf32>
    ```
    """

    name = "select"
    pred = operand_def(PREDICATE)
    on_true = operand_def(TENSOR)
    on_false = operand_def(TENSOR)
    result = result_def(TENSOR)
    assembly_format = "operands attr-dict `:` custom<SelectType>(type(operands), type(results))"
    custom_directives = (SelectType,)

    def verify_(self) -> None:
        check_same_type(self, "choices", self.on_true.type, self.on_false.type, scales=True)
        check_same_type(
            self, "choices and result", self.on_true.type, self.on_false.type, self.result.type
        )
        if rank(self.pred):
            check_same_shape(self, "predicate and choices", *self.operand_types)


class ClampOp(PureHloOp):
    """Clamps each element of the operand to the range from `min` to `max`.

    (c1) `min` has rank 0 or the operand's shape, (c2) `max` has rank 0 or the operand's shape, (c3)
    the element types agree, (c4) the types of operand and result agree.

    Example:
    ```mlir
    %result = stablehlo.clamp %min, %operand, %max :
      (tensor<f32>, tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
    ```
    """

    name = "clamp"
    min = operand_def(TENSOR)
    operand = operand_def(TENSOR)
    max = operand_def(TENSOR)
    result = result_def(TENSOR)
    assembly_format = "operands attr-dict `:` custom<CommonType>(type(operands), type(results))"
    custom_directives = (CommonType,)

    def verify_(self) -> None:
        check_same_type(self, "operand and result", self.operand.type, self.result.type)
        check_same_element(
            self,
            "limits and operand",
            *(self.min.type, self.operand.type, self.max.type),
            scales=False,
        )
        for what, limit in (("min", self.min), ("max", self.max)):
            if rank(limit):
                check_same_shape(self, f"{what} and operand", limit.type, self.operand.type)
