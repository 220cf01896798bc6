"""Attributes as xDSL prints them, the text of each made once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import StringIO

from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    NoneAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute
from xdsl.printer import Printer
from xdsl.utils.mlir_lexer import MLIRLexer

from disc_shape.reading.literals import listed, sizes_of

LONGEST = 1000
"""Longer texts of attributes are not remembered: they are large constants."""

MOST = 1 << 16
"""How many attributes are remembered: bounds the memory."""


_PLAIN = re.compile(r"[ -!#-\[\]-~]*")
"""Characters that are printed as they are."""


class IsBare(dict[str, bool]):
    """Whether the name of an attribute is printed without quotes."""

    def __missing__(self, key: str) -> bool:
        if len(self) > MOST:
            self.clear()
        found = self[key] = MLIRLexer.bare_identifier_regex.fullmatch(key) is not None
        return found


IS_BARE = IsBare()


class Parts(StringIO):
    """A stream that keeps what is written until it is joined."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def write(self, s: str, /) -> int:
        """Keep a text."""
        self.parts.append(s)
        return len(s)


class AttributePrinter(Printer):
    """xDSL's printer, which prints an attribute that it has printed before by its text."""

    _parts: list[str] | None
    """What was printed since the outermost call of `print_op`."""
    _texts: dict[int, tuple[str, Attribute]]
    """
    The texts of attributes by their address; these are kept, so that no other one has it.
    """
    _more_than_text: bool
    """Whether something was printed that changes the printer, as names of resources do."""

    def _print_known(self, attribute: Attribute, parts: list[str]) -> None:
        """Print an attribute, in one step if its text is known."""
        known = self._texts.get(id(attribute))
        if known is None:
            self.print_attribute(attribute)
        else:
            parts.append(known[0])

    def print_attribute(self, attribute: Attribute) -> None:
        """Print an attribute, by its text if that is known."""
        if self._parts is None or self.printing_location:
            self._print_anew(attribute)
            return
        known = self._texts.get(id(attribute))
        if known is not None:
            self._current_column += len(known[0])
            self._parts.append(known[0])
            return
        start, before = len(self._parts), self._more_than_text
        self._more_than_text = False
        line = self._current_line
        self._print_anew(attribute)
        if not (type(attribute) is DenseIntOrFPElementsAttr and is_large(attribute)):
            text = "".join(self._parts[start:])
            if not self._more_than_text and line == self._current_line and len(text) <= LONGEST:
                if len(self._texts) > MOST:
                    self._texts.clear()
                self._texts[id(attribute)] = (text, attribute)
        self._more_than_text |= before

    def _print_anew(self, attribute: Attribute) -> None:
        """Print an attribute whose text is not known."""
        if type(attribute) is DenseIntOrFPElementsAttr:
            self.print_constant(attribute)
        elif type(attribute) is TensorType and self._parts is not None:
            self.print_string(f"tensor<{sizes_of(attribute)}")
            self.print_attribute(attribute.element_type)
            if type(attribute.encoding) is not NoneAttr:
                self.print_string(", ")
                self.print_attribute(attribute.encoding)
            self.print_string(">")
        else:
            super().print_attribute(attribute)

    def print_attr_dict(self, attr_dict: Mapping[str, Attribute]) -> None:
        """Print attributes with their names, in two steps each."""
        parts = self._parts
        if parts is None or self.printing_location or not all(map(IS_BARE.__getitem__, attr_dict)):
            super().print_attr_dict(attr_dict)
            return
        before = "{"
        for name, attribute in attr_dict.items():
            if type(attribute) is UnitAttr:
                parts.append(before + name)
            else:
                parts.append(f"{before}{name} = ")
                self._print_known(attribute, parts)
            before = ", "
        parts.append("}" if attr_dict else "{}")

    def print_constant(self, constant: DenseIntOrFPElementsAttr) -> None:
        """Print a constant, in one step where it is short."""
        text = listed(constant)
        if text is None:
            super().print_attribute(constant)
        else:
            self.print_string(f"{text} : ")
            self.print_attribute(constant.get_type())

    def print_resource_handle(self, dialect: str, handle: str) -> None:
        """Print the name of a resource, whose data is printed after the program."""
        self._more_than_text = True
        super().print_resource_handle(dialect, handle)

    def print_string(self, text: str, *, indent: int | None = None) -> None:
        """Print a text."""
        if self._parts is None or "\n" in text:
            self._more_than_text = True
            super().print_string(text, indent=indent)
            return
        self._current_column += len(text)
        self._parts.append(text)

    def print_bytes_literal(self, bytestring: bytes) -> None:
        """Print a string in quotes, as one text where nothing in it needs an escape."""
        text = bytestring.decode("latin-1")
        if _PLAIN.fullmatch(text) is None:
            super().print_bytes_literal(bytestring)
        else:
            self.print_string(f'"{text}"')

    def _print_new_line(self, indent: int | None = None, print_message: bool = True) -> None:
        if self._parts is None or self._next_line_callback:
            super()._print_new_line(indent, print_message)
            return
        self._current_line += 1
        self._current_column = self.indent_num_spaces * (self._indent if indent is None else indent)
        self._parts.append("\n" + " " * self._current_column)


CONSTANTS = (DenseIntOrFPElementsAttr, DenseArrayBase)
"""The classes of constants, from which none derives."""


def is_large(attribute: Attribute) -> bool:
    """Whether an attribute is a large constant, whose text is computed only once."""
    if isinstance(attribute, CONSTANTS):
        return len(attribute.data.data) > LONGEST
    return False
