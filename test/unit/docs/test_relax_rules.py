"""Every rule of Relax has an entry in the table, and each test that it names is there."""

from __future__ import annotations

from pathlib import Path

from generator import relax_rules

ROOT = Path(__file__).resolve().parents[3]


def test_every_rule_has_an_entry() -> None:
    known = set(relax_rules.numbers(relax_rules.KNOWN))
    assert len(known) == 245
    assert set(relax_rules.entries()) == known


def test_the_code_names_no_other_rules() -> None:
    assert set(relax_rules.mentions()) <= set(relax_rules.entries())


def test_each_test_is_there() -> None:
    for rule, (place, test) in relax_rules.entries().items():
        assert bool(test) == (place not in ("free", "none")), rule
        if test:
            file, _, name = test.partition("::")
            text = (ROOT / file).read_text(encoding="utf-8")
            assert f"def {name}(" in text if name else True, test
