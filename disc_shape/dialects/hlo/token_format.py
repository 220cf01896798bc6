"""The printed forms of tokens and tuples."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, TupleType, i32
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.type_formats import parse_function_types, print_function_types


@irdl_custom_directive
class TokenList(CustomDirective):
    """`!stablehlo.token` once for all operands and the result, or a function type."""

    values: VariadicOperandVariable
    operands: TypeDirective
    result: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_punctuation("("):
            operands, results = parse_function_types(parser)
        else:
            common = parser.parse_type()
            count = len(state.operands[self.values.index] or ())
            operands, results = [common] * count, [common]
        self.operands.set(state, operands)
        self.result.set(state, results)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        operands, (result,) = self.operands.get(op), self.result.get(op)
        if all(operand == result for operand in operands):
            printer.print_attribute(result)
        else:
            print_function_types(printer, operands, (result,))


@irdl_custom_directive
class TupleTypes(CustomDirective):
    """`tuple<tensor<4xf32>, !stablehlo.token>` for the operands and the result."""

    operands: TypeDirective
    result: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_punctuation("("):
            operands, results = parse_function_types(parser)
            self.operands.set(state, operands)
            self.result.set(state, results)
            return
        type_ = parser.parse_type()
        if not isinstance(type_, TupleType):
            parser.raise_error(f"expected a tuple, got {type_}")
        self.operands.set(state, type_.types.data)
        self.result.set(state, (type_,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        operands, (result,) = self.operands.get(op), self.result.get(op)
        if isinstance(result, TupleType) and tuple(operands) == tuple(result.types.data):
            printer.print_attribute(result)
        else:
            print_function_types(printer, operands, (result,))


@irdl_custom_directive
class Index32(CustomDirective):
    """`3` for a 32-bit integer."""

    value: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.value.set(state, IntegerAttr(parser.parse_integer(), i32))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        attr = self.value.get(op)
        printer.print_string("0" if attr is None else str(int_of(attr)))
