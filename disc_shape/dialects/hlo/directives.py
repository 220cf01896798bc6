"""The pieces of StableHLO's printed forms that several operations share, types aside."""

from __future__ import annotations

from re import fullmatch
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, StringAttr, i32
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    VariadicOperandVariable,
    VariadicRegionVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer

from disc_shape.dialects.hlo.attributes import BracketEnum, i64_attr, int_of, ints, ints_attr
from disc_shape.dialects.hlo.constraints import ArrayOf, InstanceOf
from disc_shape.dialects.hlo.narrow import as_elements
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.reading.lines import read_as
from disc_shape.reading.literals import NAME, long_integer, made
from disc_shape.reading.tokens import INTEGER, INTEGERS, integers_of


@irdl_custom_directive
class Ints(CustomDirective):
    """`[0, 1]` for a list of integers in any of its attribute forms."""

    values: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        values = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
        self.values.set(state, ints_attr(values, prefix_of(state.op_type.name)))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_string(f"[{', '.join(map(str, ints(self.values.get(op))))}]")

    def is_present(self, op: IRDLOperation) -> bool:
        return self.values.get(op) is not None

    def is_anchorable(self) -> bool:
        return True


@read_as(Ints, INTEGERS)
def _read_ints(directive: Ints, _parser: Parser, state: ParsingState, text: str) -> bool:
    directive.values.set(state, ints_attr(integers_of(text), prefix_of(state.op_type.name)))
    return True


@irdl_custom_directive
class Int(CustomDirective):
    """`3` for a 64-bit integer."""

    value: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.value.set(state, i64_attr(parser.parse_integer()))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        attr = self.value.get(op)
        printer.print_string("0" if attr is None else str(int_of(attr)))


@read_as(Int, INTEGER)
def _read_int(directive: Int, _parser: Parser, state: ParsingState, text: str) -> bool:
    directive.value.set(state, long_integer(int(text)))
    return True


def _enum_of(variable: AttributeVariable, state: ParsingState) -> type[BracketEnum]:
    """The enumeration of a property, in the dialect of the operation that is being parsed."""
    from disc_shape.dialects.hlo.factory import final_attribute

    constraint = state.op_type.get_irdl_definition().properties[variable.name].constr
    classes: tuple[type[Attribute], ...] = ()
    if isinstance(constraint, InstanceOf | ArrayOf):
        classes = cast("InstanceOf[Attribute]", constraint).classes
    prefix = prefix_of(state.op_type.name)
    for cls in classes:
        if issubclass(cls, BracketEnum) and prefix in cls.PREFIXES:
            return final_attribute(cls, prefix)
    raise TypeError(f"property '{variable.name}' is not an enumeration")


@irdl_custom_directive
class Word(CustomDirective):
    """`EQ` for an enumeration."""

    value: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        enum = _enum_of(self.value, state)
        self.value.set(state, enum(enum.parse_word(parser)))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        attr = self.value.get(op)
        if isinstance(attr, BracketEnum):
            printer.print_string(attr.data)

    def is_present(self, op: IRDLOperation) -> bool:
        return self.value.get(op) is not None

    def is_anchorable(self) -> bool:
        return True


@irdl_custom_directive
class Words(CustomDirective):
    """`[DEFAULT, HIGH]` for a list of enumerations."""

    values: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        enum = _enum_of(self.values, state)
        words = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: enum(enum.parse_word(parser))
        )
        self.values.set(state, ArrayAttr(words))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        words = as_elements(self.values.get(op)) or ()
        texts = [word.data for word in words if isinstance(word, BracketEnum)]
        printer.print_string(f"[{', '.join(texts)}]")

    def is_present(self, op: IRDLOperation) -> bool:
        return bool(as_elements(self.values.get(op)))

    def is_anchorable(self) -> bool:
        return True


def words(values: AttributeVariable) -> CustomDirective:
    """The directive `Words` on a variable, for directives that print one themselves."""
    directive = object.__new__(Words)
    object.__setattr__(directive, "values", values)
    return directive


@irdl_custom_directive
class OperandsThen(CustomDirective):
    """`%0, %1, ` for operands that a keyword follows: `%0, %1, dim = 0`."""

    operands: VariadicOperandVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        operands: list[UnresolvedOperand] = []
        while (operand := parser.parse_optional_unresolved_operand()) is not None:
            operands.append(operand)
            parser.parse_punctuation(",")
        self.operands.set(state, operands)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        for operand in self.operands.get(op):
            state.print_whitespace(printer)
            printer.print_ssa_value(operand)
            printer.print_string(",")


@irdl_custom_directive
class SliceRanges(CustomDirective):
    """`[0:4, 1:9:2]`: start, limit and stride of each dimension, a stride of 1 left out."""

    starts: AttributeVariable
    limits: AttributeVariable
    strides: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        ranges = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: self.parse_range(parser)
        )
        prefix = prefix_of(state.op_type.name)
        for index, column in enumerate((self.starts, self.limits, self.strides)):
            column.set(state, ints_attr((one[index] for one in ranges), prefix))

    @staticmethod
    def parse_range(parser: Parser) -> tuple[int, int, int]:
        """`start:limit` or `start:limit:stride`."""
        start = parser.parse_integer()
        parser.parse_punctuation(":")
        limit = parser.parse_integer()
        stride = parser.parse_integer() if parser.parse_optional_punctuation(":") else 1
        return start, limit, stride

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        columns = (ints(column.get(op)) for column in (self.starts, self.limits, self.strides))
        texts = [
            f"{start}:{limit}" + (f":{stride}" if stride != 1 else "")
            for start, limit, stride in zip(*columns, strict=True)
        ]
        printer.print_string(f"[{', '.join(texts)}]")


@irdl_custom_directive
class Symbol(CustomDirective):
    """`@name` for a string."""

    value: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.value.set(state, parser.parse_symbol_name())

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        attr = self.value.get(op)
        if isinstance(attr, StringAttr):
            printer.print_symbol_name(attr.data)


@read_as(Symbol, f"@{NAME}")
def _read_symbol(directive: Symbol, _parser: Parser, state: ParsingState, text: str) -> bool:
    directive.value.set(state, made(StringAttr, data=text[1:]))
    return True


@irdl_custom_directive
class RegionList(CustomDirective):
    """`({...}, {...})` for regions, nothing when there are none."""

    regions: VariadicRegionVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.regions.set(state, parser.parse_region_list())

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        printer.print_regions(self.regions.get(op))


@irdl_custom_directive
class Format(CustomDirective):
    """`e5m10` for the numbers of exponent and mantissa bits."""

    exponent: AttributeVariable
    mantissa: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        position = parser.pos
        word = parser.parse_identifier()
        match = fullmatch(r"e(\d+)m(\d+)", word)
        if match is None:
            parser.raise_error(f"expected a format such as e5m10, got '{word}'", position)
        self.exponent.set(state, IntegerAttr(int(match[1]), i32))
        self.mantissa.set(state, IntegerAttr(int(match[2]), i32))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        bits = [self.exponent.get(op), self.mantissa.get(op)]
        exponent, mantissa = (0 if attr is None else int_of(attr) for attr in bits)
        printer.print_string(f"e{exponent}m{mantissa}")
