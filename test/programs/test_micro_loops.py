"""Ten small programs as loops: as few nests and as little index arithmetic as is ideal."""

from itertools import product

import numpy as np
import pytest
from fuzz.harness import context, parse
from loop_counts import loop_counts
from programs.test_micro_kernels import EXPECTED, ROOT, arguments, on_buffers

from disc_shape.interpreters import check, run
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass

SIZES = (1, 2, 3)


@pytest.mark.parametrize("name", EXPECTED)
def test_loops(name: str) -> None:
    expected = EXPECTED[name]
    original = parse((ROOT / f"{name}.mlir").read_text())
    module = on_buffers(name, HloFusionPass())
    LmhloToLoopsPass().apply(context(), module)
    module.verify()
    found = loop_counts(module)
    assert found.kernels <= expected["kernels"]
    assert found.depth <= expected["depth"]
    assert found.divisions <= expected["div_rem"]
    assert found.choices <= expected["index_select"]
    sizes: list[dict[str, int]] = [
        dict(zip("abcd", one, strict=True)) for one in product(SIZES, repeat=4)
    ]
    some: list[dict[str, int]] = [*sizes[::7], {"a": 17, "b": 4, "c": 4, "d": 4}]
    for one in some:
        arrays = arguments(expected["args"], one)
        for got, wanted in zip(check(module, *arrays).results, run(original, *arrays), strict=True):
            assert np.allclose(got, wanted, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name", EXPECTED)
def test_apart(name: str) -> None:
    module = on_buffers(name, HloFusionPass(rows=False))
    LmhloToLoopsPass().apply(context(), module)
    most = EXPECTED[name].get("kernels_without_rows", EXPECTED[name]["kernels"])
    assert loop_counts(module).kernels <= most


def test_without_facts_indices_are_divided() -> None:
    """Each fact that loops may depend on makes divisions needless."""
    totals: list[int] = []
    for facts in ("none", "equal", "all"):
        total = 0
        for name in EXPECTED:
            module = on_buffers(name, HloFusionPass())
            LmhloToLoopsPass(facts).apply(context(), module)
            total += loop_counts(module).divisions
        totals.append(total)
    assert totals[0] > 20
    assert totals[1] <= 4
    assert totals[2] == 0
