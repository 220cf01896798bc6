"""The printed forms of what may be left out: a flag, and the type of a state."""

from xdsl.dialects.builtin import IntegerAttr, IntegerType, Signedness, TensorType, i1
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

STATE = TensorType(IntegerType(64, Signedness.UNSIGNED), (2,))
"""The state of a program's random numbers."""


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


@irdl_custom_directive
class StateType(CustomDirective):
    """`: type` for the state of random numbers, nothing when it is `tensor<2xui64>`."""

    type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        given = parser.parse_type() if parser.parse_optional_punctuation(":") else STATE
        self.type.set(state, (given,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        (type_,) = self.type.get(op)
        if type_ != STATE:
            printer.print_string(" : ")
            printer.print_attribute(type_)
