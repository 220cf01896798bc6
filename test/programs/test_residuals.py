"""The page of what is left for run time is what the code leaves."""

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

ROOT = Path(__file__).resolve().parents[2]
BENCHMARK = runpy.run_path(str(ROOT / "benchmarks" / "residuals.py"))
HEAD = str(BENCHMARK["HEAD"])
ROW = cast("Callable[[str], str]", BENCHMARK["row"])
NAMES = cast("Callable[[], list[str]]", BENCHMARK["names"])()
PAGE = (ROOT / "docs" / "residuals.md").read_text(encoding="utf-8")


def test_the_page_lists_the_sample_models() -> None:
    assert PAGE.startswith(HEAD)
    listed = [line.split("|")[1].strip() for line in PAGE.removeprefix(HEAD).splitlines()[2:]]
    assert listed == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_row_is_current(name: str) -> None:
    assert ROW(name) in PAGE.splitlines()
