"""Reports of the programs in lit tests and of random programs: none fails, all are readable."""

import re
import warnings
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import numpy as np
import pytest
from fuzz.generate import generate

import disc_shape
from disc_shape.interpreters import GuardError
from disc_shape.reporting.terminal import width_of

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted(
    {path.parent for path in (ROOT / "test").rglob("*.mlir")} - {ROOT / "test" / "models"}
)


class Text(HTMLParser):
    """The text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def check_report(program: disc_shape.Program) -> None:
    """A report shows no name of the analysis, and fits a terminal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = program.report()
    page = "".join(Text(report.html).words)
    text = report.text()
    for shown in (page, text):
        assert "What are" in shown
    assert not any(re.search(r"%\d{6}", one.condition) for one in report.facts)
    assert all(width_of(line) <= 80 for line in text.splitlines())
    names = {one.name for one in report.symbols}
    for fact in report.facts:
        assert set(fact.symbols) <= names


def reported(text: str, name: str) -> bool:
    """Check the report of a program; False for one that is wrong or contradicts itself."""
    try:
        program = disc_shape.parse(text, name)
        assert program.optimize().symbols is not None
    except disc_shape.ProgramError:
        return False
    check_report(program)
    return True


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda one: str(one.relative_to(ROOT)))
def test_programs_of_lit_tests(folder: Path) -> None:
    texts = [
        (part, f"{path.name}#{number}")
        for path in sorted(folder.glob("*.mlir"))
        for number, part in enumerate(path.read_text(errors="replace").split("// -----"))
    ]
    found = [reported(text, name) for text, name in texts]
    assert any(found) or folder.name == "torch"  # Its programs are illegal.


def test_random_programs() -> None:
    found = [reported(generate(Random(seed), 8).text, f"seed {seed}") for seed in range(40)]
    assert sum(found) > 30


@pytest.mark.parametrize("name", ["jax_mha", "jax_gpt4"])
def test_the_program_refuses_the_sizes_that_its_guards_are_said_to_refuse(name: str) -> None:
    program = disc_shape.load(ROOT / f"test/models/{name}.mlir")
    (signature,) = program.report().signatures
    tried = 0
    for guard in program.guards:
        sizes = {"b": 8, "s": 8, **dict(guard.counterexample)}
        if not guard.counterexample or set(sizes) != {"b", "s"}:
            continue
        arrays = [
            np.zeros(
                [int(size) if size.isdigit() else sizes[size] for size in argument.sizes or ()],
                {"f32": np.float32, "i32": np.int32}[argument.element],
            )
            for argument in signature.arguments
        ]
        with pytest.raises(GuardError):
            program.run(*arrays)
        tried += 1
    assert tried >= 1
