"""Tables keyed by operation class, which honour inheritance."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from xdsl.ir import Operation

V = TypeVar("V")


class ClassTable(dict[type, V]):
    """
    A table keyed by class in which a class without an entry inherits that of its nearest base.
    `load` is given the dialect of every class that is looked up, before it is looked up for the
    first time, so that entries for dialects that few programs use need not be there from the start.
    """

    def __init__(self, load: Callable[[str], None] | None = None) -> None:
        super().__init__()
        self._load = load
        self._cache: dict[type, V | None] = {}

    def __setitem__(self, key: type, value: V) -> None:
        super().__setitem__(key, value)
        self._cache.clear()

    def __delitem__(self, key: type) -> None:
        super().__delitem__(key)
        self._cache.clear()

    def put_back(self, entries: dict[type, V]) -> None:
        """Set several entries at once."""
        for cls, value in entries.items():
            self[cls] = value

    def find(self, cls: type[Operation]) -> V | None:
        """The entry of `cls` or of the first class in its method resolution order that has one."""
        try:
            return self._cache[cls]
        except KeyError:
            if self._load is not None:
                self._load(cls.name.partition(".")[0])
            found = next((self[base] for base in cls.__mro__ if base in self), None)
            self._cache[cls] = found
            return found
