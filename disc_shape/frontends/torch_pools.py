"""
Pools of PyTorch with `ceil_mode`, whose last window reaches over the end: torch-mlir leaves it out
where sizes are known, and gets the sizes wrong where they are open. And those with a divisor.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Tensor
from disc_shape.frontends.traced import FrontEndError


@dataclass
class Along:
    """The windows of a pool along one dimension."""

    size: int
    window: int
    stride: int
    padding: int
    dilation: int
    count: int
    """How many there are."""

    @property
    def reach(self) -> int:
        """How many elements there are from the first to the last one of a window."""
        return self.dilation * (self.window - 1) + 1


@dataclass
class Pools:
    """Pools over as many of the last dimensions as `windows` have."""

    torch: ModuleType

    def decompositions(self) -> dict[object, Callable[..., object]]:
        """The pools; those without `ceil_mode` are left to torch-mlir."""
        aten = self.torch.ops.aten
        largest = aten.max_pool2d_with_indices.default, aten.max_pool3d_with_indices.default
        means = aten.avg_pool2d.default, aten.avg_pool3d.default
        return {
            **{op: partial(self.maximum, op, rank) for rank, op in enumerate(largest, 2)},
            **{op: partial(self.mean, op, rank) for rank, op in enumerate(means, 2)},
        }

    def windows(
        self,
        x: Tensor,
        rank: int,
        window: Sequence[int],
        stride: Sequence[int],
        padding: Sequence[int],
        dilation: Sequence[int],
    ) -> Iterator[Along]:
        """
        The windows along each dimension. As many begin in the elements or the padding before as the
        stride allows, but none that begins behind one that reaches the end of the padding.
        """
        given = (window, stride or window, padding, dilation)
        lists = [[*one] * (rank if len(one) == 1 else 1) for one in given]
        for size, *numbers in zip(x.shape[-rank:], *lists, strict=True):
            along = Along(size, *numbers, count=0)
            step, edge = along.stride, along.padding
            along.count = (size + 2 * edge - along.reach + step - 1) // step + 1
            if along.reach < step + edge:
                begun = (size + edge + step - 1) // step
                along.count = self.torch.sym_min(along.count, begun)
            yield along

    def padded(self, x: Tensor, windows: Sequence[Along], value: float) -> Tensor:
        """Elements, and behind them what the last windows reach over the padding."""
        edges: list[int] = []
        for one in reversed(windows):
            whole = (one.count - 1) * one.stride + one.reach
            edges += [0, self.torch.sym_max(whole - one.size - 2 * one.padding, 0)]
        return self.torch.constant_pad_nd(x, edges, value)

    def maximum(
        self,
        op: Callable[..., tuple[Tensor, Tensor]],
        rank: int,
        x: Tensor,
        window: Sequence[int],
        stride: Sequence[int] = (),
        padding: Sequence[int] = (0,),
        dilation: Sequence[int] = (1,),
        ceil_mode: bool = False,
    ) -> object:
        """
        `max_pool2d_with_indices` and `3d`: what is behind the elements is least. It is never the
        first of a window, so that places are those of elements, of lines that are longer.
        """
        if not ceil_mode and stride:  # Without, torch-mlir takes each window.
            return NotImplemented
        torch, kind = self.torch, x.dtype
        windows = list(self.windows(x, rank, window, stride, padding, dilation))
        numbers = [(one.window, one.stride, one.padding, one.dilation) for one in windows]
        lists = [[*one] for one in zip(*numbers, strict=True)]  # torch-mlir reads all of each.
        if not ceil_mode:
            return op(x, *lists)
        least = -math.inf if kind.is_floating_point else torch.iinfo(kind).min
        padded = self.padded(x, windows, least)
        found, index = op(padded, *lists, False)
        places, area = torch.zeros_like(index), 1
        for one, length in zip(reversed(windows), reversed(padded.shape), strict=False):
            places = places + index % length * area
            index = torch.div(index, length, rounding_mode="floor")
            area = area * one.size
        return found, places

    def mean(
        self,
        op: Callable[..., Tensor],
        rank: int,
        x: Tensor,
        window: Sequence[int],
        stride: Sequence[int] = (),
        padding: Sequence[int] = (0,),
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> object:
        """
        `avg_pool2d` and `3d`: what is behind the elements and the padding is 0 and does not count.
        """
        if not ceil_mode and divisor_override is None:
            return NotImplemented
        torch = self.torch
        if not x.dtype.is_floating_point:
            raise FrontEndError("a mean over windows of integers with 'ceil_mode' has no form")
        windows = list(self.windows(x, rank, window, stride, padding, (1,)))
        edges = [one.padding for one in windows]
        steps = [one.stride for one in windows]
        if ceil_mode:
            for one in windows:
                if type(one.size) is int and one.count == 1:  # No more than there is.
                    one.window = min(one.window, one.size + 2 * one.padding)
            x = self.padded(x, windows, 0.0)
        taken = [one.window for one in windows]
        found = op(x, taken, steps, edges, False, True)
        if divisor_override is not None:
            return found * (math.prod(taken) / divisor_override)
        for axis, one in enumerate(windows):
            begin = torch.arange(one.count) * one.stride - one.padding
            end = torch.clamp(begin + one.window, max=one.size + one.padding)
            if not count_include_pad:
                begin, end = torch.clamp(begin, min=0), torch.clamp(end, max=one.size)
            factor = one.window / (end - begin).to(x.dtype)
            found = found * torch.reshape(factor, (-1, *(1 for _ in windows[axis + 1 :])))
        return found
