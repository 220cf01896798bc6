"""The programs of the lit tests of rewriting rules, with arguments of all small sizes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument

from disc_shape.interpreters.core import out_of
from disc_shape.interpreters.inputs import random_array
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relations.value_types import as_tensor

PASSES = Path(__file__).parents[1] / "passes"
RULES = sorted((PASSES / "shape_optimization" / "rules").glob("*.mlir"))


def texts(path: Path) -> list[str]:
    """The programs of one lit test."""
    return path.read_text().split("// -----")


SIZES = (0, 1, 2, 3, 4)
MAX_RUNS = 400
SPECIAL = (-0.0, np.nan, np.inf, -np.inf, 0.0)


def inputs(function: FuncOp) -> Iterator[list[Array]]:
    """Arguments of all sizes in `SIZES`, and integers small enough to be trip counts."""
    choices: list[list[Array]] = []
    for argument in function.body.blocks[0].args:
        type = as_tensor(argument.type)
        found: list[Array] = []
        if type is None or not type.get_shape():
            kind = out_of(argument).dtype
            if kind.kind in "biu":
                numbers = (0, 1) if kind.kind == "b" else (0, 1, 3)
                found = [np.asarray(number, kind) for number in numbers]
            else:
                found = [elements(argument, ())]
        else:
            axes = [SIZES if size == DYNAMIC_INDEX else (size,) for size in type.get_shape()]
            for shape in product(*axes):
                found.append(elements(argument, shape))
        choices.append(found)
    yield from (list(arrays) for arrays in islice(product(*choices), MAX_RUNS))


def elements(argument: BlockArgument, shape: tuple[int, ...]) -> Array:
    """Elements of the argument's type, others for each; some are special for floats."""
    random = np.random.default_rng(argument.index)
    array = random_array(shape, out_of(argument).dtype, random)
    if array.dtype.kind == "f":
        flat = array.reshape(-1)
        flat[: len(SPECIAL)] = SPECIAL[: flat.size]
    return array


def main_of(module: ModuleOp) -> FuncOp:
    return next(op for op in module.body.block.ops if isinstance(op, FuncOp))
