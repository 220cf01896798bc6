"""Sorting in PyTorch, where torch-mlir has no StableHLO for sizes that are open."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

from disc_shape.dialects.hlo.client_other import TopKOp
from disc_shape.dialects.hlo.windowed import SortOp
from disc_shape.frontends.torch_arithmetic import Tensor
from disc_shape.frontends.torch_operators import operators

MOST = 64
"""How many elements in order are selected; more are sorted."""


@dataclass
class Ordered:
    """
    Operations that order elements. NaN is greater than all numbers; equal elements keep their
    order.
    """

    torch: ModuleType

    def is_known(self, x: Tensor) -> bool:
        """Whether torch-mlir sorts the elements of a tensor itself."""
        return x.ndim == 0 or all(type(size) is int for size in x.shape)

    def sort(self, x: Tensor, dim: int = -1, descending: bool = False) -> object:
        """`sort`: the elements, and where they were."""
        if self.is_known(x):
            return NotImplemented
        return self.sorted(x, dim, descending)

    def stable_sort(
        self, x: Tensor, *, stable: bool | None = None, dim: int = -1, descending: bool = False
    ) -> object:
        """`sort.stable`, which this is in any case."""
        return self.sort(x, dim, descending)

    def top_k(
        self, x: Tensor, k: int, dim: int = -1, largest: bool = True, in_order: bool = True
    ) -> object:
        """`topk`: the first elements in order."""
        if self.is_known(x):
            return NotImplemented
        if k <= MOST:
            return self.first(x, k, dim, largest)
        found = self.sorted(x, dim, largest)
        return tuple(self.torch.narrow(one, dim, 0, k) for one in found)

    def first(self, x: Tensor, k: int, dim: int, largest: bool) -> tuple[Any, Any]:
        """
        The first few elements in order by `top_k`, which takes the greatest in a total order: all
        NaN are made one, zeros have one sign, and the order is reversed for the least.
        """
        torch, axis = self.torch, dim % x.ndim
        keys = torch.transpose(x, axis, -1)
        if x.dtype.is_floating_point:
            keys = torch.where(keys != keys, float("nan"), torch.where(keys == 0, 0.0, keys))
            keys = keys if largest else -keys
        elif not largest:
            keys = torch.bitwise_not(keys)
        _, places = operators(torch).of(TopKOp)(keys, k)
        places = torch.transpose(places.to(torch.int64), axis, -1)
        return torch.gather(x, axis, places), places

    def kth_value(self, x: Tensor, k: int, dim: int = -1, keepdim: bool = False) -> object:
        """`kthvalue`: one element in order."""
        if self.is_known(x):
            return NotImplemented
        found = (self.torch.narrow(one, dim, k - 1, 1) for one in self.sorted(x, dim, False))
        return self.kept(tuple(found), dim, keepdim)

    def median(self, x: Tensor, dim: int = -1, keepdim: bool = False) -> object:
        """`median`: the lower one of those in the middle, or the first NaN."""
        if self.is_known(x):
            return NotImplemented
        torch = self.torch
        middle = torch.full((), (x.shape[dim] - 1) // 2, dtype=torch.int64)
        numbers = torch.sum(self.not_nan(x), dim, keepdim=True)
        place = torch.where(numbers < x.shape[dim], numbers, middle)
        found = (torch.gather(one, dim, place) for one in self.sorted(x, dim, False))
        return self.kept(tuple(found), dim, keepdim)

    def median_of_all(self, x: Tensor) -> object:
        """`median` of all elements: the lower one of those in the middle, or NaN."""
        torch, row = self.torch, self.torch.reshape(x, (-1,))
        place = torch.full((1,), (row.shape[0] - 1) // 2, dtype=torch.int64)
        found = torch.index_select(torch.sort(row)[0], 0, place)
        if x.dtype.is_floating_point:
            found = torch.where(torch.any(row != row), float("nan"), found)
        return torch.squeeze(found, 0)

    def median_of_numbers(self, x: Tensor, dim: int = -1, keepdim: bool = False) -> object:
        """`nanmedian`: the lower one of the numbers in the middle, NaN where there are none."""
        torch = self.torch
        if not x.ndim:
            return NotImplemented
        numbers = torch.sum(self.not_nan(x), dim, keepdim=True)
        place = torch.clamp((numbers - 1) // 2, min=0)
        found = (torch.gather(one, dim, place) for one in torch.sort(x, dim % x.ndim))
        return self.kept(tuple(found), dim, keepdim)

    def median_of_all_numbers(self, x: Tensor) -> object:
        """`nanmedian` of all elements."""
        found = self.median_of_numbers(self.torch.reshape(x, (-1,)), 0)
        return found[0]  # pyright: ignore

    def mode(self, x: Tensor, dim: int = -1, keepdim: bool = False) -> object:
        """
        `mode`: the least of the most frequent elements, and the last place where it is. A NaN is
        like no other element: it is only found among others of its kind.
        """
        torch = self.torch
        if not x.ndim:
            return NotImplemented
        rows = torch.transpose(x.to(torch.int64) if x.dtype == torch.bool else x, dim, -1)
        equal = torch.unsqueeze(rows, -1) == torch.unsqueeze(rows, -2)
        counts = torch.sum(equal.to(torch.int64), -1)
        is_most = counts == torch.amax(counts, -1, keepdim=True)
        ends = torch.finfo if rows.dtype.is_floating_point else torch.iinfo
        greatest = float("inf") if rows.dtype.is_floating_point else ends(rows.dtype).max
        value = torch.amin(torch.where(is_most, rows, greatest), -1, keepdim=True)
        places = torch.arange(rows.shape[-1])
        is_found = (rows == value) | (is_most & (rows != rows))
        place = torch.amax(torch.where(is_found, places, -1), -1, keepdim=True)
        found = (torch.transpose(one, dim, -1) for one in (value.to(x.dtype), place))
        return self.kept(tuple(found), dim, keepdim)

    def quantile(
        self,
        x: Tensor,
        q: float,
        dim: int | None = None,
        keepdim: bool = False,
        *,
        interpolation: str = "linear",
    ) -> object:
        """`quantile` by a number: between two neighbours in order; NaN where there is one."""
        if self.is_known(x) or dim is None or interpolation != "linear":
            return NotImplemented
        torch = self.torch
        last = torch.full((1,), x.shape[dim] - 1, dtype=torch.int64)
        place = last.to(x.dtype) * q
        values, _ = self.sorted(x, dim, False)
        begin = torch.clamp(torch.floor(place).to(torch.int64), min=0)
        one, other = (
            torch.index_select(values, dim, torch.minimum(index, last))
            for index in (begin, begin + 1)
        )
        found = one + (other - one) * (place - begin.to(x.dtype))
        numbers = torch.sum(self.not_nan(x), dim, keepdim=True)
        found = torch.where(numbers < x.shape[dim], float("nan"), found)
        return found if keepdim else torch.squeeze(found, dim)

    def kept(self, found: tuple[object, ...], dim: int, keepdim: bool) -> tuple[object, ...]:
        """Results with their dimension of size 1, or without it."""
        return found if keepdim else tuple(self.torch.squeeze(one, dim) for one in found)

    def not_nan(self, x: Tensor) -> Any:
        """Where elements are numbers, as integers."""
        is_number = x == x
        return is_number.to(self.torch.int64)

    def sorted(self, x: Tensor, dim: int, descending: bool) -> tuple[Any, Any]:
        """The elements in order, and where they were."""
        torch = self.torch
        axis = dim % x.ndim
        shape = [-1 if one == axis else 1 for one in range(x.ndim)]
        places = torch.reshape(torch.arange(x.shape[axis]), shape).expand(x.shape)
        return operators(torch).of(SortOp)(x, places, axis, descending)
