"""Which random program comes next: most hold operations that no run has met yet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random

from fuzz.generate import generate
from fuzz.operations import (
    UNCOVERED,
    plain,
    why_not_on_buffers,
    with_semantics,
    with_semantics_on_buffers,
)

STEERED = 3
"""So many programs are chosen for what is missing, then one that is not."""

AHEAD = 300
"""How many more seeds are looked at for each program: writing its text takes a millisecond."""

FAR = 500_000
"""The offset of the seeds from which programs are made that are not chosen."""

NAME = re.compile(r"\b[a-z_]+\.[a-z_][a-z_0-9.\-]*\b")

VIEWS = {"hlo.slice", "hlo.dynamic_slice", "hlo.real_dynamic_slice"}
"""What becomes a part of a buffer: a reshape of one moves elements, any other is a view itself."""


@cache
def wanted() -> frozenset[str]:
    """The operations that a run is to meet, on tensors and on buffers."""
    on_tensors = with_semantics() - UNCOVERED.keys()
    return frozenset(
        {*on_tensors, *(n for n in with_semantics_on_buffers() if why_not_on_buffers(n) is None)}
    )


def sources_of(name: str) -> set[str]:
    """The operations on tensors that an operation comes from: on buffers, those that it is of."""
    dialect, _, rest = name.partition(".")
    if name == "lmhlo.dynamic_reshape":
        return VIEWS
    return {f"hlo.{rest}", f"chlo.{rest}"} if dialect == "lmhlo" else {name}


@dataclass
class Seeds:
    """Seeds of programs, from the first one on."""

    first: int
    steps: Callable[[int], int]
    """How many groups of operations the program of a seed has."""
    looked: int = 0
    held: dict[int, set[str]] = field(default_factory=dict[int, set[str]])
    """The operations in the texts of the programs that may be chosen."""
    tries: Counter[str] = field(default_factory=Counter[str])
    """How often an operation was chosen for: it may be in programs none of whose runs is legal."""

    def after(self, met: Callable[[], Collection[str]]) -> Iterator[int]:
        """The seeds, each chosen when what was run before it has been `met`."""
        number = self.first
        while True:
            yield number
            number += 1
            for _ in range(STEERED):
                missing = wanted() - {plain(name) for name in met()}
                if missing:
                    yield self._towards(missing)

    def _towards(self, missing: Collection[str]) -> int:
        """
        The seed of a program that holds most of what is missing for its length, and was least often
        tried; those that hold nothing of it are forgotten.
        """
        sought = {source: name for name in missing for source in sources_of(name)}

        def score(seed: int) -> float:
            found = sum(1 / (1 + self.tries[name]) for name in self.held[seed] & sought.keys())
            return found / (1 + self.steps(seed))

        start = self.first + FAR + self.looked
        self.looked += AHEAD
        self.held.update((seed, self._operations(seed)) for seed in range(start, start + AHEAD))
        self.held = {seed: held for seed, held in self.held.items() if held & sought.keys()}
        best = max(self.held, key=score, default=start)
        self.tries.update(self.held.pop(best, set()) & sought.keys())
        return best

    def _operations(self, seed: int) -> set[str]:
        """The operations in the text of a program."""
        text = generate(Random(seed), self.steps(seed)).text
        return {plain(name) for name in NAME.findall(text)}
