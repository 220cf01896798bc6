"""
Running results in PyTorch by masks, where torch-mlir has no StableHLO for sizes that are open: for
each element, the result of a row in which those after it change nothing. The work is quadratic,
unless `find-cumulative-reductions` finds what it means.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from disc_shape.frontends.torch_arithmetic import Tensor


@dataclass
class Running:
    """Operations that combine each element with those before it."""

    torch: ModuleType

    def rows(self, x: Tensor, dim: int, neutral: float) -> tuple[Any, int]:
        """
        For each element the ones up to it, with others that change nothing after them, and along
        which dimension they are.
        """
        torch, axis = self.torch, dim % x.ndim
        places = torch.arange(x.shape[axis])
        kept = places[None, :] <= places[:, None]
        shape = (1,) * axis + tuple(kept.shape) + (1,) * (x.ndim - 1 - axis)
        rows = torch.where(torch.reshape(kept, shape), torch.unsqueeze(x, axis), neutral)
        return rows, axis + 1

    def sums(self, x: Tensor, dim: int, *, dtype: object = None) -> object:
        """`cumsum`."""
        if not x.ndim:
            return self.torch.sum(x, dtype=dtype)
        return self.torch.sum(*self.rows(x, dim, 0), dtype=dtype)

    def products(self, x: Tensor, dim: int, *, dtype: object = None) -> object:
        """`cumprod`."""
        if not x.ndim:
            return self.torch.prod(x, dtype=dtype)
        rows, axis = self.rows(x, dim, 1)
        return self.torch.prod(rows, axis, dtype=dtype)

    def logarithms(self, x: Tensor, dim: int) -> object:
        """`logcumsumexp`."""
        if not x.ndim:
            return x
        return self.torch.logsumexp(*self.rows(x, dim, float("-inf")))

    def maxima(self, x: Tensor, dim: int) -> object:
        """`cummax`: the greatest elements, and where the last of them are."""
        return self.extremes(x, dim, self.torch.amax)

    def minima(self, x: Tensor, dim: int) -> object:
        """`cummin`."""
        return self.extremes(x, dim, self.torch.amin)

    def extremes(self, x: Tensor, dim: int, choose: Callable[..., Any]) -> object:
        """Extremes of numbers, and the last places where they, or NaN, are."""
        torch = self.torch
        if x.dtype == torch.bool:
            return NotImplemented
        if not x.ndim:
            return torch.clone(x), torch.zeros((), dtype=torch.int64)
        least, greatest = float("-inf"), float("inf")
        if not x.dtype.is_floating_point:
            kind = torch.iinfo(x.dtype)
            least, greatest = kind.min, kind.max
        rows, axis = self.rows(x, dim, least if choose is torch.amax else greatest)
        found = choose(rows, axis)
        places = torch.reshape(
            torch.arange(x.shape[dim]), [-1 if one == axis - 1 else 1 for one in range(x.ndim)]
        )
        is_new = (x == found) | (x != x)
        first = torch.iinfo(torch.int64).min
        return found, torch.amax(self.rows(torch.where(is_new, places, 0), dim, first)[0], axis)
