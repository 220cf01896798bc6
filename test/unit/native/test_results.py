"""Memory of results is used again once nothing refers to it, and never before."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.results import KEPT, LARGE, LINE, MEMORY, new_array

FLOATS = np.dtype(np.float32)
SIZE = LARGE // 4


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    MEMORY.clear()
    yield
    MEMORY.clear()


def address(array: Array) -> int:
    return array.ctypes.data


def test_memory_of_a_result_that_is_gone_is_used_again() -> None:
    first = new_array((SIZE,), FLOATS)
    place = address(first)
    del first
    assert address(new_array((2, SIZE // 2), FLOATS)) == place


@pytest.mark.parametrize("keep", ["result", "view", "view of a view", "other type"])
def test_memory_that_anything_refers_to_stays(keep: str) -> None:
    first = new_array((SIZE,), FLOATS)
    first[:] = 7
    held: Array = {
        "result": first,
        "view": first[5:],
        "view of a view": first.reshape(2, -1).T[3:][::2],
        "other type": first.view(np.uint32).view(np.float32),
    }[keep]
    del first
    other = new_array((SIZE,), FLOATS)
    other[:] = 1
    assert (held == 7).all()


def test_results_that_live_share_nothing() -> None:
    live = [new_array((SIZE + 100 * number,), FLOATS) for number in range(20)]
    for number, one in enumerate(live):
        one[:] = number
    assert all((one == number).all() for number, one in enumerate(live))
    assert all(address(one) % LINE == 0 for one in live)


def test_small_results_and_very_large_ones_are_not_kept() -> None:
    for size in (0, 1, LARGE - 1, KEPT + 1):
        assert new_array((size,), np.dtype(np.uint8)).shape == (size,)
    assert not MEMORY


def test_kept_memory_is_bounded() -> None:
    live = [new_array((KEPT // 4,), np.dtype(np.uint8)) for _ in range(6)]
    assert len(live) == 6
    assert sum(one.nbytes for one in MEMORY) <= KEPT + LINE


def test_much_larger_memory_is_not_taken() -> None:
    new_array((2 * SIZE,), FLOATS)
    assert new_array((SIZE,), FLOATS).size == SIZE
    assert len(MEMORY) == 2


def test_threads_never_get_the_same_memory() -> None:
    def use(number: int) -> bool:
        whole = True
        for step in range(100):
            one = new_array((SIZE,), FLOATS)
            one[:] = number + step
            whole = whole and bool((one == number + step).all())
        return whole

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(use, range(0, 4000, 1000)))
