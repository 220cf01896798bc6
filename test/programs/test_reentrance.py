"""`shape-optimization` on its own output changes nothing, on every lit input."""

from io import StringIO
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.parser import Parser
from xdsl.passes import ModulePass
from xdsl.printer import Printer

from disc_shape.dialects import register
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.passes.test_verify_dominance import VerifyDominancePass

FOLDER = Path(__file__).resolve().parents[1] / "passes" / "shape_optimization"
REFUSED = ("contradictions", "contradictions_in_calls", "missing_entry")
"""Files with programs that are errors."""

CASES = [
    pytest.param(text, id=f"{path.stem}-{number}")
    for path in sorted(FOLDER.glob("*.mlir"))
    if path.stem not in REFUSED
    for number, text in enumerate(path.read_text().split("// -----"))
]
STEPS: dict[str, ModulePass] = {
    "default": ShapeOptimizationPass(),
    "keep signature": ShapeOptimizationPass(keep_signature=True),
    "keep tie_shape": ShapeOptimizationPass(keep_tie_shape=True),
    "no inlining": ShapeOptimizationPass(inline=False),
}


def context() -> Context:
    ctx = Context(allow_unregistered=True)
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    register(ctx)
    return ctx


def run(text: str, step: ModulePass) -> str:
    ctx = context()
    module = Parser(ctx, text).parse_module()
    step.apply(ctx, module)
    module.verify()
    VerifyDominancePass().apply(ctx, module)
    out = StringIO()
    Printer(out).print_op(module)
    return out.getvalue()


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("text", CASES)
def test_a_second_run_prints_the_same_text(text: str, name: str) -> None:
    once = run(text, STEPS[name])
    assert run(once, STEPS[name]) == once
