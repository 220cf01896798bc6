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


def test_each_rule_has_a_case_that_names_it() -> None:
    shown = relax_rules.tests()
    for rule, place in relax_rules.entries().items():
        assert rule in shown or place in ("free", "none"), f"RLX-{rule:03}"


def test_cases_are_found_by_what_they_name() -> None:
    assert relax_rules.named_in("RLX-001, RLX-245") == {1, 245}
    file = "test/unit/relax/test_rules_of_types.py"
    cases = dict(relax_rules.cases_of(ROOT / file))
    assert cases[f"{file}::test_subtype, the case of RLX-203"] == {203}
    assert f"{file}::test_subtype, the case of RLX-220" not in cases
    assert cases[f"{file}::test_types_without_shapes"] == {152}
