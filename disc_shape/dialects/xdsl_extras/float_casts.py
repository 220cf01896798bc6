"""Casts of `arith` between floats: with fast-math flags, a way to round, or a scale.

MLIR's documentation of the dialect `arith`. A cast without any of them is xDSL's own operation.
"""

from __future__ import annotations

from typing import ClassVar, Self, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, IntegerAttr, IntegerType, ShapedType, container_of, i32
from xdsl.ir import Attribute
from xdsl.irdl import (
    IRDLOperation,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

FLOAT = container_of(AnyFloat)
ROUNDING = ("to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")
"""How a number is rounded that the result cannot hold; the place is the value of the attribute."""
MODE = base(IntegerAttr[IntegerType])


class FloatCast(IRDLOperation):
    """A cast of each element, `OPERANDS` to one result."""

    OPERANDS: ClassVar[int] = 1
    WIDENS: ClassVar[bool] = False
    """Whether the first operand has fewer bits than the result, or more."""
    OWN: ClassVar[type[IRDLOperation] | None] = None
    """xDSL's operation, which has no properties."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.OWN is not None and not self.properties:
            object.__setattr__(self, "__class__", self.OWN)

    def verify_(self) -> None:
        mode = self.properties.get("roundingmode")
        if isinstance(mode, IntegerAttr):
            value = mode.value.data
            if mode != IntegerAttr(value, i32) or not 0 <= value < len(ROUNDING):
                raise VerifyException(f"roundingmode of '{self.name}' is {mode}, expected 0 to 4")
        target = self.results[0].type
        for operand in self.operand_types:
            shaped = isinstance(operand, ShapedType) and isinstance(target, ShapedType)
            if shaped and not have_compatible_shape(operand, target):
                raise VerifyException(f"shapes of '{self.name}' differ: {operand} and {target}")
        source = self.operand_types[0]
        bits = [_bits(source), _bits(target)]
        if sorted(bits, reverse=not self.WIDENS) != bits or bits[0] == bits[1]:
            raise VerifyException(f"'{self.name}' is not between {source} and {target}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        unresolved = [parser.parse_unresolved_operand()]
        for _ in range(cls.OPERANDS - 1):
            parser.parse_punctuation(",")
            unresolved.append(parser.parse_unresolved_operand())
        properties: dict[str, Attribute] = {}
        if not cls.WIDENS:
            for value, word in enumerate(ROUNDING):
                if parser.parse_optional_keyword(word):
                    properties["roundingmode"] = IntegerAttr(value, i32)
        if parser.parse_optional_keyword("fastmath"):
            flags = arith.FastMathFlagsAttr.parse_parameter(parser)
            properties["fastmath"] = arith.FastMathFlagsAttr(flags)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        parser.parse_keyword("to")
        return cls.build(
            operands=parser.resolve_operands(unresolved, types, position),
            result_types=[parser.parse_type()],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        mode, flags = self.properties.get("roundingmode"), self.properties.get("fastmath")
        if isinstance(mode, IntegerAttr):
            printer.print_string(f" {ROUNDING[mode.value.data]}")
        if isinstance(flags, arith.FastMathFlagsAttr):
            printer.print_string(" fastmath")
            flags.print_parameter(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list(self.operand_types, printer.print_attribute)
        printer.print_string(" to ")
        printer.print_attribute(self.results[0].type)


def _bits(type_: Attribute) -> int:
    """The bits of a float type or of the floats in a type."""
    return cast("AnyFloat", get_element_type_or_self(type_)).bitwidth


@irdl_op_definition
class ExtFOp(FloatCast, arith.ExtFOp):
    """Floats with more bits, of which may be assumed what the flags say.

    Example:
    ```mlir
    %1 = arith.extf %0 fastmath<nnan> : f16 to f32
    ```
    """

    name = "arith.extf"
    assembly_format = None
    WIDENS: ClassVar[bool] = True
    OWN: ClassVar[type[IRDLOperation] | None] = arith.ExtFOp

    input = operand_def(FLOAT)
    result = result_def(FLOAT)
    fastmath = opt_prop_def(arith.FastMathFlagsAttr)


@irdl_op_definition
class TruncFOp(FloatCast, arith.TruncFOp):
    """Floats with fewer bits, rounded in a way of choice.

    Example:
    ```mlir
    %1 = arith.truncf %0 to_nearest_even : f32 to bf16
    ```
    """

    name = "arith.truncf"
    assembly_format = None
    OWN: ClassVar[type[IRDLOperation] | None] = arith.TruncFOp

    input = operand_def(FLOAT)
    result = result_def(FLOAT)
    roundingmode = opt_prop_def(MODE)
    fastmath = opt_prop_def(arith.FastMathFlagsAttr)


@irdl_op_definition
class ScalingExtFOp(FloatCast):
    """Small floats times a scale, as floats with more bits.

    Constraints:
    (c1) the shapes agree, and the result has more bits.

    Example:
    ```mlir
    %2 = arith.scaling_extf %0, %1 : f4E2M1FN, f8E8M0FNU to f32
    ```
    """

    name = "arith.scaling_extf"
    OPERANDS: ClassVar[int] = 2
    WIDENS: ClassVar[bool] = True

    input = operand_def(FLOAT)
    scale = operand_def(FLOAT)
    out = result_def(FLOAT)
    fastmath = opt_prop_def(arith.FastMathFlagsAttr)
    traits = traits_def(Pure())


@irdl_op_definition
class ScalingTruncFOp(FloatCast):
    """Floats divided by a scale, as floats with fewer bits.

    Constraints:
    (c1) the shapes agree, and the result has fewer bits.

    Example:
    ```mlir
    %2 = arith.scaling_truncf %0, %1 to_nearest_even : f32, f8E8M0FNU to f4E2M1FN
    ```
    """

    name = "arith.scaling_truncf"
    OPERANDS: ClassVar[int] = 2

    input = operand_def(FLOAT)
    scale = operand_def(FLOAT)
    out = result_def(FLOAT)
    roundingmode = opt_prop_def(MODE)
    fastmath = opt_prop_def(arith.FastMathFlagsAttr)
    traits = traits_def(Pure())


FLOAT_CASTS: tuple[type[FloatCast], ...] = (ExtFOp, TruncFOp, ScalingExtFOp, ScalingTruncFOp)
