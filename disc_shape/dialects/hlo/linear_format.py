"""The printed form of an optional flag."""

from xdsl.dialects.builtin import IntegerAttr, i1
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


@irdl_custom_directive
class OptionalFlag(CustomDirective):
    """`, lower = true` for a flag that is given, nothing otherwise."""

    value: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_punctuation(","):
            parser.parse_keyword(self.value.name)
            parser.parse_punctuation("=")
            self.value.set(state, IntegerAttr(int(parser.parse_boolean()), i1))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        attr = self.value.get(op)
        if isinstance(attr, IntegerAttr):
            word = "true" if attr.value.data else "false"
            printer.print_string(f", {self.value.name} = {word}")
