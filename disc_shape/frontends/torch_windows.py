"""Pools of PyTorch to given sizes, and images that are smoothed as they become smaller."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Tensor
from disc_shape.frontends.torch_reductions import is_one

TRIANGLE, CUBIC = 2, 4
"""How many elements filters of bilinear and bicubic interpolation reach over."""
SHARPNESS = -0.5
"""The parameter of PyTorch's cubic filter, which smooths."""


@dataclass
class Windows:
    """
    Results along one dimension of which each reads a window of its own, which begins and ends where
    its number says. Windows are rows of one length, with a mask of what belongs to them.
    """

    torch: ModuleType

    def pooled(self, before: int, after: int) -> tuple[Tensor, Tensor]:
        """The places of each window of an adaptive pool, and which belong to it."""
        torch = self.torch
        number, count = torch.arange(after), torch.full((), after, dtype=torch.int64)
        begin, end = number * before // count, ((number + 1) * before + (after - 1)) // count
        places = begin[:, None] + torch.arange(before // after + 2)
        return places, places < end[:, None]

    def taken(self, x: Tensor, axis: int, places: Tensor) -> Tensor:
        """The elements at places; windows and what is in them are two dimensions."""
        torch = self.torch
        index = torch.clamp(torch.reshape(places, (-1,)), max=x.shape[axis] - 1)
        found = torch.index_select(x, axis, index)
        return torch.reshape(found, [*x.shape[:axis], *places.shape, *x.shape[axis + 1 :]])

    def is_left(self, x: Tensor, size: Sequence[int]) -> bool:
        """Whether torch-mlir lowers a pool: windows of one length, without overlap."""
        pairs = list(zip(x.shape[-len(size) :], size, strict=True))
        return all(type(one) is int for pair in pairs for one in pair) and all(
            before % after == 0 for before, after in pairs
        )

    def mean(self, x: Tensor, size: Sequence[int]) -> object:
        """`adaptive_avg_pool1d`, `2d` and `3d`: means along one dimension after the other."""
        torch = self.torch
        if is_one(size):  # In whatever order it lies.
            return torch.mean(x, [-1 - axis for axis in range(len(size))], keepdim=True)
        if self.is_left(x, size):
            return NotImplemented
        for number, after in enumerate(size):
            axis = x.ndim - len(size) + number
            places, kept = self.pooled(x.shape[axis], after)
            shape = [*places.shape, *(1 for _ in range(x.ndim - axis - 1))]
            rows = torch.where(torch.reshape(kept, shape), self.taken(x, axis, places), 0)
            counts = torch.sum(kept.to(x.dtype), 1)
            x = torch.sum(rows, axis + 1) / torch.reshape(counts, shape[:1] + shape[2:])
        return x

    def maximum(self, x: Tensor, size: Sequence[int]) -> object:
        """
        `adaptive_max_pool2d` and `3d`: the greatest elements, and the first places where they are
        among those of all these dimensions.
        """
        torch, count = self.torch, len(size)
        if is_one(size):
            rows = torch.flatten(x, x.ndim - count)
            shape = (*x.shape[: x.ndim - count], *size)
            return tuple(torch.reshape(one, shape) for one in torch.max(rows, -1))
        if self.is_left(x, size):
            return NotImplemented
        first = x.ndim - count
        rows, kept, index = x, None, None
        for number, after in enumerate(size):
            places, inside = self.pooled(x.shape[first + number], after)
            rows = self.taken(rows, first + 2 * number, places)
            shape = [1] * (2 * count)
            shape[2 * number : 2 * number + 2] = places.shape
            inside, places = torch.reshape(inside, shape), torch.reshape(places, shape)
            kept = inside if kept is None else kept & inside
            index = places if index is None else index * x.shape[first + number] + places
        rows = torch.where(kept, rows, float("-inf"))
        order = [*range(0, 2 * count, 2), *range(1, 2 * count, 2)]
        rows = torch.permute(rows, [*range(first), *(first + one for one in order)])
        index = torch.flatten(torch.permute(index, order), count)
        values, chosen = torch.max(torch.flatten(rows, first + count), -1)
        index = index.expand([*values.shape, index.shape[-1]])
        return values, torch.squeeze(torch.gather(index, -1, torch.unsqueeze(chosen, -1)), -1)

    def bilinear(
        self, x: Tensor, size: Sequence[int], align_corners: bool, *scales: float | None
    ) -> object:
        """`_upsample_bilinear2d_aa`."""
        return self.smoothed(x, size, align_corners, scales, TRIANGLE)

    def bicubic(
        self, x: Tensor, size: Sequence[int], align_corners: bool, *scales: float | None
    ) -> object:
        """`_upsample_bicubic2d_aa`."""
        return self.smoothed(x, size, align_corners, scales, CUBIC)

    def smoothed(
        self,
        x: Tensor,
        size: Sequence[int],
        align_corners: bool,
        scales: Sequence[float | None],
        reach: int,
    ) -> object:
        """
        Sums of neighbours by weights of a filter, which is as wide as what becomes one element:
        first along rows, as PyTorch does it.
        """
        torch = self.torch
        if not x.dtype.is_floating_point:
            return NotImplemented
        scales = [*scales, None, None][:2]
        for axis in (3, 2):
            before, after, scale = x.shape[axis], size[axis - 2], scales[axis - 2]
            places, kept, weights = self.filtered(
                before, after, align_corners, scale, reach, x.dtype
            )
            shape = [*places.shape, *(1 for _ in range(3 - axis))]
            terms = self.taken(x, axis, places) * torch.reshape(weights, shape)
            x = torch.sum(torch.where(torch.reshape(kept, shape), terms, 0), axis + 1).to(x.dtype)
        return x

    def filtered(
        self,
        before: int,
        after: int,
        align_corners: bool,
        scale: float | None,
        reach: int,
        kind: object,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Places that each result along a dimension may read, which it does, and weights."""
        torch = self.torch
        kind = kind if kind in (torch.float32, torch.float64) else torch.float32

        def number(value: float) -> Tensor:
            return torch.full((), value, dtype=kind)

        if align_corners:
            step = number(before - 1) / torch.clamp(number(after - 1), min=1)
            step = torch.where(number(after) > 1, step, 0)
        elif scale:
            step = number(1 / scale)
        else:
            step = number(before) / number(after)
        width = math.ceil(1 / scale) if scale else before // after + 1
        wide = torch.clamp(step, min=1)
        support = reach / 2 * wide
        center = step * (torch.arange(after).to(kind) + 0.5)
        begin = torch.clamp((center - support + 0.5).to(torch.int64), min=0)
        end = torch.clamp((center + support + 0.5).to(torch.int64), max=before)
        places = begin[:, None] + torch.arange(reach * (width + 1) + 1)
        far = (places.to(kind) - center[:, None] + 0.5) / wide
        kept = places < end[:, None]
        weights = torch.where(kept, self.weight(torch.abs(far), reach), 0)
        return places, kept, weights / torch.sum(weights, 1, keepdim=True)

    def weight(self, far: Tensor, reach: int) -> Tensor:
        """The weights of elements at distances."""
        torch = self.torch
        if reach == TRIANGLE:
            return torch.clamp(1 - far, min=0)
        near = ((SHARPNESS + 2) * far - (SHARPNESS + 3)) * far * far + 1
        other = SHARPNESS * (((far - 5) * far + 8) * far - 4)
        return torch.where(far < 1, near, torch.where(far < 2, other, 0))
