"""Indices of PyTorch, also negative ones, windows, samples and searches, where sizes are open."""

from __future__ import annotations

import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim
from torch.nn import functional

import disc_shape

rand = torch.randn
B, S, K = Dim("b", min=1, max=64), Dim("s", min=5, max=64), Dim("k", min=1, max=64)


class Indexed(nn.Module):
    """`i` may be negative; what follows the dimensions that are indexed is open or not."""

    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        square, back = x @ x.transpose(1, 2), -1 - i.abs()
        return (
            *(x[i * 0], x[i[0] * 0 - 1], x[:, i], x[..., i], x[:, i, i], x[i * 0, :, i]),
            *(x[:, back[:, None], i], x[:, None, torch.stack([i, back])], x[i * 0 - 1, i]),
            *(square[:, i][:, :, back], square[i * 0][:, i], torch.take(x, back)),
            *(x[i[:, None] * 0, back[None, :]], x[i * 0, None, :, 3]),
        )


class Written(nn.Module):
    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        copies = [x.clone() for _ in range(18)]
        copies[0][:, i] = 5.0
        copies[1][i * 0 - 1, i] = 7.0
        copies[2][:, 1:] = x[:, :-1]
        copies[3][:, -2:] = 0.5
        copies[4][:, ::2] = 0.0
        copies[5][:, 1::3] = x[:, 1::3] * 2
        copies[6][:, 1:3] += 1.0
        copies[7][:, :-1] = x[:, 1:]
        copies[8][:, -3:-1] = x[:, :2]
        copies[9][:, 1 : x.shape[1] - 1] = 6.0
        copies[10][..., :3] = x[..., 3:6]
        copies[11][..., -20:-6] = 8.0
        copies[12][..., 1::3] = 9.0
        copies[13][..., 9:] = 10.0
        copies[14][..., -3:] = x[..., :3] + x[..., :1]
        copies[15][x > 0] = 11.0
        copies[16][x[:, :, 0] > 0] = x[0, 0]
        copies[17][:, x[0, :, 0] > 0] = 12.0
        return (
            *copies,
            x.index_put((i * 0 - 1,), torch.ones(()), accumulate=True),
            x.index_put((x[:, 0, 0] > 0,), x[0, :1], accumulate=True),
            x.index_fill(1, i, 2.0),
            x.masked_scatter(x > 0, x * 2),
            x.masked_scatter(x[:, :, :1] > 0, x.flip(1)),
        )


