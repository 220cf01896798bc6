"""The printed form of what `dot_general` contracts, and how."""

from __future__ import annotations

from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from disc_shape.dialects.hlo.directives import words
from disc_shape.dialects.hlo.narrow import as_elements
from disc_shape.dialects.hlo.numbers import DotAlgorithm, DotDimensionNumbers
from disc_shape.dialects.hlo.op import prefix_of


@irdl_custom_directive
class DotFormat(CustomDirective):
    """`, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [...]`."""

    numbers: AttributeVariable
    precision: AttributeVariable
    algorithm: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        from disc_shape.dialects.hlo.factory import final_attribute

        prefix = prefix_of(state.op_type.name)
        fields: dict[str, tuple[int, ...]] = {}
        while parser.parse_optional_punctuation(","):
            keyword = parser.parse_identifier()
            parser.parse_punctuation("=")
            if keyword == "precision":
                words(self.precision).parse(parser, state)
            elif keyword == "algorithm":
                algorithm = final_attribute(DotAlgorithm, prefix)
                self.algorithm.set(state, algorithm(algorithm.parse_parameter(parser)))
            elif keyword in ("batching_dims", "contracting_dims"):
                kind = keyword.removesuffix("dims") + "dimensions"
                fields[f"lhs_{kind}"] = _parse_ints(parser)
                parser.parse_keyword("x")
                fields[f"rhs_{kind}"] = _parse_ints(parser)
            else:
                parser.raise_error(
                    "expected batching_dims, contracting_dims, precision or algorithm, "
                    f"got '{keyword}'"
                )
        self.numbers.set(state, final_attribute(DotDimensionNumbers, prefix).of(**fields))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        numbers = self.numbers.get(op)
        if isinstance(numbers, DotDimensionNumbers):
            lhs, rhs = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
            if lhs or rhs:
                printer.print_string(f", batching_dims = {list(lhs)} x {list(rhs)}")
            lhs, rhs = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
            printer.print_string(f", contracting_dims = {list(lhs)} x {list(rhs)}")
        if as_elements(self.precision.get(op)):
            printer.print_string(", precision =")
            words(self.precision).print(printer, state, op)
        algorithm = self.algorithm.get(op)
        if isinstance(algorithm, DotAlgorithm):
            printer.print_string(", algorithm = ")
            algorithm.print_parameter(printer)


def _parse_ints(parser: Parser) -> tuple[int, ...]:
    return tuple(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer))
