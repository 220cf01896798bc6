"""How much work a prover does, in counts: never by the clock, so that the same facts and questions
have the same answers on every machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Budget:
    """Limits on the work of one prover, each with the case that set it."""

    program: int = 1_500_000
    """Units of work for all facts and questions of a program, less than a second. Ten assertions
    with nested products, quotients and extremes of six dimensions took 10,000,000 and up, each time
    they were read; of the exports, attention with 22 guards takes the most, 120,000."""
    question: int = 100_000
    """Units of work for one fact or question. The dearest question of the exports, on products of
    a masked layer norm, takes 9,000, and no case of the conformance tests more."""
    spent: int = 5_000
    """Units of work for each fact and question once those of the program are used up: what needs no
    search is still learned and answered."""


BUDGET: Final = Budget()


class Effort:
    """The units of work that the provers of one program may still do, all together."""

    __slots__ = ("left",)

    def __init__(self, units: int = BUDGET.program):
        self.left = units

    @property
    def is_spent(self) -> bool:
        """Whether questions may have been left open for lack of work."""
        return self.left <= 0
