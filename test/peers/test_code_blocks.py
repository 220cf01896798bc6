"""The blocks of Python in `docs/` that need JAX or ONNX."""

import re
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


def test_the_page_about_onnx(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The names in a model are the facts that the page gives to `assume-shapes`."""
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
    facts = execute("from_onnx.md", blocks("from_onnx.md", "py"))["facts"]
    assert callable(facts)
    found = facts(tmp_path / "model.onnx")
    assert f'assume-shapes{{facts="{found}"}}' in (DOCS / "from_onnx.md").read_text()
    (tmp_path / "facts.txt").write_text(f"{found}\n")
    pipeline = f'assume-shapes{{file="{tmp_path / "facts.txt"}"}},shape-optimization'
    assert run([str(DOCS / "examples" / "onnx_add.mlir"), "-p", pipeline]) == 0
    assert "tensor<?x?x4xf32, [@batch, @seq, @C4]>" in capsys.readouterr().out
