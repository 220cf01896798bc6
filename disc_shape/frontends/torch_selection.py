"""Selection in PyTorch of the elements for which a mask holds: their number depends on the data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from types import ModuleType
from typing import cast

from disc_shape.frontends.torch_arithmetic import Tensor

Index = Tensor | None
"""The indices of one dimension of a tensor, or of more for a mask; `None` where all is taken."""


@dataclass
class Selection:
    """Masks have one element for each of the elements, or slices, that they select."""

    torch: ModuleType

    def is_mask(self, index: Index) -> bool:
        """Whether indices are a mask."""
        return index is not None and index.dtype in (self.torch.bool, self.torch.uint8)

    def numbered(self, indices: Sequence[Index]) -> list[Index]:
        """Indices with numbers in the place of masks."""
        found: list[Index] = []
        for one in indices:
            found += self.columns(cast("Tensor", one)) if self.is_mask(one) else [one]
        return found

    def nonzero(self, x: Tensor) -> Tensor:
        """`nonzero`: where elements are that are not 0, in the order of rows."""
        torch = self.torch
        if not x.ndim:
            return NotImplemented
        return torch.stack(self.columns(x), -1)

    def columns(self, x: Tensor) -> list[Tensor]:
        """The places of elements that are not 0, by dimensions."""
        torch, places = self.torch, self.places(x)
        found: list[Tensor] = []
        for axis in reversed(range(x.ndim)):
            length = torch.full((), x.shape[axis], dtype=torch.int64)
            found.insert(0, places % length if axis else places)
            places = torch.div(places, length, rounding_mode="floor")
        return found

    def places(self, x: Tensor) -> Tensor:
        """
        The places of elements that are not 0, in rows that follow each other. Each such element
        writes its place where as many are before it as in the result, all others write behind.
        """
        torch, size = self.torch, prod(x.shape)
        mask = torch.reshape(x if x.dtype == torch.bool else x != 0, (-1,))
        numbers = torch.where(mask, torch.cumsum(mask, 0) - 1, size)
        whole = torch.full((size + 1,), 0, dtype=torch.int64)
        written = torch.scatter(whole, 0, numbers, torch.arange(size))
        count = torch.sum(mask).item()
        torch._check(count >= 0)
        torch._check(count <= size)
        return torch.narrow(written, 0, 0, count)

    def selected(self, x: Tensor, indices: Sequence[Index]) -> Tensor | None:
        """`index` by one mask; `None` for other indices."""
        torch, (*before, mask) = self.torch, indices
        if mask is None or not self.is_mask(mask) or any(one is not None for one in before):
            return None
        first, rest = [*x.shape[: len(before)]], [*x.shape[len(before) + mask.ndim :]]
        rows = torch.reshape(x, [*first, prod(mask.shape), *rest])
        return torch.index_select(rows, len(before), self.places(mask))

    def masked_select(self, x: Tensor, mask: Tensor) -> Tensor:
        """`masked_select`."""
        torch = self.torch
        x, mask = torch.broadcast_tensors(x, mask)
        return torch.ops.aten.index.Tensor(x, [mask])

    def put_where(
        self, x: Tensor, indices: Sequence[Index], values: Tensor, accumulate: bool
    ) -> Tensor | None:
        """
        `index_put` of what one mask selects: of values that are the same for all, or one for each.
        `None` for other indices.
        """
        torch = self.torch
        *before, mask = indices
        if mask is None or mask.dtype is not torch.bool or any(one is not None for one in before):
            return None
        rest = x.ndim - len(before) - mask.ndim
        shape = [*(1 for _ in before), *mask.shape, *(1 for _ in range(rest))]
        if values.ndim > rest:
            if before:
                return None
            values = self.spread(mask, values, x.shape[mask.ndim :])
        return torch.where(torch.reshape(mask, shape), x + values if accumulate else values, x)

    def spread(self, mask: Tensor, values: Tensor, sizes: Sequence[int]) -> Tensor:
        """
        Values for what a mask selects, of these sizes each, where the mask holds. There is one for
        all, or one for each: other numbers are refused.
        """
        torch = self.torch
        flat = torch.reshape(mask, (-1,)).to(torch.int64)
        rows = torch.expand_copy(values, [values.shape[0], *sizes])
        rows = torch.cat([rows, torch.zeros([1, *sizes], dtype=rows.dtype)])
        places = torch.clamp(torch.cumsum(flat, 0) - 1, min=0)
        count = torch.full((), values.shape[0], dtype=torch.int64)
        fits = (count == 1) | (count == torch.sum(flat))
        message = "expected one value for each element that a mask selects, or one for all"
        torch.ops.aten._assert_async.msg(fits, message)
        places = torch.where(count == 1, 0, places)
        return torch.reshape(torch.index_select(rows, 0, places), [*mask.shape, *sizes])
