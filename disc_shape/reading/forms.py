"""
Forms of operation lines: the operation of a line of text, whatever the names of its values.

A program repeats few lines. `%5 = stablehlo.add %3, %4 : tensor<4xf32>` and `%9 = stablehlo.add %7,
%8 : tensor<4xf32>` differ in names alone, so that the second operation has the class, attributes
and types of the first, and other operands. The first line of a form is read by the parser, which
records where each operand came from; the second finds the form of the first, and it and the others
are read by a look-up. Most lines of a small program have no second.

A form is of a line that holds one whole operation. It relies on xDSL's parsers: they look at
text token by token and one token ahead, so the key of a form also has the token after the line.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, fields

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.reading.tokens import SUFFIX, built

LONGEST = 4096
"""Longer lines hold large constants, which are not kept as keys."""

_NAME = re.compile(f"%({SUFFIX})")
LOCATION = " loc("
"""How the location at the end of a line begins."""
LOCATION_LENGTH = len(LOCATION)

_NEXT = re.compile(r'\s*([%}"^]|[A-Za-z_][\w$]*+(\.)?)?', re.ASCII)
"""The start of the token after a line. A name with a dot is that of an operation, no keyword."""

_BOUND = re.compile(r"\s*(?::\s*([0-9]+)\s*)?([,=])", re.ASCII)
"""What follows the name of a result."""

Key = tuple[str, ...]


class Line:
    """One line of text that may be an operation."""

    __slots__ = ("end", "key", "location", "names", "start")

    def __init__(self, key: Key, names: list[str], location: str, start: int, end: int) -> None:
        self.key = key
        """The text between names, the kind of the token after the line, which names are equal."""
        self.names = names
        """The names of values, without `%`."""
        self.location = location
        """What follows `loc(` at the end of the line, or nothing; it is not part of the key."""
        self.start = start
        self.end = end
        """Where the next token begins."""


def line_at(text: str, start: int) -> Line | None:
    """The line that begins at `start`; None where it is long, the last, or before a comment."""
    stop = text.find("\n", start)
    if not 0 <= stop - start <= LONGEST:
        return None
    following = _NEXT.match(text, stop)
    if following is None or following[1] is None:
        return None
    ahead = "." if following[2] else following[1]
    location = ""
    if text[stop - 1] == ")" and (at := text.rfind(LOCATION, start, stop)) >= 0:
        # In a comment it is none, and no form is learned from it.
        location, stop, ahead = text[at + LOCATION_LENGTH : stop], at, "loc"
    pieces = _NAME.split(text[start:stop])
    names = pieces[1::2]
    del pieces[1::2]
    pieces.append(ahead)
    if len(set(names)) < len(names):
        pieces += [str(names.index(name)) for name in names]
    return Line(tuple(pieces), names, location, start, following.start(1))


Use = tuple[int, int, SSAValue]
"""A name that the parser resolved: its position, the index into its tuple, and the value."""


class Form:
    """The operation of the lines of one form."""

    def __init__(
        self,
        op: Operation,
        sizes: tuple[int, ...],
        operands: tuple[tuple[int, int, Attribute], ...],
    ) -> None:
        self.operation = type(op)
        self.sizes = sizes
        """How many results each result name has."""
        self.operands = operands
        """The number of its name in the line, its index in the tuple of that name, its type."""
        self.result_types = op.result_types
        self.properties = dict(op.properties)
        self.attributes = dict(op.attributes)
        self.location = op.location
        self.regions = tuple(region.clone() for region in op.regions)
        """Regions that the text only names, as in `applies stablehlo.add`."""

    def read(
        self,
        names: Sequence[str],
        values: Mapping[str, tuple[SSAValue, ...]],
        ahead: Container[str],
        location: LocationAttr | None,
    ) -> Operation | None:
        """
        The operation of a line with these names; None where a name is not defined before, has
        another type, or is defined twice, or was used ahead of its definition.
        """
        operands: list[SSAValue] = []
        for number, index, type_ in self.operands:
            found = values.get(names[number])
            if found is None or index >= len(found):
                return None
            value = found[index]
            if value.type is not type_ and value.type != type_:
                return None
            operands.append(value)
        count = len(self.sizes)
        for name in names[:count]:
            if name in values or name in ahead:
                return None
        if count > 1 and len(set(names[:count])) < count:
            return None
        op = built(
            self.operation,
            operands,
            self.result_types,
            dict(self.properties),
            dict(self.attributes),
            location or self.location,
        )
        for region in self.regions:
            op.add_region(region.clone())
        return op


@dataclass(frozen=True)
class Example:
    """A line that the parser has read: its form is found when another line has the same key."""

    op: Operation
    line: Line
    uses: Sequence[Use]

    def form(self) -> Form | None:
        """The form of the line; None if its operation is more than its text."""
        return form_of(self.op, self.line, self.uses)


def form_of(op: Operation, line: Line, uses: Sequence[Use]) -> Form | None:
    """The form of `line`, from which the parser read `op`; None if `op` is more than its text."""
    if op.successors or not _is_plain(op):
        return None
    sizes = _bound_sizes(line)
    operands = None if sizes is None else _operand_names(op, line, uses, len(sizes))
    if sizes is None or operands is None:
        return None
    return Form(op, sizes, operands)


_FIELDS = {field.name for field in fields(Operation)}
"""What every operation has; one with more was changed by its parser."""


def _is_plain(op: Operation) -> bool:
    """Whether an operation is no more than its fields, and its regions see nothing outside."""
    if not vars(op).keys() <= _FIELDS:
        return False
    for region in op.regions:
        inside: set[SSAValue] = {value for block in region.blocks for value in block.args}
        for inner in region.walk():
            inside.update(inner.results)
            if inner.regions or inner.successors or not vars(inner).keys() <= _FIELDS:
                return False
        if any(operand not in inside for inner in region.walk() for operand in inner.operands):
            return False
    return True


def _bound_sizes(line: Line) -> tuple[int, ...] | None:
    """How many results each result name of a line has."""
    if line.key[0] or not line.names:
        return ()
    sizes: list[int] = []
    for piece in line.key[1:]:
        bound = _BOUND.match(piece)
        if bound is None:
            return None
        sizes.append(int(bound[1] or 1))
        if bound[2] == "=":
            return tuple(sizes)
    return None


def _operand_names(
    op: Operation, line: Line, uses: Sequence[Use], bound: int
) -> tuple[tuple[int, int, Attribute], ...] | None:
    """
    Which name of the line each operand of `op` has. None if some name is no operand.
    """
    numbers: dict[int, int] = {}
    position = line.start
    for number, (piece, name) in enumerate(zip(line.key, line.names, strict=False)):
        position += len(piece)
        numbers[position] = number
        position += 1 + len(name)
    if any(place not in numbers for place, _, _ in uses):
        return None
    found = [(numbers[place], index, value.type) for place, index, value in uses]
    if {number for number, _, _ in found} != set(range(bound, len(line.names))):
        return None
    # Where one value has two names here, the names are equal in all lines of the form.
    values = {value: which for (_, _, value), which in zip(uses, found, strict=True)}
    if any(operand not in values for operand in op.operands):
        return None
    return tuple(values[operand] for operand in op.operands)
