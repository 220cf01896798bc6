"""
Tokens of MLIR text by one compiled expression, without objects for tokens that are not used, the
steps of xDSL's parser that are taken for each token, each in one call, and the operations, contexts
and states that parsers make, of their parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar, cast

from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr
from xdsl.ir import Attribute, Operation, OpResult, SSAValue, SSAValues, TypeAttribute, Use
from xdsl.irdl import IRDLOperation, OptionalDef
from xdsl.irdl.constraints import VerificationContext
from xdsl.irdl.declarative_assembly_format import ParsingState
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.parser.generic_parser import ParserState
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import (
    KIND_BY_PUNCTUATION_SPELLING,
    MLIRLexer,
    MLIRToken,
    MLIRTokenKind,
    PunctuationSpelling,
    StringLiteral,
)

SUFFIX = r"(?:[0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*+)"
"""What follows `%`, `#`, `!` and `^` in a name."""

BLANK = r"(?:[ \t\n\r\f\v]++|//[^\n]*+)*+"
"""White space and comments."""

INTEGER = r"-?(?:0|[1-9][0-9]{0,17})(?![\w.])"
INTEGERS = rf"\[(?:{INTEGER}(?:, {INTEGER})*+)?\]"
"""Integers of 64 bits as printers write them, one and a list of them."""

_INTEGERS = re.compile(INTEGERS)

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
        start, self.pos = span = match.span(group)
        text = match[group]
        kind = _PUNCTUATION[text] if group == PUNCTUATION else _KINDS[group]
        return _new_token(kind, text, start, span[1], self.input)


_RESULT = re.compile(f"(%{SUFFIX}){BLANK}=")

FunctionTypes: TypeAlias = tuple[list[Attribute], list[Attribute]]
"""The types of operands and results."""


T = TypeVar("T")


def integers_of(text: str) -> list[int]:
    """The integers of a text that `INTEGERS` matches."""
    return [int(number) for number in text[1:-1].split(", ")] if len(text) > 2 else []


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
        if isinstance(pos, int):
            self.continue_at(pos)
        else:
            self._parser_state = pos

    def continue_at(self, place: int) -> MLIRToken:
        """Continue at a place in the text; the token that begins there."""
        state = self._parser_state
        state.lexer.pos = place
        token = state.current_token = state.lexer.lex()
        return token

    @property
    def content(self) -> str:
        """The text that is parsed."""
        return self._parser_state.lexer.input.content

    @property
    def source_text(self) -> Input[str]:
        """The text that is parsed, with its name."""
        return self._parser_state.lexer.input

    pending: int | None = None
    """
    Where the text after the name of an operation begins of which no token has been read yet. Who
    finds one there continues at it, and removes it.
    """

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

    def literal_at(self, place: int) -> tuple[Attribute, int] | None:
        """The attribute whose literal begins at a place, and where that ends; None if none does."""
        return None

    def type_of_text(self, text: str) -> Attribute | None:
        """The type that `literals.TYPE` matches; None if that takes the steps of the parser."""
        return None

    def function_type_of(self, text: str) -> FunctionTypes | None:
        """
        The types of tensors in `(type, ...) -> type`: those before the arrow, and that after it,
        unless it is `()`. None if that takes the steps of the parser.
        """
        return None

    def function_type_at(self, place: int) -> tuple[FunctionTypes, int] | None:
        """The types in `(type, ...) -> type` at a place, and where it ends."""
        return None

    def value_named(self, name: tuple[int, str], type: Attribute) -> SSAValue | None:
        """The value of an operand, of which the place and the name are given, if it has a type."""
        return None

    def parse_comma_separated_list(
        self, delimiter: Parser.Delimiter, parse: Callable[[], T], context_msg: str = ""
    ) -> list[T]:
        """A list of what `parse` reads; one of integers is read by one expression."""
        if delimiter is self.Delimiter.SQUARE and parse == self.parse_integer:
            match = _INTEGERS.match(self.content, self.pos)
            if match is not None:
                self.continue_at(match.end())
                return cast("list[T]", integers_of(match[0]))
        return super().parse_comma_separated_list(delimiter, parse, context_msg)

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


# -- what a parser makes, in few steps
#
# xDSL sets the operands and successors of an operation through views and lists, and makes the
# dictionaries of a context through three generic types: for nearly every line of a small program.

OpT = TypeVar("OpT", bound=Operation)


class Completed(dict[type[Operation], bool]):
    """Whether a class adds something to an operation that has all its parts, as default values."""

    def __missing__(self, key: type[Operation]) -> bool:
        found = self[key] = _is_completed(key)
        return found


def _is_completed(op_class: type[Operation]) -> bool:
    if op_class.__post_init__ is Operation.__post_init__:
        return False
    if op_class.__post_init__ is not IRDLOperation.__post_init__:
        return True
    assert issubclass(op_class, IRDLOperation)
    definition = op_class.get_irdl_definition()
    return any(
        one.default_value is not None and not isinstance(one, OptionalDef)
        for group in (definition.properties, definition.attributes)
        for one in group.values()
    )


COMPLETED = Completed()


def built(
    op_class: type[OpT],
    operands: Sequence[SSAValue],
    result_types: Sequence[Attribute],
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
    location: LocationAttr | None = None,
) -> OpT:
    """
    `op_class.create(...)` of an operation without regions and successors, which keeps the
    dictionaries.
    """
    op = op_class.__new__(op_class)
    if operands:
        uses = tuple([Use(op, index) for index in range(len(operands))])
        for operand, use in zip(operands, uses, strict=True):
            operand.add_use(use)
        setattr(op, "_operands", SSAValues(operands))
        setattr(op, "_operand_uses", uses)
    if result_types:
        op.results = SSAValues(
            [OpResult(type_, op, index) for index, type_ in enumerate(result_types)]
        )
    op.properties = properties
    op.attributes = attributes
    op.location = UNKNOWN_LOC if location is None else location
    if COMPLETED[op_class]:
        op.__post_init__()
    return op


class Context(VerificationContext):
    """The variables of constraints, none of which has a value yet."""

    def __init__(self) -> None:
        self._variables = {}
        self._range_variables = {}
        self._int_variables = {}


class State(ParsingState):
    """What was parsed of an operation: nothing yet."""

    def __init__(self, op_class: type[IRDLOperation], counts: tuple[int, ...]) -> None:
        operands, results, regions, successors = counts
        self.op_type = op_class
        self.operands = [None] * operands
        self.operand_types = [None] * operands
        self.result_types = [None] * results
        self.regions = [None] * regions
        self.successors = [None] * successors
        self.attributes = {}
        self.properties = {}
        self.context = Context()
        self.names: list[Sequence[tuple[int, str]] | None] | None = None
        """The names of operands where these are not resolved as xDSL does it."""
