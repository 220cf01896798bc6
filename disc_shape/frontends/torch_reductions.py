"""
Reductions in PyTorch of elements that belong together, by masks, where torch-mlir has no StableHLO:
for each result, that of a row in which all other elements change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Scalar, Tensor
from disc_shape.frontends.torch_slices import LAST

Choice = Callable[..., Tensor]
"""`amax` or `amin`."""

SUM, MEAN = 0, 1
"""How `embedding_bag` combines rows; 2 is the maximum."""


def is_one(sizes: Sequence[int]) -> bool:
    """Whether there is one result: all sizes are the number 1, none is open."""
    return all(type(one) is int and one == 1 for one in sizes)


@dataclass
class Reductions:
    """Reductions by masks."""

    torch: ModuleType

    def any_byte(self, x: Tensor, *dimensions: object, **keywords: object) -> object:
        """`any` of unsigned bytes: a byte, 0 or 1; of others it is a truth."""
        torch = self.torch
        if x.dtype != torch.uint8:
            return NotImplemented
        return torch.any(x != 0, *dimensions, **keywords).to(torch.uint8)

    def mean(
        self, x: Tensor, *dimensions: object, dtype: object = None, **keywords: object
    ) -> object:
        """`mean` of integers, as another type: of elements of this type."""
        if dtype is None or x.dtype.is_floating_point or x.dtype.is_complex:
            return NotImplemented
        return self.torch.mean(x.to(dtype), *dimensions, **keywords)

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

    def bags(
        self,
        weight: Tensor,
        indices: Tensor,
        offsets: Tensor,
        scales: bool = False,
        mode: int = SUM,
        sparse: bool = False,
        factors: Tensor | None = None,
        last: bool = False,
        padding: int = -1,
    ) -> object:
        """
        `_embedding_bag`: rows of a table, those between two offsets combined. Of its other results,
        which gradients read, only the numbers of bags and elements are those of PyTorch.
        """
        torch = self.torch
        starts = offsets[:-1] if last else offsets
        bags = torch.arange(starts.shape[0])
        places = torch.arange(indices.shape[0])
        number = torch.sum((offsets[:, None] <= places[None, :]).to(torch.int64), 0) - 1
        mask = number[None, :] == bags[:, None]
        if padding >= 0:
            mask = mask & (indices != padding)[None, :]
        rows = torch.index_select(weight, 0, indices)
        rows = rows if factors is None else rows * factors[:, None]
        counts = torch.sum(mask.to(torch.int64), 1)
        if mode in (SUM, MEAN):
            found = torch.sum(torch.where(mask[:, :, None], rows[None], 0.0), 1)
            if mode == MEAN:
                found = found / torch.clamp(counts, min=1)[:, None]
        else:
            kept = torch.where(mask[:, :, None], rows[None], float("-inf"))
            found = torch.where(counts[:, None] == 0, 0.0, torch.amax(kept, 1))
        return found, number, counts, counts

    def margins_of_labels(self, x: Tensor, target: Tensor, reduction: int) -> object:
        """
        `multilabel_margin_loss_forward`: the labels before the first negative one, each with all
        other classes. The decomposition of PyTorch counts the class 0 for what follows, too.
        """
        torch, count = self.torch, x.shape[-1]
        rows, labels = torch.atleast_2d(x), torch.atleast_2d(target)
        places = torch.arange(count)
        end = torch.amin(torch.where(labels < 0, places, count), -1, keepdim=True)
        labels = torch.where(places < end, labels, -1)
        is_label = torch.any(labels[:, :, None] == places, 1)
        reached = torch.gather(rows, 1, torch.clamp(labels, min=0))[:, :, None]
        counted = (labels >= 0)[:, :, None] & torch.logical_not(is_label)[:, None]
        margins = torch.clamp(1 - reached + rows[:, None], min=0)
        found = torch.sum(torch.where(counted, margins, 0.0), (1, 2)) / count
        if reduction or x.ndim < 2:
            found = torch.mean(found) if reduction == 1 else torch.sum(found)
        return found, torch.reshape(is_label.to(x.dtype), target.shape)

    def scattered_by(
        self, x: Tensor, dim: int, index: Tensor, source: Tensor | Scalar, *, reduce: str
    ) -> object:
        """`scatter` with a reduction, whose other name is that of `scatter_reduce`."""
        torch = self.torch
        if not isinstance(source, torch.Tensor):
            source = torch.full(index.shape, source, dtype=x.dtype)
        kind = "sum" if reduce == "add" else "prod"
        return torch.scatter_reduce(x, dim, index, source, kind)

    def scattered(
        self,
        x: Tensor,
        dim: int,
        index: Tensor,
        source: Tensor,
        reduce: str,
        *,
        include_self: bool = True,
    ) -> object:
        """`scatter_reduce`: elements that are written to one place combined."""
        torch, axis = self.torch, dim % max(x.ndim, 1)
        sizes = [
            one for at, one in enumerate(zip(x.shape, index.shape, source.shape)) if at != axis
        ]
        if not x.ndim or any(str(one) != str(other) for one, *rest in sizes for other in rest):
            return NotImplemented
        source = torch.narrow(source, axis, 0, index.shape[axis])
        rows, places, values = (torch.transpose(one, axis, -1) for one in (x, index, source))
        hits = torch.unsqueeze(places, -2) == torch.arange(rows.shape[-1])[:, None]
        counts = torch.sum(hits.to(torch.int64), -1)
        found = self.combined(reduce, torch.unsqueeze(values, -2), hits)
        if include_self:
            found = self.joined(reduce, rows, found)
            counts = counts + 1
        if reduce == "mean":
            rounding = None if x.dtype.is_floating_point else "floor"
            counted = torch.clamp(counts, min=1).to(x.dtype)
            found = torch.div(found, counted, rounding_mode=rounding)
        return torch.transpose(torch.where(counts == 0, rows, found), axis, -1)

    def reduced_at(
        self, x: Tensor, dim: int, index: Tensor, source: Tensor, *rest: object, **keywords: object
    ) -> object:
        """`index_reduce`: whole slices of one dimension that are written to one place combined."""
        axis = dim % max(x.ndim, 1)
        shape = [-1 if at == axis else 1 for at in range(x.ndim)]
        places = self.torch.reshape(index, shape).expand(source.shape)
        return self.torch.ops.aten.scatter_reduce.two(x, axis, places, source, *rest, **keywords)

    def combined(self, reduce: str, values: Tensor, hits: Tensor) -> Tensor:
        """What the elements of each row give for which a mask holds."""
        torch = self.torch
        if reduce in ("sum", "mean"):
            return torch.sum(torch.where(hits, values, 0), -1, dtype=values.dtype)
        if reduce == "prod":
            return torch.prod(torch.where(hits, values, 1), -1, dtype=values.dtype)
        info = torch.finfo if values.dtype.is_floating_point else torch.iinfo
        low, high = info(values.dtype).min, info(values.dtype).max
        if values.dtype.is_floating_point:
            low, high = float("-inf"), float("inf")
        if reduce == "amax":
            return torch.amax(torch.where(hits, values, low), -1)
        return torch.amin(torch.where(hits, values, high), -1)

    def joined(self, reduce: str, x: Tensor, found: Tensor) -> Tensor:
        """What two elements give."""
        torch = self.torch
        if reduce in ("sum", "mean"):
            return x + found
        if reduce == "prod":
            return x * found
        return torch.maximum(x, found) if reduce == "amax" else torch.minimum(x, found)
