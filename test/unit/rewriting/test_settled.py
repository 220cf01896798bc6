"""Programs that one run finishes: another one changes nothing."""

from pathlib import Path
from random import Random

import pytest
from fuzz.generate import generate
from fuzz.harness import parse, show
from xdsl.dialects.builtin import ModuleOp

from disc_shape.passes import shape_optimization
from disc_shape.passes.shape_optimization import optimize_shapes
from disc_shape.rewriting.settled import is_settled

MODELS = Path(__file__).parents[2] / "models"
SEEDS = range(30)


def never(module: ModuleOp) -> bool:
    return False


def both_ways(text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str, bool]:
    """What comes out, what comes out when each run is confirmed, and whether that differs."""
    once = parse(text)
    optimize_shapes(once)
    monkeypatch.setattr(shape_optimization, "is_settled", never)
    confirmed = parse(text)
    optimize_shapes(confirmed)
    return show(once), show(confirmed), is_settled(once)


def test_random_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = 0
    for seed in SEEDS:
        text = generate(Random(seed), 4).text
        with monkeypatch.context() as patch:
            once, confirmed, was_settled = both_ways(text, patch)
        assert once == confirmed, f"seed {seed}"
        settled += was_settled
    assert settled >= len(SEEDS) // 10


@pytest.mark.parametrize(
    "name", ["jax_mlp", "jax_bcast_masked_mean", "jax_lstm_scan", "jax_gpt4", "torch_cat_slice_pad"]
)
def test_models(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    once, confirmed, was_settled = both_ways((MODELS / f"{name}.mlir").read_text(), monkeypatch)
    assert was_settled
    assert once == confirmed


@pytest.mark.parametrize(
    "line",
    [
        "%r = arith.floordivsi %n, %n : index",
        "%r = arith.remsi %n, %n : index",
        """%c = stablehlo.constant dense<true> : tensor<i1>
        %u = "stablehlo.if"(%c) ({
          stablehlo.return %t : tensor<f32>
        }, {
          stablehlo.return %t : tensor<f32>
        }) : (tensor<i1>) -> tensor<f32>
        %r = arith.constant 1 : index""",
        "%r = func.call @main(%n) : (index) -> index",
    ],
)
def test_what_another_run_may_see_differently(line: str) -> None:
    module = parse(
        f"func.func @main(%n: index, %t: tensor<f32>) -> index {{\n{line}\nreturn %r : index\n}}"
    )
    assert not is_settled(module)
