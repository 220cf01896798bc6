"""Random programs hold every operation that has a meaning, or it is said why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

from fuzz.generate import generate
from fuzz.harness import parse
from fuzz.operations import UNCOVERED, plain, with_semantics

PROGRAMS = 600
TABLES = ("float_functions", "integer_functions", "number_casts", "index_arithmetic", "extents")


@cache
def generated() -> Counter[str]:
    """The operations of some random programs, and how often each occurs."""
    found: Counter[str] = Counter()
    for seed in range(PROGRAMS):
        # Families that choose among many operations come more often in some programs.
        weights = {name: 12.0 for name in TABLES} if seed % 2 else {}
        module = parse(generate(Random(seed), 50 if weights else 14, weights).text)
        found.update(plain(op.name) for op in module.walk())
    return found


def missing() -> Iterator[str]:
    for name in sorted(with_semantics()):
        if name not in generated() and name not in UNCOVERED:
            yield name


def test_every_operation_is_covered_or_says_why_not() -> None:
    assert list(missing()) == []


def test_no_reason_is_given_for_what_is_covered_or_has_no_meaning() -> None:
    known = with_semantics()
    assert sorted(name for name in UNCOVERED if name not in known) == []
    assert sorted(name for name in UNCOVERED if name in generated()) == []
