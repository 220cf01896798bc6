"""Convolutions of PyTorch in so many groups as there are elements of a batch."""

from __future__ import annotations

import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim
from torch.nn import functional

rand = torch.randn
B, H, W = Dim("b", min=1, max=64), Dim("h", min=5, max=64), Dim("w", min=6, max=64)


class Modulated(nn.Module):
    """Windows of each image of a batch."""

    def forward(self, x: Tensor, window: Tensor) -> tuple[Tensor, ...]:
        b, c, *places = x.shape
        rows, apart = x.reshape(1, b * c, *places), window.flatten(0, 1)
        bias = torch.arange(6 * b).float()
        return (
            functional.conv2d(rows, apart, padding=1, groups=b).reshape(b, 6, *places),
            functional.conv2d(rows, apart, bias, stride=2, dilation=2, padding=(2, 3), groups=b),
            functional.conv2d(rows.expand(2, -1, -1, -1), apart, stride=(1, 3), groups=b),
            functional.conv1d(rows[:, :, 0], apart[:, :, 0], padding="same", groups=b),
        )


class Transposed(nn.Module):
    def forward(self, x: Tensor, window: Tensor) -> tuple[Tensor, ...]:
        b, c, *places = x.shape
        rows, apart = x.reshape(1, b * c, *places), window.flatten(0, 1)
        spread = functional.conv_transpose2d
        return (
            spread(rows, apart, stride=2, padding=1, output_padding=(1, 0), groups=b),
            spread(rows, apart, torch.arange(5 * b).float(), stride=(3, 1), groups=b),
            spread(rows, apart, dilation=(1, 2), groups=b),
        )


IMAGES, SIZES = ({0: B, 2: H, 3: W}, {0: B}), [(3, 7, 9), (1, 5, 8), (2, 8, 6)]
CASES = [
    Case(Modulated, IMAGES, lambda b, h, w: (rand(b, 4, h, w), rand(b, 6, 4, 3, 3)), SIZES),
    Case(Transposed, IMAGES, lambda b, h, w: (rand(b, 4, h, w), rand(b, 4, 5, 4, 3)), SIZES),
]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.module.__name__)
def test_a_module(case: Case, engine: str) -> None:
    case.check(engine)
