"""Every relation and evaluator with one small change in turn: do tests notice?

`relations.py [--every N] [--only slice,pad] [--processes N]` runs, for every change, those
tests of `test/unit/relations` that execute the changed line, and those lit tests if these see
nothing. It prints a row of numbers for each module, and the changes that were not caught:

* *says the same*: all that the relations say of the programs of these tests follows without the
change too, and the other way round. Such a change only undoes a shortcut, like `if size is not
most:` around what is true of equal sizes anyway;
* *survived*: another fact is recorded, and no test fails;
* *not reached*: no test executes the line, or the condition of an `if` that is taken away always
  comes out the way in which that makes no difference.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.runner import runtestprotocol

sys.path.insert(0, str(Path(__file__).parents[1]))

from exhaustive.truth import Truth
from mutants.changes import Change, Text, functions_of
from mutants.meaning import Said, differences, listening
from mutants.samples import lit_passes
from mutants.verdicts import (
    BY_TEXT,
    CAUGHT,
    IDLE,
    SAME,
    SURVIVED,
    UNREACHED,
    Timed,
    Verdicts,
    judge_all,
    measured,
)
from run_lines import lit_files

from disc_shape import relations as package
from disc_shape.relations.core import EVALUATORS, FAMILIES, MAKES, RELATIONS

TESTS = Path(__file__).parents[1]

INFRASTRUCTURE = ("__init__", "core", "rules", "statements", "state")
"""Modules that say nothing about any operation."""

SAMPLE = 40
"""Runs of one case that are tried first: most changes are caught by them."""


def modules() -> list[ModuleType]:
    """All modules with relations and evaluators, loaded."""
    FAMILIES.load_all()
    folder = Path(str(package.__file__)).parent
    names = sorted(path.stem for path in folder.glob("*.py"))
    return [
        import_module(f"disc_shape.relations.{name}")
        for name in names
        if name not in INFRASTRUCTURE
    ]


def passes(item: pytest.Item) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=None)
    return all(report.passed or report.skipped for report in reports)


@dataclass
class Bench:
    """The tests of relations and the lit tests that run their code."""

    relations: list[Timed] = field(default_factory=list[Timed])
    lit: list[Timed] = field(default_factory=list[Timed])

    def judge(self, change: Change, text: Text) -> tuple[str, str]:
        """The verdict on one change, and what is recorded instead if no test fails."""
        place = change.module, change.statement, change.side
        fitting = [test for test in self.relations if place in test.lines]
        written = [test for test in self.lit if place in test.lines]
        if not fitting and not written:
            return UNREACHED, ""
        with text.planted(change) as runs:
            if not runs:
                return IDLE, ""
            new: list[list[Said]] = []
            for test in fitting:
                passed, said = self.said(test)
                if not passed:
                    return CAUGHT, ""
                new.append(said)
            with self.sampled():
                if any(not test.passes() for test in fitting):
                    return CAUGHT, ""
        found = next(self.compared(fitting, new), "")
        with text.planted(change):
            if any(not test.passes() for test in written):
                return BY_TEXT, ""
            if any(new) and not found:
                return SAME, ""
            if any(not test.passes() for test in fitting):
                return CAUGHT, ""
        return SURVIVED, found

    @contextmanager
    def sampled(self) -> Generator[None]:
        """Cases with many runs try only some of them."""
        Truth.most = SAMPLE
        try:
            yield
        finally:
            Truth.most = None

    def said(self, test: Timed) -> tuple[bool, list[Said]]:
        """Whether a test passes without its runs, and what relations say in its analyses."""
        found: list[Said] = []
        with listening(found):
            return test.passes(), found

    def compared(self, tests: Sequence[Timed], new: Sequence[list[Said]]) -> Iterator[str]:
        for test, said in zip(tests, new, strict=True):
            if test.said is None:
                test.said = self.said(test)[1]
            yield from differences(test.said, said)


class Judge:
    """Runs instead of the tests that pytest has collected."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.verdicts = Verdicts()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        chosen = [name for name in self.options.only.split(",") if name]
        wanted = [
            module
            for module in modules()
            if not chosen or module.__name__.rpartition(".")[2] in chosen
        ]
        texts = functions_of(wanted, [dict(RELATIONS), dict(EVALUATORS), dict(MAKES)])
        bench = Bench()
        with bench.sampled():
            own = [partial(passes, one) for one in session.items]
            bench.relations = measured(own, texts.values())
        if not self.options.tests:
            lit = [partial(lit_passes, path) for path in lit_files()]
            bench.lit = measured(lit, texts.values())
        print(f"{len(bench.relations)} tests, {len(bench.lit)} lit tests", flush=True)
        changes = [one for text in texts.values() for one in text.changes()[:: self.options.every]]
        self.verdicts = judge_all(bench, texts, changes, self.options.processes)
        return True


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only each n-th change")
    parser.add_argument("--only", default="", help="modules of disc_shape.relations, with commas")
    parser.add_argument("--tests", default="", help="only the tests that pytest's -k picks by this")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    judge = Judge(options)
    where = str(TESTS / "unit" / "relations")
    pytest.main([where, "-q", "-s", "-p", "no:cacheprovider", "-k", options.tests], plugins=[judge])
    print(judge.verdicts.table())
    return int(judge.verdicts.missed())


if __name__ == "__main__":
    sys.exit(main())
