"""How often rules visit a function: no walk follows one after whose changes no rule can apply."""

import ast
from pathlib import Path
from random import Random

import pytest
from fuzz.generate import generate
from fuzz.harness import parse
from xdsl.utils.exceptions import ParseError, VerifyException

from disc_shape.errors import OperationError
from disc_shape.passes import shape_optimization
from disc_shape.passes.shape_optimization import optimize_shapes
from disc_shape.rewriting import rules
from disc_shape.rewriting.rules.phases import LOOKING_AT_USES, NAMES
from disc_shape.rewriting.steps import SolvedModule, simplify
from disc_shape.rewriting.walk import RuleWalk

TESTS = Path(__file__).parents[2]
CASES = sorted(TESTS.joinpath("passes", "shape_optimization", "rules").rglob("*.mlir"))
MODELS = sorted(TESTS.joinpath("models").glob("*.mlir"))
RULES = Path(rules.__file__).parent
USES = {"has_one_use", "uses", "first_use", "has_more_than_one_use"}


class Walks:
    """Counts the walks of rules, and the functions in which another one would change something."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count = self.functions = 0
        self.unfinished = 0
        patch.setattr(RuleWalk, "run", self.counted(RuleWalk.run))
        patch.setattr(shape_optimization, "simplify", self.simplify)

    def counted(self, run: object) -> object:
        assert callable(run)

        def counting(walk: RuleWalk) -> None:
            self.count += 1
            run(walk)

        return counting

    def simplify(self, solved: SolvedModule) -> None:
        simplify(solved)
        count = self.count
        for function in solved.functions:
            before = function.rewriter.changes
            RuleWalk(function.rewriter).run()
            self.functions += 1
            self.unfinished += function.rewriter.changes != before
        self.count = count


def optimize(text: str) -> None:
    try:
        optimize_shapes(parse(text))
    except (OperationError, ParseError, VerifyException):
        pass  # Cases with errors are about something else.


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_another_walk_changes_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walks = Walks(monkeypatch)
    for case in file.read_text().split("// -----"):
        optimize(case)
    assert walks.functions > 0
    assert walks.unfinished == 0


def test_another_walk_changes_nothing_in_random_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    walks = Walks(monkeypatch)
    for seed in range(40):
        optimize(generate(Random(seed), 8).text)
    assert walks.unfinished == 0


@pytest.mark.parametrize("file", MODELS, ids=lambda file: file.stem)
def test_most_models_are_walked_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walks = Walks(monkeypatch)
    optimize(file.read_text())
    assert walks.unfinished == 0
    # A reduction moves before a broadcast, a type becomes static, and a slice instead of a gather
    # has bounds that were not computed.
    twice = ("masked_mean", "pad", "gpt4")
    assert walks.count <= (2 if any(name in file.stem for name in twice) else 1)


def test_rules_that_look_at_uses_are_listed() -> None:
    found = {
        f"{file.stem}.{function.name}"
        for file in RULES.glob("*.py")
        for function in ast.parse(file.read_text()).body
        if isinstance(function, ast.FunctionDef) and looks_at_uses(function)
    }
    assert found & set(NAMES) == LOOKING_AT_USES


def looks_at_uses(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr in USES for node in ast.walk(function))
