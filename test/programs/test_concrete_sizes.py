"""
Programs with control flow and calls, and those of each rewriting rule, run at concrete sizes before
and after `shape-optimization`: the results are the same, and every claim in the output holds.
"""

import numpy as np
import pytest
from fuzz.enumeration import PASSES, RULES, inputs, main_of, texts
from fuzz.harness import context, parse, show

from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, check, run
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.passes.test_verify_dominance import VerifyDominancePass

FILES = [
    *sorted((PASSES / "control_flow").glob("*.mlir")),
    *sorted((PASSES / "calls").glob("*.mlir")),
    PASSES / "shape_optimization" / "control_flow.mlir",
    *RULES,
]
PROGRAMS = [
    pytest.param(text, inline, id=f"{path.stem}-{index}{'' if inline else '-calls'}")
    for path in FILES
    for index, text in enumerate(texts(path))
    for inline in ((True, False) if "call @" in text else (True,))
]


@pytest.mark.parametrize(("text", "inline"), PROGRAMS)
def test_results_and_claims(text: str, inline: bool) -> None:
    """The same results and refusals, true claims, and nothing left to do for a second run."""
    original, ctx = parse(text), context()
    optimize = ShapeOptimizationPass(inline=inline)
    optimized = parse(text, ctx)
    optimize.apply(ctx, optimized)
    optimized.verify()
    VerifyDominancePass().apply(ctx, optimized)
    once = show(optimized)
    again = parse(once, ctx)
    optimize.apply(ctx, again)
    assert show(again) == once
    legal = 0
    name = main_of(original).sym_name.data
    for arrays in inputs(main_of(original)):
        try:
            expected = run(original, *arrays, entry=name)
        except GuardError:
            for module in (optimized, again):
                with pytest.raises(OperationError):
                    run(module, *arrays, entry=name)
            continue
        except OperationError:
            continue
        legal += 1
        for module in (optimized, again):
            report = check(module, *arrays, entry=name)
            for found, wanted in zip(report.results, expected, strict=True):
                np.testing.assert_array_equal(found, wanted)
    assert legal or name == "divides_by_zero", "no legal run"
