"""The printed forms of the properties of a symbol, and of affine maps."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    UnitAttr,
    i64,
)
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

from disc_shape.dialects.xdsl_extras.affine_text import balanced_map, map_text
from disc_shape.reading.lines import read_as
from disc_shape.reading.literals import NAME, long_integer, reference
from disc_shape.reading.tokens import INTEGER


@irdl_custom_directive
class SymbolFacts(CustomDirective):
    """`{named, value = 8, ranges = [[1, 64], [128, ?]], likely_values = [8, 16], ...}`.

    Much like an attribute dictionary, but integers have no type and an end without bound is `?`.
    """

    named: AttributeVariable
    value: AttributeVariable
    non_zero: AttributeVariable
    not_one: AttributeVariable
    ranges: AttributeVariable
    likely_values: AttributeVariable
    symbolic_shape_graph: AttributeVariable

    def variables(self) -> tuple[AttributeVariable, ...]:
        """The entries, in the order in which they are printed."""
        return (
            self.named,
            self.value,
            self.non_zero,
            self.not_one,
            self.ranges,
            self.likely_values,
            self.symbolic_shape_graph,
        )

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse the directive."""
        known = {variable.name: variable for variable in self.variables()}
        seen: set[str] = set()

        def entry() -> None:
            start = parser.pos
            key = parser.parse_identifier()
            if key not in known or key in seen:
                what = "is given twice" if key in seen else f"is none of {', '.join(known)}"
                parser.raise_error(f"'{key}' {what}", start, parser.pos)
            seen.add(key)
            known[key].set(state, self.parse_value(parser, key))

        parser.parse_optional_comma_separated_list(parser.Delimiter.BRACES, entry)

    def parse_value(self, parser: Parser, key: str) -> Attribute:
        """Parse the value of a property."""
        if key in (self.named.name, self.non_zero.name, self.not_one.name):
            return UnitAttr()
        parser.parse_punctuation("=")
        if key == self.value.name:
            return IntegerAttr(parser.parse_integer(), i64)
        if key == self.ranges.name:
            return ArrayAttr(
                parser.parse_comma_separated_list(
                    parser.Delimiter.SQUARE, lambda: parse_interval(parser)
                )
            )
        if key == self.likely_values.name:
            values = parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE, parser.parse_integer
            )
            return DenseArrayBase.from_list(i64, values)
        return parser.parse_attribute()

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print the directive."""
        present = [
            (variable.name, attr)
            for variable in self.variables()
            if (attr := variable.get(op)) is not None
        ]
        if not present:
            return
        printer.print_string(" {")
        printer.print_list(present, lambda entry: print_entry(printer, *entry))
        printer.print_string("}")
        state.should_emit_space = True
        state.last_was_punctuation = False


_VALUE = rf"value = {INTEGER}"
_GRAPH = rf"symbolic_shape_graph = @{NAME}"
_FACT = rf"(?:named|non_zero|not_one|{_VALUE}|{_GRAPH})"


@read_as(SymbolFacts, rf"\{{{_FACT}(?:, {_FACT})*+\}}")
def _read_facts(directive: SymbolFacts, _parser: Parser, state: ParsingState, text: str) -> bool:
    known = {variable.name: variable for variable in directive.variables()}
    for entry in text[1:-1].split(", "):
        name, _, value = entry.partition(" = ")
        variable = known.pop(name, None)
        if variable is None:
            return False  # It is given twice.
        if not value:
            variable.set(state, UnitAttr())
        elif value.startswith("@"):
            variable.set(state, reference(value[1:]))
        else:
            variable.set(state, long_integer(int(value)))
    return True


def parse_interval(parser: Parser) -> ArrayAttr[Attribute]:
    """`[1, 64]` or `[1, ?]`."""

    def end() -> Attribute:
        if parser.parse_optional_punctuation("?"):
            return UnitAttr()
        return IntegerAttr(parser.parse_integer(), i64)

    return ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, end))


def print_entry(printer: Printer, name: str, attr: Attribute) -> None:
    """`name` or `name = value`."""
    printer.print_string(name)
    if isinstance(attr, UnitAttr):
        return
    printer.print_string(" = ")
    match attr:
        case IntegerAttr():
            printer.print_string(str(attr.value.data))
        case DenseArrayBase():
            numbers = cast("DenseArrayBase[IntegerType]", attr).get_values()
            values = ", ".join(str(value) for value in numbers)
            printer.print_string(f"[{values}]")
        case ArrayAttr():
            entries = attr.data
            printer.print_string(f"[{', '.join(interval_text(entry) for entry in entries)}]")
        case _:
            printer.print_attribute(attr)


def interval_text(attr: Attribute) -> str:
    """`[1, 64]` or `[1, ?]`."""
    ends = cast("ArrayAttr[Attribute]", attr).data if isinstance(attr, ArrayAttr) else (attr,)
    texts = ["?" if isinstance(end, UnitAttr) else _end_text(end) for end in ends]
    return f"[{', '.join(texts)}]"


def _end_text(attr: Attribute) -> str:
    return str(attr.value.data) if isinstance(attr, IntegerAttr) else str(attr)


@irdl_custom_directive
class FlatAffineMap(CustomDirective):
    """`affine_map<(d0, d1) -> (d0 + d1 * 2)>`, its sums and products written flat."""

    map: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse the directive."""
        start = parser.pos
        attr = parser.parse_attribute()
        if not isinstance(attr, AffineMapAttr):
            parser.raise_error("expected an affine map", start, parser.pos)
        self.map.set(state, AffineMapAttr(balanced_map(attr.data)))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print the directive."""
        attr = self.map.get(op)
        state.print_whitespace(printer)
        if isinstance(attr, AffineMapAttr):
            printer.print_string(f"affine_map<{map_text(attr.data)}>")
        elif attr is not None:
            printer.print_attribute(attr)
        state.should_emit_space = True
        state.last_was_punctuation = False
