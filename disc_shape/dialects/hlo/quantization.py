"""Quantized numbers to real ones and back.

StableHLO specification, sections "uniform_dequantize", "uniform_quantize", and the constraints on
quantized tensors of the section "Types".
"""

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def

from disc_shape.dialects.hlo.constraints import FLOAT, QUANTIZED, tensor_of
from disc_shape.dialects.hlo.op import PureHloOp
from disc_shape.dialects.hlo.shapes import (
    agree,
    check_same_shape,
    dims,
    element_type,
    rank,
    require,
)
from disc_shape.dialects.hlo.type_formats import CommonType
from disc_shape.dialects.quant import UniformQuantizedType


def expressed_type(element: Attribute) -> Attribute:
    """The type of the real numbers that elements are or stand for."""
    return element.expressed_type if isinstance(element, UniformQuantizedType) else element


def check_axis(op: PureHloOp, type_: Attribute) -> None:
    """Scales along an axis are as many as the tensor has indices along it."""
    element = element_type(type_)
    if not isinstance(element, UniformQuantizedType) or element.data.axis is None:
        return
    axis = element.data.axis
    require(
        axis < rank(type_),
        f"quantized dimension {axis} of '{op.name}' is out of range: expected 0 to "
        f"{rank(type_) - 1}",
    )
    size = dims(type_)[axis]
    require(
        agree(size, len(element.scales)),
        f"dimension {axis} of '{op.name}' is {size}, expected one index for each of "
        f"{len(element.scales)} scales",
    )


class ConversionOp(PureHloOp):
    """A conversion of quantized numbers.

    Scales along an axis are as many as the tensor has indices along it.
    """

    assembly_format = "$operand attr-dict `:` custom<CommonType>(type(operands), type(results))"
    custom_directives = (CommonType,)

    def verify_(self) -> None:
        (operand,), (result,) = self.operand_types, self.result_types
        check_same_shape(self, "operand and result", operand, result)
        check_axis(self, operand)
        check_axis(self, result)
        wanted, found = expressed_type(element_type(operand)), expressed_type(element_type(result))
        require(
            wanted == found,
            f"expressed types of '{self.name}' operand and result differ: {wanted} and {found}",
        )


class UniformDequantizeOp(ConversionOp):
    """The real numbers that quantized ones stand for.

    (c1) the shapes of operand and result agree, (c2) the result's elements have the operand's
    expressed type.
    """

    name = "uniform_dequantize"
    operand = operand_def(tensor_of(QUANTIZED))
    result = result_def(tensor_of(FLOAT))


class UniformQuantizeOp(ConversionOp):
    """Quantized numbers for real ones, or for ones that are quantized otherwise.

    (c1) the shapes of operand and result agree, (c2) the result's expressed type is the operand's
    element type, or its expressed type.
    """

    name = "uniform_quantize"
    operand = operand_def(tensor_of(FLOAT, QUANTIZED))
    result = result_def(tensor_of(QUANTIZED))
