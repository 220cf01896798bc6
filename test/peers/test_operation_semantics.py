"""StableHLO's operations on whole tensors, against two independent implementations.

`test_every_operation_is_compared` counts the operations that some case of this file or of
`test_elementwise_semantics.py` runs, and names the others with the reason why no peer runs them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jax.interpreters import mlir
from peers.cases_contractions import CONTRACTIONS
from peers.cases_control import CONTROL
from peers.cases_linear_algebra import LINEAR
from peers.cases_movement import MOVEMENT
from peers.cases_reductions import REDUCTIONS
from peers.executors import agree

from disc_shape.dialects.stablehlo import StableHLO

CASES = MOVEMENT | REDUCTIONS | CONTRACTIONS | LINEAR | CONTROL


@pytest.mark.parametrize("name", sorted(CASES))
def test_operation(name: str) -> None:
    agree(CASES[name])


ALONE = "neither XLA on the CPU nor the reference interpreter runs it"
QUANT = "jaxlib has no quant dialect: test/unit/interpreters/test_quantization.py"
NOT_COMPARED = {
    "stablehlo.collective_broadcast": ALONE,
    "stablehlo.collective_reduce": ALONE,
    "stablehlo.real_dynamic_slice": ALONE,
    "stablehlo.unary_einsum": ALONE,
    "stablehlo.async_done": ALONE,
    "stablehlo.async_start": ALONE,
    "stablehlo.uniform_dequantize": QUANT,
    "stablehlo.uniform_quantize": QUANT,
    "stablehlo.rng_bit_generator": "the specification leaves the bits to the implementation",
    "stablehlo.custom_call": "what it means is what its target means; those of exporters are"
    " compared in test_semantics_jax.py",
    "stablehlo.infeed": "another process must answer",
    "stablehlo.outfeed": "another process must answer",
    "stablehlo.recv": "another process must answer",
    "stablehlo.send": "another process must answer",
    "stablehlo.rng": "the specification leaves the numbers open",
    "stablehlo.cross-replica-sum": "jaxlib has only the operation that took its place",
}
"""Operations that no peer runs, and why."""


def elsewhere(names: set[str]) -> set[str]:
    """Those that jaxlib's StableHLO does not have: clients' operations, and older ones."""
    with mlir.make_ir_context() as context:
        return {name for name in names if not context.is_registered_operation(name)}


def test_every_operation_is_compared() -> None:
    text = "".join(one.text for one in CASES.values())
    elementwise = Path(__file__).with_name("test_elementwise_semantics.py").read_text()
    met = set(re.findall(r"stablehlo\.[a-z_0-9]+", text))
    met |= {f"stablehlo.{name}" for name in re.findall(r"[a-z_0-9]+", elementwise)}
    known = {op.name for op in StableHLO.operations}
    left = known - met - NOT_COMPARED.keys() - elsewhere(known)
    assert sorted(left) == []
    assert sorted(NOT_COMPARED.keys() - known) == []
