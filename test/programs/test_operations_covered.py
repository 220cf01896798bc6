"""Random programs hold every operation that has semantics, or there is a reason why not."""

from __future__ import annotations

from functools import cache
from random import Random

from fuzz import families_elementwise as elementwise
from fuzz import families_integers as integers
from fuzz.families import BINARY_NUMBER, UNARY_FLOAT, UNARY_INT
from fuzz.generate import generate
from fuzz.harness import parse
from fuzz.operations import (
    NOT_LOWERED_TO,
    UNCOVERED,
    plain,
    with_semantics,
    with_semantics_on_buffers,
)

PROGRAMS = 300
SELDOM: tuple[str, ...] = (
    "scatter_rows",
    "statistics",
    "batch_norm_gradient",
    "iota",
    "gather_rows",
    "passed_on",
    "transforms",
)
"""Families that need operands of which few programs have any."""

TABLES = frozenset(
    plain(name)
    for name in (
        *(f"stablehlo.{name}" for name in (*UNARY_FLOAT, *UNARY_INT, *BINARY_NUMBER)),
        "sdy.sharding_constraint",
        "sdy.reshard",
        *elementwise.FLOAT_TO_FLOAT,
        *elementwise.FLOAT_TO_TRUTH,
        *elementwise.TWO_FLOATS,
        *elementwise.INTEGER_TO_INTEGER,
        *elementwise.TWO_INTEGERS,
        *elementwise.THREE_FLOATS,
        *(name for table in elementwise.CASTS.values() for name in table),
        *(f"arith.{name}" for name in integers.INDEX_BINARY),
        *(f"arith.{name}" for name in integers.INDEX_BY_CONSTANT),
        *(f"shape.{name}" for name in integers.SHAPE_BINARY),
        *(f"stablehlo.{name}" for name in (*integers.HLO_UNARY, *integers.HLO_BINARY)),
    )
)
"""What families choose from by name: few programs hold any one of them."""


@cache
def generated() -> frozenset[str]:
    """The operations of some random programs, and those that families choose from."""
    found = set(TABLES)
    plan = [(seed, dict[str, float]()) for seed in range(PROGRAMS)]
    plan += [(seed, dict.fromkeys(SELDOM, 16.0)) for seed in range(1, PROGRAMS, 2)]
    for seed, weights in plan:
        module = parse(generate(Random(seed), 14, weights).text)
        found.update(plain(op.name) for op in module.walk())
    return frozenset(found)


def test_every_operation_is_covered_or_says_why_not() -> None:
    assert sorted(with_semantics() - generated() - UNCOVERED.keys()) == []


def test_no_reason_is_given_for_what_is_covered_or_has_no_meaning() -> None:
    known = with_semantics()
    assert sorted(name for name in UNCOVERED if name not in known) == []
    assert sorted(name for name in UNCOVERED if name in generated()) == []


def test_reasons_on_buffers_are_of_operations_that_exist() -> None:
    known = with_semantics_on_buffers()
    dialects = {name.partition(".")[0] for name in known}
    assert sorted(NOT_LOWERED_TO.keys() - known - dialects) == []
