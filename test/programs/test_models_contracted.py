"""The exported programs with products of matrices: the recorded results, claims and bounds."""

from __future__ import annotations

import pytest
from fuzz.harness import context
from programs.test_models_fused import KERNELS, assert_close, bindings
from programs.test_models_looped import looped

from disc_shape import statistics
from disc_shape.interpreters import check
from disc_shape.native.contractions import convert_contractions
from disc_shape.passes.test_verify_dominance import VerifyDominancePass

PRODUCTS = {
    "jax_convnet": 3,
    "jax_gpt4": 25,
    "jax_lstm_scan": 2,
    "jax_mha": 6,
    "jax_mlp": 2,
    "torch_attention_block": 6,
    "torch_convnet": 3,
    "torch_mlp_ln": 1,
}
"""The products of each program: of those without an entry, none."""


@pytest.mark.parametrize("name", KERNELS)
def test_products(name: str) -> None:
    """At the smallest sizes recorded: interpreted loops take time."""
    module = looped(name).clone()
    statistics.take()
    convert_contractions(module)
    found = statistics.take().get("convert-contractions: products", 0)
    module.verify()
    VerifyDominancePass().apply(context(), module)
    assert found == PRODUCTS.get(name, 0)
    arrays, expected = min(bindings(name), key=lambda one: sum(array.size for array in one[1]))
    assert_close(check(module, *arrays).results, expected)
