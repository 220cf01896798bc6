"""Cards: what the compiler knows of each operation, in one place.

A card is attached to an operation class from outside, to one of ours as to one of xDSL's or of a
user's, and serves its subclasses too:

```python
register_card(
    Card(size_operands=lambda op: (op.output_shape,), elements=Reshaping()), DynamicReshapeOp
)
```

The numpy semantics in `disc_shape.interpreters` do not read cards: tests compare both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Generic, TypeVar, cast

from xdsl.ir import Operation, SSAValue

from disc_shape.cards.class_table import ClassTable
from disc_shape.cards.elements import Elements

OpT = TypeVar("OpT", bound=Operation)

Operands = Callable[[OpT], Sequence[SSAValue]]


def no_operands(op: Operation) -> Sequence[SSAValue]:
    """The selection of none of the operands."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Card(Generic[OpT]):
    """What the compiler knows of the operations of a class."""

    size_operands: Operands[OpT] = no_operands
    """The operands whose integers are sizes, offsets, limits or other parts of shapes."""
    elements: Elements | None = None
    """What the elements of the results are."""


LATE_FAMILIES = {}
"""The modules with the cards of other dialects, loaded with the first operation of each."""


def _load_cards(dialect: str) -> None:
    for module in LATE_FAMILIES.pop(dialect, ()):
        kept = dict(CARDS)
        import_module(f"disc_shape.cards.{module}")
        # What a user has registered for one of these classes stays.
        CARDS.put_back(kept)


CARDS: ClassTable[Card[Operation]] = ClassTable(_load_cards)


def register_card(card: Card[OpT], *op_classes: type[OpT]) -> None:
    """Attach a card to operation classes and to their subclasses; it replaces an earlier one."""
    for op_class in op_classes:
        CARDS[op_class] = cast("Card[Operation]", card)


def card_of(op: Operation) -> Card[Operation] | None:
    """The card of an operation, if its class or a base of it has one."""
    return CARDS.find(type(op))


def elements_of(op: Operation) -> Elements | None:
    """The elements rule of an operation, if it has one."""
    card = CARDS.find(type(op))
    return None if card is None else card.elements
