"""Programs on buffers compute the same after `lmhlo-fusion`; rules that are broken are noticed."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from fuzz.harness import context, parse
from kernel_counts import count
from random_kernels import program
from recorded import MODELS, NAMES, bindings
from xdsl.dialects.builtin import ModuleOp

from disc_shape.errors import OperationError
from disc_shape.interpreters import check, run
from disc_shape.lowering import buffer_fusion
from disc_shape.lowering.fusion_peaks import LiveRanges
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.lmhlo_fusion import LmhloFusionPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.shape_optimization import optimize_shapes

PROGRAMS = 12
SIZES = ((0, 2, 3), (1, 1, 1), (2, 17, 3))

OVERWRITTEN = """
func.func @main(%a: memref<?x?x?xf32>, %b: memref<?x?xf32>, %x: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %y = memref.alloc(%n) : memref<?xf32>
  "memref.copy"(%x, %y) : (memref<?xf32>, memref<?xf32>) -> ()
  %p = memref.alloc(%n) : memref<?xf32>
  lmhlo.negate ins(%y : memref<?xf32>) outs(%p : memref<?xf32>)
  lmhlo.cosine ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  %r = memref.alloc(%n) : memref<?xf32>
  lmhlo.tanh ins(%p : memref<?xf32>) outs(%r : memref<?xf32>)
  memref.dealloc %p : memref<?xf32>
  memref.dealloc %y : memref<?xf32>
  return %r : memref<?xf32>
}
"""
"""What a member reads is written before the last member."""

REVERSED = """
func.func @main(%a: memref<?x?x?xf32>, %b: memref<?x?xf32>, %x: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %y = memref.alloc(%n) : memref<?xf32>
  "memref.copy"(%x, %y) : (memref<?xf32>, memref<?xf32>) -> ()
  %p = memref.alloc(%n) : memref<?xf32>
  lmhlo.reverse ins(%y : memref<?xf32>) outs(%p : memref<?xf32>) {dimensions = array<i64: 0>}
  lmhlo.subtract ins(%p, %y : memref<?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
  memref.dealloc %p : memref<?xf32>
  return %y : memref<?xf32>
}
"""
"""A kernel would write over what it reads at another index."""


def programs() -> list[ModuleOp]:
    found = [parse(OVERWRITTEN), parse(REVERSED)]
    for seed in range(PROGRAMS):
        module = parse(program(Random(seed), 10 + seed, reductions=True))
        optimize_shapes(module, keep_tie_shape=True)
        MhloToLmhloPass().apply(context(), module)
        DeallocateBuffersPass().apply(context(), module)
        found.append(module)
    return found


def fused(module: ModuleOp) -> ModuleOp:
    after = module.clone()
    LmhloFusionPass().apply(context(), after)
    after.verify()
    return after


def is_noticed() -> bool:
    """Whether some program fails or computes something else."""
    kernels = 0
    for number, module in enumerate(programs()):
        after = fused(module)
        kernels += sum(op.name == "lmhlo.fusion" for op in after.walk())
        kernels -= sum(op.name == "lmhlo.fusion" for op in module.walk())
        for a, b, c in SIZES:
            generator = np.random.default_rng(number)
            shapes = ((a, b, c), (b, c), (c,))
            arrays = [generator.normal(size=shape).astype(np.float32) for shape in shapes]
            try:
                found = check(after, *arrays).results
            except OperationError:
                return True
            for one, other in zip(found, run(module, *arrays), strict=True):
                if not np.allclose(one, other, 1e-4, 1e-5, equal_nan=True):
                    return True
    assert kernels
    return False


def test_programs_compute_the_same() -> None:
    assert not is_noticed()


def on_buffers(name: str) -> ModuleOp:
    """An exported program on buffers, not fused, freed on time."""
    module = parse((MODELS / f"{name}.mlir").read_text())
    optimize_shapes(module, keep_tie_shape=True)
    MhloToLmhloPass().apply(context(), module)
    DeallocateBuffersPass().apply(context(), module)
    return module


def raised(name: str) -> list[tuple[int, int]]:
    """The peaks before and after, at the recorded sizes at which it rises."""
    module = on_buffers(name)
    after = fused(module)
    peaks = [
        (count(module, *inputs).peak, count(after, *inputs).peak) for inputs, _ in bindings(name)
    ]
    return [(old, new) for old, new in peaks if new > old]


@pytest.mark.parametrize("name", NAMES)
def test_no_peak_rises(name: str) -> None:
    assert not raised(name)


def test_peaks_rise_where_nothing_looks_at_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def any_peak(*_: object) -> bool:
        return True

    monkeypatch.setattr(LiveRanges, "keeps_peak", any_peak)
    assert raised("torch_convnet")


def no_hazard(*_: object) -> bool:
    return False


MUTANTS: dict[str, tuple[object, str, Callable[..., object]]] = {
    "nothing is written in between": (buffer_fusion.BlockFuser, "_has_hazard", no_hazard),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, attribute, replacement = MUTANTS[name]
    monkeypatch.setattr(owner, attribute, replacement)
    assert is_noticed(), name
