"""Relations of other packages: found by their names, typed without a change of this package."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from disc_shape.relay.relations import GROUP, RELATIONS
from disc_shape.tools.disc_opt import run

PACKAGE = Path(__file__).parents[2] / "packages" / "pooling"
PROGRAM = """
relay.operator @my_pool : !relay.fn<[@i : type], (!relay.var<@i>) -> @Pool(!relay.var<@i>)>
relay.func @main[@n : dim](%x: !relay.tensor<[@n, 8, 7], f32>) {
  %0 = relay.call_op "my_pool"(%x) : (!relay.tensor<[@n, 8, 7], f32>) -> !relay.hole
  %1 = relay.call_op "tanh"(%0) : (!relay.hole) -> !relay.hole
  relay.return %1 : !relay.hole
}
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package as an installer leaves it: its module, and its entry points."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))
    (tmp_path / "pooling.py").write_bytes((PACKAGE / "pooling.py").read_bytes())
    info = tmp_path / "pooling-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pooling\nVersion: 0.1\n")
    named = project["project"]["entry-points"][GROUP]
    lines = "\n".join(f"{name} = {target}" for name, target in named.items())
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "pooling", raising=False)
    monkeypatch.delitem(RELATIONS, "Pool", raising=False)
    return tmp_path


def typed(folder: Path, text: str) -> int:
    """The exit status of `disc-opt -p relay-infer-types`."""
    file = folder / "program.mlir"
    file.write_text(text, encoding="utf-8")
    return run([str(file), "-p", "relay-infer-types"])


def test_an_installed_package_offers_a_relation(
    installed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """RLY-30, 34: the operator is typed, and the IR holds the name of its relation."""
    assert typed(installed, PROGRAM) == 0
    out = capsys.readouterr().out
    assert "-> !relay.tensor<[@n, 4, 3], f32> {" in out
    assert "where [@Pool(!relay.var<@i>, !relay.var<@o>)]" in out


def test_the_relation_refuses(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed(installed, PROGRAM.replace("[@n, 8, 7]", "[@n]")) == 1
    err = capsys.readouterr().err
    assert "pooling takes a tensor of rank 2 or more, got rank 1 [RLY-57]" in err
    assert err.count("\n") == 1


def test_a_package_that_cannot_be_imported(
    installed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (installed / "pooling.py").write_text("import no_such_module_at_all\n")
    assert typed(installed, PROGRAM) == 1
    err = capsys.readouterr().err
    assert "relation @Pool cannot be loaded: No module named 'no_such_module_at_all'" in err
    assert err.count("\n") == 1


def test_without_the_package_the_relation_is_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(RELATIONS, "Pool", raising=False)
    assert typed(tmp_path, PROGRAM) == 1
    assert "no relation is called @Pool [RLY-34]" in capsys.readouterr().err


def test_the_page_shows_the_lines_of_the_package() -> None:
    page = Path(__file__).parents[3] / "docs" / "relay.md"
    source = (PACKAGE / "pooling.py").read_text(encoding="utf-8")
    body = source[source.index("@type_relation") :]
    shown = "".join(f"    {line}" if line.strip() else line for line in body.splitlines(True))
    assert shown in page.read_text(encoding="utf-8")
