"""Samples of images of PyTorch at places that are computed, and distances between points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Tensor

BILINEAR, NEAREST = 0, 1
"""How `grid_sampler` interpolates; 2 is cubic."""
ZEROS, BORDER = 0, 1
"""What lies outside of an image for `grid_sampler`; 2 is its reflection."""


@dataclass
class Sampling:
    """Operations that read images at places between their elements."""

    torch: ModuleType

    def grid(
        self, x: Tensor, grid: Tensor, interpolation: int, padding: int, align_corners: bool
    ) -> object:
        """`grid_sampler_2d`: sums of the neighbours of each place by their weights."""
        torch = self.torch
        if interpolation not in (BILINEAR, NEAREST):
            return NotImplemented
        height, width = x.shape[2:]
        row = self.places(grid[..., 1], height, padding, align_corners)
        column = self.places(grid[..., 0], width, padding, align_corners)
        images, total = torch.flatten(x, 2), None
        for (below, lower), (right, upper) in product(
            self.neighbours(row, interpolation), self.neighbours(column, interpolation)
        ):
            inside = (below >= 0) & (below < height) & (right >= 0) & (right < width)
            index = self.clamped(below, height) * width + self.clamped(right, width)
            shape = [index.shape[0], 1, index.shape[1] * index.shape[2]]
            index = torch.reshape(index, shape).expand(-1, x.shape[1], -1)
            chosen = torch.reshape(
                torch.gather(images, 2, index), [x.shape[0], x.shape[1], *grid.shape[1:3]]
            )
            term = chosen * torch.where(inside, lower * upper, 0.0)[:, None].to(x.dtype)
            total = term if total is None else total + term
        return total

    def clamped(self, place: Tensor, size: int) -> Tensor:
        """Whole places inside of a dimension, which may be NaN before."""
        inside = self.torch.where((place >= 0) & (place < size), place, 0.0)
        return inside.to(self.torch.int64)

    def neighbours(self, place: Tensor, interpolation: int) -> Iterator[tuple[Tensor, Tensor]]:
        """Whole places near each place along one dimension, and their weights."""
        if interpolation == NEAREST:
            yield self.torch.round(place), self.torch.ones_like(place)
            return
        low = self.torch.floor(place)
        yield low, low + 1 - place
        yield low + 1, place - low

    def places(self, grid: Tensor, size: int, padding: int, align_corners: bool) -> Tensor:
        """Places in elements for those in a grid, whose corners are -1 and 1."""
        torch = self.torch
        length = torch.full((), size, dtype=grid.dtype)
        if align_corners:
            place, low, span = (grid + 1) / 2 * (length - 1), 0.0, length - 1
        else:
            place, low, span = ((grid + 1) * length - 1) / 2, -0.5, length
        if padding == ZEROS:
            return place
        if padding != BORDER:
            place = self.reflected(place, low, span)
        return torch.minimum(torch.clamp(place, min=0.0), length - 1)

    def reflected(self, place: Tensor, low: float, span: Tensor) -> Tensor:
        """Places that come back where they leave `[low, low + span]`."""
        torch = self.torch
        far = torch.abs(place - low)
        times = torch.floor(far / torch.where(span == 0, 1.0, span))
        rest = torch.where(span == 0, 0.0, far - times * span)
        is_even = times - 2 * torch.floor(times / 2) == 0
        return torch.where(is_even, rest, span - rest) + low

    def distances(self, x: Tensor, y: Tensor, power: float, mode: int | None) -> object:
        """`_cdist_forward`: the norm of the difference of each two points."""
        torch = self.torch
        return torch.linalg.vector_norm(x[..., :, None, :] - y[..., None, :, :], power, -1)

    def distances_of_pairs(self, x: Tensor, power: float = 2.0) -> object:
        """`pdist`: the norm of the difference of each two of a known number of rows."""
        torch = self.torch
        if type(x.shape[0]) is not int:
            return NotImplemented
        pairs = torch.triu_indices(*[x.shape[0]] * 2, 1)
        one, other = (torch.index_select(x, 0, index) for index in pairs)
        return torch.linalg.vector_norm(one - other, power, -1)
