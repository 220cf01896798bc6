"""Conversions between quantized and floating-point elements.

StableHLO specification, sections "uniform_dequantize", "uniform_quantize", and the constraints on
quantized tensors of the section "Types".
"""

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def

from disc_shape.dialects.hlo.constraints import AXIS_QUANTIZED, FLOAT, QUANTIZED, tensor_of
from disc_shape.dialects.hlo.op import PureHloOp
from disc_shape.dialects.hlo.shapes import check_same_shape, element_type, require
from disc_shape.dialects.hlo.type_formats import CommonType
from disc_shape.dialects.quant import UniformQuantizedType


def expressed_type(element: Attribute) -> Attribute:
    """The type of the real numbers that elements are or stand for."""
    return element.expressed_type if isinstance(element, UniformQuantizedType) else element


class ConversionOp(PureHloOp):
    """Converts to or from quantized elements.

    Scales along an axis are as many as the tensor has indices along it.
    """

    assembly_format = "$operand attr-dict `:` custom<CommonType>(type(operands), type(results))"
    custom_directives = (CommonType,)

    def verify_(self) -> None:
        (operand,), (result,) = self.operand_types, self.result_types
        check_same_shape(self, "operand and result", operand, result)
        wanted, found = expressed_type(element_type(operand)), expressed_type(element_type(result))
        require(
            wanted == found,
            f"expressed types of '{self.name}' operand and result differ: {wanted} and {found}",
        )


class UniformDequantizeOp(ConversionOp):
    """Converts quantized elements to the floating-point numbers that they represent.

    (c1) the shapes of operand and result agree, (c2) the result's elements have the operand's
    expressed type.

    Example:
    ```mlir
    %result = stablehlo.uniform_dequantize %operand :
      (tensor<?x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<?x4xf32>
    ```
    """

    name = "uniform_dequantize"
    operand = operand_def(tensor_of(QUANTIZED, AXIS_QUANTIZED))
    result = result_def(tensor_of(FLOAT))


class UniformQuantizeOp(ConversionOp):
    """Converts floating-point numbers, or elements that are quantized otherwise, to quantized
    elements.

    (c1) the shapes of operand and result agree, (c2) the result's expressed type is the operand's
    element type, or its expressed type.

    Example:
    ```mlir
    %result = stablehlo.uniform_quantize %operand :
      (tensor<?x4xf32>) -> tensor<?x4x!quant.uniform<i8:f32, 5.000000e-01>>
    ```
    """

    name = "uniform_quantize"
    operand = operand_def(tensor_of(FLOAT, QUANTIZED, AXIS_QUANTIZED))
    result = result_def(tensor_of(QUANTIZED, AXIS_QUANTIZED))
