"""Modules of many kinds from PyTorch, on the reference and on IREE, at sizes with 1 among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.export import Dim
from torch.nn import functional
from torch.utils import _pytree as pytree

import disc_shape

rand = torch.randn
B, S = Dim("b", min=1, max=4096), Dim("s", min=1, max=512)
MANY = Dim("n", min=2, max=512)


class Mlp(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(8, 16), nn.ReLU(), nn.LayerNorm(16), nn.Linear(16, 4), nn.Softmax(-1)
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.layers(x)


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.out = nn.Linear(32, 96), nn.Linear(32, 32)

    def forward(self, x: Tensor) -> Tensor:
        b, s, _ = x.shape
        q, k, v = self.qkv(x).view(b, s, 3, 4, 8).permute(2, 0, 3, 1, 4)
        mask = torch.ones(s, s, dtype=torch.bool).tril()
        scores = (q @ k.transpose(-1, -2) / 8**0.5).masked_fill(~mask, float("-inf"))
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, s, 32))


class Fused(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        q = x.view(x.shape[0], x.shape[1], 4, 8).transpose(1, 2)
        return functional.scaled_dot_product_attention(q, q, q).transpose(1, 2).flatten(2)


class Convolutions(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.norm = nn.BatchNorm2d(8)
        self.second = nn.Conv2d(8, 8, 3, padding=1, groups=2)
        self.last = nn.Linear(8, 10)

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.norm(self.first(x)))
        return self.last(functional.max_pool2d(y + self.second(y), 2).mean((2, 3)))


class Images(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(3, 8, 3, padding=1)
        self.second = nn.Conv2d(8, 4, 3, stride=2, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        return torch.sigmoid(self.second(functional.gelu(self.first(x)))).mean((2, 3))


class Tokens(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(50, 16), nn.Embedding(512, 16)
        self.head = nn.Linear(16, 50)

    def forward(self, t: Tensor) -> Tensor:
        return self.head(self.words(t) + self.places(torch.arange(t.shape[1])))


class Encoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(
            16, 4, 32, batch_first=True, dropout=0.0, norm_first=True
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.layer(x)


class MaskedMean(nn.Module):
    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        weight = mask.unsqueeze(-1).float()
        return (x * weight).sum(1) / weight.sum(1).clamp(min=1)


class Contraction(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return torch.einsum("bsd,sb->bd", x, y)


class Joined(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return torch.cat([x, x.relu()]) * y


class Parts(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.w = nn.Parameter(rand(8, 8))
        self.register_buffer("c", rand(8))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return functional.silu(x @ self.w + self.c), x.amax(1)


class Trees(nn.Module):
    def forward(self, d: dict[str, Tensor | list[Tensor]]) -> dict[str, object]:
        a, (row, column) = d["a"], d["l"]
        return {"r": a * row[:, None] + column, "t": (a.sum(),)}


class Signals(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.down = nn.Conv1d(4, 6, 3, padding=2, dilation=2)
        self.up = nn.ConvTranspose1d(6, 4, 4, stride=2, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        return self.up(torch.tanh(self.down(x)))


class Edges(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return functional.pad(x, (0, 0, 2, 1))[:, 1:]


class Lookup(nn.Module):
    def forward(self, x: Tensor, i: Tensor) -> Tensor:
        return x.gather(1, i) + x[torch.arange(x.shape[0]), i[:, 0]][:, None]


class Norms(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        spread = x.std(1, keepdim=True, unbiased=False) + x.var(-1, keepdim=True)
        return functional.normalize(x, dim=-1) + spread


class Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.w, self.u = nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x: Tensor) -> Tensor:
        h = torch.zeros(x.shape[0], 8)
        for step in range(3):
            h = torch.tanh(self.w(x[:, step]) + self.u(h))
        return h


class Extremes(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return x.amax(-1), torch.where(x > 0, x.exp(), -x), x.repeat(2, 1).softmax(0)


class Pooled(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.words, self.head = nn.Embedding(10, 6), nn.Linear(6, 3)

    def forward(self, t: Tensor) -> tuple[Tensor, Tensor]:
        mask = (t > 0).unsqueeze(-1).float()
        mean = (self.words(t) * mask).sum(1) / mask.sum(1).clamp(min=1)
        return self.head(mean), functional.one_hot(t, 10).float().mean(1)


class Upsampled(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.up = nn.ConvTranspose1d(3, 4, 3, stride=2)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        wide = functional.avg_pool1d(self.up(x), 2)
        return wide, functional.pad(x, (-1, 2)), x.flip(2).clamp(-0.5, 0.5)


class Separable(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.norm, self.deep = nn.LayerNorm(4), nn.Conv1d(4, 4, 3, padding=1, groups=4)

    def forward(self, x: Tensor) -> Tensor:
        y = self.deep(self.norm(x).transpose(1, 2))
        return x + functional.hardswish(y).transpose(1, 2)


@dataclass(frozen=True)
class Case:
    """A module, examples of given sizes, and the sizes to run."""

    module: Callable[[], nn.Module]
    shapes: object
    examples: Callable[..., tuple[object, ...]]
    sizes: Sequence[tuple[int, ...]]

    def compare(
        self,
        run: Callable[..., object],
        module: nn.Module,
        sizes: Sequence[tuple[int, ...]] | None = None,
    ) -> None:
        """A compiled module computes the same at some sizes, by default at all of these."""
        for one in self.sizes if sizes is None else sizes:
            arguments = self.examples(*one)
            expected = [value.detach().numpy() for value in pytree.tree_leaves(module(*arguments))]
            found = pytree.tree_leaves(run(*arguments))
            assert [value.dtype for value in found] == [value.dtype for value in expected]
            for value, wanted in zip(found, expected, strict=True):
                np.testing.assert_allclose(value, wanted, rtol=2e-4, atol=2e-5)

    def check(self, engine: str) -> Callable[..., object]:
        """The module compiled for an engine, after its results have been compared."""
        torch.manual_seed(0)
        module = self.module().eval()
        examples = self.examples(*self.sizes[0])
        traced = disc_shape.from_torch(module, examples, dynamic_shapes=self.shapes)
        run = disc_shape.compile(traced, engine=engine)
        self.compare(run, module)
        return run

    def refuse_empty(self, run: Callable[..., object]) -> None:
        """A compiled module refuses arrays without elements."""
        arguments = self.examples(*self.sizes[0])
        with pytest.raises(disc_shape.GuardError):
            run(*(torch.zeros([0] * one.ndim, dtype=one.dtype) for one in arguments))


ONE, TWO = [(3,), (1,), (7,)], [(3, 5), (1, 1), (2, 9), (4, 3)]
CASES = [
    Case(Mlp, ({0: B},), lambda b: (rand(b, 8),), ONE),
    Case(Attention, ({0: B, 1: S},), lambda b, s: (rand(b, s, 32),), TWO),
    Case(Fused, ({0: B, 1: S},), lambda b, s: (rand(b, s, 32),), TWO),
    Case(Convolutions, ({0: B},), lambda b: (rand(b, 3, 32, 32),), ONE),
    Case(
        Images,
        ({0: B, 2: Dim("h", min=8, max=64), 3: Dim("w", min=8, max=64)},),
        lambda b, h, w: (rand(b, 3, h, w),),
        [(3, 16, 20), (1, 8, 8), (2, 9, 11), (2, 32, 17)],
    ),
    Case(Tokens, ({0: B, 1: S},), lambda b, s: (torch.randint(0, 50, (b, s)),), TWO),
    Case(Encoder, ({0: B, 1: S},), lambda b, s: (rand(b, s, 16),), TWO),
    Case(
        MaskedMean,
        ({0: B, 1: S}, {0: B, 1: S}),
        lambda b, s: (rand(b, s, 16), torch.rand(b, s) > 0.3),
        TWO,
    ),
    Case(Contraction, ({0: B, 1: S}, {0: S, 1: B}), lambda b, s: (rand(b, s, 4), rand(s, b)), TWO),
    Case(Joined, ({0: B}, {0: 2 * B}), lambda b: (rand(b, 6), rand(2 * b, 6)), ONE),
    Case(Parts, ({0: B},), lambda b: (rand(b, 8),), ONE),
    Case(
        Trees,
        ({"a": {0: S}, "l": [{0: S}, None]},),
        lambda s: ({"a": rand(s, 8), "l": [rand(s), rand(8)]},),
        ONE,
    ),
    Case(
        Signals,
        ({0: B, 2: Dim("t", min=6, max=128)},),
        lambda b, t: (rand(b, 4, t),),
        [(3, 7), (1, 6), (2, 11)],
    ),
    Case(Edges, ({0: B, 1: S},), lambda b, s: (rand(b, s, 4),), TWO),
    Case(
        Lookup,
        ({0: B, 1: Dim("k", min=3, max=99)}, {0: B}),
        lambda b, k: (rand(b, k), torch.randint(0, 3, (b, 2))),
        [(3, 7), (1, 3), (2, 11)],
    ),
    Case(Norms, ({0: B, 1: S},), lambda b, s: (rand(b, s, 4),), TWO),
    Case(Recurrent, ({0: B},), lambda b: (rand(b, 3, 8),), ONE),
    Case(Extremes, ({0: B, 1: MANY},), lambda b, s: (rand(b, s),), [(3, 5), (1, 2), (2, 9)]),
    Case(Pooled, ({0: B, 1: S},), lambda b, s: (torch.randint(0, 10, (b, s)),), TWO),
    Case(Upsampled, ({0: B, 2: MANY},), lambda b, s: (rand(b, 3, s),), [(3, 5), (1, 2), (2, 9)]),
    Case(Separable, ({0: B, 1: S},), lambda b, s: (rand(b, s, 4),), TWO),
]


@pytest.mark.parametrize("how", ["bound", "arguments"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.module.__name__)
def test_a_module(case: Case, how: str) -> None:
    torch.manual_seed(0)
    module = case.module().eval()
    examples = case.examples(*case.sizes[0])
    traced = disc_shape.from_torch(module, examples, dynamic_shapes=case.shapes, parameters=how)
    for engine in ("reference", "iree", "xla") if how == "bound" else ("iree",):
        run = disc_shape.compile(traced, engine=engine)
        # XLA compiles for each size.
        case.compare(run, module, case.sizes[:1] if engine == "xla" else None)
