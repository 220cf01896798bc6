"""
A work queue with an index from keys to the entries that watch them.

Together the index forms a bipartite graph between keys, such as equivalence classes of dimensions
or of types, and relations. When something is learned about a key, only the entries that watch it
go back on the queue, before anything else. An entry that is discharged leaves the graph.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar


@dataclass(eq=False)
class Entry:
    """Something that is not yet complete."""

    started: bool = field(init=False, default=False)
    """Whether it has been run."""
    woken: bool = field(init=False, default=False)
    """Whether it is on the queue because something was learned."""
    alive: bool = field(init=False, default=True)


Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item", bound=Entry)


@dataclass
class Statistics:
    """How much work was done."""

    queued: int = 0
    run: int = 0
    """What was run for the first time."""
    rerun: int = 0
    """What was run again because something was learned about a key that it watches."""
    discharged: int = 0
    """What is complete and has left the graph."""


@dataclass
class WakingQueue(Generic[Key, Item]):
    """Entries in the order in which they are run: the woken ones, then the others."""

    statistics: Statistics = field(default_factory=Statistics)
    _watchers: dict[Key, dict[Item, None]] = field(default_factory=dict["Key", "dict[Item, None]"])
    _woken: deque[Item] = field(default_factory=deque["Item"])
    _others: deque[Item] = field(default_factory=deque["Item"])

    def add(self, entry: Item) -> None:
        """Put something new at the end of the queue."""
        self.statistics.queued += 1
        self._others.append(entry)

    def pop(self) -> Item | None:
        """The next entry, which is run now; None where the queue is empty."""
        while self._woken:
            entry = self._woken.popleft()
            entry.woken = False
            if entry.alive:
                return self.begun(entry)
        while self._others:
            entry = self._others.popleft()
            if entry.alive and not entry.started:
                return self.begun(entry)
        return None

    def begun(self, entry: Item) -> Item:
        """An entry that is run, for the first time or again."""
        if entry.started:
            self.statistics.rerun += 1
        else:
            self.statistics.run += 1
        entry.started = True
        return entry

    def completed(self) -> None:
        """Something was run for the first time and is complete: it never was in the graph."""
        self.statistics.run += 1
        self.statistics.discharged += 1

    def discharge(self, entry: Item) -> None:
        """An entry is complete and leaves the graph."""
        entry.alive = False
        self.statistics.discharged += 1

    def watch(self, entry: Item, keys: Iterable[Key]) -> None:
        """Run an entry again when something is learned about one of these keys."""
        for key in keys:
            self._watchers.setdefault(key, {})[entry] = None

    def wake(self, keys: Iterable[Key]) -> None:
        """Something is learned about these keys: what watches them is moved to the front."""
        for key in keys:
            watchers = self._watchers.get(key)
            if not watchers:
                continue
            for entry in list(watchers):
                if not entry.alive:
                    del watchers[entry]
                elif not entry.woken:
                    entry.woken = True
                    self._woken.append(entry)

    def waiting(self) -> Iterator[Item]:
        """What is on the queue, in the order in which it will be run."""
        listed = (*self._woken, *(entry for entry in self._others if not entry.started))
        yield from (one for one in dict.fromkeys(listed) if one.alive)

    def edges(self) -> Iterator[tuple[Key, list[Item]]]:
        """The graph: each key, and what watches it and is not discharged."""
        for key in self._watchers:
            if found := self.watchers(key):
                yield key, found

    def watchers(self, key: Key) -> list[Item]:
        """What watches a key and is not discharged."""
        return [entry for entry in self._watchers.get(key, ()) if entry.alive]

    def empty(self) -> None:
        """Forget what is on the queue."""
        for entry in self._woken:
            entry.woken = False
        self._woken.clear()
        self._others.clear()
