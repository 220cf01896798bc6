"""Each operation computes the same when it is converted to linalg, at all small sizes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from fuzz.harness import with_sign_of
from spaces.cases import CASES
from spaces.evaluator import Array
from spaces.inputs import legal_runs
from spaces.lowered import LOWERED
from spaces.programs import module_of, the_function
from xdsl.dialects.builtin import ModuleOp

from disc_shape.interpreters import run
from disc_shape.interpreters.values import dtype_of
from disc_shape.linalg_conversion import convert

ALL = {**CASES, **LOWERED}
MOST = 40
"""Runs of one operation."""
DIALECTS = {"arith", "builtin", "cf", "func", "linalg", "math", "scf", "tensor"}


def in_types_of(module: ModuleOp, arrays: Sequence[Array]) -> list[Array]:
    """Arrays with the bits of others, in the types of arguments."""
    kinds = [dtype_of(argument.type) for argument in the_function(module).args]
    return [with_sign_of(array, kind) for array, kind in zip(arrays, kinds, strict=True)]


@pytest.mark.parametrize("name", ALL)
def test_converted_operation_computes_the_same(name: str) -> None:
    module = module_of(*ALL[name])
    converted = module.clone()
    convert(converted)
    converted.verify()
    assert {op.name.partition(".")[0] for op in converted.walk()} <= DIALECTS
    elements = 0
    for arrays, expected in legal_runs(name, module, MOST):
        found = run(converted, *in_types_of(converted, arrays))
        for got, wanted in zip(found, expected, strict=True):
            np.testing.assert_allclose(
                got.view(wanted.dtype).astype(float), wanted.astype(float), rtol=1e-5
            )
            assert got.shape == wanted.shape
            elements += got.size
    assert elements > 0
