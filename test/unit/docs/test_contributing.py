"""The tables of docs/contributing.md name every room of the package and every folder of `test/`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`([\w/.]+)`", TEXT))
NOT_FOR_READERS = ("__pycache__", "Output")


def folders(parent: str) -> list[str]:
    """The names of the folders in a folder, without those that tools make."""
    found = (one.name for one in (ROOT / parent).iterdir() if one.is_dir())
    return sorted(name for name in found if name not in NOT_FOR_READERS)


@pytest.mark.parametrize("name", [one for one in folders("disc_shape") if one != "passes"])
def test_every_room_is_in_the_table(name: str) -> None:
    assert f"disc_shape/{name}" in NAMED


@pytest.mark.parametrize("name", folders("test"))
def test_every_folder_of_tests_is_in_the_table(name: str) -> None:
    assert name in NAMED


@pytest.mark.parametrize("name", sorted(one.name for one in (ROOT / "test").glob("*.py")))
def test_every_module_beside_the_folders_is_named(name: str) -> None:
    assert name in NAMED


def test_what_is_named_exists() -> None:
    rooms = {name.partition("/")[2] for name in NAMED if name.startswith("disc_shape/")}
    missing = [one for one in rooms if not (ROOT / "disc_shape" / one).exists()]
    assert missing == []
