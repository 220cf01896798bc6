"""Programs compute the same after `hlo-layout`, with fewer transposes; broken rules are noticed."""

from collections.abc import Callable, Sequence
from itertools import product
from random import Random

import numpy as np
import pytest
from fuzz.harness import context, parse
from random_layouts import layout_program
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from disc_shape.errors import OperationError
from disc_shape.interpreters import check, run
from disc_shape.layout import absorb, groups, members
from disc_shape.layout.groups import Classes
from disc_shape.layout.orders import Order
from disc_shape.passes.hlo_layout import HloLayoutPass
from disc_shape.passes.shape_optimization import optimize_shapes

PROGRAMS = 60
SIZES = (0, 1, 2, 3, 17)


def transposes(module: ModuleOp) -> int:
    return sum(op.name == "stablehlo.transpose" for op in module.walk())


def differences() -> tuple[int, int]:
    """The number of runs that differ, and of transposes that went."""
    wrong = gone = 0
    for seed in range(PROGRAMS):
        module = parse(layout_program(Random(seed), 8 + seed % 12))
        optimize_shapes(module, keep_tie_shape=True)
        after = module.clone()
        try:
            HloLayoutPass().apply(context(), after)
            after.verify()
        except Exception:
            wrong += 1
            continue
        gone += transposes(module) - transposes(after)
        for a, b in Random(seed).sample(list(product(SIZES, SIZES)), 6):
            random = np.random.default_rng(seed)
            shapes = ((a, b, 3), (a, a))
            arrays = [random.integers(-9, 9, shape, np.int32) for shape in shapes]
            try:
                found = check(after, *arrays).results
            except OperationError:
                wrong += 1
                continue
            for one, other in zip(found, run(module, *arrays), strict=True):
                wrong += not np.array_equal(one, other)
    return wrong, gone


def test_results_are_the_same() -> None:
    wrong, gone = differences()
    assert not wrong
    assert gone > 15


def test_second_run_changes_nothing() -> None:
    for seed in range(PROGRAMS):
        module = parse(layout_program(Random(seed), 8 + seed % 12))
        optimize_shapes(module, keep_tie_shape=True)
        HloLayoutPass().apply(context(), module)
        again = module.clone()
        HloLayoutPass().apply(context(), again)
        assert str(again) == str(module)


JOIN = Classes.join


def joined(
    self: Classes, value: SSAValue, other: SSAValue, pairs: Sequence[tuple[int, int]]
) -> bool:
    """Join two values whatever their orders are."""
    JOIN(self, value, other, pairs)
    return True


def as_listed(values: Sequence[SSAValue], order: Order) -> list[SSAValue]:
    """A list in the order that it has."""
    return list(values)


MUTANTS: dict[str, tuple[object, str, Callable[..., object]]] = {
    "dimensions that a dot or reduction keeps are in any order": (absorb, "sorted", list),
    "a value may meet its transpose": (groups.Classes, "join", joined),
    "dimensions keep their numbers": (members, "inverse", tuple),
    "lists keep their order": (members, "permuted", as_listed),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, attribute, replacement = MUTANTS[name]
    monkeypatch.setattr(owner, attribute, replacement, raising=False)
    wrong, _ = differences()
    assert wrong, name
