"""Comparisons of scalars that keep their attributes in the short form, which xDSL's own drop.

The classes have xDSL's definitions, unchanged, with another parser and printer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self, TypeVar

from xdsl.dialects import arith
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser
from xdsl.printer import Printer

Op = TypeVar("Op", bound=IRDLOperation)


class CmpiOp(arith.CmpiOp):
    """Compares integers.

    Example:
    ```mlir
    %2 = arith.cmpi slt, %0, %1 {note} : index
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        predicate = parser.parse_identifier()
        return parse_compared(parser, lambda lhs, rhs, _: cls(lhs, rhs, predicate))

    def print(self, printer: Printer) -> None:
        print_compared(self, arith.CMPI_COMPARISON_OPERATIONS[self.predicate.value.data], printer)


class CmpfOp(arith.CmpfOp):
    """Compares floats.

    Example:
    ```mlir
    %2 = arith.cmpf olt, %0, %1 fastmath<nnan> {note} : f32
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        predicate = parser.parse_identifier()
        return parse_compared(parser, lambda lhs, rhs, flags: cls(lhs, rhs, predicate, flags))

    def print(self, printer: Printer) -> None:
        predicate = arith.CMPF_COMPARISON_OPERATIONS[self.predicate.value.data]
        print_compared(self, predicate, printer, self.fastmath)


def parse_compared(
    parser: Parser, make: Callable[[SSAValue, SSAValue, arith.FastMathFlagsAttr], Op]
) -> Op:
    """`, %lhs, %rhs fastmath<...> {...} : type`."""
    parser.parse_punctuation(",")
    lhs = parser.parse_unresolved_operand()
    parser.parse_punctuation(",")
    rhs = parser.parse_unresolved_operand()
    flags = arith.FastMathFlagsAttr("none")
    if parser.parse_optional_keyword("fastmath") is not None:
        flags = arith.FastMathFlagsAttr(arith.FastMathFlagsAttr.parse_parameter(parser))
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    pos = parser.pos
    type_ = parser.parse_type()
    left, right = parser.resolve_operands([lhs, rhs], [type_, type_], pos)
    op = make(left, right, flags)
    op.attributes |= attributes
    return op


def print_compared(
    op: arith.CmpiOp | arith.CmpfOp,
    predicate: str,
    printer: Printer,
    flags: Attribute | None = None,
) -> None:
    """` predicate, %lhs, %rhs fastmath<...> {...} : type`."""
    printer.print_string(f" {predicate}, ")
    printer.print_operand(op.lhs)
    printer.print_string(", ")
    printer.print_operand(op.rhs)
    if isinstance(flags, arith.FastMathFlagsAttr) and flags != arith.FastMathFlagsAttr("none"):
        printer.print_string(" fastmath")
        flags.print_parameter(printer)
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_attribute(op.lhs.type)
