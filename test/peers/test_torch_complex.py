"""Complex numbers, Fourier transforms and special functions of PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, fft, nn
from torch.export import Dim

import disc_shape
from disc_shape.frontends.traced import FrontEndError

rand = torch.randn
B, S = Dim("b", min=1, max=64), Dim("s", min=2, max=64)
INFINITE, NAN = float("inf"), float("nan")
EDGES = torch.tensor(
    [0.0, -0.0, 1, -1, 0.5, -0.5, INFINITE, -INFINITE, NAN, 2, -2.5, 1e-30, 27, -100]
)
TYPES = [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.uint8]


def joined(x: Tensor) -> Tensor:
    """Complex numbers whose parts differ."""
    return torch.complex(x, x.flip(-1) * 2 - 1)


class Arithmetic(nn.Module):
    """Operands that are complex, real and numbers; each division by 0 among them."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        z, y = joined(x), torch.complex(x.flip(0), torch.ones_like(x))
        zero = z * torch.tensor([0.0, 1.0, 0.0, 1j, 1.0, 2.0, -1j, 0.5])
        return (
            *(z + y, z - y, z * y, z / y, z + x, x - z, x * z, z / x, x / z, -z, z / zero),
            *(1 - z, z + (1 + 2j), z * 2j, 3 / z, z**2, z**3, z.reciprocal()),
            *(torch.add(z, y, alpha=3), z == z.conj(), z != y, torch.where(x > 0, z, 0)),
            *(z.exp(), zero.sqrt(), z.log(), z.abs(), z.angle(), x.angle(), zero.sgn()),
            *(z.sum(), z.sum(1), z.mean(1), z.cumsum(1), torch.linalg.vector_norm(z, dim=1)),
            *(z @ y.T, torch.einsum("ij,kj->ik", z, y), z @ y.mH, z.isfinite(), zero.isnan()),
            *(z.masked_fill(x > 0, 1j), torch.ones_like(z) * x, torch.full((8,), 1j) * x),
        )


class Roots(nn.Module):
    """Lengths that overflow, and parts that are 0 or subnormal."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        real = torch.tensor([3e38, -3e38, 0.0, 1e-40, -1.0, 0.0, 1e38, 1e-45, INFINITE])
        imaginary = torch.tensor([3e38, 1e38, 0.0, 1e-40, 0.0, -2.0, -1e38, 0.0, 1.0])
        return (torch.view_as_real(torch.sqrt(torch.complex(real, imaginary))) * x[0] / x[0],)


class Moved(nn.Module):
    """Views of pairs, and complex numbers that move; positions are turned as models do it."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
        places = torch.arange(x.shape[0], dtype=torch.float32)
        turns = torch.polar(torch.ones(4), torch.outer(places, torch.ones(4)))
        z = joined(x)
        return (
            *(torch.view_as_real(pairs * turns).flatten(1), pairs.real, pairs.imag, turns),
            *(torch.cat([z, z * 2]), z[:, torch.tensor([1, 0])], z.roll(1, 1), z.T.reshape(-1)),
            *(torch.nn.functional.pad(z, (1, 2)), z[:, 2:5], torch.stack([z, z], 1), z.tril()),
            *(z.to(torch.complex128), (x * 9).int().to(torch.complex64)),
        )


class Transforms(nn.Module):
    """Of known lengths."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        z = joined(x)
        return (
            *(fft.fft(x), fft.fft(z, n=12), fft.fft(z, n=3, norm="ortho"), fft.ifft(z)),
            *(fft.rfft(x, norm="forward"), fft.irfft(z, n=9), fft.irfft(z, n=4, norm="ortho")),
            *(fft.hfft(z), fft.ihfft(x) * 2, fft.fft(x.double()), fft.fft((x * 9).int())),
            *(fft.fftn(x[:, None] * torch.ones(3, 1), dim=(1, 2)), fft.ifftshift(x, dim=1)),
            *(fft.fftfreq(9, d=0.5), fft.rfftfreq(8), fft.rfft2(x[:, None] * torch.ones(3, 1))),
        )


class OpenTransforms(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        z = joined(x)
        return (
            *(fft.fft(x), fft.ifft(z, norm="ortho"), fft.rfft(x), fft.fftshift(z)),
            *(fft.irfft(fft.rfft(x), n=x.shape[1]), fft.fft2(x), fft.ifft2(z), fft.rfft2(x)),
            fft.irfft(z, norm="forward"),
        )


class Windows(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        window = torch.tensor([0.5, 1.0, 0.25])
        return (
            torch.stft(x, 4, return_complex=True),
            torch.stft(x, 4, 2, 3, window, normalized=True, return_complex=True),
            torch.view_as_real(
                torch.stft(x, 4, 3, center=False, onesided=False, return_complex=True)
            ),
        )


class Overlapping(nn.Module):
    """Parts that are added, to given lengths and to the one that they have."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        pairs, window = torch.complex(x, torch.sin(x)), torch.tensor([0.5, 1.0, 0.25])
        return (
            *(torch.istft(pairs, 4), torch.istft(pairs, 4, length=9)),
            *(torch.istft(pairs, 4, 3, length=4), torch.istft(pairs, 4, 2, center=False)),
            torch.istft(pairs, 4, 1, 3, window, normalized=True, length=8),
        )


