"""Source locations as MLIR prints them today.

MLIR names locations and defines the names at the end of the file: `loc(#loc3)` comes before
`#loc3 = loc("f"(#loc1))`, which xDSL 0.74 refuses, as it does ranges (`"f.py":1:2 to :9`) and fused
locations with metadata. `Locations` mends a parser class.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
)
from xdsl.parser import Parser
from xdsl.utils.mlir_lexer import MLIRTokenKind

from disc_shape.reading.literals import made

_SIMPLE = r"""loc\((?:
    (\#[\w.$-]++)
    | "([^"\\\n\v\f]*+)"
        (?:\((\#[\w.$-]++)\)
        |:([0-9]{1,9}):([0-9]{1,9})(?:\ to\ (?:[0-9]{1,9})?:[0-9]{1,9})?)?
    | callsite\((\#[\w.$-]++)\ at\ (\#[\w.$-]++)\)
    | (unknown)
    )\)"""
"""
A location of the forms that nearly all have: `#name`; `"text"`, with the name of another one or
with line and column; `callsite` of two names; `unknown`.
"""

_LOCATION = re.compile(_SIMPLE, re.VERBOSE)
_DEFINITION = re.compile(
    rf"\n(?P<name>\#[\w.$-]++)\s*+=\s*+(?P<at>(?=loc\())(?:{_SIMPLE}[ \t]*+$)?",
    re.MULTILINE | re.VERBOSE,
)
_NONE = NoneAttr()


class Locations(Parser):
    """
    A parser that knows locations by names which are defined later.

    Definitions of simple forms are read in one sweep over the text when the first name is used, or
    the first definition is reached; there, those in a row are skipped in one step.
    """

    @cached_property
    def _definitions(self) -> Definitions:
        return Definitions(self.lexer.input.content)

    def parse_optional_location(self) -> LocationAttr | None:
        """`loc(...)`, or nothing; one of a simple form is read in one step."""
        if self._parser_state.current_token.text != "loc":
            return None
        match = _LOCATION.match(self.lexer.input.content, self.pos)
        if match is None:
            return super().parse_optional_location()
        location = self._definitions.location(match.groups()) or self._located(match)
        if location is None:
            return super().parse_optional_location()
        self._resume_from(match.end())
        return location

    def location_of_text(self, text: str) -> LocationAttr | None:
        """The location that `loc(text` is; None where that takes the steps of the parser."""
        known = self._definitions.known.get(text[:-1])
        if known is not None:
            return known
        match = _LOCATION.fullmatch(f"loc({text}")
        return None if match is None else self._located(match)

    def _located(self, match: re.Match[str]) -> LocationAttr | None:
        """The location of a simple form, after the definitions of names in it are read."""
        parts = match.groups()
        for part in parts:
            if part and part not in self._definitions.known:
                self._read_definition(part)
        return self._definitions.location(parts)

    def _parse_location(self) -> LocationAttr:
        token = self._current_token
        if token.kind is MLIRTokenKind.HASH_IDENT:
            known = self._definitions.known
            if token.text not in known:
                self._read_definition(token.text)
            if token.text in known:
                self._consume_token()
                return known[token.text]
        elif token.kind is MLIRTokenKind.BARE_IDENT and token.text == "fused":
            return self._parse_fused()
        location = super()._parse_location()
        if isinstance(location, FileLineColLoc) and self.parse_optional_keyword("to"):
            self.parse_optional_integer(allow_boolean=False, allow_negative=False)
            self.parse_punctuation(":")
            self.parse_integer(allow_boolean=False, allow_negative=False)
        return location

    def _parse_fused(self) -> LocationAttr:
        """`fused[...]` or `fused<metadata>[...]`."""
        self._consume_token()
        metadata = NoneAttr()
        if self.parse_optional_punctuation("<"):
            metadata = self.parse_attribute()
            self.parse_punctuation(">")
        parts = self.parse_comma_separated_list(self.Delimiter.SQUARE, self._parse_location)
        return FusedLoc(tuple(parts), metadata)

    def _read_definition(self, name: str) -> None:
        """Read a definition of no simple form, wherever it stands, and come back."""
        definitions = self._definitions
        position = definitions.others.get(name)
        if position is None:
            return
        definitions.known[name] = UNKNOWN_LOC
        back = self.pos
        self._resume_from(position)
        definitions.known[name] = self.parse_optional_location() or UNKNOWN_LOC
        self._resume_from(back)

    def _parse_alias_def(self) -> None:
        definitions, aliases = self._definitions, self.attribute_aliases
        row = definitions.rows.get(self.pos)
        if row is not None and aliases.keys().isdisjoint(row.locations):
            aliases.update(row.locations)
            self._resume_from(row.end)
            return
        name = self._current_token.text
        super()._parse_alias_def()
        location = aliases.get(name)
        if isinstance(location, LocationAttr):
            definitions.known.setdefault(name, location)


class Strings(dict[str, StringAttr]):
    """The names and files of locations: each is one attribute."""

    def __missing__(self, text: str) -> StringAttr:
        found = self[text] = made(StringAttr, data=text)
        return found


class Numbers(dict[str, IntAttr]):
    """The lines and columns of locations: each is one attribute."""

    def __missing__(self, text: str) -> IntAttr:
        made = self[text] = IntAttr(int(text))
        return made


@dataclass
class Row:
    """Definitions of simple forms that follow one another."""

    end: int
    locations: dict[str, LocationAttr]


class Definitions:
    """The locations that a text defines by name."""

    def __init__(self, text: str) -> None:
        self.known: dict[str, LocationAttr] = {}
        """The locations that were read."""
        self.others: dict[str, int] = {}
        """Where those begin that only a parser can read, or that name one which follows."""
        self.rows: dict[int, Row] = {}
        """The definitions that were read here, by the position of the first."""
        self._strings = Strings()
        self._numbers = Numbers()
        row: Row | None = None
        for match in _DEFINITION.finditer("\n" + text):
            name, _, *parts = match.groups()
            location = None if name in self.known else self.location(parts)
            if location is None:
                self.others.setdefault(name, match.start("at") - 1)
                continue
            start, end = match.span()
            if row is None or row.end + 1 != start:
                row = self.rows[start] = Row(0, {})
            self.known[name] = row.locations[name] = location
            row.end = end - 1

    def location(self, parts: Sequence[str | None]) -> LocationAttr | None:
        """The location of a simple form; None if it has none, or names one that is not known."""
        alias, text, around, line, column, callee, caller, unknown = parts
        if text is not None:
            name = self._strings[text]
            if line and column:
                line, column = self._numbers[line], self._numbers[column]
                return made(FileLineColLoc, filename=name, line=line, column=column)
            inner = self.known.get(around) if around else _NONE
            return None if inner is None else made(NameLoc, desc=name, location=inner)
        if alias:
            return self.known.get(alias)
        if callee and caller:
            called, at = self.known.get(callee), self.known.get(caller)
            if called is None or at is None:
                return None
            return made(CallSiteLoc, callee=called, caller=at)
        return UNKNOWN_LOC if unknown else None


def parse_argument(parser: Parser) -> Parser.Argument:
    """`%0: type` with a location after it or none."""
    argument = parser.parse_argument(expect_type=True)
    location = parser.parse_optional_location()
    return argument if location is None else Parser.Argument(argument.name, argument.type, location)
