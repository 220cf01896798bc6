"""
The language in which people state facts about sizes.

    x: [b, s, 32]               names the dimensions of an argument (by name or number)
    s % 4 == 0                  any condition in the prover's syntax
    8 <= s <= 512; t == 2*s     several in a line
    x[0] == y[0]                dimensions without a name (also x.shape[0])
    s in {1, 8, 16}             one of a few sizes
    likely b in {1, 8, 16}      a hint, never a fact
    # a comment

Statements end at a semicolon or at the end of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.ir import Operation

from disc_shape.constraints.graph import LARGEST_INDEX
from disc_shape.symbolic import Cond, Expr, FloorDiv, Mod, compare, disj, parse, parse_cond, sym
from disc_shape.symbolic.nodes import postorder
from disc_shape.symbolic.parsing import ExpressionSyntaxError

DIGITS = len(str(LARGEST_INDEX))
"""How many digits a size has at most."""

QUOTED = 100
"""How much of a statement a message quotes."""

NAME = re.compile(r"[A-Za-z_]\w*")
_NUMBER = re.compile(r"(?<!\w)\d+(?!\w)")
_NAMING = re.compile(r"\s*%?(?P<argument>[A-Za-z_]\w*|\d+)\s*:\s*\[(?P<dims>.*)\]\s*$")
_BEGINS_AS_NAMING = re.compile(r"\s*%?(?:[A-Za-z_]\w*|\d+)\s*:")
_MEMBERSHIP = re.compile(
    r"\s*(?P<likely>likely\s+)?(?P<name>%?[\w\[\]]+)\s+in\s+\{(?P<values>[^}]*)\}\s*$"
)


class FactSyntaxError(Exception):
    """A statement cannot be read, or does not fit the program; `line` and `column` count from 1."""

    def __init__(
        self,
        message: str,
        line: int,
        column: int,
        notes: Sequence[tuple[str, Operation | None]] = (),
    ):
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.notes = tuple(notes)
        """The facts that lead to the error, each with the operation that implies it, if any."""


@dataclass(frozen=True)
class Statement:
    """One statement and its position."""

    text: str
    line: int
    column: int

    def error(
        self,
        message: str,
        notes: Sequence[tuple[str, Operation | None]] = (),
        at: str = "",
    ) -> FactSyntaxError:
        """An error about this statement, or about the word `at` in it."""
        end = r"(?!\w)" if at[-1:].isalnum() else ""
        found = re.search(rf"(?<![\w.\]]){re.escape(at)}{end}", self.text) if at else None
        column = self.column + (found.start() if found is not None else 0)
        return FactSyntaxError(message, self.line, column, notes)


@dataclass(frozen=True)
class Naming(Statement):
    """`x: [b, s, 32]`; None for a dimension left out with `_` or `?`."""

    argument: str
    dims: tuple[Expr | None, ...]


@dataclass(frozen=True)
class Condition(Statement):
    """A condition over names and dimensions such as `x[0]`."""

    condition: Cond


@dataclass(frozen=True)
class Likely(Statement):
    """Sizes that a dimension often has."""

    name: str
    values: tuple[int, ...]


def parse_facts(text: str) -> list[Statement]:
    """The statements of a text; FactSyntaxError where one cannot be read."""
    return [_parse(statement) for statement in _split(text)]


def _split(text: str) -> Iterator[Statement]:
    for number, line in enumerate(text.splitlines(), 1):
        code = line.partition("#")[0]
        start = 0
        for part in code.split(";"):
            if part.strip():
                yield Statement(part.strip(), number, start + len(part) - len(part.lstrip()) + 1)
            start += len(part) + 1


def _parse(statement: Statement) -> Statement:
    place = (statement.text, statement.line, statement.column)
    for number in _NUMBER.findall(statement.text):
        digits = len(number.lstrip("0"))
        # Python reads no integer of more than 4,300 digits.
        if digits > DIGITS or int(number) > LARGEST_INDEX:
            shown = number if digits <= DIGITS else f"a number of {digits} digits"
            message = f"{shown} is larger than any size, which is at most {LARGEST_INDEX}"
            raise statement.error(message, at=number)
    naming = _NAMING.match(statement.text)
    if naming is not None:
        return Naming(*place, naming["argument"], tuple(_dims(statement, naming["dims"])))
    begins = _BEGINS_AS_NAMING.match(statement.text)
    if begins is not None:
        rest = statement.text[begins.end() :].strip()
        message = f"expected a list of sizes such as [b, s, 32], got '{rest}'"
        column = statement.column + begins.end()
        raise FactSyntaxError(message, statement.line, column)
    membership = _MEMBERSHIP.match(statement.text)
    if membership is not None:
        name = membership["name"].lstrip("%")
        values = _values(statement, membership["values"])
        if membership["likely"]:
            return Likely(*place, name, values)
        return Condition(*place, disj(compare("==", sym(name), value) for value in values))
    try:
        condition = parse_cond(statement.text)
    except ExpressionSyntaxError as error:
        raise _at(statement, statement.text, 0, error) from None
    for node in postorder(condition):
        if isinstance(node, FloorDiv | Mod) and node.rhs.constant == 0:
            raise statement.error(f"'{shortened(statement.text)}' divides by zero")
    return Condition(*place, condition)


def _dims(statement: Statement, text: str) -> Iterator[Expr | None]:
    offset = 0
    for part in _entries(text):
        entry = part.strip()
        if entry in ("_", "?"):
            yield None
            continue
        try:
            yield parse(entry)
        except ExpressionSyntaxError as error:
            start = statement.text.index("[") + 1 + offset + len(part) - len(part.lstrip())
            raise _at(statement, entry, start, error) from None
        finally:
            offset += len(part) + 1


def _entries(text: str) -> Iterator[str]:
    """The parts between commas outside of parentheses."""
    depth = start = 0
    for position, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if character == "," and depth <= 0:
            yield text[start:position]
            start = position + 1
    if text.strip():
        yield text[start:]


def shortened(text: str) -> str:
    """A text as a message quotes it: its beginning, when it is long."""
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}..."


def _at(
    statement: Statement, text: str, start: int, error: ExpressionSyntaxError
) -> FactSyntaxError:
    """The error of an expression that begins at a character of a statement."""
    column = statement.column + start + error.column - 1
    return FactSyntaxError(f"cannot read '{shortened(text)}': {error.what}", statement.line, column)


def _values(statement: Statement, text: str) -> tuple[int, ...]:
    try:
        values = tuple(int(value) for value in text.split(","))
    except ValueError:
        message = f"expected sizes, got '{text.strip()}'"
        raise statement.error(message, at="{" + text) from None
    if any(value < 0 for value in values):
        least = min(values)
        raise statement.error(f"a size is not negative, got {least}", at=str(least))
    return values
