"""Branches and loops of PyTorch: `torch.cond`, `while_loop`, `scan` and `map`, in each other."""

from __future__ import annotations

import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch._higher_order_ops.map import map as mapped
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch.export import Dim

import disc_shape
from disc_shape.frontends.traced import FrontEndError

rand = torch.randn
B, S = Dim("b", min=1, max=64), Dim("s", min=1, max=512)


class Branches(nn.Module):
    """By an element and by a size, with weights inside a branch."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        def shifted(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
            return x + y.sum(), y.sum(0)

        def projected(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
            return self.layer(x), y.amax(0)

        by_element = torch.cond(y.sum() > 0, projected, shifted, (x, y))
        by_size = torch.cond(x.shape[0] > 2, torch.sin, torch.cos, (x,))
        return *by_element, by_size


class Steps(nn.Module):
    """A branch and a loop in a loop."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        zero = torch.zeros((), dtype=torch.int64)

        def outer(i: Tensor, x: Tensor) -> tuple[Tensor, Tensor]:
            x = torch.cond(x.sum() > 0, lambda x: x - 1, lambda x: x + 2, (x,))
            j = torch.zeros((), dtype=torch.int64)
            _, x = while_loop(lambda j, x: j < 3, lambda j, x: (j + 1, x * 1.5), (j, x))
            return i + 1, x

        return while_loop(lambda i, x: (i < 5) & (x.abs().max() < 20), outer, (zero, x))


class Scans(nn.Module):
    """What is carried is the sum so far, and a number that no step changes."""

    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        def step(
            carried: tuple[Tensor, Tensor], x: Tensor
        ) -> tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor]]:
            total, scale = carried
            total = total * scale + x
            return (total, scale.clone()), (total.sin(), (x > 0).sum(0))

        begin = x.new_zeros(x.shape[0]), torch.full((), 0.5)
        (total, _), (sines, counts) = scan(step, begin, x, dim=1)
        _, last = scan(lambda c, x: (c + x, c.clone()), x.new_zeros(4), y, reverse=True)
        return total, sines, counts, last, mapped(lambda row, y: row.softmax(-1) + y, x, x.sum(0))


class Folded(nn.Module):
    """What torch-mlir computes wrongly where it sees all elements, in a branch; and sizes there."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        def equal(x: Tensor) -> Tensor:
            return torch.where(torch.ones_like(x) != 1, x, -x) + (torch.full((), 3.0) > 1)

        def halved(x: Tensor) -> Tensor:
            return torch.cat([x * (x.shape[0] // 2), torch.ones(1, 4)])[:-1]

        return torch.cond(x.sum() > 0, equal, halved, (x,)), torch.cond(
            x.shape[0] > 2, equal, halved, (x,)
        )


CASES = [
    Case(Folded, ({0: B},), lambda b: (rand(b, 4),), [(3,), (1,), (2,), (5,)]),
    Case(
        Branches,
        ({0: B}, {0: S}),
        lambda b, s: (rand(b, 4), rand(s, 3)),
        [(3, 5), (1, 1), (2, 7), (5, 4)],
    ),
    Case(Steps, ({0: B, 1: S},), lambda b, s: (rand(b, s),), [(3, 6), (1, 5), (4, 1)]),
    Case(
        Scans,
        ({0: B, 1: S}, {0: S}),
        lambda b, s: (rand(b, s), rand(s, 4)),
        [(3, 6), (1, 5), (4, 1)],
    ),
]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.module.__name__)
def test_a_module(case: Case, engine: str) -> None:
    torch._dynamo.reset()  # It keeps which sizes it has taken for equal.
    case.check(engine)


def test_carried_sizes_are_refused() -> None:
    class Sizes(nn.Module):
        def forward(self, x: Tensor) -> object:
            return while_loop(lambda i, x: i < 5, lambda i, x: (i + 1, x + i), (0, x))

    with pytest.raises(FrontEndError, match="no tensor"):
        disc_shape.from_torch(Sizes(), (torch.ones(3),))
