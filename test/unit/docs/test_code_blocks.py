"""Every block of Python in `docs/` runs as printed; sessions give what the page shows."""

import doctest
import re

import pytest
from documents import DOCS, blocks, execute, registries_restored, text_of
from fuzz.harness import parse

from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.tools.disc_opt import run

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
        case _:
            return {}


def pipelines(page: str) -> list[str]:
    """The commands whose output a page shows."""
    return re.findall(r"<!-- run: (.+) -->", text_of(page))


def needs_jax(block: str) -> bool:
    """Blocks that export a program from JAX: `test/peers/test_code_blocks.py` runs them."""
    return block.startswith("import jax\n")


def needs_framework(block: str) -> bool:
    """Blocks with a function of JAX or PyTorch: `test/peers/test_readme.py` runs them."""
    return block.startswith(("import disc_shape, jax", "import disc_shape, torch"))


@pytest.mark.parametrize("page", PYTHON)
def test_the_blocks_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS.parent)
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
        "from_jax.md",
        "tutorial.md",
    ]


EXPORT = DOCS / "examples" / "flatten.mlir"
"""What the tutorial's program prints, unedited."""


def test_the_tutorial_prints_what_it_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(DOCS.parent)
    page = "tutorial.md"
    execute(page, blocks(page, "python")[1:])
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == f"S0 == s (guarded) at {EXPORT.relative_to(DOCS.parent)}:15:5"
    assert any(line.startswith("S1 == b*s (derived) at ") for line in printed)
    assert any("flatten.py:6:11" in line for line in printed)
    assert "S0 == s: yes" in printed
    assert printed[-1] == "nothing before it excludes s = 1, S0 = 2"


def test_the_export_of_the_tutorial_is_unedited() -> None:
    text = EXPORT.read_text(encoding="utf-8")
    assert text.index("loc(#loc1)") < text.index("#loc1 = loc(")
    script = blocks("tutorial.md", "python")[0]
    assert script.splitlines()[5].strip().startswith("return (x + bias)")
    assert 'flatten.py":6:' in text


@pytest.mark.parametrize("pipeline", pipelines("tutorial.md"))
def test_the_tutorial_runs_on_the_unedited_export(
    pipeline: str, capsys: pytest.CaptureFixture[str]
) -> None:
    passes, _, part = (one.strip() for one in pipeline.partition("|"))
    assert run([str(EXPORT), "-p", passes]) == 0
    printed = capsys.readouterr().out
    shown = shown_after(f"<!-- run: {pipeline} -->")
    assert shown
    if part in ("graph", "comments"):
        assert shown in printed
    else:  # Longer messages are all that differs.
        message = re.compile(r'error_message = "[^"]*"')
        assert message.sub("", shown) in message.sub("", printed)


def shown_after(marker: str) -> str:
    """The block of the tutorial after a marker."""
    return text_of("tutorial.md").partition(f"{marker}\n```mlir\n")[2].partition("```")[0]


@pytest.mark.parametrize("page", SESSIONS)
def test_sessions_print_what_the_page_shows(page: str) -> None:
    failures, tests = doctest.testfile(str(DOCS / page), module_relative=False)
    assert tests > 5
    assert failures == 0
