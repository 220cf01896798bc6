"""Semantics of disc_shape operations; the checker compares their claims."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.errors import ClaimError
from disc_shape.interpreters.kernels.arrays import Array, KernelError


@semantics("disc_shape.tie_shape")
def bind_tie_shape(op: Operation) -> Step:
    """The sizes must be those of the value, also without the checker."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        for index, (size, tied) in enumerate(zip(ins[0].shape, ins[1:], strict=True)):
            if size != int(tied):
                raise ClaimError(
                    f"'{op.name}' ties dimension {index} to {int(tied)}, its size is {size}", op
                )
        return (ins[0],)

    return step


@semantics("disc_shape.bind_dim")
def bind_bind_dim(_op: Operation) -> Step:
    """The step of `disc_shape.bind_dim`."""
    return lambda _frame, _ins: ()


@semantics("disc_shape.linearize")
def bind_linearize(_op: Operation) -> Step:
    """The step of `disc_shape.linearize`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        count = len(ins) // 2
        position = 0
        for at, (index, size) in enumerate(zip(ins[:count], ins[count:], strict=True)):
            if not 0 <= int(index) < int(size):
                raise KernelError(
                    f"index {int(index)} of dimension {at} is outside its size {int(size)}"
                )
            position = position * int(size) + int(index)
        return (np.asarray(position, np.int64),)

    return step


@semantics("disc_shape.delinearize")
def bind_delinearize(_op: Operation) -> Step:
    """The step of `disc_shape.delinearize`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        position, sizes = int(ins[0]), [int(size) for size in ins[1:]]
        for at, size in enumerate(sizes):
            if size < 1:
                raise KernelError(f"size {at} is {size}, expected at least 1")
        if not 0 <= position < math.prod(sizes):
            raise KernelError(f"position {position} is outside {math.prod(sizes)} elements")
        indices: list[Array] = []
        for size in reversed(sizes):
            position, index = divmod(position, size)
            indices.append(np.asarray(index, np.int64))
        return indices[::-1]

    return step
