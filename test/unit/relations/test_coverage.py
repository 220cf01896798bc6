"""Every operation has a relation, an evaluator, a guard condition, or a reason to have none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fuzz.operations import plain
from operations_without_relation import HLO, OTHERS, reason_without_relation
from relation_operations import WITHOUT_CASE, dialects, spoken_for, without_case
from xdsl.ir import Dialect, Operation

from disc_shape.cards.card import CARDS
from disc_shape.dialects import DIALECTS
from disc_shape.relations import EVALUATORS, RELATIONS


def has_relation(op: type[Operation]) -> bool:
    """True when something is known of an operation's sizes or integers."""
    card = CARDS.find(op)
    has_rule = card is not None and (card.elements is not None or card.guard is not None)
    return has_rule or (RELATIONS.find(op), EVALUATORS.find(op)) != (None, None)


@pytest.mark.parametrize("dialect", list(dialects()), ids=lambda dialect: dialect.name)
def test_every_operation_has_a_relation_or_a_reason(dialect: Dialect) -> None:
    without = [op.name for op in dialect.operations if not has_relation(op)]
    assert [name for name in without if reason_without_relation(name) is None] == []


def test_reasons_are_for_existing_operations_without_a_relation() -> None:
    without = {
        op.name for dialect in dialects() for op in dialect.operations if not has_relation(op)
    }
    assert without >= OTHERS.keys()
    assert {name.partition(".")[2] for name in without} >= HLO.keys()


def test_relations_say_where_they_come_from() -> None:
    assert all(relation.name and relation.source for relation in RELATIONS.values())


def test_the_table_of_dialects_is_complete() -> None:
    assert {"stablehlo", "mhlo", "chlo", "shape", "disc_shape"} <= DIALECTS.keys()


REPORT = Path(__file__).parents[3] / "docs" / "relation_facts.md"
"""Which operations the exhaustive cases are about; each case checks that it is in there."""


def reported() -> set[str]:
    rows = [row.split("|") for row in REPORT.read_text(encoding="utf-8").splitlines()]
    names = [name for row in rows if len(row) > 3 for name in re.findall(r"`([^`]+)`", row[2])]
    return {plain(name) for name in names}


def test_every_relation_is_tried_on_all_small_shapes_or_says_why_not() -> None:
    have = reported()
    spoken = {op.name for op, _ in spoken_for()}
    missing = {name for name in spoken if plain(name) not in have and without_case(name) is None}
    assert sorted(missing) == []


def test_no_reason_is_given_for_an_operation_with_a_case_or_without_a_relation() -> None:
    spoken = {plain(op.name) for op, _ in spoken_for()}
    assert sorted(WITHOUT_CASE.keys() & reported()) == []
    assert sorted(WITHOUT_CASE.keys() - spoken) == []
