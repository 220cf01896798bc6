"""The reference StableHLO parser, as jaxlib ships it, reads what disc-opt prints.

Run by `make test-peers`. A missing peer is a failure, not a skip.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODELS = [path.with_suffix(".mlir") for path in sorted((ROOT / "test" / "models").glob("*.json"))]
UNKNOWN = {
    "older": "operations that the reference has dropped",
    "mhlo_older": "operations and attributes that the reference has dropped",
    "floating_storage": "jaxlib leaves the quant dialect out",
    "quantization": "jaxlib leaves the quant dialect out",
    "quantized_elements": "jaxlib leaves the quant dialect out",
    "quantized_products": "jaxlib leaves the quant dialect out",
    "rooted_collectives": "operations of StableHLO 1.20, which is newer than the reference",
    "unranked": "unranked tensors, which the reference takes no more",
}
"""Tests of operations that this peer does not read."""

DIALECT_TESTS = [
    path
    for folder in ("hlo", "chlo")
    for path in sorted((ROOT / "test" / "dialects" / folder).glob("*.mlir"))
    if path.stem not in UNKNOWN and not path.stem.startswith("invalid")
]
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
    form = ["--print-op-generic"] if generic else []
    parse(disc_opt(file.read_text(), "-p", "strip-shape-constraints", *form))


def test_there_are_operations_to_test() -> None:
    assert len(DIALECT_TESTS) > 20
