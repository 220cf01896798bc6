"""What models of libraries are written with, and torch-mlir does not take as it is exported."""

from __future__ import annotations

import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim
from torch.nn import functional

import disc_shape

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


class Attention(nn.Module):
    """The kernel leaves its result transposed, and so it is viewed without a copy."""

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        q, k, v = (one.view(*x.shape[:2], 2, 8).transpose(1, 2) for one in x.split(16, -1))
        kept = mask[:, None, None, :].expand(-1, 1, x.shape[1], -1)
        found = functional.scaled_dot_product_attention(q, k, v, attn_mask=kept)
        found = found.transpose(1, 2).reshape(*x.shape[:2], 16)
        return found.view(-1, 16) @ torch.eye(16)


PAIRS = [(3, 5), (1, 2), (4, 9)]
CASES = [
    Case(Rotary, ({0: B, 1: S},), lambda b, s: (rand(b, s, 4),), PAIRS),
    Case(
        Attention,
        ({0: B, 1: S}, {0: B, 1: S}),
        lambda b, s: (rand(b, s, 48), torch.ones(b, s, dtype=torch.bool)),
        PAIRS,
    ),
]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.module.__name__)
def test_a_module(case: Case, engine: str) -> None:
    torch.manual_seed(0)
    module = case.module().eval()
    examples = case.examples(*case.sizes[0])
    traced = disc_shape.from_torch(module, examples, dynamic_shapes=case.shapes)
    case.compare(disc_shape.compile(traced, engine=engine), module)
