"""Every rewriting rule with one of its guards taken away, in turn: is it noticed?

`mutants.py [--every N] [--programs N]` prints the mutants that were caught by the values and claims
of programs, those that only the text of a lit test catches, those that survived, those without any
effect (the guard holds a rule back, which then does nothing without it either) and those whose
guard holds in no program. A guard is an early `if ...: return False`.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import cast

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from _pytest.outcomes import Failed
from test_lit_in_process import parse_pipes, run_lines, run_pipe
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, run
from disc_shape.interpreters.inputs import entry_function
from disc_shape.rewriting.function import Rewriter, Rule, rules_by_class
from disc_shape.rewriting.optimize import MAX_WALKS, RULES
from disc_shape.statistics import take
from fuzz.enumeration import PASSES, inputs, main_of, texts
from fuzz.enumeration import RULES as RULE_TESTS
from fuzz.extremes import EXTREMES
from fuzz.generate import argument_sizes, generate
from fuzz.harness import COMPOSITE, Reference, Tally, parse, references, show, try_pass

COMPOSITE_TESTS = "shape_optimization"
"""The folder of the composite's lit tests."""

MAX_RUNS = 40
"""Runs of a small program."""

WALKS = "shape-optimization: walks"
ENDLESS = sum(range(1, MAX_WALKS + 1))
"""The counter of walks when one function changed in the last walk too."""


@dataclass
class Told:
    """How often a guard held that a mutant is without, and how often the mutant then fired."""

    held: int = 0
    fired: int = 0


@dataclass(frozen=True)
class Mutant:
    """A rule without one of its guards."""

    rule: Rule
    guard: int
    condition: str

    @property
    def name(self) -> str:
        return f"{self.rule.__name__} without 'if {self.condition}'"

    def build(self, told: Told) -> Rule:
        """The rule with the guard taken away; it counts how often the guard would have held."""

        def ignored(holds: object) -> bool:
            told.held += bool(holds)
            return False

        tree = ast.parse(textwrap.dedent(inspect.getsource(self.rule)))
        guard = guards_of(tree)[self.guard]
        guard.test = ast.Call(ast.Name("__ignored__", ast.Load()), [guard.test], [])
        ast.fix_missing_locations(tree)
        scope: dict[str, object] = {}
        plain = cast("FunctionType", self.rule)
        known = {**plain.__globals__, "__ignored__": ignored}
        exec(compile(tree, "<mutant>", "exec"), known, scope)
        return cast("Rule", scope[plain.__name__])


def guards_of(tree: ast.AST) -> list[ast.If]:
    """The early `if ...: return False` of a function."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If)
        and len(node.body) == 1
        and isinstance(leave := node.body[0], ast.Return)
        and isinstance(leave.value, ast.Constant)
        and leave.value.value is False
    ]


def mutants() -> list[Mutant]:
    """All mutants of all rules, in order of the rules' names."""
    assert RULES  # Importing it registers the rules.
    rules = {rule for entry in rules_by_class().values() for rule in entry}
    found: list[Mutant] = []
    for rule in sorted(rules, key=lambda one: (one.__module__, one.__name__)):
        tree = ast.parse(textwrap.dedent(inspect.getsource(rule)))
        found += [
            Mutant(rule, index, ast.unparse(guard.test))
            for index, guard in enumerate(guards_of(tree))
        ]
    return found


@dataclass(frozen=True)
class Sample:
    """A program that nothing is wrong with as things are."""

    text: str
    known: tuple[Reference, ...]


def samples(count: int, seed: int = 9000) -> list[Sample]:
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
    files: Sequence[Path] = RULE_TESTS, more: Sequence[str] = EXTREMES
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
    """Whether the optimized program is wrong, or optimizing it never settles."""
    take()
    failure, _ = try_pass(sample.text, COMPOSITE, sample.known, Tally())
    return failure is not None or take().get(WALKS, 0) >= ENDLESS


@contextmanager
def planted(mutant: Mutant, told: Told) -> Generator[None]:
    """The mutant in the place of its rule, counting where it fires and the rule would not."""
    broken = mutant.build(told)

    def lying(op: Operation, rewriter: Rewriter) -> bool:
        if mutant.rule(op, rewriter):
            return True
        if op.parent is None:
            return False
        done = broken(op, rewriter)
        told.fired += done
        return done

    with replaced(mutant.rule, lying):
        yield


@contextmanager
def replaced(rule: Rule, other: Rule) -> Generator[None]:
    """Another rule in the place of one."""
    table = rules_by_class()
    before = {cls: rules for cls, rules in table.items() if rule in rules}
    for cls, rules in before.items():
        table[cls] = tuple(other if one is rule else one for one in rules)
    try:
        yield
    finally:
        for cls, rules in before.items():
            table[cls] = rules


def judge(mutant: Mutant, programs: Sequence[Sample], files: Sequence[Path] = ()) -> str:
    """One of `VERDICTS`."""
    told = Told()
    with planted(mutant, told):
        for sample in programs:
            if fails(sample):
                return "caught"
        if any(not passes(file) for file in files):
            return "caught by text"
    if told.fired:
        return "survived"
    return "no effect" if told.held else "not reached"


VERDICTS = ("caught", "caught by text", "survived", "no effect", "not reached")


def passes(file: Path) -> bool:
    """Whether a lit test passes."""
    with TemporaryDirectory() as scratch:
        try:
            for line in run_lines(file, Path(scratch)):
                for pipe in parse_pipes(line):
                    run_pipe(pipe)
        except Exception:
            return False
        except Failed:
            return False
    return True


def lit_tests() -> list[Path]:
    """The lit tests of the composite, those that pass as things are."""
    return [path for path in sorted((PASSES / COMPOSITE_TESTS).rglob("*.mlir")) if passes(path)]


def verdicts(
    chosen: Sequence[Mutant],
    programs: Sequence[Sample],
    files: Sequence[Path] = (),
    say: Callable[[str], None] = lambda _text: None,
) -> dict[str, list[str]]:
    """The names of the mutants, by what became of them."""
    result: dict[str, list[str]] = {verdict: [] for verdict in VERDICTS}
    for mutant in chosen:
        verdict = judge(mutant, programs, files)
        result[verdict].append(mutant.name)
        say(f"{verdict}: {mutant.name}")
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--rules", default="", help="names of rules, with commas; all when empty")
    options = parser.parse_args()
    programs = [*small_samples(), *samples(options.programs)]
    wanted = [name for name in options.rules.split(",") if name]
    chosen = [one for one in mutants() if not wanted or one.rule.__name__ in wanted]
    say = partial(print, flush=True)
    found = verdicts(chosen[:: options.every], programs, lit_tests(), say)
    tried = sum(len(names) for names in found.values())
    print(
        f"{tried} mutants tried on {len(programs)} programs: "
        + ", ".join(f"{len(names)} {verdict}" for verdict, names in found.items())
    )
    return int(bool(found["survived"]))


if __name__ == "__main__":
    sys.exit(main())
