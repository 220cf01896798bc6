"""The table of cards: inheritance, cards of users, families that are loaded late."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation, irdl_op_definition, result_def

from disc_shape.cards import Card, card_of, elements_of, register_card, space_of
from disc_shape.cards.card import CARDS, NO_CARD
from disc_shape.class_table import ClassTable, Families, Kind


class Base(IRDLOperation):
    """A base without a name."""

    result = result_def(TensorType)


@irdl_op_definition
class FirstOp(Base):
    name = "registry.first"


@irdl_op_definition
class SecondOp(Base):
    name = "registry.second"


@pytest.fixture(autouse=True)
def registry_restored() -> Iterator[None]:
    """Take back what a test registers."""
    yield
    for op_class in (Base, FirstOp, SecondOp):
        if op_class in CARDS:
            del CARDS[op_class]


def test_an_unknown_operation_has_an_empty_card() -> None:
    op = FirstOp.create()
    assert card_of(op) is NO_CARD
    assert elements_of(op) is None
    assert space_of(op) is None


def test_a_card_serves_subclasses_and_a_nearer_one_wins() -> None:
    base, own = Card[Operation](is_wrapper=True), Card[Operation](keeps_types=True)
    register_card(base, Base)
    register_card(own, SecondOp)
    assert card_of(FirstOp.create()) is base
    assert card_of(SecondOp.create()) is own


def test_a_later_card_replaces_an_earlier_one_that_was_read() -> None:
    first, second = Card[Operation](is_wrapper=True), Card[Operation](keeps_types=True)
    register_card(first, Base)
    assert card_of(FirstOp.create()) is first
    register_card(second, Base)
    assert card_of(FirstOp.create()) is second


def test_a_dialect_is_loaded_before_its_first_look_up() -> None:
    table = ClassTable[str](Families("html", common=(), late={"registry": ("entities",)}))
    sys.modules.pop("html.entities", None)
    assert table.families.late
    assert table.find(FirstOp) is None
    assert not table.families.late
    assert sys.modules.pop("html.entities")
    assert table.find(SecondOp) is None
    assert "html.entities" not in sys.modules


def test_kinds_are_of_classes_and_those_derived_from_them() -> None:
    kind = Kind(FirstOp)
    derived = type("DerivedOp", (FirstOp,), {})
    assert [kind[cls] for cls in (FirstOp, derived, SecondOp, Base, int)] == [
        issubclass(cls, FirstOp) for cls in (FirstOp, derived, SecondOp, Base, int)
    ]
    assert kind == {FirstOp: True, derived: True, SecondOp: False, Base: False, int: False}


LATE = """
from xdsl.dialects import memref
from disc_shape.cards import Card, card_of, register_card
from disc_shape.cards.card import CARDS
assert "memref" in CARDS.families.late
mine = Card(is_wrapper=True)
register_card(mine, memref.LoadOp)
assert card_of(memref.LoadOp.create()) is mine
assert "memref" not in CARDS.families.late
assert card_of(memref.StoreOp.create()).indices is not mine.indices
"""


def test_a_users_card_stays_when_a_family_is_loaded_late() -> None:
    subprocess.run([sys.executable, "-c", LATE], check=True)
