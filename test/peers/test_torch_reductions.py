"""Reductions of PyTorch of elements among which are NaN, infinities and equal ones."""

from __future__ import annotations

import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim

import disc_shape

B, S = Dim("b", min=1, max=64), Dim("s", min=1, max=64)
SIZES = [(3, 4), (1, 1), (5, 1), (1, 7), (6, 9)]


class Extremes(nn.Module):
    """NaN is the extreme of its row, and the first one has the place."""

    def forward(self, x: Tensor, y: Tensor) -> tuple[object, ...]:
        octets = y.clamp(-5, 5).mul(20).add(120).to(torch.uint8)
        return (
            *(
                octets.max(1),
                octets.min(0),
                octets.argmax(1),
                octets.max(),
                octets.min(),
                octets.amin(1),
            ),
            *(x.max(1), x.min(0), x.max(-1, keepdim=True), x.half().max(1), y.max(1), y.min(0)),
            *(x.argmax(), x.argmin(0), x.argmax(1, keepdim=True), y.argmax(1)),
            *(torch.argmin(x, keepdim=True), x[0, 0].argmax(), x[0, 0].max(0)),
        )


def with_nan(rows: int, columns: int) -> tuple[Tensor, Tensor]:
    """Whole numbers, so that some are equal, infinities and NaN; and the same without NaN."""
    generator = torch.Generator().manual_seed(rows * 100 + columns)
    x = torch.randn(rows, columns, generator=generator).mul(2).round()
    x = torch.where(x > 3, float("inf"), torch.where(x < -2, -float("inf"), x))
    hidden = torch.rand(rows, columns, generator=generator) < 0.2
    return torch.where(hidden, float("nan"), x), x


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("module", [Extremes])
def test_a_module(module: type[nn.Module], engine: str) -> None:
    sizes = {0: B, 1: S}
    case = Case(module, (sizes, sizes), with_nan, SIZES)
    traced = disc_shape.from_torch(module(), with_nan(3, 4), dynamic_shapes=case.shapes)
    case.compare(disc_shape.compile(traced, engine=engine), module())
