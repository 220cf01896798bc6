"""The dimension numbers of convolutions: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`."""

from __future__ import annotations

from typing import NamedTuple

from xdsl.ir import Data
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from disc_shape.dialects.hlo.attributes import HloAttribute

MAX_UNNAMED = 8
"""How many dimensions without a part are printed; numbers beyond them are no tensor's."""


class Layout(NamedTuple):
    """Where one tensor of a convolution has its two special dimensions and its spatial ones.

    The special ones are batch and feature, or a kernel's input and output feature.
    """

    first: int
    second: int
    spatial: tuple[int, ...]

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.spatial) + 2

    def text(self, letters: str) -> str:
        """`[b, 0, 1, f]`"""
        names = {self.first: letters[0], self.second: letters[1]}
        names |= {dimension: str(index) for index, dimension in enumerate(self.spatial)}
        count = max(self.rank, min(max(names) + 1, self.rank + MAX_UNNAMED))
        return f"[{', '.join(names.get(index, '?') for index in range(count))}]"

    @staticmethod
    def parse(parser: AttrParser, letters: str) -> Layout:
        """The inverse of `text`; `?` stands for a dimension that has no part in the convolution."""

        def entry() -> str:
            if parser.parse_optional_punctuation("?"):
                return "?"
            number = parser.parse_optional_integer(allow_boolean=False, allow_negative=False)
            return parser.parse_identifier() if number is None else str(number)

        position = parser.pos
        entries = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, entry)
        named = [entry for entry in entries if entry != "?"]
        spatial = [str(index) for index in range(len(named) - 2)]
        if sorted(named) != sorted([*letters, *spatial]):
            expected = ", ".join([*letters, *spatial])
            parser.raise_error(
                f"expected each of {expected} once, got {', '.join(entries)}", position, parser.pos
            )
        first, second = (entries.index(letter) for letter in letters)
        return Layout(first, second, tuple(entries.index(index) for index in spatial))


class ConvLayouts(NamedTuple):
    """The layouts of the operands and the result."""

    input: Layout
    kernel: Layout
    output: Layout


_RAW_FIELDS = {
    "input_batch_dimension": (0, 0),
    "input_feature_dimension": (0, 1),
    "input_spatial_dimensions": (0, 2),
    "kernel_input_feature_dimension": (1, 0),
    "kernel_output_feature_dimension": (1, 1),
    "kernel_spatial_dimensions": (1, 2),
    "output_batch_dimension": (2, 0),
    "output_feature_dimension": (2, 1),
    "output_spatial_dimensions": (2, 2),
}
"""Field of the long form -> which tensor, and which part of its layout."""


class ConvDimensionNumbers(HloAttribute, Data[ConvLayouts]):
    """Which dimensions are spatial, batch and feature ones, for each tensor of a convolution."""

    name = "conv"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> ConvLayouts:
        with parser.in_angle_brackets():
            if parser.parse_optional_keyword("raw"):
                return cls._parse_raw(parser)
            return cls.parse_layouts(parser)

    @classmethod
    def parse_layouts(cls, parser: AttrParser) -> ConvLayouts:
        """`[b, 0, f]x[0, i, o]->[b, 0, f]`"""
        source = Layout.parse(parser, "bf")
        parser.parse_keyword("x")
        kernel = Layout.parse(parser, "io")
        parser.parse_punctuation("->")
        return ConvLayouts(source, kernel, Layout.parse(parser, "bf"))

    @classmethod
    def _parse_raw(cls, parser: AttrParser) -> ConvLayouts:
        """`input_batch_dimension = 0, ...`: the long form, field by field."""
        values: list[list[int]] = [[0, 0], [0, 0], [0, 0]]
        spatial: list[tuple[int, ...]] = [(), (), ()]
        while (field := parser.parse_optional_identifier()) is not None:
            if field not in _RAW_FIELDS:
                parser.raise_error(f"'{cls.name}' has no field '{field}'")
            parser.parse_punctuation("=")
            tensor, part = _RAW_FIELDS[field]
            if part == 2:
                spatial[tensor] = tuple(
                    parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
                )
            else:
                values[tensor][part] = parser.parse_integer()
            if parser.parse_optional_punctuation(",") is None:
                break
        source, kernel, output = (
            Layout(first, second, rest)
            for (first, second), rest in zip(values, spatial, strict=True)
        )
        return ConvLayouts(source, kernel, output)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.text}>")

    @property
    def text(self) -> str:
        """`[b, 0, f]x[0, i, o]->[b, 0, f]`"""
        source, kernel, output = self.data
        return f"{source.text('bf')}x{kernel.text('io')}->{output.text('bf')}"

    @property
    def input_batch_dimension(self) -> int:
        """The batch dimension of the left operand."""
        return self.data.input.first

    @property
    def input_feature_dimension(self) -> int:
        """The feature dimension of the left operand."""
        return self.data.input.second

    @property
    def input_spatial_dimensions(self) -> tuple[int, ...]:
        """The spatial dimensions of the left operand, in order."""
        return self.data.input.spatial

    @property
    def kernel_input_feature_dimension(self) -> int:
        """The dimension of the kernel that meets the input's features."""
        return self.data.kernel.first

    @property
    def kernel_output_feature_dimension(self) -> int:
        """The dimension of the kernel that becomes the output's features."""
        return self.data.kernel.second

    @property
    def kernel_spatial_dimensions(self) -> tuple[int, ...]:
        """The spatial dimensions of the kernel, in order."""
        return self.data.kernel.spatial

    @property
    def output_batch_dimension(self) -> int:
        """The batch dimension of the result."""
        return self.data.output.first

    @property
    def output_feature_dimension(self) -> int:
        """The feature dimension of the result."""
        return self.data.output.second

    @property
    def output_spatial_dimensions(self) -> tuple[int, ...]:
        """The spatial dimensions of the result, in order."""
        return self.data.output.spatial
