"""Broadcasts of shapes, against numpy and against every value that an unknown size may have."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from disc_shape.dialects.shape.canonical.broadcasts import broadcast_sizes, surely_broadcast

SHAPES = [shape for rank in range(3) for shape in product((0, 1, 2, 3), repeat=rank)]
PARTIAL = [shape for rank in range(3) for shape in product((None, 0, 1, 2), repeat=rank)]


def numpy_broadcast(shapes: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
    """What numpy says; None when the shapes do not broadcast."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        return None


@pytest.mark.parametrize("count", [1, 2, 3])
def test_broadcast_sizes(count: int) -> None:
    for shapes in combinations_with_replacement(SHAPES, count):
        assert broadcast_sizes(shapes) == numpy_broadcast(shapes), shapes


def concrete(shape: tuple[int | None, ...]) -> list[tuple[int, ...]]:
    """Every shape that a partly known one may be."""
    return list(product(*[range(4) if size is None else [size] for size in shape]))


def test_surely_broadcast_is_never_wrong() -> None:
    for lhs, rhs in combinations_with_replacement(PARTIAL, 2):
        if surely_broadcast([lhs, rhs]):
            for pair in product(concrete(lhs), concrete(rhs)):
                assert numpy_broadcast(pair) is not None, (lhs, rhs)


def test_surely_broadcast_finds_all_known_pairs() -> None:
    for pair in combinations_with_replacement(SHAPES, 2):
        assert surely_broadcast(pair) == (numpy_broadcast(pair) is not None), pair
