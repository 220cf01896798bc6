"""
Plans of memory: the exported programs compute what they did, the arena is as good as freeing on
time, and the peak that is printed is the one of the run; random programs at sizes 0, 1 and others.
"""

import os
import subprocess
import sys
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from fuzz.harness import context, parse
from kernel_counts import count
from random_kernels import program
from recorded import MODELS, NAMES, bindings
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.fusion.facts import Level
from disc_shape.interpreters import check, run
from disc_shape.loops import allocation
from disc_shape.memory import plan
from disc_shape.memory.plan import FunctionPlan, plan_function
from disc_shape.memory.sizes import size_at
from disc_shape.memory.text import memory_plan
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.plan_memory import PlanMemoryPass
from disc_shape.passes.reuse_buffers import ReuseBuffersPass
from disc_shape.passes.shape_optimization import optimize_shapes

EXAMPLES = int(os.environ.get("DISC_SHAPE_FUZZ_EXAMPLES", "40"))
SIZES = (0, 1, 2, 3, 17)
DECODER = Path(__file__).resolve().parents[2] / "benchmarks" / "decoder.py"
LIVE = 1.05
"""An arena has at most so many times the bytes that are alive at once."""
RAISED = 1.1
"""A plan needs at most so many times what allocations need that are freed after their last uses."""


def lowered(module: ModuleOp, fused: bool = True) -> ModuleOp:
    """A program on buffers that are freed after their last uses."""
    optimize_shapes(module, keep_tie_shape=True)
    steps: list[ModulePass] = [MhloToLmhloPass(), DeallocateBuffersPass()]
    for step in ([HloFusionPass()] if fused else []) + steps:
        step.apply(context(), module)
    return module


@cache
def model(name: str) -> tuple[ModuleOp, ModuleOp]:
    """A model on buffers before and after `plan-memory`."""
    before = lowered(parse((MODELS / f"{name}.mlir").read_text()))
    after = before.clone()
    PlanMemoryPass().apply(context(), after)
    after.verify()
    return before, after


@pytest.mark.parametrize("fused", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_reuse_raises_no_peak(name: str, fused: bool) -> None:
    module = parse((MODELS / f"{name}.mlir").read_text())
    optimize_shapes(module, keep_tie_shape=True)
    steps: list[ModulePass] = [HloFusionPass()] if fused else []
    for step in (*steps, MhloToLmhloPass()):
        step.apply(context(), module)
    shared = module.clone()
    ReuseBuffersPass().apply(context(), shared)
    for one in (module, shared):
        DeallocateBuffersPass().apply(context(), one)
    for inputs, _ in bindings(name):
        assert count(shared, *inputs).peak <= count(module, *inputs).peak


def arenas(text: str) -> list[int]:
    """How many buffers are in each arena of a program."""
    return [len(one.buffers.lives) for one in main_plan(lowered(parse(text))).arenas]


def test_sizes_that_a_guard_excludes_reject_no_plan() -> None:
    """
    With `s = 1`, sizes that are rounded up to 64 bytes raise the peak of one arena by a sixth; but
    a guard says that 4 divides `s`.
    """
    command = [sys.executable, str(DECODER), "jax", "600"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    (count,) = arenas(text)
    assert count > 12


def main_plan(module: ModuleOp) -> FunctionPlan:
    """The plan of the largest function."""
    plans = [plan_function(facts, "all") for facts in ShapeAnalysis(module).functions]
    return max(plans, key=lambda plan: len(plan.times.enter))


@pytest.mark.parametrize("name", NAMES)
def test_models_compute_what_they_did(name: str) -> None:
    before, after = model(name)
    recorded = bindings(name)
    assert recorded
    for inputs, outputs in recorded:
        report = check(after, *inputs)
        assert report.claims["peak"] == 1
        for found, same, expected in zip(
            report.results, run(before, *inputs), outputs, strict=True
        ):
            assert np.array_equal(found, same, equal_nan=True)
            assert np.allclose(found.astype(float), expected.astype(float), rtol=2e-3, atol=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_the_printed_peak_is_the_measured_one(name: str) -> None:
    before, after = model(name)
    for inputs, _ in bindings(name):
        # Each buffer may be rounded up to a multiple of 64 bytes.
        views = sum(op.name == "memref.view" for op in after.walk())
        assert count(after, *inputs).peak <= RAISED * count(before, *inputs).peak + 64 * views
    assert memory_plan(after).expression.symbols == memory_plan(before).expression.symbols


@pytest.mark.parametrize("name", NAMES)
def test_an_arena_is_as_good_as_freeing_on_time(name: str) -> None:
    plan = main_plan(model(name)[0])
    assert_close_to_live(plan, Random(name))


def assert_close_to_live(plan: FunctionPlan, random: Random) -> None:
    """Compare arenas with what is alive at once, at random sizes."""
    names = [symbol.label for symbol in plan.sizes.symbols]
    for _ in range(50):
        numbers = {one: random.choice((1, 2, 3, 7, 16, 64, 100, 333, 1000)) for one in names}
        values = plan.sizes.values_at(numbers)
        for arena in plan.arenas:
            sizes = [size_at(one, values) for one in arena.buffers.amounts]
            need = min(choice.arena_at(values) for choice in arena.choices)
            assert arena.buffers.live_at(sizes) <= need <= LIVE * arena.buffers.live_at(sizes)


def never(*_: object) -> bool:
    return False


def always(*_: object) -> bool:
    return True


def alone(op: object, _: object) -> object:
    return op


def test_shortcuts_change_no_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    befores = [model(name)[0] for name in NAMES]
    befores += [lowered(parse(program(Random(seed), 12, reductions=True))) for seed in range(8)]

    def plans() -> list[str]:
        modules = [module.clone() for module in befores]
        for module in modules:
            PlanMemoryPass().apply(context(), module)
        return list(map(str, modules))

    found = plans()
    monkeypatch.setattr(allocation, "likeness", alone)
    monkeypatch.setattr(plan, "is_legal", never)
    assert plans() == found


def test_where_facts_exclude_all_samples_all_of_them_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A plan that was tried at no sizes would raise the peak at any."""
    command = [sys.executable, str(DECODER), "jax", "600"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: list[list[int]] = []
    for answer in (never, always):
        monkeypatch.setattr(plan, "is_illegal", answer)
        found.append(arenas(text))
    assert found[0] == found[1]
    assert sum(found[0]) < 12


@pytest.mark.parametrize("facts", ["none", "static", "equal", "product", "all"])
@pytest.mark.parametrize("fused", [True, False])
def test_random_programs(fused: bool, facts: Level) -> None:
    views = 0
    for seed in range(EXAMPLES // 4):
        text = program(Random(seed), 12 + seed % 14, reductions=True)
        before = lowered(parse(text), fused)
        after = before.clone()
        PlanMemoryPass(facts).apply(context(), after)
        after.verify()
        views += sum(op.name == "memref.view" for op in after.walk())
        generator = np.random.default_rng(seed)
        every = list(product(SIZES, repeat=3))
        Random(seed).shuffle(every)
        for a, b, c in [(0, 2, 3), (1, 1, 1), *islice(every, 3)]:
            shapes = ((a, b, c), (b, c), (c,))
            arrays = [generator.normal(size=shape).astype(np.float32) for shape in shapes]
            for found, expected in zip(
                check(after, *arrays).results, run(before, *arrays), strict=True
            ):
                assert np.array_equal(found, expected, equal_nan=True), f"seed {seed}\n{text}"
    assert views
