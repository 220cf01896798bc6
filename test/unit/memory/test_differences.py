"""Answers about differences of amounts that carry over to others."""

from itertools import product

from disc_shape.memory.sizes import is_less

COUNTS = (-1, 0, 1)
VALUES = (0, 1, 5)


def difference(counts: tuple[int, ...]) -> dict[int, int]:
    return {term: count for term, count in enumerate(counts) if count}


def test_less_is_less_at_all_sizes() -> None:
    """Terms are never negative, so less of each is less, and only that is at all sizes."""
    every = list(product(COUNTS, repeat=2))
    for one, other in product(every, repeat=2):
        holds = all(
            one[0] * a + one[1] * b <= other[0] * a + other[1] * b
            for a, b in product(VALUES, repeat=2)
        )
        assert is_less(difference(one), difference(other)) == holds
