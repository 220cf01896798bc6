"""Every rewrite and every lowering with one small change in turn: do tests notice?

`rewrite_mutants.py [--every N] [--only slices,reshapes] [--processes N]` runs, for every change in
`disc_shape/rewriting` and `disc_shape/lowering`, those lit tests that execute the changed line, and
programs if these see nothing. It prints a row of numbers for each module, and what was not caught:

* *says the same*: all texts that these tests and programs print are the same with the change;
* *survived*: another text is printed, and nothing is wrong with it that a test or a run finds;
* *not reached*: no test and no program executes the line.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import resource
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from random import Random
from types import ModuleType

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

import test_lit_in_process as lit
from test_lit_in_process import Outcome, lit_files

import disc_shape
from fuzz.harness import COMPOSITE, PIPELINES, Tally, apply, context, parse, show, try_pass
from fuzz.mutants import Sample, samples, small_samples
from fuzz.mutants import passes as lit_passes
from fuzz.mutation import Change, Text, changes_of_rewrites, functions_of
from fuzz.relation_mutants import (
    BY_TEXT,
    CAUGHT,
    IDLE,
    SAME,
    SURVIVED,
    UNREACHED,
    Timed,
    Verdicts,
    in_time,
    measured,
)

PACKAGES = ("rewriting", "lowering")

WAYS = (COMPOSITE, PIPELINES[2])
"""What programs are put through."""

MOST = 80
"""Tests and programs that judge one change at most, of each kind."""

MEMORY = 6 << 30
"""Bytes: a change may make something grow without end."""

SCRATCH = re.compile(r"[^ '\"]*/tmp[a-z0-9_]{8}/")

Said = tuple[int, bytes, bytes]


def modules(chosen: Sequence[str]) -> list[ModuleType]:
    """The modules of both packages, loaded; all when none is chosen."""
    root = Path(str(disc_shape.__file__)).parent
    return [
        import_module(f"disc_shape.{package}.{path.stem}")
        for package in PACKAGES
        for path in sorted((root / package).glob("*.py"))
        if path.stem != "__init__" and (not chosen or path.stem in chosen)
    ]


@dataclass(frozen=True)
class Program:
    """A program, and whether it is still right behind every way."""

    sample: Sample

    def __call__(self) -> bool:
        return not any(
            try_pass(self.sample.text, way, self.sample.known, Tally())[0] for way in WAYS
        )

    def texts(self) -> list[str]:
        found: list[str] = []
        for way in WAYS:
            try:
                module = parse(self.sample.text)
                apply(way, module, context())
                found.append(show(module))
            except Exception as error:
                found.append(f"{type(error).__name__}: {error}")
        return found


@dataclass(frozen=True)
class LitTest:
    """A lit test, and what `disc-opt` and `disc-run` say in it."""

    path: Path

    def __call__(self) -> bool:
        return lit_passes(self.path)

    def texts(self) -> list[str]:
        """What is said, without the names of files that are there for one run."""
        with heard() as said:
            lit_passes(self.path)
        return [SCRATCH.sub("", repr(one)) for one in said]


@contextmanager
def heard() -> Generator[list[Said]]:
    """What the commands of lit tests answer meanwhile."""
    honest = lit.in_process
    said: list[Said] = []

    def listening(words: list[str], stdin: bytes) -> Outcome:
        outcome = honest(words, stdin)
        said.append((outcome.status, outcome.stdout, outcome.stderr))
        return outcome

    lit.in_process = listening
    try:
        yield said
    finally:
        lit.in_process = honest


@dataclass
class Bench:
    """The lit tests and the programs that run the code of rewrites."""

    written: list[Timed] = field(default_factory=list[Timed])
    programs: list[Timed] = field(default_factory=list[Timed])

    def judge(self, change: Change, text: Text) -> tuple[str, str]:
        """What becomes of one change, and what shows it if that is nothing."""
        place = change.module, change.statement
        tests, programs = (
            [test for test in kind if place in test.lines][:MOST]
            for kind in (self.written, self.programs)
        )
        with text.planted(change) as runs:
            if not runs:
                return IDLE, ""
            if any(not test.passes() for test in tests):
                return BY_TEXT, ""
            if any(not test.passes() for test in programs):
                return CAUGHT, ""
            if not tests and not programs:
                return UNREACHED, ""
            new = [texts_of(test) for test in chain(tests, programs)]
        for test, said in zip(chain(tests, programs), new, strict=True):
            if texts_of(test) != said:
                return SURVIVED, name_of(test)
        return SAME, ""


def texts_of(test: Timed) -> list[str]:
    """What a test prints; nothing when it takes too long."""
    found: list[str] = []

    def run() -> bool:
        assert isinstance(test.run, LitTest | Program)
        found.extend(test.run.texts())
        return True

    in_time(run)
    return found


def name_of(test: Timed) -> str:
    if isinstance(test.run, LitTest):
        return test.run.path.name
    assert isinstance(test.run, Program)
    return " ".join(test.run.sample.text.split())[:200]


BENCH: list[tuple[Bench, dict[str, Text]]] = []
"""What the processes that judge share: they are forks of the one that measured."""


def judged(change: Change) -> tuple[str, str]:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    bench, texts = BENCH[0]
    return bench.judge(change, texts[change.module])


def run_all(options: argparse.Namespace, say: Callable[[str], None]) -> Verdicts:
    """Judge all changes, in an order that makes any part of the run a fair sample."""
    texts = functions_of(
        modules([name for name in options.only.split(",") if name]), [], changes_of_rewrites
    )
    files = [LitTest(path) for path in lit_files() if "peers" not in path.parts]
    programs = [Program(one) for one in (*small_samples(), *samples(options.programs))]
    bench = Bench(measured(files, texts.values()), measured(programs, texts.values()))
    BENCH[:] = [(bench, texts)]
    changes = [one for text in texts.values() for one in text.changes()]
    Random(options.seed).shuffle(changes)
    changes = changes[:: options.every]
    say(f"{len(changes)} changes, {len(bench.written)} lit tests, {len(bench.programs)} programs")
    verdicts = Verdicts()
    with multiprocessing.get_context("fork").Pool(options.processes, maxtasksperchild=20) as pool:
        try:
            for change, (verdict, why) in zip(changes, pool.imap(judged, changes), strict=True):
                verdicts.note(change, verdict, why)
        except KeyboardInterrupt:
            say("stopped early")
    return verdicts


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only each n-th change")
    parser.add_argument("--seed", type=int, default=0, help="of the order of changes")
    parser.add_argument("--only", default="", help="modules of both packages, with commas")
    parser.add_argument("--programs", type=int, default=60, help="random programs")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    verdicts = run_all(options, partial(print, flush=True))
    print(verdicts.table())
    return int(verdicts.missed())


if __name__ == "__main__":
    sys.exit(main())
