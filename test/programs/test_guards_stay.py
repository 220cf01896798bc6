"""
No guard discharges itself: each guard is taken out in turn, and what it proved must be checked by
another; each guard that stays is taken out in turn, and an illegal run must get past the others.
"""

import pytest
from fuzz.guards import (
    NAMES,
    PROGRAMS,
    as_far_as_guards,
    guards_of,
    model,
    model_sizes,
    passes,
    programs,
    slots_of,
    without,
)
from fuzz.harness import (
    COMPOSITE,
    Tally,
    apply,
    compare,
    context,
    make_inputs,
    parse,
    references,
    show,
)
from xdsl.dialects.builtin import ModuleOp

from disc_shape.errors import OperationError


def optimized(module: ModuleOp, times: int = 1) -> ModuleOp:
    ctx, copy = context(), module.clone()
    for _ in range(times):
        apply(COMPOSITE, copy, ctx)
    return parse(show(copy))


TRIES = 24
"""Sizes to try on a model with each of its guards taken out."""


@pytest.mark.parametrize("name", NAMES)
def test_what_a_guard_proved_is_checked_when_it_is_gone(name: str) -> None:
    original = model(name)
    guards = guards_of(original)
    assert guards
    tally = Tally()
    sizes = sorted(model_sizes(name, 4 * TRIES), key=lambda shapes: sum(map(sum, shapes)))[:TRIES]
    slots = slots_of(name)
    sizes += [slots.shapes_of([dims[one] for one in slots.names]) for dims in slots.bindings[:2]]
    for index in range(len(guards)):
        program = without(original, index)
        known = references(program, sizes, tally, 1)
        failure = compare(optimized(program), COMPOSITE, known, tally)
        assert failure is None, (str(guards[index]), failure)
    assert tally.runs
    assert tally.guarded or name.startswith("torch")


@pytest.mark.parametrize("name", NAMES)
def test_every_guard_that_stays_is_needed(name: str) -> None:
    """Without it and the later ones a run passes that it alone would have stopped."""
    output = as_far_as_guards(optimized(model(name)))
    inputs = [make_inputs(output, sizes, 1) for sizes in model_sizes(name, 2000)]
    count = len(guards_of(output))
    for index in range(count):
        with_it = without(output, *range(index + 1, count))
        rest = without(output, *range(index, count))
        assert any(passes(rest, one) and not passes(with_it, one) for one in inputs), index


# random programs


@pytest.mark.parametrize("index", range(PROGRAMS))
def test_what_a_guard_proved_is_checked_when_it_is_gone_in_random_programs(index: int) -> None:
    original, sizes = programs()[index]
    for number, guard in enumerate(guards_of(original)):
        program = without(original, number)
        tally = Tally()
        known = references(program, sizes, tally, index)
        try:
            output = optimized(program, 2)
        except OperationError:
            assert not any(one.results for one in known)
            continue
        failure = compare(output, COMPOSITE, known, tally)
        assert failure is None, (show(original), str(guard), failure)


def test_most_guards_that_stay_in_random_programs_are_needed() -> None:
    needed = kept = 0
    for index, (original, sizes) in enumerate(programs()):
        output = optimized(original)
        inputs = [make_inputs(original, shapes, index) for shapes in sizes]
        count = len(guards_of(output))
        for number in range(count):
            with_it = without(output, *range(number + 1, count))
            rest = without(output, *range(number, count))
            kept += 1
            needed += any(passes(rest, one) and not passes(with_it, one) for one in inputs)
    print(f"{needed} of {kept} guards that stay were seen to stop a run that those before let pass")
    assert kept >= 20
    assert needed >= 0.5 * kept
