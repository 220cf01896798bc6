"""
Small programs at the edges of fusion, plans and loops: aliases, guards between producer and
consumer, swapped loop-carried values, overlapping updates, empty reductions, axes that may expand.
Each level gives what the program gives on tensors, checked, with NaN and -0.0 among the inputs;
guards that fail still fail, and arguments are not written.

`DIMS` of a file names the dims of each argument, `SIZES` the numbers that they are tried with.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from fuzz.harness import apply, context, parse
from xdsl.dialects.builtin import ModuleOp

from disc_shape.analysis.call_graph import entry_function
from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, check, run
from disc_shape.interpreters.inputs import arguments_of
from disc_shape.interpreters.kernels.arrays import Array, is_float
from disc_shape.interpreters.values import dtype_of

FOLDER = Path(__file__).resolve().parents[1] / "edges"
NAMES = sorted(path.stem for path in FOLDER.glob("*.mlir"))
RUNS = 10
LARGE = 400
"""The number of elements of arguments above which loops are not interpreted."""

SPECIAL = np.array([np.nan, -0.0, 0.0, np.inf, -np.inf], np.float32)

OPTIMIZED = "shape-optimization{keep-tie-shape=true}"
BUFFERS = "mhlo-to-lmhlo+deallocate-buffers"
LOOPS = "plan-memory+lmhlo-to-loops"
LEVELS = {
    "kernels": f"{OPTIMIZED}+hlo-layout+hlo-fusion",
    "plan": f"{OPTIMIZED}+hlo-fusion+{BUFFERS}+plan-memory",
    "loops": f"{OPTIMIZED}+hlo-fusion+{BUFFERS}+{LOOPS}",
    "unoptimized": f"hlo-fusion+{BUFFERS}+{LOOPS}",
    "not fused": f"{OPTIMIZED}+{BUFFERS}+{LOOPS}",
    "fused on buffers": f"{OPTIMIZED}+{BUFFERS}+lmhlo-fusion+{LOOPS}",
    "reused": f"{OPTIMIZED}+hlo-fusion+mhlo-to-lmhlo+reuse-buffers+deallocate-buffers+{LOOPS}",
}


def header(name: str, key: str) -> str:
    """A line of the comment of a program."""
    lines = (FOLDER / f"{name}.mlir").read_text().splitlines()
    return next(line.removeprefix(f"// {key}:") for line in lines if line.startswith(f"// {key}:"))


@cache
def original(name: str) -> ModuleOp:
    return parse((FOLDER / f"{name}.mlir").read_text())


@cache
def inputs(name: str) -> list[list[Array]]:
    """Arguments of a few sizes, every second time with special numbers."""
    arguments = arguments_of(entry_function(original(name)))
    kinds = [kind for one in arguments if (kind := dtype_of(one.type)) is not None]
    dims = [one.replace(" ", "") for one in header(name, "DIMS").split("|")]
    sizes = [int(one) for one in header(name, "SIZES").split()]
    found: list[list[Array]] = []
    for number in range(RUNS):
        random, generator = Random(f"{number} {name}"), np.random.default_rng(number)
        values: dict[str, int] = {}

        def size(text: str, values: dict[str, int] = values, random: Random = random) -> int:
            if text.isdigit():
                return int(text)
            if "*" in text:
                return int(np.prod([size(one) for one in text.split("*")]))
            return values.setdefault(text, random.choice(sizes))

        arrays: list[Array] = []
        for shape, kind in zip(dims, kinds, strict=True):
            numbers = [size(one) for one in shape.split(",") if one]
            if is_float(kind):
                array = generator.normal(size=numbers).astype(kind)
                if number % 2:
                    mask = generator.random(size=numbers) < 0.25
                    array = np.where(mask, generator.choice(SPECIAL, size=numbers), array)
            else:
                array = generator.integers(-3, 6, size=numbers).astype(kind)
            arrays.append(np.asarray(array, kind))
        found.append(arrays)
    return found


@cache
def expected(name: str) -> list[Sequence[Array] | None]:
    """The results at each size; None where a guard fails."""
    found: list[Sequence[Array] | None] = []
    for arrays in inputs(name):
        try:
            found.append(run(original(name), *arrays))
        except GuardError:
            found.append(None)
        except OperationError:
            found.append([])  # Not legal, and nothing checks it.
    assert any(found), f"no legal sizes of {name} are tried"
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_levels_agree(name: str, level: str) -> None:
    module = original(name).clone()
    apply(LEVELS[level], module, context())
    for arrays, results in zip(inputs(name), expected(name), strict=True):
        copies = [array.copy() for array in arrays]
        if results is None:
            with pytest.raises(OperationError):
                run(module, *copies)
        elif results and ("loops" not in LEVELS[level] or sum(a.size for a in arrays) <= LARGE):
            for one, other in zip(check(module, *copies).results, results, strict=True):
                where = f"{name} at {[array.shape for array in arrays]}"
                assert (one.shape, one.dtype) == (other.shape, other.dtype), where
                assert np.allclose(one, other, rtol=1e-4, atol=1e-5, equal_nan=True), where
            for array, copy in zip(arrays, copies, strict=True):
                assert array.tobytes() == copy.tobytes(), f"{name} writes an argument"
