"""Elements of PyTorch that masks and indices select, are changed and written where they were."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim

import disc_shape
from disc_shape.errors import GuardError

B, S, K = Dim("b", min=1, max=64), Dim("s", min=1, max=64), Dim("k", min=1, max=64)
SIZES = [(3, 4, 2), (1, 1, 1), (5, 2, 7), (4, 9, 1)]


class Changed(nn.Module):
    """Of elements and of rows; the last mask selects nothing."""

    def forward(self, x: Tensor, y: Tensor, _: Tensor) -> tuple[Tensor, ...]:
        copies = [x.clone() for _ in range(7)]
        mask, rows = x > 0, y[0] > 0
        copies[0][mask] *= 2
        copies[1][~mask] = x.flip(1)[~mask] + 1
        copies[2][:, rows] += y[:, rows][:1, :, None]
        copies[3][:, rows, :2] = 0.0
        copies[4][y > 0] /= y[y > 0][:, None]
        copies[5][x.isinf()] += 1
        copies[6].index_put_((y > 0,), x[y > 0], accumulate=True)
        return tuple(copies)


class Selected(nn.Module):
    """Numbers of elements that depend on the data, none among them."""

    def forward(self, x: Tensor, y: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        octets = (y > 0).to(torch.uint8)
        return (
            *(x[x > 0], x[y > 0].sum(0), x[:, y[0] > 0], x[x.isnan()], y[octets.bool()]),
            *(x.nonzero(), *torch.where(y > 0), torch.argwhere(octets), y[0].nonzero()),
            *(torch.masked_select(x, y[..., None] > 0), x[y[:, 0] > 0, i[:1] * 0]),
        )


class Mixed(nn.Module):
    """Indices of dimensions with others between them, and such that repeat."""

    def forward(self, x: Tensor, y: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        copies, put = [x.clone(), x.clone()], torch.ops.aten.index_put.default
        first, last = i * 0 - 1, torch.arange(i.shape[0]) % 4
        copies[0][first, :, last] += y[:1].expand(i.shape[0], -1)
        copies[1][first, :, i] = 3.0
        added = put(x, [first, None, i], y[0], True), put(x, [None, first, i], y[0, 0], True)
        return *copies, *added


def examples(b: int, s: int, k: int) -> tuple[Tensor, ...]:
    generator = torch.Generator().manual_seed(b * 100 + s)
    x, y = (torch.randn(*sizes, generator=generator) for sizes in ((b, s, 4), (b, s)))
    return x, y, torch.randint(-4, 4, (k,), generator=generator)


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("module", [Changed, Selected, Mixed], ids=lambda module: module.__name__)
def test_a_module(module: type[nn.Module], engine: str) -> None:
    case = Case(module, ({0: B, 1: S}, {0: B, 1: S}, {0: K}), examples, SIZES)
    made = module()
    traced = disc_shape.from_torch(made, examples(*SIZES[0]), dynamic_shapes=case.shapes)
    case.compare(disc_shape.compile(traced, engine=engine), made)


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_values_are_one_for_each_element_or_one_for_all(engine: str) -> None:
    put, n, k = Put(), Dim("n", max=64), Dim("k", max=64)
    given = torch.tensor([1.0, -1.0, 2.0]), torch.tensor([5.0, 6.0])
    traced = disc_shape.from_torch(put, given, dynamic_shapes=({0: n}, {0: k}))
    run = disc_shape.compile(traced, engine=engine)
    x = given[0]
    for values in ([5.0, 6.0], [5.0]):
        np.testing.assert_array_equal(run(x, torch.tensor(values)), put(x, torch.tensor(values)))
    np.testing.assert_array_equal(run(-x.abs(), torch.tensor([5.0])), -x.abs())
    for values in ([5.0, 6.0, 7.0], []):
        with pytest.raises(GuardError, match="one value for each element that a mask selects"):
            run(x, torch.tensor(values))


class Put(nn.Module):
    def forward(self, x: Tensor, values: Tensor) -> Tensor:
        x = x.clone()
        x[x > 0] = values
        return x


def test_work_is_not_quadratic() -> None:
    """What a mask selects is counted by one step for each element."""
    n = Dim("n", min=1, max=2**20)
    halved = Halved()
    traced = disc_shape.from_torch(halved, (torch.ones(4),), dynamic_shapes=({0: n},))
    run = disc_shape.compile(traced, engine="native")
    x = torch.arange(2**18, dtype=torch.float32) - 2**17
    np.testing.assert_array_equal(run(x), halved(x))


class Halved(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        x = x.clone()
        x[x > 0] /= 2
        return x
