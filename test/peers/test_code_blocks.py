"""The blocks of Python in `docs/` that need JAX, PyTorch or ONNX; the commands of torch-mlir."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from documents import DOCS, blocks, execute

from disc_shape.tools.disc_opt import run

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


def run_commands(page: str, folder: Path) -> None:
    """Run the commands of torch-mlir that a page shows, in a folder."""
    commands = re.findall(r"(?m)^    (torch-mlir-.*)$", (DOCS / page).read_text())
    assert commands
    for command in commands:
        words = shlex.split(command)
        words[0] = str(Path(sys.executable).with_name(words[0]))
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_the_page_about_pytorch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python and the commands give the program that the page shows, but for names of sizes."""
    monkeypatch.chdir(tmp_path)
    execute("from_pytorch.md", blocks("from_pytorch.md", "py"))
    from_python = (tmp_path / "model.mlir").read_text()
    (tmp_path / "model.mlir").unlink()
    run_commands("from_pytorch.md", tmp_path)
    stored = (DOCS / "examples" / "torch_add.mlir").read_text()
    texts = [from_python, (tmp_path / "model.mlir").read_text(), stored]
    assert len({re.sub(r'"s\d+"', '"s"', text).strip() for text in texts}) == 1


def test_the_page_about_onnx(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names in a model are the facts that the page gives to `assume-shapes`."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper

    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", "seq", 4])
    bias = helper.make_tensor_value_info("bias", TensorProto.FLOAT, ["seq", 4])
    weight = helper.make_tensor_value_info("weight", TensorProto.FLOAT, [4])
    nodes = [helper.make_node("Add", ["x", "bias"], ["y"]), helper.make_node("Relu", ["y"], ["z"])]
    z = helper.make_tensor_value_info("z", TensorProto.FLOAT, ["batch", "seq", 4])
    constant = helper.make_tensor("weight", TensorProto.FLOAT, [4], [0.0] * 4)
    graph = helper.make_graph(nodes, "main", [x, weight, bias], [z], [constant])
    onnx.save(helper.make_model(graph), tmp_path / "model.onnx")
    monkeypatch.chdir(tmp_path)
    page = execute("from_onnx.md", blocks("from_onnx.md", "py"))
    facts, program = page["facts"], page["run"]
    assert callable(facts)
    assert callable(program)
    rows = np.linspace(-2, 2, 24, dtype=np.float32).reshape(2, 3, 4)
    (result,) = program(rows, rows[1])
    np.testing.assert_array_equal(result, np.maximum(rows + rows[1], 0))
    found = facts("model.onnx")
    assert f'assume-shapes{{facts="{found}"}}' in (DOCS / "from_onnx.md").read_text()
    (tmp_path / "facts.txt").write_text(f"{found}\n")
    pipeline = f'assume-shapes{{file="{tmp_path / "facts.txt"}"}},shape-optimization'
    assert run([str(DOCS / "examples" / "onnx_add.mlir"), "-p", pipeline]) == 0
    assert "tensor<?x?x4xf32, [@batch, @seq, @C4]>" in capsys.readouterr().out
    # The program of the page has no weights.
    graph = helper.make_graph(nodes, "main", [x, bias], [z])
    versions = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=versions, ir_version=8)
    onnx.save(model, tmp_path / "model.onnx")
    run_commands("from_onnx.md", tmp_path)
    stored = (DOCS / "examples" / "onnx_add.mlir").read_text()
    assert (tmp_path / "model.mlir").read_text().strip() == stored.strip()
