"""Windows of signals in PyTorch, such as `hamming_window`: sums of cosines, and lines."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Tensor

HANN, BLACKMAN = (0.5, 0.5), (0.42, 0.5, 0.08)
"""The factors of the cosines of each number of turns, whose signs alternate."""


@dataclass
class Tapers:
    """Windows of a number of elements that is known; one element is 1."""

    torch: ModuleType

    def decompositions(self) -> dict[object, Callable[..., object]]:
        """All but Kaiser's."""
        aten = self.torch.ops.aten
        cosines, lines = aten.hamming_window, aten.bartlett_window
        return {
            **{
                getattr(op, name): partial(self.cosines, factors)
                for op, factors in ((aten.hann_window, HANN), (aten.blackman_window, BLACKMAN))
                for name in ("default", "periodic")
            },
            **{
                getattr(cosines, name): self.hamming
                for name in cosines.overloads()
                if name != "out"
            },
            **{getattr(lines, name): self.bartlett for name in ("default", "periodic")},
        }

    def places(self, size: int, periodic: bool) -> Tensor:
        """Where elements are, from 0 to 1, the end of which a periodic window leaves out."""
        torch = self.torch
        return torch.arange(size, dtype=torch.float64) / (size if periodic else size - 1)

    def of(self, values: Tensor, dtype: object) -> Tensor:
        """Values of the type that is asked for."""
        return values.to(dtype or self.torch.get_default_dtype())

    def cosines(
        self,
        factors: Sequence[float],
        size: int,
        periodic: bool = True,
        *,
        dtype: object = None,
        **_: object,
    ) -> Tensor:
        """A sum of cosines."""
        torch = self.torch
        if size <= 1:
            return self.of(torch.ones(size), dtype)
        turns = self.places(size, periodic) * (2 * math.pi)
        found = torch.full((size,), factors[0], dtype=torch.float64)
        for number, factor in enumerate(factors[1:], 1):
            found = found + torch.cos(turns * number) * (-1) ** number * factor
        return self.of(found, dtype)

    def hamming(
        self,
        size: int,
        periodic: bool = True,
        alpha: float = 0.54,
        beta: float = 0.46,
        *,
        dtype: object = None,
        **_: object,
    ) -> Tensor:
        """`hamming_window`."""
        return self.cosines((alpha, beta), size, periodic, dtype=dtype)

    def bartlett(
        self, size: int, periodic: bool = True, *, dtype: object = None, **_: object
    ) -> Tensor:
        """`bartlett_window`: a line up and one down."""
        torch = self.torch
        if size <= 1:
            return self.of(torch.ones(size), dtype)
        return self.of(1 - torch.abs(self.places(size, periodic) * 2 - 1), dtype)
