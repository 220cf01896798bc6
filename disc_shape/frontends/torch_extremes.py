"""Extremes in PyTorch, with the places where they are, and numbers between two limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Scalar, Tensor
from disc_shape.frontends.torch_slices import LAST

Choice = Callable[..., Tensor]
"""`amax` or `amin`."""


@dataclass
class Extremes:
    """The greatest and the least elements; NaN is an extreme of all among which it is."""

    torch: ModuleType

    def clamp(self, x: Tensor, min: Tensor | None = None, max: Tensor | None = None) -> object:
        """`clamp` by tensors, which have any shape; where they exclude each other, by the upper."""
        found = x if min is None else self.torch.maximum(x, min)
        return found if max is None else self.torch.minimum(found, max)

    def clamp_to(self, x: Tensor, min: Scalar | None = None, max: Scalar | None = None) -> object:
        """`clamp` of integers by floats: of floats."""
        torch = self.torch
        if x.dtype.is_floating_point or not any(isinstance(one, float) for one in (min, max)):
            return NotImplemented
        return torch.clamp(x.to(torch.get_default_dtype()), min, max)

    def of_bytes(self, op: Choice, x: Tensor, *rest: object) -> object:
        """`amax` and others of unsigned bytes, for which torch-mlir begins at a signed one."""
        if x.dtype != self.torch.uint8:
            return NotImplemented
        return op(x.to(self.torch.int32), *rest).to(x.dtype)

    def largest(self, x: Tensor, dim: int, keepdim: bool = False) -> object:
        """`max.dim`: the greatest elements and where they are, or NaN."""
        return self.placed(self.torch.amax, x, dim, keepdim)

    def least(self, x: Tensor, dim: int, keepdim: bool = False) -> object:
        """`min.dim`: the least elements and where they are, or NaN."""
        return self.placed(self.torch.amin, x, dim, keepdim)

    def place_of_largest(self, x: Tensor, dim: int | None = None, keepdim: bool = False) -> object:
        """`argmax`: where the greatest elements are, or NaN."""
        return self.place(self.torch.amax, x, dim, keepdim)

    def place_of_least(self, x: Tensor, dim: int | None = None, keepdim: bool = False) -> object:
        """`argmin`: where the least elements are, or NaN."""
        return self.place(self.torch.amin, x, dim, keepdim)

    def place(self, choose: Choice, x: Tensor, dim: int | None, keepdim: bool) -> object:
        """Where the extremes along a dimension are, or that of all elements, counted by rows."""
        row = self.torch.reshape(x, (-1,)) if dim is None else x
        _, places = self.placed(choose, row, dim or 0, keepdim)
        return self.torch.reshape(places, [1] * x.ndim) if dim is None and keepdim else places

    def placed(self, choose: Choice, x: Tensor, dim: int, keepdim: bool) -> tuple[Tensor, Tensor]:
        """
        Extremes and the first places where they, or NaN, are; torch-mlir takes no NaN for one.
        """
        torch = self.torch
        if not x.ndim:
            return torch.clone(x), torch.zeros((), dtype=torch.int64)
        axis = dim % x.ndim
        found = choose(x, axis, True)
        shape = [-1 if at == axis else 1 for at in range(x.ndim)]
        places = torch.reshape(torch.arange(x.shape[axis]), shape)
        first = torch.amin(torch.where((x == found) | (x != x), places, LAST), axis, True)
        return (found, first) if keepdim else (found.squeeze(axis), first.squeeze(axis))
