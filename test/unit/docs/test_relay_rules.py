"""Every rule of Relay has an entry in the table, and each test that it names shows the rule."""

from __future__ import annotations

from pathlib import Path

from generator import relay_rules
from generator.relax_rules import numbers

ROOT = Path(__file__).resolve().parents[3]


def test_every_rule_has_an_entry() -> None:
    known = set(numbers(relay_rules.KNOWN))
    assert len(known) == 93
    assert set(relay_rules.entries()) == known


def test_the_code_names_no_other_rules() -> None:
    assert set(relay_rules.mentions()) <= set(relay_rules.entries())
    assert set(relay_rules.cases()) <= set(relay_rules.entries())


def test_each_test_is_there_and_names_its_rule() -> None:
    for rule, (_, test) in relay_rules.entries().items():
        file, _, name = test.partition("::")
        text = (ROOT / file).read_text(encoding="utf-8")
        if name:
            assert f"def {name}(" in text, test
        elif file.endswith(".json"):
            assert f'"RLY-{rule:02}"' in text, f"{test} has no case of RLY-{rule:02}"
        else:
            assert rule in relay_rules.named_in(text), f"{test} does not name RLY-{rule:02}"
