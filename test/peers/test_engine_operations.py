"""Every case of one operation on IREE: right against our interpreter, or refused in one line."""

from __future__ import annotations

import re

import numpy as np
import pytest
from fuzz.harness import parse
from peers.executors import Array
from peers.test_operation_semantics import CASES

import disc_shape
from disc_shape.engines.errors import EngineCrash, EngineError
from disc_shape.interpreters import run as run_reference

REFUSED = re.compile(
    "all_gather|all_reduce|all_to_all|collective_permute|reduce_scatter|partition_id|replica_id"
    "|cholesky|triangular_solve|fft|select_and_scatter|batch_norm_grad"
    "|bitcast_(narrower|wider)"
    "|gather_unsigned|dynamic_update_slice [029] uint8"
)
"""The cases that IREE has no form of; docs/running.md lists the operations."""


def plain(array: Array) -> Array:
    """Numbers of a type that comparisons take."""
    return array if array.dtype.kind in "biu" else array.astype(np.complex128)


@pytest.mark.parametrize("name", sorted(CASES))
def test_operation(name: str) -> None:
    case = CASES[name]
    if REFUSED.match(name):
        with pytest.raises(EngineError) as refused:
            disc_shape.compile(case.text, engine="iree")
        assert not isinstance(refused.value, EngineCrash)
        assert "\n" not in str(refused.value)
        return
    compiled = disc_shape.compile(case.text, engine="iree")
    expected = run_reference(parse(case.text), *case.arrays)
    for one, other in zip(compiled.run(*case.arrays), expected, strict=True):
        assert (one.shape, one.dtype) == (other.shape, other.dtype)
        tolerance = max(case.tolerance, 1e-4)
        np.testing.assert_allclose(plain(one), plain(other), rtol=tolerance, atol=tolerance)
