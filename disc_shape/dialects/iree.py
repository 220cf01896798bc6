"""The operations of IREE's dialects by which a program states facts about its sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntAttr, TensorType
from xdsl.ir import Attribute, Dialect, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

FACTS = ("umin", "umax", "udiv")


@irdl_op_definition
class AssumeIntOp(IRDLOperation):
    """
    Returns a size of which facts are known: its least and its greatest value, and a divisor.

    Constraints:
    (c1) the divisor is positive.

    Example:
    ```mlir
    %1 = util.assume.int %0<umin = 16, umax = 512, udiv = 16> : index
    ```
    """

    name = "util.assume.int"

    value = operand_def(IndexType())
    umin = opt_prop_def(IntAttr)
    umax = opt_prop_def(IntAttr)
    udiv = opt_prop_def(IntAttr)
    result = result_def(IndexType())

    traits = traits_def(Pure())

    def __init__(
        self,
        value: SSAValue,
        *,
        umin: int | None = None,
        umax: int | None = None,
        udiv: int | None = None,
    ) -> None:
        given = {"umin": umin, "umax": umax, "udiv": udiv}
        properties = {
            name: None if number is None else IntAttr(number) for name, number in given.items()
        }
        super().__init__(operands=[value], result_types=[value.type], properties=properties)

    def verify_(self) -> None:
        """Check the numbered constraints."""
        if self.udiv is not None and self.udiv.data < 1:  # (c1)
            raise VerifyException(
                f"divisor of '{self.name}' is {self.udiv.data}, expected 1 or more"
            )

    @classmethod
    def parse(cls, parser: Parser) -> AssumeIntOp:
        """Read the operand, then facts between angle brackets."""
        operand = parser.parse_unresolved_operand()
        numbers: dict[str, int] = {}

        def parse_fact() -> None:
            name = parser.parse_identifier()
            if name not in FACTS:
                parser.raise_error(f"'{name}' is no fact, expected one of {', '.join(FACTS)}")
            parser.parse_punctuation("=")
            numbers[name] = parser.parse_integer(allow_boolean=False, allow_negative=False)

        parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parse_fact)
        parser.parse_punctuation(":")
        value = parser.resolve_operand(operand, parser.parse_type())
        return cls(value, **numbers)

    def print(self, printer: Printer) -> None:
        """Write the operand, then facts between angle brackets."""
        facts = zip(FACTS, (self.umin, self.umax, self.udiv), strict=True)
        listed = ", ".join(f"{name} = {fact.data}" for name, fact in facts if fact is not None)
        printer.print_string(" ")
        printer.print_operand(self.value)
        printer.print_string(f"<{listed}> : ")
        printer.print_attribute(self.value.type)


@irdl_op_definition
class OptimizationBarrierOp(IRDLOperation):
    """
    Returns values of which no pass knows where they come from.

    Constraints:
    (c1) operands and results have the same types.

    Example:
    ```mlir
    %1 = util.optimization_barrier %0 : tensor<i32>
    ```
    """

    name = "util.optimization_barrier"

    values = var_operand_def()
    results_ = var_result_def()

    def __init__(self, values: Sequence[SSAValue]) -> None:
        super().__init__(operands=[values], result_types=[[value.type for value in values]])

    def verify_(self) -> None:
        """Check the numbered constraints."""
        given, found = (tuple(one.type for one in x) for x in (self.values, self.results_))
        if given != found:  # (c1)
            raise VerifyException(f"operands and results of '{self.name}' differ in their types")

    @classmethod
    def parse(cls, parser: Parser) -> OptimizationBarrierOp:
        """Read the operands, then their types."""
        values = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls(parser.resolve_operands(values, types, parser.pos))

    def print(self, printer: Printer) -> None:
        """Write the operands, then their types."""
        printer.print_string(" ")
        printer.print_list(self.values, printer.print_operand)
        printer.print_string(" : ")
        printer.print_list(self.values.types, printer.print_attribute)


@irdl_op_definition
class FlowTieShapeOp(IRDLOperation):
    """
    Returns a tensor whose unknown sizes are given.

    Constraints:
    (c1) operand and result have one type.
    (c2) there is one size for each unknown dimension.

    Example:
    ```mlir
    %1 = flow.tensor.tie_shape %0 : tensor<?x4xf32>{%size}
    ```
    """

    name = "flow.tensor.tie_shape"

    value = operand_def(TensorType[Attribute])
    sizes = var_operand_def(IndexType())
    result = result_def(TensorType[Attribute])

    traits = traits_def(Pure())

    def __init__(self, value: SSAValue, sizes: Sequence[SSAValue]) -> None:
        super().__init__(operands=[value, sizes], result_types=[value.type])

    def verify_(self) -> None:
        """Check the numbered constraints."""
        if self.result.type != self.value.type:  # (c1)
            raise VerifyException(
                f"operand and result of '{self.name}' differ:"
                f" {self.value.type} and {self.result.type}"
            )
        type_ = cast("TensorType[Attribute]", self.value.type)
        unknown = type_.get_shape().count(DYNAMIC_INDEX)
        if unknown != len(self.sizes):  # (c2)
            raise VerifyException(
                f"'{self.name}' has {len(self.sizes)} sizes for {unknown} unknown dimensions"
            )

    @classmethod
    def parse(cls, parser: Parser) -> FlowTieShapeOp:
        """Read the operand and its type, then sizes between braces."""
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        index = IndexType()
        sizes = parser.parse_optional_comma_separated_list(
            parser.Delimiter.BRACES, lambda: parser.resolve_operand(
                parser.parse_unresolved_operand(), index
            )
        )  # fmt: skip
        return cls(parser.resolve_operand(value, type_), sizes or [])

    def print(self, printer: Printer) -> None:
        """Write the operand and its type, then sizes between braces."""
        printer.print_string(" ")
        printer.print_operand(self.value)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
        with printer.in_braces():
            printer.print_list(self.sizes, printer.print_operand)


Util = Dialect("util", [AssumeIntOp, OptimizationBarrierOp])
"""IREE's dialect of utilities, in part."""

Flow = Dialect("flow", [FlowTieShapeOp])
"""IREE's dialect of tensors and dispatches, in part."""
