"""Fourier transforms of PyTorch: by StableHLO, or where sizes are open by products with waves."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType

from disc_shape.dialects.hlo.linear_algebra import FftOp
from disc_shape.frontends.torch_arithmetic import Tensor
from disc_shape.frontends.torch_complex import Complex
from disc_shape.frontends.torch_operators import operators

UNCHANGED, BY_ROOT = 0, 1
"""How results are scaled; 2 is by the number of elements."""
LEAST = 1e-11
"""What the squares of windows add up to at least, for PyTorch."""


@dataclass
class Fourier:
    """Transforms along one dimension after the other."""

    torch: ModuleType
    numbers: Complex

    def decompositions(self) -> dict[object, Callable[..., object]]:
        """The three that PyTorch has kernels for, and others in terms of them."""
        torch = self.torch
        aten, composite = torch.ops.aten, torch._C.DispatchKey.CompositeImplicitAutograd
        ends = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
        names = [f"fft_{one}{end}" for one in ends for end in ("", "2", "n")]
        others = [getattr(aten, one).default for one in (*names, "fft_fftshift", "fft_ifftshift")]
        return {
            aten._fft_c2c.default: self.transform,
            aten._fft_r2c.default: self.of_real,
            aten._fft_c2r.default: self.to_real,
            aten.fft_fftfreq.default: self.frequencies,
            aten.fft_rfftfreq.default: self.first_frequencies,
            aten.stft.default: self.of_windows,
            aten.istft.default: self.to_windows,
            **{one: partial(one._op_dk, composite) for one in others},
        }

    def transform(self, x: Tensor, dim: Sequence[int], scaling: int, forward: bool) -> Tensor:
        """`_fft_c2c`: of complex numbers."""
        sizes = [x.shape[axis] for axis in dim]
        for axis in dim:
            x = self.along(x, axis, x.shape[axis], "FFT" if forward else "IFFT")
        return self.scaled(x, sizes, scaling)

    def of_real(self, x: Tensor, dim: Sequence[int], scaling: int, onesided: bool) -> Tensor:
        """`_fft_r2c`: of real numbers, the second half of which is the conjugate of the first."""
        sizes, (*others, last) = [x.shape[axis] for axis in dim], dim
        if not onesided:
            found = self.numbers.joined(x, self.torch.zeros_like(x))
            return self.transform(found, dim, scaling, True)
        found = self.along(x, last, x.shape[last], "RFFT")
        for axis in others:
            found = self.along(found, axis, x.shape[axis], "FFT")
        return self.scaled(found, sizes, scaling)

    def to_real(self, x: Tensor, dim: Sequence[int], scaling: int, size: int) -> Tensor:
        """`_fft_c2r`: of the first half of complex numbers, to real ones."""
        *others, last = dim
        sizes = [*(x.shape[axis] for axis in others), size]
        for axis in others:
            x = self.along(x, axis, x.shape[axis], "IFFT")
        return self.scaled(self.along(x, last, size, "IRFFT"), sizes, scaling)

    def along(self, x: Tensor, axis: int, size: int, kind: str) -> Tensor:
        """
        A transform along one dimension, with no factor: by StableHLO where its size is known, whose
        inverse transforms divide by it.
        """
        torch, rows = self.torch, self.torch.transpose(x, axis, -1)
        if type(size) is int:
            found = operators(torch).of(FftOp)(rows, kind, [size])
            found = found * float(size) if kind in ("IFFT", "IRFFT") else found
        else:
            found = self.by_waves(rows, size, kind)
        return torch.transpose(found, axis, -1)

    def by_waves(self, rows: Tensor, size: int, kind: str) -> Tensor:
        """
        A transform along the last dimension: products with waves, whose work is quadratic. Places
        times frequencies are whole numbers, so that whole turns are taken from them exactly.
        """
        torch, numbers = self.torch, self.numbers
        half = torch.arange(size // 2 + 1)
        places = torch.arange(size)
        rates, times = (half, places) if kind != "RFFT" else (places, half)
        if kind in ("FFT", "IFFT"):
            rates = places
        real = numbers.parts(rows)[0]
        turns = ((rates[:, None] * times) % size).to(real.dtype) * (2 * math.pi)
        turns = turns / torch.full((), size, dtype=real.dtype)
        cosine, sine = torch.cos(turns), torch.sin(turns)
        if kind == "RFFT":
            return numbers.joined(torch.matmul(rows, cosine), -torch.matmul(rows, sine))
        imaginary = numbers.imaginary(rows)
        if kind == "IRFFT":
            is_single = (half == 0) | (2 * half == size)
            real = torch.where(is_single, real, 2 * real)
            imaginary = torch.where(is_single, 0, 2 * imaginary)
            return torch.matmul(real, cosine) - torch.matmul(imaginary, sine)
        sine = -sine if kind == "FFT" else sine
        return numbers.joined(
            torch.matmul(real, cosine) - torch.matmul(imaginary, sine),
            torch.matmul(real, sine) + torch.matmul(imaginary, cosine),
        )

    def scaled(self, x: Tensor, sizes: Sequence[int], scaling: int) -> Tensor:
        """Results by a factor."""
        if scaling == UNCHANGED:
            return x
        count = self.torch.full((), math.prod(sizes), dtype=self.numbers.parts(x)[0].dtype)
        return x / (self.torch.sqrt(count) if scaling == BY_ROOT else count)

    def frequencies(self, n: int, d: float = 1.0, *, dtype: object = None, **_: object) -> Tensor:
        """`fftfreq`: those from 0 on, and then the negative ones."""
        torch = self.torch
        places = torch.arange(n)
        places = torch.where(places < (n + 1) // 2, places, places - n)
        return places.to(dtype or torch.get_default_dtype()) * (1 / (n * d))

    def first_frequencies(
        self, n: int, d: float = 1.0, *, dtype: object = None, **_: object
    ) -> Tensor:
        """`rfftfreq`: those from 0 on."""
        torch = self.torch
        return torch.arange(n // 2 + 1, dtype=dtype or torch.get_default_dtype()) * (1 / (n * d))

    def of_windows(
        self,
        x: Tensor,
        size: int,
        step: int | None = None,
        length: int | None = None,
        window: Tensor | None = None,
        normalized: bool = False,
        onesided: bool | None = None,
        return_complex: bool | None = None,
        align_to_window: bool | None = None,
    ) -> Tensor:
        """`stft`: transforms of parts, `step` apart, times the elements of a window."""
        torch = self.torch
        if align_to_window or any(map(self.numbers.is_complex, (x, window))):
            return NotImplemented
        rows = x.unfold(-1, size, step or size // 4)
        length = size if length is None else length
        if window is not None or length < size:
            rows = rows * self.window(window, size, length, x.dtype)
        scaling = BY_ROOT if normalized else UNCHANGED
        found = self.of_real(rows, [rows.ndim - 1], scaling, onesided is not False)
        found = torch.transpose(found, -1, -2)
        return found if return_complex else torch.view_as_real(found)

    def window(self, window: Tensor | None, size: int, length: int, kind: object) -> Tensor:
        """The elements of a window, of ones if there is none, between zeros."""
        torch, before = self.torch, (size - length) // 2
        window = torch.ones(length, dtype=kind) if window is None else window
        return torch.constant_pad_nd(window, [before, size - length - before])

    def to_windows(
        self,
        x: Tensor,
        size: int,
        step: int | None = None,
        length: int | None = None,
        window: Tensor | None = None,
        center: bool = True,
        normalized: bool = False,
        onesided: bool | None = None,
        total: int | None = None,
        return_complex: bool = False,
    ) -> object:
        """
        `istft`: parts, times the elements of a window, are added where they lie, and divided by the
        sum of the squares of those, none of which may be 0.
        """
        torch = self.torch
        if return_complex or self.numbers.is_complex(window) or onesided is False:
            return NotImplemented
        step = step or size // 4
        parts = self.to_real(torch.transpose(x, -1, -2), [x.ndim - 1], 0, size)
        parts = parts / (math.sqrt(size) if normalized else size)
        weights = self.window(window, size, size if length is None else length, parts.dtype)
        count = parts.shape[-2]
        whole, begin = size + step * (count - 1), size // 2 if center else 0
        given = whole - 2 * begin if total is None else total
        found = self.added(parts * weights, step)[..., begin : begin + given]
        squares = (weights * weights).expand(count, size)
        envelope = self.added(squares, step)[..., begin : begin + given]
        message = "expected that windows of 'aten.istft.default' overlap, found a sum of 0"
        torch.ops.aten._assert_async.msg(torch.all(torch.abs(envelope) > LEAST), message)
        found = found / envelope
        missing = given - found.shape[-1]  # What is after all windows is 0.
        return found if total is None else torch.constant_pad_nd(found, [0, missing])

    def added(self, parts: Tensor, step: int) -> Tensor:
        """Parts, each `step` after the one before, added where they overlap."""
        torch, (*others, count, size) = self.torch, parts.shape
        pieces = -(-size // step)
        whole = torch.constant_pad_nd(parts, [0, pieces * step - size])
        rows = torch.reshape(whole, [*others, count, pieces, step])
        found = torch.constant_pad_nd(rows[..., 0, :], [0, 0, 0, pieces - 1])
        for number in range(1, pieces):
            edges = [0, 0, number, pieces - 1 - number]
            found = found + torch.constant_pad_nd(rows[..., number, :], edges)
        flat = torch.reshape(found, [*others, (count + pieces - 1) * step])
        return flat[..., : step * (count - 1) + size]
