"""Source locations as MLIR prints them today.

MLIR names locations and defines the names at the end of the file: `loc(#loc3)` comes before
`#loc3 = loc("f"(#loc1))`, which xDSL 0.74 refuses, as it does ranges (`"f.py":1:2 to :9`) and fused
locations with metadata. `Locations` mends a parser class.
"""

from __future__ import annotations

import re
from functools import cached_property

from xdsl.dialects.builtin import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.parser import Parser
from xdsl.utils.mlir_lexer import MLIRTokenKind

_DEFINITION = re.compile(r"^(#[\w.$-]+)\s*=\s*(?=loc\()", re.MULTILINE)
_SIMPLE = re.compile(
    r"""loc\((?:
      "(?P<file>[^"\\\n]*)"
        (?:\((?P<around>\#[\w.$-]+)\)
        |:(?P<line>[0-9]{1,9}):(?P<column>[0-9]{1,9})(?:\ to\ (?:[0-9]{1,9})?:[0-9]{1,9})?)?
    | callsite\((?P<callee>\#[\w.$-]+)\ at\ (?P<caller>\#[\w.$-]+)\)
    )\)[ \t]*$""",
    re.MULTILINE | re.VERBOSE,
)
_NAMED = re.compile(r"\(\s*(#[\w.$-]+)\s*\)")
_ARGUMENT = re.compile(r'\("([^"\\\n]*)"\)')
"""What follows `loc` at the arguments of functions."""
_NONE = NoneAttr()


class Locations(Parser):
    """A parser that knows locations by names which are defined later."""

    @cached_property
    def _defined_ahead(self) -> dict[str, tuple[int, int]]:
        """Where the definition of each named location of the text begins, and what it names."""
        content = self.lexer.input.content
        return {match[1]: match.span() for match in _DEFINITION.finditer(content)}

    @cached_property
    def _read_ahead(self) -> dict[str, int]:
        """The names that were read before their definition was reached, and where that ends."""
        return {}

    def parse_optional_location(self) -> LocationAttr | None:
        """`loc(...)`, or nothing; a name in it is read in one step."""
        token = self._current_token
        if token.kind is not MLIRTokenKind.BARE_IDENT or token.text != "loc":
            return None
        name = _NAMED.match(self.lexer.input.content, token.span.end)
        if name is not None:
            if name[1] not in self.attribute_aliases:
                self._read_definition(name[1])
            location = self.attribute_aliases.get(name[1])
            if isinstance(location, LocationAttr):
                self._resume_from(name.end())
                return location
        argument = _ARGUMENT.match(self.lexer.input.content, token.span.end)
        if argument is not None:
            self._resume_from(argument.end())
            return NameLoc(StringAttr(argument[1]), _NONE)
        return super().parse_optional_location()

    def _parse_location(self) -> LocationAttr:
        token = self._current_token
        if token.kind is MLIRTokenKind.HASH_IDENT:
            if token.text not in self.attribute_aliases:
                self._read_definition(token.text)
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
        """Read the definition of a location, wherever it stands, and come back."""
        definition = self._defined_ahead.get(name)
        if definition is None:
            return
        self.attribute_aliases[name] = UnknownLoc()
        if self._read_simple(name, definition[1]):
            return
        back = self._current_token.span.start
        self._resume_from(definition[1])
        location = self.parse_optional_location()
        if location is not None:
            self.attribute_aliases[name] = location
        self._read_ahead[name] = self._current_token.span.start
        self._resume_from(back)

    def _read_simple(self, name: str, position: int) -> bool:
        """Read `loc("f")`, `loc("f"(#loc1))`, `loc("f.py":1:2 to :9)` or `loc(callsite(#loc1 at
        #loc2))`, as nearly all definitions are, in one step."""
        found = _SIMPLE.match(self.lexer.input.content, position)
        if found is None:
            return False
        inner: list[LocationAttr] = []
        for part in filter(None, found.group("around", "callee", "caller")):
            if part not in self.attribute_aliases:
                self._read_definition(part)
            location = self.attribute_aliases.get(part)
            if not isinstance(location, LocationAttr):
                return False
            inner.append(location)
        if found["callee"]:
            location = CallSiteLoc(*inner)
        elif found["line"]:
            line, column = IntAttr(int(found["line"])), IntAttr(int(found["column"]))
            location = FileLineColLoc(StringAttr(found["file"]), line, column)
        else:
            location = NameLoc(StringAttr(found["file"]), inner[0] if inner else _NONE)
        self.attribute_aliases[name] = location
        self._read_ahead[name] = found.end()
        return True

    def _parse_alias_def(self) -> None:
        name = self._current_token.text
        definition = self._defined_ahead.get(name)
        if definition is not None and name not in self.attribute_aliases:
            if definition[0] == self._current_token.span.start:
                self._read_definition(name)
        end = self._read_ahead.pop(name, None)
        if end is not None:
            if self._defined_ahead[name][0] == self._current_token.span.start:
                self._resume_from(end)
                return
            del self.attribute_aliases[name]
        super()._parse_alias_def()


def parse_argument(parser: Parser) -> Parser.Argument:
    """`%0: type` with a location after it or none."""
    argument = parser.parse_argument(expect_type=True)
    location = parser.parse_optional_location()
    return argument if location is None else Parser.Argument(argument.name, argument.type, location)
