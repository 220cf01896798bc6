"""What torch-mlir says, imported: true of every run that keeps it, checked once guards are made."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from fuzz.harness import parse, show
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from disc_shape.errors import OperationError
from disc_shape.interpreters import check, run
from disc_shape.interpreters.errors import GuardError
from disc_shape.passes.import_shape_facts import ImportShapeFactsPass
from disc_shape.passes.insert_shape_guards import InsertShapeGuardsPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass

PROGRAM = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 6} : !torch.int
  %1 = torch.symbolic_int "s1" {min_val = 1, max_val = 9223372036854775807} : !torch.int
  torch.bind_symbolic_shape %x, [%0, %1], affine_map<()[s0, s1] -> (s0 * 2, s1)> : tensor<?x?xf32>
  torch.bind_symbolic_shape %y, [%1], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %m, %n : tensor<2xindex>
  %2 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [1]
      : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %3 = "stablehlo.tanh"(%2) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  torch.bind_symbolic_shape %3, [%0, %1], affine_map<()[s0, s1] -> (s0 * 2, s1)> : tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}
"""

SIZES = [*product(range(4), (0, 1, 2, 3), (0, 1, 2, 3)), (12, 2, 2), (14, 2, 2)]


def keeps_promises(m: int, n: int, k: int) -> bool:
    return m % 2 == 0 and m <= 12 and n >= 1 and n == k


@cache
def after(
    *passes: ImportShapeFactsPass | InsertShapeGuardsPass | ShapeOptimizationPass,
) -> ModuleOp:
    """The program after passes, which runs do not change."""
    module = parse(PROGRAM)
    for one in passes:
        one.apply(Context(), module)
        module.verify()
    return module


PIPELINES = {
    "import": [ImportShapeFactsPass()],
    "optimize": [ShapeOptimizationPass()],
    "twice": [ImportShapeFactsPass(), ShapeOptimizationPass(), ShapeOptimizationPass()],
}


@pytest.mark.parametrize("name", PIPELINES)
@pytest.mark.parametrize("sizes", [sizes for sizes in SIZES if keeps_promises(*sizes)])
def test_claims_hold_in_every_run_that_keeps_the_promises(
    name: str, sizes: tuple[int, int, int]
) -> None:
    m, n, k = sizes
    x, y = np.ones((m, n), np.float32), np.arange(k, dtype=np.float32)
    report = check(after(*PIPELINES[name]), x, y)
    assert report.claims["symbol"]
    assert report.claims["predicate"]
    np.testing.assert_array_equal(report.results[0], run(parse(PROGRAM), x, y)[0])


@pytest.mark.parametrize("form", ["assertion", "assert"])
@pytest.mark.parametrize("sizes", SIZES)
def test_guards_let_through_exactly_what_was_promised(
    form: str, sizes: tuple[int, int, int]
) -> None:
    guards = InsertShapeGuardsPass(form="assert" if form == "assert" else "assertion")
    module = after(ImportShapeFactsPass(), guards, ShapeOptimizationPass(), ShapeOptimizationPass())
    m, n, k = sizes
    x, y = np.ones((m, n), np.float32), np.ones((k,), np.float32)
    if keeps_promises(m, n, k):
        check(module, x, y)
    else:
        with pytest.raises((GuardError, OperationError)):
            run(module, x, y)


def test_imported_facts_are_used_and_kept() -> None:
    module = after(ShapeOptimizationPass())
    text = show(module)
    assert "known_nonexpanding_dimensions" in text or "broadcast_in_dim" in text
    assert "torch." not in text
    assert text == show(after(ShapeOptimizationPass(), ShapeOptimizationPass()))
