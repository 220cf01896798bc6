"""
Complex numbers of PyTorch by their parts: torch-mlir has next to no arithmetic for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from disc_shape.dialects.hlo.conversion import ComplexOp, ImagOp, RealOp
from disc_shape.frontends.torch_arithmetic import Operation, Scalar, Tensor
from disc_shape.frontends.torch_operators import operators

Parts = tuple[Tensor, Tensor | None]
"""A real part, and an imaginary one unless a number is real."""


@dataclass
class Numbers:
    """Complex numbers, and how they are made of others."""

    torch: ModuleType

    def is_complex(self, given: object) -> bool:
        """Whether an operand is complex, or the type of complex numbers."""
        kind = getattr(given, "dtype", given)
        return isinstance(given, complex) or getattr(kind, "is_complex", False) is True

    def parts(self, x: Tensor) -> Parts:
        """The parts of a number."""
        if not self.is_complex(x):
            return x, None
        return self.real(x), self.imaginary(x)

    def real(self, x: Tensor) -> Tensor:
        """The real parts of complex numbers."""
        return operators(self.torch).of(RealOp)(x)

    def imaginary(self, x: Tensor) -> Tensor:
        """The imaginary parts of complex numbers."""
        return operators(self.torch).of(ImagOp)(x)

    def both(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The parts of a number; the imaginary one of a real number is 0."""
        real, imaginary = self.parts(x)
        return real, self.torch.zeros_like(real) if imaginary is None else imaginary

    def joined(self, real: Tensor, imaginary: Tensor) -> Tensor:
        """`complex`: a number of its parts."""
        torch = self.torch
        kind = torch.promote_types(real.dtype, imaginary.dtype)
        pair = torch.broadcast_tensors(real.to(kind), imaginary.to(kind))
        return operators(torch).of(ComplexOp)(*pair)

    def number(self, value: Scalar, kind: Any) -> Tensor:
        """A number, complex or not, as a tensor; its parts have the type of those of another."""
        torch = self.torch
        if not kind.is_floating_point and not kind.is_complex:
            kind = torch.get_default_dtype()
        kind = kind.to_real()
        if not isinstance(value, complex):
            return torch.full((), value, dtype=kind)
        return self.joined(*(torch.full((), one, dtype=kind) for one in (value.real, value.imag)))

    def tensors(self, *given: Scalar) -> list[Tensor]:
        """Operands of which some may be numbers."""
        torch = self.torch
        kind = next(one.dtype for one in given if isinstance(one, torch.Tensor))
        return [one if isinstance(one, torch.Tensor) else self.number(one, kind) for one in given]

    def converted(self, x: Tensor, *, dtype: Any = None, **_: object) -> object:
        """`to` of another type: the imaginary part is 0, or lost."""
        torch = self.torch
        if dtype is None or dtype == x.dtype:
            return torch.clone(x)
        if not self.is_complex(dtype):
            return self.real(x).to(dtype)
        return self.joined(*(one.to(dtype.to_real()) for one in self.both(x)))

    def full(self, size: Sequence[int], value: Scalar, *, dtype: Any = None, **_: object) -> object:
        """`full`, whose elements may be written one by one."""
        torch = self.torch
        if dtype is not None and not dtype.is_complex:
            return NotImplemented
        kind = (torch.get_default_dtype() if dtype is None else dtype).to_real()
        number = complex(value)
        return self.joined(
            *(torch.full(size, one, dtype=kind) for one in (number.real, number.imag))
        )

    def full_like(self, x: Tensor, value: Scalar, *, dtype: Any = None, **_: object) -> object:
        """`full_like`."""
        return self.full(x.shape, value, dtype=x.dtype if dtype is None else dtype)

    def scalar(self, value: Scalar, *, dtype: Any = None, **_: object) -> object:
        """`scalar_tensor`."""
        return self.full((), value, dtype=dtype)

    def as_pairs(self, x: Tensor) -> Tensor:
        """`view_as_real`."""
        return self.torch.stack([self.real(x), self.imaginary(x)], -1)

    def of_pairs(self, x: Tensor) -> Tensor:
        """`view_as_complex`."""
        torch = self.torch
        return self.joined(*(torch.select(x, -1, one) for one in (0, 1)))

    def conjugate(self, x: Tensor) -> Tensor:
        """`conj`."""
        if not self.is_complex(x):
            return x
        return self.joined(self.real(x), -self.imaginary(x))

    def absolute(self, x: Tensor) -> Tensor:
        """`abs`: the length."""
        return self.torch.hypot(self.real(x), self.imaginary(x))

    def angle(self, x: Tensor) -> Tensor:
        """`angle`, also of real numbers: 0 or pi, or NaN."""
        torch = self.torch
        if self.is_complex(x):
            return torch.atan2(self.imaginary(x), self.real(x))
        if not x.dtype.is_floating_point:
            x = x.to(torch.get_default_dtype())
        return torch.where(x < 0, math.pi, torch.where(x != x, x, 0))

    def of_angle(self, length: Tensor, angle: Tensor) -> object:
        """`polar`."""
        torch = self.torch
        return self.joined(length * torch.cos(angle), length * torch.sin(angle))

    def is_finite(self, x: Tensor) -> Tensor:
        """`isfinite`: both parts are."""
        torch = self.torch
        return torch.isfinite(self.real(x)) & torch.isfinite(self.imaginary(x))

    def is_nan(self, x: Tensor) -> Tensor:
        """`isnan`: one of the parts is."""
        torch = self.torch
        return torch.isnan(self.real(x)) | torch.isnan(self.imaginary(x))


