"""Norms of vectors and matrices in PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Scalar, Tensor


@dataclass
class Norms:
    """Norms by sums of magnitudes, or by singular values."""

    torch: ModuleType

    def norm(
        self,
        x: Tensor,
        ord: float | str | None = None,
        dim: int | Sequence[int] | None = None,
        keepdim: bool = False,
        *,
        dtype: object = None,
    ) -> object:
        """`linalg.norm` of vectors and of matrices."""
        torch, find = self.torch, self.torch.linalg.vector_norm
        if ord is None:
            return find(x, 2, dim, keepdim, dtype=dtype)
        axes = tuple(range(x.ndim)) if dim is None else (dim,) if isinstance(dim, int) else dim
        if ord == "fro":
            return find(x, 2, axes, keepdim, dtype=dtype)
        if ord == "nuc" or (len(axes) == 2 and not isinstance(ord, str) and abs(ord) == 2):
            return self.singular(x if dtype is None else x.to(dtype), ord, axes, keepdim)
        if isinstance(ord, str):
            return NotImplemented
        if len(axes) == 1:
            return find(x, ord, axes, keepdim, dtype=dtype)
        row, column = axes if abs(ord) == 1 else reversed(axes)
        sums = torch.sum(torch.abs(x), row, keepdim=True, dtype=dtype)
        found = (torch.amax if ord > 0 else torch.amin)(sums, column, keepdim=True)
        return found if keepdim else torch.squeeze(found, tuple(axes))

    def singular(self, x: Tensor, ord: float | str, axes: Sequence[int], keepdim: bool) -> object:
        """The norms of matrices that singular values are: the largest, the least, the sum."""
        torch, kept = self.torch, [axis % x.ndim for axis in axes]
        order = [*(axis for axis in range(x.ndim) if axis not in kept), *kept]
        values = torch.linalg.svdvals(torch.permute(x, order))
        reduce = torch.sum if ord == "nuc" else torch.amax if float(ord) > 0 else torch.amin
        shape = [1 if axis in kept else size for axis, size in enumerate(x.shape)]
        found = reduce(values, -1)
        return torch.reshape(found, shape) if keepdim else found

    def norm_of_matrices(
        self,
        x: Tensor,
        ord: float | str = "fro",
        dim: Sequence[int] = (-2, -1),
        keepdim: bool = False,
        *,
        dtype: object = None,
    ) -> object:
        """`linalg.matrix_norm`."""
        return self.norm(x, ord, dim, keepdim, dtype=dtype)

    def distance(self, x: Tensor, y: Tensor, p: Scalar = 2) -> object:
        """`dist`: the norm of the difference."""
        return self.torch.linalg.vector_norm(x - y, p)
