"""Dialect attributes and types in quotes, as MLIR printed them until 2022.

`#mhlo<"comparison_direction LT">` is `#mhlo<comparison_direction LT>`. `QuotedSymbols` mends a
parser class.
"""

from __future__ import annotations

from typing import Literal, overload

from xdsl.ir import Attribute, TypeAttribute
from xdsl.parser import AttrParser, ParserState
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRTokenKind


class QuotedSymbols(AttrParser):
    """A parser that reads what stands in quotes as if it stood there without them."""

    @overload
    def _parse_extended_type_or_attribute(
        self, attr_or_dialect_name: str, is_type: Literal[False]
    ) -> Attribute: ...
    @overload
    def _parse_extended_type_or_attribute(
        self, attr_or_dialect_name: str, is_type: Literal[True]
    ) -> TypeAttribute: ...
    def _parse_extended_type_or_attribute(
        self, attr_or_dialect_name: str, is_type: bool
    ) -> Attribute:
        token = self._current_token
        quoted = token.kind is MLIRTokenKind.LESS and token.span.input.content.startswith(
            '"', token.span.end
        )
        if "." in attr_or_dialect_name or not quoted:
            if is_type:
                return super()._parse_extended_type_or_attribute(attr_or_dialect_name, True)
            return super()._parse_extended_type_or_attribute(attr_or_dialect_name, False)
        with self.in_angle_brackets():
            text = self.parse_str_literal()
        outside = self._parser_state
        sigil = "!" if is_type else "#"
        source = Input(f"{sigil}{attr_or_dialect_name}<{text}>", token.span.input.name)
        self._parser_state = ParserState(MLIRLexer(source))
        try:
            return self.parse_type() if is_type else self.parse_attribute()
        except ParseError as error:
            self._parser_state = outside
            self.raise_error(error.msg, token.span.start, token.span.end + len(text))
        finally:
            self._parser_state = outside
