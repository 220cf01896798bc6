"""Rewriting rules without one of their guards are noticed; `test/fuzz/mutants.py` tries all."""

import os

from fuzz.enumeration import RULES
from fuzz.mutants import mutants, small_samples, verdicts

EVERY = int(os.environ.get("DISC_SHAPE_MUTATE_RULES_EVERY", "12"))


def test_there_are_mutants_of_many_rules() -> None:
    assert len({mutant.rule for mutant in mutants()}) > 20


def test_rules_without_a_guard_are_noticed() -> None:
    chosen = mutants()[::EVERY]
    names = {mutant.rule.__module__.rpartition(".")[2] for mutant in chosen}
    programs = small_samples([path for path in RULES if path.stem in names])
    found = verdicts(chosen, programs)
    told = len(found["caught"]) + len(found["survived"])
    assert len(found["caught"]) * 2 > told, found
