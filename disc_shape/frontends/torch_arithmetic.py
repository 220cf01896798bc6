"""Arithmetic of PyTorch by other arithmetic: what torch-mlir lowers not, or to something else."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

Operation = Callable[..., object]
Tensor = Any
"""A tensor of PyTorch, which is not imported."""
Scalar = Any
"""A number, or a size that is open."""


@dataclass
class Arithmetic:
    """Operations on one element after the other."""

    torch: ModuleType
    is_inside: bool = False
    """Whether `remainder` is left to torch-mlir."""

    def scalar(self, value: Scalar, like: Tensor) -> Tensor:
        """A number as a tensor of the type that it has together with another one."""
        return self.torch.full((), value, dtype=self.torch.result_type(like, value))

    def compare(self, relation: Operation, x: Tensor, y: Scalar) -> object:
        """Truths with an integer, as integers: torch-mlir makes a truth of any but 0."""
        if x.dtype != self.torch.bool or type(y) is float:
            return NotImplemented
        return relation(x.to(self.torch.int64), y)

    def compare_tensors(self, relation: Operation, x: Tensor, y: Tensor) -> object:
        """Of two types, by the one that holds both: torch-mlir takes 8 bits for 8 bits."""
        if x.dtype == y.dtype:
            return NotImplemented
        common = self.torch.result_type(x, y)
        return relation(x.to(common), y.to(common))

    def remainder(self, x: Tensor, y: Tensor) -> object:
        """
        `remainder`, which has the sign of the divisor. What torch-mlir makes of it has that of the
        dividend, and is exact; were it right, nothing would change.
        """
        if self.is_inside:
            return NotImplemented
        found = self.lowered(x, y)
        is_other = (found != 0) & ((found < 0) != (y < 0))
        return self.torch.where(is_other, found + y, found)

    def remainder_by(self, x: Tensor, y: Scalar) -> object:
        """`remainder` by a number, whose sign is known: torch-mlir finds that 3 is below 0."""
        if self.is_inside:
            return NotImplemented
        if type(y) not in (int, float):
            return self.remainder(x, self.scalar(y, x))
        if x.dtype == self.torch.uint8 and type(y) is int:
            return self.lowered(x, y % 256)
        found = self.lowered(x, y)
        return self.torch.where(found < 0 if y > 0 else found > 0, found + y, found)

    def remainder_of(self, x: Scalar, y: Tensor) -> object:
        """`remainder` of a number."""
        return self.remainder(self.scalar(x, y), y)

    def dividend_remainder(self, x: Tensor, y: Tensor) -> object:
        """`fmod`: the remainder that has the sign of the dividend."""
        found = self.lowered(x, y)
        is_other = (found != 0) & ((found < 0) != (x < 0))
        return self.torch.where(is_other, found - y, found)

    def dividend_remainder_by(self, x: Tensor, y: Scalar) -> object:
        """`fmod` by a number."""
        return self.dividend_remainder(x, self.scalar(y, x))

    def lowered(self, x: Tensor, y: Tensor | Scalar) -> Tensor:
        """What torch-mlir makes of `remainder`: of either sign."""
        self.is_inside = True
        try:
            return self.torch.remainder(x, y)
        finally:
            self.is_inside = False

    def difference_from(self, x: Tensor, y: Scalar, alpha: Scalar = 1) -> object:
        """`rsub` from a size that is open, which torch-mlir imports as the second operand only."""
        if type(y) in (int, float) or alpha != 1 or x.dtype.is_complex:
            return NotImplemented
        return self.torch.add(self.torch.neg(x), y)

    def quotient(self, x: Tensor | Scalar, y: Tensor, *, rounding_mode: str | None) -> object:
        """`div` that is rounded, of a size that is open."""
        if isinstance(x, self.torch.Tensor) or type(x) in (int, float):
            return NotImplemented
        return self.torch.div(self.scalar(x, y), y, rounding_mode=rounding_mode)

    def hypotenuse(self, x: Tensor, y: Tensor) -> object:
        """`hypot`: the greater one times a root, so that no square overflows."""
        torch = self.torch
        one, other = torch.abs(x), torch.abs(y)
        high, low = torch.maximum(one, other), torch.minimum(one, other)
        ratio = low / torch.where(high == 0, 1.0, high)
        is_infinite = torch.isinf(one) | torch.isinf(other)
        return torch.where(is_infinite, float("inf"), high * torch.sqrt(1 + ratio * ratio))

    def is_close(
        self, x: Tensor, y: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
    ) -> object:
        """`isclose`: equal, or at a finite distance that a part of the second operand allows."""
        torch = self.torch
        if x.dtype.is_complex:
            return NotImplemented
        found = x == y
        if equal_nan:
            found = found | ((x != x) & (y != y))
        if rtol == 0 and atol == 0:
            return found
        if not x.dtype.is_floating_point:
            x, y = (one.to(torch.get_default_dtype()) for one in (x, y))
        distance = torch.abs(x - y)
        return found | ((distance <= atol + torch.abs(rtol * y)) & torch.isfinite(distance))

    def is_finite(self, x: Tensor) -> object:
        """`isfinite` of integers, which all are."""
        if x.dtype.is_floating_point or x.dtype.is_complex:
            return NotImplemented
        return self.torch.ones_like(x, dtype=self.torch.bool)

    def reciprocal(self, x: Tensor) -> object:
        """`reciprocal` of integers: of floats of the type that PyTorch takes by default."""
        if x.dtype.is_floating_point or x.dtype.is_complex:
            return NotImplemented
        return self.torch.reciprocal(x.to(self.torch.get_default_dtype()))

    def is_negative(self, x: Tensor) -> object:
        """`signbit`; also that of a negative zero, but not that of a NaN."""
        if not x.dtype.is_floating_point:
            return NotImplemented
        return (x < 0) | ((x == 0) & (1 / x < 0))

    def times_logarithm(self, x: Scalar, y: Tensor) -> object:
        """`xlogy` of a number."""
        return self.torch.xlogy(self.scalar(x, y), y)

    def times_logarithm_of(self, x: Tensor, y: Scalar) -> object:
        """`xlogy` by a number."""
        return self.torch.xlogy(x, self.scalar(y, x))

    def with_sign(self, x: Tensor, y: Tensor) -> object:
        """`copysign` of floats; also that of a negative zero, but not that of a NaN."""
        torch = self.torch
        if not x.dtype.is_floating_point or x.dtype != y.dtype:
            return NotImplemented
        return torch.where(self.is_negative(y), -torch.abs(x), torch.abs(x))

    def divisor(self, x: Tensor, y: Tensor) -> Tensor:
        """
        `gcd` by Euclid's algorithm, `x, y` becoming `y % x, x`. The remainder by 0 is the dividend
        for HLO, so that a 0 and the result change places from then on. Numbers of so many bits need
        the most steps where they are neighbours in Fibonacci's sequence.
        """
        torch, kind = self.torch, self.torch.result_type(x, y)
        x, y = x.to(kind), y.to(kind)
        if kind != torch.uint8:
            x, y = torch.abs(x), torch.abs(y)
        x, y = torch.broadcast_tensors(x, y)
        for _ in range(math.ceil(8 * kind.itemsize / math.log2((1 + math.sqrt(5)) / 2)) + 1):
            x, y = self.lowered(y, x), x
        return torch.bitwise_or(x, y)

    def multiple(self, x: Tensor, y: Tensor) -> object:
        """`lcm`: 0 where one of the numbers is; PyTorch multiplies narrow numbers in 32 bits."""
        torch, kind = self.torch, self.torch.result_type(x, y)
        wide = torch.promote_types(kind, torch.int32)
        x, y, divisor = x.to(wide), y.to(wide), self.divisor(x, y).to(wide)
        is_zero = divisor == 0
        parts = torch.div(x, torch.where(is_zero, 1, divisor), rounding_mode="trunc")
        return torch.where(is_zero, 0, torch.abs(parts * y)).to(kind)

    def mantissa(self, x: Tensor) -> object:
        """`frexp`: from 1/2 to 1, and the exponent of 2, by the bits of a float."""
        torch = self.torch
        if x.dtype in (torch.float16, torch.bfloat16):
            found, exponent = torch.frexp(x.to(torch.float32))
            return found.to(x.dtype), exponent
        if x.dtype not in (torch.float32, torch.float64):
            return NotImplemented
        is_single = x.dtype == torch.float32
        kind, digits, least = (torch.int32, 23, -125) if is_single else (torch.int64, 52, -1021)
        is_small = torch.abs(x) < 2.0**least
        bits = torch.where(is_small, x * 2.0 ** (digits + 1), x).view(kind)
        field = 2 * (2 - least) + 1
        exponent = torch.bitwise_and(torch.bitwise_right_shift(bits, digits), field) + (least - 1)
        exponent = torch.where(is_small, exponent - (digits + 1), exponent)
        half = torch.bitwise_and(bits, ~(field << digits)) + ((field // 2 - 1) << digits)
        is_number = torch.isfinite(x) & (x != 0)
        found = torch.where(is_number, half.view(x.dtype), x)
        return found, torch.where(is_number, exponent, 0).to(torch.int32)

    def bilinear(self, x: Tensor, y: Tensor, weight: Tensor, bias: Tensor | None = None) -> object:
        """`bilinear`: a product of matrices, and sums of products with the other operand."""
        torch = self.torch
        outs, ins, others = weight.shape
        table = torch.reshape(torch.permute(weight, (1, 0, 2)), (ins, outs * others))
        rows = torch.reshape(torch.matmul(x, table), (*x.shape[:-1], outs, others))
        found = torch.sum(rows * torch.unsqueeze(y, -2), -1)
        return found if bias is None else found + bias
