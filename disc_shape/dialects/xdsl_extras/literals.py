"""Hexadecimal float literals, which xDSL reads as integers.

`dense<0xFF800000> : tensor<f32>` is minus infinity: the digits are the bits of the element. xDSL
0.74 reads 4286578688.0 instead, though it prints infinities in this way. `HexLiterals` mends a
parser class; `parse_exact_attribute` reads one attribute of whatever parser.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import AnyFloat, ComplexType, IndexType, IntegerType
from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

ElementType = AnyFloat | IntegerType | IndexType | ComplexType


class HexLiterals(AttrParser):
    """A parser to which the digits of a hexadecimal float are its bits."""

    @dataclass
    class Bits(AttrParser._TensorLiteralElement):
        """An element written as `0x...`."""

        def to_type(self, parser: AttrParser, type: ElementType) -> Any:
            if not isinstance(type, AnyFloat):
                return super().to_type(parser, type)
            value = cast(int, self.value)
            if value >= 1 << type.bitwidth:
                parser.raise_error(f"hexadecimal literal does not fit {type}", self.span)
            return type.unpack(value.to_bytes(type.compile_time_size, "little"), 1)[0]

    @dataclass
    class Parts(AttrParser._TensorLiteralElement):
        """A complex element, of which either part may be written as `0x...`."""

        real: AttrParser._TensorLiteralElement
        imaginary: AttrParser._TensorLiteralElement

        def to_type(self, parser: AttrParser, type: ElementType) -> Any:
            if not isinstance(type, ComplexType):
                parser.raise_error(f"expected an element of type {type}", self.span)
            part = type.element_type
            return (self.real.to_type(parser, part), self.imaginary.to_type(parser, part))

    def _parse_tensor_literal_element(self) -> AttrParser._TensorLiteralElement:
        token = self._current_token
        if token.kind is MLIRTokenKind.INTEGER_LIT and token.text[:2] in ("0x", "0X"):
            self._consume_token()
            return self.Bits(False, int(token.text, 16), token.span)
        if self.parse_optional_punctuation("("):
            real = self._parse_tensor_literal_element()
            self.parse_punctuation(",")
            imaginary = self._parse_tensor_literal_element()
            end = self._current_token.span.end
            self.parse_punctuation(")")
            span = Span(token.span.start, end, token.span.input)
            return self.Parts(False, (0, 0), span, real, imaginary)
        return super()._parse_tensor_literal_element()


def parse_exact_attribute(parser: AttrParser) -> Attribute:
    """The next attribute, read with hexadecimal floats as bits."""
    if not isinstance(parser, HexLiterals):
        exact = HexLiterals.__new__(HexLiterals)
        vars(exact).update(vars(parser))
        parser = exact
    return parser.parse_attribute()
