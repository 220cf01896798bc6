"""Each operation computes the same as loops over buffers, at all small sizes."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import context
from spaces.cases import CASES, OPEN
from spaces.inputs import legal_runs
from spaces.lowered import LOWERED
from spaces.programs import module_of

from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import check
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass

ALL = {**CASES, **OPEN, **LOWERED}
MOST = 30
"""Runs of one operation."""
KEPT = {
    "batch_norm_inference",
    "custom_call",
    "dynamic_pad",  # Its padding between elements is not known before it runs.
    "sort",
}
"""Operations that have no form as loops."""


@pytest.mark.parametrize("name", ALL)
def test_looped_operation_computes_the_same(name: str) -> None:
    module = module_of(*ALL[name])
    looped = module.clone()
    MhloToLmhloPass().apply(context(), looped)
    DeallocateBuffersPass().apply(context(), looped)
    LmhloToLoopsPass().apply(context(), looped)
    looped.verify()
    left = {op.name.partition(".")[2] for op in looped.walk() if isinstance(op, BufferOp)}
    assert left <= KEPT
    elements = 0
    for arrays, expected in legal_runs(name, module, MOST):
        for got, wanted in zip(check(looped, *arrays).results, expected, strict=True):
            np.testing.assert_allclose(got.astype(float), wanted.astype(float), rtol=1e-5)
            assert got.shape == wanted.shape
            elements += got.size
    assert elements > 0
