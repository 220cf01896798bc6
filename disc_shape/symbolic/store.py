"""Layer 2: the classes of dimensions, what each is defined as, and scopes.

Every symbol has one `Dim`. A dim without a definition is *free*; one with a definition equals
a normal expression over free dims: another symbol (the two are one class), a constant, `4*t + 1`,
a product, a quotient. Definitions are substituted lazily: each is brought up to date when
it is used, so a new fact costs nothing for the dims that no question is about, and chains of
definitions are followed with a stack, never by recursion.

A scope costs what is learned inside it: see `trail.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.conditions import Or
from disc_shape.symbolic.dims import HIDDEN, Dim, new_dim
from disc_shape.symbolic.effort import Effort, Work
from disc_shape.symbolic.facts import Contradiction, Fact
from disc_shape.symbolic.intervals import Interval
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.terms import Expr, Product, Symbol, as_expr, minus, sym
from disc_shape.symbolic.trail import Trail
from disc_shape.symbolic.watchers import Watchers


class Store(Trail):
    """Symbols, definitions and scopes."""

    def __init__(self, effort: Effort | None = None) -> None:
        super().__init__()
        self.dims: dict[Symbol, Dim] = {}
        self.epoch = 0
        self.last_epoch = 0
        self.facts_epoch = 0
        """The epoch of the last change that was more than the definition of a symbol which no
        stored statement mentions: a normal form that is younger, over free symbols, is normal."""
        self.memo: dict[Expr, tuple[int, Expr]] = {}
        self.shown: dict[Expr, tuple[int, Expr]] = {}
        self.scopes: list[Callable[[], None]] = []
        self.fact_list: list[Fact] = []
        self.current = -1
        """The number of the fact that is being learned."""
        self.events: dict[Symbol, list[int]] = {}
        """By symbol: the facts that moved its bounds or tied it to others."""
        self.made: dict[int, list[Symbol]] = {}
        """By fact: the symbols that were made up to learn it."""
        self.watchers = Watchers(self.dims, self.append)
        self.forms: dict[Expr, Interval] = {}
        """Intervals of atoms, of products, and of sums without constant (`form_of`)."""
        self.nonzeros: dict[Expr, None] = {}
        """Normal expressions (leading coefficient above zero, content 1) that differ from 0."""
        self.equations: dict[Expr, None] = {}
        """Normal expressions that are zero and could not be solved."""
        self.rules: dict[Expr, Expr] = {}
        """The value of an atom by a fact."""
        self.monomial_rules: dict[Expr, dict[Expr, Expr]] = {}
        """By first factor: products (one per key) that equal something smaller by a fact."""
        self.clauses: dict[Or, int] = {}
        """Disjunctions in force, with how often each was examined."""
        self.likely: dict[Symbol, tuple[int, ...]] = {}
        """Values that are likely at run time: hints, never facts."""
        self.hidden_count = 0
        self.nesting: dict[Symbol, int] = {}
        """By made-up symbol: how many it was made up from, one from the other."""
        self.broken: Contradiction | None = None
        self.work = Work(effort or Effort())
        self.open_hypotheses: int = 0
        """Hypotheses that are open."""

    # -- scopes

    def push(self) -> None:
        """Open a scope: everything learned until `pop` is forgotten there."""
        if self.trail is None:
            self.trail = []
        trail, mark, facts = self.trail, len(self.trail), len(self.fact_list)
        epoch, memo, shown, broken = self.epoch, self.memo, self.shown, self.broken
        facts_epoch, hidden_count = self.facts_epoch, self.hidden_count
        nested = bool(self.scopes)

        def close() -> None:
            while len(trail) > mark:
                trail.pop()()
            del self.fact_list[facts:]
            self.epoch, self.memo, self.shown, self.broken = epoch, memo, shown, broken
            self.facts_epoch, self.hidden_count = facts_epoch, hidden_count
            self.trail = trail if nested else None

        self.scopes.append(close)
        self.memo, self.shown = {}, {}
        self.bump()

    def pop(self) -> None:
        """Close the innermost scope."""
        if not self.scopes:
            raise ValueError("pop without push")
        self.scopes.pop()()

    def bump(self) -> None:
        """Something was learned: what was normal may be simplified further."""
        self.last_epoch += 1
        self.epoch = self.facts_epoch = self.last_epoch

    # -- symbols

    def add(self, symbol: Symbol, lo: int | None, hi: int | None, rank: int) -> Dim:
        """A new symbol with its range; of merged symbols the lowest rank represents."""
        dim = new_dim(symbol, (rank << 48) + 2 * len(self.dims), lo, hi)
        if self.trail is None:
            self.dims[symbol] = dim
        else:
            self.put(self.dims, symbol, dim)
        return dim

    def dim(self, symbol: Symbol) -> Dim:
        """The dim of a symbol; one that was not declared is a dimension: at least 0."""
        return self.dims.get(symbol) or self.add(symbol, 0, None, 0)

    def nested(self, e: Expr) -> bool:
        """Whether an expression uses symbols made up one from the other too often."""
        return any(self.nesting.get(s, 0) >= BUDGET.cases for s in e.symbols)

    def hidden(self, lo: int | None, hi: int | None, order: int, source: Expr) -> Dim:
        """A symbol made up from an expression, in the order of the visible dim it stands beside."""
        self.hidden_count += 1
        symbol = sym(f"{HIDDEN}{self.hidden_count}")
        dim = new_dim(symbol, order, lo, hi)
        self.put(self.dims, symbol, dim)
        depth = 1 + max((self.nesting.get(s, 0) for s in source.symbols), default=0)
        self.put(self.nesting, symbol, depth)
        self.file(self.made, self.current, symbol)
        return dim

    # -- stored statements

    def keep(self, kind: str, e: Node, *more: Symbol) -> None:
        """Look at a stored statement again when one of its symbols, or of some more, changes."""
        key = (kind, e)
        dims, current = self.dims, self.current
        for symbol in (*e.symbols, *more) if more else e.symbols:
            dim = dims[symbol]
            watching = dim.watching
            if watching is None:
                watching = dim.watching = {}
            if key not in watching:
                if self.trail is None:
                    watching[key] = current
                else:
                    self.put(watching, key, current)
        if self.watchers.of_mentions and not self.open_hypotheses:
            self.watchers.mention(kind, e)

    def unkeep(self, kind: str, e: Node, *more: Symbol) -> None:
        """A stored statement was dropped: its symbols need not watch it any longer, but remember
        the fact that brought it. In a scope it may come back, and stays."""
        if self.trail is not None:
            return
        key = (kind, e)
        dims, events = self.dims, self.events
        for symbol in (*e.symbols, *more) if more else e.symbols:
            watching = dims[symbol].watching
            if watching and key in watching:
                cause, found = watching.pop(key), events.setdefault(symbol, [])
                if not found or found[-1] != cause:
                    found.append(cause)

    def keep_equation(self, e: Expr) -> None:
        """Store that e == 0, unsolved."""
        if e not in self.equations:
            self.put(self.equations, e, None)
            self.keep("==", e)
            self.bump()

    def rule_of(self, e: Node) -> Expr | None:
        """The value of an atom or a product by a rule."""
        if isinstance(e, Product):
            return self.monomial_rules.get(e.factors[0][0], {}).get(e)
        return self.rules.get(e) if isinstance(e, Expr) else None

    def equality(self, kind: str, e: Node) -> Expr | None:
        """An equation, or a rule for a product, as an expression that is 0; None for statements of
        other kinds, and for those that are no longer in force."""
        if kind == "==" and isinstance(e, Expr):
            return e if e in self.equations else None
        value = self.rule_of(e) if kind == "rule" and isinstance(e, Product) else None
        return None if value is None else minus(as_expr(e), value)

    def event(self, symbol: Symbol, fact: int) -> None:
        """A fact moved the range of a symbol, or tied it to others."""
        found = self.events.get(symbol)
        if not found or found[-1] != fact:
            self.file(self.events, symbol, fact)
