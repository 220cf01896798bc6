"""`FastPrinter`: xDSL's printer, byte for byte, in a fraction of the time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from itertools import pairwise
from typing import IO

from xdsl.dialects.builtin import DenseArrayBase, DenseIntOrFPElementsAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.diagnostic import Diagnostic

LONGEST = 1000
"""Longer texts of attributes are not remembered: they are large constants."""

MOST = 1 << 16
"""How many attributes are remembered: bounds the memory."""


_PLAIN = re.compile(r"[ -!#-\[\]-~]*")
"""Characters that are printed as they are."""


class Parts(StringIO):
    """A stream that keeps what is written until it is joined."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def write(self, s: str, /) -> int:
        """Keep a text."""
        self.parts.append(s)
        return len(s)


Wording = tuple[str, tuple[tuple[int, str], ...]]
"""
The text of operations of one class with equal attributes and types, but for the names: what comes
first, and for each name which result or operand it is of, and the text up to the next name.
"""

Key = tuple[object, ...]


class FastPrinter(Printer):
    """
    xDSL's printer, which prints an operation that differs from an earlier one in its values alone
    by putting their names into its text.

        FastPrinter(stream).print_op(module)

    It depends on printers of operations: the text of an operation without regions is made of its
    attributes, its types, and the names of its results and operands. Attributes that equal each
    other have one text, as in MLIR, where they are one.
    """

    def __init__(
        self,
        stream: IO[str] | None = None,
        print_generic_format: bool = False,
        print_properties_as_attributes: bool = False,
        print_debuginfo: bool = False,
        diagnostic: Diagnostic | None = None,
        *,
        indent_num_spaces: int = 2,
    ) -> None:
        super().__init__(
            stream,
            print_generic_format,
            print_properties_as_attributes,
            print_debuginfo,
            diagnostic or Diagnostic(),
            indent_num_spaces=indent_num_spaces,
        )
        self._wordings: dict[Key, Wording] = {}
        # Attributes are kept beside what is known of them: no other one has their address.
        self._texts: dict[int, tuple[str, Attribute]] = {}
        self._numbers: dict[int, tuple[int, Attribute]] = {}
        self._equal: dict[Attribute, int] = {}
        self._isolated: dict[type[Operation], bool] = {}
        self._parts: list[str] | None = None
        """What was printed since the outermost call of `print_op`."""
        self._named: list[tuple[int, SSAValue]] = []
        """The parts that are names of values."""
        self._more_than_text = False
        """Whether something was printed that changes the printer, as names of resources do."""

    def print_op(self, op: Operation) -> None:
        """Print an operation."""
        if self._parts is not None:
            self._print_inner(op)
            return
        stream, parts = self.stream, Parts()
        self.stream, self._parts = parts, parts.parts
        try:
            self._print_inner(op)
        finally:
            self.stream, self._parts = stream, None
            print("".join(parts.parts), end="", file=stream)

    def _print_inner(self, op: Operation) -> None:
        self._more_than_text = True
        isolated = self._isolated.get(type(op))
        if isolated is None:
            isolated = bool(op.get_traits_of_type(IsolatedFromAbove))
            self._isolated[type(op)] = isolated
        if isolated or op.regions or op.successor_uses or self.diagnostic.op_messages:
            super().print_op(op)
            return
        values = [*op.results, *op.operands]
        key = self._key(op, values)
        wording = self._wordings.get(key)
        location, self.print_debuginfo = self.print_debuginfo, False
        if wording is None:
            self._learn(op, values, key)
        else:
            names = self._ssa_values
            first, rest = wording
            parts = [first]
            for index, text in rest:
                value = values[index]
                name = names.get(value)
                parts.append(self._new_name(value) if name is None else name)
                parts.append(text)
            self.print_string("".join(parts))
        self.print_debuginfo = location
        if location:
            self.print_string(" ")
            self.print_attribute(op.location)

    def _learn(self, op: Operation, values: Sequence[SSAValue], key: Key) -> None:
        """Print an operation as xDSL does, and remember its wording."""
        parts = self._parts
        assert parts is not None
        start, self._named = len(parts), []
        self._more_than_text = False
        super().print_op(op)
        if not self._more_than_text:
            wording = wording_of(parts, start, self._named, values)
            if wording is not None:
                self._wordings[key] = wording

    def _key(self, op: Operation, values: Sequence[SSAValue]) -> Key:
        """All that determines the text of an operation, but the names of its values."""
        if len(self._numbers) > MOST:
            for known in (self._wordings, self._numbers, self._equal):
                known.clear()
        key: list[object] = [type(op), len(op.results), self.print_generic_format]
        numbers, number = self._numbers, self._number
        for value in values:
            type_ = value.type
            found = numbers.get(id(type_))
            key.append(number(type_) if found is None else found[0])
        for attributes in (op.properties, op.attributes):
            for name, attribute in attributes.items():
                found = numbers.get(id(attribute))
                key.append(name)
                key.append(number(attribute) if found is None else found[0])
            key.append(self.print_properties_as_attributes)
        if len(set(values)) < len(values):
            key += [values.index(value) for value in values]
        return tuple(key)

    def _number(self, attribute: Attribute) -> int:
        """One number for all attributes that equal each other."""
        number = len(self._numbers)
        if not is_large(attribute):
            number = self._equal.setdefault(attribute, number)
        self._numbers[id(attribute)] = (number, attribute)
        return number

    def _new_name(self, value: SSAValue) -> str:
        """The name of a value that is printed for the first time."""
        hint = value.name_hint
        if hint:
            count = self.ssa_names.get(hint, 0)
            self.ssa_names[hint] = count + 1
            name = f"{hint}_{count}" if count else hint
        else:
            name = self._get_new_valid_name_id()
        self._ssa_values[value] = name
        return name

    def print_ssa_value(self, value: SSAValue) -> str:
        """Print the name of a value."""
        if self._parts is not None:
            self._named.append((len(self._parts), value))
        return super().print_ssa_value(value)

    def print_attribute(self, attribute: Attribute) -> None:
        """Print an attribute, by its text if that is known."""
        if self._parts is None or self.printing_location:
            super().print_attribute(attribute)
            return
        known = self._texts.get(id(attribute))
        if known is not None:
            self.print_string(known[0])
            return
        start, before = len(self._parts), self._more_than_text
        self._more_than_text = False
        line = self._current_line
        super().print_attribute(attribute)
        text = "".join(self._parts[start:])
        if not self._more_than_text and line == self._current_line and len(text) <= LONGEST:
            if len(self._texts) > MOST:
                self._texts.clear()
            self._texts[id(attribute)] = (text, attribute)
        self._more_than_text |= before

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


def is_large(attribute: Attribute) -> bool:
    """Whether an attribute is a large constant, whose text is computed only once."""
    if isinstance(attribute, DenseIntOrFPElementsAttr | DenseArrayBase):
        return len(attribute.data.data) > LONGEST
    return False


def wording_of(
    parts: Sequence[str],
    start: int,
    named: Sequence[tuple[int, SSAValue]],
    values: Sequence[SSAValue],
) -> Wording | None:
    """
    The wording of an operation printed as the parts from `start` on, of which those in `named` are
    names of values; None if it names other values than its own.
    """
    numbers = {value: number for number, value in enumerate(values)}
    if any(value not in numbers for _, value in named):
        return None
    bounds = [start, *(at for at, _ in named), len(parts)]
    texts = ["".join(parts[a + 1 : b]) for a, b in pairwise(bounds)]
    texts[0] = parts[start] * (bounds[1] > start) + texts[0]
    texts[:-1] = [f"{text}%" for text in texts[:-1]]
    rest = ((numbers[value], text) for (_, value), text in zip(named, texts[1:], strict=True))
    return texts[0], tuple(rest)
