"""Rules of memory plans that are broken on purpose: checked runs notice each."""

from collections.abc import Callable, Sequence
from itertools import product
from random import Random

import numpy as np
import pytest
from fuzz.harness import context, parse
from random_kernels import program
from xdsl.dialects import memref
from xdsl.ir import SSAValue

from disc_shape.errors import OperationError
from disc_shape.interpreters import check, run
from disc_shape.lowering.deallocation import Touch, touches_of
from disc_shape.memory import lifetimes, packing, plan, results, sizes
from disc_shape.memory.amounts import Amount
from disc_shape.memory.lifetimes import Lifetime
from disc_shape.memory.sizes import Sizes
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.plan_memory import PlanMemoryPass
from disc_shape.passes.shape_optimization import optimize_shapes

LIFETIME_OF = lifetimes.lifetime_of

LOOP = """
func.func @main(%a: tensor<?x?x?xf32>, %x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.reverse %y, dims = [0] : tensor<?xf32>
  %1:2 = stablehlo.while(%i = %zero, %s = %y) : tensor<i32>, tensor<?xf32>
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %r = stablehlo.reverse %s, dims = [0] : tensor<?xf32>
      %t = stablehlo.add %r, %0 : tensor<?xf32>
      %u = stablehlo.reverse %t, dims = [0] : tensor<?xf32>
      stablehlo.return %n, %u : tensor<i32>, tensor<?xf32>
    }
  func.return %1#1 : tensor<?xf32>
}
"""
"""A buffer that iterations read, and one that each of them writes."""

CHAIN = """
func.func @main(%a: tensor<?x?x?xf32>, %x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?x?xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<?x?xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<?x?xf32>
  %3 = stablehlo.reverse %2, dims = [0, 1] : tensor<?x?xf32>
  func.return %3 : tensor<?x?xf32>
}
"""
"""Buffers as large as the result, dead before it is written but for the last one."""

SUM = """
func.func @main(%a: tensor<?x?x?xf32>, %x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?x?xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<?x?xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
  func.return %2 : tensor<f32>
}
"""
"""Buffers in one arena, of which one is read while the other is written."""

LONG = """
func.func @main(%a: tensor<?x?x?xf32>, %x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<1.0> : tensor<5000xf32>
  %0 = stablehlo.reverse %y, dims = [0] : tensor<?xf32>
  %1 = stablehlo.reverse %x, dims = [0] : tensor<?x?xf32>
  %2 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0]
    : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reverse %c, dims = [0] : tensor<5000xf32>
  %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.maximum across dimensions = [0]
    : (tensor<5000xf32>, tensor<f32>) -> tensor<f32>
  %5 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
  %6 = stablehlo.add %2, %4 : tensor<f32>
  %7 = stablehlo.add %6, %5 : tensor<f32>
  func.return %7 : tensor<f32>
}
"""
"""Two buffers in turn beside a third one; the first is larger at sizes that no plan is tried at."""

SMALL = [*product((0, 1, 5), (2, 17), (3, 16))]


def is_noticed() -> bool:
    """Whether a planned program fails, computes something else, or has another peak than stated."""
    kept = [LOOP, CHAIN, SUM, *(program(Random(seed), 10 + seed % 8) for seed in range(8))]
    texts = [*((text, SMALL) for text in kept), (LONG, [(1, 2, 6000)])]
    for number, (text, bindings) in enumerate(texts):
        module = parse(text)
        optimize_shapes(module, keep_tie_shape=True)
        for step in (MhloToLmhloPass(), DeallocateBuffersPass()):
            step.apply(context(), module)
        planned = module.clone()
        try:
            PlanMemoryPass().apply(context(), planned)
            planned.verify()
        except Exception:
            return True
        for a, b, c in bindings:
            shapes = ((a, b, c), (b, c), (c,))
            generator = np.random.default_rng(number)
            arrays = [generator.normal(size=shape).astype(np.float32) for shape in shapes]
            try:
                found = check(planned, *arrays).results
            except OperationError:
                return True
            expected = run(module, *arrays)
            if not all(map(np.array_equal, found, expected, [True] * len(found))):
                return True
    return False


def conflicts_off_by_one(lives: Sequence[Lifetime]) -> list[list[int]]:
    """Lifetimes that share only their last and first point of time may overlap."""
    return [
        [
            other
            for other, two in enumerate(lives)
            if other != number and one.start < two.end and two.start < one.end
        ]
        for number, one in enumerate(lives)
    ]


def lifetime_without_loops(alloc: memref.AllocOp, times: lifetimes.Times) -> Lifetime | None:
    """A lifetime ends where the operation begins in whose region the last use is."""
    found = LIFETIME_OF(alloc, times)
    if found is not None:
        found.end = times.enter[found.last]
    return found


def no_views(value: SSAValue) -> list[Touch]:
    return [touch for touch in touches_of(value) if any(one is value for one in touch.op.operands)]


def first_only(amounts: Sequence[Amount], *_: object) -> list[Amount]:
    return list(amounts)[:1] or [()]


def always(*_: object, **__: object) -> bool:
    return True


def last_of_all(*_: object) -> int:
    return 10**6


def one_byte(_: object) -> int:
    return 1


MUTANTS: dict[str, tuple[object, str, Callable[..., object]]] = {
    "lifetimes that meet may overlap": (plan, "conflicts_of", conflicts_off_by_one),
    "views do not prolong lifetimes": (lifetimes, "touches_of", no_views),
    "an offset is above one buffer only": (packing, "largest", first_only),
    "any amount is no larger than any other": (Sizes, "at_most", always),
    "elements are bytes": (sizes, "width_of", one_byte),
    "a result is written last of all": (results.Lender, "first_use", last_of_all),
    "what a loop reads is dead in it": (lifetimes, "lifetime_of", lifetime_without_loops),
}


def test_the_rules_as_they_are() -> None:
    assert not is_noticed()


@pytest.mark.parametrize("name", MUTANTS)
def test_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, attribute, replacement = MUTANTS[name]
    monkeypatch.setattr(owner, attribute, replacement)
    assert is_noticed(), name
