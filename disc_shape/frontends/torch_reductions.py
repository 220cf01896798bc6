"""
Reductions in PyTorch of elements that belong together, by masks, where torch-mlir has no StableHLO:
for each result, that of a row in which all other elements change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Scalar, Tensor

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
            counted = torch.clamp(counts, min=1).to(x.dtype)
            is_float = x.dtype.is_floating_point
            found = found / counted if is_float else torch.floor_divide(found, counted)
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
