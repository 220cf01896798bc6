"""Programs that are right as things are, and lit tests: what judges a change to a rewrite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz.enumeration import RULES as RULE_TESTS
from fuzz.enumeration import inputs, main_of, texts
from fuzz.generate import argument_sizes, generate
from fuzz.harness import COMPOSITE, Reference, Tally, parse, references, show, try_pass
from mutants.guarded_programs import PROGRAMS
from run_lines import run_file
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, run
from disc_shape.interpreters.inputs import entry_function
from disc_shape.rewriting.steps import MAX_WALKS
from disc_shape.statistics import take

MAX_RUNS = 40
"""Runs of a small program."""

WALKS = "shape-optimization: walks"
ENDLESS = sum(range(1, MAX_WALKS + 1))
"""The counter of walks when one function changed in the last walk too."""


@dataclass(frozen=True)
class Sample:
    """A program that nothing is wrong with as things are."""

    text: str
    known: tuple[Reference, ...]


def samples(count: int, seed: int = 9000) -> list[Sample]:
    """Random programs, as many as are right of so many."""
    found: list[Sample] = []
    for number in range(seed, seed + count):
        program = generate(Random(number), 7)
        sizes = [argument_sizes(program, binding) for binding in program.bindings]
        known = tuple(references(parse(program.text), sizes, Tally(), number))
        sample = Sample(program.text, known)
        if any(one.results for one in known) and fails(sample) is False:
            found.append(sample)
    return found


def small_samples(
    files: Sequence[Path] = RULE_TESTS, more: Sequence[str] = PROGRAMS
) -> list[Sample]:
    """The programs of the rules' own tests, and some for guards that no test of theirs reaches."""
    found: list[Sample] = []
    for text in [*(one for path in files for all in texts(path) for one in apart(all)), *more]:
        module = parse(text)
        main = main_of(module)
        if not is_entry(main, module):
            continue
        known: list[Reference] = []
        for arrays in islice(inputs(main), MAX_RUNS):
            try:
                known.append(Reference(arrays, run(module, *arrays), None))
            except GuardError as error:
                known.append(Reference(arrays, None, str(error)))
            except OperationError:
                continue
        sample = Sample(text, tuple(known))
        if known and not fails(sample):
            found.append(sample)
    return found


def apart(text: str) -> list[str]:
    """A program for each of several public functions, none of which calls another."""
    public = [
        op
        for op in parse(text).body.block.ops
        if isinstance(op, FuncOp) and op.sym_visibility is None
    ]
    if len(public) < 2:
        return [text]
    return [show(ModuleOp([function.clone()])) for function in public]


def is_entry(function: FuncOp, module: ModuleOp) -> bool:
    """Whether `run` would run this function."""
    try:
        return entry_function(module) is function
    except OperationError:
        return False


def fails(sample: Sample) -> bool:
    """Whether the optimized program is wrong, or optimizing it does not reach a fixpoint."""
    take()
    failure, _ = try_pass(sample.text, COMPOSITE, sample.known, Tally())
    return failure is not None or take().get(WALKS, 0) >= ENDLESS


def lit_passes(file: Path) -> bool:
    """Whether a lit test passes."""
    with TemporaryDirectory() as scratch:
        try:
            run_file(file, Path(scratch))
        except Exception:
            return False
    return True
