"""Rows that follow each other in groups, as mixtures of experts have them: products and counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Scalar, Tensor


@dataclass
class Grouping:
    """
    Groups are given by their ends: those of `[2, 2, 5]` are two rows, none, and three. Rows after
    the last end belong to no group.
    """

    torch: ModuleType

    def of_libraries(self) -> Mapping[object, Callable[..., object]]:
        """Decompositions of operators that other packages register, if they are imported."""
        found = getattr(self.torch.ops.transformers, "grouped_mm_fallback", None)
        return {} if found is None else {found.default: self.rows_product}

    def group_of(self, ends: Tensor, count: Scalar) -> Tensor:
        """The number of the group of each of `count` rows: that of the ends not after it."""
        torch = self.torch
        return torch.sum((ends <= torch.arange(count)[:, None]).to(torch.int64), 1)

    def product(
        self,
        x: Tensor,
        y: Tensor,
        offs: Tensor | None = None,
        bias: Tensor | None = None,
        out_dtype: object = None,
    ) -> object:
        """
        `_grouped_mm`: the product of each group with a matrix of its own, or the product of each
        group of columns with the same rows, or the matrices of two tensors.
        """
        torch = self.torch
        if bias is not None or out_dtype not in (None, x.dtype):
            return NotImplemented
        if offs is None:
            return torch.bmm(x, y)
        if x.ndim == 2 and y.ndim == 3:
            return self.rows_product(x, y, offs)
        if x.ndim == 3:
            rows = self.rows_product(torch.transpose(y, 0, 1), torch.transpose(x, 1, 2), offs)
            return rows if rows is NotImplemented else torch.transpose(rows, 0, 1)
        group = self.group_of(offs, x.shape[1])
        kept = group == torch.arange(offs.shape[0])[:, None]
        left = torch.where(kept[:, None, :], x[None], 0)
        return torch.bmm(left, torch.where(kept[:, :, None], y[None], 0))

    def rows_product(self, x: Tensor, weights: Tensor, offs: Tensor) -> object:
        """
        Rows with the matrix of their group, of an open number of rows for each: the product of all
        rows with all matrices, of which a row keeps the part of its group. Others are zero.
        """
        torch = self.torch
        groups, terms, columns = weights.shape
        if type(groups) is not int or groups == 0:
            return NotImplemented
        count = x.shape[0]
        joined = torch.reshape(torch.permute(weights, (1, 0, 2)), (terms, groups * columns))
        parts = torch.reshape(torch.mm(x, joined), (count * groups, columns))
        group = self.group_of(offs, count)
        places = torch.arange(count) * groups + torch.clamp(group, max=groups - 1)
        chosen = torch.index_select(parts, 0, places)
        return torch.where((group < groups)[:, None], chosen, 0)

    def histogram(self, x: Tensor, bins: int = 100, min: float = 0, max: float = 0) -> object:
        """`histc` between two numbers: how many elements are in each part; the last has its end."""
        torch = self.torch
        if min >= max:  # The range is that of the elements.
            return NotImplemented
        values = torch.reshape(x, (-1, 1))
        low, high = (torch.full((), one, dtype=x.dtype) for one in (min, max))
        is_inside = (values >= low) & (values <= high)
        place = torch.where(is_inside, (values - low) * bins / (high - low), 0).to(torch.int64)
        hits = is_inside & (torch.clamp(place, max=bins - 1) == torch.arange(bins))
        return torch.sum(hits.to(torch.int64), 0).to(x.dtype)
