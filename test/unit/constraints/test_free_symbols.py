"""Facts without their free symbols hold exactly where numbers for these exist."""

from itertools import product

import pytest

from disc_shape.constraints.free_symbols import without_free_symbols
from disc_shape.symbolic import parse_cond

FREE = {"p", "q"}
SYSTEMS = [
    ["s == 4*q", "q >= 2", "q <= 9"],
    ["4*q == s + 3", "q != 2"],
    ["3 - 2*q == s"],
    ["s == q + 5", "t == 3*q"],
    ["s == 2*p", "p == 3*q + 1", "q < t"],
    ["s == 2*p + t", "q == p + 1", "q % 2 == 0"],
    ["s*t == 2*q"],
    ["s == 0 - q"],
]


@pytest.mark.parametrize("texts", SYSTEMS, ids=" and ".join)
def test_a_system_holds_where_a_solution_exists(texts: list[str]) -> None:
    conditions = [parse_cond(text) for text in texts]
    found = without_free_symbols(conditions, FREE)
    assert None not in found
    free = sorted({one.name for condition in conditions for one in condition.symbols} & FREE)
    for s, t in product(range(20), range(8)):
        known = {"s": s, "t": t}
        exists = any(
            all(
                one.evaluate({**known, **dict(zip(free, numbers, strict=True))})
                for one in conditions
            )
            for numbers in product(range(80 if len(free) == 1 else 24), repeat=len(free))
        )
        holds = all(one.evaluate(known) for one in found if one is not None)
        assert holds is exists, known


@pytest.mark.parametrize("text", ["q*s == 4", "q*q == s", "q < s", "s == min(q, 3)", "s == q + p"])
def test_a_symbol_that_nothing_determines(text: str) -> None:
    assert without_free_symbols([parse_cond(text)], FREE) == [None]
