"""Questions written by hand: every one has the truth it claims, and nearly all are answered."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from pathlib import Path

import numpy as np
import pytest
from conformance import run
from conformance.grid import Flags, Grid
from conformance.handwritten import FOLDER, System, cases, names_in, statement_of, systems

FILES = sorted(FOLDER.glob("*.txt"), key=lambda path: path.name)
POINTS = 40_000


def definitions(system: System) -> dict[str, str]:
    """The symbols that a fact gives by others, in an order in which they can be computed."""
    found: dict[str, str] = {}
    used: set[str] = set()
    for fact in system.facts:
        name, equals, text = fact.partition(" == ")
        if not equals or not name.isidentifier() or " or " in text or name in {*found, *used}:
            continue
        if names_in(text) and name not in names_in(text):
            found[name] = text
            used.update(names_in(text))
    return found


def box(system: System) -> tuple[Grid, Flags]:
    """Values of the symbols of a system, and which of them fit it."""
    defined = definitions(system)
    free = {name: span for name, span in system.spans.items() if name not in defined}
    each = max(5, int(POINTS ** (1 / len(free))))
    domains: dict[str, list[int]] = {}
    for name, (lo, hi) in free.items():
        low = -each // 2 if lo is None else lo
        values = [*range(low, low + each - 2), low + 3 * each, low + 64 * each]
        domains[name] = [v for v in dict.fromkeys(values) if hi is None or v <= hi]
    grid = Grid(domains)
    fits: Flags = np.ones(prod(map(len, domains.values())), dtype=np.bool_)
    for name, text in defined.items():
        grid.columns[name], valid = grid.numbers(text)
        lo, hi = system.spans[name]
        fits &= valid
        fits &= grid.columns[name] >= (lo if lo is not None else -(2**62))
        fits &= grid.columns[name] <= (hi if hi is not None else 2**62)
    for fact in system.facts:
        truth, valid = grid.flags(fact)
        fits &= truth & valid
    return grid, fits


def untrue(system: System) -> Iterator[str]:
    """What a system claims and some values contradict."""
    if system.family == "huge":  # beyond the 64 bits of the box
        return
    grid, fits = box(system)
    contradicting = any(question.startswith("sat false") for question in system.questions)
    if contradicting == bool(fits.any()):
        yield f"line {system.line}: values that fit: {int(fits.sum())}"
    for question in system.questions:
        asked = statement_of(question)
        if question.startswith(("range ", "mod ")):
            values, valid = grid.numbers(asked)
            shown = values[fits & valid]
            first, second = question.partition("=>")[2].split(",")
            if question.startswith("mod "):
                modulus, rest = int(first), int(second)
                right = (shown % modulus == rest) if modulus else shown == rest
                if not right.all():
                    yield question
            elif any(
                end.strip() != "None" and (found < int(end) if low else found > int(end))
                for end, found, low in ((first, shown.min(), True), (second, shown.max(), False))
            ):
                yield question
        elif asked:
            truth, valid = grid.flags(asked)
            if not truth[fits & valid].all():
                yield f"line {system.line}: {question}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_systems_claim_what_is_true(path: Path) -> None:
    found = [claim for system in systems(path) for claim in untrue(system)]
    assert not found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_systems_are_answered(path: Path) -> None:
    tally = run.Tally()
    for system in systems(path):
        for case in cases(system):
            run.run(run.symbolic_case(case), tally)
    assert not tally.errors
    assert tally.decidable > 300
    assert tally.solved >= 0.99 * tally.decidable, tally.missed
