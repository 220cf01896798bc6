"""Callbacks for what is learned: symbols that are known better, and statements that are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from disc_shape.symbolic.choice import has_atom, has_choice, has_product
from disc_shape.symbolic.dims import HIDDEN, Dim
from disc_shape.symbolic.facts import Mention
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.terms import Expr, Product, Symbol


class Watchers:
    """Callbacks, and the changes that are not reported yet."""

    def __init__(self, dims: dict[Symbol, Dim], append: Callable[[list[Dim], Dim], None]) -> None:
        self.dims = dims
        self.append = append
        """Appends to a list, undone when the scope ends."""
        self.changed: set[Symbol] = set()
        self.of_changes: list[Callable[[set[Symbol]], None]] = []
        self.of_mentions: list[Callable[[set[Symbol], Mention], None]] = []
        self.are_users_known = False
        """Whether there ever was a watcher: from then on dims know their users."""

    def use(self, dim: Dim, symbols: Iterable[Symbol]) -> None:
        """Record that the definition of `dim` mentions `symbols`, if there is a watcher."""
        if not self.are_users_known:
            return
        for symbol in symbols:
            below = self.dims[symbol]
            below.users = below.users or []
            self.append(below.users, dim)

    def note(self, dim: Dim) -> None:
        """A dim changed: so did every dim that is defined by it."""
        stack = [dim] if self.of_changes else []
        while stack:
            top = stack.pop()
            if top.symbol not in self.changed:
                self.changed.add(top.symbol)
                stack.extend(top.users or ())

    def mention(self, kind: str, e: Node) -> None:
        """Report a statement that is stored."""
        hidden = [symbol for symbol in e.symbols if symbol.label[0] == HIDDEN]
        shown = self.dependents(hidden).union(e.symbols)
        if kind == "or":
            # of normal forms, only those of selections look at disjunctions
            self.notify(self.dependents(e.symbols, has_choice), Mention.VALUES)
            self.notify(shown, Mention.ATOMS)
            self.notify(shown, Mention.PROOFS)
        elif kind != "rule":
            self.notify(self.dependents(e.symbols, has_atom) | shown, Mention.VALUES)
        elif not isinstance(e, Product):
            self.notify(self.dependents(e.symbols, has_atom), Mention.VALUES)
            self.notify(shown, Mention.ATOMS)
        else:
            self.notify(self.dependents(e.symbols, has_product), Mention.VALUES)
            if has_atom(e):
                self.notify(self.dependents(e.symbols, has_atom), Mention.PRODUCTS)
                self.notify(shown, Mention.ATOMS)
            else:
                self.notify(self.dependents(e.symbols) | shown, Mention.PRODUCTS)

    def notify(self, symbols: Iterable[Symbol], what: Mention) -> None:
        """Call the watchers of statements with the visible ones of some symbols."""
        visible = {symbol for symbol in symbols if symbol.label[0] != HIDDEN}
        for callback in self.of_mentions:
            callback(visible, what)

    def dependents(
        self, symbols: Iterable[Symbol], by: Callable[[Expr], bool] | None = None
    ) -> set[Symbol]:
        """
        The symbols that are defined by others, directly or not; with `by`, those of them where a
        definition of this kind stands in between.
        """
        stack = [(self.dims[symbol], by is None) for symbol in symbols]
        seen: set[tuple[Symbol, bool]] = set()
        while stack:
            dim, counts = stack.pop()
            for user in dim.users or ():
                definition = user.definition
                also = counts or (by is not None and definition is not None and by(definition))
                if (user.symbol, also) not in seen:
                    seen.add((user.symbol, also))
                    stack.append((user, also))
        return {symbol for symbol, counts in seen if counts}

    def watch(self, callback: Callable[[set[Symbol]], None]) -> None:
        """Call back, after a fact, with the symbols whose value or range is known better."""
        self.of_changes.append(callback)
        self.know_users()

    def know_users(self) -> None:
        """From now on, dims know the dims whose definitions mention them."""
        if not self.are_users_known:
            self.are_users_known = True
            for dim in list(self.dims.values()):
                if dim.definition is not None:
                    self.use(dim, dim.definition.symbols)

    def watch_mentions(self, callback: Callable[[set[Symbol], Mention], None]) -> None:
        """
        Call back, while a fact is learned, with the symbols of each statement that is stored, and
        with what may be known better of expressions over them.
        """
        self.of_mentions.append(callback)
        self.know_users()

    def call(self) -> None:
        """Call the watchers."""
        if self.changed:
            changed, self.changed = self.changed, set()
            visible = {symbol for symbol in changed if symbol.label[0] != HIDDEN}
            if visible:
                for callback in self.of_changes:
                    callback(visible)
