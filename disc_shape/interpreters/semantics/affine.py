"""MLIR's affine dialect: index arithmetic written as maps, with indices of 64 bits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir import Operation
from xdsl.ir.affine import AffineBinaryOpExpr, AffineBinaryOpKind, AffineExpr

from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.reading import attribute

DIVIDING = (AffineBinaryOpKind.Mod, AffineBinaryOpKind.FloorDiv, AffineBinaryOpKind.CeilDiv)


def wrapped(number: int) -> int:
    """The number as 64 bits hold it."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def value_of(expression: AffineExpr, dims: Sequence[int], symbols: Sequence[int]) -> int:
    """The value of an index expression; KernelError for a divisor that is not positive."""
    if not isinstance(expression, AffineBinaryOpExpr):
        return expression.eval(dims, symbols)
    left = value_of(expression.lhs, dims, symbols)
    right = value_of(expression.rhs, dims, symbols)
    if expression.kind in DIVIDING and right <= 0:
        raise KernelError(f"division by {right}, expected more than 0")
    match expression.kind:
        case AffineBinaryOpKind.Add:
            return wrapped(left + right)
        case AffineBinaryOpKind.Mul:
            return wrapped(left * right)
        case AffineBinaryOpKind.Mod:
            return left % right
        case AffineBinaryOpKind.FloorDiv:
            return left // right
        case _:
            return -(-left // right)


@semantics("affine.apply", "affine.min")
def bind_map(op: Operation) -> Step:
    """The value of the map, or the least of its values."""
    map_attr = attribute(op, "map")
    if not isinstance(map_attr, AffineMapAttr):
        raise TypeError(op.name)
    map_ = map_attr.data

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        numbers = [int(number) for number in ins]
        dims, symbols = numbers[: map_.num_dims], numbers[map_.num_dims :]
        found = min(value_of(one, dims, symbols) for one in map_.results)
        return (np.asarray(found, np.int64),)

    return step
