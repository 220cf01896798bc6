"""Tests that judge changes, and what becomes of the changes of each module."""

from __future__ import annotations

import multiprocessing
import resource
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from types import FrameType
from typing import Protocol

from mutants.changes import Change, Note, Text
from mutants.meaning import Said

LIMIT = 20
"""Seconds of processor time for one test with a change in place."""

MEMORY = 6 << 30
"""Bytes: a change may make something grow without end."""

CAUGHT, BY_TEXT, SAME = "caught", "caught by text", "says the same"
SURVIVED, UNREACHED, IDLE = "survived", "not reached", "no code"
VERDICTS = (CAUGHT, BY_TEXT, SAME, SURVIVED, UNREACHED, IDLE)


class TooLong(Exception):
    """A test takes longer with a change than it ever does without."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise TooLong


def in_time(test: Callable[[], bool]) -> bool:
    """Whether a test passes within the limit."""
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
    try:
        return test()
    except TooLong:
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@dataclass
class Timed:
    """A test, how long it takes, and what it runs."""

    run: Callable[[], bool]
    seconds: float
    lines: frozenset[Note]
    said: list[Said] | None = None
    """The facts that unchanged relations state in it, computed at first use."""

    def passes(self) -> bool:
        return in_time(self.run)


def measured(tests: Iterable[Callable[[], bool]], texts: Iterable[Text]) -> list[Timed]:
    """The tests that pass and run any of the texts, the quickest first."""
    found: list[Timed] = []
    lines: set[Note] = set()
    with ExitStack() as stack:
        for text in texts:
            stack.enter_context(text.recorded(lines))
        for test in tests:
            lines.clear()
            start = time.process_time()
            if in_time(test) and lines:
                found.append(Timed(test, time.process_time() - start, frozenset(lines)))
    return sorted(found, key=lambda one: one.seconds)


class Bench(Protocol):
    """Tests that judge changes."""

    def judge(self, change: Change, text: Text) -> tuple[str, str]:
        """What becomes of one change, and what is printed or proved otherwise if it survives."""
        ...


class Verdicts:
    """What became of the changes of each module."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}

    def note(self, change: Change, verdict: str, why: str) -> None:
        module = change.module.rpartition(".")[2]
        self.counts.setdefault(module, Counter())[verdict] += 1
        if verdict not in (CAUGHT, BY_TEXT, IDLE):
            print(f"{verdict}: {change.name}" + f" ({why})" * bool(why), flush=True)

    def table(self) -> str:
        """The numbers of each module, and of all."""
        whole = sum(self.counts.values(), Counter[str]())
        rows = [("module", "changes", *VERDICTS)]
        rows += [
            (name, str(counts.total()), *(str(counts[verdict]) for verdict in VERDICTS))
            for name, counts in (*self.counts.items(), ("all", whole))
        ]
        return "\n".join("| " + " | ".join(row) + " |" for row in rows)

    def missed(self) -> bool:
        return any(counts[SURVIVED] or counts[UNREACHED] for counts in self.counts.values())


BENCH: list[tuple[Bench, Mapping[str, Text]]] = []
"""What the processes that judge share: they are forks of the one that measured."""


def judged(change: Change) -> tuple[str, str]:
    """The verdict on a change, in a process of a pool."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    bench, texts = BENCH[0]
    return bench.judge(change, texts[change.module])


def judge_all(
    bench: Bench,
    texts: Mapping[str, Text],
    changes: Sequence[Change],
    processes: int,
    tasks: int | None = None,
) -> Verdicts:
    """
    Judge all changes; an interrupt ends it early. A process judges at most `tasks` of them, since
    what a change leaves in memory stays.
    """
    BENCH[:] = [(bench, texts)]
    verdicts = Verdicts()
    with multiprocessing.get_context("fork").Pool(processes, maxtasksperchild=tasks) as pool:
        try:
            for change, (verdict, why) in zip(changes, pool.imap(judged, changes), strict=True):
                verdicts.note(change, verdict, why)
        except KeyboardInterrupt:
            print("stopped early", flush=True)
    return verdicts
