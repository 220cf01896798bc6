"""The pieces of StableHLO's printed forms that several operations share."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    VariadicOperandVariable,
    VariadicRegionVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer

from disc_shape.dialects.hlo.attributes import BracketEnum, i64_array, i64_attr, int_of, ints
from disc_shape.dialects.hlo.constraints import ArrayOf, InstanceOf
from disc_shape.dialects.hlo.op import prefix_of


def parse_function_types(parser: Parser) -> tuple[list[Attribute], list[Attribute]]:
    """`type, ...) -> type` or `... -> (type, ...)`, after the opening parenthesis."""
    operands = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    parser.parse_punctuation(")")
    return operands, parse_result_types(parser)


def parse_result_types(parser: Parser) -> list[Attribute]:
    """`-> type` or `-> (type, ...)`."""
    parser.parse_punctuation("->")
    results = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    return [parser.parse_type()] if results is None else results


def print_function_types(
    printer: Printer, operands: Sequence[Attribute], results: Sequence[Attribute]
) -> None:
    """`(type, ...) -> type`."""
    with printer.in_parens():
        printer.print_list(operands, printer.print_attribute)
    printer.print_string(" -> ")
    if len(results) == 1:
        printer.print_attribute(results[0])
    else:
        with printer.in_parens():
            printer.print_list(results, printer.print_attribute)


def set_types(
    parser: Parser, state: ParsingState, operands: Sequence[Attribute], results: Sequence[Attribute]
) -> None:
    """Give the operands and results of an operation without variadic ones these types."""
    for given, slots, what in (
        (operands, state.operand_types, "operand"),
        (results, state.result_types, "result"),
    ):
        if len(given) != len(slots):
            parser.raise_error(
                f"'{state.op_type.name}' has {len(slots)} {what} types, got {len(given)}"
            )
        slots[:] = [(one,) for one in given]


@irdl_custom_directive
class CommonType(CustomDirective):
    """`tensor<4xf32>` when all operands and results have that type, else their function type."""

    operands: TypeDirective
    results: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_punctuation("("):
            set_types(parser, state, *parse_function_types(parser))
            return
        common = (parser.parse_type(),)
        state.operand_types[:] = [common] * len(state.operand_types)
        state.result_types[:] = [common] * len(state.result_types)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        common = op.results[0].type
        if all(operand.type == common for operand in op.operands):
            printer.print_attribute(common)
        else:
            print_function_types(printer, op.operand_types, op.result_types)


@irdl_custom_directive
class Ints(CustomDirective):
    """`[0, 1]` for a list of integers in any of its attribute forms."""

    values: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        values = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
        self.values.set(state, i64_array(values))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_string(f"[{', '.join(map(str, ints(self.values.get(op))))}]")

    def is_present(self, op: IRDLOperation) -> bool:
        return self.values.get(op) is not None

    def is_anchorable(self) -> bool:
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


def _enum_of(variable: AttributeVariable, state: ParsingState) -> type[BracketEnum]:
    """The enumeration of a property, in the dialect of the operation that is being parsed."""
    from disc_shape.dialects.hlo.factory import final_attribute

    constraint = state.op_type.get_irdl_definition().properties[variable.name].constr
    classes = constraint.classes if isinstance(constraint, InstanceOf | ArrayOf) else ()
    for cls in classes:
        if issubclass(cls, BracketEnum):
            return final_attribute(cls, prefix_of(state.op_type.name))
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
        attr = self.values.get(op)
        words = attr.data if isinstance(attr, ArrayAttr) else ()
        texts = [word.data for word in words if isinstance(word, BracketEnum)]
        printer.print_string(f"[{', '.join(texts)}]")

    def is_present(self, op: IRDLOperation) -> bool:
        attr = self.values.get(op)
        return isinstance(attr, ArrayAttr) and len(attr.data) > 0

    def is_anchorable(self) -> bool:
        return True


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
class SelectType(CustomDirective):
    """`tensor<i1>, tensor<4xf32>` when the choices and the result have one type."""

    operands: TypeDirective
    results: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_punctuation("("):
            set_types(parser, state, *parse_function_types(parser))
            return
        predicate = parser.parse_type()
        parser.parse_punctuation(",")
        common = parser.parse_type()
        set_types(parser, state, (predicate, common, common), (common,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        predicate, on_true, on_false = op.operand_types
        common = op.results[0].type
        if on_true == common and on_false == common:
            printer.print_list((predicate, common), printer.print_attribute)
        else:
            print_function_types(printer, op.operand_types, op.result_types)


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
        self.starts.set(state, i64_array(one[0] for one in ranges))
        self.limits.set(state, i64_array(one[1] for one in ranges))
        self.strides.set(state, i64_array(one[2] for one in ranges))

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
class PairwiseTypes(CustomDirective):
    """`type, type` for operands and results that have the same types one by one."""

    operands: TypeDirective
    results: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_punctuation("("):
            operands, results = parse_function_types(parser)
        else:
            operands = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
            results = operands
        self.operands.set(state, operands)
        self.results.set(state, results)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        operands, results = self.operands.get(op), self.results.get(op)
        if list(operands) == list(results):
            printer.print_list(operands, printer.print_attribute)
        else:
            print_function_types(printer, operands, results)

    def set_empty(self, state: ParsingState) -> None:
        self.operands.set_empty(state)
        self.results.set_empty(state)


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


@irdl_custom_directive
class RegionList(CustomDirective):
    """`({...}, {...})` for regions, nothing when there are none."""

    regions: VariadicRegionVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.regions.set(state, parser.parse_region_list())

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        printer.print_regions(self.regions.get(op))
