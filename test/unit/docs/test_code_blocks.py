"""Every block of Python in `docs/` runs as printed; sessions give what the page shows."""

import doctest

import pytest
from documents import DOCS, blocks, execute, registries_restored
from fuzz.harness import parse

from disc_shape.dialects.disc_shape import GRAPH

PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
PYTHON = [page for page in PAGES if blocks(page, "python")]
SESSIONS = [page for page in PAGES if ">>> " in (DOCS / page).read_text(encoding="utf-8")]

PROGRAM = f"""
func.func @main(%x: tensor<?x?xf32, [@b, @s]>) -> tensor<?x?xf32, [@b, @s]> {{
  %0 = stablehlo.tanh %x : tensor<?x?xf32, [@b, @s]>
  return %0 : tensor<?x?xf32, [@b, @s]>
}}
func.func @{GRAPH}() {{
  return
}}
disc_shape.SymbolDim @b {{named, symbolic_shape_graph = @{GRAPH}}}
disc_shape.SymbolDim @s {{named, symbolic_shape_graph = @{GRAPH}}}
"""


def given(page: str) -> dict[str, object]:
    """The names that a page takes as given."""
    match page:
        case "disc_run.md":
            return {"module": parse(PROGRAM)}
        case "tutorial.md":
            return {"text": blocks(page, "mlir")[0]}
        case _:
            return {}


def needs_jax(block: str) -> bool:
    """Blocks that export a program from JAX: `test/peers/test_code_blocks.py` runs them."""
    return block.startswith("import jax\n")


def needs_framework(block: str) -> bool:
    """Blocks with a function of JAX or PyTorch: `test/peers/test_readme.py` runs them."""
    return block.startswith(("import disc_shape, jax", "import disc_shape, torch"))


@pytest.mark.parametrize("page", PYTHON)
def test_the_blocks_run(page: str) -> None:
    with registries_restored():
        execute(page, [b for b in blocks(page, "python") if not needs_jax(b)], **given(page))


def test_the_readme_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(DOCS.parent)
    here = [one for one in blocks("../README.md", "python") if not needs_framework(one)]
    execute("../README.md", here)
    printed = capsys.readouterr().out.splitlines()
    assert "s % 4 == 0 (guarded)" in printed
    assert "s % 4 == 0: yes" in printed


def test_pages_with_blocks_are_found() -> None:
    assert {"extending.md", "front_ends.md", "tutorial.md"} <= set(PYTHON)
    assert [page for page in PAGES if any(map(needs_jax, blocks(page, "python")))] == [
        "tutorial.md"
    ]


def test_the_tutorial_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = "tutorial.md"
    execute(page, blocks(page, "python")[1:], **given(page))
    first, *reasons = capsys.readouterr().out.splitlines()
    assert first == "Truth.YES"
    assert any("stablehlo.custom_call" in reason for reason in reasons)


@pytest.mark.parametrize("page", SESSIONS)
def test_sessions_print_what_the_page_shows(page: str) -> None:
    failures, tests = doctest.testfile(str(DOCS / page), module_relative=False)
    assert tests > 5
    assert failures == 0
