"""What models of libraries are written with, and torch-mlir does not take as it is exported."""

from __future__ import annotations

import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim
from torch.nn import functional

rand = torch.randn
B, S, ANY = Dim("b", min=1, max=64), Dim("s", min=2, max=64), Dim("n", min=0, max=64)


class Rotary(nn.Module):
    """Buffers that are not saved, one of them in a module that is used twice."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("frequency", 10.0 ** -(torch.arange(4) / 4), persistent=False)
        self.register_buffer("scale", torch.tensor([2.0]))
        self.norm = nn.BatchNorm1d(4)
        self.norm.register_buffer("places", torch.arange(64)[None], persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        angle = self.norm.places[:, : x.shape[1], None] * self.frequency
        return self.norm((x * angle.cos()).transpose(1, 2)) * self.scale


class Joined(nn.Module):
    """A parameter, a buffer and a constant that are joined with others, and returned."""

    def __init__(self) -> None:
        super().__init__()
        self.token, self.last = nn.Parameter(rand(1, 4)), torch.tensor([[1.0, 2.0, 3.0, 4.0]])
        self.register_buffer("zeros", torch.zeros(2, 4))

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        rows = torch.cat([self.token, x, self.zeros, self.last])
        return rows, torch.stack([self.token, self.last]), self.token * 1


class Attention(nn.Module):
    """The kernel leaves its result transposed, and so it is viewed without a copy."""

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        q, k, v = (one.view(*x.shape[:2], 2, 8).transpose(1, 2) for one in x.split(16, -1))
        kept = mask[:, None, None, :].expand(-1, 1, x.shape[1], -1)
        found = functional.scaled_dot_product_attention(q, k, v, attn_mask=kept)
        found = found.transpose(1, 2).reshape(*x.shape[:2], 16)
        return found.view(-1, 16) @ torch.eye(16)


@torch.library.custom_op("transformers::grouped_mm_fallback", mutates_args=())
def grouped_product(x: Tensor, weight: Tensor, ends: Tensor) -> Tensor:
    """What Transformers registers for types that `torch._grouped_mm` does not take in a graph."""
    parts, start = [], 0
    for number, end in enumerate(ends.tolist()):
        parts.append(x[start:end] @ weight[number])
        start = end
    return torch.cat([*parts, x.new_zeros(x.shape[0] - start, weight.shape[2])])


@grouped_product.register_fake
def _(x: Tensor, weight: Tensor, ends: Tensor) -> Tensor:
    return x.new_empty(x.shape[0], weight.shape[2])


class Experts(nn.Module):
    """Rows that are sorted by their expert, of which the second one has none."""

    def __init__(self) -> None:
        super().__init__()
        self.weight, self.gates = nn.Parameter(rand(3, 6, 8)), torch.tensor([0, 2])

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        experts, order = torch.sort(self.gates[(x[:, 0] > 0).long()], stable=True)
        counts = torch.histc(experts.float(), bins=3, min=0, max=2)
        ends, weights = counts.cumsum(0, dtype=torch.int32), self.weight.transpose(1, 2)
        some = torch.clamp(ends - 1, min=0)
        return *(grouped_product(x[order], weights, one) for one in (ends, some)), counts


class Groups(nn.Module):
    """Groups of rows, of columns, of terms, and matrices; whole numbers, which are exact."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        x = torch.round(x * 2).to(torch.bfloat16)
        ends = torch.tensor([0, 1, 1], dtype=torch.int32)
        ends = torch.cat([ends, torch.full((1,), x.shape[0], dtype=torch.int32)])
        many, matrices = torch.stack([x, x + 1, x - 1, x * 2]), torch.eye(8).bfloat16() * 2
        matrices = matrices.expand(4, 8, 8).contiguous()
        product = torch._grouped_mm
        found = (
            *(product(x, matrices, offs=ends), product(x, matrices.transpose(1, 2), offs=ends)),
            *(product(many, x.T, offs=ends), product(x.T, x, offs=ends), product(many, matrices)),
        )
        return tuple(one.float() for one in found)


class Counted(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        edges = torch.tensor([-1.0, -0.2, 0.2, 1.0, float("nan"), 0.6, 1.1])
        values = torch.cat([x, edges])
        return (
            torch.histc(values, 5, -1, 1),
            torch.histc(values.double(), bins=7, min=-1.5, max=0.2),
            torch.histc(x[:0], 2, 0, 1),
        )


class Clamped(nn.Module):
    """Bounds of other shapes, NaN among them, that may exclude each other."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        low, nan = x[:, :1] * 0.5, torch.tensor([0.5, float("nan"), -0.5, 2.0])
        return (
            *(torch.clamp(x, low, low + 1), torch.clamp(x, min=low), torch.clamp(x, max=nan)),
            *(torch.clamp(x, low + 1, low), torch.clamp(x * nan, low, torch.ones(()))),
            torch.clamp(x.int(), torch.tensor(0.5), torch.tensor(1)),
        )


PAIRS = [(3, 5), (1, 2), (4, 9)]
CASES = [
    Case(Clamped, ({0: B},), lambda b: (rand(b, 4),), [(7,), (1,)]),
    Case(Joined, ({0: S},), lambda s: (rand(s, 4),), [(7,), (2,)]),
    Case(Rotary, ({0: B, 1: S},), lambda b, s: (rand(b, s, 4),), PAIRS),
    Case(
        Attention,
        ({0: B, 1: S}, {0: B, 1: S}),
        lambda b, s: (rand(b, s, 48), torch.ones(b, s, dtype=torch.bool)),
        PAIRS,
    ),
    Case(Experts, ({0: S},), lambda s: (rand(s, 8),), [(7,), (2,), (15,)]),
    Case(Groups, ({0: S},), lambda s: (rand(s, 8),), [(7,), (2,), (15,)]),
    Case(Counted, ({0: ANY},), lambda n: (rand(n),), [(30,), (0,), (1,)]),
]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.module.__name__)
def test_a_module(case: Case, engine: str) -> None:
    case.check(engine)
