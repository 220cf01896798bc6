"""
Loops that carry memory: the same results with nothing allocated in the loop, whatever the sizes and
the number of iterations, on buffers, with a plan, as loops and as machine code.
"""

import os
from functools import cache
from itertools import islice, product
from random import Random

import numpy as np
import pytest
from carried_programs import GROWING, NOTHING_ALLOCATED
from fuzz.harness import context, parse
from kernel_counts import count
from random_kernels import program
from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

import disc_shape
from disc_shape import statistics
from disc_shape.fusion.facts import Level
from disc_shape.interpreters import check, run
from disc_shape.memory.text import memory_plan
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.plan_memory import PlanMemoryPass
from disc_shape.passes.shape_optimization import optimize_shapes

EXAMPLES = int(os.environ.get("DISC_SHAPE_FUZZ_EXAMPLES", "40"))
SIZES = (0, 1, 2, 3, 17)
ITERATIONS = (0, 1, 2, 5)
LEVELS: tuple[Level, ...] = ("none", "static", "equal", "product")


def lowered(text: str, fused: bool = True) -> ModuleOp:
    """A program on buffers that are freed after their last uses."""
    module = parse(text)
    optimize_shapes(module, keep_tie_shape=True)
    steps: list[ModulePass] = [MhloToLmhloPass(), DeallocateBuffersPass()]
    for step in ([HloFusionPass()] if fused else []) + steps:
        step.apply(context(), module)
    return module


@cache
def planned(name: str) -> ModuleOp:
    """One of the programs, its memory planned."""
    module = lowered(NOTHING_ALLOCATED[name])
    PlanMemoryPass().apply(context(), module)
    module.verify()
    return module


def allocated_in_loops(module: ModuleOp) -> int:
    """The number of allocations in loops."""
    return sum(
        isinstance(op, memref.AllocOp)
        for loop in module.walk()
        if isinstance(loop, scf.ForOp | scf.WhileOp)
        for op in loop.walk()
    )


@pytest.mark.parametrize("name", NOTHING_ALLOCATED)
def test_nothing_is_allocated_in_loops(name: str) -> None:
    assert allocated_in_loops(planned(name)) == 0


@pytest.mark.parametrize("name", NOTHING_ALLOCATED)
def test_results_and_peaks(name: str) -> None:
    original, after = parse(NOTHING_ALLOCATED[name]), planned(name)
    looped = after.clone()
    LmhloToLoopsPass().apply(context(), looped)
    plan = memory_plan(after)
    assert plan.expression == memory_plan(lowered(NOTHING_ALLOCATED[name])).expression
    for size, iterations in product(SIZES, ITERATIONS):
        arrays = [np.arange(size, dtype=np.float32) - 1, np.int32(iterations)]
        expected = run(original, *arrays)
        for module in (after, looped):
            report = check(module, *arrays)
            assert all(map(np.array_equal, report.results, expected)), (size, iterations)
        names = {one.label for one in plan.expression.symbols}
        peak = plan.peak(**dict.fromkeys(names, size))
        measured = count(after, *arrays).peak
        assert measured == peak if plan.exact else measured <= peak


def test_sizes_that_change_are_allocated() -> None:
    module = lowered(GROWING)
    PlanMemoryPass().apply(context(), module)
    assert allocated_in_loops(module) == 1
    for size, iterations in product(SIZES, ITERATIONS):
        arrays = [np.arange(size, dtype=np.float32), np.int32(iterations)]
        (found,) = check(module, *arrays).results
        assert np.array_equal(found, np.tile(arrays[0], 2**iterations))


@pytest.mark.parametrize("name", NOTHING_ALLOCATED)
def test_machine_code(name: str) -> None:
    pytest.importorskip("llvmlite")
    original = parse(NOTHING_ALLOCATED[name])
    compiled = disc_shape.compile(NOTHING_ALLOCATED[name], engine="native")
    for size, iterations in product(SIZES, ITERATIONS):
        arrays = [np.arange(size, dtype=np.float32) - 1, np.asarray(iterations, np.int32)]
        for one, other in zip(compiled.run(*arrays), run(original, *arrays), strict=True):
            assert np.allclose(one, other, rtol=1e-6), (size, iterations)


@pytest.mark.parametrize("fused", [True, False])
def test_random_programs(fused: bool) -> None:
    statistics.take()
    before = after = 0
    for seed in range(EXAMPLES):
        text = program(Random(seed), 3 + seed % 8, reductions=False, loops=True)
        original = parse(text)
        buffers = lowered(text, fused)
        module, restricted = buffers.clone(), buffers.clone()
        PlanMemoryPass().apply(context(), module)
        PlanMemoryPass(LEVELS[seed % len(LEVELS)]).apply(context(), restricted)
        for one in (module, restricted):
            one.verify()
        before += allocated_in_loops(buffers)
        after += allocated_in_loops(module)
        every = list(product(SIZES, repeat=3))
        Random(seed).shuffle(every)
        generator = np.random.default_rng(seed)
        for a, b, c in [(0, 2, 3), (1, 1, 1), *islice(every, 2)]:
            shapes = ((a, b, c), (b, c), (c,))
            arrays = [generator.normal(size=shape).astype(np.float32) for shape in shapes]
            expected = run(original, *arrays)
            for one in (buffers, module, restricted):
                found = check(one, *arrays).results
                for left, right in zip(found, expected, strict=True):
                    same = np.array_equal(left.view(np.uint32), right.view(np.uint32))
                    assert same, f"seed {seed}, sizes {shapes[0]}\n{text}"
    assert after < before / 2
    counts = statistics.take()
    assert counts["plan-memory: carried buffers swapped"]
    # What is padded here is fused with the pad.
    assert fused or counts["mhlo-to-lmhlo: pads written in place"]
