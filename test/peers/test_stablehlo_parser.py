"""The reference StableHLO parser, as jaxlib ships it, reads what disc-opt prints.

Run by `make test-peers`. A missing peer is a failure, not a skip.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODELS = sorted((ROOT / "test" / "models").glob("*.mlir"))
DIALECT_TESTS = sorted((ROOT / "test" / "dialects" / "stablehlo").rglob("*.mlir"))
PIPELINES = ["", "disc-inline", "shape-optimization"]


def disc_opt(text: str, *args: str) -> str:
    command = [sys.executable, "-m", "disc_shape.tools.disc_opt", *args]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def parse(text: str) -> None:
    """Parse and verify with the reference implementation."""
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir

    with mlir.make_ir_context() as context:
        context.allow_unregistered_dialects = True
        module = ir.Module.parse(text)
        assert module.operation.verify()


def test_the_reference_parser_rejects() -> None:
    with pytest.raises(Exception, match="use of undeclared SSA value"):
        parse('%0 = "stablehlo.abs"(%1) : (tensor<2xf32>) -> tensor<2xf32>')


@pytest.mark.parametrize("generic", [True, False], ids=["generic", "pretty"])
@pytest.mark.parametrize("pipeline", PIPELINES, ids=lambda name: name or "as-is")
@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_models(model: Path, pipeline: str, generic: bool) -> None:
    passes = [name for name in (pipeline, "strip-shape-constraints") if name]
    form = ["--print-op-generic"] if generic else []
    parse(disc_opt(model.read_text(), "-p", ",".join(passes), *form))


@pytest.mark.parametrize("generic", [True, False], ids=["generic", "pretty"])
@pytest.mark.parametrize("file", DIALECT_TESTS, ids=lambda path: path.stem)
def test_operations(file: Path, generic: bool) -> None:
    """Every operation that the lit tests of the dialect print."""
    run_lines = [line for line in file.read_text().splitlines() if "RUN:" in line]
    if any("not disc-opt" in line or "diagnostics" in line for line in run_lines):
        return
    options = ["--split-input-file"] if any("--split-input" in line for line in run_lines) else []
    options += ["--print-op-generic"] if generic else []
    text = disc_opt(file.read_text(), "-p", "strip-shape-constraints", *options)
    for part in text.split("// -----\n"):
        parse(part)
