"""Windows that slide over a tensor: their attributes, their checks and the sizes they give.

StableHLO specification, section "reduce_window", which the other windowed operations refer to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Attribute, Operation

from disc_shape.dialects.hlo.attributes import ints, pairs
from disc_shape.dialects.hlo.shapes import Dims, check_count, check_each


@dataclass(frozen=True)
class Window:
    """One entry for each dimension that the window slides over; no padding means: not known."""

    dimensions: Dims
    strides: tuple[int, ...]
    base_dilations: tuple[int, ...]
    window_dilations: tuple[int, ...]
    padding: tuple[tuple[int, int], ...] | None

    @staticmethod
    def of(
        dimensions: Dims,
        strides: Attribute | None = None,
        base_dilations: Attribute | None = None,
        window_dilations: Attribute | None = None,
        padding: Attribute | None = None,
    ) -> Window:
        """A window from attributes; those that are left out are ones and zeros."""
        count = len(dimensions)
        return Window(
            dimensions,
            ints(strides) if strides else (1,) * count,
            ints(base_dilations) if base_dilations else (1,) * count,
            ints(window_dilations) if window_dilations else (1,) * count,
            pairs(padding) if padding else ((0, 0),) * count,
        )

    def check(
        self,
        op: Operation,
        count: int,
        base: str = "base_dilations",
        window: str = "window_dilations",
    ) -> None:
        """There is an entry for each dimension, and what must be positive is.

        `base` and `window` are the names that the operation gives to the two dilations.
        """
        named = (
            ("window_strides", self.strides),
            (base, self.base_dilations),
            (window, self.window_dilations),
        )
        check_count(op, "window_dimensions", len(self.dimensions), count)
        known = [1 if size is None else size for size in self.dimensions]
        check_each(op, "window dimension", known, 1)
        for what, values in named:
            check_count(op, what, len(values), count)
            check_each(op, what, values, 1)
        if self.padding is not None:
            check_count(op, "padding rows", len(self.padding), count)

    def sizes(self, base: Sequence[int | None]) -> Dims:
        """How many positions the window has in each dimension of a base of these sizes."""
        padding = self.padding or (None,) * len(base)
        columns = (
            base,
            self.dimensions,
            self.strides,
            self.base_dilations,
            self.window_dilations,
            padding,
        )
        return tuple(_positions(*entries) for entries in zip(*columns, strict=True))


def _positions(
    base: int | None,
    window: int | None,
    stride: int,
    base_dilation: int,
    window_dilation: int,
    padding: tuple[int, int] | None,
) -> int | None:
    """The number of positions along one dimension."""
    if base is None or window is None or padding is None:
        return None
    dilated = max(base - 1, 0) * base_dilation + min(base, 1)
    padded = dilated + sum(padding)
    reach = max(window - 1, 0) * window_dilation + min(window, 1)
    return 0 if padded <= 0 or reach > padded else (padded - reach) // stride + 1
