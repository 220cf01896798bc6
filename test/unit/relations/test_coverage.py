"""Every operation has a relation, an evaluator, a guard condition, or a reason to have none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from xdsl.dialects import arith, bufferization, linalg, memref, tensor
from xdsl.ir import Dialect, Operation

from disc_shape.dialects import DIALECTS, factories
from disc_shape.relations import EVALUATORS, RELATIONS
from disc_shape.relations.guards import GUARDS
from disc_shape.relations.silent import SILENT, SILENT_ELSEWHERE, reason_for_silence

LATER = ("relax", "relay", "quant")
"""Dialects of front ends, which are translated before they are analysed."""


def dialects() -> Iterator[Dialect]:
    """The dialects that the analysis reads."""
    for name, factory in factories().items():
        if name not in LATER:
            yield factory()
    yield from (arith.Arith, tensor.Tensor, memref.MemRef, linalg.Linalg)
    yield bufferization.Bufferization


def speaks(op: type[Operation]) -> bool:
    """True when something is known of an operation's sizes or integers."""
    return RELATIONS.find(op) is not None or EVALUATORS.find(op) is not None or op.name in GUARDS


@pytest.mark.parametrize("dialect", list(dialects()), ids=lambda dialect: dialect.name)
def test_every_operation_speaks_or_says_why_not(dialect: Dialect) -> None:
    mute = [op.name for op in dialect.operations if not speaks(op)]
    assert [name for name in mute if reason_for_silence(name) is None] == []


def test_no_reason_is_given_for_an_operation_that_speaks_or_does_not_exist() -> None:
    mute = {op.name for dialect in dialects() for op in dialect.operations if not speaks(op)}
    assert mute >= SILENT_ELSEWHERE.keys()
    assert {name.partition(".")[2] for name in mute} >= SILENT.keys()


def test_relations_say_where_they_come_from() -> None:
    assert all(relation.name and relation.source for relation in RELATIONS.values())


def test_the_table_of_dialects_is_complete() -> None:
    assert {"stablehlo", "mhlo", "chlo", "shape", "disc_shape"} <= DIALECTS.keys()