class Filled(nn.Module):
    """Elements of numbers that are the same are written one by one."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        pairs = torch.complex(x, -x)
        zeros, ones = torch.zeros_like(pairs), torch.full_like(pairs, 1 + 2j)
        zeros[:, :3] = pairs[:, :3] * 2j
        ones[:, 0] = 0
        return torch.view_as_real(zeros), torch.view_as_real(ones)


class Next(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return torch.nextafter(x[:, None], y)


class Special(nn.Module):
    """Functions of elements, and of a number that is known when the program is made."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        known = torch.erfinv(torch.tensor(0.95)).to(torch.lgamma(x).dtype)
        found = torch.erfinv(x), torch.erfc(x), torch.lgamma(x), torch.digamma(x)
        return *found, torch.polygamma(0, x), torch.polygamma(1, x), known


CASES = [
    Case(Arithmetic, ({0: S},), lambda s: (rand(s, 8),), [(5,), (2,), (9,)]),
    Case(Roots, ({0: S},), lambda s: (rand(s),), [(5,)]),
    Case(Moved, ({0: S},), lambda s: (rand(s, 8),), [(5,), (2,), (9,)]),
    Case(Transforms, ({0: B},), lambda b: (rand(b, 8),), [(5,), (1,), (11,)]),
    Case(OpenTransforms, ({0: B, 1: S},), lambda b, s: (rand(b, s),), [(5, 8), (1, 2), (4, 7)]),
    Case(Windows, ({0: B},), lambda b: (rand(b, 16),), [(3,), (1,)]),
    Case(Overlapping, ({0: B},), lambda b: (rand(b, 3, 8),), [(3,), (1,)]),
    Case(Overlapping, ({2: Dim("t", min=8, max=18)},), lambda s: (rand(2, 3, s),), [(8,), (11,)]),
    Case(Filled, ({0: B},), lambda b: (rand(b, 5),), [(3,), (1,)]),
]


@pytest.mark.filterwarnings("ignore:Casting complex values")
@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.module.__name__)
def test_a_module(case: Case, engine: str) -> None:
    case.check(engine)


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_special_functions_at_the_edges_of_types(kind: torch.dtype) -> None:
    torch.manual_seed(0)
    floats = torch.cat([EDGES, rand(100) * 3, torch.rand(100) * 2 - 1])
    x = floats.to(kind) if kind.is_floating_point else torch.arange(100).to(kind)
    n = Dim("n", min=0)
    traced = disc_shape.from_torch(Special(), (x,), dynamic_shapes=({0: n},))
    run = disc_shape.compile(traced, engine="native")
    for part in (x, x[:1], x[:0]):
        for found, expected in zip(run(part), Special()(part), strict=True):
            value, wanted = np.asarray(found), expected
            assert str(value.dtype) == str(wanted.dtype).removeprefix("torch.")
            error = max(2e-5, 2 * torch.finfo(wanted.dtype).eps)
            value, wanted = value.astype("d"), wanted.double().numpy()
            np.testing.assert_allclose(value, wanted, rtol=error, atol=error)


@pytest.mark.parametrize("kind", TYPES[:2] + TYPES[3:4], ids=str)
def test_next_numbers(kind: torch.dtype) -> None:
    x, n = EDGES.to(kind), Dim("n", min=1)
    traced = disc_shape.from_torch(Next(), (x, x), dynamic_shapes=({0: n}, {0: n}))
    found = np.asarray(disc_shape.compile(traced, engine="native")(x, x)).astype("d")
    wanted = Next()(x, x).double().numpy()
    np.testing.assert_array_equal(found, wanted)
    np.testing.assert_array_equal(np.signbit(found), np.signbit(wanted))


def test_windows_that_leave_gaps_are_refused() -> None:
    class Gaps(nn.Module):
        def forward(self, x: Tensor, window: Tensor) -> Tensor:
            return torch.istft(torch.complex(x, x), 4, 2, window=window)

    given = rand(3, 6), torch.ones(4)
    run = disc_shape.compile(disc_shape.from_torch(Gaps(), given), engine="native")
    np.testing.assert_allclose(run(*given), Gaps()(*given), rtol=1e-5, atol=1e-5)
    with pytest.raises(disc_shape.GuardError, match="that windows of "):
        run(given[0], torch.tensor([1.0, 0.0, 1.0, 0.0]))


def test_what_complex_numbers_do_otherwise_is_refused() -> None:
    class Product(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return torch.complex(x, x).prod()

    message = r"test_torch_complex.py:\d+: operation 'aten.prod.default' of complex numbers has no"
    with pytest.raises(FrontEndError, match=message):
        disc_shape.from_torch(Product(), (torch.ones(3),))
