"""MLIR's bufferization dialect: between tensors and buffers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.interpreters import memory
from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.memory import Buffer
from disc_shape.interpreters.semantics.memref import buffer_of, title, type_of


def _bind_copy(op: Operation, place: memory.Kind) -> Step:
    kind, name = type_of(op.results[0], op), title(op.results[0], op)

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        source = memory.read(ins[0]) if isinstance(ins[0], Buffer) else ins[0]
        buffer = memory.allocate(kind, source.shape, name, place, op, frame)
        memory.write(buffer, source)
        frame.allocations.append(buffer.allocation)
        return (buffer,)

    return step


@semantics("bufferization.clone")
def bind_clone(op: Operation) -> Step:
    """The step of `bufferization.clone`."""
    return _bind_copy(op, "heap")


@semantics("bufferization.to_buffer")
def bind_to_buffer(op: Operation) -> Step:
    """A copy of the tensor, which needs no deallocation."""
    return _bind_copy(op, "stack")


@semantics("bufferization.to_tensor")
def bind_to_tensor(_op: Operation) -> Step:
    """What the buffer holds now."""
    return lambda _frame, ins: (np.array(memory.read(buffer_of(ins[0]))),)
