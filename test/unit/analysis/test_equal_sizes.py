"""Sizes that are compared once: what more facts do not make equal, fewer facts do not."""

from pathlib import Path

import pytest
from fuzz.harness import parse

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.symbolic import Expr, Prover, assignments

MODELS = Path(__file__).parents[2] / "models"


def test_a_pair_that_differs_with_guards_is_not_compared_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, bool]] = []
    proves_equal = Prover.proves_equal

    def counted(prover: Prover, a: Expr | int, b: Expr | int) -> bool:
        found = proves_equal(prover, a, b)
        asked.append((id(prover), found))
        return found

    monkeypatch.setattr(Prover, "proves_equal", counted)
    monkeypatch.setattr(assignments, "ZEROS", ())  # With them, no pair takes a proof.
    module = parse((MODELS / "torch_attention_block.mlir").read_text())
    (facts,) = ShapeAnalysis(module).functions
    assert facts.derived is not facts.shapes
    provers = {"trusted": facts.shapes.state.prover, "derived": facts.derived.state.prover}
    failed = {
        name: sum(1 for who, found in asked if who == id(prover) and not found)
        for name, prover in provers.items()
    }
    assert failed["trusted"] > 0
    assert failed["derived"] == 0
