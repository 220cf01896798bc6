"""Casts of `arith` on whole tensors and vectors.

xDSL's cast operations take scalars only; MLIR's take tensors and vectors as well, element by
element. Each class here reads both: what is a scalar becomes xDSL's own operation, anything else
one of these, which are subclasses of xDSL's, so that what is known of a cast is known of them too.
"""

from collections.abc import Callable
from typing import ClassVar, Self, TypeVar, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, ShapedType, container_of
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, opt_prop_def, result_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

INTEGER = container_of(IntegerType)
FLOAT = container_of(AnyFloat)

CastT = TypeVar("CastT", bound=IRDLOperation)


def width(type_: Attribute) -> int:
    """The bits of an integer type."""
    return cast("IntegerType", type_).width.data


MayCast = Callable[[Attribute, Attribute], bool]


def anything(source: Attribute, target: Attribute) -> bool:
    """The constraint of casts between all types that their operands and results have."""
    return True


class ShapedCast(IRDLOperation):
    """A cast of each element.

    Constraints:
    (c1) operand and result have compatible shapes.
    (c2) the element types are ones that the cast of a scalar may be between.
    """

    SCALAR: ClassVar[type[IRDLOperation]]
    """xDSL's operation."""

    def __post_init__(self) -> None:
        super().__post_init__()
        types = (*self.operand_types, *self.result_types)
        if not self.properties and not any(isinstance(type_, ShapedType) for type_ in types):
            object.__setattr__(self, "__class__", self.SCALAR)

    def verify_(self) -> None:
        (source,), (target,) = self.operand_types, self.result_types
        if not have_compatible_shape(source, target):
            raise VerifyException(f"shapes of '{self.name}' differ: {source} and {target}")
        elements = get_element_type_or_self(source), get_element_type_or_self(target)
        if not self.may_cast(*elements):
            raise VerifyException(f"'{self.name}' is not between {source} and {target}")

    @staticmethod
    def may_cast(source: Attribute, target: Attribute) -> bool:
        """(c2), for the element types."""
        return anything(source, target)


@irdl_op_definition
class TruncIOp(ShapedCast, arith.TruncIOp):
    """Truncates integers; overflow flags promise that the value does not change.

    Example:
    ```mlir
    %1 = arith.trunci %0 overflow<nsw> : tensor<2xi64> to tensor<2xi32>
    ```
    """

    name = "arith.trunci"
    assembly_format = None
    SCALAR: ClassVar[type[IRDLOperation]] = arith.TruncIOp

    input = operand_def(INTEGER)
    result = result_def(INTEGER)
    overflow_flags = opt_prop_def(arith.IntegerOverflowAttr, prop_name="overflowFlags")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        unresolved = parser.parse_unresolved_operand()
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("overflow") is not None:
            flags = arith.IntegerOverflowAttr.parse_parameter(parser)
            properties["overflowFlags"] = arith.IntegerOverflowAttr(flags)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        operand = parser.resolve_operand(unresolved, parser.parse_type())
        parser.parse_keyword("to")
        return cls.build(
            operands=[operand],
            result_types=[parser.parse_type()],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.operands[0])
        if self.overflow_flags is not None:
            printer.print_string(" overflow")
            self.overflow_flags.print_parameter(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.operands[0].type)
        printer.print_string(" to ")
        printer.print_attribute(self.results[0].type)

    @staticmethod
    def may_cast(source: Attribute, target: Attribute) -> bool:
        return width(source) > width(target)


def shaped_cast(
    scalar: type[CastT], summary: str, source: str, target: str, may_cast: MayCast = anything
) -> type[CastT]:
    """
    The class of a cast of whole tensors: of xDSL's cast `scalar`, with element types for an example
    and (c2) for the element types.
    """
    kinds = {"index": arith.signlessIntegerLike, "f32": FLOAT}
    if "index" in (source, target):
        kinds["i32"] = arith.signlessIntegerLike
    doc = f"""{summary}

    Example:
    ```mlir
    %1 = {scalar.name} %0 : tensor<2x{source}> to tensor<2x{target}>
    ```
    """
    body: dict[str, object] = {
        "__module__": __name__,
        "__doc__": doc,
        "__annotations__": {"SCALAR": ClassVar[type[IRDLOperation]]},
        "name": scalar.name,
        "assembly_format": None,
        "SCALAR": scalar,
        "input": operand_def(kinds.get(source, INTEGER)),
        "result": result_def(kinds.get(target, INTEGER)),
        "may_cast": staticmethod(may_cast),
    }
    made = irdl_op_definition(type(scalar.__name__, (ShapedCast, scalar), body))
    return cast("type[CastT]", made)


def widens(source: Attribute, target: Attribute) -> bool:
    """Whether an integer type has more bits than another one."""
    return width(source) < width(target)


def is_of_index(source: Attribute, target: Attribute) -> bool:
    """Whether one of the types, and not both, is `index`."""
    return isinstance(source, IndexType) != isinstance(target, IndexType)


IndexCastOp = shaped_cast(
    arith.IndexCastOp,
    "Converts indices to integers or integers to indices; wider ones are sign-extended.",
    "i32",
    "index",
    is_of_index,
)
ExtSIOp = shaped_cast(arith.ExtSIOp, "Sign-extends integers.", "i32", "i64", widens)
ExtUIOp = shaped_cast(arith.ExtUIOp, "Zero-extends integers.", "i32", "i64", widens)
SIToFPOp = shaped_cast(arith.SIToFPOp, "Converts signed integers to floats.", "i32", "f32")
UIToFPOp = shaped_cast(arith.UIToFPOp, "Converts unsigned integers to floats.", "i32", "f32")
FPToSIOp = shaped_cast(
    arith.FPToSIOp, "Converts floats to signed integers, rounded towards zero.", "f32", "i32"
)
FPToUIOp = shaped_cast(
    arith.FPToUIOp, "Converts floats to unsigned integers, rounded towards zero.", "f32", "i32"
)


CASTS = cast(
    "tuple[type[ShapedCast], ...]",
    (
        IndexCastOp,
        ExtSIOp,
        ExtUIOp,
        TruncIOp,
        SIToFPOp,
        UIToFPOp,
        FPToSIOp,
        FPToUIOp,
    ),
)
