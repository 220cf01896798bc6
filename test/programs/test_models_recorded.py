"""Every sample model, at every recorded size, before and after every pass.

Outputs equal what the framework computed, every claim in the IR holds, and sizes that break a
promised constraint are refused.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest
from fuzz.harness import (
    COMPOSITE,
    Reference,
    Tally,
    apply,
    compare,
    context,
    parse,
    pass_names,
    show,
)
from xdsl.dialects.builtin import ModuleOp

from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, check, random_inputs, run
from disc_shape.interpreters.inputs import random_array
from disc_shape.interpreters.kernels.arrays import Array

MODELS = Path(__file__).parents[1] / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.json"))
PIPELINES: list[tuple[str, ...]] = [(name,) for name in pass_names()]
PIPELINES.append((COMPOSITE, COMPOSITE))


@dataclass(frozen=True)
class Binding:
    dims: Mapping[str, int]
    inputs: tuple[Array, ...]
    outputs: tuple[Array, ...]


@dataclass(frozen=True)
class Model:
    text: str
    sizes: list[list[int | str]]
    dtypes: list[str]
    constraints: list[str]
    tolerance: dict[str, float]
    bindings: tuple[Binding, ...]
    illegal: tuple[tuple[Mapping[str, int], str], ...]

    def random_inputs(self, dims: Mapping[str, int], seed: int) -> list[Array]:
        """Inputs for sizes that are not recorded."""
        random = np.random.default_rng(seed)
        return [
            random_array([dims[s] if isinstance(s, str) else s for s in sizes], kind, random)
            for sizes, kind in zip(self.sizes, map(np.dtype, self.dtypes), strict=True)
        ]


@cache
def load(name: str) -> Model:
    table = json.loads((MODELS / f"{name}.json").read_text())
    with np.load(MODELS / f"{name}.npz") as arrays:
        bindings = tuple(
            Binding(
                binding["dims"],
                tuple(cast("Array", arrays[key]) for key in binding["inputs"]),
                tuple(cast("Array", arrays[key]) for key in binding["outputs"]),
            )
            for binding in table["bindings"]
        )
    illegal = tuple((entry["dims"], entry["error"]) for entry in table["illegal_bindings"])
    return Model(
        (MODELS / f"{name}.mlir").read_text(),
        table["symbolic_dims"],
        table["input_dtypes"],
        table["constraints"],
        table["tolerance"],
        bindings,
        illegal,
    )


@cache
def transformed(name: str, pipeline: tuple[str, ...]) -> ModuleOp:
    ctx = context()
    module = parse(load(name).text, ctx)
    for step in pipeline:
        apply(step, module, ctx)
    return parse(show(module)) if COMPOSITE in pipeline else module


def name_of(pipeline: tuple[str, ...]) -> str:
    return "+".join(pipeline) or "original"


@pytest.mark.parametrize("pipeline", [(), *PIPELINES], ids=name_of)
@pytest.mark.parametrize("name", NAMES)
def test_recorded_outputs(name: str, pipeline: tuple[str, ...]) -> None:
    model, module = load(name), transformed(name, pipeline)
    assert model.bindings
    for binding in model.bindings:
        report = check(module, *binding.inputs)
        assert len(report.results) == len(binding.outputs)
        for found, expected in zip(report.results, binding.outputs, strict=True):
            assert found.dtype == expected.dtype
            rtol, atol = model.tolerance["rtol"], model.tolerance["atol"]
            close = np.isclose(
                found.astype(np.float64), expected.astype(np.float64), rtol, atol, equal_nan=True
            )
            assert close.all(), f"{binding.dims}: {np.argwhere(~close)[:3]}"


@pytest.mark.parametrize("pipeline", [(), *PIPELINES], ids=name_of)
@pytest.mark.parametrize("name", [name for name in NAMES if load(name).illegal])
def test_illegal_sizes_are_refused(name: str, pipeline: tuple[str, ...]) -> None:
    model, module = load(name), transformed(name, pipeline)
    for dims, message in model.illegal:
        with pytest.raises(GuardError) as error:
            run(module, *model.random_inputs(dims, 0))
        assert str(error.value)[:100] == message[:100]


@pytest.mark.parametrize("name", NAMES)
def test_random_sizes(name: str) -> None:
    """Sizes with 0, 1 and large ones: what the original accepts, the optimized one computes."""
    model, original = load(name), parse(load(name).text)
    symbols = sorted({s for sizes in model.sizes for s in sizes if isinstance(s, str)})
    optimized = transformed(name, (COMPOSITE,))
    random = Random(name)
    known: list[Reference] = []
    for index in range(12):
        choices = (0, 1, 2, 3, 4, 8, 12, 16, 31) if index else (1, 2)
        dims = {symbol: random.choice(choices) for symbol in symbols}
        inputs = model.random_inputs(dims, index)
        try:
            known.append(Reference(inputs, run(original, *inputs), None))
        except GuardError as error:
            known.append(Reference(inputs, None, str(error)))
        except OperationError:
            continue
    tally = Tally()
    failure = compare(optimized, COMPOSITE, known, tally)
    assert failure is None, failure
    assert tally.claims.total() or not any(reference.results for reference in known)


def test_random_inputs_follow_names() -> None:
    """JAX's own names give the sizes."""
    module = parse(load("jax_mha").text)
    arrays = random_inputs(module, {"b": 2, "s": 12})
    assert [array.shape for array in arrays] == [(2, 12, 32)] + [(32, 32)] * 4
    with pytest.raises(OperationError, match="no dimension of an argument is called 'q'"):
        random_inputs(module, {"q": 2})
