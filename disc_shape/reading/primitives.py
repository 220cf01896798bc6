"""The steps of xDSL's parser that are taken for each token, each in one call."""

from __future__ import annotations

import re

from xdsl.ir import Attribute, TypeAttribute
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.parser.generic_parser import ParserState
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import (
    KIND_BY_PUNCTUATION_SPELLING,
    MLIRToken,
    MLIRTokenKind,
    PunctuationSpelling,
)

from disc_shape.reading.tokens import BLANK, SUFFIX, FastToken

_RESULT = re.compile(f"(%{SUFFIX}){BLANK}=")


class Primitives(Parser):
    """
    A parser with xDSL's steps and errors. Each method is xDSL's of the same name, with those that
    it calls written out.
    """

    @property
    def pos(self) -> int:
        """Where the next token begins."""
        token: object = self._parser_state.current_token
        return token.start if isinstance(token, FastToken) else self._current_token.span.start

    def _resume_from(self, pos: int | ParserState[MLIRTokenKind, str]) -> None:
        if not isinstance(pos, int):
            self._parser_state = pos
            return
        state = self._parser_state
        state.lexer.pos = pos
        state.current_token = state.lexer.lex()

    def _consume_token(self, expected_kind: MLIRTokenKind | None = None) -> MLIRToken:
        state = self._parser_state
        token = state.current_token
        assert expected_kind is None or token.kind == expected_kind
        state.current_token = state.lexer.lex()
        return token

    def _parse_optional_token(self, expected_kind: MLIRTokenKind) -> MLIRToken | None:
        state = self._parser_state
        token = state.current_token
        if token.kind is not expected_kind:
            return None
        state.current_token = state.lexer.lex()
        return token

    def parse_optional_characters(self, text: str) -> str | None:
        """Parse a token of this text, if present."""
        state = self._parser_state
        if state.current_token.text != text:
            return None
        state.current_token = state.lexer.lex()
        return text

    def parse_optional_dictionary_attr_dict(self) -> dict[str, Attribute]:
        """Parse a dictionary of attributes, if present."""
        if self._parser_state.current_token.kind is not MLIRTokenKind.L_BRACE:
            return {}
        return super().parse_optional_dictionary_attr_dict()

    def parse_optional_punctuation(
        self, punctuation: PunctuationSpelling
    ) -> PunctuationSpelling | None:
        """Parse a punctuation, if present."""
        state = self._parser_state
        if state.current_token.kind is not KIND_BY_PUNCTUATION_SPELLING[punctuation]:
            return None
        state.current_token = state.lexer.lex()
        return punctuation

    def parse_punctuation(
        self, punctuation: PunctuationSpelling, context_msg: str = ""
    ) -> PunctuationSpelling:
        """Parse a punctuation."""
        state = self._parser_state
        if state.current_token.kind is not KIND_BY_PUNCTUATION_SPELLING[punctuation]:
            self.raise_error(f"Expected '{punctuation}'{context_msg}", state.current_token.span)
        state.current_token = state.lexer.lex()
        return punctuation

    def is_at_brace(self) -> bool:
        """Whether the next token is `{`."""
        return self._parser_state.current_token.kind is MLIRTokenKind.L_BRACE

    def read_function_type(self, operands: int | None) -> list[Attribute] | None:
        """
        `(type, ...) -> type` where all are types of tensors: these types, the result last. None,
        and nothing is read, for any other text and where there are not as many as `operands`.
        """
        return None

    def parse_unresolved_operand(self, msg: str = "operand expected") -> UnresolvedOperand:
        """Parse the name of a value."""
        state = self._parser_state
        token = state.current_token
        if token.kind is not MLIRTokenKind.PERCENT_IDENT:
            return super().parse_unresolved_operand(msg)
        following = state.current_token = state.lexer.lex()
        if following.kind is MLIRTokenKind.HASH_IDENT:
            self._resume_from(token.span.start)
            return super().parse_unresolved_operand(msg)
        return UnresolvedOperand(token.span, 0)

    def parse_type(self) -> TypeAttribute:
        """Parse a type."""
        return self.parse_optional_type() or super().parse_type()

    def _parse_op_result_list(self) -> list[tuple[Span, int]]:
        """`%0 =`, as most operations begin; xDSL reads all others."""
        source = self.lexer.input
        match = _RESULT.match(source.content, self.pos)
        if match is None:
            return super()._parse_op_result_list()
        self._resume_from(match.end())
        return [(Span(*match.span(1), source), 1)]
