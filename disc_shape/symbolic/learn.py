"""How a statement is learned: the queue, what is stored, and definitions.

Every statement is brought to `e == 0`, `e >= 0` or `e != 0` over normal expressions and put on a
queue; one loop drains it. What cannot be used up at once is stored and watched: when something
about one of its symbols changes, it goes back on the queue. `equations.py` says what an equation
does, `inequalities.py` what the other two do.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from disc_shape.symbolic.choice import Max
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.facts import Contradiction
from disc_shape.symbolic.intervals import Interval, empty, meet
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.normal import Normal
from disc_shape.symbolic.store import HIDDEN, Dim
from disc_shape.symbolic.terms import (
    ZERO,
    Expr,
    Product,
    Symbol,
    const,
    linear,
    make_sum,
    multiply,
    parts,
)

STEP_LIMIT: Final = 20_000
"""Statements handled in answer to one new fact."""
SUPPOSED_STEPS: Final = 300
"""Statements handled in answer to one supposition."""
UPDATE_LIMIT: Final = 40
"""Moves of one dim's bounds that are passed on."""


class Learn(Normal):
    """New facts."""

    def __init__(self) -> None:
        super().__init__()
        self.queue: deque[tuple[str, Node]] = deque()
        self.equations: dict[Expr, None] = {}
        """Normal expressions that are zero and could not be solved."""

    def state(self, op: str, e: Expr) -> bool:
        """Learn `e op 0`; whether anything new was learned."""
        before = self.epoch
        self.queue.append((op, e))
        self.drain()
        return self.epoch != before

    def drain(self) -> None:
        """Handle what is queued and what follows from it."""
        steps = 0
        limit = SUPPOSED_STEPS if self.supposing else STEP_LIMIT
        try:
            while self.queue:
                steps += 1
                op, e = self.queue.popleft()
                if steps > limit:
                    continue
                if not isinstance(e, Expr):
                    self.clause(e)
                    continue
                if op == "rule":
                    value = self.rule_of(e)
                    if value is not None:
                        self.rule_ranges(e, self.normal(value))
                    continue
                e = self.normal(e)
                if op == "==":
                    self.zero(e)
                elif op == ">=":
                    self.nonnegative(e)
                elif op == "!=":
                    self.nonzero_fact(e)
                else:
                    self.propagate(e)
        except Contradiction:
            self.queue.clear()
            raise

    def conflict(self, what: str) -> Contradiction:
        """The facts cannot all hold."""
        self.queue.clear()
        return Contradiction(what)

    def say(self, e: Expr) -> str:
        """An expression for messages: without made-up symbols."""
        raise NotImplementedError

    def label(self, dim: Dim) -> str:
        """A dim for messages."""
        return self.say(dim.symbol)

    def clause(self, statement: Node) -> None:
        """A stored disjunction to be looked at again."""
        raise NotImplementedError

    def keep(self, kind: str, e: Node) -> None:
        """Look at a stored statement again when one of its symbols changes."""
        for symbol in e.symbols:
            self.keep_one(kind, e, self.dims[symbol])

    def keep_one(self, kind: str, e: Node, dim: Dim) -> None:
        if dim.watching is None:
            dim.watching = {}
        key = (kind, e)
        if key not in dim.watching:
            if self.trail is None:
                dim.watching[key] = self.current
            else:
                self.put(dim.watching, key, self.current)

    def unkeep(self, kind: str, e: Node, *more: Symbol) -> None:
        """A stored statement was dropped: its symbols need not watch it any longer, but remember
        the fact that brought it. In a scope it may come back, and stays."""
        if self.trail is not None:
            return
        for symbol in (*e.symbols, *more):
            watching = self.dims[symbol].watching
            cause = watching.pop((kind, e), None) if watching else None
            if cause is not None:
                self.event(symbol, cause)

    def again(self, dim: Dim, defined: bool) -> None:
        """Requeue the statements that mention a dim; drop them where the dim is no longer free."""
        if not defined and dim.updates >= UPDATE_LIMIT:
            return
        for kind, e in list(dim.watching or ()):
            if not isinstance(e, Expr):
                self.queue.append((kind, e))
            elif kind == "form":
                known = self.forms.get(e)
                if known is None:
                    self.unkeep(kind, e)
                elif defined:
                    self.drop(self.forms, e)
                    self.unkeep(kind, e)
                    self.queue_interval(e, known)
                else:
                    self.queue.append(("form", e))
            elif kind == "==":
                self.requeue(kind, e, self.equations)
            elif kind == "!=":
                self.requeue(kind, e, self.nonzeros)
            elif defined or (isinstance(e, Product) and self.positive(dim.symbol)):
                self.forget_rule(e)
            elif isinstance(e, Max | Product) and self.rule_of(e) is not None:
                self.queue.append(("rule", e))

    def requeue(self, kind: str, e: Expr, table: dict[Expr, None]) -> None:
        """Look at a stored equation or difference anew."""
        if e in table:
            self.drop(table, e)
            self.queue.append((kind, e))
        self.unkeep(kind, e)

    def queue_interval(self, e: Expr, interval: Interval) -> None:
        lo, hi = interval
        if lo is not None:
            self.queue.append((">=", linear(-lo, [(e, 1)])))
        if hi is not None:
            self.queue.append((">=", linear(hi, [(e, -1)])))

    def define(self, symbol: Symbol, value: Expr) -> None:
        """A free symbol equals a normal expression without it."""
        dim = self.dims[symbol]
        self.save(dim)
        dim.definition = value
        dim.cause = self.current
        self.bump()
        dim.stamp = self.epoch
        if type(value) is Symbol:
            into = self.dims[value]
            if into.users is None:
                into.users = []
            self.append(into.users, dim)
            self.merge_ranges(dim, into)
        else:
            self.use(dim, value.symbols)
            self.transfer(dim, value)
        if dim.watching:
            self.again(dim, True)
        if self.watchers:
            self.note(dim)

    def merge_ranges(self, dim: Dim, into: Dim) -> None:
        """Two symbols are one: the representative knows what either knew."""
        lo, hi = dim.lo, dim.hi
        if lo is not None or hi is not None or dim.holes:
            if dim.holes:
                self.restrict(into, dim.holes)
            if (lo is not None and (into.lo is None or lo > into.lo)) or (
                hi is not None and (into.hi is None or hi < into.hi)
            ):
                self.tighten(into, lo, hi)
        if self.watchers:
            self.note(into)

    def transfer(self, dim: Dim, value: Expr) -> None:
        """What was known of the range of a symbol holds of its definition."""
        lo, hi = dim.lo, dim.hi
        have = self.bounds(value)
        if empty(meet(have, (lo, hi))):
            raise self.conflict(
                f"{self.label(dim)} in {show_interval((lo, hi))} cannot be {self.say(value)}"
                f" in {show_interval(have)}"
            )
        if lo is not None and (have[0] is None or have[0] < lo):
            self.queue.append((">=", linear(-lo, [(value, 1)])))
        if hi is not None and (have[1] is None or have[1] > hi):
            self.queue.append((">=", linear(hi, [(value, -1)])))
        if dim.holes:
            self.spread(value, dim.holes)
        constant, terms = parts(value)
        if dim.symbol.label[0] != HIDDEN and terms:
            for term, k in terms:
                if isinstance(term, Symbol) and term.label[0] == HIDDEN and k not in (1, -1):
                    hidden = self.dims[term]
                    rest = make_sum(constant, {t: j for t, j in terms if t is not term})
                    if all(s.label[0] != HIDDEN for s in rest.symbols) and self.better_face(
                        hidden, dim, k
                    ):
                        self.save(hidden)
                        hidden.face = (dim.symbol, const(k), rest)
                        break

    def better_face(self, hidden: Dim, dim: Dim, k: int) -> bool:
        """Whether a dim that became k * hidden + rest shows the hidden one better than now."""
        if hidden.face is None:
            return True
        whole, factor, _ = hidden.face
        if not isinstance(whole, Symbol) or factor.constant is None:
            return True
        return (abs(k), dim.order) < (abs(factor.constant), self.dims[whole].order)

    def add_rule(self, term: Expr, value: Expr) -> None:
        """From now on a normal form has `value` for `term`."""
        if isinstance(term, Product):
            # filed under the first factor only: a product has every factor of the rule
            factor = term.factors[0][0]
            table = self.monomial_rules.get(factor)
            if table is None:
                table = dict[Expr, Expr]()
                self.put(self.monomial_rules, factor, table)
            self.put(table, term, value)
        else:
            self.put(self.rules, term, value)
        known = self.forms.get(term)
        if known is not None:
            self.drop(self.forms, term)
            self.queue_interval(value, known)
        self.keep("rule", term)
        for symbol in value.symbols:
            self.keep_one("rule", term, self.dims[symbol])
        self.bump()
        self.rule_ranges(term, value)

    def rule_of(self, e: Expr) -> Expr | None:
        """What a rule says of an atom or a product."""
        if isinstance(e, Product):
            return self.monomial_rules.get(e.factors[0][0], {}).get(e)
        return self.rules.get(e)

    def rule_ranges(self, term: Expr, value: Expr) -> None:
        """The operands of an atom are as close to its value as to the atom."""
        if isinstance(term, FloorDiv):
            d = term.rhs
            if self.positive(d):
                below = linear(0, [(term.lhs, 1), (multiply(d, value), -1)])
                self.queue.append((">=", below))
                self.queue.append((">=", linear(-1, [(d, 1), (below, -1)])))
        elif isinstance(term, Max):
            for arg in term.args:
                self.queue.append((">=", linear(0, [(value, 1), (arg, -1)])))
            self.chosen(term.args, value)
        if isinstance(term, Product | FloorDiv | Max):
            lo, hi = self.atom_range(term)
            low, high = self.bounds(value)
            if isinstance(term, Product) and low is not None and low >= 1:
                self.push_down(term, (low, high))
            self.queue_interval(
                value,
                (
                    None if lo is None or (low is not None and low >= lo) else lo,
                    None if hi is None or (high is not None and high <= hi) else hi,
                ),
            )

    def chosen(self, args: tuple[Expr, ...], value: Expr) -> None:
        """A maximum has a value: it is one of the operands that it may equal."""
        gaps = [self.normal(linear(0, [(value, 1), (arg, -1)])) for arg in args]
        possible = [gap for gap in gaps if not self.never_zero(gap)]
        if not possible:
            raise self.conflict(f"{self.say(value)} is none of {', '.join(map(self.say, args))}")
        if len(possible) == 1 and possible[0] is not ZERO:
            self.queue.append(("==", possible[0]))

    def forget_rule(self, term: Expr) -> None:
        """An operand of a rule changed: state the equation anew."""
        if isinstance(term, Product):
            table = self.monomial_rules.get(term.factors[0][0], {})
        else:
            table = self.rules
        value = table.get(term)
        if value is not None:
            self.drop(table, term)
            self.queue.append(("==", linear(0, [(term, 1), (value, -1)])))
        self.unkeep("rule", term, *(value.symbols if value is not None else ()))

    # -- what a statement does

    def zero(self, e: Expr) -> None:
        """Learn e == 0 for a normal e."""
        raise NotImplementedError

    def nonnegative(self, e: Expr) -> None:
        """Learn e >= 0 for a normal e."""
        raise NotImplementedError

    def nonzero_fact(self, e: Expr) -> None:
        """Learn e != 0 for a normal e."""
        raise NotImplementedError

    def propagate(self, form: Expr) -> None:
        """Move the bounds of what a form is made of."""
        raise NotImplementedError

    def push_down(self, atom: Expr, interval: Interval) -> None:
        """Move the bounds of the operands of an atom."""
        raise NotImplementedError

    def tighten(self, dim: Dim, lo: int | None, hi: int | None) -> None:
        """Learn lo <= dim <= hi."""
        raise NotImplementedError

    def spread(self, e: Expr, pieces: tuple[Interval, ...]) -> None:
        """Learn that an expression lies in one of several intervals (as `union` gives them)."""
        raise NotImplementedError

    def restrict(self, dim: Dim, pieces: tuple[Interval, ...]) -> None:
        """Learn that a dim lies in one of several intervals (as `union` gives them)."""
        raise NotImplementedError


def show_interval(interval: Interval) -> str:
    lo, hi = interval
    return f"[{'-inf' if lo is None else lo}, {'inf' if hi is None else hi}]"