class Moved(nn.Module):
    """Shifts of more than a dimension has elements, and pieces of open sizes."""

    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        return (
            *(x.roll((-1, 7), (0, 1)), x.roll(9, -1), x.roll(20), x.roll(-1, 1), x.roll(-9, 2)),
            *(x.roll(x.shape[1] // 2, 1), x.roll(-x.shape[0], 0), i.roll((1, -1, 3), (0, 0, 0))),
            *(x.roll((0, -1), (1, 2)), x.roll(0, 2), i.roll(0)),
            *torch.cat([i, i[:1], i], 0).split([i.shape[0], 1, i.shape[0]]),
        )


class Padded(nn.Module):
    """To multiples of numbers, as models of windows do, and by sizes."""

    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        missing = (4 - x.shape[1] % 4) % 4
        return (
            *(functional.pad(x, (0, 0, 0, missing)), functional.pad(x > 0, (0, 0, missing, 1))),
            functional.pad(x, (1, 0, missing, 0, 0, i.shape[0]), value=float("-inf")),
            functional.pad(i, (missing, i.shape[0]), value=7),
        )


class Cropped(nn.Module):
    """Elements are left out where amounts are less than 0: known, never, or of some sizes only."""

    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        size, count = x.shape[1], i.shape[0]
        return (
            *(functional.pad(x, (0, 0, 0, 6 - size)), functional.pad(x > 0, (0, 0, 6 - size, 1))),
            functional.pad(x, (3 - count, count - 5, 2, -1, -1, count), value=float("inf")),
            functional.pad(x, (-2, 1, size - 6, 8 - size), value=7),
            functional.pad(x, (0, 0, 0, 1 - size)),
        )


class Labelled(nn.Module):
    """Each region of a table of known sizes has its number, as in the masks of shifted windows."""

    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        table, parts = torch.zeros(4, 8), [(0, -3), (-3, -1), (-1, None)]
        for number, (row, column) in enumerate((row, column) for row in parts for column in parts):
            table[slice(*row), slice(*column)] = number
        table[1, 2:7:2] += 9
        table[-2:0] = 100  # No element.
        table[1:, -3:0] = 100
        return x[:, :1] * table, table, x[:, -3:0], torch.cat([x[-1:0], x])


class Windows(nn.Module):
    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        open_end = x.transpose(1, 2)
        return (
            *(x.unfold(1, 3, 1), x.unfold(-1, 4, 2), x.unfold(0, 1, 1)),
            *(functional.pad(x, (3, 3), mode="reflect").unfold(-1, 4, 2),),
            *(functional.pad(one, (1, 3), mode="circular") for one in (x, open_end)),
        )


class Sampled(nn.Module):
    """Places inside and outside of the images."""

    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        grid, images = torch.stack([x * 1.3, x.flip(2) * 0.9], -1), x[:, None]
        found = [
            functional.grid_sample(images, grid, mode, padding, corners)
            for mode in ("bilinear", "nearest")
            for padding in ("zeros", "border", "reflection")
            for corners in (True, False)
        ]
        places = functional.affine_grid(x[:, :2, :3], [x.shape[0], 1, 4, 5], align_corners=False)
        return *found, functional.grid_sample(images, places, align_corners=False)


class Sought(nn.Module):
    """Whole numbers, so that there are equal ones, and NaN among the values."""

    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        values = torch.where(x > 1.5, float("nan"), torch.round(x))
        rows = torch.sort(torch.round(x), 2)[0]
        modes = "donot_use_mm_for_euclid_dist"
        return (
            *(torch.searchsorted(rows, values), torch.searchsorted(rows, values, right=True)),
            torch.searchsorted(torch.tensor([-1, 1, 1, 3]), i, side="right", out_int32=True),
            torch.searchsorted(rows, values[:, :, :3].contiguous()),
            *(torch.cdist(x, x * 0.5 + 1, one, modes) for one in (1.0, 2.0, 3.0, float("inf"))),
        )


SIZES = [(3, 5, 4), (1, 5, 1), (2, 9, 6)]
MODULES = [Indexed, Written, Moved, Padded, Cropped, Labelled, Windows, Sampled, Sought]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_module(module: type[nn.Module], engine: str) -> None:
    torch.manual_seed(0)

    def examples(b: int, s: int, k: int) -> tuple[Tensor, Tensor]:
        return rand(b, s, 8), torch.randint(-4, 4, (k,))

    case = Case(module, ({0: B, 1: S}, {0: K}), examples, SIZES)
    made = module()
    traced = disc_shape.from_torch(made, examples(*SIZES[0]), dynamic_shapes=case.shapes)
    run = disc_shape.compile(traced, engine=engine)
    case.compare(run, made)
    case.refuse_empty(run)


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_no_elements(engine: str) -> None:
    """Where there is no element that indices are for, none is selected, but rows may be empty."""

    class Empty(nn.Module):
        def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
            return x[i * 0], x[i * 0 - 1], x[..., i], x[i * 0, :, i]

    b, s = Dim("b", min=1, max=64), Dim("s", min=0, max=64)
    case = Case(
        Empty,
        ({0: b, 1: s}, {0: K}),
        lambda b, s, k: (rand(b, s, 4), torch.zeros(k, dtype=torch.int64)),
        [(3, 0, 2), (1, 1, 1), (2, 2, 3)],
    )
    made = Empty()
    traced = disc_shape.from_torch(made, case.examples(3, 5, 2), dynamic_shapes=case.shapes)
    case.compare(disc_shape.compile(traced, engine=engine), made)


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_slices_without_elements(engine: str) -> None:
    """Slices end at 0, where they are counted from the first element or from the last one."""

    class Parts(nn.Module):
        def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
            known, size = torch.arange(40) * 2, y.shape[0]
            return (
                *(known[:size], known[size:], known[: size * 2]),
                *(x[:0], known[:0], known[:-40], y[:0]),
            )

    s = Dim("s", min=0, max=20)
    case = Case(
        Parts,
        ({0: B}, {0: s}),
        lambda b, s: (rand(b), rand(s)),
        [(5, 7), (1, 1), (1, 0), (2, 20)],
    )
    traced = disc_shape.from_torch(Parts(), case.examples(5, 7), dynamic_shapes=case.shapes)
    case.compare(disc_shape.compile(traced, engine=engine), Parts())
