"""Views: where the loops of a kernel evaluate a member."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import count
from typing import NamedTuple

from disc_shape.fusion.graph import Read


class View(NamedTuple):
    """How the index of a member follows from the loops of a kernel."""

    axes: tuple[int | None, ...] | None
    """
    For each dimension of the member the loop that is its index, None for index 0; None as a whole
    where indices are no such projection. Dimensions of size one have no loop.
    """
    level: int
    """The number of outermost loops that decide the index: it is evaluated inside these."""
    once: bool
    """Whether those loops evaluate each element at most once."""
    is_flat: bool
    """Whether it is the index of the output itself, or has the same row-major position."""
    key: Hashable
    """Equal for equal indices."""
    is_prologue: bool = False
    """Whether it is read by a contraction, which computes indices of its own."""


def projected(axes: Sequence[int | None], *, is_flat: bool = False) -> View:
    """A member whose dimensions are loops."""
    used = {axis for axis in axes if axis is not None}
    level = max(used, default=-1) + 1
    return View(tuple(axes), level, len(used) == level, is_flat, tuple(axes))


def identity(units: Sequence[bool]) -> View:
    """The output of a kernel, whose dimensions of size one, by `units`, have no loops."""
    loops = count()
    return projected([None if unit else next(loops) for unit in units], is_flat=True)


def read_through(view: View, read: Read, rank: int, reduced: Sequence[int | None] = ()) -> View:
    """
    The view of an operand of a member of rank `rank`. `reduced` are the loops of the dimensions
    that the member reduces.
    """
    if view.is_prologue:
        return view
    if read.axes == ():
        return projected(())
    if read.axes is not None and view.axes is not None:
        loops = [*view.axes, *reduced]
        axes = tuple(None if axis is None else loops[axis] for axis in read.axes)
        if axes == view.axes:
            return view
        return projected(axes, is_flat=view.is_flat and read.is_flat)
    if read.axes is not None and not read.is_flat:
        return _through_projection(view, read.axes, rank, reduced)
    once = view.once and read.once
    return View(None, view.level, once, view.is_flat and read.is_flat, (read.key, view.key))


def _through_projection(
    view: View, axes: tuple[int | None, ...], rank: int, reduced: Sequence[int | None]
) -> View:
    """An operand read along axes of a member whose own dimensions are no loops."""
    if axes == tuple(range(rank)) and not reduced:
        return view
    used = {axis for axis in axes if axis is not None}
    covers = len(used) == rank + len(reduced)
    level = max(view.level, *(loop + 1 for loop in reduced if loop is not None), 0)
    return View(None, level, view.once and covers, False, (axes, tuple(reduced), view.key))
