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

_DEFINITION = re.compile(r"\n(#[\w.$-]+)\s*=\s*(?=loc\()")
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
        content = "\n" + self.lexer.input.content
        found = _DEFINITION.finditer(content)
        return {match[1]: (match.start(), match.end() - 1) for match in found}

    @cached_property
    def _definitions(self) -> dict[int, str]:
        """The name that is defined at each position of the text where a definition begins."""
        return {start: name for name, (start, _) in self._defined_ahead.items()}

    @cached_property
    def _strings(self) -> dict[str, StringAttr]:
        """The names and files of locations: each is one attribute."""
        return {}

    @cached_property
    def _numbers(self) -> dict[str, IntAttr]:
        """The lines and columns of locations: each is one attribute."""
        return {}

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
            numbers = [self._number(text) for text in found.group("line", "column")]
            location = FileLineColLoc(self._string(found["file"]), *numbers)
        else:
            location = NameLoc(self._string(found["file"]), inner[0] if inner else _NONE)
        self.attribute_aliases[name] = location
        self._read_ahead[name] = found.end()
        return True

    def _string(self, text: str) -> StringAttr:
        known = self._strings.get(text)
        if known is None:
            known = self._strings[text] = StringAttr(text)
        return known

    def _number(self, text: str) -> IntAttr:
        known = self._numbers.get(text)
        if known is None:
            known = self._numbers[text] = IntAttr(int(text))
        return known

    def _parse_alias_def(self) -> None:
        name = self._current_token.text
        definition = self._defined_ahead.get(name)
        if definition is not None and name not in self.attribute_aliases:
            if definition[0] == self._current_token.span.start:
                self._read_definition(name)
        end = self._read_ahead.pop(name, None)
        if end is not None:
            if self._defined_ahead[name][0] == self._current_token.span.start:
                self._resume_from(self._end_of_definitions(end))
                return
            del self.attribute_aliases[name]
        super()._parse_alias_def()

    def _end_of_definitions(self, end: int) -> int:
        """Read the definitions that follow one that ends at `end`, without their tokens."""
        content = self.lexer.input.content
        while (name := self._definitions.get(end + content.startswith("\n", end))) is not None:
            if name not in self.attribute_aliases:
                self._read_definition(name)
            after = self._read_ahead.pop(name, None)
            if after is None:  # It is defined twice, which xDSL refuses.
                break
            end = after
        return end


def parse_argument(parser: Parser) -> Parser.Argument:
    """`%0: type` with a location after it or none."""
    argument = parser.parse_argument(expect_type=True)
    location = parser.parse_optional_location()
    return argument if location is None else Parser.Argument(argument.name, argument.type, location)
