"""Images of other sizes and reflections in PyTorch, by elements that are selected."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Tensor

SHARPNESS = -0.75
"""The parameter of PyTorch's cubic interpolation."""


@dataclass
class Resizing:
    """Operations that select elements along one dimension after the other."""

    torch: ModuleType

    def nearest(
        self, x: Tensor, size: Sequence[int] | None, scales: Sequence[float] | None
    ) -> object:
        """
        `upsample_nearest`: along each dimension, element `i` is that at `floor(i * before / after)`
        of floats, as PyTorch computes it, where a scale is the quotient.
        """
        torch, found = self.torch, x
        for axis, before, after, scale in self.dimensions(x, size, scales):
            if scale is not None and scale == int(scale):
                places = torch.arange(after) // int(scale)
            else:
                places = torch.arange(after, dtype=torch.float32) * self.ratio(before, after, scale)
                places = torch.clamp(torch.floor(places).to(torch.int64), max=before - 1)
            found = torch.index_select(found, axis, places)
        return found

    def linear(
        self,
        x: Tensor,
        size: Sequence[int] | None,
        align_corners: bool,
        scales: Sequence[float] | None = None,
    ) -> object:
        """`upsample_linear1d`, `bilinear2d` and `trilinear3d`."""
        return self.resized(x, size, align_corners, scales, is_cubic=False)

    def cubic(
        self,
        x: Tensor,
        size: Sequence[int] | None,
        align_corners: bool,
        scales: Sequence[float] | None = None,
    ) -> object:
        """`upsample_bicubic2d`."""
        return self.resized(x, size, align_corners, scales, is_cubic=True)

    def dimensions(
        self, x: Tensor, size: Sequence[int] | None, scales: Sequence[float] | None
    ) -> Iterator[tuple[int, int, int, float | None]]:
        """Dimensions, their sizes before and after, and the factors of these that are given."""
        given = [*(scales or ())] if size is None else [None] * len(size)
        for number, scale in enumerate(given):
            axis = x.ndim - len(given) + number
            before = x.shape[axis]
            if scale is None:
                yield axis, before, (size or ())[number], None
            else:
                is_whole = scale == int(scale)
                after = before * int(scale) if is_whole else math.trunc(before * scale)
                yield axis, before, after, scale

    def resized(
        self,
        x: Tensor,
        size: Sequence[int] | None,
        align_corners: bool,
        scales: Sequence[float] | None,
        *,
        is_cubic: bool,
    ) -> object:
        """Along each dimension, sums of neighbours by their weights."""
        torch, found = self.torch, x
        if not x.dtype.is_floating_point:
            return NotImplemented
        for axis, before, after, scale in self.dimensions(x, size, scales):
            places = self.places(before, after, align_corners, scale)
            if not is_cubic:
                places = torch.clamp(places, min=0.0)
            begin, last = torch.floor(places), before - 1
            shape = [after if one == axis else 1 for one in range(x.ndim)]
            total = None
            for step, weight in self.weights(places - begin, is_cubic):
                index = torch.clamp(begin.to(torch.int64) + step, min=0, max=last)
                neighbours = torch.index_select(found, axis, index)
                term = neighbours * torch.reshape(weight.to(x.dtype), shape)
                total = term if total is None else total + term
            found = total
        return found

    def places(self, before: int, after: int, align_corners: bool, scale: float | None) -> Tensor:
        """Where results lie along a dimension of the operand."""
        torch = self.torch
        counter = torch.arange(after, dtype=torch.float32)
        if align_corners:
            steps = torch.clamp(torch.full((), after - 1, dtype=torch.float32), min=1.0)
            return counter * (torch.full((), before - 1, dtype=torch.float32) / steps)
        return (counter + 0.5) * self.ratio(before, after, scale) - 0.5

    def ratio(self, before: int, after: int, scale: float | None) -> Tensor:
        """How far results are from each other in the operand; a scale is the factor of sizes."""
        if scale is not None:
            return self.torch.full((), 1 / scale, dtype=self.torch.float32)
        return self.torch.full((), before, dtype=self.torch.float32) / after

    def weights(self, rest: Tensor, is_cubic: bool) -> Iterator[tuple[int, Tensor]]:
        """How far neighbours are from the one before a place, and their weights."""
        if not is_cubic:
            yield 0, 1 - rest
            yield 1, rest
            return
        for step in (-1, 0, 1, 2):
            far = self.torch.abs(rest - step)
            if step in (0, 1):
                yield step, ((SHARPNESS + 2) * far - (SHARPNESS + 3)) * far * far + 1
            else:
                yield step, SHARPNESS * (((far - 5) * far + 8) * far - 4)

    def reflected(self, x: Tensor, padding: Sequence[int]) -> object:
        """`reflection_pad`: along each dimension, places beyond an end count back from it."""
        torch, found = self.torch, x
        for number in range(len(padding) // 2):
            axis = len(x.shape) - 1 - number
            low, high = padding[2 * number : 2 * number + 2]
            last = torch.full((), x.shape[axis] - 1, dtype=torch.int64)
            places = torch.abs(torch.arange(-low, x.shape[axis] + high))
            found = torch.index_select(found, axis, last - torch.abs(last - places))
        return found

    def circular(self, x: Tensor, padding: Sequence[int]) -> object:
        """`pad` of mode `circular`: places beyond an end are those from the other one."""
        torch, found = self.torch, x
        for number in range(len(padding) // 2):
            axis, size = x.ndim - 1 - number, x.shape[x.ndim - 1 - number]
            low, high = padding[2 * number : 2 * number + 2]
            places = torch.arange(-low, size + high)
            places = torch.where(places < 0, places + size, places)
            places = torch.where(places < size, places, places - size)
            found = torch.index_select(found, axis, places)
        return found
