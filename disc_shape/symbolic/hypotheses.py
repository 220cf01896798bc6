"""Reasoning under a hypothesis: open a scope, add it, ask, close the scope.

Used where two conditions decide each other (`min(s, 1) != 1 and s % 4 != 0` never holds) and for
splits into cases. Nested hypotheses are limited, so that the work stays bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import TypeVar

from disc_shape.symbolic.assignments import Assignment, Assignments, holds_in, value_in
from disc_shape.symbolic.budget import BUDGET, HYPOTHESIS
from disc_shape.symbolic.conditions import (
    FALSE,
    And,
    Comparison,
    Cond,
    Or,
    Truism,
    as_cond,
    conj,
    disj,
    negate,
)
from disc_shape.symbolic.domains import form_of
from disc_shape.symbolic.facts import Contradiction
from disc_shape.symbolic.inequalities import Inequalities
from disc_shape.symbolic.intervals import EVERYTHING, Interval, join, meet, preimage, union
from disc_shape.symbolic.known_assignments import KnownAssignments
from disc_shape.symbolic.logic import difference, in_one_order
from disc_shape.symbolic.neighbourhood import neighbourhood
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.terms import ZERO, Expr, Symbol, linear
from disc_shape.symbolic.worklist import Layer, Worklist

T = TypeVar("T")


class Hypotheses(Layer):
    """Hypotheses, and conditions that are more than one comparison."""

    def __init__(
        self, normals: NormalForms, worklist: Worklist, inequalities: Inequalities
    ) -> None:
        super().__init__(normals, worklist)
        self.inequalities = inequalities
        self.assignments = Assignments(self.store)
        self.known = KnownAssignments(self.assignments)
        self.worklist.on("or", self.clause)
        self.worklist.on("case", lambda cond: self.take(as_cond(cond)))

    def assuming(self, conds: Iterable[Cond], question: Callable[[], T]) -> T | None:
        """The answer to a question where the conditions hold; None if they cannot hold."""
        store, worklist = self.store, self.worklist
        watchers, queue = store.watchers.of_changes, worklist.queue
        store.watchers.of_changes, worklist.queue = [], type(queue)()
        self.store.open_hypotheses += 1
        self.store.work.affords(HYPOTHESIS)
        self.store.push()
        try:
            for cond in conds:
                self.take(cond)
            return question()
        except Contradiction:
            return None
        finally:
            self.store.pop()
            self.store.open_hypotheses -= 1
            store.watchers.of_changes, worklist.queue = watchers, queue

    def affordable(self) -> bool:
        """Whether there is room for another hypothesis."""
        store = self.store
        return store.open_hypotheses < BUDGET.depth and store.work.left > 0

    def take(self, cond: Cond) -> None:
        """Learn a condition, as far as it is a conjunction of comparisons."""
        if isinstance(cond, Truism):
            if not cond.holds:
                raise self.worklist.conflict("a condition is false")
        elif isinstance(cond, And):
            for arg in cond.args:
                self.take(arg)
        elif isinstance(cond, Or):
            self.disjunction(cond, 0)
            self.worklist.drain()
        elif isinstance(cond, Comparison):
            op, e = difference(cond)
            self.worklist.queue.append((op, e))
            self.worklist.drain()

    def in_context(self, cond: Cond) -> Cond:
        """A conjunction with each part simplified where the others hold."""
        if not isinstance(cond, And) or len(cond.args) > BUDGET.cases or not self.affordable():
            return cond
        args = list(cond.args)
        models = list(self.models(cond.symbols))
        i = 0
        while i < len(args) and len(args) > 1:
            others = [arg for arg in args if arg is not args[i]]
            current = args[i]
            if is_open(current, others, models):
                i += 1
                continue
            known = self.assuming(others, lambda: self.normals.normal_cond(current))
            if known is None:
                return FALSE
            if isinstance(known, Truism):
                if not known.holds:
                    return FALSE
                del args[i]
            else:
                i += 1
        return conj(args)

    def agreeing(self, cond: Comparison, then: Expr, other: Expr) -> Expr | None:
        """The operand of a selection that is right in both cases."""
        if not self.affordable():
            return None
        gap = linear(0, [(then, 1), (other, -1)])
        apart = self.cases_apart(cond, gap)
        for holds, case, kept in ((True, cond, other), (False, negate(cond), then)):
            if holds in apart:
                continue
            left = self.assuming([case], lambda: self.normals.of(gap))
            if left is None or left is ZERO:
                return kept
        return None

    def models(self, symbols: tuple[Symbol, ...]) -> Iterator[Assignment]:
        """
        A few assignments that no fact about some symbols excludes: no proof contradicts them. None
        where facts tie the symbols: to find assignments takes longer there than to try hypotheses.
        """
        around = None if self.store.open_hypotheses else neighbourhood(self.store, symbols)
        return iter(()) if around is None or around[1] else self.assignments.few(*around)

    def cases_apart(self, cond: Cond, gap: Expr) -> set[bool]:
        """The cases of a condition in which an expression is not zero in some assignment."""
        found: set[bool] = set()
        symbols = tuple(dict.fromkeys((*cond.symbols, *gap.symbols)))
        around = None if self.store.open_hypotheses else neighbourhood(self.store, symbols)
        for model in () if around is None else self.known.fitting(*around):
            case = value_in(cond, model)
            if case is not None and value_in(gap, model):
                found.add(bool(case))
                if len(found) == 2:
                    break
        return found

    def clause(self, statement: Node) -> None:
        """A stored disjunction to be looked at again, a large one outside of hypotheses alone.  It
        is not in force meanwhile: otherwise it would be found to follow, from itself."""
        if not isinstance(statement, Or) or statement not in self.store.clauses:
            return
        if self.store.open_hypotheses and statement.size > BUDGET.nodes:
            return
        tried = self.store.clauses[statement]
        self.store.drop(self.store.clauses, statement)
        self.disjunction(statement, tried)

    def disjunction(self, statement: Or, tried: int) -> None:
        """Learn a disjunction: drop its dead branches, keep the rest.

        What holds in every branch holds: the symbols lie in the union of their ranges."""
        cond = self.normals.normal_cond(statement)
        if not isinstance(cond, Or):
            self.take(cond)
            return
        pieces = one_form(cond)
        if pieces is not None:
            self.inequalities.spread(*pieces)
            return
        if tried < BUDGET.cases and self.affordable():
            symbols = cond.symbols[: BUDGET.cases]
            alive: list[Cond] = []
            spans: list[list[Interval]] = []
            for arg in cond.args:
                found = self.assuming(
                    [arg], lambda: [self.domains.bounds(self.normals.of(s)) for s in symbols]
                )
                if found is not None:
                    alive.append(arg)
                    spans.append(found)
            if not alive:
                raise self.worklist.conflict(f"no branch of {cond} can hold")
            if len(alive) == 1:
                self.take(alive[0])
                return
            cond = disj(alive)
            for symbol, *ranges in zip(symbols, *spans, strict=True):
                self.worklist.queue_interval(symbol, reduce(join, ranges))
        if isinstance(cond, Or):
            cond = in_one_order(cond)
            self.store.put(self.store.clauses, cond, tried + 1)
            self.store.keep("or", cond)
            self.store.bump()


def is_open(cond: Cond, others: Iterable[Cond], models: Iterable[Assignment]) -> bool:
    """
    Whether a condition holds in one of some assignments in which others hold, and not in another
    one: nothing follows about it from the others.
    """
    fitting = [model for model in models if all(holds_in(one, model) for one in others)]
    cases = {value_in(cond, model) for model in fitting}
    return {True, False} <= cases


def one_form(cond: Or) -> tuple[Expr, tuple[Interval, ...]] | None:
    """A disjunction of ranges of one form: the form and its intervals, ascending."""
    form: Expr | None = None
    found: list[Interval] = []
    for arg in cond.args:
        span: Interval = EVERYTHING
        for part in arg.args if isinstance(arg, And) else (arg,):
            if not isinstance(part, Comparison) or part.op == "!=":
                return None
            op, e = difference(part)
            this, k, c = form_of(e)
            if form is not None and this is not form:
                return None
            form = this
            values = preimage([(0, 0 if op == "==" else None)], k, c)
            span = meet(span, values[0]) if values else (1, 0)
        found.append(span)
    if form is None:
        return None
    return form, union(found)
