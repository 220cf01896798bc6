"""Generated cases: every family is solved, and nothing is wrong."""

import random

import pytest
from conformance import run
from conformance.invent import FAMILIES, cases


@pytest.mark.parametrize("family", FAMILIES)
def test_family(family: str) -> None:
    tally = run.Tally()
    for case in cases(family, random.Random(f"{family} 7"), 40):
        run.run(run.symbolic_case(case), tally)
    assert not tally.errors
    assert tally.decidable >= 20
    assert tally.solved >= 0.9 * tally.decidable, tally.missed


def test_a_question_is_open_only_with_two_witnesses() -> None:
    made = [case for case in cases("tiling", random.Random(3), 30) if case["truth"] == "unknown"]
    assert made
    for case in made:
        holds, fails = run.as_list(case["witness"])
        assert holds != fails
