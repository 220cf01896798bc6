"""
Programs with control flow and calls, and those of each rewriting rule, run at concrete sizes before
and after `shape-optimization`: the results are the same, and every claim in the output holds.
"""

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest
from fuzz.harness import context, parse, show
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, check, run
from disc_shape.interpreters.core import out_of
from disc_shape.interpreters.inputs import random_array
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.passes.test_verify_dominance import VerifyDominancePass
from disc_shape.relations.value_types import as_tensor, integer_type

ROOT = Path(__file__).parents[2] / "passes"
FILES = [
    *sorted((ROOT / "control_flow").glob("*.mlir")),
    *sorted((ROOT / "calls").glob("*.mlir")),
    ROOT / "shape_optimization" / "control_flow.mlir",
    *sorted((ROOT / "shape_optimization" / "rules").glob("*.mlir")),
]
PROGRAMS = [
    pytest.param(text, inline, id=f"{path.stem}-{index}{'' if inline else '-calls'}")
    for path in FILES
    for index, text in enumerate(path.read_text().split("// -----"))
    for inline in ((True, False) if "call @" in text else (True,))
]
SIZES = (0, 1, 2, 3, 4)
MAX_RUNS = 400
SPECIAL = (-0.0, np.nan, np.inf, -np.inf, 0.0)


def inputs(function: FuncOp) -> Iterator[list[Array]]:
    """Arguments of all sizes in `SIZES`, and integers small enough to be trip counts."""
    choices: list[list[Array]] = []
    for argument in function.body.blocks[0].args:
        type = as_tensor(argument.type)
        found: list[Array] = []
        if type is not None and not type.get_shape() and integer_type(type) is None:
            found = [elements(argument, ())]
        elif type is None or not type.get_shape():
            integer = integer_type(argument.type)
            width = 64 if isinstance(argument.type, IndexType) or integer is None else 0
            width = width or (0 if integer is None else integer.width.data)
            kind = np.dtype(bool) if width == 1 else np.dtype(f"int{width}")
            found = [np.asarray(number, kind) for number in ((0, 1) if width == 1 else (0, 1, 3))]
        else:
            axes = [SIZES if size == DYNAMIC_INDEX else (size,) for size in type.get_shape()]
            for shape in product(*axes):
                found.append(elements(argument, shape))
        choices.append(found)
    yield from (list(arrays) for arrays in islice(product(*choices), MAX_RUNS))


def elements(argument: SSAValue, shape: tuple[int, ...]) -> Array:
    """Elements of the argument's type, among them those that are special for floats."""
    random = np.random.default_rng(0)
    array = random_array(shape, out_of(argument).dtype, random)
    if array.dtype.kind == "f":
        flat = array.reshape(-1)
        flat[: len(SPECIAL)] = SPECIAL[: flat.size]
    return array


def main_of(module: ModuleOp) -> FuncOp:
    return next(op for op in module.body.block.ops if isinstance(op, FuncOp))


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
    assert legal
