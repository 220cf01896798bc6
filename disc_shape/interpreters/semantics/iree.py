"""Semantics of the operations of IREE's dialects that state facts; false ones are errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Attribute, Operation

from disc_shape.dialects.iree import AssumeIntOp, FlowTieShapeOp
from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.errors import ClaimError
from disc_shape.interpreters.kernels.arrays import Array


@semantics("util.assume.int")
def bind_assume_int(op: Operation) -> Step:
    """The size must be as it is assumed, also without the checker."""
    assert isinstance(op, AssumeIntOp)
    low, high, divisor = (
        None if fact is None else fact.data for fact in (op.umin, op.umax, op.udiv)
    )

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        size = int(ins[0])
        for kind, fact, holds in (
            ("at least", low, low is None or size >= low),
            ("at most", high, high is None or size <= high),
            ("a multiple of", divisor, divisor is None or size % divisor == 0),
        ):
            if not holds:
                raise ClaimError(f"'{op.name}' assumes {kind} {fact}, the size is {size}", op)
        return ins

    return step


@semantics("util.optimization_barrier")
def bind_optimization_barrier(_op: Operation) -> Step:
    """The values as they are."""
    return lambda _frame, ins: ins


@semantics("flow.tensor.tie_shape")
def bind_tie_shape(op: Operation) -> Step:
    """The sizes must be those of the value, also without the checker."""
    assert isinstance(op, FlowTieShapeOp)
    sizes = cast("TensorType[Attribute]", op.value.type).get_shape()
    axes = [axis for axis, size in enumerate(sizes) if size == DYNAMIC_INDEX]

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        for axis, tied in zip(axes, ins[1:], strict=True):
            size = ins[0].shape[axis]
            if size != int(tied):
                raise ClaimError(
                    f"'{op.name}' ties dimension {axis} to {int(tied)}, its size is {size}", op
                )
        return (ins[0],)

    return step
