"""Places in an arena, as the largest ends of the buffers below."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.memory import sizes as sizes_module
from disc_shape.memory.amounts import Amount, amount, counts_at_most, largest
from disc_shape.memory.packing import Buffers, packing_of
from disc_shape.memory.sizes import LegalNumbers, Sizes, size_at
from disc_shape.program import parse
from disc_shape.symbolic import sym


class Counting:
    """Compares amounts by their counts, and counts the comparisons."""

    def __init__(self) -> None:
        self.asked = 0
        self.legal = LegalNumbers()

    def at_most(self, one: Amount, other: Amount) -> bool:
        self.asked += 1
        return counts_at_most(one, other)


def buffers_of(conflicts: list[list[int]]) -> Buffers:
    """Buffers of one term each."""
    return Buffers([], [((number, 1),) for number in range(len(conflicts))], conflicts)


def test_a_buffer_is_compared_with_those_right_below() -> None:
    """All are alive together, so each lies on the one before; some 150,000 comparisons before."""
    count, sizes = 100, Counting()
    conflicts = [[other for other in range(count) if other != one] for one in range(count)]
    packing = packing_of(range(count), buffers_of(conflicts), cast("Sizes", sizes))
    assert [len(offset) for offset in packing.offsets] == [1] * count
    assert sizes.asked < 3 * count


@pytest.mark.parametrize("seed", range(20))
def test_numbers_save_comparisons(seed: int) -> None:
    """The largest amounts are the same ones; those larger in numbers are not compared."""
    random, terms = Random(seed), range(6)
    legal = [[1, *(random.randrange(1, 9) for _ in terms)] for _ in range(12)]
    amounts = [amount({term: random.randrange(3) for term in terms}) for _ in range(60)]
    alone, together = Counting(), Counting()
    expected = largest(amounts, alone.at_most)
    found = largest(amounts, together.at_most, LegalNumbers(legal).numbers)
    assert found == expected
    assert together.asked < alone.asked


@pytest.mark.parametrize("seed", range(20))
def test_no_two_that_are_alive_together_overlap(seed: int) -> None:
    random, count = Random(seed), 12
    together = {
        pair
        for pair in ((one, other) for one in range(count) for other in range(one))
        if random.random() < 0.4
    }
    conflicts = [
        [other for other in range(count) if (one, other) in together or (other, one) in together]
        for one in range(count)
    ]
    order = random.sample(range(count), count)
    packing = packing_of(order, buffers_of(conflicts), cast("Sizes", Counting()))
    for _ in range(5):
        values = [random.randrange(4) for _ in range(count)]
        places = [max(size_at(one, values) for one in offset) for offset in packing.offsets]
        for one, other in together:
            low, high = sorted((one, other), key=order.index)
            assert places[low] + values[low] <= places[high]
        ends = [place + size for place, size in zip(places, values, strict=True)]
        assert packing.arena_at(values) == max(ends)
        for one in range(count):
            rank = order.index(one)
            below = [ends[other] for other in conflicts[one] if order.index(other) < rank]
            assert places[one] == max(below, default=0)


def never(*_: object) -> bool:
    return False


def test_no_difference_is_made_when_all_questions_are_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All comparisons but those of counts are open then: some 600,000 in a model of 364 buffers."""
    monkeypatch.setattr(sizes_module, "QUESTIONS", 1)
    facts = ShapeAnalysis(parse("func.func @main() { return }").module).functions[0]
    sizes = Sizes(facts, 0, "all")
    one, two = (((number, 1),) for number in (1, 2))
    sizes.terms += [sym("a"), sym("b")]
    monkeypatch.setattr(Sizes, "known", never)
    assert not sizes.at_most(one, two)
    monkeypatch.setattr(sizes_module, "minus", None)
    assert not sizes.at_most(two, one)
    assert sizes.at_most(one, ((1, 2),))
