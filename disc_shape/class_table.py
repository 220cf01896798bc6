"""
Entries for operation classes: the one way in which the package registers what it knows or does.

A `ClassTable` holds entries of one kind, such as cards, relations, lowerings or rewrite rules. An
entry serves subclasses, and the classes may be ours, xDSL's or a user's. The modules that register
the entries of a package are its `Families`: those that few programs need are loaded late, and none
replaces an entry that was registered from outside before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Generic, TypeVar

from xdsl.ir import Operation

V = TypeVar("V")


class Kind(dict[type, bool]):
    """
    Whether a class is one of some classes or derives from one: `IS_CALL[type(op)]`.

    The answers are remembered: the classes of xDSL are abstract base classes, for which
    `isinstance` takes four times as long. It is for what is asked of every operation.
    """

    def __init__(self, *classes: type) -> None:
        super().__init__()
        self.classes = classes

    def __missing__(self, key: type) -> bool:
        found = self[key] = issubclass(key, self.classes)
        return found


class Families:
    """
    The modules of `package` that register entries when they are imported: the `common` ones, which
    `load_common` imports, and those by the dialect whose first operation needs them.
    """

    def __init__(
        self, package: str, common: tuple[str, ...], late: Mapping[str, tuple[str, ...]]
    ) -> None:
        self.package = package
        self.common = common
        self.late = dict(late)
        """The modules that are not loaded yet, by dialect."""
        self.is_loading = False

    def load_common(self) -> None:
        """Import the modules that most programs need."""
        self._load(self.common)

    def load(self, dialect: str) -> None:
        """Import the modules of a dialect, unless they are imported already."""
        if modules := self.late.pop(dialect, ()):
            self._load(modules)

    def load_all(self) -> None:
        """Import all modules."""
        self.load_common()
        for dialect in list(self.late):
            self.load(dialect)

    def _load(self, modules: tuple[str, ...]) -> None:
        before, self.is_loading = self.is_loading, True
        try:
            for module in modules:
                import_module(f"{self.package}.{module}")
        finally:
            self.is_loading = before


def nearest(table: Mapping[type[Operation], V], op_class: type[Operation]) -> V | None:
    """The entry of a class in a table that is complete, or that of its nearest base."""
    return next((table[base] for base in op_class.__mro__ if base in table), None)


class _Found(dict[type, "V | None"], Generic[V]):
    """What a search finds for a class, remembered."""

    def __init__(self, search: Callable[[type[Operation]], V | None]) -> None:
        super().__init__()
        self.search = search

    def __missing__(self, key: type) -> V | None:
        found = self.search(key)
        self[key] = found
        return found


class ClassTable(dict[type, V]):
    """A table by class in which a class without an entry inherits that of its nearest base."""

    def __init__(self, families: Families) -> None:
        super().__init__()
        self.families = families
        self.found: Mapping[type, V | None] = _Found(self._search)
        """The entry of each class, as `inherit` has it: its own, or that of its nearest base."""
        self._from_outside: set[type] = set()

    def __setitem__(self, key: type, value: V) -> None:
        super().__setitem__(key, value)
        self._forget()

    def __delitem__(self, key: type) -> None:
        super().__delitem__(key)
        self._from_outside.discard(key)
        self._forget()

    def register(self, entry: V, *op_classes: type[Operation]) -> None:
        """
        Let `entry` serve operation classes and their subclasses; it replaces an earlier one, but
        for what was registered before a family is loaded.
        """
        for op_class in op_classes:
            if not self.families.is_loading:
                self._from_outside.add(op_class)
            elif op_class in self._from_outside:
                continue
            self[op_class] = entry

    def find(self, op_class: type[Operation]) -> V | None:
        """The entry of a class, as `inherit` has it: its own, or that of its nearest base."""
        return self.found[op_class]

    def _search(self, op_class: type[Operation]) -> V | None:
        self.families.load(op_class.name.partition(".")[0])
        return self.inherit([self[base] for base in op_class.__mro__ if base in self])

    def _forget(self) -> None:
        self.found = _Found(self._search)

    def inherit(self, entries: Sequence[V]) -> V | None:
        """The entry of a class, from its own and those of its bases, the nearest first."""
        return entries[0] if entries else None
