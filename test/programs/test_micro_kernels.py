"""Ten small programs whose facts decide what one kernel is: no more kernels than is ideal."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from fuzz.harness import context, parse
from kernel_counts import count
from xdsl.dialects.builtin import ModuleOp

from disc_shape.interpreters import check, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.shape_optimization import optimize_shapes

ROOT = Path(__file__).parents[1] / "loops"
EXPECTED = json.loads((ROOT / "expected.json").read_text())
SIZES = (1, 2, 17)


def on_buffers(name: str, fusion: HloFusionPass) -> ModuleOp:
    module = parse((ROOT / f"{name}.mlir").read_text())
    optimize_shapes(module, keep_tie_shape=True)
    for step in (fusion, MhloToLmhloPass(), DeallocateBuffersPass()):
        step.apply(context(), module)
    module.verify()
    return module


def arguments(shapes: list[str], sizes: dict[str, int]) -> list[Array]:
    generator = np.random.default_rng(0)
    found: list[Array] = []
    for shape in shapes:
        dims: list[int] = []
        for size in filter(None, shape.split(",")):
            number = 1
            for factor in size.split("*"):
                number *= sizes[factor] if factor in sizes else int(factor)
            dims.append(number)
        found.append(generator.normal(size=dims).astype(np.float32))
    return found


@pytest.mark.parametrize("name", EXPECTED)
def test_kernels(name: str) -> None:
    expected = EXPECTED[name]
    original = parse((ROOT / f"{name}.mlir").read_text())
    module = on_buffers(name, HloFusionPass())
    apart = on_buffers(name, HloFusionPass(rows=False))
    for sizes in product(SIZES, repeat=4):
        if sizes.count(17) > 1:
            continue
        arrays = arguments(expected["args"], dict(zip("abcd", sizes, strict=True)))
        for one, other in zip(check(module, *arrays).results, run(original, *arrays), strict=True):
            assert np.array_equal(one, other)
        assert count(module, *arrays).kernels <= expected["kernels"], sizes
        most = expected.get("kernels_without_rows", expected["kernels"])
        assert count(apart, *arrays).kernels <= most, sizes


@pytest.mark.parametrize("name", EXPECTED)
def test_without_facts_nothing_is_fused(name: str) -> None:
    module = parse((ROOT / f"{name}.mlir").read_text())
    optimize_shapes(module, keep_tie_shape=True)
    HloFusionPass(facts="none").apply(context(), module)
    assert not any(op.name == "mhlo.fusion" for op in module.walk())
