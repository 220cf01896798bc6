"""What a report shows, as plain data, whatever it is written as."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from disc_shape.reporting.found import FactInfo, GuardInfo, Signature, SymbolInfo
from disc_shape.reporting.listing import Line
from disc_shape.reporting.sections import Section

COLOURS = 12
"""Different colours of symbols; further symbols begin again with the first."""

STATUS_WORDS = {
    "derived": "Follow from operations: true in every legal run",
    "guarded": "Checked when the program runs: true once the check has passed",
    "assumed": "Promised, and not checked",
}
"""Headings of facts by status, the best founded first."""


@dataclass(frozen=True)
class Contents:
    """What a report shows, as plain data."""

    title: str
    signatures: Sequence[Signature]
    symbols: Sequence[SymbolInfo]
    facts: Sequence[FactInfo]
    guards: Sequence[GuardInfo]
    before: Sequence[Line]
    after: Sequence[Line]
    sections: Sequence[Section]

    @cached_property
    def sizes(self) -> list[SymbolInfo]:
        """The symbols that are no constants."""
        return [one for one in self.symbols if one.value is None]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """A number for each symbol that is no constant, by which it has a colour."""
        return {one.name: index for index, one in enumerate(self.sizes)}

    @cached_property
    def classes(self) -> dict[str, str]:
        """The style classes of each symbol: one for itself and one for its colour."""
        return {name: f"s s{n} c{n % COLOURS}" for name, n in self.numbers.items()}

    @cached_property
    def facts_by_status(self) -> dict[str, list[FactInfo]]:
        """The facts under the headings of `STATUS_WORDS`, without empty ones."""
        groups = {
            status: [fact for fact in self.facts if fact.status == status]
            for status in STATUS_WORDS
        }
        return {status: facts for status, facts in groups.items() if facts}

    @property
    def kept_guards(self) -> list[GuardInfo]:
        """The checks that stay, and those that no run passes."""
        return [one for one in self.guards if one.verdict != "decided"]

    @property
    def decided_guards(self) -> list[GuardInfo]:
        """The checks that always pass, with reasons."""
        return [one for one in self.guards if one.verdict == "decided" and one.reasons]

    @property
    def trivial_guards(self) -> Counter[str]:
        """How many checks always pass because both sides are the same, by operation."""
        return Counter(
            one.operation for one in self.guards if one.verdict == "decided" and not one.reasons
        )
