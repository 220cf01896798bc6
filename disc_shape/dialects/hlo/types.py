"""The types of the HLO dialects, and the encodings that bound a dynamic size."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, Data, ParametrizedAttribute, TypeAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from disc_shape.class_table import Kind
from disc_shape.dialects.hlo.attributes import HloAttribute


class TokenType(HloAttribute, ParametrizedAttribute, TypeAttribute):
    """`!stablehlo.token`: orders operations that have side effects."""

    name = "token"

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        return ()

    def print_parameters(self, printer: Printer) -> None:
        pass


def _parse_bounds(parser: AttrParser) -> tuple[int | None, ...]:
    """`16, ?`: the upper bound of each dimension that has one."""

    def bound() -> int | None:
        if parser.parse_optional_punctuation("?"):
            return None
        return parser.parse_integer(allow_negative=False)

    return tuple(parser.parse_comma_separated_list(parser.Delimiter.NONE, bound))


def _bounds_text(bounds: tuple[int | None, ...]) -> str:
    return ", ".join("?" if bound is None else str(bound) for bound in bounds)


def bounds_problem(bounds: Sequence[int | None], sizes: Sequence[int]) -> str | None:
    """What is wrong with the bounds of a type: there is one, or `?`, for each dimension, and static
    ones have none."""
    if len(bounds) != len(sizes):
        return f"{len(bounds)} bounds, expected {len(sizes)}"
    for index, (bound, size) in enumerate(zip(bounds, sizes, strict=True)):
        if bound is not None and size != DYNAMIC_INDEX:
            return f"static dimension {index} has a bound, {bound}, expected ?"
    return None


class BoundsAttr(HloAttribute, Data[tuple[int | None, ...]]):
    """`#stablehlo.bounds<16, ?>`, the encoding of a type whose first dimension is at most 16."""

    name = "bounds"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[int | None, ...]:
        with parser.in_angle_brackets():
            return _parse_bounds(parser)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{_bounds_text(self.data)}>")

    @property
    def bounds(self) -> tuple[int | None, ...]:
        """For each dimension its largest size, or None."""
        return self.data

    def shape_problem(self, sizes: Sequence[int]) -> str | None:
        """Why a tensor of these sizes cannot have these bounds, or None if it can."""
        return bounds_problem(self.bounds, sizes)


class TypeExtensionsAttr(HloAttribute, Data[tuple[int | None, ...]]):
    """The longer form of the same, MHLO's: `#mhlo.type_extensions<bounds = [16, ?]>`."""

    name = "type_extensions"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[int | None, ...]:
        with parser.in_angle_brackets():
            parser.parse_keyword("bounds")
            parser.parse_punctuation("=")
            with parser.in_square_brackets():
                return _parse_bounds(parser)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<bounds = [{_bounds_text(self.data)}]>")

    @property
    def bounds(self) -> tuple[int | None, ...]:
        """For each dimension its largest size, or None."""
        return self.data

    def shape_problem(self, sizes: Sequence[int]) -> str | None:
        """Why a tensor of these sizes cannot have these bounds, or None if it can."""
        return bounds_problem(self.bounds, sizes)


HAS_BOUNDS = Kind(BoundsAttr, TypeExtensionsAttr)
