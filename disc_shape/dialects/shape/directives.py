"""Pieces of printed forms that the declarative format has no words for."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IndexType, IntegerAttr, TensorType
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


@irdl_custom_directive
class Index(CustomDirective):
    """`10` for an integer of type `index`."""

    value: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        value = parser.parse_integer(allow_boolean=False)
        self.value.set(state, IntegerAttr(value, IndexType()))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        attr = self.value.get(op)
        printer.print_string(str(attr.value.data if isinstance(attr, IntegerAttr) else attr))


@irdl_custom_directive
class Extents(CustomDirective):
    """`[4, 5]` for a constant tensor of `index`."""

    value: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        sizes = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
        self.value.set(state, extents_attr(sizes))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        sizes = ", ".join(str(size) for size in read_extents(self.value.get(op)))
        printer.print_string(f"[{sizes}]")


def extents_attr(sizes: list[int]) -> DenseIntOrFPElementsAttr[IndexType]:
    """`dense<[4, 5]> : tensor<2xindex>`."""
    return DenseIntOrFPElementsAttr.from_list(TensorType(IndexType(), [len(sizes)]), sizes)


def read_extents(attr: Attribute | None) -> tuple[int, ...]:
    """The sizes that the attribute holds; a splat is repeated."""
    if not isinstance(attr, DenseIntOrFPElementsAttr):
        return ()
    values = tuple(int(value) for value in attr.get_values())
    (length,) = attr.get_shape()
    return values if len(values) == length else values[:1] * length
