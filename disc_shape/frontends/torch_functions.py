"""Functions of numbers of PyTorch that HLO has, and the bits of numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from disc_shape.dialects.hlo.client_elementwise import (
    DigammaOp,
    ErfcOp,
    ErfInvOp,
    LgammaOp,
    NextAfterOp,
)
from disc_shape.dialects.hlo.conversion import BitcastConvertOp
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.frontends.torch_arithmetic import Operation, Tensor
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
            aten.nextafter.default: self.next_after,
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

    def next_after(self, x: Tensor, y: Tensor) -> object:
        """`nextafter`."""
        torch = self.torch
        return operators(torch).of(NextAfterOp)(*torch.broadcast_tensors(x, y))

    def reinterpreted(self, x: Tensor, kind: Any) -> object:
        """`view` as another type of as many bits."""
        if kind.itemsize != x.dtype.itemsize or kind.is_complex or x.dtype.is_complex:
            return NotImplemented
        return operators(self.torch).of(BitcastConvertOp)(x, kind)
