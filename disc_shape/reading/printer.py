"""`FastPrinter`: xDSL's printer, byte for byte, in a fraction of the time."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from io import StringIO
from itertools import pairwise
from operator import attrgetter
from typing import IO, NamedTuple, cast

from xdsl.dialects.builtin import DenseArrayBase, DenseIntOrFPElementsAttr, NoneAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import PrintingState
from xdsl.printer import Printer
from xdsl.utils.diagnostic import Diagnostic

from disc_shape.reading.formats import FORMATS, ISOLATED, Directive, Step
from disc_shape.reading.literals import listed, sizes_of

LONGEST = 1000
"""Longer texts of attributes are not remembered: they are large constants."""

MOST = 1 << 16
"""How many attributes are remembered: bounds the memory."""


FEW = 100
"""How many operations are printed before texts are looked up: small programs repeat few."""

_type_of: Callable[[SSAValue], Attribute] = attrgetter("_type")
_operands_of: Callable[[Operation], Sequence[SSAValue]] = attrgetter("_operands")
"""The type of a value and the operands of an operation, in one step."""

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


class DirectivePrinter(Printer):
    """xDSL's printer, which prints operations by the directives of their formats in place."""

    _named: list[tuple[int, SSAValue]]
    """The parts that are names of values."""

    def _print_directives(
        self,
        op: IRDLOperation,
        operands: Sequence[SSAValue],
        directives: Sequence[Directive],
        parts: list[str],
    ) -> None:
        """Print an operation by the directives of its format."""
        results = op.results
        if results:
            self._print_names(results, parts)
            parts.append(" = ")
        parts.append(op.name)
        state = PrintingState()
        for step, directive, text, place, names, spaces in directives:
            space = state.should_emit_space
            if step is Step.PUNCTUATION:
                follows, after_punctuation, after_others = spaces
                wanted = after_punctuation if state.last_was_punctuation else after_others
                parts.append(f" {text}" if space and wanted else text)
                state.should_emit_space, state.last_was_punctuation = follows, True
                continue
            if step is Step.KEYWORD:
                parts.append(f" {text}" if space else text)
            elif step is Step.DICTIONARY:
                if op.attributes or (names and not names.isdisjoint(op.properties)):
                    directive.print(self, state, op)
                continue
            elif step is Step.OTHER:
                directive.print(self, state, op)
                continue
            elif step is Step.OPERANDS and not operands:
                continue
            elif step is Step.ATTRIBUTE and text not in op.properties:
                continue
            elif space or not state.last_was_punctuation:
                parts.append(" ")
            state.should_emit_space, state.last_was_punctuation = True, False
            if step is Step.OPERAND:
                self._print_names((operands[place],), parts)
            elif step is Step.OPERANDS:
                self._print_names(operands, parts)
            elif step is Step.ATTRIBUTE:
                self.print_attribute(op.properties[text])
            elif step is Step.OPERAND_TYPE:
                self.print_attribute(operands[place].type)
            elif step is Step.RESULT_TYPE:
                self.print_attribute(results[place].type)
            elif step is Step.FUNCTION_TYPE:
                self._print_function_type(operands, results, parts)

    def _print_names(self, values: Sequence[SSAValue], parts: list[str]) -> None:
        known = self._ssa_values
        for index, value in enumerate(values):
            if index:
                parts.append(", ")
            name = known.get(value)
            if name is None:
                name = self._new_name(value)
            self._named.append((len(parts), value))
            parts.append(f"%{name}")

    def _print_function_type(
        self, operands: Sequence[SSAValue], results: Sequence[SSAValue], parts: list[str]
    ) -> None:
        """`(type, ...) -> type`."""
        parts.append("(")
        self._print_types(operands, parts)
        parts.append(") -> ")
        if len(results) == 1:
            self.print_attribute(results[0].type)
            return
        parts.append("(")
        self._print_types(results, parts)
        parts.append(")")

    def _print_types(self, values: Sequence[SSAValue], parts: list[str]) -> None:
        for index, value in enumerate(values):
            if index:
                parts.append(", ")
            self.print_attribute(value.type)

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


