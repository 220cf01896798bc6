"""Layer 2: what scopes overwrite, so that it comes back when they end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from disc_shape.symbolic.dims import Dim

K = TypeVar("K")
V = TypeVar("V")


class Trail:
    """Changes of tables, lists and dims, recorded while a scope is open."""

    def __init__(self) -> None:
        self.trail: list[Callable[[], None]] | None = None
        """What undoes each change, in order; None while no scope is open."""

    def put(self, table: dict[K, V], key: K, value: V) -> None:
        """table[key] = value, undone when the scope ends."""
        if self.trail is not None:
            if key in table:
                old = table[key]
                self.trail.append(lambda: table.__setitem__(key, old))
            else:
                self.trail.append(lambda: table.__delitem__(key))
        table[key] = value

    def drop(self, table: dict[K, V], key: K) -> None:
        """del table[key], undone when the scope ends."""
        old = table.pop(key)
        if self.trail is not None:
            self.trail.append(lambda: table.__setitem__(key, old))

    def append(self, items: list[V], value: V) -> None:
        """items.append(value), undone when the scope ends."""
        items.append(value)
        if self.trail is not None:
            self.trail.append(lambda: del_last(items))

    def file(self, table: dict[K, list[V]], key: K, value: V) -> None:
        """Append to a list of a table, undone when the scope ends."""
        if key in table:
            self.append(table[key], value)
        else:
            self.put(table, key, [value])

    def save(self, dim: Dim) -> None:
        """Remember a dim as it is, before it changes."""
        if self.trail is not None:
            saved = (dim.lo, dim.hi, dim.holes, dim.definition, dim.stamp, dim.face, dim.updates)

            def restore() -> None:
                (dim.lo, dim.hi, dim.holes, dim.definition, dim.stamp, dim.face, dim.updates) = (
                    saved
                )

            self.trail.append(restore)


def del_last(items: list[V]) -> None:
    """Drop the last item."""
    items.pop()
