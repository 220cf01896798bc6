"""The blocks of Python in `docs/` that need JAX."""

import re
from pathlib import Path

import pytest
from documents import DOCS, blocks, execute

pytestmark = pytest.mark.usefixtures("jax_defaults")


def test_the_tutorial_exports_its_program(capsys: pytest.CaptureFixture[str]) -> None:
    execute("tutorial.md", blocks("tutorial.md", "python")[:1])
    text = capsys.readouterr().out
    assert "tensor<?x?x4xf32>" in text
    assert "@shape_assertion" in text


def test_the_tutorial_shows_what_jax_exports(capsys: pytest.CaptureFixture[str]) -> None:
    execute("tutorial.md", blocks("tutorial.md", "python")[:1])
    stored = (DOCS / "examples" / "flatten.mlir").read_text(encoding="utf-8")
    location = re.compile(r'(?m)loc\(.*|^#loc.*\n|"[^"]*flatten.py"')
    assert location.sub("", capsys.readouterr().out) == location.sub("", stored)


def test_the_page_about_jax(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    execute("from_jax.md", blocks("from_jax.md", "python"))
    printed = capsys.readouterr().out
    assert "b is 1 or more\n" in printed
    assert "s is 2 to 512, a multiple of 2\n" in printed
    assert "s % 2 == 0: yes\n  halves.mlir:" in printed
    assert "What are my" in (tmp_path / "halves.html").read_text()
