"""The oracle notices when a relation, an evaluator or the prover is wrong, each in turn.

Every registered relation is made to state sizes that are one too large, every evaluator contents
that are; then programs that hold its operation must fail. What few programs reach is not counted as
caught, and the test demands that much is reached.
"""

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import cast

import pytest
from fuzz.generate import argument_sizes, generate
from fuzz.harness import COMPOSITE, Reference, Tally, parse, references, try_pass
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.card import CARDS
from disc_shape.cards.listing import Listing
from disc_shape.relations.core import EVALUATORS, RELATIONS, Evaluator, Relation
from disc_shape.relations.elements import evaluate_elements
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.statements import Provenance
from disc_shape.symbolic import Comparison, Cond, Expr, Prover

PROGRAMS = 120
TRIES = 10
"""A false fact stated in this many programs must be caught; in fewer it may have no effect."""

EVERY = int(os.environ.get("DISC_SHAPE_MUTATE_EVERY", "1"))
"""Only each n-th entry of a table is mutated in a bounded run; 1 mutates all."""

HARMLESS = {"sign": "only compared with other signs, which are wrong in the same way"}
"""Lies that change nothing in the programs that exporters write."""


@dataclass(frozen=True)
class Sample:
    text: str
    known: tuple[Reference, ...]
    operations: frozenset[str]


@cache
def samples() -> tuple[Sample, ...]:
    """Programs, and what they do; only those that nothing is wrong with as things are."""
    found: list[Sample] = []
    for seed in range(PROGRAMS):
        program = generate(Random(9000 + seed), 6)
        sizes = [argument_sizes(program, binding) for binding in program.bindings]
        module = parse(program.text)
        known = references(module, sizes, Tally(), seed)
        names = frozenset(op.name for op in module.walk())
        if any(one.results for one in known):
            found.append(Sample(program.text, tuple(known), names))
    return tuple(found)


def equal_lengths() -> Sample:
    """A check that two lengths are equal, which nothing proves, and a run that it stops."""
    text = """
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %a = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
      %b = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
      %w = shape.cstr_eq %a, %b : tensor<1xindex>, tensor<1xindex>
      %0 = shape.assuming %w -> (tensor<?xf32>) {
        shape.assuming_yield %x : tensor<?xf32>
      }
      return %0 : tensor<?xf32>
    }"""
    module = parse(text)
    known = references(module, [[[2], [3]], [[2], [2]]], Tally(), 0)
    return Sample(text, tuple(known), frozenset(op.name for op in module.walk()))


def growing_loop() -> Sample:
    """A loop that carries a tensor which is longer in each iteration."""
    text = """
    func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %c0 = stablehlo.constant dense<0> : tensor<i32>
      %c1 = stablehlo.constant dense<1> : tensor<i32>
      %c3 = stablehlo.constant dense<3> : tensor<i32>
      %0:2 = stablehlo.while(%i = %c0, %y = %x) : tensor<i32>, tensor<?xf32>
      cond {
        %1 = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %1 = stablehlo.add %i, %c1 : tensor<i32>
        %2 = stablehlo.concatenate %y, %y, dim = 0 :
          (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
        stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
      }
      return %0#1 : tensor<?xf32>
    }"""
    module = parse(text)
    known = references(module, [[[2]]], Tally(), 0)
    return Sample(text, tuple(known), frozenset(op.name for op in module.walk()))


class Skewed(RelationState):
    """A state in which everything stated is one too large; it shares the tables of the real one."""

    stated: bool = False

    def define(self, value: SSAValue, index: int, size: Expr, op: Operation, why: str) -> None:
        self.stated = True
        super().define(value, index, size + 1, op, why)

    def equal(
        self, left: Expr, right: Expr, op: Operation, why: str, provenance: Provenance | None = None
    ) -> None:
        self.stated = True
        super().equal(left, right + 1, op, why, provenance)

    def product_equal(
        self, left: Sequence[Expr], right: Sequence[Expr], op: Operation, why: str
    ) -> None:
        self.stated = True
        super().product_equal([*left, left[0] * 0 + 2], right, op, why)


def skewed(state: RelationState) -> Skewed:
    shadow = object.__new__(Skewed)
    shadow.__dict__ = state.__dict__
    return shadow


class LyingRelation(Relation):
    """A relation that states sizes that are one too large."""

    def __init__(self, honest: Relation) -> None:
        self.honest = honest
        self.name = honest.name
        self.source = honest.source
        self.used = False

    def apply(self, op: Operation, state: RelationState) -> bool:
        shadow = skewed(state)
        done = self.honest.apply(op, shadow)
        if vars(state).pop("stated", False):
            self.used = True
        return done


