"""Sizes of a program by the names of its symbols."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from disc_shape.analysis.module import FunctionFacts
from disc_shape.symbolic import Comparison, Cond, Expr, Symbol, sym

LABEL = re.compile(r"%\d+(?!\d)")
"""A symbol of the analysis, as texts of reasons print it."""


class Names:
    """The names of sizes in one function."""

    def __init__(self, facts: FunctionFacts, sizes: Mapping[str, Expr]) -> None:
        self.facts = facts
        self.prover = facts.shapes.state.prover
        self.sizes = dict(sizes)
        """A size for each name."""
        self._named: dict[Expr, Expr] = {}
        for name, size in sizes.items():
            if size.constant is None:
                self._named.setdefault(size, sym(name))
                self._named.setdefault(self.prover.canonical(size), sym(name))
        self._labels = {str(size): str(name) for size, name in self._named.items()}
        self.of_symbol = cache(self._of_symbol)

    def _of_symbol(self, symbol: Symbol) -> Expr:
        if symbol in self._named:
            return self._named[symbol]
        size = self.prover.canonical(symbol)
        if size in self._named or size is symbol or size.constant is not None:
            return self._named.get(size, size)
        known: dict[Expr, Expr] = {one: self._named.get(one, one) for one in size.symbols}
        return size.substitute(known)

    def expression(self, size: Expr) -> Expr:
        """A size over the names of symbols, where sizes have names."""
        if size in self._named:
            return self._named[size]
        known: dict[Expr, Expr] = {one: self.of_symbol(one) for one in size.symbols}
        return size.substitute(known)

    def condition(self, condition: Cond) -> Cond:
        """A condition over the names of symbols."""
        known: dict[Expr, Expr] = {one: self.of_symbol(one) for one in condition.symbols}
        if isinstance(condition, Comparison) and condition.lhs in self._named:
            known[condition.lhs] = self._named[condition.lhs]
        return condition.substitute(known)

    def in_sizes(self, condition: Cond) -> Cond | None:
        """A condition over names as one over sizes of the analysis; None for unknown names."""
        known: dict[Expr, Expr] = {}
        for symbol in condition.symbols:
            if symbol.name not in self.sizes:
                return None
            known[symbol] = self.sizes[symbol.name]
        return condition.substitute(known)

    def text(self, size: Expr) -> str | None:
        """A size in text; None where it needs sizes without names."""
        named = self.expression(size)
        return None if any(LABEL.match(str(one)) for one in named.symbols) else str(named)

    def describe(self, text: str) -> str:
        """The text of a reason, with the names of symbols."""
        return LABEL.sub(lambda found: self._labels.get(found[0], found[0]), text)
