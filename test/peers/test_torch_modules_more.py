"""More modules from PyTorch on the reference and on IREE, at sizes with 1 among them."""

from __future__ import annotations

import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim
from torch.nn import functional

import disc_shape

rand = torch.randn
B, S, K = Dim("b", min=1, max=64), Dim("s", min=1, max=64), Dim("k", min=1, max=64)
H, W = Dim("h", min=4, max=64), Dim("w", min=4, max=64)
MANY = Dim("n", min=4, max=64)


class Unet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.down, self.up = nn.Conv2d(3, 4, 2, 2), nn.ConvTranspose2d(4, 4, 2, 2)
        self.out = nn.Conv2d(7, 2, 1)

    def forward(self, x: Tensor) -> Tensor:
        y = self.up(torch.relu(self.down(x)))
        return self.out(torch.cat([x, y], 1))


class Pools(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        return (
            functional.max_pool2d(x, 3, 2, 1),
            functional.avg_pool2d(x, 2, 2),
            functional.avg_pool2d(x, 3, 1, 1, count_include_pad=False),
            functional.adaptive_avg_pool2d(x, 1).flatten(1),
        )


class Selected(nn.Module):
    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        return (
            x.index_select(1, i),
            torch.zeros_like(x).index_add(1, i, x[:, : i.shape[0]]),
            x[:, i] * 2,
        )


class Scattered(nn.Module):
    def forward(self, x: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        return x.gather(1, i), torch.zeros_like(x).scatter_add(1, i, x), x.scatter(1, i, 1.0)


class Masked(nn.Module):
    def forward(self, x: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        mask = torch.arange(x.shape[1])[None] < lengths[:, None]
        scores = x.masked_fill(~mask[..., None], -1e9).softmax(1)
        return scores, torch.where(mask[..., None], x, 0.0).sum(1) / lengths.clamp(min=1)[:, None]


class Rotary(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("frequency", 10.0 ** -(torch.arange(4) / 4))

    def forward(self, x: Tensor) -> Tensor:
        angle = torch.outer(torch.arange(x.shape[1], dtype=torch.float32), self.frequency)
        cosine, sine = angle.cos().repeat(1, 2), angle.sin().repeat(1, 2)
        a, b = x.chunk(2, -1)
        return x * cosine + torch.cat([-b, a], -1) * sine


class Broadcast(nn.Module):
    def forward(self, x: Tensor, y: Tensor, z: Tensor) -> tuple[Tensor, ...]:
        return x @ y, z + x.sum(-1), (x * z[:, :, None]).expand(2, -1, -1, -1).contiguous()


class Groups(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.groups, self.plain = nn.GroupNorm(2, 6), nn.GroupNorm(3, 6, affine=False)
        nn.init.normal_(self.groups.weight)
        nn.init.normal_(self.groups.bias)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return functional.silu(self.groups(x)), self.plain(x)


class Spreads(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        return (
            x.var(1),
            x.std(0, keepdim=True),
            x.var(),
            x.std((0, 1), correction=2),
            x.var(1, False),
        )


class Places(nn.Module):
    """Sums up to each element; an infinite one does not reach those before it."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        last = torch.where(torch.arange(x.shape[1]) == x.shape[1] - 1, float("inf"), x)
        return (
            last.cumsum(1),
            (x > 0).cumsum(-1),
            x.cumsum(0, dtype=torch.float64),
            x.sum().cumsum(0),
        )


class Nearest(nn.Module):
    """Images of other sizes; those of a float ratio have the neighbours that PyTorch has."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        small = functional.avg_pool2d(x, 2)
        return (
            functional.interpolate(x, scale_factor=2, mode="nearest"),
            functional.interpolate(x, scale_factor=(3, 1), mode="nearest"),
            functional.interpolate(small, size=x.shape[-2:], mode="nearest"),
            functional.interpolate(x[:, 0], size=7, mode="nearest"),
            functional.interpolate(x[:, :, :1], size=(3, 1), mode="nearest"),
        )


class Reflected(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        return (
            functional.pad(x, (1, 2, 0, 3), mode="reflect"),
            functional.pad(x[:, :, 0], (3, 0), mode="reflect"),
            functional.pad(x, (-1, 2, 0, 0), mode="reflect"),
        )


def integers(limit: int, *sizes: int) -> Tensor:
    return torch.randint(0, limit, sizes)


PAIRS, TRIPLES = [(3, 5), (1, 1), (4, 9)], [(3, 5, 4), (1, 1, 1), (2, 1, 7)]
IMAGE = ({0: B, 2: H, 3: W},)
IMAGES = [(2, 7, 9), (1, 4, 4), (3, 5, 12)]
CASES = [
    Case(Unet, ({0: B, 2: 2 * H, 3: 2 * W},), lambda b, h, w: (rand(b, 3, 2 * h, 2 * w),), IMAGES),
    Case(Pools, IMAGE, lambda b, h, w: (rand(b, 3, h, w),), IMAGES),
    Case(Selected, ({0: B, 1: MANY}, {0: Dim("i", min=1, max=4)}),
         lambda b, n, i: (rand(b, n), integers(4, i)), [(3, 7, 2), (1, 5, 4), (2, 9, 1)]),
    Case(Scattered, ({0: B, 1: MANY}, {0: B, 1: MANY}),
         lambda b, n: (rand(b, n), integers(n, b, n)), [(3, 5), (1, 4), (2, 9)]),
    Case(Masked, ({0: B, 1: S}, {0: B}), lambda b, s: (rand(b, s, 3), integers(s + 1, b)), PAIRS),
    Case(Rotary, ({0: B, 1: S},), lambda b, s: (rand(b, s, 8),), PAIRS),
    Case(Broadcast, ({0: B, 1: S}, {1: K}, {0: B, 1: S}),
         lambda b, s, k: (rand(b, s, 8), rand(8, k), rand(b, s)), TRIPLES),
    Case(Groups, IMAGE, lambda b, h, w: (rand(b, 6, h, w),), IMAGES),
    Case(Spreads, ({0: MANY, 1: H},), lambda n, m: (rand(n, m),), [(5, 7), (4, 4), (9, 5)]),
    Case(Nearest, IMAGE, lambda b, h, w: (rand(b, 3, h, w),), [*IMAGES, (1, 62, 63)]),
    Case(Reflected, IMAGE, lambda b, h, w: (rand(b, 3, h, w),), IMAGES),
    Case(Places, ({0: B, 1: S},), lambda b, s: (rand(b, s),), PAIRS),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.module.__name__)
def test_a_module(case: Case) -> None:
    torch.manual_seed(0)
    module = case.module().eval()
    examples = case.examples(*case.sizes[0])
    traced = disc_shape.from_torch(module, examples, dynamic_shapes=case.shapes)
    for engine in ("reference", "iree"):
        run = disc_shape.compile(traced, engine=engine)
        case.compare(run, module)
        case.refuse_empty(run)
