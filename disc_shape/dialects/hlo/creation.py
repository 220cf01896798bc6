"""Operations that create tensors: `constant`, `iota`, `dynamic_iota`.

StableHLO specification, sections "constant", "iota", "dynamic_iota".
"""

from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, DenseResourceAttr, IntegerType
from xdsl.ir import Attribute, OpResult
from xdsl.irdl import operand_def, prop_def, result_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from disc_shape.class_table import Kind
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.constraints import (
    ANY_TENSOR,
    COMPLEX,
    FLOAT,
    INT64,
    INTEGER,
    QUANTIZED,
    SIZES,
    TENSOR,
    InstanceOf,
    tensor_of,
)
from disc_shape.dialects.hlo.directives import Int
from disc_shape.dialects.hlo.listed import check_listed_sizes
from disc_shape.dialects.hlo.narrow import integer_width
from disc_shape.dialects.hlo.op import CHLO, MHLO, STABLEHLO, PureHloOp
from disc_shape.dialects.hlo.shapes import (
    check_dimension,
    check_same_shape,
    check_shape_operand,
    check_static,
    element_type,
    rank,
    require,
    stored,
)
from disc_shape.dialects.hlo.type_formats import parse_result_types
from disc_shape.dialects.xdsl_extras.literals import parse_exact_attribute

COUNTED = tensor_of(INTEGER, FLOAT, COMPLEX, QUANTIZED)
ELEMENTS = InstanceOf((DenseIntOrFPElementsAttr, DenseResourceAttr), "the elements of a tensor")


class ConstantOp(PureHloOp):
    """Produces a constant tensor.

    (c1) the type of the value is the type of the result, for quantized elements the type that they
    are stored in.

    Example:
    ```mlir
    %result = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    ```
    """

    name = "constant"
    PREFIXES: ClassVar[tuple[str, ...]] = (STABLEHLO, MHLO, CHLO)
    value = prop_def(ELEMENTS)
    output = result_def(ANY_TENSOR)

    @property
    def result(self) -> OpResult:
        """The result, under the name that most operations give it."""
        return self.output

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        start = parser.pos
        if parser.parse_optional_punctuation("("):
            parser.parse_punctuation(")")
            attributes = parser.parse_optional_properties_dict()
            attributes |= parser.parse_optional_attr_dict()
            parser.parse_punctuation(":")
            parser.parse_punctuation("(")
            parser.parse_punctuation(")")
            types = parse_result_types(parser)
            if len(types) != 1:
                parser.raise_error(
                    f"'{cls.name}' has {len(types)} results, expected 1", start, parser.pos
                )
            type_ = types[0]
            if "value" not in attributes:
                parser.raise_error(f"'{cls.name}' has no value", start, parser.pos)
            value = attributes.pop("value")
        else:
            attributes = parser.parse_optional_attr_dict()
            value = parse_exact_attribute(parser)
            type_ = _type_of(value)
            if type_ is None:
                parser.raise_error(
                    f"expected the elements of a tensor, got {value}", start, parser.pos
                )
        return cls.create(
            result_types=[type_], properties={"value": value}, attributes=dict(attributes)
        )

    def print(self, printer: Printer) -> None:
        if _type_of(self.value) == self.output.type:
            if self.attributes:
                printer.print_op_attributes(self.attributes)
            printer.print_string(" ")
            printer.print_attribute(self.value)
            return
        printer.print_string("()")
        printer.print_op_attributes({"value": self.value, **self.attributes})
        printer.print_string(" : () -> ")
        printer.print_attribute(self.output.type)

    def verify_(self) -> None:
        check_static(self, self.output)
        type_ = _type_of(self.value)
        if type_ is None or type_ == self.output.type:
            return
        check_same_shape(self, "value and result", type_, self.output.type)
        found, expected = element_type(type_), stored(element_type(self.output))
        width = integer_width(expected)
        quantized = expected != element_type(self.output)
        require(
            found == expected or (quantized and width is not None and found == IntegerType(width)),
            f"element types of '{self.name}' value and result differ: {found} and {expected}",
        )


IS_CONSTANT = Kind(ConstantOp)


def _type_of(value: Attribute) -> Attribute | None:
    """The type of the elements of a constant."""
    if isinstance(value, DenseIntOrFPElementsAttr | DenseResourceAttr):
        return cast("Attribute", value.type)
    return None


class IotaOp(PureHloOp):
    """Fills a tensor with the index of each element along one dimension.

    (c1) the dimension is one of the result's.

    Example:
    ```mlir
    %result = stablehlo.iota dim = 1 : tensor<2x4xi32>
    ```
    """

    name = "iota"
    SHORT_IN: ClassVar = (STABLEHLO,)
    iota_dimension = prop_def(INT64)
    output = result_def(COUNTED)

    assembly_format = "`dim` `=` custom<Int>($iota_dimension) attr-dict `:` type($output)"
    custom_directives = (Int,)

    @property
    def result(self) -> OpResult:
        """The result, under the name that most operations give it."""
        return self.output

    def verify_(self) -> None:
        dimension = int_of(self.iota_dimension)
        check_dimension(self, "iota_dimension", dimension, rank(self.output))
        check_static(self, self.output)


class DynamicIotaOp(PureHloOp):
    """Fills a tensor, whose sizes an operand lists, with the index of each element along one
    dimension.

    (c1) the dimension is one of the result's, (c2) `output_shape` lists a size for each dimension
    of the result, which the result has.

    Example:
    ```mlir
    %result = stablehlo.dynamic_iota %output_shape, dim = 1 : (tensor<2xi64>) -> tensor<?x4xi32>
    ```
    """

    name = "dynamic_iota"
    SHORT_IN: ClassVar = (STABLEHLO,)
    output_shape = operand_def(SIZES)
    iota_dimension = prop_def(INT64)
    result = result_def(TENSOR)

    assembly_format = (
        "$output_shape `,` `dim` `=` custom<Int>($iota_dimension) attr-dict `:` "
        "functional-type(operands, results)"
    )
    custom_directives = (Int,)

    def verify_(self) -> None:
        dimension = int_of(self.iota_dimension)
        check_dimension(self, "iota_dimension", dimension, rank(self.result))
        check_shape_operand(self, "output_shape", self.output_shape, rank(self.result))
        check_listed_sizes(self, "output_shape", self.output_shape, self.result)
