"""The table of cards: what the compiler knows of each class of operations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import cast

from xdsl.ir import Operation

from disc_shape.cards.card import CARDS, Card
from disc_shape.cards.elements import Elements, Elementwise, Movement, Scalar, Structured
from disc_shape.cards.listing import Listing
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.lmhlo.op import BufferOp
from generator.text import code, summary_of, table

PAGE = "cards.md"

INTRODUCTION = """# Cards

A *card* holds what the compiler knows of the operations of a class, and of its subclasses; see
[adding_an_operation.md](adding_an_operation.md). One row for each class that has one; classes whose
cards hold nothing of a column leave it empty.

- *sizes*: the operands that are sizes, offsets, limits or other parts of shapes.
- *indices*: the operands and results that are indices of elements or bounds of loops.
- *guard*: what the operation checks when the program runs.
- *elements*: what the elements of the results are.
- *iteration space*: *yes* where the loops that compute the results follow from the card, with their
  extents, indexing maps and scalar body; else why they do not. The text under *elements* says which
  operations of such a class have none.
"""


class Names(str):
    """The name of a field, and the list of its values."""

    __slots__ = ()

    def __iter__(self) -> Iterator[str]:
        yield str(self)


class Fields:
    """Stands for an operation: its fields are their names."""

    def __getattr__(self, name: str) -> Names:
        if name.startswith("_"):
            raise AttributeError(name)
        return Names(name)


def card_table() -> dict[str, str]:
    """The page with the table."""
    CARDS.families.load_all()
    header = ("operation", "sizes", "indices", "guard", "elements", "iteration space")
    rows = sorted(card_row(op_class) for op_class in CARDS if issubclass(op_class, Operation))
    kept = [row for row in rows if any(row[1:5])]
    return {PAGE: f"{INTRODUCTION}\n{table(header, kept)}"}


def card_row(op_class: type[Operation]) -> tuple[str, ...]:
    """What the card of a class holds."""
    card = CARDS.get(op_class) or CARDS.find(op_class)
    assert card is not None
    return (
        code(name_of(op_class)),
        selected(card.size_operands),
        selected(card.indices),
        "" if card.guard is None else guard_words(card),
        "" if card.elements is None else elements_words(card.elements),
        space_words(card.elements),
    )


def name_of(op_class: type[Operation]) -> str:
    """The name of an operation; HLO operations have one for each dialect."""
    if op_class is BufferOp:
        return "lmhlo.*"
    prefixes = op_class.PREFIXES if issubclass(op_class, HloOp) else ()
    only = f"{prefixes[0]}." if len(prefixes) == 1 else ""
    return f"{only}{op_class.name}"


def selected(select: Callable[..., object]) -> str:
    """The fields that a selection takes, or what it says of itself."""
    try:
        found = select(Fields())
    except (AssertionError, AttributeError, TypeError, ValueError):
        return docstring_of(select)
    if not isinstance(found, Names | tuple | list):
        return ""
    names = map(str, cast("Sequence[object]", found))
    return ", ".join(code(name) for name in names)


def guard_words(card: Card[Operation]) -> str:
    """What a guard checks."""
    assert card.guard is not None
    guard = cast("Callable[[object], str | None]", card.guard)
    return docstring_of(guard) or str(guard(Fields())).replace("_", " ")


def elements_words(rule: Elements) -> str:
    """What a rule says of itself."""
    match rule:
        case Elementwise():
            given = rule.given
            return code(given.function.name) if isinstance(given, Scalar) else docstring_of(given)
        case Movement():
            return docstring_of(rule.source)
        case Listing():
            return docstring_of(rule.rule)
        case Structured():
            return docstring_of(rule.build)
        case _:
            return summary_of(inspect.getdoc(type(rule)) or "")


def space_words(rule: Elements | None) -> str:
    """Whether there is an iteration space, and why not."""
    if rule is None:
        return "no: no elements rule"
    return "yes" if type(rule).space is not Elements.space else f"no: {rule.without_space}"


def docstring_of(function: object) -> str:
    """The summary of a function."""
    return summary_of(inspect.getdoc(function) or "")
