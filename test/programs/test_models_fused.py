"""The exported programs in kernels: the recorded results, and no more kernels than are stated."""

from functools import cache

import numpy as np
import pytest
from fuzz.harness import context, parse
from kernel_counts import count
from recorded import MODELS, bindings
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.interpreters import check
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.shape_optimization import optimize_shapes

KERNELS = {
    "jax_bcast_masked_mean": (5, 5),
    "jax_convnet": (11, 13),
    "jax_gpt4": (42, 59),
    "jax_lstm_scan": (28, 28),
    "jax_mha": (7, 9),
    "jax_mlp": (3, 5),
    "jax_reshape_merge": (4, 5),
    "jax_split_recombine": (2, 2),
    "torch_attention_block": (12, 16),
    "torch_cat_slice_pad": (7, 7),
    "torch_convnet": (9, 11),
    "torch_mlp_ln": (3, 4),
}
"""The kernels of each program at its first recorded sizes, with and without row fusion."""


@cache
def lowered(name: str, fusion: HloFusionPass) -> tuple[ModuleOp, ModuleOp]:
    """A program in kernels, on tensors and on buffers."""
    module = parse((MODELS / f"{name}.mlir").read_text())
    optimize_shapes(module, keep_tie_shape=True)
    fusion.apply(context(), module)
    module.verify()
    buffers = module.clone()
    steps: tuple[ModulePass, ...] = (MhloToLmhloPass(), DeallocateBuffersPass())
    for step in steps:
        step.apply(context(), buffers)
    buffers.verify()
    return module, buffers


def assert_close(found: list[Array], expected: list[Array]) -> None:
    assert [one.shape for one in found] == [one.shape for one in expected]
    for one, other in zip(found, expected, strict=True):
        assert np.allclose(one.astype(float), other.astype(float), rtol=2e-3, atol=1e-4)


@pytest.mark.parametrize("name", KERNELS)
def test_results(name: str) -> None:
    assert bindings(name)
    module, buffers = lowered(name, HloFusionPass())
    _, apart = lowered(name, HloFusionPass(rows=False))
    for number, (inputs, outputs) in enumerate(bindings(name)):
        assert_close(check(buffers, *inputs).results, outputs)
        if not number:
            assert_close(check(module, *inputs).results, outputs)
            assert_close(check(apart, *inputs).results, outputs)


@pytest.mark.parametrize("name", KERNELS)
def test_kernels(name: str) -> None:
    inputs, _ = bindings(name)[0]
    found = [
        count(lowered(name, HloFusionPass(rows=rows))[1], *inputs).kernels for rows in (True, False)
    ]
    assert found[0] <= KERNELS[name][0]
    assert found[1] <= KERNELS[name][1]
