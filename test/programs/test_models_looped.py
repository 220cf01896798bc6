"""The exported programs as loops: the recorded results, and no index arithmetic inside."""

from functools import cache

import pytest
from fuzz.harness import context
from loop_counts import loop_counts
from programs.test_models_fused import KERNELS, assert_close, lowered
from recorded import bindings
from xdsl.dialects.builtin import ModuleOp

from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import check
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.test_verify_dominance import VerifyDominancePass

NESTS = {
    "jax_bcast_masked_mean": 5,
    "jax_convnet": 11,
    "jax_gpt4": 44,
    "jax_lstm_scan": 9,
    "jax_mha": 7,
    "jax_mlp": 3,
    "jax_reshape_merge": 4,
    "jax_split_recombine": 2,
    "torch_attention_block": 11,
    "torch_cat_slice_pad": 7,
    "torch_convnet": 9,
    "torch_mlp_ln": 3,
}
"""The nests of each program, as they stand."""


@cache
def looped(name: str) -> ModuleOp:
    """A program as loops."""
    module = lowered(name, HloFusionPass())[1].clone()
    LmhloToLoopsPass().apply(context(), module)
    module.verify()
    VerifyDominancePass().apply(context(), module)
    return module


@pytest.mark.parametrize("name", KERNELS)
def test_nests(name: str) -> None:
    module = looped(name)
    assert not any(isinstance(op, BufferOp) for op in module.walk())
    found = loop_counts(module)
    assert found.kernels <= NESTS[name]
    assert found.divisions == 0
    assert found.choices == 0


@pytest.mark.parametrize("name", KERNELS)
def test_results(name: str) -> None:
    """At the smallest sizes recorded: interpreted loops take time."""
    arrays, expected = min(bindings(name), key=lambda one: sum(array.size for array in one[1]))
    assert_close(check(looped(name), *arrays).results, expected)
