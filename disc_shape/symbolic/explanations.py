"""Why an answer is what it is.

YES and NO are explained by facts that suffice: the question is asked again of a fresh prover that
knows only these, so an explanation is itself a proof. The facts are found by following, from the
symbols of the question, which fact defined or bounded what; then as many as possible are dropped.
UNKNOWN is explained by two assignments that fit the facts and answer differently, where the prover
has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from disc_shape.symbolic.assignments import Assignments
from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.conditions import Cond
from disc_shape.symbolic.facts import (
    Compared,
    Congruent,
    Contradiction,
    Fact,
    OneOf,
    Reason,
    SameProduct,
    Truth,
)
from disc_shape.symbolic.learning import Learner
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import Symbol
from disc_shape.symbolic.witnesses import Witnesses, facts_around

L = TypeVar("L", bound=Learner)


def state(prover: Learner, fact: Fact) -> None:
    """State a fact of another prover."""
    match fact:
        case Compared(op="==", lhs=a, rhs=b):
            prover.add_equal(a, b, fact.reason)
        case SameProduct():
            prover.add_product_equal(fact.xs, fact.ys, fact.reason)
        case Congruent():
            prover.add_divisible(fact.e, fact.k, fact.reason, fact.remainder)
        case OneOf():
            prover.add_intervals(fact.e, fact.intervals, fact.reason)
        case _:
            prover.assume(fact.statement, fact.reason)


def replay(store: Store, copy: L, facts: Iterable[Fact], symbols: Iterable[Symbol]) -> L | None:
    """A fresh prover with some facts, and the declared ranges of their symbols and of
    others; None if they contradict each other."""
    facts = list(facts)
    needed = dict.fromkeys(symbols)
    for fact in facts:
        needed.update(dict.fromkeys(fact.symbols))
    try:
        for symbol in sorted(needed, key=lambda s: store.dim(s).order):
            dim = store.dims[symbol]
            lo, hi = dim.declared
            copy.declare(symbol, lo, hi, dim.order >> 48)
        for fact in facts:
            state(copy, fact)
    except Contradiction:
        return None
    return copy


class Explainer(Generic[L]):
    """Explanations."""

    def __init__(
        self,
        normals: NormalForms,
        assignments: Assignments,
        fresh: Callable[[], L],
        decide: Callable[[L, Cond], Truth],
    ) -> None:
        self.store = normals.store
        self.witnesses = Witnesses(normals, assignments)
        self.fresh = fresh
        """Makes an empty prover of the same kind."""
        self.decide = decide
        """Asks it."""

    def explain(self, truth: Truth, cond: Cond) -> list[Reason]:
        """A short chain of facts for YES and NO; two differing assignments for UNKNOWN."""
        if truth is Truth.UNKNOWN:
            return self.witnesses.explain_open(cond)
        if self.store.broken is not None:
            return list(self.store.broken.chain)

        def proved(facts: list[Fact]) -> bool:
            copy = replay(self.store, self.fresh(), facts, cond.symbols)
            # facts that contradict each other prove everything
            return copy is None or self.decide(copy, cond) is truth

        return [fact.reason for fact in self.enough(cond.symbols, proved)]

    def conflict_chain(self, fact: Fact) -> list[Reason]:
        """The reasons of a conflicting set of facts, the last one included."""

        def conflicting(facts: list[Fact]) -> bool:
            return replay(self.store, self.fresh(), facts, fact.symbols) is None

        found = self.enough(fact.symbols, conflicting, fact)
        return [f.reason for f in found] or [fact.reason]

    def follows_without(
        self, cond: Cond, omits: Callable[[Reason], bool], given: Sequence[Cond] = ()
    ) -> bool:
        """
        True when a condition follows from other conditions and from facts of other reasons than
        those to omit.
        """
        symbols = [symbol for one in (cond, *given) for symbol in one.symbols]
        facts = facts_around(self.store, symbols, True, BUDGET.facts // 4, None)
        kept = [fact for fact in facts if not omits(fact.reason)]
        copy = replay(self.store, self.fresh(), kept, symbols)
        if copy is None:
            return False
        try:
            for one in given:
                copy.assume(one)
        except Contradiction:
            return False
        return self.decide(copy, cond) is Truth.YES

    # -- finding facts that suffice

    def enough(
        self,
        symbols: Iterable[Symbol],
        suffices: Callable[[list[Fact]], bool],
        last: Fact | None = None,
    ) -> list[Fact]:
        """Facts around some symbols that suffice, shortened; where none are found to, all of them:
        normal forms that were found earlier may show more than a fresh prover sees."""
        if last is None and suffices([]):
            return []
        for wide, limit in ((False, BUDGET.facts // 4), (True, BUDGET.facts)):
            facts = facts_around(self.store, symbols, wide, limit, last)
            if self.store.work.effort.is_spent:
                break
            if suffices(facts):
                return self.shorten(facts, suffices)
        whole = self.store.fact_list
        if len(whole) > BUDGET.facts:
            return facts_around(self.store, symbols, True, BUDGET.facts, last)
        if self.store.work.effort.is_spent or not suffices(whole):
            return list(whole)
        return self.shorten(whole, suffices)

    def shorten(self, facts: list[Fact], suffices: Callable[[list[Fact]], bool]) -> list[Fact]:
        """Drop facts while the rest suffices: in halves, quarters, ... and one by one."""
        work = 0
        size = max(len(facts) // 2, 1)
        while True:
            i = 0
            while i < len(facts):
                rest = facts[:i] + facts[i + size :]
                work += len(rest) + 1
                if work > 6 * BUDGET.facts or self.store.work.effort.is_spent:
                    return facts
                if len(rest) < len(facts) and suffices(rest):
                    facts = rest
                else:
                    i += size
            if size == 1:
                return facts
            size = max(size // 2, 1)
