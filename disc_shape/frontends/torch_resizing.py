"""Images of other sizes and reflections in PyTorch, by elements that are selected."""

from __future__ import annotations

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
        of floats, as PyTorch computes it.
        """
        torch, found = self.torch, x
        if size is None and not all(scale == int(scale) for scale in scales or ()):
            return NotImplemented
        first = len(x.shape) - len(size or scales or ())
        for number, axis in enumerate(range(first, len(x.shape))):
            before = x.shape[axis]
            if size is None:
                scale = int((scales or ())[number])
                places = torch.arange(before * scale) // scale
            else:
                ratio = torch.full((), before, dtype=torch.float32) / size[number]
                places = torch.floor(torch.arange(size[number], dtype=torch.float32) * ratio)
                places = torch.clamp(places.to(torch.int64), max=before - 1)
            found = torch.index_select(found, axis, places)
        return found

    def linear(
        self,
        x: Tensor,
        size: Sequence[int] | None,
        align_corners: bool,
        scales: Sequence[float] | None = None,
    ) -> object:
        """`upsample_linear1d`, `bilinear2d` and `trilinear3d` to sizes that are given."""
        return self.resized(x, size, align_corners, is_cubic=False)

    def cubic(
        self,
        x: Tensor,
        size: Sequence[int] | None,
        align_corners: bool,
        scales: Sequence[float] | None = None,
    ) -> object:
        """`upsample_bicubic2d` to sizes that are given, or by whole numbers."""
        if size is None and scales is not None and all(one == int(one) for one in scales):
            images = x.shape[x.ndim - len(scales) :]
            size = [one * int(scale) for one, scale in zip(images, scales, strict=True)]
        return self.resized(x, size, align_corners, is_cubic=True)

    def resized(
        self, x: Tensor, size: Sequence[int] | None, align_corners: bool, *, is_cubic: bool
    ) -> object:
        """Along each dimension, sums of neighbours by their weights."""
        torch, found = self.torch, x
        if size is None or not x.dtype.is_floating_point:
            return NotImplemented
        for number, after in enumerate(size):
            axis = x.ndim - len(size) + number
            places = self.places(x.shape[axis], after, align_corners)
            if not is_cubic:
                places = torch.clamp(places, min=0.0)
            begin, last = torch.floor(places), x.shape[axis] - 1
            shape = [after if one == axis else 1 for one in range(x.ndim)]
            total = None
            for step, weight in self.weights(places - begin, is_cubic):
                index = torch.clamp(begin.to(torch.int64) + step, min=0, max=last)
                neighbours = torch.index_select(found, axis, index)
                term = neighbours * torch.reshape(weight.to(x.dtype), shape)
                total = term if total is None else total + term
            found = total
        return found

    def places(self, before: int, after: int, align_corners: bool) -> Tensor:
        """Where results lie along a dimension of the operand."""
        torch = self.torch
        counter = torch.arange(after, dtype=torch.float32)
        if align_corners:
            steps = torch.clamp(torch.full((), after - 1, dtype=torch.float32), min=1.0)
            return counter * (torch.full((), before - 1, dtype=torch.float32) / steps)
        ratio = torch.full((), before, dtype=torch.float32) / after
        return (counter + 0.5) * ratio - 0.5

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
