"""Slices of PyTorch that may have no elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate
from types import ModuleType
from typing import Protocol, cast

from disc_shape.frontends.torch_arithmetic import Scalar, Tensor

LAST = 2**63 - 1
"""The end of a slice that goes to the end of a dimension."""


class Interval(Protocol):
    """The range of a symbol."""

    lower: Scalar
    upper: Scalar


@dataclass
class Slices:
    """
    torch-mlir takes all elements where the end of a slice, counted from the first element, is 0.
    Elements before the first one, which are left out again, move such an end.
    """

    torch: ModuleType
    ranges: Mapping[object, Interval]
    """Those of the sizes of a program: PyTorch exports it as if all were at least 2."""
    is_inside: bool = False
    """Whether `slice` is left to torch-mlir."""

    def slice(
        self,
        x: Tensor,
        dim: int = 0,
        start: Scalar | None = None,
        end: Scalar | None = None,
        step: int = 1,
    ) -> object:
        """`slice`, of which one whose end may have both signs is left to torch-mlir."""
        axis = dim % max(x.ndim, 1)
        if self.is_inside or end is None or self.ends_after_first(x.shape[axis], end):
            return NotImplemented
        found = self.range_of(end)
        start = 0 if start is None or found.lower == found.upper == 0 else start
        is_negative = found.upper < 0
        if not is_negative and (found.lower < 0 or self.range_of(start).lower < 0):
            return NotImplemented
        part = cast("Callable[..., Tensor]", self.torch.ops.aten.slice.Tensor)
        self.is_inside = True
        try:
            if is_negative:
                rest = part(x, axis, start, LAST)
                return part(self.moved(rest, axis, 1 - end), axis, 1 - end, end, step)
            return part(part(self.moved(x, axis, 1), axis, 1, end + 1), axis, start, LAST, step)
        finally:
            self.is_inside = False

    def split(self, x: Tensor, sizes: Sequence[Scalar], dim: int = 0) -> object:
        """`split_with_sizes`: slices that follow each other, of sizes that are open or not."""
        if all(type(size) is int for size in sizes):
            return NotImplemented
        ends = [*accumulate(sizes)]
        pairs = zip(sizes, ends, strict=True)
        return [self.torch.ops.aten.slice.Tensor(x, dim, end - size, end) for size, end in pairs]

    def roll(self, x: Tensor, shifts: Sequence[Scalar], dims: Sequence[int] = ()) -> object:
        """
        `roll`, which torch-mlir makes of slices that have the shift as their size: by selection
        where that may be 0, or a dimension may have no more elements.
        """
        torch = self.torch
        pairs = zip(shifts, dims, strict=True) if dims else ()
        moves = [(shift, dim) for shift, dim in pairs if type(shift) is not int or shift]
        if len(moves) < len(dims):
            return torch.roll(x, *zip(*moves, strict=True)) if moves else torch.clone(x)
        if dims and all(map(self.is_less, shifts, [x.shape[dim] for dim in dims])):
            return NotImplemented
        found = x if dims else torch.reshape(x, (-1,))
        for shift, dim in zip(shifts, dims or (0,), strict=True):
            size = found.shape[dim]
            places = torch.remainder(torch.arange(size) - shift, torch.sym_max(size, 1))
            found = torch.index_select(found, dim, places)
        return torch.reshape(found, x.shape)

    def pad(self, x: Tensor, padding: Sequence[Scalar], value: float = 0) -> object:
        """
        `constant_pad_nd` by open amounts: copies of the value before the operand and after, of
        which as many elements are left out as an amount that is less than 0 says.
        """
        if all(type(one) is int for one in padding):
            return NotImplemented
        found = x
        for number in range(len(padding) // 2):
            axis, sizes = x.ndim - 1 - number, [*found.shape]
            pieces = [found]
            amounts = padding[2 * number : 2 * number + 2]
            for place, amount in enumerate(amounts):
                sizes[axis] = self.from_zero(amount)
                pieces.insert(2 * place, x.new_full(sizes, value))
            found = self.torch.cat(pieces, axis)
            before, after = (self.from_zero(-one) for one in amounts)
            if type(before) is not int or type(after) is not int or before or after:
                end = self.from_zero(found.shape[axis] - after)
                found = self.torch.ops.aten.slice.Tensor(found, axis, before, end)
        return found

    def from_zero(self, amount: Scalar) -> Scalar:
        """An amount, or 0 where it is less."""
        found = self.range_of(amount)
        if found.lower >= 0:
            return amount
        return 0 if found.upper <= 0 else self.torch.sym_max(amount, 0)

    def is_less(self, shift: Scalar, size: Scalar) -> bool:
        """Whether a shift in either direction is less than the size of a dimension, and not 0."""
        found = self.range_of(shift)
        rest = (self.range_of(size - shift), self.range_of(size + shift))
        return (found.lower > 0 or found.upper < 0) and all(one.lower > 0 for one in rest)

    def ends_after_first(self, size: Scalar, end: Scalar) -> bool:
        """Whether the end of a slice is after the first element of any dimension of this size."""
        found = self.range_of(end)
        if self.range_of(size).upper == 0 or found.lower > 0:
            return True
        return found.upper < 0 and self.range_of(size + end).lower > 0

    def range_of(self, size: Scalar) -> Interval:
        """What a size may be."""
        return range_of(size, self.ranges)

    def moved(self, x: Tensor, axis: int, count: Scalar) -> Tensor:
        """A tensor with elements before the first one."""
        sizes = [*x.shape]
        sizes[axis] = count
        return self.torch.cat([x.new_zeros(sizes), x], axis)


def range_of(size: Scalar, ranges: Mapping[object, Interval]) -> Interval:
    """What a size may be where symbols have the ranges of a program."""
    bounds = import_module("torch.utils._sympy.value_ranges")
    node = getattr(size, "node", None)
    expression = import_module("sympy").sympify(size) if node is None else node.expr
    return bounds.bound_sympy(expression, dict(ranges))
