"""Every rewrite and every lowering with one small change in turn: do tests notice?

`rewrites.py [--every N] [--only slices,reshapes] [--processes N]` runs, for every change in
`disc_shape/rewriting` and `disc_shape/lowering`, those lit tests that execute the changed line, and
programs if these see nothing. It prints a row of numbers for each module, and what was not caught:

* *says the same*: all texts that these tests and programs print are the same with the change;
* *survived*: another text is printed, and nothing is wrong with it that a test or a run finds;
* *not reached*: no test and no program executes the line.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain
from pathlib import Path
from random import Random
from types import ModuleType

sys.path.insert(0, str(Path(__file__).parents[1]))

import run_lines as lit
from fuzz.harness import COMPOSITE, PIPELINES, Tally, apply, context, parse, show, try_pass
from mutants.changes import Change, Text, changes_of_rewrites, functions_of
from mutants.samples import Sample, lit_passes, samples, small_samples
from mutants.verdicts import (
    BY_TEXT,
    CAUGHT,
    IDLE,
    SAME,
    SURVIVED,
    UNREACHED,
    Timed,
    Verdicts,
    in_time,
    judge_all,
    measured,
)
from run_lines import Outcome, lit_files

import disc_shape

PACKAGES = ("rewriting", "lowering")

WAYS = (COMPOSITE, PIPELINES[2])
"""What programs are put through."""

MOST = 80
"""Tests and programs that judge one change at most, of each kind."""

SCRATCH = re.compile(r"[^ '\"]*/tmp[a-z0-9_]{8}/")

Said = tuple[int, bytes, bytes]


def modules(chosen: Sequence[str]) -> list[ModuleType]:
    """The modules of both packages, loaded; all when none is chosen."""
    root = Path(str(disc_shape.__file__)).parents[1]
    return [
        import_module(".".join(path.relative_to(root).with_suffix("").parts))
        for package in PACKAGES
        for path in sorted((root / "disc_shape" / package).rglob("*.py"))
        if path.stem != "__init__" and (not chosen or path.stem in chosen)
    ]


@dataclass(frozen=True)
class Program:
    """A program, and whether it is still right after every pipeline."""

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
        """The outputs, without the names of files that exist for one run."""
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
        place = change.module, change.statement, change.side
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


def judge(options: argparse.Namespace) -> Verdicts:
    """Judge all changes, in an order that makes any part of the run a fair sample."""
    chosen, wanted = (
        [name for name in text.split(",") if name] for text in (options.only, options.kinds)
    )
    texts = functions_of(modules(chosen), [], changes_of_rewrites)
    files = [LitTest(path) for path in lit_files() if options.tests in str(path)]
    small = small_samples()[: options.samples]
    programs = [Program(one) for one in (*small, *samples(options.programs))]
    bench = Bench(measured(files, texts.values()), measured(programs, texts.values()))
    changes = [
        one for text in texts.values() for one in text.changes() if not wanted or one.kind in wanted
    ]
    Random(options.seed).shuffle(changes)
    changes = changes[:: options.every]
    print(f"{len(changes)} changes, {len(bench.written)} lit tests, {len(bench.programs)} programs")
    return judge_all(bench, texts, changes, options.processes, 20)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only each n-th change")
    parser.add_argument("--seed", type=int, default=0, help="of the order of changes")
    parser.add_argument("--only", default="", help="modules of both packages, with commas")
    parser.add_argument("--kinds", default="", help="kinds of changes, with commas")
    parser.add_argument("--tests", default="", help="only the lit tests with this in their path")
    parser.add_argument("--samples", type=int, help="programs of lit tests; all by default")
    parser.add_argument("--programs", type=int, default=60, help="random programs")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    verdicts = judge(options)
    print(verdicts.table())
    return int(verdicts.missed())


if __name__ == "__main__":
    sys.exit(main())
