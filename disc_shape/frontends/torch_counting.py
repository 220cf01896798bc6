"""Whole numbers that follow each other, in PyTorch, where their count is open."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

from disc_shape.dialects.hlo.creation import DynamicIotaOp
from disc_shape.frontends.torch_arithmetic import Scalar
from disc_shape.frontends.torch_operators import operators


@dataclass
class Counting:
    """
    `arange` of integers as `dynamic_iota`. torch-mlir computes the count of elements in f64, which
    is exact up to 2^53: the shape analysis then knows a size without upper bound no more.
    """

    torch: ModuleType

    def to(self, end: Scalar, **kind: object) -> object:
        """`arange(end)`."""
        return self.by_step(0, end, 1, **kind)

    def between(self, start: Scalar, end: Scalar, **kind: object) -> object:
        """`arange(start, end)`."""
        return self.by_step(start, end, 1, **kind)

    def by_step(
        self, start: Scalar, end: Scalar, step: Scalar = 1, *, dtype: object = None, **_: object
    ) -> object:
        """`arange(start, end, step)`, with a step that is known."""
        torch = self.torch
        whole = (int, torch.SymInt)
        if not all(isinstance(one, whole) for one in (start, end, step)):
            return NotImplemented
        if dtype not in (None, torch.int32, torch.int64) or not isinstance(step, int) or step == 0:
            return NotImplemented
        if isinstance(start, int) and isinstance(end, int):
            return NotImplemented
        distance, width = (end - start, step) if step > 0 else (start - end, -step)
        count: Any = (distance + (width - 1)) // width
        if not isinstance(start, int) or start:
            count = torch.sym_max(count, 0)
        places: Any = operators(torch).of(DynamicIotaOp).default(count, dtype or torch.int64)
        return (places if step == 1 else places * step) + start
