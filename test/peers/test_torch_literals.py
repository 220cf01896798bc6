"""Weights: they reach the program as they lie in memory, and torch-mlir folds none of them."""

from __future__ import annotations

import operator

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.export import Dim
from torch.nn import functional

import disc_shape

COMPARE = operator.gt, operator.ge, operator.lt, operator.le, operator.eq, operator.ne
SCALARS = -7, 0, 3, 20, -1.5, 0.25, 0.75
ELEMENTS = (
    torch.tensor(0.75), torch.tensor([0.75]), torch.tensor([[-7.0]], dtype=torch.float64),
    torch.tensor(3), torch.tensor([-3], dtype=torch.int32), torch.tensor([200], dtype=torch.uint8),
    torch.tensor([True]), torch.tensor(False), torch.tensor([0.75], dtype=torch.bfloat16),
    torch.tensor(0.25, dtype=torch.float16),
)  # fmt: skip


class Compared(nn.Module):
    """A buffer of one element, compared with integers and other numbers."""

    def __init__(self, element: Tensor) -> None:
        super().__init__()
        self.register_buffer("element", element)

    def forward(self, x: Tensor) -> Tensor:
        conditions = [one(self.element, scalar) for one in COMPARE for scalar in SCALARS]
        return torch.stack([torch.where(one, x, -x) for one in conditions])


class Softplus(nn.Module):
    """Learned slopes, as in Apertus: softplus compares its operand with 20."""

    def __init__(self) -> None:
        super().__init__()
        self.slope, self.bend = nn.Parameter(torch.tensor([0.8])), nn.Parameter(torch.tensor(-1.5))

    def forward(self, x: Tensor) -> Tensor:
        return functional.softplus(self.slope) * x + functional.softplus(self.bend)


class Weights(nn.Module):
    """Weights of each type, some of them views, or of no element."""

    def __init__(self) -> None:
        super().__init__()
        numbers = torch.arange(24)
        self.register_buffer("halves", (numbers / 8).half())
        self.register_buffer("brains", (numbers / 8).bfloat16())
        self.register_buffer("doubles", (numbers / 7).double())
        self.register_buffer("integers", numbers[::2].reshape(3, 4).T)
        self.register_buffer("octets", (numbers * 10).to(torch.uint8))
        self.register_buffer("is_even", numbers % 2 == 0)
        self.register_buffer("nothing", torch.zeros(0, 24))
        self.weight = nn.Parameter(torch.randn(24, 24).T)
        self.register_buffer("negative", torch.randn(24, dtype=torch.complex64).conj().imag)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        x = torch.where(self.is_even, torch.cat([x @ self.weight, self.nothing]), self.doubles)
        results = x + self.halves, x + self.brains, x + self.octets, x[:, :3] + self.integers[:1]
        return *results, x * self.negative


@pytest.mark.parametrize("element", ELEMENTS, ids=lambda one: f"{one.dtype}-{list(one.shape)}")
def test_one_element_compares_with_numbers_of_other_kinds(element: Tensor) -> None:
    """It compares as PyTorch says; torch-mlir folds `0.75 > -7` to false, and `3 > 0.5` crashes."""
    holds(Compared(element.clone()), 1)


def test_softplus_of_one_parameter_is_not_the_parameter() -> None:
    """The comparison that is in it does not decide by what lies in memory."""
    holds(Softplus(), 1)


def test_weights_of_each_type_are_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are taken as bytes: no weight becomes a list of numbers in Python."""

    def listed(weight: Tensor) -> list[object]:
        assert not weight.numel()
        return []

    monkeypatch.setattr(Tensor, "tolist", listed)
    holds(Weights(), 2)


def holds(module: nn.Module, rank: int) -> None:
    """A module gives what PyTorch gives, at sizes 0, 1 and 5."""
    shape = (24,) * (rank - 1)
    n = Dim("n", min=0, max=64)
    program = disc_shape.from_torch(module, (torch.randn(3, *shape),), dynamic_shapes=({0: n},))
    for engine in ("reference", "native"):
        compiled = disc_shape.compile(program, engine=engine)
        for size in (0, 1, 5):
            x = torch.randn(size, *shape)
            expected, found = module(x), compiled(x.numpy())
            if isinstance(expected, Tensor):
                expected, found = (expected,), (found,)
            for one, other in zip(expected, found, strict=True):
                value = one.detach()
                assert other.dtype.name == str(value.dtype).removeprefix("torch.")
                np.testing.assert_allclose(other.astype(float), value.double(), 1e-4, 1e-5)


def test_a_tensor_of_one_number_is_compared_as_it_is() -> None:
    """What torch-mlir computes of these when it reads a program is wrong, or ends the process."""

    class Splats(nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, ...]:
            one, seven = torch.ones(2), torch.full((), -7)
            return (
                *(x * (torch.full((), 3.0) > 1), x * (torch.full((), 0.75) > -7), x * (one != 1)),
                *(x * (one.long() < 1.5), x + seven // 2, x + seven.div(2, rounding_mode="trunc")),
                *(x + torch.full((), 7.5).remainder(-2), x * (one.double() * 3 > 1)),
                *(x * (torch.zeros(2) == 0.0), x + (torch.full((2,), 2).int() <= 2.5)),
                x + (torch.full((), 200, dtype=torch.uint8) + 100),
            )

    module, x = Splats(), torch.randn(3, 2)
    traced = disc_shape.from_torch(module, (x,), dynamic_shapes=({0: Dim("b", min=1)},))
    for found, wanted in zip(
        disc_shape.compile(traced, engine="native")(x), module(x), strict=True
    ):
        np.testing.assert_allclose(found, wanted)
