"""Layer 4: the normal definition of each symbol.

Definitions are brought up to date when they are used: chains of them with a stack, never by
recursion."""

from __future__ import annotations

from collections.abc import Callable

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.dims import Dim
from disc_shape.symbolic.rules import Rules
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import Expr, Symbol, minus


class Roots:
    """The normal definitions of symbols."""

    def __init__(self, store: Store, rules: Rules, normal: Callable[[Expr], Expr]) -> None:
        self.store = store
        self.rules = rules
        self.normal = normal
        """The normal form of a definition whose symbols are up to date."""

    def of(self, symbol: Symbol) -> Expr:
        """The symbol itself if it is free, else its normal definition."""
        store = self.store
        dims = store.dims
        dim = dims.get(symbol) or store.dim(symbol)
        definition = dim.definition
        if definition is None:
            return symbol
        if type(definition) is Symbol:
            target = dims[definition]
            if target.definition is None:
                return definition
            while type(target.definition) is Symbol:
                target = dims[target.definition]
            if target.definition is None:
                if store.trail is None:
                    dim.definition = target.symbol
                return target.symbol
        elif dim.stamp == store.epoch:
            return definition
        elif dim.stamp >= store.facts_epoch or (
            definition.polynomial and not self.rules.rewrites_part_of(definition)
        ):
            for below in definition.symbols:
                if dims[below].definition is not None:
                    break
            else:
                return definition
        return self.updated(dim)

    def updated(self, dim: Dim) -> Expr:
        """Bring a definition up to date, and every definition that it uses before it."""
        store = self.store
        stack = [dim]
        while stack:
            top = stack[-1]
            definition = top.definition
            if definition is None or top.stamp == store.epoch:
                stack.pop()
                continue
            old: list[Dim] = []
            clean = True
            for symbol in definition.symbols:
                below = store.dims[symbol]
                if below.definition is not None:
                    clean = False
                    if below.stamp != store.epoch:
                        old.append(below)
            if old:
                stack.extend(old)
                continue
            stack.pop()
            if store.trail is not None:
                store.save(top)
            value = definition
            if not clean or (
                top.stamp < store.facts_epoch
                and (not definition.polynomial or self.rules.rewrites_part_of(definition))
            ):
                value = self.normal(definition)
            if value.size > 2 * BUDGET.nodes:
                # too large to be substituted: the dim is free again, tied to it by an equation
                top.definition = None
                store.keep_equation(minus(top.symbol, value))
                continue
            if value is not definition:
                top.definition = value
                store.watchers.use(top, value.symbols)
            top.stamp = store.epoch
        return dim.definition or dim.symbol
