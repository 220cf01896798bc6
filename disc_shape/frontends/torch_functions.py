"""Functions of numbers of PyTorch that HLO has, and the bits of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

from disc_shape.dialects.hlo.client_elementwise import (
    DigammaOp,
    ErfcOp,
    ErfInvOp,
    LgammaOp,
    NextAfterOp,
    ZetaOp,
)
from disc_shape.dialects.hlo.conversion import BitcastConvertOp
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.frontends.torch_arithmetic import Operation, Scalar, Tensor
from disc_shape.frontends.torch_operators import operators


@dataclass
class Functions:
    """Functions of numbers of floating point; integers become such numbers first."""

    torch: ModuleType

    def decompositions(self) -> dict[object, Callable[..., object]]:
        """The functions."""
        aten = self.torch.ops.aten
        return {
            aten.digamma.default: self.digamma,
            aten.erfc.default: self.function(ErfcOp),
            aten.erfinv.default: self.function(ErfInvOp),
            aten.lgamma.default: self.function(LgammaOp),
            aten.nextafter.default: partial(self.of_two, NextAfterOp),
            aten.polygamma.default: self.polygamma,
            aten.view.dtype: self.reinterpreted,
        }

    def function(self, base: type[HloOp]) -> Operation:
        """A function as CHLO has it."""

        def apply(x: Tensor) -> object:
            torch = self.torch
            if not x.dtype.is_floating_point:
                x = x.to(torch.get_default_dtype())
            return operators(torch).of(base)(x)

        return apply

    def digamma(self, x: Tensor) -> object:
        """`digamma`; that of CHLO is NaN at its poles, here those at 0 have a sign."""
        torch = self.torch
        x = x if x.dtype.is_floating_point else x.to(torch.get_default_dtype())
        return torch.where(x == 0, -1 / x, operators(torch).of(DigammaOp)(x))

    def of_two(self, base: type[HloOp], x: Tensor | Scalar, y: Tensor | Scalar) -> Tensor:
        """A function of two numbers as CHLO has it."""
        torch = self.torch
        kind = torch.result_type(x, y)
        kind = kind if kind.is_floating_point else torch.get_default_dtype()
        operands = [
            one.to(kind) if isinstance(one, torch.Tensor) else torch.full((), one, dtype=kind)
            for one in (x, y)
        ]
        return operators(torch).of(base)(*torch.broadcast_tensors(*operands))

    def polygamma(self, order: int, x: Tensor) -> object:
        """`polygamma` of the orders 0 and 1; `zeta` of CHLO is NaN below 0 for the others."""
        torch = self.torch
        if order > 1:
            return NotImplemented
        if order == 0:
            return self.digamma(x)
        kind = x.dtype if x.dtype.is_floating_point else torch.get_default_dtype()
        x = x.to(torch.promote_types(kind, torch.float32))
        reflected = torch.where(x < 0.5, 1 - x, x)
        found = torch.where(reflected == math.inf, 0.0, self.of_two(ZetaOp, 2.0, reflected))
        below = (math.pi / torch.sin(math.pi * x)) ** 2 - found
        return torch.where(x < 0.5, below, found).to(kind)

    def reinterpreted(self, x: Tensor, kind: Any) -> object:
        """`view` as another type of as many bits."""
        if kind.itemsize != x.dtype.itemsize or kind.is_complex or x.dtype.is_complex:
            return NotImplemented
        return operators(self.torch).of(BitcastConvertOp)(x, kind)
