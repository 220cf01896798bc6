"""Whole programs as machine code: every recorded binding, and sizes that are refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypedDict, cast

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from native_targets import AVX2

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.interpreters.inputs import random_array
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.machine import compiling_for, this_machine

MODELS = Path(__file__).resolve().parents[2] / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.npz"))


class Recorded(TypedDict):
    """One run that was recorded."""

    inputs: list[str]
    outputs: list[str]


class Refused(TypedDict):
    """Sizes that are not legal."""

    dims: Mapping[str, int]
    error: str


class Table(TypedDict):
    """What is recorded of a model."""

    symbolic_dims: list[list[int | str]]
    input_dtypes: list[str]
    bindings: list[Recorded]
    illegal_bindings: list[Refused]


@cache
def compiled(name: str) -> Compiled:
    return disc_shape.compile(MODELS / f"{name}.mlir", engine="native")


@cache
def table(name: str) -> Table:
    return cast("Table", json.loads((MODELS / f"{name}.json").read_text()))


@cache
def bindings(name: str) -> list[tuple[list[Array], list[Array]]]:
    with np.load(MODELS / f"{name}.npz") as arrays:
        return [
            (
                [cast("Array", arrays[key]) for key in binding["inputs"]],
                [cast("Array", arrays[key]) for key in binding["outputs"]],
            )
            for binding in table(name)["bindings"]
        ]


def assert_close(found: Array, expected: Array) -> None:
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
    wide, wanted = found.astype(np.complex128), expected.astype(np.complex128)
    np.testing.assert_allclose(wide, wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_every_binding_is_computed_by_one_program(name: str) -> None:
    program = compiled(name)
    assert bindings(name)
    for inputs, outputs in bindings(name):
        for found, expected in zip(program.run(*inputs), outputs, strict=True):
            assert_close(found, expected)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_a_model_is_left_to_the_interpreter(name: str) -> None:
    kernels = compiled(name).kernels
    assert kernels
    assert [str(one) for one in kernels if ", machine code, " not in str(one)] == []


@pytest.mark.skipif(
    not this_machine().has("avx512f"), reason="code for AVX2 is that of the other test, or not run"
)
@pytest.mark.parametrize("name", NAMES)
def test_every_binding_with_narrower_vectors(name: str) -> None:
    with compiling_for(AVX2):
        program = disc_shape.compile(MODELS / f"{name}.mlir", engine="native")
    assert "@llvm.fma.v16f32" not in program.text
    for inputs, outputs in bindings(name):
        for found, expected in zip(program.run(*inputs), outputs, strict=True):
            assert_close(found, expected)


@pytest.mark.parametrize("name", [name for name in NAMES if table(name)["illegal_bindings"]])
def test_illegal_sizes_are_refused(name: str) -> None:
    random = np.random.default_rng(0)
    known = table(name)
    for refused in known["illegal_bindings"]:
        dims = refused["dims"]
        arrays = [
            random_array([dims[s] if isinstance(s, str) else s for s in sizes], kind, random)
            for sizes, kind in zip(
                known["symbolic_dims"], map(np.dtype, known["input_dtypes"]), strict=True
            )
        ]
        with pytest.raises(disc_shape.GuardError) as error:
            compiled(name).run(*arrays)
        assert str(error.value)[:100] == refused["error"][:100]


@pytest.mark.parametrize("name", ["jax_mha", "torch_mlp_ln"])
def test_results_share_no_memory_with_arguments(name: str) -> None:
    inputs, _ = bindings(name)[0]
    before = [one.copy() for one in inputs]
    results = compiled(name).run(*inputs)
    for one, other in zip(inputs, before, strict=True):
        np.testing.assert_array_equal(one, other)
        assert not any(np.shares_memory(one, result) for result in results)
