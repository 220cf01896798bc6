"""Arithmetic of PyTorch by other arithmetic: what torch-mlir lowers not, or to something else."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

Tensor = Any
"""A tensor of PyTorch, which is not imported."""
Scalar = Any
"""A number, or a size that is open."""


@dataclass
class Arithmetic:
    """Operations on one element after the other."""

    torch: ModuleType

    def scalar(self, value: Scalar, like: Tensor) -> Tensor:
        """A number as a tensor of the type that it has together with another one."""
        return self.torch.full((), value, dtype=self.torch.result_type(like, value))

    def remainder(self, x: Tensor, y: Tensor) -> object:
        """`remainder`, which has the sign of the divisor; that of StableHLO has the other one."""
        torch = self.torch
        if not torch.result_type(x, y).is_floating_point:
            return x - torch.div(x, y, rounding_mode="floor") * y
        found = torch.fmod(x, y)
        return torch.where((found != 0) & ((found < 0) != (y < 0)), found + y, found)

    def remainder_by(self, x: Tensor, y: Scalar) -> object:
        """`remainder` by a number, whose sign is known: torch-mlir finds that 3 is below 0."""
        torch, divisor = self.torch, self.scalar(y, x)
        if type(y) not in (int, float) or not divisor.dtype.is_floating_point:
            return self.remainder(x, divisor)
        found = torch.fmod(x, divisor)
        return torch.where(found < 0 if y > 0 else found > 0, found + divisor, found)

    def remainder_of(self, x: Scalar, y: Tensor) -> object:
        """`remainder` of a number."""
        return self.remainder(self.scalar(x, y), y)

    def remainder_by_number(self, x: Tensor, y: Scalar) -> object:
        """`fmod` by a number: the remainder with the sign of the dividend."""
        return self.torch.fmod(x, self.scalar(y, x))

    def right_shift(self, x: Tensor, y: Scalar) -> object:
        """`>>` by a number."""
        return self.torch.bitwise_right_shift(x, self.torch.full_like(x, y))

    def left_shift(self, x: Tensor, y: Scalar) -> object:
        """`<<` by a number."""
        return self.torch.bitwise_left_shift(x, self.torch.full_like(x, y))

    def hypotenuse(self, x: Tensor, y: Tensor) -> object:
        """`hypot`: the greater one times a root, so that no square overflows."""
        torch = self.torch
        one, other = torch.abs(x), torch.abs(y)
        high, low = torch.maximum(one, other), torch.minimum(one, other)
        ratio = low / torch.where(high == 0, 1.0, high)
        is_infinite = torch.isinf(one) | torch.isinf(other)
        return torch.where(is_infinite, float("inf"), high * torch.sqrt(1 + ratio * ratio))

    def with_sign(self, x: Tensor, y: Tensor) -> object:
        """`copysign`; also that of a negative zero."""
        torch = self.torch
        is_negative = (y < 0) | ((y == 0) & (1 / y < 0))
        return torch.where(is_negative, -torch.abs(x), torch.abs(x))

    def bilinear(self, x: Tensor, y: Tensor, weight: Tensor, bias: Tensor | None = None) -> object:
        """`bilinear`: a product of matrices, and sums of products with the other operand."""
        torch = self.torch
        outs, ins, others = weight.shape
        table = torch.reshape(torch.permute(weight, (1, 0, 2)), (ins, outs * others))
        rows = torch.reshape(torch.matmul(x, table), (*x.shape[:-1], outs, others))
        found = torch.sum(rows * torch.unsqueeze(y, -2), -1)
        return found if bias is None else found + bias