class LyingEvaluator:
    """An evaluator whose integers are one too large."""

    def __init__(self, honest: Evaluator) -> None:
        self.honest = honest
        self.used = False

    def __call__(self, op: Operation, state: RelationState) -> Sequence[Content]:
        return [self._lie(content) for content in self.honest(op, state)]

    def _lie(self, content: Content) -> Content:
        if content is None:
            return None
        if any(isinstance(item, Expr) for item in content):
            self.used = True
        return tuple(item + 1 if isinstance(item, Expr) else item for item in content)


@contextmanager
def lying(table: dict[type, object], classes: Sequence[type], lie: object) -> Generator[None]:
    """The lie in place of the entries of some classes."""
    honest = {cls: table.get(cls) for cls in classes}
    for cls in classes:
        table[cls] = lie
    try:
        yield
    finally:
        for cls in classes:
            if honest[cls] is None:
                del table[cls]
            else:
                table[cls] = honest[cls]


def grouped(table: dict[type, object]) -> list[list[type]]:
    """The classes that share one entry."""
    groups: dict[int, list[type]] = {}
    for cls, entry in table.items():
        groups.setdefault(id(entry), []).append(cls)
    return list(groups.values())


def sizes_by_cards() -> dict[type, object]:
    """The rules on cards that say what sizes operations hold."""
    rules = {cls: card.elements for cls, card in CARDS.items()}
    return {cls: rule for cls, rule in rules.items() if isinstance(rule, Listing)}


def short_names(classes: Sequence[type]) -> set[str]:
    return {getattr(cls, "name", "").rpartition(".")[2] for cls in classes}


def is_caught(classes: Sequence[type], lie: "LyingRelation | LyingEvaluator") -> bool | None:
    """Whether some program fails; None when too few programs state the false fact."""
    wanted = short_names(classes)
    fitting = [
        sample
        for sample in samples()
        if any(name.rpartition(".")[2] in wanted for name in sample.operations)
    ]
    stated = 0
    for sample in fitting:
        lie.used = False
        failure, _ = try_pass(sample.text, COMPOSITE, sample.known, Tally())
        if not lie.used:
            continue
        stated += 1
        if failure is not None:
            return True
        if stated >= TRIES:
            return False
    return None


def judge(
    table: dict[type, object],
    kind: Callable[..., "LyingRelation | LyingEvaluator"],
    groups: Sequence[list[type]] = (),
) -> tuple[list[str], list[str], list[str]]:
    """The names of the entries whose false facts were caught, missed, and never stated."""
    verdicts: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for classes in [*grouped(table), *groups][::EVERY]:
        lie = kind(table.get(classes[0], evaluate_elements))
        with lying(table, classes, lie):
            verdict = is_caught(classes, lie)
        name = "/".join(sorted(short_names(classes)))
        if name not in HARMLESS:
            verdicts[verdict].append(name)
    return verdicts[True], verdicts[False], verdicts[None]


def test_lying_relations_are_caught() -> None:
    caught, missed, _ = judge(cast("dict[type, object]", RELATIONS), LyingRelation)
    assert not missed, missed
    assert len(caught) >= 15 // EVERY, caught


def test_lying_evaluators_are_caught() -> None:
    caught, missed, _ = judge(
        cast("dict[type, object]", EVALUATORS), LyingEvaluator, grouped(sizes_by_cards())
    )
    assert not missed, missed
    assert len(caught) >= 15 // EVERY, caught


HONEST = Prover.proves


def proves_equalities(prover: Prover, condition: Cond) -> bool:
    """Believes every equality. One who believes all makes loops that never end."""
    lie = isinstance(condition, Comparison) and condition.op == "=="
    return lie or HONEST(prover, condition)


LIES: dict[str, Callable[..., object]] = {
    "proves_equal": lambda *_: True,
    "proves": proves_equalities,
    "nonzero": lambda *_: True,
}
"""Questions to the prover, and an answer that is never to be given without proof."""


@pytest.mark.parametrize("question", sorted(LIES))
def test_a_lying_prover_is_caught(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = (*samples(), equal_lengths(), growing_loop())
    monkeypatch.setattr(Prover, question, LIES[question])
    for sample in honest:
        failure, _ = try_pass(sample.text, COMPOSITE, sample.known, Tally())
        if failure is not None:
            return
    pytest.fail(f"no program notices that {question} is wrong")
