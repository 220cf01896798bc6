"""CHLO: elementwise operations that broadcast by themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.interpreters.core import BINDERS, Binder, Frame, Step, semantics
from disc_shape.interpreters.kernels import elementwise, shapes
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.reading import ints_of, required, word_of
from disc_shape.interpreters.values import constant


def broadcast_operands(op: Operation, ins: Sequence[Array]) -> list[Array]:
    """Right-aligned, or placed by ``broadcast_dimensions`` when the ranks differ."""
    placed = _placed(ins, ints_of(op, "broadcast_dimensions"))
    target = shapes.broadcast_shapes([np.asarray(x.shape, np.int64) for x in placed])
    shape = tuple(int(size) for size in target.tolist())
    return [
        shapes.broadcast_in_dim(x, shape, range(len(shape) - x.ndim, len(shape))) for x in placed
    ]


def _placed(ins: Sequence[Array], dimensions: Sequence[int]) -> list[Array]:
    rank = max(x.ndim for x in ins)
    result: list[Array] = []
    for x in ins:
        if dimensions and x.ndim < rank:
            around = [1] * rank
            for size, dimension in zip(x.shape, dimensions, strict=True):
                around[dimension] = size
            result.append(x.reshape(around))
        else:
            result.append(x)
    return result


def _broadcasting(function: Callable[[Array, Array], Array]) -> Binder:
    def bind(op: Operation) -> Step:
        def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
            lhs, rhs = broadcast_operands(op, ins)
            return (function(lhs, rhs),)

        return step

    return bind


for _name, _function in elementwise.BINARY.items():
    BINDERS[f"chlo.broadcast_{_name}"] = _broadcasting(_function)


@semantics("chlo.broadcast_compare")
def bind_broadcast_compare(op: Operation) -> Step:
    """The step of `chlo.broadcast_compare`."""
    direction = word_of(op, "comparison_direction")
    kind = word_of(op, "compare_type", "NOTYPE")

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        lhs, rhs = broadcast_operands(op, ins)
        return (elementwise.compare(lhs, rhs, direction, kind),)

    return step


@semantics("chlo.broadcast_select")
def bind_broadcast_select(op: Operation) -> Step:
    """The step of `chlo.broadcast_select`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        predicate, on_true, on_false = broadcast_operands(op, ins)
        return (elementwise.select(predicate, on_true, on_false),)

    return step


@semantics("chlo.constant_like")
def bind_constant_like(op: Operation) -> Step:
    """The step of `chlo.constant_like`."""
    value = constant(required(op, "value"))
    return lambda _frame, ins: (np.full(ins[0].shape, value, value.dtype),)
