"""How StableHLO prints the types of operands and results: once where they are all the same."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from disc_shape.dialects.hlo.narrow import as_tensor, complex_part
from disc_shape.reading.lines import read_as
from disc_shape.reading.literals import FUNCTION, TYPE
from disc_shape.reading.tokens import Primitives


def parse_types(parser: Parser) -> Sequence[Attribute]:
    """`type, type`"""
    return parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)


def parse_function_types(parser: Parser) -> tuple[Sequence[Attribute], Sequence[Attribute]]:
    """`type, ...) -> type` or `... -> (type, ...)`, after the opening parenthesis."""
    if parser.parse_optional_punctuation(")"):
        return (), parse_result_types(parser)
    operands = parse_types(parser)
    parser.parse_punctuation(")")
    return operands, parse_result_types(parser)


def parse_function_type(parser: Parser) -> tuple[Sequence[Attribute], Sequence[Attribute]]:
    """`(type, ...) -> type`."""
    if isinstance(parser, Primitives):
        found = parser.function_type_at(parser.pos)
        if found is not None:
            parser.continue_at(found[1])
            return found[0]
    parser.parse_punctuation("(")
    return parse_function_types(parser)


def parse_result_types(parser: Parser) -> Sequence[Attribute]:
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


@read_as(CommonType, f"{TYPE}|{FUNCTION.pattern}")
def _read_common(_one: CommonType, parser: Primitives, state: ParsingState, text: str) -> bool:
    if text.startswith("("):
        types = parser.function_type_of(text)
        if types is None or (len(types[0]), len(types[1])) != (
            len(state.operand_types),
            len(state.result_types),
        ):
            return False
        set_types(parser, state, *types)
        return True
    type_ = parser.type_of_text(text)
    if type_ is None:
        return False
    common = (type_,)
    state.operand_types[:] = [common] * len(state.operand_types)
    state.result_types[:] = [common] * len(state.result_types)
    return True


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
class PairwiseTypes(CustomDirective):
    """`type, type` for operands and results that have the same types one by one."""

    operands: TypeDirective
    results: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_punctuation("("):
            operands, results = parse_function_types(parser)
        else:
            operands = results = parse_types(parser)
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
class ComplexResult(CustomDirective):
    """`tensor<4xcomplex<f32>>` when the operands are tensors of its parts."""

    operands: TypeDirective
    results: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_punctuation("("):
            set_types(parser, state, *parse_function_types(parser))
            return
        position = parser.pos
        result = parser.parse_type()
        part = _tensor_of_parts(result)
        if part is None:
            parser.raise_error(f"expected a tensor of complex elements, got {result}", position)
        set_types(parser, state, (part, part), (result,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        result = op.results[0].type
        part = _tensor_of_parts(result)
        if all(operand == part for operand in op.operand_types):
            printer.print_attribute(result)
        else:
            print_function_types(printer, op.operand_types, op.result_types)


def _tensor_of_parts(type_: Attribute) -> Attribute | None:
    """The type of the real parts of a complex tensor."""
    tensor = as_tensor(type_)
    part = None if tensor is None else complex_part(tensor.element_type)
    if tensor is None or part is None:
        return None
    return TensorType(part, tensor.shape.data, tensor.encoding)
