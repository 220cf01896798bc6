"""Convolutions of PyTorch in so many groups as a size says, such as one for each of a batch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Tensor


@dataclass
class Convolutions:
    """Convolutions by products of patches: StableHLO has a number of groups that is known."""

    torch: ModuleType

    def convolution(
        self,
        x: Tensor,
        weight: Tensor,
        bias: Tensor | None,
        stride: Sequence[int],
        padding: Sequence[int],
        dilation: Sequence[int],
        transposed: bool,
        output_padding: Sequence[int],
        groups: int,
    ) -> object:
        """`convolution` with an open number of groups; a known one is left to torch-mlir."""
        torch, rank = self.torch, x.ndim - 2
        if type(groups) is int or any(map(torch.is_complex, (x, weight))):
            return NotImplemented
        stride, padding, dilation, output_padding = (
            list(one) if len(one) == rank else [*one] * rank
            for one in (stride, padding, dilation, output_padding)
        )
        window = weight.shape[2:]
        if not all(type(one) is int for one in window):
            return NotImplemented
        reach = [rate * (one - 1) for rate, one in zip(dilation, window, strict=True)]
        kernel = torch.reshape(weight, (groups, weight.shape[0] // groups, *weight.shape[1:]))
        ends = padding
        if transposed:  # The same of the image with gaps, by the reversed window.
            if any(one > far for one, far in zip(padding, reach, strict=True)):
                return NotImplemented
            kernel = torch.flip(torch.transpose(kernel, 1, 2), [3 + axis for axis in range(rank)])
            for axis, step in enumerate(stride):
                x = self.spread(x, axis + 2, step)
            padding = [far - one for one, far in zip(padding, reach, strict=True)]
            ends = [one + more for one, more in zip(padding, output_padding, strict=True)]
            stride = [1] * rank
        edges = [edge for pair in reversed([*zip(padding, ends, strict=True)]) for edge in pair]
        padded = torch.constant_pad_nd(x, edges) if any(edges) else x
        found = self.products(padded, kernel, stride, dilation)
        return found if bias is None else found + torch.reshape(bias, (-1, *(1 for _ in stride)))

    def spread(self, x: Tensor, axis: int, step: int) -> Tensor:
        """Elements along a dimension with `step - 1` zeros between neighbours."""
        if step == 1:
            return x
        torch, size = self.torch, x.shape[axis]
        edges = [0, 0] * (x.ndim - 1 - axis) + [0, step - 1]
        rows = torch.constant_pad_nd(torch.unsqueeze(x, axis + 1), edges)
        joined = torch.reshape(rows, [*x.shape[:axis], size * step, *x.shape[axis + 1 :]])
        return torch.narrow(joined, axis, 0, size * step - (step - 1))

    def products(
        self, x: Tensor, kernel: Tensor, stride: Sequence[int], dilation: Sequence[int]
    ) -> Tensor:
        """The sums of each group, `[groups, results, features, ...]`, over its features."""
        torch = self.torch
        groups, results, features, *window = kernel.shape
        batch, *lengths = x.shape[0], *x.shape[2:]
        for axis, (rate, step, reach) in enumerate(zip(dilation, stride, window, strict=True)):
            lengths[axis] = (lengths[axis] - rate * (reach - 1) - 1) // step + 1
            places = torch.arange(lengths[axis]) * step + torch.arange(reach)[:, None] * rate
            found = torch.index_select(x, 2 * axis + 2, torch.reshape(places, (-1,)))
            shape = [*x.shape[: 2 * axis + 2], reach, lengths[axis], *x.shape[2 * axis + 3 :]]
            x = torch.reshape(found, shape)
        axes = range(2, 2 + 2 * len(window))
        order = [0, 1, *axes[::2], *axes[1::2]]
        shape = (batch, groups, features * math.prod(window), math.prod(lengths))
        rows = torch.reshape(torch.permute(x, order), shape)
        weights = torch.reshape(kernel, (groups, results, features * math.prod(window)))
        return torch.reshape(torch.matmul(weights, rows), (batch, groups * results, *lengths))
