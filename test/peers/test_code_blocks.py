"""The blocks of Python in `docs/` that need JAX."""

import pytest
from documents import blocks, execute


def test_the_tutorial_exports_its_program(capsys: pytest.CaptureFixture[str]) -> None:
    execute("tutorial.md", blocks("tutorial.md", "python")[:1])
    text = capsys.readouterr().out
    assert "tensor<?x?x4xf32>" in text
    assert "@shape_assertion" in text
