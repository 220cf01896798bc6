"""Layer 4: what each symbol stands for.

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
        """What a symbol stands for: itself if free, else its normal definition."""
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
        elif not self.may_be_rewritten(dim, definition):
            for below in definition.symbols:
                if dims[below].definition is not None:
                    break
            else:
                return definition
        return self.updated(dim)

    def may_be_rewritten(self, dim: Dim, definition: Expr) -> bool:
        """Whether facts that are younger than a definition over free symbols may change it."""
        return dim.stamp < self.store.facts_epoch and (
            not definition.polynomial or self.rules.rewrites_part_of(definition)
        )

    def updated(self, dim: Dim) -> Expr:
        """Bring a definition up to date, and every definition it rests on before it."""
        store = self.store
        stack = [dim]
        while stack:
            top = stack[-1]
            definition = top.definition
            if definition is None or top.stamp == store.epoch:
                stack.pop()
                continue
            below = [d for d in map(store.dims.__getitem__, definition.symbols) if d.definition]
            old = [d for d in below if d.stamp != store.epoch]
            if old:
                stack.extend(old)
                continue
            stack.pop()
            store.save(top)
            value = definition
            if below or self.may_be_rewritten(top, definition):
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
