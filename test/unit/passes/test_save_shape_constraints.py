"""`save-shape-constraints` again and again: casts do not pile up, and the text settles."""

from pathlib import Path

import pytest
from fuzz.harness import apply, context, parse, show

MODELS = Path(__file__).parents[2] / "models"
NAMES = ["jax_bcast_masked_mean", "jax_lstm_scan", "jax_mha", "jax_mlp", "torch_mlp_ln"]
"""Programs with guards, loops and calls that stay."""


@pytest.mark.parametrize("name", NAMES)
def test_casts_do_not_pile_up(name: str) -> None:
    texts = [(MODELS / f"{name}.mlir").read_text()]
    for _ in range(3):
        ctx = context()
        module = parse(texts[-1], ctx)
        apply("save-shape-constraints", module, ctx)
        texts.append(show(module))
    casts = [text.count("tensor.cast") for text in texts[1:]]
    assert len(set(casts)) == 1
    assert texts[3] == texts[2]
