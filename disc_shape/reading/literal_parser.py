"""A parser that remembers types and attributes by their text, and reads them by one expression."""

from __future__ import annotations

import re
from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import TensorType, UnitAttr
from xdsl.ir import Attribute, TypeAttribute

from disc_shape.reading.literals import ELEMENTS, FUNCTION, LITERAL, TENSOR, TensorTypes, literal_of
from disc_shape.reading.tokens import BLANK, FunctionTypes, Primitives

_INSIDE = r"[^<>\"\n]|(?<=-)>"
_TYPE = re.compile(
    rf"(!?[a-zA-Z_][\w$.]*+(?:<(?:{_INSIDE}|<(?:{_INSIDE}|<(?:{_INSIDE})*+>)*+>)*+>)?+)\s*+.?",
    re.ASCII,
)
"""A type of up to three levels of brackets on one line, and the character after it."""

_BLANK = re.compile(BLANK)

_ENTRY = re.compile(r" ?([a-zA-Z_][\w$.]*+)(?: = |(?=[,}]))", re.ASCII)
"""A name in a dictionary, with the blanks that printers write, or one without a value."""

UNIT = UnitAttr()


class LiteralParser(Primitives):
    """xDSL's parser, which remembers types and attributes by their text."""

    def __init__(self, ctx: Context, input: str, name: str) -> None:
        super().__init__(ctx, input, name)
        self._types: dict[str, TypeAttribute] = {}
        """The types that were read, by their text and the character after it."""
        self._tensors = TensorTypes()
        self._literals: dict[str, Attribute] = {}
        """The attributes that were read, by their text."""

    def parse_optional_type(self) -> TypeAttribute | None:
        """Parse a type, if present."""
        content, start = self.lexer.input.content, self.pos
        match = _TYPE.match(content, start)
        if match is None:
            return super().parse_optional_type()
        known = self._types.get(match[0]) or ELEMENTS.get(match[1])
        if known is not None:
            self._resume_from(match.end(1))
            return known
        tensor = TENSOR.fullmatch(match[1])
        type_ = None if tensor is None else self._tensors.read(tensor)
        if type_ is not None:
            self._types[match[0]] = type_
            self._resume_from(match.end(1))
            return type_
        type_ = super().parse_optional_type()
        if tensor is not None and type_ is not None:
            self._tensors.elements[tensor[2]] = cast("TensorType[Attribute]", type_).element_type
        blank = None if type_ is None else _BLANK.match(content, match.end(1))
        if type_ is not None and blank is not None and blank.end() == self.pos:
            self._types[match[0]] = type_
        return type_

    def parse_attribute(self) -> Attribute:
        """Parse an attribute."""
        found = self._read_literal()
        return super().parse_attribute() if found is None else found

    def parse_optional_attribute(self) -> Attribute | None:
        """Parse an attribute, if present."""
        found = self._read_literal()
        return super().parse_optional_attribute() if found is None else found

    def _read_literal(self) -> Attribute | None:
        """The attribute at the current token if it is one literal, as most are."""
        found = self.literal_at(self.pos)
        if found is None:
            return None
        self._resume_from(found[1])
        return found[0]

    def literal_at(self, place: int) -> tuple[Attribute, int] | None:
        """The attribute whose literal begins at a place, and where that ends."""
        match = LITERAL.match(self.content, place)
        if match is None:
            return None
        found = self._literals.get(match[0])
        if found is None:
            tensor = TENSOR.fullmatch(match["tensor"] or "")
            found = literal_of(match, None if tensor is None else self._tensors.read(tensor))
            if found is None:
                return None
            self._literals[match[0]] = found
        return found, match.end()

    def parse_optional_dictionary_attr_dict(self) -> dict[str, Attribute]:
        """Parse a dictionary of attributes, if present."""
        found = self._read_dictionary() if self.is_at_brace() else {}
        return super().parse_optional_dictionary_attr_dict() if found is None else found

    def _read_dictionary(self) -> dict[str, Attribute] | None:
        """The dictionary at the current token if its attributes are literals of different names."""
        content, place = self.lexer.input.content, self.pos
        found: dict[str, Attribute] = {}
        while (entry := _ENTRY.match(content, place + 1)) is not None:
            name, place = entry[1], entry.end()
            if name in found:
                return None
            if content[place - 1] != " ":
                found[name] = UNIT
            elif (value := self.literal_at(place)) is not None:
                found[name], place = value
            else:
                return None
            if content.startswith("}", place):
                self._resume_from(place + 1)
                return found
            if not content.startswith(",", place):
                return None
        return None

    def type_of_text(self, text: str) -> Attribute | None:
        """The type that `TYPE` matches; None if that takes the steps of the parser."""
        known = self._tensors.known(text) or ELEMENTS.get(text)
        if known is not None:
            return known
        tensor = TENSOR.fullmatch(text)
        return None if tensor is None else self._tensors.read(tensor)

    def function_type_of(self, text: str) -> FunctionTypes | None:
        """
        The types of tensors in `(type, ...) -> type`: those before the arrow, and that after it,
        unless it is `()`. None if that takes the steps of the parser.
        """
        found: list[Attribute] = []
        for one in TENSOR.finditer(text):
            type_ = self._tensors.read(one)
            if type_ is None:
                return None
            found.append(type_)
        results = [] if text.endswith(")") else [found.pop()]
        return found, results

    def function_type_at(self, place: int) -> tuple[FunctionTypes, int] | None:
        """The types in `(type, ...) -> type` at a place, and where it ends."""
        match = FUNCTION.match(self.content, place)
        types = None if match is None else self.function_type_of(match[0])
        return None if match is None or types is None else (types, match.end())
