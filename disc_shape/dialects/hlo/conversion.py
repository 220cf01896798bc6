"""Elementwise operations that change the element type or the representation of elements.

StableHLO specification, sections of the same names.
"""

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    ComplexType,
    FixedBitwidthType,
    Float16Type,
    Float32Type,
    Float64Type,
)
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.constraints import (
    ANY_TENSOR,
    COMPLEX,
    FLOAT,
    INT32,
    INTEGER,
    PREDICATE,
    QUANTIZED,
    TENSOR,
    element_kind,
    tensor_of,
)
from disc_shape.dialects.hlo.directives import Format
from disc_shape.dialects.hlo.narrow import complex_part
from disc_shape.dialects.hlo.op import STABLEHLO, PureHloOp, prefix_of
from disc_shape.dialects.hlo.shapes import (
    check_has_sign,
    check_same_shape,
    check_same_sizes,
    check_same_type,
    dims,
    element_type,
    require,
    stored,
    unquantized,
)
from disc_shape.dialects.hlo.type_formats import CommonType, ComplexResult

REAL_OR_COMPLEX = tensor_of(FLOAT, COMPLEX)


class ConvertOp(PureHloOp):
    """Converts each element to the element type of the result.

    (c1) the shapes of operand and result agree.

    Example:
    ```mlir
    %result = stablehlo.convert %operand : (tensor<?x4xi32>) -> tensor<?x4xf32>
    ```
    """

    name = "convert"
    operand = operand_def(TENSOR)
    result = result_def(TENSOR)
    assembly_format = "$operand attr-dict `:` custom<CommonType>(type(operands), type(results))"
    custom_directives = (CommonType,)

    def verify_(self) -> None:
        check_same_shape(self, "operand and result", self.operand.type, self.result.type)
        for value in (self.operand, self.result) if prefix_of(self.name) == STABLEHLO else ():
            if element_kind(element_type(value)) == QUANTIZED:
                raise VerifyException(
                    f"'{self.name}' has the type {value.type}, expected one that is not quantized: "
                    "uniform_quantize and uniform_dequantize convert those"
                )


class IsFiniteOp(PureHloOp):
    """Tests whether each element is finite: neither infinite nor NaN.

    (c1) the shapes of operand and result agree.

    Example:
    ```mlir
    %result = stablehlo.is_finite %x : (tensor<?x4xf32>) -> tensor<?x4xi1>
    ```
    """

    name = "is_finite"
    x = operand_def(tensor_of(FLOAT, QUANTIZED))
    y = result_def(PREDICATE)
    assembly_format = "$x attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        check_same_shape(self, "operand and result", self.x.type, self.y.type)


def real_part(element: Attribute) -> Attribute:
    """The element type of the real part: that of a complex number's parts, else the type itself."""
    return complex_part(element) or element


class PartOp(PureHloOp):
    """Computes a real number for each number.

    (c1) the shapes agree, (c2) the result has the element type of the parts of complex elements,
    else that of the operand.
    """

    assembly_format = "$operand attr-dict `:` custom<CommonType>(type(operands), type(results))"
    custom_directives = (CommonType,)

    def verify_(self) -> None:
        operand, result = self.operand_types[0], self.result_types[0]
        check_same_shape(self, "operand and result", operand, result)
        expected, found = real_part(element_type(operand)), element_type(result)
        if unquantized(found, False) != unquantized(expected, False):
            raise VerifyException(
                f"element type of '{self.name}' result is {found}, expected {expected}"
            )


class AbsOp(PartOp):
    """Computes the absolute value of each element.

    Example:
    ```mlir
    %result = stablehlo.abs %operand : tensor<?x4xf32>
    ```
    """

    name = "abs"
    operand = operand_def(tensor_of(INTEGER, FLOAT, COMPLEX, QUANTIZED))
    result = result_def(tensor_of(INTEGER, FLOAT, QUANTIZED))

    def verify_(self) -> None:
        super().verify_()
        check_has_sign(self, self.operand)


class RealOp(PartOp):
    """Extracts the real part of each element.

    Example:
    ```mlir
    %result = stablehlo.real %operand : (tensor<?x4xcomplex<f32>>) -> tensor<?x4xf32>
    ```
    """

    name = "real"
    operand = operand_def(REAL_OR_COMPLEX)
    result = result_def(tensor_of(FLOAT))


