"""Operations of PyTorch by others, where torch-mlir has no StableHLO for sizes that are open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Protocol


class Tensor(Protocol):
    """A tensor of PyTorch."""

    shape: Sequence[int]
    dtype: object


def decompositions(torch: ModuleType) -> dict[object, Callable[..., object]]:
    """
    The table of torch-mlir, and what it cannot lower where sizes are open: norms of groups, which
    become views with strides, variances that divide by less than the number of elements,
    cumulative sums, whose work is quadratic then, nearest neighbours and reflections.
    """
    table = import_module("torch_mlir.extras.fx_decomp_util").get_decomposition_table()
    aten = torch.ops.aten
    written = _Written(torch)
    return {
        **table,
        aten.native_group_norm.default: written.group_norm,
        aten.var.correction: written.variance,
        aten.std.correction: written.deviation,
        aten.cumsum.default: written.cumulative_sum,
        aten.upsample_nearest1d.vec: written.nearest,
        aten.upsample_nearest2d.vec: written.nearest,
        aten.upsample_nearest3d.vec: written.nearest,
        aten.reflection_pad1d.default: written.reflected,
        aten.reflection_pad2d.default: written.reflected,
        aten.reflection_pad3d.default: written.reflected,
    }


class _Written:
    """Operations by those that torch-mlir lowers."""

    def __init__(self, torch: ModuleType) -> None:
        self.torch = torch

    def group_norm(
        self,
        x: Tensor,
        weight: Tensor | None,
        bias: Tensor | None,
        batch: int,
        channels: int,
        area: int,
        groups: int,
        epsilon: float,
    ) -> tuple[object, object, object]:
        """`native_group_norm`: the groups are rows."""
        torch = self.torch
        rows = torch.reshape(x, (batch, groups, channels // groups * area))
        variance, mean = torch.var_mean(rows, dim=-1, correction=0, keepdim=True)
        scale = torch.rsqrt(variance + epsilon)
        normal = torch.reshape((rows - mean) * scale, x.shape)
        features = (1, channels, *(1 for _ in x.shape[2:]))
        if weight is not None:
            normal = normal * torch.reshape(weight, features)
        if bias is not None:
            normal = normal + torch.reshape(bias, features)
        return normal, torch.squeeze(mean, -1), torch.squeeze(scale, -1)

    def variance(
        self,
        x: Tensor,
        dim: Sequence[int] | None = None,
        *,
        correction: float | None = None,
        keepdim: bool = False,
    ) -> object:
        """`var.correction`: the sum of squares, by the number of elements less the correction."""
        torch, rank = self.torch, len(x.shape)
        axes = [axis % rank for axis in dim] if dim else list(range(rank))
        if correction == 0 or all(type(x.shape[axis]) is int for axis in axes):
            return NotImplemented
        count = 1
        for axis in axes:
            count = count * x.shape[axis]
        centered = x - torch.mean(x, axes, keepdim=True)
        total = torch.sum(centered * centered, axes, keepdim=keepdim)
        divisor = torch.full((), count, dtype=x.dtype) - (1 if correction is None else correction)
        return total / torch.clamp(divisor, min=0)

    def deviation(
        self,
        x: Tensor,
        dim: Sequence[int] | None = None,
        *,
        correction: float | None = None,
        keepdim: bool = False,
    ) -> object:
        """`std.correction`: the square root of the variance."""
        found = self.variance(x, dim, correction=correction, keepdim=keepdim)
        return found if found is NotImplemented else self.torch.sqrt(found)

    def cumulative_sum(self, x: Tensor, dim: int, *, dtype: object = None) -> object:
        """`cumsum`: for each element, the sum of a row in which those after it are zero."""
        torch, rank = self.torch, len(x.shape)
        if not rank:
            return torch.sum(x, dtype=dtype)
        axis = dim % rank
        places = torch.arange(x.shape[axis])
        kept = places[None, :] <= places[:, None]
        shape = (1,) * axis + tuple(kept.shape) + (1,) * (rank - 1 - axis)
        rows = torch.where(torch.reshape(kept, shape), torch.unsqueeze(x, axis), 0)
        return torch.sum(rows, axis + 1, dtype=dtype)

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
