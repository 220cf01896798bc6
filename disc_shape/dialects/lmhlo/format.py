"""The printed form of operations on buffers, the same for all of them.

`lmhlo.name ins(%a, %b : type, type) outs(%c : type) scratch(%d : type) {attributes} ({regions})
-> type`; parts that are empty are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer

SEGMENTS = "operandSegmentSizes"
"""The property with the number of operands of each kind; the printed form shows it."""


SCRATCH = "scratch"
"""The property with the number of buffers, after the outs, that an operation only works in."""


@dataclass(frozen=True)
class Parts:
    """What is printed of an operation."""

    ins: Sequence[SSAValue]
    outs: Sequence[SSAValue]
    scratch: Sequence[SSAValue]
    attributes: Mapping[str, Attribute]
    regions: Sequence[Region]
    result_types: Sequence[Attribute]


def print_parts(
    printer: Printer,
    op: Operation,
    ins: Sequence[SSAValue],
    outs: Sequence[SSAValue],
    scratch: Sequence[SSAValue],
) -> None:
    """Print everything after the name."""
    print_operands(printer, "ins", ins)
    print_operands(printer, "outs", outs)
    print_operands(printer, "scratch", scratch)
    printer.print_op_attributes(
        {**op.properties, **op.attributes}, reserved_attr_names=(SEGMENTS, SCRATCH)
    )
    if op.regions:
        printer.print_string(" ")
        with printer.in_parens():
            printer.print_list(op.regions, printer.print_region)
    if op.results:
        printer.print_string(" -> ")
        printer.print_list(op.result_types, printer.print_attribute)


def print_operands(printer: Printer, keyword: str, values: Sequence[SSAValue]) -> None:
    """`ins(%a, %b : type, type)`, nothing for no values."""
    if not values:
        return
    printer.print_string(f" {keyword}(")
    printer.print_list(values, printer.print_ssa_value)
    printer.print_string(" : ")
    printer.print_list([one.type for one in values], printer.print_attribute)
    printer.print_string(")")


def parse_parts(parser: Parser) -> Parts:
    """Parse everything after the name."""
    ins = parse_operands(parser, "ins")
    outs = parse_operands(parser, "outs")
    scratch = parse_operands(parser, "scratch")
    attributes = parser.parse_optional_attr_dict()
    regions = parser.parse_region_list()
    types: Sequence[Attribute] = ()
    if parser.parse_optional_punctuation("->"):
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    return Parts(ins, outs, scratch, attributes, regions, types)


def parse_operands(parser: Parser, keyword: str) -> Sequence[SSAValue]:
    """`ins(%a, %b : type, type)`, or nothing."""
    if parser.parse_optional_keyword(keyword) is None:
        return ()
    position = parser.pos
    with parser.in_parens():
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    return parser.resolve_operands(operands, types, position)
