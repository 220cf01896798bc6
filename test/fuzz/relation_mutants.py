"""Every relation and evaluator with one small change in turn: do its own tests notice?

`relation_mutants.py [--every N] [--only slice,pad] [--seconds N]` runs, for every change, those
tests of `test/unit/relations` that execute the changed line, and prints the changes that were
caught, those that survived and those that no test reaches.

A change that makes a relation say what is false, or less than what holds, is caught by the truth of
all small shapes. One that only undoes a shortcut (`if size is not most:` around what is true of
equal sizes anyway) survives.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType, ModuleType

import pytest
from _pytest.runner import runtestprotocol

sys.path.insert(0, str(Path(__file__).parents[1]))

from disc_shape import relations as package
from disc_shape.relations.core import EVALUATORS, LAZY_FAMILIES, MAKES, RELATIONS, load_relations
from fuzz.mutation import Change, Text, functions_of

TESTS = Path(__file__).parents[1]

INFRASTRUCTURE = ("__init__", "core", "rules", "silent", "statements", "state")
"""Modules that say nothing about any operation."""

LIMIT = 20
"""Seconds of processor time for one test with a change in place."""

CAUGHT, SURVIVED, UNREACHED, IDLE = "caught", "survived", "not reached", "no code"


def modules() -> list[ModuleType]:
    """All modules with relations and evaluators, loaded."""
    for dialect in list(LAZY_FAMILIES):
        load_relations(dialect)
    folder = Path(str(package.__file__)).parent
    names = sorted(path.stem for path in folder.glob("*.py"))
    return [
        import_module(f"disc_shape.relations.{name}")
        for name in names
        if name not in INFRASTRUCTURE
    ]


class TooLong(Exception):
    """A test takes longer with a change than it ever does without."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise TooLong


@dataclass(frozen=True)
class Timed:
    """A test, how long it takes, and what it runs."""

    item: pytest.Item
    seconds: float
    lines: frozenset[tuple[str, int]]


def passes(item: pytest.Item) -> bool:
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
    try:
        reports = runtestprotocol(item, log=False, nextitem=None)
    except TooLong:
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return all(report.passed or report.skipped for report in reports)


def measured(items: Iterable[pytest.Item], texts: Iterable[Text]) -> list[Timed]:
    """The tests that pass and run any of the texts, the quickest first."""
    found: list[Timed] = []
    lines: set[tuple[str, int]] = set()
    with ExitStack() as stack:
        for text in texts:
            stack.enter_context(text.recorded(lines))
        for item in items:
            lines.clear()
            start = time.process_time()
            if passes(item) and lines:
                found.append(Timed(item, time.process_time() - start, frozenset(lines)))
    return sorted(found, key=lambda one: one.seconds)


def judge(change: Change, text: Text, tests: Sequence[Timed]) -> str:
    """What becomes of one change."""
    place = change.module, change.statement
    with text.planted(change) as runs:
        if not runs:
            return IDLE
        fitting = [test for test in tests if place in test.lines]
        if any(not passes(test.item) for test in fitting):
            return CAUGHT
    return SURVIVED if fitting else UNREACHED


class Judge:
    """Runs instead of the tests that pytest has collected."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.verdicts: Counter[str] = Counter()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        chosen = [name for name in self.options.only.split(",") if name]
        wanted = [
            module
            for module in modules()
            if not chosen or module.__name__.rpartition(".")[2] in chosen
        ]
        texts = functions_of(wanted, [dict(RELATIONS), dict(EVALUATORS), dict(MAKES)])
        tests = measured(session.items, texts.values())
        print(f"{len(tests)} tests", flush=True)
        end = time.monotonic() + self.options.seconds
        for text in texts.values():
            for change in text.changes()[:: self.options.every]:
                if time.monotonic() > end:
                    print("stopped early", flush=True)
                    return True
                self.note(change, judge(change, text, tests))
        return True

    def note(self, change: Change, verdict: str) -> None:
        self.verdicts[verdict] += 1
        if verdict not in (CAUGHT, IDLE):
            print(f"{verdict}: {change.name}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only each n-th change")
    parser.add_argument("--only", default="", help="modules of disc_shape.relations, with commas")
    parser.add_argument("--tests", default="", help="only the tests that pytest's -k picks by this")
    parser.add_argument("--seconds", type=float, default=3600)
    options = parser.parse_args(arguments)
    judge_all = Judge(options)
    where = str(TESTS / "unit" / "relations")
    pytest.main(
        [where, "-q", "-s", "-p", "no:cacheprovider", "-k", options.tests], plugins=[judge_all]
    )
    counts = ", ".join(f"{count} {verdict}" for verdict, count in judge_all.verdicts.items())
    print(f"{judge_all.verdicts.total()} changes tried: {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
