"""How often loops are read."""

from pathlib import Path

import disc_shape
from disc_shape import ShapeAnalysis

MODEL = Path(__file__).parents[2] / "models" / "jax_lstm_scan.mlir"


def test_what_varies_with_guards_is_not_tried_again_without_them() -> None:
    (facts,) = ShapeAnalysis(disc_shape.load(MODEL).optimize().module).functions
    assert facts.derived is not facts.shapes
    (loop,) = facts.shapes.loops
    with_guards, alone = facts.shapes.loops[loop], facts.derived.loops[loop]
    assert alone.steps == with_guards.steps != {}
    assert alone.contents == with_guards.contents
    # Both read the loop for a last time, which proves what is left of the hypotheses.
    body = sum(1 for region in loop.regions for _ in region.walk())
    assert facts.derived.visited == facts.shapes.visited - body
