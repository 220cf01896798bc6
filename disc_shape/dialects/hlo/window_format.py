"""The printed form of a convolution: its dimension numbers and its window."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseArrayBase, DenseIntElementsAttr, TensorType, i1, i64
from xdsl.ir import Attribute
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

from disc_shape.dialects.hlo.attributes import ints, ints_attr, pairs
from disc_shape.dialects.hlo.conv_numbers import ConvDimensionNumbers
from disc_shape.dialects.hlo.op import MHLO, prefix_of


@irdl_custom_directive
class ConvNumbers(CustomDirective):
    """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`"""

    numbers: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        from disc_shape.dialects.hlo.factory import final_attribute

        numbers = final_attribute(ConvDimensionNumbers, prefix_of(state.op_type.name))
        self.numbers.set(state, numbers(numbers.parse_layouts(parser)))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        numbers = self.numbers.get(op)
        if isinstance(numbers, ConvDimensionNumbers):
            printer.print_string(numbers.text)


@irdl_custom_directive
class ConvWindow(CustomDirective):
    """`{stride = [2, 1], pad = [[1, 1], [0, 1]], ...}`, what is left out being ones and zeros."""

    stride: AttributeVariable
    pad: AttributeVariable
    lhs_dilate: AttributeVariable
    rhs_dilate: AttributeVariable
    reverse: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        prefix = prefix_of(state.op_type.name)
        lists = {
            "stride": self.stride,
            "lhs_dilate": self.lhs_dilate,
            "rhs_dilate": self.rhs_dilate,
        }

        def entry() -> None:
            keyword = parser.parse_identifier()
            parser.parse_punctuation("=")
            if keyword in lists:
                lists[keyword].set(state, ints_attr(_parse_ints(parser), prefix))
            elif keyword == "pad":
                rows = parser.parse_comma_separated_list(
                    parser.Delimiter.SQUARE, lambda: _parse_ints(parser)
                )
                type_ = TensorType(i64, (len(rows), 2))
                flat = [value for row in rows for value in row]
                if len(flat) != 2 * len(rows):
                    parser.raise_error("expected padding to have two numbers for each dimension")
                self.pad.set(state, DenseIntElementsAttr.from_list(type_, flat))
            elif keyword == "reverse":
                self.reverse.set(state, _flags(_parse_ints(parser), prefix))
            else:
                parser.raise_error(
                    f"expected stride, pad, lhs_dilate, rhs_dilate or reverse, got '{keyword}'"
                )

        parser.parse_comma_separated_list(parser.Delimiter.BRACES, entry)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        parts = [
            f"{keyword} = {list(values)}"
            for keyword, values in (
                ("stride", ints(self.stride.get(op))),
                ("pad", [list(pair) for pair in pairs(self.pad.get(op))]),
                ("lhs_dilate", ints(self.lhs_dilate.get(op))),
                ("rhs_dilate", ints(self.rhs_dilate.get(op))),
            )
            if values
        ]
        if reverse := ints(self.reverse.get(op)):
            words = ", ".join("true" if value else "false" for value in reverse)
            parts.append(f"reverse = [{words}]")
        printer.print_string(f"{{{', '.join(parts)}}}")


def _flags(values: list[int], prefix: str) -> Attribute:
    """A list of booleans in the form of a dialect: MHLO's is `dense<...> : tensor<nxi1>`."""
    if prefix != MHLO:
        return DenseArrayBase.from_list(i1, values)
    return DenseIntElementsAttr.from_list(TensorType(i1, (len(values),)), values)


def _parse_ints(parser: Parser) -> list[int]:
    return parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
