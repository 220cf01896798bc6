"""Pools of PyTorch with `ceil_mode`, whose last windows reach over the end, and with divisors."""

from __future__ import annotations

import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim
from torch.nn import functional

import disc_shape
from disc_shape.frontends.traced import FrontEndError

rand = torch.randn
B = Dim("b", min=1, max=64)
INFINITE = float("inf")
largest, mean = functional.max_pool2d, functional.avg_pool2d


class Maxima(nn.Module):
    """Windows with an infinite element, and such that have no other ones."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        most = torch.where(x > 1, INFINITE, x)
        return (
            *largest(x, 3, 2, 1, ceil_mode=True, return_indices=True),
            *largest(most, 2, (2, 3), ceil_mode=True, dilation=2, return_indices=True),
            largest(x.abs() * -INFINITE, 2, 3, 1, ceil_mode=True),
            *(largest(x, 2, ceil_mode=True), *largest(x, (2, 3), return_indices=True)),
            functional.max_pool1d(x[:, 0], 3, 2, 1, ceil_mode=True),
            functional.max_pool3d(x[:, None], (1, 3, 2), 3, (0, 1, 1), ceil_mode=True),
        )


class Means(nn.Module):
    """What is padding counts or not; what is behind it does not."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        return (
            *(mean(x, 3, 2, 1, ceil_mode=True), mean(x, (2, 3), ceil_mode=True)),
            mean(x, 3, 2, 1, ceil_mode=True, count_include_pad=False),
            mean(x, 2, 5, 1, ceil_mode=True, count_include_pad=False),
            *(mean(x, 2, 3, 1, ceil_mode=True), mean(x, 90, ceil_mode=True)),
            mean(x, 3, 2, 1, divisor_override=5),
            mean(x, 3, 2, 1, ceil_mode=True, divisor_override=5),
            functional.avg_pool1d(x[:, 0], 3, 2, 1, ceil_mode=True),
            functional.avg_pool3d(x[:, None], 2, ceil_mode=True),
        )


class Open(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        return largest(x, 3, 2, 1, ceil_mode=True), mean(x, 3, 2, ceil_mode=True)


class Gaps(nn.Module):
    """Strides that leave elements out; some sizes have a window less."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        return largest(x, 2, 5, ceil_mode=True), mean(x, 2, 5, ceil_mode=True)


IMAGES, SIZES = ({0: B, 2: Dim.AUTO, 3: Dim.AUTO},), [(3, 8, 9), (1, 7, 5), (2, 10, 11), (1, 6, 12)]
CASES = [
    *(Case(one, ({0: B},), lambda b: (rand(b, 3, 8, 9),), [(3,), (1,)]) for one in (Maxima, Means)),
    Case(Maxima, ({0: B},), lambda b: (rand(b, 3, 7, 7),), [(2,)]),
    Case(Open, IMAGES, lambda b, h, w: (rand(b, 3, h, w),), SIZES),
    *(Case(Gaps, ({0: B},), lambda b, n=n: (rand(b, 3, n, 20),), [(2,)]) for n in (10, 11, 12)),
]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.module.__name__)
def test_a_module(case: Case, engine: str) -> None:
    case.check(engine)


def test_means_of_integers_are_refused() -> None:
    class Whole(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return mean(x, 2, ceil_mode=True)

    with pytest.raises(FrontEndError, match="a mean over windows of integers"):
        disc_shape.from_torch(Whole(), (torch.ones(1, 3, 3, dtype=torch.int64),))


def test_a_length_that_export_has_found_to_be_known() -> None:
    """PyTorch exports `max_pool1d` for the length of the example, and describes it as open."""
    sizes = {0: Dim.AUTO, 2: Dim.AUTO}
    case = Case(nn.MaxPool1d, (sizes,), lambda b: (rand(b, 4, 10),), [(3,), (1,), (6,)])
    module = nn.MaxPool1d(2)
    exported = torch.export.export(module, case.examples(3), dynamic_shapes=case.shapes)
    run = disc_shape.compile(exported, engine="reference")
    case.compare(run, module)
    with pytest.raises(disc_shape.GuardError, match="dimension 2 of argument 0 is 8, expected 10"):
        run(rand(3, 4, 8))