class Complex(Numbers):
    """Operations on complex numbers; others are left to what is done with real ones."""

    def decompositions(
        self, table: Mapping[object, Callable[..., object]]
    ) -> dict[object, Callable[..., object]]:
        """The operations, each with what a table does for real numbers."""
        aten = self.torch.ops.aten
        by_linearity = (
            *(aten.neg.default, aten.sum.default, aten.sum.dim_IntList),
            *(aten.mean.default, aten.mean.dim, aten.cumsum.default, aten.constant_pad_nd.default),
        )
        found = {
            **{one: self.by_parts(one) for one in by_linearity},
            **{one.default: self.product(one.default) for one in (aten.mm, aten.bmm, aten.dot)},
            **{one.default: self.product(one.default) for one in (aten.mv, aten.matmul)},
            aten.mul.Tensor: self.product(aten.mul.Tensor),
            aten.mul.Scalar: self.with_scalar(aten.mul.Tensor),
            aten.add.Tensor: self.sum(aten.add.Tensor),
            aten.add.Scalar: self.with_scalar(aten.add.Tensor),
            aten.sub.Tensor: self.sum(aten.sub.Tensor),
            aten.sub.Scalar: self.with_scalar(aten.sub.Tensor),
            aten.div.Tensor: self.quotient,
            aten.div.Scalar: self.with_scalar(aten.div.Tensor),
            aten.reciprocal.default: self.inverse,
            aten.eq.Tensor: self.equal,
            aten.ne.Tensor: self.different,
            aten.isfinite.default: self.is_finite,
            aten.isnan.default: self.is_nan,
            aten.full_like.default: self.full_like,
            aten.scalar_tensor.default: self.scalar,
            aten.sqrt.default: self.root,
            aten.where.self: self.chosen,
            aten.masked_fill.Scalar: self.masked,
            aten.linalg_vector_norm.default: self.norm,
            aten.exp.default: self.exponential,
            aten.log.default: self.logarithm,
            aten.pow.Tensor_Scalar: self.power,
            aten.abs.default: self.absolute,
            aten.sgn.default: self.direction,
            aten._to_copy.default: self.converted,
            aten.full.default: self.full,
        }
        return {
            aten.angle.default: self.angle,
            aten.complex.default: self.joined,
            aten.polar.default: self.of_angle,
            aten.view_as_real.default: self.as_pairs,
            aten.view_as_complex.default: self.of_pairs,
            **{one.default: self.conjugate for one in (aten._conj, aten.conj_physical)},
            **{one.default: self.unchanged for one in (aten.resolve_conj, aten.resolve_neg)},
            **{op: self.unless_real(op, of, table) for op, of in found.items()},
        }

    def unless_real(
        self, op: object, of: Operation, table: Mapping[object, Callable[..., object]]
    ) -> Operation:
        """An operation on complex numbers, and what a table does for real ones."""
        other = table.get(op)

        def decompose(*args: object, **kwargs: object) -> object:
            if any(self.is_complex(one) for one in (*args, *kwargs.values())):
                return of(*args, **kwargs)
            return NotImplemented if other is None else other(*args, **kwargs)

        return decompose

    def by_parts(self, op: Operation) -> Operation:
        """An operation that is linear, and so applies to the parts."""

        def apply(x: Tensor, *args: object, **kwargs: object) -> object:
            if kwargs.pop("dtype", None) is not None or any(map(self.is_complex, args)):
                return NotImplemented
            parts = (op(one, *args, **kwargs) for one in (self.real(x), self.imaginary(x)))
            return self.joined(*parts)

        return apply

    def unchanged(self, x: Tensor) -> Tensor:
        """`resolve_conj`: no conjugates are left to be taken."""
        return x

    def product(self, op: Callable[..., Tensor]) -> Operation:
        """An operation that is linear in both operands."""

        def apply(x: Tensor, y: Tensor) -> object:
            (a, b), (c, d) = map(self.parts, self.tensors(x, y))
            if b is None:
                return self.joined(op(a, c), op(a, d))
            if d is None:
                return self.joined(op(a, c), op(b, c))
            return self.joined(op(a, c) - op(b, d), op(a, d) + op(b, c))

        return apply

    def sum(self, op: Operation) -> Operation:
        """Sums and differences, of which one operand may be real."""

        def apply(x: Tensor, y: Tensor, *, alpha: Scalar = 1) -> object:
            (a, b), (c, d) = map(self.both, self.tensors(x, y))
            if self.is_complex(alpha):
                return NotImplemented
            return self.joined(op(a, c, alpha=alpha), op(b, d, alpha=alpha))

        return apply

    def with_scalar(self, op: Operation) -> Operation:
        """An operation with a number, which is taken for a tensor."""

        def apply(x: Tensor, y: Scalar, *rest: Scalar) -> object:
            number = self.number(y, x.dtype)
            return op(x, number, alpha=rest[0]) if rest else op(x, number)

        return apply

    def quotient(self, x: Tensor, y: Tensor) -> object:
        """
        `div`, by a number of which the greater part is divided out before, so that no square
        overflows (R. L. Smith, "Algorithm 116: Complex division", 1962).
        """
        torch = self.torch
        (a, b), (c, d) = map(self.parts, self.tensors(x, y))
        if d is None:
            return self.joined(a / c, b / c)
        a, b = self.both(self.tensors(x, y)[0])
        is_real = torch.abs(c) >= torch.abs(d)
        great, small = torch.where(is_real, c, d), torch.where(is_real, d, c)
        is_zero = great == 0
        ratio = small / torch.where(is_zero, 1, great)
        under = torch.where(is_zero, 0, great + small * ratio)
        one = torch.where(is_real, a + b * ratio, a * ratio + b) / under
        return self.joined(one, torch.where(is_real, b - a * ratio, b * ratio - a) / under)

    def inverse(self, x: Tensor) -> object:
        """`reciprocal`."""
        return self.quotient(self.torch.ones_like(self.real(x)), x)

    def equal(self, x: Tensor, y: Tensor) -> Tensor:
        """`eq`: both parts are."""
        (a, b), (c, d) = map(self.both, self.tensors(x, y))
        return (a == c) & (b == d)

    def different(self, x: Tensor, y: Tensor) -> Tensor:
        """`ne`: one of the parts is."""
        return ~self.equal(x, y)

    def chosen(self, condition: Tensor, x: Tensor, y: Tensor) -> object:
        """`where`."""
        (a, b), (c, d) = map(self.both, self.tensors(x, y))
        return self.joined(*(self.torch.where(condition, *one) for one in ((a, c), (b, d))))

    def masked(self, x: Tensor, mask: Tensor, value: Scalar) -> object:
        """`masked_fill` by a number."""
        return self.torch.where(mask, self.number(value, x.dtype).to(x.dtype), x)

    def norm(self, x: Tensor, *args: object, **kwargs: object) -> object:
        """`linalg.vector_norm`: that of the lengths."""
        return self.torch.linalg.vector_norm(self.absolute(x), *args, **kwargs)

    def exponential(self, x: Tensor) -> object:
        """`exp`: the angle is the imaginary part."""
        return self.of_angle(self.torch.exp(self.real(x)), self.imaginary(x))

    def root(self, x: Tensor) -> object:
        """
        `sqrt`: that whose real part is not negative. Of great numbers a sixteenth is taken, whose
        length does not overflow.
        """
        torch, (real, imaginary) = self.torch, self.both(x)
        greater = torch.maximum(torch.abs(real), torch.abs(imaginary))
        is_great = greater > torch.finfo(real.dtype).max / 8
        real, imaginary = (torch.where(is_great, one / 16, one) for one in (real, imaginary))
        great = torch.sqrt((torch.abs(real) + torch.hypot(real, imaginary)) / 2)
        small = torch.abs(imaginary) / torch.where(great == 0, 1, 2 * great)
        is_right = real >= 0
        other = torch.where(is_right, small, great)
        one = torch.where(is_right, great, small)
        parts = one, torch.copysign(other, imaginary)
        return self.joined(*(torch.where(is_great, 4 * one, one) for one in parts))

    def logarithm(self, x: Tensor) -> object:
        """`log`: the imaginary part is the angle."""
        return self.joined(self.torch.log(self.absolute(x)), self.angle(x))

    def power(self, x: Tensor, exponent: Scalar) -> object:
        """`pow` by 1, 2 and 3."""
        found = x
        if exponent not in (1, 2, 3):
            return NotImplemented
        for _ in range(int(exponent) - 1):
            found = found * x
        return found

    def direction(self, x: Tensor) -> object:
        """`sgn`: the number of length 1 and the same angle, or 0."""
        length = self.absolute(x)
        return self.quotient(x, self.torch.where(length == 0, 1, length))
