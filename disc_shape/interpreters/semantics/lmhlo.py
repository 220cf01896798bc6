"""lmhlo: each operation does what its HLO twin does, on what its buffers hold.

All operands are read before a result is written, so a buffer may be both.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.errors import OperationError
from disc_shape.interpreters import memory
from disc_shape.interpreters.core import Frame, Step, binder_of, out_of, semantics
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.memory import Buffer
from disc_shape.interpreters.semantics.memref import buffer_of, title


@semantics("lmhlo.*")
def bind_buffer_op(op: Operation) -> Step:
    if not isinstance(op, BufferOp):
        raise OperationError(f"'{op.name}' has no numpy semantics", op)
    twin = op.twin()
    compute = binder_of(twin)(twin)
    expected = [out_of(result) for result in twin.results]
    count, kept = len(op.ins), op.result_positions

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        outs = [buffer_of(value) for value in ins[count:]]
        given = [
            memory.read(value) if isinstance(value, Buffer) else value for value in ins[:count]
        ]
        values = compute(frame, given)
        for out, value in zip(expected, values, strict=True):
            out.check(op, value)
        memory.write_all(outs, [one for index, one in enumerate(values) if index not in kept])
        return [_fresh(frame, op, index, values[position]) for index, position in enumerate(kept)]

    return step


def _fresh(frame: Frame, op: Operation, index: int, value: Array) -> Array:
    """A result that stays one: what is no buffer as it is, a buffer in memory of its own."""
    result = op.results[index]
    kind = memory.as_memref(result.type)
    if kind is None:
        return value
    buffer = memory.allocate(kind, value.shape, title(result, op), "heap", op, frame)
    frame.allocations.append(buffer.allocation)
    memory.write(buffer, value)
    return buffer
