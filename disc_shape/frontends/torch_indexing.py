"""Indexing of PyTorch by elements that are selected along one dimension."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import cast

from disc_shape.frontends.torch_arithmetic import Tensor
from disc_shape.frontends.torch_selection import Index, Selection
from disc_shape.frontends.torch_slices import LAST


@dataclass
class Indexing:
    """
    Indices count from the end where they are negative, which those that torch-mlir lowers do not,
    and whatever follows the dimensions that they are for has any size.
    """

    torch: ModuleType
    selection: Selection
    is_inside: bool = False
    """Whether `index_put` is left to torch-mlir."""

    def from_start(self, index: Tensor, size: int) -> Tensor:
        """Indices that count from the beginning of a dimension, of a type that holds any."""
        index = index.to(self.torch.int64)
        return self.torch.where(index < 0, index + size, index)

    def index(self, x: Tensor, indices: Sequence[Index]) -> object:
        """
        `index.Tensor`: the dimensions with indices are joined, and one index, that of the element
        in rows that follow each other, selects from them.
        """
        if (found := self.selection.selected(x, indices)) is not None:
            return found
        torch, indices = self.torch, self.selection.numbered(indices)
        axes = [axis for axis, one in enumerate(indices) if one is not None]
        first, count = axes[0], len(axes)
        if axes != list(range(first, first + count)):  # What is selected comes first then.
            others = [axis for axis in range(x.ndim) if axis not in axes]
            x, first = torch.permute(x, [*axes, *others]), 0
        sizes = x.shape[first : first + count]
        found, joined = None, 1
        for axis, size in zip(axes, sizes, strict=True):
            index = self.from_start(indices[axis], size)
            found = index if found is None else found * size + index
            joined = joined * size
        before, after = x.shape[:first], x.shape[first + count :]
        if count > 1:
            x = torch.reshape(x, [*before, joined, *after])
        chosen = torch.index_select(x, first, torch.reshape(found, (-1,)))
        return torch.reshape(chosen, [*before, *cast("Tensor", found).shape, *after])

    def index_put(
        self, x: Tensor, indices: Sequence[Index], values: Tensor, accumulate: bool = False
    ) -> object:
        """
        `index_put`, which torch-mlir lowers for indices that are not negative, of dimensions that
        follow each other.
        """
        if self.is_inside:
            return NotImplemented
        torch = self.torch
        if (written := self.selection.put_where(x, indices, values, accumulate)) is not None:
            return written
        found = [
            None if one is None else self.from_start(one, size)
            for one, size in zip(self.selection.numbered(indices), x.shape, strict=False)
        ]
        axes = [axis for axis, one in enumerate(found) if one is not None]
        order = list(range(x.ndim))
        if axes != order[axes[0] : axes[0] + len(axes)]:  # What is written comes first then.
            order = [*axes, *(axis for axis in order if axis not in axes)]
            x, found = torch.permute(x, order), [found[axis] for axis in axes]
        self.is_inside = True
        try:
            written = torch.ops.aten.index_put.default(x, found, values, accumulate)
            return torch.permute(written, [order.index(axis) for axis in range(x.ndim)])
        finally:
            self.is_inside = False

    def put(self, x: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> object:
        """`put`: elements of the rows that follow each other are written."""
        torch = self.torch
        row, places, values = (torch.reshape(one, (-1,)) for one in (x, index, source))
        return torch.reshape(torch.index_put(row, (places,), values, accumulate), x.shape)

    def take(self, x: Tensor, index: Tensor) -> object:
        """`take`: elements of all dimensions joined."""
        return self.index(self.torch.reshape(x, (-1,)), [index])

    def unfold(self, x: Tensor, dim: int, size: int, step: int) -> object:
        """`unfold`: windows of `size` elements, `step` apart, whose elements come last."""
        torch = self.torch
        if not x.ndim:
            return NotImplemented
        axis = dim % x.ndim
        number = (x.shape[axis] - size) // step + 1
        places = (torch.arange(number) * step)[:, None] + torch.arange(size)[None, :]
        found = torch.index_select(x, axis, torch.reshape(places, (-1,)))
        windows = torch.reshape(found, [*x.shape[:axis], number, size, *x.shape[axis + 1 :]])
        return torch.movedim(windows, axis + 1, -1)

    def slice_scatter(
        self,
        x: Tensor,
        source: Tensor,
        dim: int = 0,
        start: int | None = None,
        end: int | None = None,
        step: int = 1,
    ) -> object:
        """`slice_scatter`: what is before, the elements that are written, what is after them."""
        torch, axis = self.torch, dim % x.ndim
        start = 0 if start is None else start
        is_last = end is None or (type(end) is int and end >= LAST)
        size = x.shape[axis]
        if step != 1 and not is_last:
            return NotImplemented
        if type(size) is int and type(start) is int:
            start = min(max(start + size if start < 0 else start, 0), size)
        if step != 1:
            return self.written_by_steps(x, source, axis, start, step)
        if is_known(start >= 0):
            ends = start + source.shape[axis]
        elif type(start) is int and (is_last or (type(end) is int and start < end < 0)):
            ends = LAST if is_last else end
        else:
            return NotImplemented
        part: Callable[..., Tensor] = torch.ops.aten.slice.Tensor
        return torch.cat([part(x, axis, 0, start), source, part(x, axis, ends, LAST)], axis)

    def written_by_steps(
        self, x: Tensor, source: Tensor, axis: int, start: int, step: int
    ) -> object:
        """`slice_scatter` of places that are `step` apart, up to the end of the dimension."""
        torch = self.torch
        if type(start) is not int or start < 0:
            return NotImplemented
        places = torch.arange(x.shape[axis]) - start
        is_written = (places >= 0) & (places % step == 0)
        chosen = torch.index_select(source, axis, torch.clamp(places // step, min=0))
        shape = [-1 if one == axis else 1 for one in range(x.ndim)]
        return torch.where(torch.reshape(is_written, shape), chosen, x)

    def search(
        self,
        sequence: Tensor,
        x: Tensor,
        *,
        out_int32: bool = False,
        right: bool = False,
        side: str | None = None,
        sorter: Tensor | None = None,
    ) -> object:
        """
        `searchsorted`: how many elements of a sorted row are before each value, or, from the right,
        not after it. All are before NaN; a row with NaN is not sorted.
        """
        torch = self.torch
        if sorter is not None:
            sequence = torch.gather(sequence, -1, sorter)
        rows = sequence[..., None, :] if sequence.ndim > 1 else sequence
        values = x[..., None]
        passed = ~(rows > values) if right or side == "right" else ~(rows >= values)
        return torch.sum(passed, -1, dtype=torch.int32 if out_int32 else torch.int64)

    def masked_scatter(self, x: Tensor, mask: Tensor, source: Tensor) -> object:
        """`masked_scatter`: where a mask holds, the elements of another tensor in their order."""
        torch = self.torch
        x, mask = torch.broadcast_tensors(x, mask)
        flat = torch.reshape(mask, (-1,))
        places = torch.clamp(torch.cumsum(flat.to(torch.int64), 0) - 1, min=0)
        chosen = torch.index_select(torch.reshape(source, (-1,)), 0, places)
        return torch.where(mask, torch.reshape(chosen, x.shape), x)


def is_known(condition: object) -> bool:
    """Whether a condition on sizes holds for all that are open, which is found without guards."""
    symbolic = import_module("torch.fx.experimental.symbolic_shapes")
    return symbolic.statically_known_true(condition)
