"""The examples in the prover's pages give what the pages say."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.mark.parametrize("name", ["prover.md", "explanations.md"])
def test_examples(name: str) -> None:
    failures, tests = doctest.testfile(str(DOCS / name), module_relative=False)
    assert tests > 5
    assert failures == 0
