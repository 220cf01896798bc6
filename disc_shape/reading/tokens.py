"""Tokens of MLIR text by one compiled expression, without objects for tokens that are not used."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import (
    KIND_BY_PUNCTUATION_SPELLING,
    MLIRLexer,
    MLIRToken,
    MLIRTokenKind,
    StringLiteral,
)

SUFFIX = r"(?:[0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*+)"
"""What follows `%`, `#`, `!` and `^` in a name."""

BLANK = r"(?:[ \t\n\r\f\v]++|//[^\n]*+)*+"
"""White space and comments."""

_TOKEN = re.compile(
    BLANK
    + r"""(?:
      ([a-zA-Z_][a-zA-Z0-9_$.]*+)
    | (%SUFFIX)
    | (->|\{-\#|\#-\}|\.\.\.|[:,()}\[\]<>=+/*?|{-])
    | ("[^"\\\n\v\f]*+")
    | ((?:0x[0-9a-fA-F]++|[0-9]++(?!\.)))
    | ([0-9]++\.[0-9]*+(?:[eE][+-]?[0-9]++)?)
    | (\#SUFFIX)
    | (!SUFFIX)
    | (\^SUFFIX)
    | (@[a-zA-Z_][a-zA-Z0-9_$.]*+)
    )""".replace("SUFFIX", SUFFIX),
    re.VERBOSE | re.ASCII,
)

PUNCTUATION = 3
_KINDS = (
    MLIRTokenKind.EOF,
    MLIRTokenKind.BARE_IDENT,
    MLIRTokenKind.PERCENT_IDENT,
    MLIRTokenKind.COLON,  # Punctuation has its kind by its text.
    MLIRTokenKind.STRING_LIT,
    MLIRTokenKind.INTEGER_LIT,
    MLIRTokenKind.FLOAT_LIT,
    MLIRTokenKind.HASH_IDENT,
    MLIRTokenKind.EXCLAMATION_IDENT,
    MLIRTokenKind.CARET_IDENT,
    MLIRTokenKind.AT_IDENT,
)
"""The kinds of tokens, by the group of `_TOKEN` that matches."""

_PUNCTUATION: dict[str, MLIRTokenKind] = dict(KIND_BY_PUNCTUATION_SPELLING)


class FastToken:
    """A token of xDSL's lexer, whose span is created when it is first read."""

    __slots__ = ("end", "input", "kind", "start", "text")

    def __init__(
        self, kind: MLIRTokenKind, text: str, start: int, end: int, source: Input[str]
    ) -> None:
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.input = source

    @property
    def span(self) -> Span[str]:
        """The position of the token."""
        if self.kind is MLIRTokenKind.STRING_LIT:
            return StringLiteral(self.start, self.end, self.input)
        return Span(self.start, self.end, self.input)

    @property
    def content(self) -> str:
        """The text of the token."""
        return self.text

    @property
    def bytes(self) -> bytes:
        """The text of the token in UTF-8."""
        return self.text.encode()

    def __repr__(self) -> str:
        return f"Token(kind={self.kind}, span={self.span})"


# It has all attributes of xDSL's tokens, which are a data class.
_new_token = cast("Callable[[MLIRTokenKind, str, int, int, Input[str]], MLIRToken]", FastToken)


class FastLexer(MLIRLexer):
    """
    xDSL's lexer: the same tokens and errors. Text that `_TOKEN` does not match, such as strings
    with escapes, the end of the text and whatever is no token, is left to xDSL.
    """

    # xDSL's own takes exponential time to give up on a string that is not closed.
    _unescaped_characters_regex = re.compile(r'"(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"')

    def lex(self) -> MLIRToken:
        """The next token."""
        match = _TOKEN.match(self.input.content, self.pos)
        if match is None:
            return super().lex()
        group = match.lastindex or 0
        text = match[group]
        self.pos = end = match.end()
        kind = _PUNCTUATION[text] if group == PUNCTUATION else _KINDS[group]
        return _new_token(kind, text, end - len(text), end, self.input)
