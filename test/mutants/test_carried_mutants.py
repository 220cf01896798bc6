"""Rules of carried memory and of pads that are broken on purpose: checked runs notice each."""

from collections.abc import Callable
from itertools import product
from random import Random

import numpy as np
import pytest
from carried_programs import GROWING, NOTHING_ALLOCATED
from fuzz.harness import context, parse
from random_kernels import program
from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.errors import OperationError
from disc_shape.interpreters import check, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.lowering import padding
from disc_shape.memory import carried, lifetimes
from disc_shape.memory.carried import Carrier
from disc_shape.memory.families import Family
from disc_shape.memory.lifetimes import Lifetime, Times
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.plan_memory import PlanMemoryPass
from disc_shape.passes.shape_optimization import optimize_shapes

LIFETIMES_OF, FIRST_USE = lifetimes.lifetimes_of, carried.first_use

CONSUMED_APART = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %y = stablehlo.tanh %x : tensor<?xf32>
  %r:3 = stablehlo.while(%i = %zero, %v = %x, %w = %y) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
    cond {
      %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %w, %v : tensor<i32>, tensor<?xf32>, tensor<?xf32>
    }
  %a = stablehlo.reverse %r#1, dims = [0] : tensor<?xf32>
  %b = stablehlo.reverse %a, dims = [0] : tensor<?xf32>
  %c = stablehlo.subtract %b, %r#2 : tensor<?xf32>
  %m = stablehlo.reduce(%c init: %low) applies stablehlo.maximum across dimensions = [0]
    : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  func.return %m : tensor<f32>
}
"""
"""Two buffers change places; one of them is dead before the other one."""


ALLOCATED_AFTER = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r:2 = stablehlo.while(%i = %zero, %v = %y) : tensor<i32>, tensor<?xf32>
    cond {
      %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %u = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
      stablehlo.return %j, %u : tensor<i32>, tensor<?xf32>
    }
  func.return %r#1 : tensor<?xf32>
}
"""
"""The first value is larger than the others."""


CUT_OFF = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
  %r = stablehlo.pad %y, %zero, low = [-1], high = [1], interior = [0]
    : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""
"""The first element is cut off."""


def planned(text: str) -> ModuleOp:
    """A program on buffers in an arena."""
    module = parse(text)
    optimize_shapes(module, keep_tie_shape=True)
    for step in (MhloToLmhloPass(), DeallocateBuffersPass(), PlanMemoryPass()):
        step.apply(context(), module)
    module.verify()
    return module


def cases() -> list[tuple[str, list[list[Array]]]]:
    """Programs and what they are run with."""
    generator = np.random.default_rng(1)

    def vector(*shape: int) -> Array:
        return np.asarray(generator.normal(size=shape), np.float32)

    found: list[tuple[str, list[list[Array]]]] = []
    for text in (*NOTHING_ALLOCATED.values(), GROWING, CONSUMED_APART, ALLOCATED_AFTER, CUT_OFF):
        found.append(
            (
                text,
                [[vector(size), np.asarray(n, np.int32)] for size, n in product((1, 5), (0, 1, 2))],
            )
        )
    for seed in range(12):
        a, b, c = 2, 3, 5
        shapes = ((a, b, c), (b, c), (c,))
        arrays = [vector(*shape) for shape in shapes]
        text = program(Random(seed), 3 + seed % 8, reductions=False, loops=True)
        found.append((text, [arrays]))
    return found


def is_noticed() -> bool:
    """Whether a program cannot be planned, a checked run fails or computes something else."""
    for text, runs in cases():
        try:
            module = planned(text)
        except Exception:
            return True
        # Loops read elements one by one, and write over those that they still need.
        looped = module.clone()
        LmhloToLoopsPass().apply(context(), looped)
        original = parse(text)
        for arrays in runs:
            expected = run(original, *arrays)
            for one in (module, looped):
                try:
                    found = check(one, *arrays).results
                except OperationError:
                    return True
                if not all(map(np.array_equal, found, expected, [True] * len(found))):
                    return True
    return False


def used_last(alloc: memref.AllocOp) -> Operation | None:
    """A buffer is first used where it is passed on: what its producer reads is dead before."""
    block = alloc.parent
    assert isinstance(block, Block)
    return None if FIRST_USE(alloc) is None else block.last_op


def apart(family: Family, number: int, times: Times) -> list[Lifetime]:
    """A buffer that loops exchange is dead after the loop."""
    found = LIFETIMES_OF(family, number, times)
    for life in found[1:]:
        life.end = times.enter[life.first]
    return found


def same_type(_: Carrier, alloc: memref.AllocOp, old: SSAValue) -> bool:
    return alloc.memref.type == old.type


def always(*_: object, **__: object) -> bool:
    return True


MUTANTS: dict[str, tuple[object, str, Callable[..., object]]] = {
    "a last value that is still read is dead": (carried, "first_use", used_last),
    "what a loop carries has one size": (Carrier, "_is_same", same_type),
    "exchanged buffers die one by one": (lifetimes, "lifetimes_of", apart),
    "no pad cuts off elements": (padding, "is_nonnegative", always),
}


def test_the_rules_as_they_are() -> None:
    assert not is_noticed()


@pytest.mark.parametrize("name", MUTANTS)
def test_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, attribute, replacement = MUTANTS[name]
    monkeypatch.setattr(owner, attribute, replacement)
    assert is_noticed(), name
