"""The checks that `insert-shape-guards` writes: few, and in the form that JAX and XLA read."""

import re
from itertools import product

import numpy as np
import pytest
from fuzz.harness import parse, show
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr, TensorType, i1, i32

from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.guards.insertion import fewest
from disc_shape.interpreters import GuardError, run
from disc_shape.passes.assume_shapes import AssumeShapesPass
from disc_shape.passes.insert_shape_guards import InsertShapeGuardsPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.symbolic import Prover, parse_cond

PROGRAM = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.tanh"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""

FACTS: dict[str, list[str]] = {
    "x: [a, b]; y: [a]": ["a == c"],
    "x: [a, b]; a % 4 == 0; a >= 4; a <= 8": ["a % 4 == 0", "a >= 4", "a <= 8"],
    "x[0] == 2*x[1]; y[0] == x[0] + x[1]": ["a == 2*b", "c == a + b"],
    "x: [a, b]; a == 1 or a == b; b != 3": ["a == 1 or a == b", "b != 3"],
    "x: [a, b]; a in {1, 4}; b < a; min(a, b) >= 1": [
        "a == 1 or a == 4",
        "b < a",
        "min(a, b) >= 1",
    ],
    "x: [a, b]; y: [a * b]; a // 2 == b // 2": ["c == a * b", "a // 2 == b // 2"],
}
"""Facts, and what they say of the sizes a and b of the first argument and c of the second."""


def guarded(facts: str, form: str) -> ModuleOp:
    module = parse(PROGRAM)
    AssumeShapesPass(facts=facts).apply(Context(), module)
    guards = InsertShapeGuardsPass(form="assert" if form == "assert" else "assertion")
    guards.apply(Context(), module)
    module.verify()
    return module


@pytest.mark.parametrize("facts", FACTS)
def test_the_form_that_jax_reads(facts: str) -> None:
    """
    `shape_assertion`: a condition of type tensor<i1>, integer scalars, no results, a side effect,
    and a message whose placeholders name the integers.
    """
    calls = [op for op in guarded(facts, "assertion").walk() if isinstance(op, CustomCallOp)]
    assert calls
    for call in calls:
        assert call.call_target_name.data == "shape_assertion"
        assert call.operands[0].type == TensorType(i1, [])
        assert all(one.type == TensorType(i32, []) for one in call.operands[1:])
        assert not call.results
        text = str(call)
        assert "has_side_effect = true" in text
        message = call.attributes["error_message"]
        assert isinstance(message, StringAttr)
        found = [int(number) for number in re.findall(r"{(\d+)}", message.data)]
        assert found == list(range(len(call.operands) - 1))
        assert not re.sub(r"{\d+}", "", message.data).count("{")


@pytest.mark.parametrize("form", ["assertion", "assert"])
@pytest.mark.parametrize("facts", FACTS)
def test_exactly_what_breaks_the_facts_is_refused(facts: str, form: str) -> None:
    """Also after `shape-optimization`, once and twice: no check discharges itself."""
    modules = [guarded(facts, form)]
    for _ in range(2):
        module = parse(show(modules[-1]))
        ShapeOptimizationPass().apply(Context(), module)
        module.verify()
        modules.append(parse(show(module)))
    conditions = FACTS[facts]
    for a, b, c in product((0, 1, 2, 3, 4, 6, 8, 12), (0, 1, 2, 3, 4), (0, 1, 3, 4, 6, 8)):
        holds = all(parse_cond(text).evaluate({"a": a, "b": b, "c": c}) for text in conditions)
        x, y = np.ones((a, b), np.float32), np.ones((c,), np.float32)
        for module in modules:
            if holds:
                run(module, x, y)
            else:
                with pytest.raises(GuardError):
                    run(module, x, y)


@pytest.mark.parametrize(
    ("texts", "left"),
    [
        (["s >= 4", "s >= 8", "s == t", "t >= 8"], ["s == t", "s >= 8"]),
        (["a <= 8", "a == 4"], ["a == 4"]),
        (["a % 2 == 0", "a % 4 == 0", "a % 8 == 0"], ["a % 8 == 0"]),
        (["a == b", "b == c", "c == a"], ["a == b", "b == c"]),
    ],
)
def test_as_few_as_imply_all(texts: list[str], left: list[str]) -> None:
    conditions = [parse_cond(text) for text in texts]
    kept = fewest(conditions)
    assert sorted(map(str, kept)) == sorted(str(parse_cond(text)) for text in left)
    prover = Prover()
    for condition in kept:
        prover.assume(condition)
    assert all(prover.proves(condition) for condition in conditions)