class ImagOp(PartOp):
    """Extracts the imaginary part of each element, which is zero for real numbers.

    Example:
    ```mlir
    %result = stablehlo.imag %operand : (tensor<?x4xcomplex<f32>>) -> tensor<?x4xf32>
    ```
    """

    name = "imag"
    operand = operand_def(REAL_OR_COMPLEX)
    result = result_def(tensor_of(FLOAT))


class ComplexOp(PureHloOp):
    """Combines real and imaginary parts into complex numbers.

    (c1) the types of the operands agree, (c2) the shapes of operands and result agree, (c3) the
    result's elements have parts of the operands' element type.

    Example:
    ```mlir
    %result = stablehlo.complex %lhs, %rhs : tensor<?x4xcomplex<f32>>
    ```
    """

    name = "complex"
    lhs = operand_def(tensor_of(FLOAT))
    rhs = operand_def(tensor_of(FLOAT))
    result = result_def(tensor_of(COMPLEX))
    assembly_format = "operands attr-dict `:` custom<ComplexResult>(type(operands), type(results))"
    custom_directives = (ComplexResult,)

    def verify_(self) -> None:
        check_same_type(self, "operands", self.lhs.type, self.rhs.type)
        check_same_shape(self, "operands and result", *self.operand_types, self.result.type)
        expected = element_type(self.lhs)
        found = real_part(element_type(self.result))
        require(
            found == expected,
            f"parts of '{self.name}' result are {found}, expected {expected}",
        )


class BitcastConvertOp(PureHloOp):
    """Reinterprets the bits of the elements as another element type.

    (c1) elements of equal width keep the shape, narrower ones add a last dimension, wider ones
    remove it, (c2) complex elements stay complex.

    Example:
    ```mlir
    %result = stablehlo.bitcast_convert %operand : (tensor<?x4xf32>) -> tensor<?x4x2xi16>
    ```
    """

    name = "bitcast_convert"
    operand = operand_def(ANY_TENSOR)
    result = result_def(ANY_TENSOR)
    assembly_format = "$operand attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        before, after = element_type(self.operand), element_type(self.result)
        require(
            isinstance(before, ComplexType) == isinstance(after, ComplexType),
            f"element types of '{self.name}' operand and result are {before} and {after}, "
            "expected both complex or none",
        )
        old, new = bit_width(before), bit_width(after)
        if old is None or new is None:
            return
        expected, found = dims(self.operand), dims(self.result)
        if new < old:
            expected += (old // new,)
        elif new > old:
            found += (new // old,)
        require(
            max(old, new) % min(old, new) == 0,
            f"element widths of '{self.name}' do not divide one another: {old} and {new}",
        )
        check_same_sizes(self, "operand and result by parts", expected, found)


def bit_width(element: Attribute) -> int | None:
    """The number of bits of an element, None when that is not known."""
    if (part := complex_part(element)) is not None:
        width = bit_width(part)
        return None if width is None else 2 * width
    held = stored(element)
    return held.bitwidth if isinstance(held, FixedBitwidthType | AnyFloat) else None


FORMATS: dict[type[Attribute], tuple[int, int]] = {
    Float16Type: (5, 10),
    BFloat16Type: (8, 7),
    Float32Type: (8, 23),
    Float64Type: (11, 52),
}
"""How many bits the exponent and the mantissa of a type have."""


class ReducePrecisionOp(PureHloOp):
    """Rounds each element to a format with fewer bits, and keeps the element type.

    (c1) the types of operand and result agree, (c2) the format has at least one exponent bit, (c3)
    the number of mantissa bits is not negative.

    Example:
    ```mlir
    %result = stablehlo.reduce_precision %operand, format = e5m10 : tensor<?x4xf32>
    ```
    """

    name = "reduce_precision"
    operand = operand_def(tensor_of(FLOAT, QUANTIZED))
    exponent_bits = prop_def(INT32)
    mantissa_bits = prop_def(INT32)
    output = result_def(tensor_of(FLOAT, QUANTIZED))
    assembly_format = (
        "$operand `,` `format` `=` custom<Format>($exponent_bits, $mantissa_bits) attr-dict `:` "
        "custom<CommonType>(type(operands), type(results))"
    )
    custom_directives = (Format, CommonType)

    def verify_(self) -> None:
        check_same_type(self, "operand and result", self.operand.type, self.output.type)
        exponent, mantissa = int_of(self.exponent_bits), int_of(self.mantissa_bits)
        require(exponent >= 1, f"exponent_bits of '{self.name}' is {exponent}, expected at least 1")
        require(mantissa >= 0, f"mantissa_bits of '{self.name}' is {mantissa}, expected at least 0")
