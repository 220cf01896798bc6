"""
Memory of large results, which is used again once nothing refers to the result.

The system clears new memory page by page when it is first written, which takes as long as a cheap
kernel. So the memory of the last large results is kept: a result is a view of it, which holds a
reference, as does each view of a view. Where only this module refers to it, it is free.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from math import prod
from sys import getrefcount
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from disc_shape.interpreters.kernels.arrays import Array, DType


LARGE = 1 << 18
"""Results of at least so many bytes are kept: the system's allocator keeps smaller ones itself."""

KEPT = 1 << 28
"""The bytes that are kept, whether they are free or not."""

LINE = 64
"""The bytes of a line of the cache, at whose start these results begin."""

MEMORY: deque[Array] = deque()
"""
The memory of the last results, the oldest first. Each operation on it is atomic, and memory is
taken out before it is looked at, so two threads never see the same one.
"""


def references_of_variable() -> int:
    """What `getrefcount` counts for memory in one variable: 2, or 1 from Python 3.14 on."""
    memory = np.empty(1, np.uint8)
    return getrefcount(memory)


ALONE = references_of_variable()
"""The references to memory that nothing but one variable refers to."""


def new_array(shape: tuple[int, ...], dtype: DType) -> Array:
    """An array that shares memory with no other one that is in use; its elements are arbitrary."""
    count = prod(shape) * dtype.itemsize
    if not LARGE <= count <= KEPT:
        return np.empty(shape, dtype)
    memory = free_memory(count + LINE)
    if memory is None:
        memory = np.empty(count + LINE, np.uint8)
    MEMORY.append(memory)
    while sum(one.nbytes for one in tuple(MEMORY)) > KEPT + LINE:
        with suppress(IndexError):  # Another thread has taken it.
            MEMORY.popleft()
    return np.ndarray(shape, dtype, memory, -memory.ctypes.data % LINE)


def free_memory(count: int) -> Array | None:
    """Kept memory of so many bytes, or at most a quarter more, to which nothing else refers."""
    for _ in range(len(MEMORY)):
        try:
            memory = MEMORY.popleft()
        except IndexError:  # Another thread has taken it.
            return None
        if count <= memory.nbytes <= count + count // 4 and getrefcount(memory) == ALONE:
            return memory
        MEMORY.append(memory)
    return None
