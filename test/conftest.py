"""
Which tests are slow, and, where the environment asks for it, a part of the cases of those that have
many. Tests of properties do not fail because a machine is slow.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "any-speed", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any-speed")

FEW = 6
"""Tests of at most as many cases run them all."""


SLOW = (
    "test/unit/native/",
    "test/unit/loops/",
    "test/unit/lowering/test_open_padding.py",
    "test/unit/relations/test_exhaustive_",
    "test/unit/cards/test_iteration_spaces.py",
    "test/unit/interpreters/test_false_claims.py",
    "test/unit/interpreters/test_integer_kernels.py",
    "test/unit/interpreters/test_shape_kernels.py",
    "test/unit/interpreters/test_window_kernels.py",
    "test/unit/relay/test_properties.py",
    "test/unit/relax/test_random_calls.py",
    "test/unit/relax/test_sampling.py",
    "test/unit/relax/test_scattering.py",
    "test/unit/relax/test_boxes.py",
    "test/unit/passes/test_deallocate_buffers.py::test_random_programs",
    "test/unit/passes/test_disc_inline.py::test_the_budget_holds_with_any_limit_on_size",
    "test/unit/passes/test_integer_programs.py",
    "test/unit/passes/test_long_sums.py",
    "test/unit/passes/test_one_symbol_per_size.py::test_random_programs",
    "test/unit/reading/test_printer.py::test_random_modules",
    "test/unit/rewriting/test_discoveries.py::test_random_programs",
    "test/unit/rewriting/test_facts_survive.py::test_random_programs",
    "test/unit/rewriting/test_walk.py::test_another_walk_changes_nothing_in_random_programs",
    "test/unit/symbolic/test_effort.py",
    "test/unit/exporting/test_export.py",
    "test/unit/tools/test_universe.py",
    "test/unit/benchmarks/test_shape_systems.py",
    "test/unit/benchmarks/test_demo.py",
    "test/unit/dialects/lmhlo/test_every_twin.py",
    "test/unit/docs/test_constraints.py::test_no_two_rows_of_an_operation_state_the_same",
    "test/unit/passes/test_linearization.py",
)
"""
Tests that compile machine code or compare loops with tensors; that compare cards, relations and
operators with the interpreter on many shapes, and its kernels with loops over elements; of random
programs, long ones and whole models; that look for false claims; of what proofs cost: three
quarters of the time of `test/unit`.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """
    Marks slow tests. `DISC_SHAPE_PART=1/3` keeps the cases 1, 4, 7, ... of a test; the others are
    deselected.
    """
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker("slow")
    part = os.environ.get("DISC_SHAPE_PART")
    if part is None:
        return
    first, step = map(int, part.split("/"))
    names = [item.nodeid.partition("[")[0] for item in items]
    cases, seen = Counter(names), Counter[str]()
    kept: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for name, item in zip(names, items, strict=True):
        is_kept = cases[name] <= FEW or seen[name] % step == first
        (kept if is_kept else others).append(item)
        seen[name] += 1
    items[:] = kept
    config.hook.pytest_deselected(items=others)
