"""Pools to given sizes, smoothed images, medians, modes and parts of floats of PyTorch."""

from __future__ import annotations

import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim
from torch.nn import functional

rand = torch.randn
B, H, W = Dim("b", min=1, max=64), Dim("h", min=1, max=64), Dim("w", min=1, max=64)
INFINITE, NAN = float("inf"), float("nan")


class Means(nn.Module):
    """To sizes that divide others or not, to more elements than there are, and to open ones."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        pool = functional.adaptive_avg_pool2d
        return (
            *(pool(x, (3, 2)), pool(x, (7, 1)), pool(x, (None, 5)), pool(x[:, :, :1, :], 2)),
            functional.adaptive_avg_pool1d(x[:, 0], 4),
            functional.adaptive_avg_pool3d(x[:, None], (1, 3, 2)),
        )


class Maxima(nn.Module):
    """The first of equal elements, and rows of nothing but minus infinity."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        whole, least = torch.round(x), torch.where(x > 0, -INFINITE, x)
        pool, first = functional.adaptive_max_pool2d, functional.adaptive_max_pool1d
        return (
            *pool(whole, (3, 2), return_indices=True),
            *pool(least, (2, 5), return_indices=True),
            *functional.adaptive_max_pool3d(whole[:, None], (1, 3, 2), return_indices=True),
            *first(x[:, 0], 4, return_indices=True),
        )


class Smoothed(nn.Module):
    """An infinite element reaches only those that it is part of."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        found, infinite = [], torch.where(x > 1.5, INFINITE, x)
        for mode in ("bilinear", "bicubic"):
            for image in (infinite if mode == "bilinear" else x, x.double()):
                for size in ((3, 5), (13, 17)):
                    found.append(functional.interpolate(image, size, mode=mode, antialias=True))
            found.append(
                functional.interpolate(x, (3, 2), mode=mode, antialias=True, align_corners=True)
            )
        return tuple(found)


class Scaled(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        def smoothed(mode: str, *factors: float) -> Tensor:
            return functional.interpolate(x, scale_factor=factors, mode=mode, antialias=True)

        return smoothed("bilinear", 2.0, 0.75), smoothed("bicubic", 0.5, 0.25)


class Middles(nn.Module):
    """NaN among the elements of some rows, and whole rows of it."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        rows = torch.where(x > 0.5, NAN, x)
        return (
            *(x.median(), (x * 9).int().median(), rows.median(), rows.nanmedian()),
            *((x * NAN).nanmedian(), rows.nanmedian(1)[0], rows.nanmedian(0, keepdim=True)[0]),
            *(*torch.mode(torch.round(x), 1), torch.mode((x * 2).int(), 0, keepdim=True)[0]),
            *(torch.mode(x > 0)[0], *torch.mode(x[:, :1] * NAN)),
        )


class Halves(nn.Module):
    """From the least to the greatest floats, and their bits."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        edges = torch.tensor([0.0, -0.0, 1e-40, -1e-45, 1e38, INFINITE, -INFINITE, NAN, 1, -4])
        values = torch.cat([x, edges, 2.0 ** -torch.arange(120.0, 150.0)])
        return (
            *(*torch.frexp(values), *torch.frexp(values.double() * 1e-290)),
            *(*torch.frexp(values.half()), torch.frexp(values.bfloat16())[0].float()),
            *(x.view(torch.int32), (x * 1e6).int().view(torch.float32), x.half().view(torch.int16)),
        )


class Pairs(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        rows = torch.stack([x, x * 2, x + 1, -x])
        return functional.pdist(rows), functional.pdist(rows, 1.0), functional.pdist(rows, INFINITE)


IMAGE = ({0: B, 2: H, 3: W},)
IMAGES = [(2, 7, 9), (1, 1, 1), (3, 2, 12), (1, 6, 4)]
CASES = [
    Case(Means, IMAGE, lambda b, h, w: (rand(b, 3, h, w),), IMAGES),
    Case(Maxima, IMAGE, lambda b, h, w: (rand(b, 3, h, w),), IMAGES),
    Case(Smoothed, IMAGE, lambda b, h, w: (rand(b, 3, h, w),), [(2, 7, 9), (1, 2, 3), (3, 2, 12)]),
    Case(Scaled, ({0: B},), lambda b: (rand(b, 2, 8, 12),), [(3,), (1,)]),
    Case(Middles, ({0: B, 1: W},), lambda b, w: (rand(b, w),), [(5, 8), (1, 1), (4, 7)]),
    Case(Halves, ({0: W},), lambda w: (rand(w) * 100,), [(5,), (1,)]),
    Case(Pairs, ({0: W},), lambda w: (rand(w),), [(5,), (1,)]),
]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.module.__name__)
def test_a_module(case: Case, engine: str) -> None:
    case.check(engine)
