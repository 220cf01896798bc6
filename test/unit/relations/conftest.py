"""Fixtures of the tests of relations; `exhaustive` says what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from exhaustive.computation import Computation, takes
from exhaustive.harness import analyse, context
from exhaustive.related import Relate, related
from exhaustive.report import REPORT_HEAD, report_rows
from exhaustive.truth import Truth, truth_of
from xdsl.context import Context
from xdsl.ir import Operation

from disc_shape.relations import RelationState
from disc_shape.relations.state import Content


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--facts-report", default="", help="write what relations do not derive")


def pytest_sessionfinish(session: pytest.Session) -> None:
    target = session.config.getoption("--facts-report", "")
    if target:
        Path(str(target)).write_text(REPORT_HEAD + "".join(report_rows()), encoding="utf-8")


Prove = Callable[..., Truth]


@pytest.fixture
def exhaust(request: pytest.FixtureRequest) -> Prove:
    """
    Build the truth of an operation, written as the lines of a function body, and check its
    relation against it.
    """

    reporting = bool(request.config.getoption("--facts-report", ""))

    def build(
        arguments: str,
        body: str,
        result: str,
        values: Mapping[int, Sequence[int]] | None = None,
        sizes: Sequence[int] = (0, 1, 2, 3),
        underived: set[str] | None = None,
        about: str = "",
        fill: int = 0,
    ) -> Truth:
        text = f"func.func @f({arguments}) -> {result} {{\n{body}\n}}"
        chosen = tuple((index, tuple(numbers)) for index, numbers in (values or {}).items())
        truth = truth_of(text, chosen, tuple(sizes), fill, reporting)
        truth.check()
        missing = truth.underived()
        truth.note(missing, about)
        assert missing == (underived or set())
        return truth

    return build


@pytest.fixture
def legal() -> Callable[[str], bool]:
    """Whether a function is valid and runs on vectors of two elements."""
    return takes


Compute = Callable[..., list[Content]]


@pytest.fixture
def compute() -> Compute:
    """Check what the evaluators say of the lines of a function body, and return it."""

    def build(
        arguments: str,
        body: str,
        result: str,
        values: Sequence[int] = range(-4, 5),
        data: bool = False,
    ) -> list[Content]:
        text = f"func.func @f({arguments}) -> {result} {{\n{body}\n}}"
        computation = Computation(text, values, data)
        computation.check()
        return computation.contents()

    return build


@pytest.fixture
def contents_of() -> Compute:
    """What the evaluators say of the lines of a function body, without running it."""

    def build(arguments: str, body: str, result: str) -> list[Content]:
        text = f"func.func @f({arguments}) -> {result} {{\n{body}\n}}"
        return Computation(text, ()).contents()

    return build


@pytest.fixture
def make_context() -> Callable[[], Context]:
    """A context with our dialects."""
    return context


@pytest.fixture
def propagate() -> Callable[[Sequence[Operation], RelationState], None]:
    """The relations and evaluators of a list of operations, applied in order."""
    return analyse


@pytest.fixture
def relate() -> Relate:
    """Run the relations of the lines of a function body."""
    return related