class FastPrinter(DirectivePrinter):
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
        self._count = 0  # of operations without regions that have been printed
        self._wordings: dict[Key | None, Wording | Printed] = {}
        # Attributes are kept beside what is known of them: no other one has their address.
        self._texts: dict[int, tuple[str, Attribute]] = {}
        self._equal: dict[Attribute, int] = {}
        self._numbers: dict[int, int] = {}
        self._kept: list[Attribute] = []
        """The attributes in `_numbers`, which holds their addresses."""
        self._parts: list[str] | None = None
        """What was printed since the outermost call of `print_op`."""
        self._named = []
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
        if ISOLATED[type(op)] or op.regions or op.successor_uses or self.diagnostic.op_messages:
            super().print_op(op)
            return
        values = [*op.results, *_operands_of(op)]
        self._count += 1
        key = None if self._count < FEW else self._key(op, values)
        wording = self._wordings.get(key)
        if isinstance(wording, Printed):
            wording = wording.wording()
            if wording is not None:
                self._wordings[key] = wording
        location, self.print_debuginfo = self.print_debuginfo, False
        if wording is None:
            self._learn(op, values, key)
        else:
            first, rest = wording
            names, parts = self._ssa_values, [first]
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

    def _learn(self, op: Operation, values: Sequence[SSAValue], key: Key | None) -> None:
        """Print an operation as xDSL does, and remember how by a key, unless that is of no use."""
        parts = self._parts
        assert parts is not None
        start, self._named = len(parts), []
        self._more_than_text = False
        form = None if self.print_generic_format else FORMATS[type(op)]
        results = len(op.results)
        if form is None or results < form.results or len(values) - results < form.operands:
            super().print_op(op)
        else:
            one = cast("IRDLOperation", op)
            self._print_directives(one, values[results:], form.directives, parts)
        # Operations with regions, whose texts are not remembered, add their names to another list.
        named, self._named = self._named, []
        if not self._more_than_text and key is not None:
            self._wordings[key] = Printed(start, parts[start:], named, values)

    def _key(self, op: Operation, values: Sequence[SSAValue]) -> Key:
        """All that determines the text of an operation, but the names of its values."""
        properties, attributes = op.properties, op.attributes
        read = [*map(_type_of, values), *properties.values(), *attributes.values()]
        numbers = [*map(self._numbers.get, map(id, read))]
        if None in numbers:
            if len(self._numbers) > MOST:
                for known in (self._wordings, self._numbers, self._equal, self._kept):
                    known.clear()
            numbers = [*map(self._number, read)]
        form = (self.print_generic_format, self.print_properties_as_attributes)
        key: Key = (type(op), len(op.results), form, *properties, None, *attributes, *numbers)
        if len({*map(id, values)}) < len(values):
            key += (None, *[values.index(value) for value in values])
        return key

    def _number(self, attribute: Attribute) -> int:
        """One number for all attributes that equal each other."""
        number = self._numbers.get(id(attribute))
        if number is None:
            number = len(self._kept)
            if attribute.__class__ not in CONSTANTS or not is_large(attribute):
                number = self._equal.setdefault(attribute, number)
            self._numbers[id(attribute)] = number
            self._kept.append(attribute)
        return number

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
            self._current_column += len(known[0])
            self._parts.append(known[0])
            return
        start, before = len(self._parts), self._more_than_text
        self._more_than_text = False
        line = self._current_line
        constant = listed(attribute) if type(attribute) is DenseIntOrFPElementsAttr else None
        if type(attribute) is TensorType:
            self.print_string(f"tensor<{sizes_of(attribute)}")
            self.print_attribute(attribute.element_type)
            if type(attribute.encoding) is not NoneAttr:
                self.print_string(", ")
                self.print_attribute(attribute.encoding)
            self.print_string(">")
        elif constant is None:
            super().print_attribute(attribute)
        else:
            self.print_string(f"{constant} : ")
            self.print_attribute(cast("DenseIntOrFPElementsAttr", attribute).get_type())
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


CONSTANTS = (DenseIntOrFPElementsAttr, DenseArrayBase)
"""The classes of constants, from which none derives."""


def is_large(attribute: Attribute) -> bool:
    """Whether an attribute is a large constant, whose text is computed only once."""
    if isinstance(attribute, CONSTANTS):
        return len(attribute.data.data) > LONGEST
    return False


class Printed(NamedTuple):
    """An operation that was printed: its wording is found when a second one has the same key."""

    start: int
    """The number of the first part."""
    parts: Sequence[str]
    named: Sequence[tuple[int, SSAValue]]
    """The parts that are names, by number."""
    values: Sequence[SSAValue]

    def wording(self) -> Wording | None:
        """The wording; None if the text names other values than those of the operation."""
        numbers = {value: number for number, value in enumerate(self.values)}
        if any(value not in numbers for _, value in self.named):
            return None
        places = [at - self.start for at, _ in self.named]
        bounds = [*places, len(self.parts)]
        first = "".join(self.parts[: bounds[0]])
        texts = ["".join(self.parts[a + 1 : b]) for a, b in pairwise(bounds)]
        texts = [f"{text}%" for text in texts[:-1]] + texts[-1:]
        rest = zip((numbers[value] for _, value in self.named), texts, strict=True)
        return (f"{first}%" if places else first), tuple(rest)
